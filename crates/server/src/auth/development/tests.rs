//! Tests of the development sign-in with the real client of [`crate::auth::oidc`] and with a browser.

mod world;

use crate::auth::oidc::{OidcError, TokenFault};
use crate::web::sentences;
use axum::http::{StatusCode, header};
use grow_dev_issuer::Sentence;
use grow_domain::Language;
use serde_json::Value;
use std::collections::HashMap;
use url::Url;
use world::{Page, World, changed, client_of, plus, unescape};

#[tokio::test]
async fn a_hinted_account_is_signed_in_without_a_page() {
    let world = World::start().await;
    for (hint, name, email) in [
        ("meena@example.in", "Meena Devi", "meena@example.in"),
        ("Murugan@Example.IN", "Murugan Selvam", "murugan@example.in"),
        ("harpreet@example.in", "Harpreet Singh", "harpreet@example.in"),
        ("kavitha.r@farm.example.in", "kavitha.r", "kavitha.r@farm.example.in"),
    ] {
        let (started, code) = world.code_for(hint).await;
        let identity = world.finish(&started, &code).await.unwrap();
        assert_eq!(identity.issuer, world.issuer);
        assert_eq!((&*identity.display_name, &*identity.email), (name, email));
        assert_eq!(identity.photo_url, None);
    }
}

#[tokio::test]
async fn a_farmer_is_chosen_or_typed() {
    let world = World::start().await;
    for (chosen, name, email) in [
        (vec![("account", "meena@example.in")], "Meena Devi", "meena@example.in"),
        (
            vec![("email", "Kavitha@example.in"), ("name", " Kavitha & <Sons> ")],
            "Kavitha & <Sons>",
            "kavitha@example.in",
        ),
        (vec![("email", "meena@example.in"), ("name", "M. Devi")], "M. Devi", "meena@example.in"),
    ] {
        let (started, page) = world.chooser().await;
        let back = world.submit(&plus(page.hidden(), &chosen)).await.way_back();
        assert_eq!(back.get("state"), Some(&started.state));
        let identity = world.finish(&started, &back["code"]).await.unwrap();
        assert_eq!((&*identity.display_name, &*identity.email), (name, email));
    }
}

#[tokio::test]
async fn a_farmer_keeps_the_subject_when_the_server_starts_anew() {
    let mut subjects = Vec::new();
    let mut keys = Vec::new();
    for seed in [1, 2] {
        let world = World::with_seed(seed).await;
        let (started, code) = world.code_for("meena@example.in").await;
        subjects.push(world.finish(&started, &code).await.unwrap().subject);
        keys.push(world.get(&format!("{}/jwks", world.issuer).parse().unwrap()).await.html);
    }
    assert_eq!(subjects[0], subjects[1]);
    assert_ne!(keys[0], keys[1]);
}

#[tokio::test]
async fn a_code_serves_once_for_a_minute_and_only_its_own_sign_in() {
    let world = World::start().await;
    let hint = "meena@example.in";

    let (started, code) = world.code_for(hint).await;
    world.later(59);
    assert!(world.finish(&started, &code).await.is_ok());
    assert_eq!(world.finish(&started, &code).await.unwrap_err(), OidcError::CodeRefused, "used twice");

    let (started, code) = world.code_for(hint).await;
    world.later(60);
    assert_eq!(world.finish(&started, &code).await.unwrap_err(), OidcError::CodeRefused, "expired");

    let (started, code) = world.code_for(hint).await;
    let stolen = world.client.finish(&code, &"x".repeat(43), &started.nonce, world.now()).await;
    assert_eq!(stolen.unwrap_err().error, OidcError::CodeRefused, "another verifier");
    assert_eq!(world.finish(&started, &code).await.unwrap_err(), OidcError::CodeRefused, "burnt by the attempt");

    let (started, code) = world.code_for(hint).await;
    let mixed = world.client.finish(&code, &started.pkce_verifier, "another", world.now()).await;
    assert_eq!(mixed.unwrap_err().error, OidcError::InvalidToken(TokenFault::Nonce), "another nonce");

    let (started, _) = world.code_for(hint).await;
    assert_eq!(world.finish(&started, "made-up").await.unwrap_err(), OidcError::CodeRefused, "made up");
    assert_eq!(world.finish(&started, "").await.unwrap_err(), OidcError::CodeRefused, "empty");

    for (id, redirect_uri, expected) in [
        ("other", world.redirect_uri.clone(), OidcError::ClientRefused),
        ("grow", "http://127.0.0.1/other".parse().unwrap(), OidcError::CodeRefused),
    ] {
        let (started, code) = world.code_for(hint).await;
        let client = client_of(&world.issuer, id, &redirect_uri);
        let refusal = client.finish(&code, &started.pkce_verifier, &started.nonce, world.now()).await.unwrap_err();
        assert_eq!(refusal.error, expected, "{id} {redirect_uri}");
    }
}

