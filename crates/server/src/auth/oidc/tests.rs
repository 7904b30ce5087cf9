//! Tests of the client against an issuer over HTTP, whose answers each test sets.

mod handed_out;
mod issuer;
mod tokens;

use super::discovery::offers_accounts;
use super::*;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use issuer::{Issuer, install_tls};
use openidconnect::core::{CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey};
use openidconnect::{JsonWebKeyId, PrivateSigningKey as _};
use p256::ecdsa::SigningKey;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use tokens::{public, signed, unsigned, with};

const NOW: i64 = 1_790_000_000;
const NONCE: &str = "the-nonce-of-this-sign-in";
const ACCESS_TOKEN: &str = "access-token";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

async fn finish(provider: &Provider) -> Result<Identity, OidcError> {
    provider.finish("code", &"v".repeat(43), NONCE, at(NOW)).await.map_err(|failed| failed.error)
}

/// Returns a random source: 32 bytes of 1, then of 2, and so on.
fn counting() -> Random {
    let drawn = AtomicU8::new(0);
    Random::from_fn(move |bytes| bytes.fill(drawn.fetch_add(1, Ordering::SeqCst) + 1))
}

#[tokio::test]
async fn the_browser_is_sent_with_state_nonce_and_a_challenge() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for hint in [None, Some("meena@example.in")] {
        let started =
            provider.authorize("state".to_owned(), Language::ENGLISH, hint, at(NOW), &counting()).await.unwrap();
        let secret = |byte| URL_SAFE_NO_PAD.encode([byte; 32]);
        assert_eq!([&started.state, &started.nonce, &started.pkce_verifier], ["state", &*secret(1), &*secret(2)]);

        assert!(started.url.as_str().starts_with(&format!("{}/authorize?", issuer.url)));
        let query: HashMap<_, _> = started.url.query_pairs().into_owned().collect();
        let value = |name: &str| query.get(name).map(String::as_str);
        assert_eq!(value("response_type"), Some("code"));
        assert_eq!(value("client_id"), Some("grow"));
        assert_eq!(value("redirect_uri"), Some("http://127.0.0.1/auth/callback"));
        assert_eq!(value("scope"), Some("openid profile email"));
        assert_eq!(value("state"), Some(&*started.state));
        assert_eq!(value("nonce"), Some(&*started.nonce));
        assert_eq!(value("code_challenge_method"), Some("S256"));
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&started.pkce_verifier));
        assert_eq!(value("code_challenge"), Some(&*challenge));
        assert_eq!(value("login_hint"), hint);
        assert_eq!(value("prompt"), None);
        assert!(!started.url.as_str().contains(&started.pkce_verifier));
    }
}

#[tokio::test]
async fn a_choice_of_accounts_is_asked_for_only_where_the_issuer_knows_the_word() {
    let issuer = Issuer::start().await;
    let (_, plain) = issuer.answers(|answers| answers.discovery.clone());
    let select = Some("select_account".to_owned());
    for (values, hint, prompt) in [
        (json!(["none", "login", "select_account"]), None, select),
        (json!(["none", "select_account"]), Some("meena@example.in"), None),
        (json!(["none", "login", "consent"]), None, None),
        (json!([1, null]), None, None),
        (json!("select_account"), None, None),
    ] {
        let document = with(plain.clone(), "prompt_values_supported", values.clone());
        issuer.answers(|answers| answers.discovery = (StatusCode::OK, document));
        let started = issuer
            .provider()
            .authorize("state".to_owned(), Language::ENGLISH, hint, at(NOW), &counting())
            .await
            .unwrap();
        let asked = started.url.query_pairs().find(|(name, _)| name == "prompt").map(|(_, value)| value.into_owned());
        assert_eq!(asked, prompt, "{values} {hint:?}");
    }
    // Google does not list the value in its discovery document, but supports it.
    assert!(offers_accounts(GOOGLE, None));
}

#[tokio::test]
async fn an_honest_token_gives_the_identity() {
    let issuer = Issuer::start().await;
    let photo = "https://photos.example.in/meena.jpg";
    issuer.hand_out_claims(&with(issuer.claims(), "picture", json!(photo)));
    let expected = Identity {
        issuer: issuer.url.clone(),
        subject: "subject-1".into(),
        email: "meena@example.in".into(),
        email_verified: true,
        display_name: "Meena Devi".into(),
        photo_url: Some(photo.into()),
    };
    assert!(finish(&issuer.provider()).await.unwrap() == expected);
    assert_eq!(issuer.user_infos.load(Ordering::SeqCst), 0, "the token said everything");
}

