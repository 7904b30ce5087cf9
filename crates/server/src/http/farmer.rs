//! Authentication: extractors for the owner of the session, the only source of identity.
//!
//! A request may name the farmer that it is meant for in the header `Grow-Farmer`. The header never selects a farmer:
//! if it names another farmer than the session's owner, the request is refused.

use super::problem::Problem;
use crate::App;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use grow_domain::Language;
use grow_store::{FarmerId, TokenHash};
use http::request::Parts;
use http::{HeaderMap, HeaderName};
use std::sync::Arc;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::{Object, OpenApi, Type};
use uuid::Uuid;

/// Names the farmer that a request is meant for, by the `user.id` of `GET /api/v1/session`.
const FOR_FARMER: HeaderName = HeaderName::from_static("grow-farmer");
pub(super) const FOR_FARMER_MEANING: &str =
    "The `user.id` of the farmer that the request is meant for; refused where another farmer is signed in";

/// A signed-in farmer, as the request's session names them. It is looked up once, when the request is counted, and
/// travels in the request's extensions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedIn {
    pub(crate) farmer: FarmerId,
    /// The token of the session.
    pub(crate) token: TokenHash,
    /// The language that the farmer chose.
    pub(crate) language: Option<Language>,
}

/// The result of the lookup.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookedUp(pub(super) Option<SignedIn>);

/// The owner of the request's session. A handler with this extractor is for signed-in farmers only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Farmer(pub(crate) FarmerId);

impl FromRequestParts<App> for Farmer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        meant_owner(parts, app).await?.map(|signed_in| Self(signed_in.farmer)).ok_or_else(Problem::not_signed_in)
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        meant_owner(parts, app).await?.ok_or_else(Problem::not_signed_in)
    }
}

impl OptionalFromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Problem> {
        meant_owner(parts, app).await
    }
}

/// Returns the session's owner, or none if nobody is signed in. Fails if the request is meant for another farmer.
async fn meant_owner(parts: &Parts, app: &App) -> Result<Option<SignedIn>, Problem> {
    let owner = owner(parts, app).await?;
    if owner.is_some_and(|owner| !is_meant_for(owner.farmer, &parts.headers)) {
        return Err(Problem::another_farmer());
    }
    Ok(owner)
}

/// Documents the header for every operation on a farmer's own record.
pub(crate) fn describe_header(document: &mut OpenApi) {
    let items = document.paths.paths.values_mut();
    let operations = items.flat_map(|item| {
        let PathItem { get, put, post, patch, delete, .. } = item;
        [get, put, post, patch, delete].into_iter().flatten()
    });
    let is_own = |operation: &&mut Operation| operation.tags.iter().flatten().any(|tag| tag == "me");
    for operation in operations.filter(is_own) {
        let header = ParameterBuilder::new()
            .name("Grow-Farmer")
            .parameter_in(ParameterIn::Header)
            .description(Some(FOR_FARMER_MEANING))
            .schema(Some(Object::with_type(Type::String)));
        operation.parameters.get_or_insert_default().push(header.build().into());
    }
}

/// Returns whether a request is meant for this farmer, or has no such header.
fn is_meant_for(farmer: FarmerId, headers: &HeaderMap) -> bool {
    let mut id = Uuid::encode_buffer();
    let id = farmer.0.hyphenated().encode_lower(&mut id);
    headers.get_all(FOR_FARMER).iter().all(|named| named == id)
}

/// A visitor, signed in or not.
pub(crate) enum Visitor {
    Guest,
    Farmer(SignedIn),
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(owner(parts, app).await?.map_or(Self::Guest, Self::Farmer))
    }
}

/// Returns the owner of a request's session. A lookup that failed before is made again, and its error is the answer.
async fn owner(parts: &Parts, app: &App) -> Result<Option<SignedIn>, Problem> {
    match parts.extensions.get() {
        Some(LookedUp(owner)) => Ok(*owner),
        None => Ok(look_up(app, &parts.headers).await?),
    }
}

/// Looks up the owner of the session that the cookie names, and updates the session's last use.
pub(super) async fn look_up(App(app): &App, headers: &HeaderMap) -> grow_store::Result<Option<SignedIn>> {
    let Some(token) = app.auth.session_cookie().read(headers) else { return Ok(None) };
    let token = TokenHash::of(token);
    let now = app.clock.expiry_now();
    let Some(owner) = app.sessions.owner(token, now).await? else { return Ok(None) };
    if owner.touch {
        let app = App(Arc::clone(app));
        app.0.background.clone().finish(async move {
            if let Err(error) = app.0.sessions.touch(token, now).await {
                tracing::warn!(%error, "a session's last use could not be updated");
            }
        });
    }
    Ok(Some(SignedIn { farmer: owner.farmer, token, language: owner.language }))
}
