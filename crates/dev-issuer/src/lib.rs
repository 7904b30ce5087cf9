//! The development sign-in: an OpenID Connect issuer inside the server's process. Sign-in in development runs the same
//! code over the same HTTP as with Google, without an account or a password.
//!
//! Anyone can sign in as anyone, so the server mounts it on a loopback address only, unless the operator allows more,
//! and a release can be built without this crate.
//!
//! The pages use the style sheet of the server's own sign-in pages, `/auth/style.css`.

mod accounts;
mod authorize;
mod host;
mod issuer;
mod keys;
mod page;
mod parameters;
mod sentence;
mod tickets;
mod token;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::{IntoResponse, Json};
use axum::routing::{get, post};
use issuer::Issuer;
use serde_json::{Value, json};
use std::sync::Arc;

pub use accounts::Account;
pub use host::Host;
pub use issuer::Client;
pub use sentence::Sentence;

/// Maximum size of a form.
const FORM_MAX_BYTES: usize = 16 * 1024;

/// Returns the issuer's routes, to be nested at the path of its address. Generates the key, which lives as long as the
/// router.
pub fn router(client: Client, host: impl Host) -> Router {
    Router::new()
        .route("/.well-known/openid-configuration", get(discovery))
        .route("/jwks", get(jwks))
        .route("/authorize", get(authorize::show).post(authorize::choose))
        .route("/token", post(token::redeem))
        .route("/userinfo", get(token::user_info))
        .layer(DefaultBodyLimit::max(FORM_MAX_BYTES))
        .with_state(Arc::new(Issuer::new(client, host)))
}

async fn discovery(State(issuer): State<Arc<Issuer>>) -> Json<Value> {
    let address = issuer.address();
    Json(json!({
        "issuer": address,
        "authorization_endpoint": format!("{address}/authorize"),
        "token_endpoint": format!("{address}/token"),
        "userinfo_endpoint": format!("{address}/userinfo"),
        "jwks_uri": format!("{address}/jwks"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "scopes_supported": ["openid", "profile", "email"],
        "claims_supported":
            ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "email", "email_verified", "name"],
    }))
}

async fn jwks(State(issuer): State<Arc<Issuer>>) -> impl IntoResponse {
    Json(json!({ "keys": [issuer.key.public()] }))
}