#[tokio::test]
async fn a_token_signed_by_rsa_is_read_too() {
    let issuer = Issuer::start().await;
    // A short key, used in this test only.
    let base64 = include_str!("tests/rsa-test-key.base64");
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{base64}-----END RSA PRIVATE KEY-----\n");
    let key = CoreRsaPrivateSigningKey::from_pem(&pem, Some(JsonWebKeyId::new("rsa".into()))).unwrap();
    issuer.answers(|answers| answers.keys = json!({ "keys": [key.as_verification_key()] }));
    for (algorithm, name, expected) in [
        (CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, "RS256", None),
        (CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512, "RS512", Some(OidcError::InvalidToken(TokenFault::Algorithm))),
    ] {
        let text = unsigned(&json!({ "alg": name, "kid": "rsa" }), &issuer.claims());
        let signature = key.sign(&algorithm, text.as_bytes()).unwrap();
        issuer.hand_out(&format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)));
        assert_eq!(finish(&issuer.provider()).await.err(), expected, "{name}");
    }
}

#[tokio::test]
async fn a_token_with_an_invalid_signature_or_claim_is_refused() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    let honest = issuer.claims();
    let es256 = json!({ "alg": "ES256", "kid": "first" });
    let stranger = SigningKey::from_slice(&[9; 32]).unwrap();
    let hash = |text: &str| URL_SAFE_NO_PAD.encode(&Sha256::digest(text)[..16]);
    let changed = |name: &str, value: Value| signed(&issuer.key, &es256, &with(honest.clone(), name, value));
    let under = |header: Value| signed(&issuer.key, &header, &honest);

    for (case, id_token, fault) in [
        ("alg none", format!("{}.", unsigned(&json!({ "alg": "none" }), &honest)), TokenFault::Algorithm),
        ("alg HS256", under(json!({ "alg": "HS256", "kid": "first" })), TokenFault::Algorithm),
        ("alg ES384", under(json!({ "alg": "ES384", "kid": "first" })), TokenFault::Algorithm),
        ("alg RS256 with an EC key", under(json!({ "alg": "RS256", "kid": "first" })), TokenFault::UnknownKey),
        ("alg of nobody", under(json!({ "alg": "XX1", "kid": "first" })), TokenFault::Algorithm),
        ("no token at all", "three.dots.here".into(), TokenFault::Malformed),
        ("unknown kid", under(json!({ "alg": "ES256", "kid": "other" })), TokenFault::UnknownKey),
        (
            "a key of the token's own",
            signed(
                &stranger,
                &json!({ "alg": "ES256", "kid": "first", "jwk": public(&stranger, "first"), "jku": "https://attacker.example/keys" }),
                &honest,
            ),
            TokenFault::Signature,
        ),
        (
            "critical header",
            under(json!({ "alg": "ES256", "kid": "first", "crit": ["x"] })),
            TokenFault::Header("crit"),
        ),
        (
            "an access token",
            under(json!({ "alg": "ES256", "kid": "first", "typ": "at+jwt" })),
            TokenFault::Header("typ"),
        ),
        (
            "a token in a token",
            under(json!({ "alg": "ES256", "kid": "first", "cty": "JWT" })),
            TokenFault::Header("cty"),
        ),
        ("iss of another", changed("iss", json!("https://attacker.example")), TokenFault::Issuer),
        ("iss with a slash", changed("iss", json!(format!("{}/", issuer.url))), TokenFault::Issuer),
        ("aud of another", changed("aud", json!("other")), TokenFault::Audience),
        ("aud of several", changed("aud", json!(["grow", "other"])), TokenFault::Audience),
        ("no aud", changed("aud", Value::Null), TokenFault::Audience),
        ("azp of another", changed("azp", json!("other")), TokenFault::AuthorizedParty),
        ("nonce of another sign-in", changed("nonce", json!("other")), TokenFault::Nonce),
        ("no nonce", changed("nonce", Value::Null), TokenFault::Nonce),
        ("expired", changed("exp", json!(NOW - 61)), TokenFault::Expired(61)),
        ("no exp", changed("exp", Value::Null), TokenFault::Type("exp")),
        ("issued in the future", changed("iat", json!(NOW + 61)), TokenFault::IssuedAhead(61)),
        ("issued long ago", changed("iat", json!(NOW - 601)), TokenFault::IssuedLongAgo(601)),
        ("hash of another access token", changed("at_hash", json!(hash("other"))), TokenFault::AccessToken),
        ("empty sub", changed("sub", json!("")), TokenFault::Subject),
        ("endless sub", changed("sub", json!("s".repeat(256))), TokenFault::Subject),
    ] {
        issuer.hand_out(&id_token);
        let refusal = finish(&provider).await.unwrap_err();
        assert_eq!(refusal, OidcError::InvalidToken(fault), "{case}");
        assert_eq!(refusal.code(), "auth/invalid-user-token", "{case}");
    }

    for (case, id_token) in [
        ("azp is us", changed("azp", json!("grow"))),
        ("hash of our access token", changed("at_hash", json!(hash(ACCESS_TOKEN)))),
        ("a clock that is a little fast", changed("iat", json!(NOW + 60))),
        ("a clock that is a little fast, at the end", changed("exp", json!(NOW - 60))),
        ("typ", under(json!({ "alg": "ES256", "kid": "first", "typ": "JWT" }))),
    ] {
        issuer.hand_out(&id_token);
        assert_eq!(finish(&provider).await.err(), None, "{case}");
    }
}