#[tokio::test]
async fn a_request_of_an_unknown_client_is_not_redirected() {
    let world = World::start().await;
    let url = world.authorize(Some("meena@example.in")).await.url;
    let callback = world.redirect_uri.as_str();
    for (name, value) in [
        ("client_id", None),
        ("client_id", Some("other")),
        ("redirect_uri", None),
        ("redirect_uri", Some("https://attacker.example/")),
        ("redirect_uri", Some(&*format!("{callback}/"))),
        ("redirect_uri", Some(&*format!("{callback}?x=1"))),
        ("redirect_uri", Some(&*callback.to_uppercase())),
    ] {
        let page = world.get(&changed(&url, name, value)).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{name} {value:?}");
        assert_eq!(page.header(header::LOCATION), "");
        assert!(page.html.contains(say(Sentence::REFUSAL_TITLE)));
    }
    let twice: Url = format!("{url}&redirect_uri=https://attacker.example/").parse().unwrap();
    assert_eq!(world.get(&twice).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_request_that_cannot_be_met_is_told_to_the_client() {
    let world = World::start().await;
    let started = world.authorize(Some("meena@example.in")).await;
    let long = "x".repeat(513);
    for (name, value, error) in [
        ("response_type", Some("token"), "unsupported_response_type"),
        ("response_type", None, "unsupported_response_type"),
        ("scope", Some("profile email"), "invalid_scope"),
        ("scope", Some("openidprofile"), "invalid_scope"),
        ("code_challenge", None, "invalid_request"),
        ("code_challenge", Some("too-short"), "invalid_request"),
        ("code_challenge", Some(&*"=".repeat(43)), "invalid_request"),
        ("code_challenge_method", Some("plain"), "invalid_request"),
        ("code_challenge_method", None, "invalid_request"),
        ("nonce", None, "invalid_request"),
        ("nonce", Some(&*long), "invalid_request"),
        ("state", None, "invalid_request"),
        ("state", Some(&*long), "invalid_request"),
    ] {
        let back = world.get(&changed(&started.url, name, value)).await.way_back();
        assert_eq!(back.get("error").map(String::as_str), Some(error), "{name} {value:?}");
        assert!(!back.contains_key("code"));
        if name != "state" {
            assert_eq!(back.get("state"), Some(&started.state));
        }
    }
    let silent = changed(&changed(&started.url, "login_hint", None), "prompt", Some("none"));
    assert_eq!(world.get(&silent).await.way_back()["error"], "login_required");
}

#[tokio::test]
async fn the_state_is_returned_unchanged() {
    let world = World::start().await;
    let started = world.authorize(Some("meena@example.in")).await;
    for state in ["a b+c%20d&e=f#g?h", "மீனா", "<script>alert(1)</script>"] {
        let location = world.get(&changed(&started.url, "state", Some(state))).await.location();
        assert_eq!(location.origin(), world.redirect_uri.origin());
        assert_eq!(location.path(), world.redirect_uri.path());
        assert!(location.query_pairs().any(|(name, value)| name == "state" && value == state));
    }
}

#[tokio::test]
async fn the_chooser_says_what_it_is_and_offers_a_way_out() {
    let world = World::start().await;
    let (started, page) = world.chooser().await;
    for text in [
        &format!("<h1>{}</h1>", say(Sentence::CHOOSER_TITLE)),
        say(Sentence::CHOOSER_NOTE),
        "Meena Devi",
        "meena@example.in",
        "Murugan Selvam",
        "murugan@example.in",
        "Harpreet Singh",
        "harpreet@example.in",
        &format!(r#"<label for="email">{}</label>"#, say(Sentence::CHOOSER_EMAIL)),
        &format!(r#"<label for="name">{}</label>"#, say(Sentence::CHOOSER_NAME)),
        &format!(r#"<button class="continue">{}</button>"#, say(Sentence::CHOOSER_CONTINUE)),
    ] {
        assert!(page.html.contains(text), "{text}");
    }
    let policy = page.header(header::CONTENT_SECURITY_POLICY);
    let origin = world.redirect_uri.origin().ascii_serialization();
    for part in ["default-src 'none'", "style-src 'self'", &format!("form-action 'self' {origin}")] {
        assert!(policy.split("; ").any(|directive| directive == part), "{part} in {policy}");
    }
    assert!(!page.html.contains("<script") && !page.html.contains("style=\""));
    assert_eq!(page.header(header::CACHE_CONTROL), "no-store");

    let cancel = page.html.split(r#"class="cancel" href=""#).nth(1).unwrap().split('"').next().unwrap();
    let cancel: Url = unescape(cancel).parse().unwrap();
    let back: HashMap<_, _> = cancel.query_pairs().into_owned().collect();
    assert!(cancel.as_str().starts_with(world.redirect_uri.as_str()));
    assert_eq!(back["error"], "access_denied");
    assert_eq!(back["state"], started.state);

    assert!(page.html.contains(r#"<link rel="stylesheet" href="/auth/style.css">"#));
}

#[tokio::test]
async fn a_typed_account_is_checked_with_a_message_beside_the_field() {
    let world = World::start().await;
    let (_, page) = world.chooser().await;
    let long = "n".repeat(101);
    for (email, name, messages) in [
        ("", "Kavitha", vec![Sentence::EMAIL_MISSING]),
        ("kavitha", "Kavitha", vec![Sentence::EMAIL_WRONG]),
        ("kavitha@example.in", " ", vec![Sentence::NAME_MISSING]),
        ("kavitha@example.in", &*long, vec![Sentence::NAME_LONG]),
        ("@", "", vec![Sentence::EMAIL_WRONG, Sentence::NAME_MISSING]),
    ] {
        let again = world.submit(&plus(page.hidden(), &[("email", email), ("name", name)])).await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
        for message in &messages {
            let message = say(*message).replace("{most}", "100");
            assert!(again.html.contains(&message), "{message}");
        }
        assert_eq!(again.html.matches("aria-invalid").count(), messages.len());
        assert_eq!(again.html.matches(" autofocus").count(), 1);
        assert!(again.html.contains(&format!(r#"value="{email}""#)), "what was typed is kept");
        let done = world.submit(&plus(again.hidden(), &[("email", "k@example.in"), ("name", "Kavitha")])).await;
        assert!(done.way_back().contains_key("code"));
    }
    let hinted = world.get(&world.authorize(Some("not an e-mail")).await.url).await;
    assert_eq!(hinted.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(hinted.html.contains(r#"value="not an e-mail""#));
    let stranger = world.submit(&plus(page.hidden(), &[("account", "stranger@example.in")])).await;
    assert_eq!(stranger.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_submitted_form_is_validated_again() {
    let world = World::start().await;
    let (_, page) = world.chooser().await;
    let with = |name: &str, value: &str| {
        let fields =
            page.hidden().into_iter().map(|(key, old)| if key == name { (key, value.into()) } else { (key, old) });
        plus(fields.collect(), &[("account", "meena@example.in")])
    };
    for (name, value) in [("redirect_uri", "https://attacker.example/"), ("client_id", "other")] {
        let refused = world.submit(&with(name, value)).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{name}");
        assert!(!refused.html.contains("attacker"));
    }
    let downgraded = world.submit(&with("code_challenge_method", "plain")).await;
    assert_eq!(downgraded.way_back()["error"], "invalid_request");
    let huge = world.submit(&with("state", &"x".repeat(20_000))).await;
    assert_eq!(huge.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn no_field_becomes_markup() {
    let world = World::start().await;
    let payload = r#""'><script>alert(1)</script><img src=x onerror=alert(1)>"#;
    let request = world.authorize(None).await.url;
    for name in ["state", "nonce", "login_hint", "scope"] {
        let value = if name == "scope" { format!("openid {payload}") } else { payload.to_owned() };
        let page = world.get(&changed(&request, name, Some(&value))).await;
        assert!(page.html.contains(say(Sentence::CHOOSER_TITLE)), "{name}");
        assert!(!page.html.contains("<script") && !page.html.contains("<img"), "{name}");
        assert_eq!(page.html.matches('<').count(), page.html.matches('>').count(), "{name}");
        if name != "login_hint" {
            let carried = page.hidden().into_iter().find(|(key, _)| key == name).unwrap().1;
            assert_eq!(carried, value, "carried whole");
        }
    }
    let (_, page) = world.chooser().await;
    let again = world.submit(&plus(page.hidden(), &[("email", payload), ("name", payload)])).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!again.html.contains("<script") && !again.html.contains("<img"));
    assert_eq!(again.html.matches("&lt;script&gt;").count(), 2);
}

#[tokio::test]
async fn an_access_token_opens_userinfo_for_ten_minutes() {
    let world = World::start().await;
    let (started, code) = world.code_for("meena@example.in").await;
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", &*code),
        ("redirect_uri", world.redirect_uri.as_str()),
        ("code_verifier", &*started.pkce_verifier),
        ("client_id", "grow"),
    ];
    let answer = world.browser.post(format!("{}/token", world.issuer)).form(&fields).send().await.unwrap();
    let tokens: Value = answer.json().await.unwrap();
    let user_info = async |token: &str| {
        let request = world.browser.get(format!("{}/userinfo", world.issuer)).bearer_auth(token);
        Page::read(request.send().await.unwrap()).await
    };
    let token = tokens["access_token"].as_str().unwrap();
    let told: Value = serde_json::from_str(&user_info(token).await.html).unwrap();
    assert_eq!(told["email"], "meena@example.in");
    assert_eq!(told["name"], "Meena Devi");
    assert_eq!(user_info("made-up").await.status, StatusCode::UNAUTHORIZED);
    world.later(600);
    assert_eq!(user_info(token).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_pages_are_in_the_language_that_the_client_asks_for() {
    let world = World::start().await;
    for language in Language::all() {
        let request = world.authorize_in(language, None).await.url;
        let page = world.get(&request).await;
        assert!(page.html.contains(&format!("<html lang=\"{}\">", language.tag())));
        assert_eq!(page.header(header::CONTENT_LANGUAGE), language.tag());
        let wrong = world.submit(&plus(page.hidden(), &[("email", ""), ("name", "")])).await;
        assert!(wrong.html.contains(sentences::by_key(Sentence::EMAIL_MISSING.key(), language)), "{language:?}");
        let unknown = world.get(&changed(&request, "client_id", Some("other"))).await;
        assert!(unknown.html.contains(sentences::by_key(Sentence::REFUSAL_CLIENT.key(), language)), "{language:?}");
        let chosen = world.submit(&plus(page.hidden(), &[("account", "meena@example.in")])).await;
        assert!(chosen.way_back().contains_key("code"));
    }
    let unknown = world.get(&changed(&world.authorize(None).await.url, "ui_locales", Some("tlh x-y"))).await;
    assert!(unknown.html.contains("<html lang=\"en\">"));
}

fn say(sentence: Sentence) -> &'static str {
    sentences::by_key(sentence.key(), Language::ENGLISH)
}
