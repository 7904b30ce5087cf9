//! Who is signed in, and signing out.

use super::farmer::Guest;
use super::json::Json;
use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use grow_store::TokenHash;
use http::{HeaderMap, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

/// The session of a browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    /// The signed-in farmer, or null.
    #[schema(required)]
    user: Option<User>,
}

impl Session {
    pub(crate) async fn of(app: &App, Guest(farmer): Guest) -> Result<Self, Problem> {
        let user = match farmer {
            Some(farmer) => app.0.store.user(farmer).await?,
            None => None,
        };
        let user =
            user.map(|grow_store::User { display_name, photo_url, email }| User { display_name, photo_url, email });
        Ok(Self { user })
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
    display_name: String,
    #[schema(required)]
    photo_url: Option<String>,
    email: String,
}

/// Who is signed in.
#[utoipa::path(get, operation_id = "read_session", path = "/api/v1/session", tag = "session", responses((status = OK, body = Session), Problem))]
pub(crate) async fn read(State(app): State<App>, guest: Guest) -> Result<Json<Session>, Problem> {
    Session::of(&app, guest).await.map(Json)
}

/// Sign out.
#[utoipa::path(delete, operation_id = "sign_out", path = "/api/v1/session", tag = "session", responses((status = NO_CONTENT), Problem))]
pub(crate) async fn end(State(App(app)): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
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
