//! When a request arrived.

use crate::App;
use axum::extract::FromRequestParts;
use http::request::Parts;
use jiff::Timestamp;
use std::convert::Infallible;

/// The time at which a request arrived, before its body was read. It is the time of what the request changes, however
/// long the change then waited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrived(pub(crate) Timestamp);

impl FromRequestParts<App> for Arrived {
    type Rejection = Infallible;

    /// The middleware of all requests notes the time. A request that did not pass it arrives now.
    async fn from_request_parts(parts: &mut Parts, App(app): &App) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_else(|| Self(app.clock.now())))
    }
}
