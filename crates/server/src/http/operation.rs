//! For whoever operates the server.

use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

/// The process answers.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// The database answers, too, and can be trusted with a write. It is only read.
pub(crate) async fn ready(State(App(app)): State<App>) -> Result<&'static str, Problem> {
    app.readiness.check(&app.store).await?;
    Ok("ok\n")
}

/// The `OpenAPI` document.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], super::openapi()).into_response()
}
