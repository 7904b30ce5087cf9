//! The part of an address that names a thing.

use super::problem::Problem;
use axum::extract::{FromRequestParts, Path};
use grow_domain::Crop;
use http::request::Parts;
use std::str::FromStr;
use uuid::Uuid;

/// What an address names. Whatever cannot be read as such a name names nothing.
pub(crate) struct Named<T>(pub(crate) T);

/// Something that an address can name.
pub(crate) trait Name: FromStr {
    /// The answer where there is no such thing.
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
