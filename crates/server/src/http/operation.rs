//! For whoever operates the server.

use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use grow_store::TokenHash;
use http::header;

/// The process answers.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// The database answers, too, and takes writes.
pub(crate) async fn ready(State(App(app)): State<App>) -> Result<&'static str, Problem> {
    app.store.figures().await?;
    // Nobody has this session: the write goes all the way and changes nothing.
    app.store.end_session(TokenHash::of("readyz")).await?;
    Ok("ok\n")
}

/// The `OpenAPI` document.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], super::openapi()).into_response()
}
