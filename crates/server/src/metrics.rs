//! What is measured of the server, for Prometheus.

mod requests;
mod state;

pub(crate) use requests::{RequestTimer, Requests};

use crate::App;
use crate::auth::host::is_this_computer;
use crate::http::problem::Problem;
use crate::middleware::Peer;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use http::{HeaderMap, header};
use prometheus_client::encoding::text::{encode_eof, encode_registry};

/// Path of the metrics.
pub(crate) const PATH: &str = "/metrics";
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers programs on this computer, unless the metrics have a listener of their own.
pub(crate) async fn read(
    State(app): State<App>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let is_here = peer.is_loopback() && is_this_computer(&headers);
    if is_here && !app.0.has_metrics_listener { Ok(answer(&app)) } else { Err(Problem::not_found()) }
}

/// All metrics as text.
fn answer(app: &App) -> Response {
    let mut text = String::new();
    let written = encode_registry(&mut text, app.0.requests.registry())
        .and_then(|()| encode_registry(&mut text, &state::of(app)))
        .and_then(|()| encode_eof(&mut text));
    match written {
        Ok(()) => ([(header::CONTENT_TYPE, TEXT)], text).into_response(),
        Err(_) => http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// What a listener of its own answers: nothing else.
pub(crate) fn router(app: App) -> Router {
    Router::new().route(PATH, get(async move || answer(&app)))
}
