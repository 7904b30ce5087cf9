//! What issuers hand out beyond the standard, or short of it, and what becomes of the sign-in.

use super::issuer::Issuer;
use super::tokens::{public, signed, with};
use super::{ACCESS_TOKEN, NONCE, NOW, at, counting};
use crate::auth::oidc::{Identity, Provider};
use axum::http::StatusCode;
use grow_domain::Language;
use p256::ecdsa::SigningKey;
use serde_json::{Value, json};

/// Returns an object with members replaced or added. Null stays null.
fn but(mut object: Value, members: Value) -> Value {
    let Value::Object(members) = members else { panic!("{members}") };
    object.as_object_mut().unwrap().extend(members);
    object
}

fn without(object: Value, members: &[&str]) -> Value {
    members.iter().fold(object, |object, member| with(object, member, Value::Null))
}

/// Finishes a sign-in. A refusal is its line in the log.
async fn signed_in(provider: &Provider) -> Result<Identity, String> {
    provider.finish("code", &"v".repeat(43), NONCE, at(NOW)).await.map_err(|failed| failed.to_string())
}

async fn name_of(provider: &Provider) -> Result<String, String> {
    signed_in(provider).await.map(|identity| identity.display_name)
}

async fn begins(issuer: &Issuer) -> Result<(), String> {
    let started = issuer.provider().authorize("state".to_owned(), Language::ENGLISH, None, at(NOW), &counting()).await;
    started.map(drop).map_err(|failed| failed.to_string())
}

#[tokio::test]
async fn claims_that_a_sign_in_does_not_need_decide_nothing() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for unused in [
        json!({ "phone_number_verified": "true", "updated_at": "2026-01-02T03:04:05Z", "amr": "pwd", "acr": 1 }),
        json!({ "auth_time": "yesterday", "address": "Erode", "locale": { "country": "IN" }, "zoneinfo": 5.5 }),
        json!({ "gender": 1, "birthdate": 19_900_101, "profile": "", "website": [], "c_hash": 7, "sid": null }),
        json!({ "picture": "", "phone_number": 9_876_543_210_u64, "typ": "ID", "middle_name": false }),
        json!({ "picture": "/avatars/meena.png", "name#ta": 7, "given_name": [], "groups": { "a": [1] } }),
        json!({ "picture": { "data": { "url": "https://photos.example.in/m" } }, "nbf": null, "azp": null }),
        json!({ "at_hash": 7 }),
        json!({ "at_hash": ["x"], "s_hash": {} }),
        json!({ "at_hash": null, "acr": null, "amr": null, "updated_at": null, "address": null }),
    ] {
        issuer.hand_out_claims(&but(issuer.claims(), unused.clone()));
        assert_eq!(name_of(&provider).await.as_deref(), Ok("Meena Devi"), "{unused}");
    }
}

#[tokio::test]
async fn a_verified_email_may_be_said_in_other_types_and_an_unreadable_one_is_not_verified() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for (said, verified) in [
        (json!(true), Ok(true)),
        (json!("true"), Ok(true)),
        (json!("True"), Ok(true)),
        (json!(1), Ok(true)),
        (json!("1"), Ok(true)),
        (Value::Null, Ok(false)),
        (json!("false"), Err(())),
        (json!("False"), Err(())),
        (json!(0), Err(())),
        (json!(""), Err(())),
        (json!("no"), Err(())),
        (json!(["true"]), Err(())),
    ] {
        issuer.hand_out_claims(&but(issuer.claims(), json!({ "email_verified": said })));
        let expected = verified.map_err(|()| "the issuer has not verified the e-mail (email_verified)".to_owned());
        assert_eq!(signed_in(&provider).await.map(|identity| identity.email_verified), expected, "{said}");
    }
}

/// Otherwise an issuer's word about one address would hold for another.
#[tokio::test]
async fn what_verifies_an_email_comes_from_where_the_email_comes_from() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for (token, user_info, verified) in [
        (json!({ "email": null, "email_verified": true }), json!({ "email": "other@example.in" }), false),
        (json!({ "email": "a b@c.in", "email_verified": true }), json!({ "email": "other@example.in" }), false),
        (json!({ "name": null, "email_verified": null }), json!({ "email": "x@c.in", "email_verified": true }), false),
        (json!({ "email": null }), json!({ "email": "other@example.in", "email_verified": "true" }), true),
        (
            json!({ "name": null, "email_verified": null }),
            json!({ "email": "meena@example.in", "email_verified": true }),
            true,
        ),
    ] {
        issuer.hand_out_claims(&but(issuer.claims(), token.clone()));
        let told = but(json!({ "sub": "subject-1" }), user_info);
        issuer.answers(|answers| answers.user_info = (StatusCode::OK, told));
        assert_eq!(signed_in(&provider).await.unwrap().email_verified, verified, "{token}");
    }
}