#[tokio::test]
async fn claims_missing_in_the_token_are_read_from_userinfo() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    let more = |extra: Value| Some(with(with(json!({ "sub": "subject-1" }), "name", json!("Meena D")), "email", extra));
    let email = json!("meena@example.in");
    for (case, missing, user_info, expected) in [
        ("name", "name", more(email.clone()), Ok("Meena D")),
        ("name, and nobody answers", "name", None, Ok("meena")),
        ("e-mail", "email", more(email.clone()), Ok("Meena Devi")),
        (
            "e-mail, and nobody answers",
            "email",
            None,
            Err(OidcError::Answer("sends no user information that can be read")),
        ),
        ("e-mail, and there is none", "email", more(Value::Null), Err(OidcError::EmailMissing)),
        ("e-mail, and it is none", "email", more(json!("meena")), Err(OidcError::EmailMissing)),
        (
            "e-mail, and it is written backwards",
            "email",
            more(json!("meena\u{202e}@example.in")),
            Err(OidcError::EmailMissing),
        ),
        (
            "e-mail of somebody else",
            "email",
            more(email.clone()).map(|told| with(told, "sub", json!("subject-2"))),
            Err(OidcError::InvalidToken(TokenFault::Subject)),
        ),
        (
            "e-mail that nobody verified",
            "email",
            more(email.clone()).map(|told| with(told, "email_verified", json!(false))),
            Err(OidcError::EmailNotVerified),
        ),
    ] {
        issuer.hand_out_claims(&with(issuer.claims(), missing, Value::Null));
        let answer = user_info.map_or((StatusCode::NOT_FOUND, json!({})), |told| (StatusCode::OK, told));
        issuer.answers(|answers| answers.user_info = answer);
        let name = finish(&provider).await.map(|identity| identity.display_name);
        assert_eq!(name, expected.map(str::to_owned), "{case}");
    }
}

#[tokio::test]
async fn claims_about_a_person_are_cleaned_before_they_are_stored() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for (claim, value, name, photo) in [
        ("name", json!("  Meena\u{0} Devi\n"), "Meena Devi", None),
        ("name", json!("அ".repeat(300)), &*"அ".repeat(200), None),
        ("name", json!(" \t"), "meena", None),
        ("name", json!("\u{202e}Meena\u{200b} Devi\u{2069}"), "Meena Devi", None),
        ("name", json!("\u{200e}\u{200d}"), "meena", None),
        ("name", json!("க்\u{200c}ஷ"), "க்\u{200c}ஷ", None),
        ("picture", json!("http://photos.example.in/m.jpg"), "Meena Devi", None),
        ("picture", json!("javascript:alert(1)"), "Meena Devi", None),
        ("picture", json!(format!("https://photos.example.in/{}", "x".repeat(2100))), "Meena Devi", None),
        ("picture", json!("https://photos.example.in/m"), "Meena Devi", Some("https://photos.example.in/m")),
    ] {
        issuer.hand_out_claims(&with(issuer.claims(), claim, value));
        let identity = finish(&provider).await.unwrap();
        assert_eq!((&*identity.display_name, identity.photo_url.as_deref()), (name, photo));
    }
    issuer.hand_out_claims(&with(issuer.claims(), "email_verified", json!(false)));
    assert_eq!(finish(&provider).await.unwrap_err(), OidcError::EmailNotVerified);
}

