//! 'A hostile issuer (in-process, real HTTP, raw tokens): alg none, HS256 with the public key, unknown kid, attacker's
//! jku, wrong iss, aud, azp, nonce, expired, issued in the future, unverified e-mail, replayed code, state missing or
//! from another browser, login row used twice (100 parallel callbacks): no session, and the right error.'

use crate::answer::Answer;
use crate::browser::Browser;
use crate::grow::{Grow, noon};
use crate::issuer::{CLIENT_SECRET, Forge, Issuer, honest, stranger, way_to_the_callback};
use crate::sign_in::is_popup_page;
use crate::tokens::{public, signed, unsigned, with};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::future::join_all;
use grow_store::both_stores;
use p256::ecdsa::SigningKey;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

const START: &str = "/auth/start";
const INVALID_TOKEN: &str = "auth/invalid-user-token";
const NO_SUCH_USER: &str = "auth/user-not-found";

/// A token with this header.
fn under(key: &SigningKey, header: Value) -> Forge {
    let key = key.clone();
    Box::new(move |claims| signed(&key, &header, &claims))
}

/// A valid token except for one claim. Null removes it.
fn changed(issuer: &Issuer, name: &'static str, value: Value) -> Forge {
    let sign = honest(&issuer.key);
    Box::new(move |claims| sign(with(claims, name, value.clone())))
}

/// A token signed with a secret that others know.
fn hs256(known: impl AsRef<[u8]>) -> Forge {
    let known = known.as_ref().to_vec();
    Box::new(move |claims| {
        let text = unsigned(&json!({ "alg": "HS256", "kid": "first" }), &claims);
        let signature = hmac_sha256(&known, text.as_bytes());
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    })
}

/// RFC 2104.
fn hmac_sha256(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let hash = |pad: u8, text: &[u8]| Sha256::digest([&block.map(|byte| byte ^ pad), text].concat());
    hash(0x5c, &hash(0x36, text)).into()
}

fn forgeries(issuer: &Issuer) -> Vec<(&'static str, Forge, &'static str)> {
    let key = &issuer.key;
    let now = noon().as_second();
    let none = |algorithm: &'static str| -> Forge {
        Box::new(move |claims| format!("{}.", unsigned(&json!({ "alg": algorithm }), &claims)))
    };
    let jku = |kid| json!({ "alg": "ES256", "kid": kid, "jku": issuer.strangers_keys() });
    let jwk = json!({ "alg": "ES256", "kid": "first", "jwk": public(&stranger(), "first") });
    vec![
        ("alg none", none("none"), INVALID_TOKEN),
        ("alg None", none("None"), INVALID_TOKEN),
        ("alg ES256 and no signature", none("ES256"), INVALID_TOKEN),
        ("HS256 with the public key", hs256(key.verifying_key().to_sec1_bytes()), INVALID_TOKEN),
        ("HS256 with the published key", hs256(public(key, "first").to_string()), INVALID_TOKEN),
        ("HS256 with our secret", hs256(CLIENT_SECRET), INVALID_TOKEN),
        ("unknown kid", under(key, json!({ "alg": "ES256", "kid": "other" })), INVALID_TOKEN),
        ("key of a stranger", honest(&stranger()), INVALID_TOKEN),
        ("attacker's jku, kid of the issuer", under(&stranger(), jku("first")), INVALID_TOKEN),
        ("attacker's jku and kid", under(&stranger(), jku("strange")), INVALID_TOKEN),
        ("attacker's jwk", under(&stranger(), jwk), INVALID_TOKEN),
        ("iss of another", changed(issuer, "iss", json!("https://accounts.google.com")), INVALID_TOKEN),
        ("aud of another", changed(issuer, "aud", json!("other")), INVALID_TOKEN),
        ("aud of several", changed(issuer, "aud", json!(["grow", "other"])), INVALID_TOKEN),
        ("azp of another", changed(issuer, "azp", json!("other")), INVALID_TOKEN),
        ("nonce of another sign-in", changed(issuer, "nonce", json!("other")), INVALID_TOKEN),
        ("no nonce", changed(issuer, "nonce", Value::Null), INVALID_TOKEN),
        ("expired", changed(issuer, "exp", json!(now - 61)), INVALID_TOKEN),
        ("issued in the future", changed(issuer, "iat", json!(now + 61)), INVALID_TOKEN),
        ("issued long ago", changed(issuer, "iat", json!(now - 601)), INVALID_TOKEN),
        ("no subject", changed(issuer, "sub", json!("")), INVALID_TOKEN),
        ("e-mail not verified", changed(issuer, "email_verified", json!(false)), NO_SUCH_USER),
        ("no e-mail", changed(issuer, "email", Value::Null), NO_SUCH_USER),
    ]
}

