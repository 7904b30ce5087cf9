//! Endpoints for operators: health checks and the `OpenAPI` document.

use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

/// Liveness: the process answers.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// Readiness: the database answers and takes writes. Changes nothing.
pub(crate) async fn ready(State(App(app)): State<App>) -> Result<&'static str, Problem> {
    app.readiness.check(&app.store).await.map(|()| "ok\n")
}

/// The `OpenAPI` document.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], super::openapi()).into_response()
}
