//! An identity provider for tests. It can follow or break the rules of the code flow, and signs any token that a test
//! asks for.

use crate::browser::Browser;
use crate::grow::{Grow, noon, soon};
use crate::tokens::{public, signed};
use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use grow_server::{Config, OidcClient};
use grow_store::testing::TestStore;
use http::{StatusCode, header};
use p256::ecdsa::SigningKey;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use url::Url;

/// The client secret.
pub(crate) const CLIENT_SECRET: &str = "the-secret-of-this-client";

/// Makes an ID token from the claims of a valid one.
pub(crate) type Forge = Box<dyn Fn(Value) -> String + Send>;

pub(crate) struct Issuer {
    pub(crate) url: String,
    pub(crate) key: SigningKey,
    forge: Mutex<Forge>,
    /// A code is an index of this list.
    sign_ins: Mutex<Vec<SignIn>>,
    /// Whether every code is accepted, any number of times and from any client.
    is_careless: AtomicBool,
    codes_brought: AtomicUsize,
    strangers_keys_read: AtomicUsize,
}

struct SignIn {
    asked: Asked,
    is_redeemed: bool,
}

/// The parameters of an authorization request.
#[derive(Deserialize)]
struct Asked {
    state: String,
    nonce: String,
    code_challenge: String,
    redirect_uri: Url,
}

/// The parameters of a token request.
#[derive(Deserialize)]
struct Brought {
    code: String,
    code_verifier: String,
}

impl Issuer {
    pub(crate) async fn start() -> Arc<Self> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let issuer = Arc::new(Self {
            url: format!("http://{}", listener.local_addr().unwrap()),
            forge: Mutex::new(honest(&key)),
            key,
            sign_ins: Mutex::default(),
            is_careless: AtomicBool::new(false),
            codes_brought: AtomicUsize::new(0),
            strangers_keys_read: AtomicUsize::new(0),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(keys))
            .route("/strangers-keys", get(strangers_keys))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .with_state(Arc::clone(&issuer));
        tokio::spawn(async move { axum::serve(listener, router).await });
        issuer
    }

    /// Starts a server with this identity provider.
    pub(crate) async fn serve(&self, store: TestStore) -> Grow {
        let client_secret = Some(CLIENT_SECRET.to_owned());
        let oidc = OidcClient { issuer: self.url.clone(), name: None, client_id: "grow".to_owned(), client_secret };
        Grow::serve_with(store, |config| Config { oidc: Some(oidc), ..config }).await
    }

    /// Issues such tokens from now on.
    pub(crate) fn hand_out(&self, forge: Forge) {
        *self.forge.lock().unwrap() = forge;
    }

    /// Accepts any code from now on, any number of times and from any client.
    pub(crate) fn become_careless(&self) {
        self.is_careless.store(true, Ordering::SeqCst);
    }

    pub(crate) fn codes_brought(&self) -> usize {
        self.codes_brought.load(Ordering::SeqCst)
    }

    /// The address of a key set that does not belong to the issuer.
    pub(crate) fn strangers_keys(&self) -> String {
        format!("{}/strangers-keys", self.url)
    }

    pub(crate) fn strangers_keys_read(&self) -> usize {
        self.strangers_keys_read.load(Ordering::SeqCst)
    }

    fn redeem(&self, Brought { code, code_verifier }: &Brought) -> Option<Value> {
        let mut sign_ins = self.sign_ins.lock().unwrap();
        let sign_in = sign_ins.get_mut(code.parse::<usize>().ok()?)?;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(code_verifier));
        let is_good = !sign_in.is_redeemed && challenge == sign_in.asked.code_challenge;
        sign_in.is_redeemed = true;
        let now = noon().as_second();
        (is_good || self.is_careless.load(Ordering::SeqCst)).then(|| {
            json!({
                "iss": self.url, "aud": "grow", "sub": "subject-1", "nonce": sign_in.asked.nonce,
                "iat": now, "exp": now + 600,
                "email": "meena@example.in", "email_verified": true, "name": "Meena Devi",
            })
        })
    }
}

/// Returns a valid token.
pub(crate) fn honest(key: &SigningKey) -> Forge {
    let key = key.clone();
    Box::new(move |claims| signed(&key, &json!({ "alg": "ES256", "kid": "first" }), &claims))
}

/// Follows a sign-in from the button through the issuer and returns the callback's address.
pub(crate) async fn way_to_the_callback(grow: &Grow, browser: &Browser, start: &str) -> Url {
    let there = browser.get(start).await;
    let back = soon("the issuer", grow.client.get(there.location()).send()).await.unwrap();
    back.headers()[header::LOCATION].to_str().unwrap().parse().unwrap()
}

async fn discovery(State(issuer): State<Arc<Issuer>>) -> Json<Value> {
    let url = &issuer.url;
    Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
    }))
}

async fn keys(State(issuer): State<Arc<Issuer>>) -> Json<Value> {
    Json(json!({ "keys": [public(&issuer.key, "first")] }))
}

async fn strangers_keys(State(issuer): State<Arc<Issuer>>) -> Json<Value> {
    issuer.strangers_keys_read.fetch_add(1, Ordering::SeqCst);
    Json(json!({ "keys": [public(&stranger(), "first"), public(&stranger(), "strange")] }))
}

/// Returns a key that the issuer does not publish.
pub(crate) fn stranger() -> SigningKey {
    SigningKey::from_slice(&[9; 32]).unwrap()
}

async fn authorize(State(issuer): State<Arc<Issuer>>, Query(asked): Query<Asked>) -> Redirect {
    let mut sign_ins = issuer.sign_ins.lock().unwrap();
    let mut back = asked.redirect_uri.clone();
    back.query_pairs_mut().append_pair("code", &sign_ins.len().to_string()).append_pair("state", &asked.state);
    sign_ins.push(SignIn { asked, is_redeemed: false });
    Redirect::to(back.as_str())
}

async fn token(State(issuer): State<Arc<Issuer>>, Form(brought): Form<Brought>) -> Response {
    issuer.codes_brought.fetch_add(1, Ordering::SeqCst);
    let Some(claims) = issuer.redeem(&brought) else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    };
    let id_token = issuer.forge.lock().unwrap()(claims);
    Json(json!({ "access_token": "access-token", "token_type": "Bearer", "id_token": id_token })).into_response()
}
