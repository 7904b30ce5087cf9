//! Path parameters.

use super::problem::Problem;
use axum::extract::{FromRequestParts, Path};
use grow_domain::Crop;
use http::request::Parts;
use std::str::FromStr;
use uuid::Uuid;

/// A path parameter. A value that cannot be parsed is answered as not found.
pub(crate) struct Named<T>(pub(crate) T);

/// A type that a path parameter can name.
pub(crate) trait Name: FromStr {
    /// The problem for an unknown name.
    fn unknown() -> Problem;
}

impl Name for Crop {
    fn unknown() -> Problem {
        Problem::unknown_crop()
    }
}

impl Name for Uuid {
    fn unknown() -> Problem {
        Problem::not_found()
    }
}

impl<T: Name, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, state).await.ok();
        text.and_then(|Path(text)| text.parse().ok()).map(Self).ok_or_else(T::unknown)
    }
}