#[tokio::test]
async fn a_name_is_made_of_what_there_is() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    let nobody_sees = "\u{3164}\u{2800}\u{ad}\u{200b}\u{202e}\u{e0041}\u{fe0f}\u{115f}\u{ffa0}\u{34f}";
    for (claims, name) in [
        (json!({ "given_name": "Meena", "family_name": "Devi" }), "Meena Devi"),
        (json!({ "name": "", "given_name": "Meena", "family_name": "" }), "Meena"),
        (json!({ "family_name": "Devi", "preferred_username": "meena.d" }), "Devi"),
        (json!({ "preferred_username": "meena.d" }), "meena.d"),
        (json!({ "name": 7, "preferred_username": "meena.d" }), "meena.d"),
        (json!({ "name": nobody_sees }), "meena"),
        (json!({ "name": "\u{301}\u{94d} \u{bbe}", "preferred_username": "\u{489}" }), "meena"),
        (json!({ "name": nobody_sees, "given_name": nobody_sees, "preferred_username": nobody_sees }), "meena"),
        (json!({ "name#ta": "மீனா" }), "மீனா"),
        (json!({}), "meena"),
    ] {
        issuer.hand_out_claims(&but(without(issuer.claims(), &["name"]), claims.clone()));
        assert_eq!(name_of(&provider).await.as_deref(), Ok(name), "{claims}");
    }
}

#[tokio::test]
async fn what_is_no_email_address_counts_as_none() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    issuer.answers(|answers| answers.user_info = (StatusCode::OK, json!({ "sub": "subject-1" })));
    for email in [
        json!("a@"),
        json!("a b@c.in"),
        json!("a@b,c"),
        json!("m@x,in"),
        json!("mailto:m@x.in"),
        json!("a@b@c.in"),
        json!("@c.in"),
        json!("a@b..in"),
        json!("a\u{3164}@c.in"),
        json!(7),
        json!(["meena@example.in"]),
    ] {
        issuer.hand_out_claims(&but(issuer.claims(), json!({ "email": email })));
        assert_eq!(name_of(&provider).await, Err("the issuer gives no e-mail".to_owned()), "{email}");
    }
}

#[tokio::test]
async fn a_refused_token_names_the_claim_and_says_by_how_much_a_time_is_off() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for (claims, told) in [
        (json!({ "exp": NOW - 61 }), "exp was 61 s ago by this server's clock"),
        (json!({ "exp": "tomorrow" }), "exp is missing or has another type"),
        (json!({ "exp": null }), "exp is missing or has another type"),
        (json!({ "iat": NOW + 3_600 }), "iat is 3600 s ahead of this server's clock"),
        (json!({ "iat": NOW - 4_000 }), "iat was 4000 s ago by this server's clock"),
        (json!({ "iat": {} }), "iat is missing or has another type"),
        (json!({ "nbf": NOW + 61 }), "nbf is 61 s ahead of this server's clock"),
        (json!({ "nbf": [] }), "nbf is missing or has another type"),
        (json!({ "iss": "https://attacker.example" }), "iss names another issuer"),
        (json!({ "iss": 7 }), "iss is missing or has another type"),
        (json!({ "aud": "other" }), "aud does not name this client alone"),
        (json!({ "aud": ["grow", 7] }), "aud is missing or has another type"),
        (json!({ "aud": ["grow", "other"] }), "aud does not name this client alone"),
        (json!({ "azp": "other" }), "azp names another client"),
        (json!({ "azp": ["grow"] }), "azp is missing or has another type"),
        (json!({ "nonce": "other" }), "nonce is missing or of another sign-in"),
        (json!({ "nonce": 7 }), "nonce is missing or has another type"),
        (json!({ "at_hash": "other" }), "at_hash does not match the access token"),
        (json!({ "sub": "" }), "sub is empty, too long, or of another account"),
        (json!({ "sub": 7 }), "sub is missing or has another type"),
    ] {
        issuer.hand_out_claims(&but(issuer.claims(), claims.clone()));
        assert_eq!(name_of(&provider).await, Err(format!("the ID token is refused: {told}")), "{claims}");
    }
    for claims in [
        json!({ "exp": 1_790_000_600.5, "iat": 1_789_999_999.5 }),
        json!({ "exp": (NOW + 600).to_string(), "iat": NOW.to_string() }),
        json!({ "exp": 1e300 }),
        json!({ "nbf": NOW + 60 }),
        json!({ "exp": NOW - 60 }),
        json!({ "aud": ["grow"] }),
        json!({ "aud": ["a-project", "grow"], "azp": "grow" }),
    ] {
        issuer.hand_out_claims(&but(issuer.claims(), claims.clone()));
        assert_eq!(name_of(&provider).await.as_deref(), Ok("Meena Devi"), "{claims}");
    }
}

