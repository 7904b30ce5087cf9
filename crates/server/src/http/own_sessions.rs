//! The list of a farmer's sessions, and remote sign-out.

use super::farmer::SignedIn;
use super::json::Json;
use super::path::Named;
use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A browser that the farmer is signed in with.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnSession {
    /// Names the session; opens nothing.
    id: Uuid,
    /// The browser in a few words, as it named itself at the sign-in; null where it said nothing that a farmer would
    /// know.
    #[schema(required, example = "Chrome on Android")]
    device: Option<String>,
    signed_in_at: Timestamp,
    /// To within an hour.
    last_used_at: Timestamp,
    /// Whether this is the session that asks.
    is_current: bool,
}

/// Every session of the farmer, the last used first: fifty at most.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnSessionList {
    items: Vec<OwnSession>,
}

/// Where the farmer is signed in.
#[utoipa::path(
    get, operation_id = "list_own_sessions", path = "/api/v1/me/sessions", tag = "me",
    responses((status = OK, body = OwnSessionList), Problem)
)]
pub(crate) async fn list(State(App(app)): State<App>, asks: SignedIn) -> Result<Json<OwnSessionList>, Problem> {
    let sessions = app.sessions.of(asks.farmer, app.clock.expiry_now()).await?;
    let items = sessions.into_iter().map(|session| OwnSession {
        id: session.id,
        device: session.device,
        signed_in_at: session.created_at,
        last_used_at: session.seen_at,
        is_current: session.token == asks.token,
    });
    Ok(Json(OwnSessionList { items: items.collect() }))
}

/// Sign out there.
#[utoipa::path(
    delete, operation_id = "end_own_session", path = "/api/v1/me/sessions/{id}", tag = "me", params(("id" = Uuid, Path)),
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn end(
    State(App(app)): State<App>,
    asks: SignedIn,
    Named(id): Named<Uuid>,
) -> Result<Response, Problem> {
    let ended = app.sessions.end_own(asks.farmer, id).await?.ok_or_else(Problem::not_found)?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if ended == asks.token
        && let Some(cleared) = app.auth.session_cookie().clear()
    {
        response.headers_mut().insert(header::SET_COOKIE, cleared);
    }
    Ok(response)
}

/// Sign out everywhere else.
#[utoipa::path(
    delete, operation_id = "end_other_sessions", path = "/api/v1/me/sessions", tag = "me",
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn end_others(State(App(app)): State<App>, asks: SignedIn) -> Result<StatusCode, Problem> {
    app.sessions.end_others(asks.farmer, asks.token).await?;
    Ok(StatusCode::NO_CONTENT)
}
