//! Who asks: the session's owner is the only source of identity.
//!
//! A request may say in the header `Grow-Farmer` whom it is meant for. The header never chooses a farmer: a request that is
//! meant for another than the session's owner is refused.

use super::problem::Problem;
use crate::App;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use grow_store::{FarmerId, TokenHash};
use http::request::Parts;
use http::{HeaderMap, HeaderName};
use std::sync::Arc;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::{Object, OpenApi, Type};

/// Names the farmer that a request is meant for: the `user.id` of `GET /api/v1/session`.
const FOR_FARMER: HeaderName = HeaderName::from_static("grow-farmer");
pub(super) const FOR_FARMER_MEANING: &str =
    "The `user.id` of the farmer that the request is meant for; refused where another farmer is signed in";

/// The owner of the session that a request came with. A handler that takes one is for signed-in farmers only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Farmer(pub(crate) FarmerId);

impl FromRequestParts<App> for Farmer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        meant_owner(parts, app).await?.map(|signed_in| Self(signed_in.farmer)).ok_or_else(Problem::not_signed_in)
    }
}

/// A signed-in farmer and the session that they ask with, for the few handlers that deal in sessions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedIn {
    pub(crate) farmer: FarmerId,
    pub(crate) token: TokenHash,
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

/// The session's owner, if the request is meant for them; nobody where nobody is signed in.
async fn meant_owner(parts: &Parts, app: &App) -> Result<Option<SignedIn>, Problem> {
    let owner = owner(parts, app).await?;
    if owner.is_some_and(|owner| !is_meant_for(owner.farmer, &parts.headers)) {
        return Err(Problem::another_farmer());
    }
    Ok(owner)
}

/// Describes the header for every operation on the own record.
pub(super) fn describe_header(document: &mut OpenApi) {
    let items = document.paths.paths.values_mut();
    let operations = items.flat_map(|item| [&mut item.get, &mut item.put, &mut item.post, &mut item.delete]).flatten();
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

/// Whether a request is meant for this farmer, or does not say for whom.
fn is_meant_for(farmer: FarmerId, headers: &HeaderMap) -> bool {
    let id = farmer.0.to_string();
    headers.get_all(FOR_FARMER).iter().all(|named| *named == *id)
}

/// Whoever asks.
pub(crate) enum Visitor {
    Guest,
    Farmer(FarmerId),
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(owner(parts, app).await?.map_or(Self::Guest, |signed_in| Self::Farmer(signed_in.farmer)))
    }
}

async fn owner(parts: &Parts, App(app): &App) -> Result<Option<SignedIn>, Problem> {
    let Some(token) = app.auth.session_cookie().read(&parts.headers) else { return Ok(None) };
    let token = TokenHash::of(token);
    let now = app.clock.expiry_now();
    let Some(owner) = app.sessions.owner(token, now).await? else { return Ok(None) };
    if owner.touch {
        let app = App(Arc::clone(app));
        app.0.tasks.clone().spawn(async move {
            if let Err(error) = app.0.sessions.touch(token, now).await {
                tracing::warn!(%error, "the use of a session was not written down");
            }
        });
    }
    Ok(Some(SignedIn { farmer: owner.farmer, token }))
}
