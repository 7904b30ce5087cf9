//! For whoever operates the server.

use super::problem::Problem;
use crate::App;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long the database is believed to answer after it did. Nobody is counted who asks for it, so that all share one reading.
const BELIEVED: Duration = Duration::from_millis(250);

/// When the database answered last. Held while it is asked.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<Instant>>);

/// The process answers.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// The database answers, too, and can be trusted with a write. It is only read.
pub(crate) async fn ready(State(App(app)): State<App>) -> Result<&'static str, Problem> {
    let mut answered = app.readiness.0.lock().await;
    if answered.is_none_or(|at| at.elapsed() >= BELIEVED) {
        *answered = None;
        app.store.ready().await?;
        *answered = Some(Instant::now());
    }
    Ok("ok\n")
}

/// The `OpenAPI` document.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], super::openapi()).into_response()
}