#[tokio::test]
async fn cleaning_an_email_never_yields_another_address() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for (told, kept) in [
        (" meena@example.in\n", Some("meena@example.in")),
        ("meena@example.in\u{3000}", None),
        ("\u{a0}meena@example.in", None),
        ("meena@example.in\u{2028}", None),
        ("mee\u{200b}na@example.in", None),
    ] {
        issuer.hand_out_claims(&with(issuer.claims(), "email", json!(told)));
        let email = finish(&provider).await.ok().map(|identity| identity.email);
        assert_eq!(email.as_deref(), kept, "{}", told.escape_unicode());
    }
}

#[tokio::test]
async fn an_access_token_that_fits_no_header_is_refused() {
    let issuer = Issuer::start().await;
    let token =
        signed(&issuer.key, &json!({ "alg": "ES256", "kid": "first" }), &with(issuer.claims(), "email", Value::Null));
    let answer = json!({ "access_token": "a\r\nb", "token_type": "Bearer", "id_token": token });
    issuer.answers(|answers| answers.token = (StatusCode::OK, answer));
    let refusal = finish(&issuer.provider()).await.unwrap_err();
    assert_eq!(refusal, OidcError::Answer("sends an access token that is no header value"));
}

#[tokio::test]
async fn an_issuer_is_asked_once_an_hour_and_once_by_many() {
    let issuer = Issuer::start().await;
    let provider = Arc::new(issuer.provider());
    let asked = || issuer.discoveries.load(Ordering::SeqCst);
    let crowd: Vec<_> = (0..20)
        .map(|_| {
            let provider = Arc::clone(&provider);
            tokio::spawn(async move {
                provider.authorize("state".to_owned(), Language::ENGLISH, None, at(NOW), &counting()).await.is_ok()
            })
        })
        .collect();
    for one in crowd {
        assert!(one.await.unwrap());
    }
    assert_eq!(asked(), 1);
    for (second, times) in [(NOW + 3599, 1), (NOW + 3600, 2), (NOW + 3601, 2), (NOW - 3600, 3)] {
        provider.authorize("state".to_owned(), Language::ENGLISH, None, at(second), &counting()).await.unwrap();
        assert_eq!(asked(), times, "at {second}");
    }
}

#[tokio::test]
async fn a_failure_is_shared_by_those_who_waited_and_forgotten_by_the_next() {
    let issuer = Issuer::start().await;
    let good = issuer.answers(|answers| answers.discovery.clone());
    issuer.answers(|answers| answers.discovery = (StatusCode::SERVICE_UNAVAILABLE, json!({})));
    let provider = issuer.provider();
    let (now, random) = (at(NOW), counting());
    let ask = || provider.authorize("state".to_owned(), Language::ENGLISH, None, now, &random);
    let (one, two, three) = tokio::join!(ask(), ask(), ask());
    for refusal in [one, two, three].map(Result::unwrap_err) {
        assert_eq!(refusal.error.code(), "auth/internal-error");
    }
    assert_eq!(issuer.discoveries.load(Ordering::SeqCst), 1);
    issuer.answers(|answers| answers.discovery = good);
    assert!(ask().await.is_ok());
}

#[tokio::test]
async fn a_new_key_is_fetched_when_a_token_names_it() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    issuer.hand_out_claims(&issuer.claims());
    finish(&provider).await.unwrap();

    let second = SigningKey::from_slice(&[8; 32]).unwrap();
    issuer.answers(|answers| answers.keys = json!({ "keys": [public(&second, "second")] }));
    issuer.hand_out(&signed(&second, &json!({ "alg": "ES256", "kid": "second" }), &issuer.claims()));
    finish(&provider).await.unwrap();
    assert_eq!(issuer.discoveries.load(Ordering::SeqCst), 2);

    issuer.hand_out_claims(&issuer.claims());
    let refusal = finish(&provider).await.unwrap_err();
    assert_eq!(refusal, OidcError::InvalidToken(TokenFault::UnknownKey), "a withdrawn key opens nothing");
}

