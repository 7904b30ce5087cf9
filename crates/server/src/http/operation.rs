//! Endpoints for operators: health checks.

use super::problem::Problem;
use crate::auth::host::is_this_computer;
use crate::{App, metrics};
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use std::net::IpAddr;

/// The address that a connection comes from.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Liveness: the process answers.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// Metrics, for programs on this computer, unless they have a listener of their own.
pub(crate) async fn metrics(
    State(app): State<App>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Response {
    let is_here = peer.is_loopback() && is_this_computer(&headers);
    if app.0.has_metrics_listener || !is_here {
        return Problem::not_found().into_response();
    }
    metrics::answer(&app)
}

/// Readiness: the database answers and takes writes. Changes nothing.
pub(crate) async fn ready(State(App(app)): State<App>) -> Result<&'static str, Problem> {
    app.readiness.check(&app.store).await.map(|()| "ok\n")
}
