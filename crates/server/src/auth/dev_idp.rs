//! The development identity provider: an OIDC issuer in this process. Sign-in in development runs the same code over
//! the same HTTP as with Google, without an account or a password.
//!
//! Anyone can sign in as anyone, so the server mounts it on a loopback address only, unless the operator allows more.

mod accounts;
mod authorize;
mod keys;
mod page;
mod parameters;
mod provider;
mod sample_record;
#[cfg(test)]
mod tests;
mod tickets;
mod token;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::{IntoResponse, Json};
use axum::routing::{get, post};
use provider::DevIdp;
pub(crate) use provider::DevIdpConfig;
pub(crate) use sample_record::seed_sample_record;
use serde_json::{Value, json};
use std::sync::Arc;
use url::Url;

/// Maximum size of a form.
const FORM_MAX_BYTES: usize = 16 * 1024;

/// The issuer's address, under the server's public address.
pub(super) fn issuer(public_url: &Url) -> Url {
    let mut issuer = public_url.clone();
    issuer.set_path("/dev-idp");
    issuer
}

/// Returns the provider's routes, to be nested at the path of its issuer. Generates the key, which lives as long as the
/// router.
pub(crate) fn router(config: DevIdpConfig) -> Router {
    Router::new()
        .route("/.well-known/openid-configuration", get(discovery))
        .route("/jwks", get(jwks))
        .route("/authorize", get(authorize::show).post(authorize::choose))
        .route("/token", post(token::redeem))
        .route("/userinfo", get(token::user_info))
        .route("/style.css", get(super::page::style))
        .layer(DefaultBodyLimit::max(FORM_MAX_BYTES))
        .with_state(Arc::new(DevIdp::new(config)))
}

async fn discovery(State(provider): State<Arc<DevIdp>>) -> Json<Value> {
    let issuer = provider.issuer();
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/jwks"),
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

async fn jwks(State(provider): State<Arc<DevIdp>>) -> impl IntoResponse {
    Json(json!({ "keys": [provider.key.public()] }))
}
