//! An issuer for tests, over HTTP, whose answers each test sets.

use super::tokens::{public, signed};
use super::{ACCESS_TOKEN, NONCE, NOW};
use crate::auth::oidc::{Config, Provider, Timeouts};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use p256::ecdsa::SigningKey;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The binary does this in `main`.
pub(super) fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// An issuer whose answers a test can change.
pub(super) struct Issuer {
    pub(super) url: String,
    pub(super) key: SigningKey,
    answers: Mutex<Answers>,
    pub(super) discoveries: AtomicUsize,
    pub(super) user_infos: AtomicUsize,
}

pub(super) struct Answers {
    pub(super) discovery: (StatusCode, Value),
    pub(super) keys: Value,
    pub(super) token: (StatusCode, Value),
    pub(super) user_info: (StatusCode, Value),
}

impl Issuer {
    pub(super) async fn start() -> Arc<Self> {
        install_tls();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let discovery = json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "userinfo_endpoint": format!("{url}/userinfo"),
            "jwks_uri": format!("{url}/jwks"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
        });
        let answers = Mutex::new(Answers {
            discovery: (StatusCode::OK, discovery),
            keys: json!({ "keys": [public(&key, "first")] }),
            token: (StatusCode::OK, json!({})),
            user_info: (StatusCode::NOT_FOUND, json!({})),
        });
        let issuer =
            Arc::new(Self { url, key, answers, discoveries: AtomicUsize::new(0), user_infos: AtomicUsize::new(0) });
        let router =
            Router::new()
                .route("/.well-known/openid-configuration", get(discovery_answer))
                .route(
                    "/jwks",
                    get(|State(issuer): State<Arc<Issuer>>| async move {
                        Json(issuer.answers(|answers| answers.keys.clone()))
                    }),
                )
                .route(
                    "/token",
                    post(|State(issuer): State<Arc<Issuer>>| async move {
                        let (status, body) = issuer.answers(|answers| answers.token.clone());
                        (status, Json(body))
                    }),
                )
                .route("/userinfo", get(user_info_answer))
                .route(
                    "/elsewhere",
                    get(|State(issuer): State<Arc<Issuer>>| async move {
                        Json(issuer.answers(|answers| answers.discovery.1.clone()))
                    }),
                )
                .with_state(Arc::clone(&issuer));
        tokio::spawn(async move { axum::serve(listener, router).await });
        issuer
    }

    pub(super) fn answers<T>(&self, change: impl FnOnce(&mut Answers) -> T) -> T {
        change(&mut self.answers.lock().unwrap())
    }

    pub(super) fn provider(&self) -> Provider {
        Provider::new(self.config()).unwrap()
    }

    pub(super) fn config(&self) -> Config {
        Config {
            issuer: self.url.clone(),
            client_id: "grow".into(),
            client_secret: Some("client-secret".into()),
            redirect_uri: "http://127.0.0.1/auth/callback".parse().unwrap(),
            is_this_server: false,
            timeouts: Timeouts::default(),
        }
    }

    /// Returns the claims of a valid token.
    pub(super) fn claims(&self) -> Value {
        json!({
            "iss": self.url, "aud": "grow", "sub": "subject-1", "nonce": NONCE, "iat": NOW, "exp": NOW + 600,
            "email": "meena@example.in", "email_verified": true, "name": "Meena Devi",
        })
    }

    pub(super) fn hand_out(&self, id_token: &str) {
        let answer = json!({ "access_token": ACCESS_TOKEN, "token_type": "Bearer", "id_token": id_token });
        self.answers(|answers| answers.token = (StatusCode::OK, answer));
    }

    pub(super) fn hand_out_claims(&self, claims: &Value) {
        self.hand_out(&signed(&self.key, &json!({ "alg": "ES256", "kid": "first" }), claims));
    }
}

async fn discovery_answer(State(issuer): State<Arc<Issuer>>) -> Response {
    issuer.discoveries.fetch_add(1, Ordering::SeqCst);
    let (status, body) = issuer.answers(|answers| answers.discovery.clone());
    (status, [(header::LOCATION, "/elsewhere")], Json(body)).into_response()
}

async fn user_info_answer(State(issuer): State<Arc<Issuer>>, headers: HeaderMap) -> Response {
    issuer.user_infos.fetch_add(1, Ordering::SeqCst);
    assert_eq!(headers.get(header::AUTHORIZATION).unwrap(), &format!("Bearer {ACCESS_TOKEN}"));
    match issuer.answers(|answers| answers.user_info.clone()) {
        (status, Value::String(token)) => (status, [(header::CONTENT_TYPE, "application/jwt")], token).into_response(),
        (status, body) => (status, Json(body)).into_response(),
    }
}
