//! The language that the farmer chose, kept on the record.

use super::arrival::Arrived;
use super::body::Body;
use super::farmer::Farmer;
use super::problem::{Problem, ProblemType};
use crate::App;
use axum::extract::State;
use grow_domain::Language;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

/// The language that the farmer chose.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLanguage {
    /// The tag of a language that Grow speaks.
    #[schema(example = "ta")]
    language: String,
}

/// Choose my language.
#[utoipa::path(
    put, operation_id = "choose_language", path = "/api/v1/me/language", tag = "me", request_body = NewLanguage,
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn choose(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Body(NewLanguage { language }): Body<NewLanguage>,
) -> Result<StatusCode, Problem> {
    let language = Language::from_tag(&language).ok_or_else(unknown)?;
    app.store.choose_language(farmer, language, now).await?;
    app.sessions.forget_language(farmer);
    Ok(StatusCode::NO_CONTENT)
}

fn unknown() -> Problem {
    let detail = "Grow does not speak this language yet. Nothing was saved.";
    Problem::new(ProblemType::UnknownLanguage, detail).at("language")
}
