//! JSON responses.

use super::problem::{Problem, ProblemType};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// Initial capacity of the buffer: most responses fit.
const USUAL_BYTES: usize = 8192;

/// A JSON response. Like `axum::Json`, whose buffer grows in small steps.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut bytes = Vec::with_capacity(USUAL_BYTES);
        if let Err(error) = serde_json::to_writer(&mut bytes, &self.0) {
            tracing::error!(%error, "a response could not be serialised");
            let detail = "Something went wrong on our side. Please try again in a minute.";
            return Problem::new(ProblemType::Internal, detail).into_response();
        }
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], bytes).into_response()
    }
}

/// Writes a part of many answers once.
pub(super) fn written(part: &impl Serialize) -> Box<RawValue> {
    to_raw_value(part).unwrap_or_default()
}