#[tokio::test]
async fn an_answer_with_tokens_is_read_for_the_two_that_are_needed() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    let es256 = json!({ "alg": "ES256", "kid": "first", "typ": "jwt", "jku": 7, "x5t": null });
    let id_token = signed(&issuer.key, &es256, &issuer.claims());
    let tokens = json!({ "access_token": ACCESS_TOKEN, "token_type": "Bearer", "id_token": id_token });
    for unused in [
        json!({ "expires_in": "3600" }),
        json!({ "expires_in": 3599.5, "scope": ["openid", "email"] }),
        json!({ "expires_in": null, "refresh_token": null, "scope": null, "token_type": "bearer" }),
        json!({ "token_type": null, "refresh_expires_in": "0", "not-before-policy": 0 }),
    ] {
        issuer.answers(|answers| answers.token = (StatusCode::OK, but(tokens.clone(), unused.clone())));
        assert_eq!(name_of(&provider).await.as_deref(), Ok("Meena Devi"), "{unused}");
    }
    let refused = "the issuer does not accept this client; it says: invalid_client (7 is no secret)";
    for (status, answer) in [
        (StatusCode::BAD_REQUEST, json!({ "error_description": "7 is no secret", "error_uri": null })),
        (StatusCode::OK, json!({ "error_description": "7 is no secret" })),
        (StatusCode::UNAUTHORIZED, json!({ "error_description": "7 is no secret", "error_uri": 7 })),
    ] {
        issuer.answers(|answers| answers.token = (status, but(answer.clone(), json!({ "error": "invalid_client" }))));
        assert_eq!(name_of(&provider).await, Err(refused.to_owned()), "{answer}");
    }
}

#[tokio::test]
async fn a_sign_in_needs_no_access_token_if_the_id_token_says_everything() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    let id_token = |claims| signed(&issuer.key, &json!({ "alg": "ES256", "kid": "first" }), &claims);
    let full = id_token(but(issuer.claims(), json!({ "at_hash": "of another" })));
    let without_email = id_token(without(issuer.claims(), &["email"]));
    let no_email = || Err("the issuer gives no e-mail".to_owned());
    for (answer, outcome) in [
        (json!({ "id_token": full }), Ok("Meena Devi".to_owned())),
        (json!({ "id_token": full, "access_token": null }), Ok("Meena Devi".to_owned())),
        (json!({ "id_token": full, "access_token": 7, "token_type": "Bearer" }), Ok("Meena Devi".to_owned())),
        (json!({ "id_token": without_email }), no_email()),
        (json!({ "access_token": "x" }), Err("the ID token is refused: missing".to_owned())),
        (json!({ "access_token": "x", "id_token": 7 }), Err("the ID token is refused: missing".to_owned())),
        (json!({ "id_token": null }), Err("the issuer sends no token answer that can be read".to_owned())),
    ] {
        issuer.answers(|answers| answers.token = (StatusCode::OK, answer.clone()));
        assert_eq!(name_of(&provider).await, outcome, "{answer}");
    }
}

#[tokio::test]
async fn a_header_that_is_not_understood_is_named() {
    let issuer = Issuer::start().await;
    let provider = issuer.provider();
    for (member, value) in [
        ("crit", json!(["b64"])),
        ("cty", json!("JWT")),
        ("typ", json!("at+jwt")),
        ("typ", json!("dpop+jwt")),
        ("typ", json!(7)),
    ] {
        let header = with(json!({ "alg": "ES256", "kid": "first" }), member, value.clone());
        issuer.hand_out(&signed(&issuer.key, &header, &issuer.claims()));
        let told = format!("the ID token is refused: {member} in its header is not that of a plain ID token");
        assert_eq!(name_of(&provider).await, Err(told), "{value}");
    }
}

