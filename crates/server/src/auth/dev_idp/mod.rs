//! The development identity provider: an OIDC issuer in this process. Sign-in in development runs the same code over
//! the same HTTP as with Google, without an account or a password.
//!
//! Anyone can sign in as anyone, so the server mounts it on a loopback address only, unless the operator allows more.

mod accounts;
mod authorize;
mod keys;
mod page;
mod sample_record;
#[cfg(test)]
mod tests;
mod tickets;
mod token;

use crate::{Clock, Random};
use accounts::Account;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::{IntoResponse, Json};
use axum::routing::{get, post};
use jiff::{SignedDuration, Timestamp};
use keys::TokenKey;
pub(crate) use sample_record::seed_sample_record;
use serde_json::{Value, json};
use std::sync::Arc;
use tickets::Tickets;
use url::Url;

/// Lifetime of a code.
const CODE_LIFETIME: SignedDuration = SignedDuration::from_mins(1);

/// Lifetime of an access token and of an ID token.
const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// Maximum number of codes, and of access tokens. The oldest are evicted.
const TICKETS_MAX: usize = 1024;

/// Maximum size of a form.
const FORM_MAX_BYTES: usize = 16 * 1024;

/// The provider's address, and its one client: a public client without a secret, which uses PKCE.
pub(crate) struct DevIdpConfig {
    /// The address that the router is mounted at, without a trailing slash: `{GROW_PUBLIC_URL}/dev-idp`.
    pub issuer: Url,
    /// The id of the client.
    pub client_id: String,
    /// The only redirect address.
    pub redirect_uri: Url,
    /// The clock.
    pub clock: Clock,
    /// The source of the key, the codes and the tokens.
    pub random: Random,
}

/// The issuer's address, under the server's public address.
pub(super) fn issuer(public_url: &Url) -> Url {
    let mut issuer = public_url.clone();
    issuer.set_path("/dev-idp");
    issuer
}

/// What a code or an access token grants.
#[derive(Clone)]
struct Grant {
    account: Account,
    nonce: String,
    code_challenge: String,
    /// Whether the client asked for the e-mail address.
    email: bool,
    /// Whether the client asked for the name.
    profile: bool,
    signed_in_at: Timestamp,
}

struct DevIdp {
    config: DevIdpConfig,
    key: TokenKey,
    codes: Tickets<Grant>,
    access_tokens: Tickets<Grant>,
}

/// Returns the provider's routes, to be nested at the path of its issuer. Generates the key, which lives as long as the
/// router.
pub(crate) fn router(config: DevIdpConfig) -> Router {
    let provider = DevIdp {
        key: TokenKey::generate(&config.random),
        codes: Tickets::new(CODE_LIFETIME, TICKETS_MAX),
        access_tokens: Tickets::new(TOKEN_LIFETIME, TICKETS_MAX),
        config,
    };
    Router::new()
        .route("/.well-known/openid-configuration", get(discovery))
        .route("/jwks", get(jwks))
        .route("/authorize", get(authorize::show).post(authorize::choose))
        .route("/token", post(token::redeem))
        .route("/userinfo", get(token::user_info))
        .route("/style.css", get(super::page::style))
        .layer(DefaultBodyLimit::max(FORM_MAX_BYTES))
        .with_state(Arc::new(provider))
}

impl DevIdp {
    /// The issuer as text, as in `iss`.
    fn issuer(&self) -> &str {
        self.config.issuer.as_str().trim_end_matches('/')
    }

    fn now(&self) -> Timestamp {
        self.config.clock.now()
    }

    fn random(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.config.random.fill(&mut bytes);
        bytes
    }
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
