//! Who asks: the only source of identity.

use super::problem::Problem;
use crate::App;
use axum::extract::FromRequestParts;
use grow_store::{FarmerId, TokenHash};
use http::request::Parts;
use std::sync::Arc;

/// The owner of the session that a request came with. A handler that takes one is for signed-in farmers only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Farmer(pub(crate) FarmerId);

impl FromRequestParts<App> for Farmer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        owner(parts, app).await?.map(|signed_in| Self(signed_in.farmer)).ok_or_else(Problem::not_signed_in)
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
        owner(parts, app).await?.ok_or_else(Problem::not_signed_in)
    }
}

/// The farmer who asks, or nobody.
pub(crate) struct Guest(pub(crate) Option<FarmerId>);

impl FromRequestParts<App> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(Self(owner(parts, app).await?.map(|signed_in| signed_in.farmer)))
    }
}

async fn owner(parts: &Parts, App(app): &App) -> Result<Option<SignedIn>, Problem> {
    let Some(token) = app.auth.session_cookie().read(&parts.headers) else { return Ok(None) };
    let token = TokenHash::of(token);
    let now = app.clock.now();
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