#[tokio::test]
async fn a_discovery_document_is_read_for_what_is_needed() {
    let issuer = Issuer::start().await;
    let (_, honest) = issuer.answers(|answers| answers.discovery.clone());
    for unused in [
        json!({ "subject_types_supported": null }),
        json!({ "service_documentation": "see the manual", "op_policy_uri": "", "op_tos_uri": false }),
        json!({ "response_types_supported": null, "id_token_signing_alg_values_supported": null }),
        json!({ "id_token_signing_alg_values_supported": ["RS256", "XX1", 7], "scopes_supported": "openid" }),
        json!({ "registration_endpoint": "none", "claims_supported": {}, "ui_locales_supported": ["??"] }),
        json!({ "grant_types_supported": [7], "display_values_supported": "page", "userinfo_endpoint": "" }),
        json!({ "token_endpoint_auth_methods_supported": "client_secret_basic", "request_parameter_supported": "no" }),
    ] {
        issuer.answers(|answers| answers.discovery = (StatusCode::OK, but(honest.clone(), unused.clone())));
        assert_eq!(begins(&issuer).await, Ok(()), "{unused}");
    }
    let slash = format!("{}/", issuer.url);
    for (needed, told) in [
        (json!({ "authorization_endpoint": null }), "names no authorization_endpoint"),
        (json!({ "authorization_endpoint": "/authorize" }), "names no authorization_endpoint"),
        (json!({ "token_endpoint": 7 }), "names no token_endpoint"),
        (json!({ "jwks_uri": "" }), "names no jwks_uri"),
        (json!({ "issuer": null }), "calls itself by another name"),
        (json!({ "issuer": slash }), "calls itself by another name: with a slash at the end, or without"),
    ] {
        issuer.answers(|answers| answers.discovery = (StatusCode::OK, but(honest.clone(), needed.clone())));
        let told = format!("the issuer {told}");
        assert_eq!(begins(&issuer).await, Err(told), "{needed}");
    }
}

#[tokio::test]
async fn keys_that_are_not_understood_are_ignored() {
    let issuer = Issuer::start().await;
    let es256 = |kid: Value| json!({ "alg": "ES256", "kid": kid });
    let other = public(&SigningKey::from_slice(&[8; 32]).unwrap(), "other");
    let own = |members: Value| but(public(&issuer.key, "first"), members);
    let unknown = [
        json!({ "kty": "AKP", "alg": "ML-DSA-44", "kid": "first", "pub": "x" }),
        json!({ "kty": "EC", "crv": "P-521", "kid": "first", "x": "AA", "y": "AA" }),
        json!({ "kty": "EC", "crv": "P-256", "kid": 7, "alg": "XX1" }),
        json!("no key"),
    ];
    for (case, header, keys) in [
        ("with keys of unknown kinds", es256(json!("first")), json!([&unknown[..], &[own(json!({}))]].concat())),
        ("a key without an id", es256(json!("first")), json!([other, own(json!({ "kid": null, "use": null }))])),
        ("a token without the id of its key", es256(Value::Null), json!([other, own(json!({}))])),
        ("a key for signing of another name", es256(json!("first")), json!([own(json!({ "alg": "ES256" }))])),
    ] {
        issuer.answers(|answers| answers.keys = json!({ "keys": keys }));
        issuer.hand_out(&signed(&issuer.key, &header, &issuer.claims()));
        assert_eq!(name_of(&issuer.provider()).await.as_deref(), Ok("Meena Devi"), "{case}");
    }
    for (case, keys, told) in [
        ("none", json!({}), "the issuer has no keys that can be read"),
        (
            "a key for encryption",
            json!({ "keys": [own(json!({ "use": "enc" }))] }),
            "the ID token is refused: unknown key",
        ),
        ("an empty list", json!({ "keys": [] }), "the ID token is refused: unknown key"),
    ] {
        issuer.answers(|answers| answers.keys = keys);
        issuer.hand_out_claims(&issuer.claims());
        assert_eq!(name_of(&issuer.provider()).await, Err(told.to_owned()), "{case}");
    }
}

#[tokio::test]
async fn user_information_may_be_signed() {
    let issuer = Issuer::start().await;
    issuer.hand_out_claims(&without(issuer.claims(), &["email"]));
    let es256 = json!({ "alg": "ES256", "kid": "first" });
    let told = json!({ "iss": issuer.url, "aud": "grow", "sub": "subject-1", "email": "meena@example.in" });
    let stranger = SigningKey::from_slice(&[9; 32]).unwrap();
    let refused = |told: &str| Err(format!("the ID token is refused: {told}"));
    for (case, key, told, outcome) in [
        ("signed", &issuer.key, told.clone(), Ok("Meena Devi".to_owned())),
        ("by a stranger", &stranger, told.clone(), refused("signature")),
        (
            "for another",
            &issuer.key,
            but(told.clone(), json!({ "aud": "x" })),
            refused("aud does not name this client alone"),
        ),
        (
            "about another",
            &issuer.key,
            but(told, json!({ "sub": "x" })),
            refused("sub is empty, too long, or of another account"),
        ),
    ] {
        let token = signed(key, &es256, &told);
        issuer.answers(|answers| answers.user_info = (StatusCode::OK, Value::String(token)));
        assert_eq!(name_of(&issuer.provider()).await, outcome, "{case}");
    }
}
