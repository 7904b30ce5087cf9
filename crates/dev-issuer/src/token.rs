//! `/token` and `/userinfo`: the endpoints that the client calls directly.

use crate::issuer::{Grant, Issuer, TOKEN_LIFETIME};
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The parameters of a token request. A missing parameter is empty.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Parameters {
    grant_type: String,
    code: String,
    redirect_uri: String,
    code_verifier: String,
    client_id: String,
}

/// Why a token request is refused, by the error codes of RFC 6749, section 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Request,
    Client,
    Grant,
    GrantType,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::Request => (StatusCode::BAD_REQUEST, "invalid_request"),
            Self::Client => (StatusCode::UNAUTHORIZED, "invalid_client"),
            Self::Grant => (StatusCode::BAD_REQUEST, "invalid_grant"),
            Self::GrantType => (StatusCode::BAD_REQUEST, "unsupported_grant_type"),
        };
        (status, private(json!({ "error": error }))).into_response()
    }
}

/// `POST /token`: exchanges a code and its PKCE verifier for an ID token and an access token.
pub(crate) async fn redeem(
    State(issuer): State<Arc<Issuer>>,
    form: Result<Form<Parameters>, FormRejection>,
) -> Result<Response, Refusal> {
    let Form(request) = form.map_err(|_| Refusal::Request)?;
    if request.client_id != issuer.client.id {
        return Err(Refusal::Client);
    }
    if request.grant_type != "authorization_code" {
        return Err(Refusal::GrantType);
    }
    let now = issuer.now();
    // Invalidate the code before any other check, so that a wrong verifier cannot be tried twice.
    let grant = issuer.codes.take(&request.code, now).ok_or(Refusal::Grant)?;
    if request.redirect_uri != issuer.client.redirect_uri.as_str()
        || challenge_of(&request.code_verifier) != grant.code_challenge
    {
        return Err(Refusal::Grant);
    }
    let mut claims = grant.person();
    merge(
        &mut claims,
        json!({
            "iss": issuer.address(),
            "aud": issuer.client.id,
            "iat": now.as_second(),
            "exp": now.as_second().saturating_add(TOKEN_LIFETIME.as_secs()),
            "auth_time": grant.signed_in_at.as_second(),
            "nonce": grant.nonce,
        }),
    );
    let access_token = issuer.access_tokens.issue(issuer.random(), now, grant);
    Ok(private(json!({
        "access_token": access_token,
        "token_type": "Bearer",
        "expires_in": TOKEN_LIFETIME.as_secs(),
        "id_token": issuer.key.sign(&claims),
    }))
    .into_response())
}

/// `GET /userinfo`: returns the same claims about the person as the ID token.
pub(crate) async fn user_info(State(issuer): State<Arc<Issuer>>, headers: HeaderMap) -> Response {
    let grant = bearer(&headers).and_then(|token| issuer.access_tokens.read(token, issuer.now()));
    match grant {
        Some(grant) => private(grant.person()).into_response(),
        None => {
            (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"")]).into_response()
        }
    }
}

impl Grant {
    /// Returns the claims about the person that the client asked for.
    fn person(&self) -> Value {
        let mut claims = json!({ "sub": self.account.subject() });
        if self.email {
            merge(&mut claims, json!({ "email": self.account.email, "email_verified": true }));
        }
        if self.profile {
            merge(&mut claims, json!({ "name": self.account.name }));
        }
        claims
    }
}

fn merge(claims: &mut Value, more: Value) {
    if let (Value::Object(claims), Value::Object(more)) = (claims, more) {
        claims.extend(more);
    }
}

/// Returns the PKCE challenge of a verifier (RFC 7636, S256).
fn challenge_of(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// A JSON response that must not be cached.
fn private(body: Value) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], Json(body))
}