/// Returns the numbers of sessions and farmers.
async fn sessions_and_farmers(grow: &Grow) -> [i64; 2] {
    let sessions = grow.store.number("SELECT COUNT(*) FROM sessions").await;
    [sessions, grow.store.number("SELECT COUNT(*) FROM farmers").await]
}

/// Asserts that nobody was signed in and that the sign-in screen gets this error code.
async fn is_refused(browser: &Browser, answer: &Answer, code: &str, case: &str) {
    assert_eq!(answer.location(), format!("/login?error={code}"), "{case}");
    assert_eq!(browser.cookie("grow_session"), None, "{case}");
    assert_eq!(browser.get("/api/v1/session").await.json(200), json!({ "user": null }), "{case}");
}

async fn arrives(browser: &Browser, callback: &Url) {
    assert_eq!(browser.get(callback.as_str()).await.location(), "/dashboard");
    assert_eq!(browser.signed_in_as().await.as_deref(), Some("meena@example.in"));
}

/// Returns an address with other values of these parameters. None removes a parameter.
fn but_with(address: &Url, changes: &[(&str, Option<&str>)]) -> Url {
    let mut kept: Vec<_> = address.query_pairs().into_owned().collect();
    kept.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    let added = changes.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
    let mut address = address.clone();
    address.query_pairs_mut().clear().extend_pairs(kept).extend_pairs(added);
    address
}

fn code_of(callback: &Url) -> String {
    callback.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned()
}