#[tokio::test]
async fn malformed_answers_of_an_issuer_are_refused() {
    let issuer = Issuer::start().await;
    let (_, honest) = issuer.answers(|answers| answers.discovery.clone());
    let unreadable = "has no discovery document that can be read";
    let in_the_clear = "names an endpoint that is not on https";
    let changed = |name: &str, value: &str| (StatusCode::OK, with(honest.clone(), name, json!(value)));
    for (case, answer, expected) in [
        ("another name", changed("issuer", "https://attacker.example"), "calls itself by another name"),
        ("an error", (StatusCode::INTERNAL_SERVER_ERROR, honest.clone()), unreadable),
        ("a redirect", (StatusCode::FOUND, honest.clone()), unreadable),
        ("no document", (StatusCode::OK, json!([1, 2])), unreadable),
        ("keys in the clear", changed("jwks_uri", "http://10.0.0.1/jwks"), in_the_clear),
        ("authorization in the clear", changed("authorization_endpoint", "http://10.0.0.1/a"), in_the_clear),
        ("authorization by script", changed("authorization_endpoint", "javascript:alert(1)"), in_the_clear),
        ("too much", changed("filler", &"x".repeat(300_000)), "sends more than we read"),
    ] {
        issuer.answers(|answers| answers.discovery = answer);
        let refusal = issuer
            .provider()
            .authorize("state".to_owned(), Language::ENGLISH, None, at(NOW), &counting())
            .await
            .unwrap_err();
        assert_eq!(refusal.error, OidcError::Answer(expected), "{case}");
    }
}

#[tokio::test]
async fn a_refused_code_says_whose_fault_it_is() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    let error = |error: &str| (StatusCode::BAD_REQUEST, json!({ "error": error }));
    for (answer, expected) in [
        (error("invalid_grant"), OidcError::CodeRefused),
        (error("invalid_client"), OidcError::ClientRefused),
        (error("unauthorized_client"), OidcError::ClientRefused),
        (error("invalid_request"), OidcError::Answer("refuses our token request")),
        ((StatusCode::OK, json!({})), OidcError::Answer("sends no token answer that can be read")),
        ((StatusCode::BAD_GATEWAY, json!("x")), OidcError::Answer("sends no token answer that can be read")),
        (
            (StatusCode::OK, json!({ "access_token": "a", "token_type": "Bearer" })),
            OidcError::InvalidToken(TokenFault::Missing),
        ),
    ] {
        issuer.answers(|answers| answers.token = answer);
        assert_eq!(finish(&provider).await.unwrap_err(), expected);
    }
}

#[tokio::test]
async fn the_issuers_words_about_a_refusal_are_one_short_line() {
    let issuer = Issuer::start().await;
    let answer = json!({ "error": "invalid_client", "error_description": "client_secret must not be empty" });
    issuer.answers(|answers| answers.token = (StatusCode::UNAUTHORIZED, answer));
    let failed = issuer.provider().finish("code", &"v".repeat(43), NONCE, at(NOW)).await.unwrap_err();
    let told = "the issuer does not accept this client; it says: invalid_client (client_secret must not be empty)";
    assert_eq!(failed.to_string(), told);

    let told = |error: &str, description| IssuerWords::new(error, description).to_string();
    assert_eq!(told("invalid_request", None), "invalid_request");
    assert_eq!(told("a\r\nb\u{1b}[31m\u{202e}", Some("\u{2028}c\u{0}d")), "ab[31m (cd)");
    assert_eq!(told(&"x".repeat(5_000), Some(&"ய".repeat(5_000))).chars().count(), 403);
}

