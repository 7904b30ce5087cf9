//! What is measured of the server, for Prometheus.

mod requests;
mod routes;
mod state;

pub(crate) use requests::{Asked, Requests};
pub(crate) use routes::Routes;

use crate::App;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header;
use prometheus_client::encoding::text::{encode_eof, encode_registry};

/// Path of the metrics.
pub(crate) const PATH: &str = "/metrics";
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// All metrics as text.
pub(crate) fn answer(app: &App) -> Response {
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