both_stores! {
    async fn a_forged_token_opens_nothing_and_an_honest_one_a_session(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        for (case, forge, code) in forgeries(&issuer) {
            issuer.hand_out(forge);
            let browser = grow.guest();
            let callback = way_to_the_callback(&grow, &browser, START).await;
            is_refused(&browser, &browser.get(callback.as_str()).await, code, case).await;
            assert_eq!(sessions_and_farmers(&grow).await, [0, 0], "{case}");
            assert_eq!(grow.store.number("SELECT COUNT(*) FROM logins").await, 0, "{case}: no second try");
        }
        assert_eq!(issuer.codes_brought(), forgeries(&issuer).len(), "each token was asked for");
        assert_eq!(issuer.strangers_keys_read(), 0, "no token says where its key is");

        issuer.hand_out(honest(&issuer.key));
        let browser = grow.guest();
        let callback = way_to_the_callback(&grow, &browser, START).await;
        arrives(&browser, &callback).await;
        assert_eq!(sessions_and_farmers(&grow).await, [1, 1]);
        grow.stop().await;
    }

    async fn a_forged_token_in_a_popup_is_told_to_the_app(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        issuer.hand_out(honest(&stranger()));
        let browser = grow.guest();
        let callback = way_to_the_callback(&grow, &browser, "/auth/start?mode=popup").await;
        is_popup_page(&browser.get(callback.as_str()).await, INVALID_TOKEN);
        assert_eq!(browser.cookie("grow_session"), None);
        assert_eq!(sessions_and_farmers(&grow).await, [0, 0]);
        grow.stop().await;
    }

    async fn a_code_is_good_once_and_for_the_browser_that_asked(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        let (meena, thief) = (grow.guest(), grow.guest());
        let used = way_to_the_callback(&grow, &meena, START).await;
        arrives(&meena, &used).await;
        // A careless issuer accepts any code and gives the thief Meena's token. Its nonce belongs to her sign-in.
        for what in ["the issuer refuses", "the nonce is another's"] {
            let fresh = way_to_the_callback(&grow, &meena, START).await;
            for (case, callback) in [("used", &used), ("fresh", &fresh)] {
                let own = way_to_the_callback(&grow, &thief, START).await;
                let stolen = but_with(&own, &[("code", Some(&code_of(callback)))]);
                let answer = thief.get(stolen.as_str()).await;
                is_refused(&thief, &answer, INVALID_TOKEN, &format!("{case}: {what}")).await;
                assert_eq!(sessions_and_farmers(&grow).await, [1, 1], "{case}: {what}");
            }
            issuer.become_careless();
        }
        assert_eq!(issuer.codes_brought(), 5, "each was tried");
        grow.stop().await;
    }

    async fn the_issuer_is_not_asked_about_a_state_that_is_not_of_this_browser(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        let (meena, stranger, other) = (grow.guest(), grow.guest(), grow.guest());
        let callback = way_to_the_callback(&grow, &meena, START).await;
        way_to_the_callback(&grow, &other, START).await;
        for (case, browser, callback) in [
            ("state missing", &meena, but_with(&callback, &[("state", None)])),
            ("state empty", &meena, but_with(&callback, &[("state", Some(""))])),
            ("state made up", &meena, but_with(&callback, &[("state", Some("made-up"))])),
            ("a browser that began no sign-in", &stranger, callback.clone()),
            ("a browser that began another", &other, callback.clone()),
        ] {
            is_refused(browser, &browser.get(callback.as_str()).await, INVALID_TOKEN, case).await;
            assert_eq!(sessions_and_farmers(&grow).await, [0, 0], "{case}");
        }
        assert_eq!(issuer.codes_brought(), 0);
        arrives(&meena, &callback).await;
        grow.stop().await;
    }

    async fn an_error_of_the_issuer_is_passed_on_to_the_app(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        for (error, code) in [
            ("access_denied", "auth/user-cancelled"),
            ("unauthorized_client", "auth/unauthorized-domain"),
            ("temporarily_unavailable", "auth/network-request-failed"),
            ("server_error", "auth/internal-error"),
            ("/../dashboard", "auth/internal-error"),
        ] {
            for with_code in [None, Some("0")] {
                let browser = grow.guest();
                let callback = way_to_the_callback(&grow, &browser, START).await;
                let callback = but_with(&callback, &[("code", with_code), ("error", Some(error))]);
                is_refused(&browser, &browser.get(callback.as_str()).await, code, error).await;
            }
        }
        assert_eq!((issuer.codes_brought(), sessions_and_farmers(&grow).await), (0, [0, 0]));
        grow.stop().await;
    }

    async fn only_one_of_a_hundred_callbacks_of_a_sign_in_opens_a_session(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        let browser = grow.guest();
        let callback = way_to_the_callback(&grow, &browser, START).await;
        let answers = join_all((0..100).map(|_| browser.get(callback.as_str()))).await;
        let (arrived, refused): (Vec<_>, Vec<_>) =
            answers.iter().map(Answer::location).partition(|location| *location == "/dashboard");
        assert_eq!(arrived.len(), 1);
        assert!(refused.iter().all(|location| *location == format!("/login?error={INVALID_TOKEN}")), "{refused:?}");
        assert_eq!(issuer.codes_brought(), 1);
        assert_eq!(sessions_and_farmers(&grow).await, [1, 1]);
        assert!(browser.signed_in_as().await.is_some());
        grow.stop().await;
    }

    async fn concurrent_sign_ins_of_one_identity_are_one_farmer(store) {
        let issuer = Issuer::start().await;
        let grow = issuer.serve(store).await;
        let browsers: Vec<_> = (0..20).map(|_| grow.guest()).collect();
        let callbacks = join_all(browsers.iter().map(|browser| way_to_the_callback(&grow, browser, START))).await;
        join_all(browsers.iter().zip(&callbacks).map(|(browser, callback)| arrives(browser, callback))).await;
        assert_eq!(sessions_and_farmers(&grow).await, [20, 1]);
        grow.stop().await;
    }
}