#[tokio::test]
async fn an_unreachable_or_silent_issuer_is_a_network_failure() {
    install_tls();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let (short, long) = (Duration::from_millis(20), Duration::from_mins(1));
    let ask = async |request, total| {
        let provider = Provider::new(Config {
            issuer: issuer.clone(),
            client_id: "grow".into(),
            client_secret: None,
            redirect_uri: "http://127.0.0.1/auth/callback".parse().unwrap(),
            is_this_server: false,
            timeouts: Timeouts { request, total },
        });
        provider
            .unwrap()
            .authorize("state".to_owned(), Language::ENGLISH, None, at(NOW), &counting())
            .await
            .unwrap_err()
            .error
    };
    assert_eq!(ask(short, long).await, OidcError::TimedOut);
    assert_eq!(ask(long, short).await, OidcError::TimedOut);
    drop(listener);
    assert_eq!(ask(long, long).await, OidcError::Unreachable);
}

#[test]
fn an_issuer_in_the_clear_is_refused_at_the_start() {
    install_tls();
    for (issuer, good) in [
        ("https://accounts.google.com", true),
        ("http://localhost:8080/dev-idp", true),
        ("http://accounts.google.com", false),
        ("accounts.google.com", false),
        ("", false),
    ] {
        let config = Config {
            issuer: issuer.into(),
            client_id: "grow".into(),
            client_secret: None,
            redirect_uri: "https://grow.example.in/auth/callback".parse().unwrap(),
            is_this_server: false,
            timeouts: Timeouts::default(),
        };
        assert_eq!(Provider::new(config).is_ok(), good, "{issuer}");
    }
    let own = Config {
        issuer: "http://192.168.1.2:8080/dev-idp".into(),
        client_id: "grow".into(),
        client_secret: None,
        redirect_uri: "http://192.168.1.2:8080/auth/callback".parse().unwrap(),
        is_this_server: true,
        timeouts: Timeouts::default(),
    };
    assert!(Provider::new(own).is_ok(), "it speaks with itself");
    assert_eq!(Timeouts::default().request, Duration::from_secs(30), "section 9");
    assert_eq!(Timeouts::default().total, Duration::from_mins(1), "section 9");
}

#[test]
fn every_failure_has_a_code_of_section_8() {
    const SECTION_8: [&str; 10] = [
        "auth/network-request-failed",
        "auth/popup-blocked",
        "auth/popup-closed-by-user",
        "auth/cancelled-popup-request",
        "auth/unauthorized-domain",
        "auth/account-exists-with-different-credential",
        "auth/user-not-found",
        "auth/invalid-user-token",
        "auth/internal-error",
        // The codes are examples of section 8. Cancelling at the provider does not close the popup.
        "auth/user-cancelled",
    ];
    for (error, code) in [
        (OidcError::Configuration("x"), "auth/internal-error"),
        (OidcError::Unreachable, "auth/network-request-failed"),
        (OidcError::TimedOut, "auth/network-request-failed"),
        (OidcError::Answer("x"), "auth/internal-error"),
        (OidcError::ClientRefused, "auth/unauthorized-domain"),
        (OidcError::Cancelled, "auth/user-cancelled"),
        (OidcError::CodeRefused, "auth/invalid-user-token"),
        (OidcError::InvalidToken(TokenFault::Nonce), "auth/invalid-user-token"),
        (OidcError::EmailNotVerified, "auth/user-not-found"),
        (OidcError::EmailMissing, "auth/user-not-found"),
    ] {
        assert_eq!(error.code(), code);
        assert!(SECTION_8.contains(&code));
    }
    for (callback, error) in [
        ("access_denied", OidcError::Cancelled),
        ("unauthorized_client", OidcError::ClientRefused),
        ("temporarily_unavailable", OidcError::Unreachable),
        ("<script>", OidcError::Answer("refuses our authorization request")),
    ] {
        assert_eq!(OidcError::from_callback(callback), error);
    }
}

#[tokio::test]
async fn debug_output_contains_nothing_personal_or_secret() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    issuer.hand_out_claims(&issuer.claims());
    let started = provider
        .authorize("state".to_owned(), Language::ENGLISH, Some("meena@example.in"), at(NOW), &counting())
        .await
        .unwrap();
    let identity = finish(&provider).await.unwrap();
    assert_eq!(format!("{started:?} {identity:?}"), "Started { .. } Identity { .. }");

    issuer.hand_out_claims(&with(issuer.claims(), "nonce", json!("secret-nonce")));
    let refusal = finish(&provider).await.unwrap_err();
    let printed = format!("{refusal} {refusal:?}");
    assert_eq!(printed, "the ID token is refused: nonce is missing or of another sign-in InvalidToken(Nonce)");
}
