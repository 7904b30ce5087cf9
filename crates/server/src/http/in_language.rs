//! The language of a request, as an extractor.

use super::farmer::Visitor;
use crate::App;
use crate::language::{asked_for, of};
use axum::extract::FromRequestParts;
use grow_domain::Language;
use http::request::Parts;
use std::convert::Infallible;
use utoipa::IntoParams;

/// The parameter of the address, for the documentation.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "the extractor reads it")]
pub(crate) struct Asked {
    /// The language of the texts, such as `ta`. Without it, or if it is unknown: the cookie `grow_language`, else the
    /// language that the farmer chose, else `Accept-Language`, else English.
    #[param(example = "ta")]
    lang: Option<String>,
}

/// The language that a request should be answered in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InLanguage(pub(crate) Language);

impl FromRequestParts<App> for InLanguage {
    type Rejection = Infallible;

    /// Reads the farmer's choice only where the request itself names no language.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let named = asked_for(&parts.uri, &parts.headers).is_some();
        let chosen = if named { None } else { chosen(parts, app).await };
        Ok(Self(of(&parts.uri, &parts.headers, || chosen)))
    }
}

/// The language that the signed-in farmer chose. A fault of the store is left to the handler.
async fn chosen(parts: &mut Parts, app: &App) -> Option<Language> {
    match Visitor::from_request_parts(parts, app).await.ok()? {
        Visitor::Guest => None,
        Visitor::Farmer(signed_in) => signed_in.language,
    }
}
