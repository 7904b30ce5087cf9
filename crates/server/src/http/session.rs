//! Who is signed in, and signing out.

use super::farmer::{FOR_FARMER_MEANING, SignedIn, Visitor};
use super::json::Json;
use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use grow_store::{FarmerId, TokenHash};
use http::{HeaderMap, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The session of a browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    /// The signed-in farmer, or null.
    #[schema(required)]
    user: Option<User>,
}

impl Session {
    pub(crate) async fn of(app: &App, visitor: Visitor) -> Result<Self, Problem> {
        let Visitor::Farmer(farmer) = visitor else { return Ok(Self::of_nobody()) };
        let user = app.0.store.user(farmer).await?;
        Ok(Self { user: user.map(|user| User::new(farmer, user)) })
    }

    pub(crate) fn of_nobody() -> Self {
        Self { user: None }
    }

    pub(crate) fn is_signed_in(&self) -> bool {
        self.user.is_some()
    }
}

/// The signed-in farmer as the identity provider describes them.
#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    /// An opaque id of the farmer, for the header `Grow-Farmer`.
    id: Uuid,
    display_name: String,
    #[schema(required)]
    photo_url: Option<String>,
    email: String,
}

impl User {
    fn new(FarmerId(id): FarmerId, user: grow_store::User) -> Self {
        let grow_store::User { display_name, photo_url, email } = user;
        Self { id, display_name, photo_url, email }
    }
}

/// Who is signed in.
#[utoipa::path(get, operation_id = "read_session", path = "/api/v1/session", tag = "session", responses((status = OK, body = Session), Problem))]
pub(crate) async fn read(State(app): State<App>, visitor: Visitor) -> Result<Json<Session>, Problem> {
    Session::of(&app, visitor).await.map(Json)
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
