//! The current session, and sign-out.

use super::farmer::{FOR_FARMER_MEANING, SignedIn, Visitor};
use super::json::Json;
use super::problem::Problem;
use super::session_answer::Session;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use grow_store::TokenHash;
use http::{HeaderMap, StatusCode, header};

/// Returns the session of a visitor.
pub(crate) async fn of(App(app): &App, visitor: Visitor) -> Result<Session, Problem> {
    match visitor {
        Visitor::Guest => Ok(Session::of_nobody()),
        Visitor::Farmer(signed_in) => Ok(Session::of(signed_in.farmer, app.store.account(signed_in.farmer).await?)),
    }
}

/// Who is signed in.
#[utoipa::path(get, operation_id = "read_session", path = "/api/v1/session", tag = "session", responses((status = OK, body = Session), Problem))]
pub(crate) async fn read(State(app): State<App>, visitor: Visitor) -> Result<Json<Session>, Problem> {
    of(&app, visitor).await.map(Json)
}

/// Sign out.
#[utoipa::path(
    delete, operation_id = "sign_out", path = "/api/v1/session", tag = "session",
    params(("Grow-Farmer" = Option<String>, Header, description = FOR_FARMER_MEANING)),
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn end(
    State(App(app)): State<App>,
    _checked: Option<SignedIn>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let cookie = app.auth.session_cookie();
    if let Some(token) = cookie.read(&headers) {
        app.sessions.end(TokenHash::of(token)).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Some(cleared) = cookie.clear() {
        response.headers_mut().insert(header::SET_COOKIE, cleared);
    }
    Ok(response)
}
