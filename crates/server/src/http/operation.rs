//! Endpoints for operators: health checks.

use super::problem::Problem;
use crate::App;
use axum::extract::State;

/// Liveness: the process answers.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// Readiness: the database answers and takes writes. Changes nothing.
pub(crate) async fn ready(State(App(app)): State<App>) -> Result<&'static str, Problem> {
    app.readiness.check(&app.store).await.map(|()| "ok\n")
}
