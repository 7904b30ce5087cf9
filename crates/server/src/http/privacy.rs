//! The privacy notice and consent.

use super::arrival::Arrived;
use super::body::Body;
use super::farmer::Farmer;
use super::json::Json;
use super::notices::PrivacyNotice;
use super::problem::{Problem, ProblemType};
use crate::App;
use crate::http::in_language::{Asked, InLanguage};
use axum::extract::State;
use axum::response::Response;
use grow_domain::privacy::{self, Agreed, NotTheNotice};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is kept, why and for how long.
#[utoipa::path(
    get, operation_id = "read_privacy_notice", path = "/api/v1/privacy-notice", tag = "privacy", params(Asked),
    responses((status = OK, body = PrivacyNotice), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_notice(
    State(App(app)): State<App>,
    InLanguage(language): InLanguage,
    request: HeaderMap,
) -> Response {
    app.notices.of(language).answer(&request)
}

/// Whether the farmer agrees.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsentState {
    /// Whether they agree to the notice of today, so that what they save is saved.
    is_given: bool,
    /// The version of the notice of today.
    notice_version: u16,
    /// The last agreement, be it to an older notice or taken back; null where there was none.
    #[schema(required)]
    last: Option<Consent>,
}

/// An agreement to a notice.
#[derive(Serialize, ToSchema)]
pub(crate) struct Consent {
    version: u16,
    #[schema(example = "en")]
    language: String,
    given_at: Timestamp,
    /// Time of withdrawal; null while the consent is in force.
    #[schema(required)]
    withdrawn_at: Option<Timestamp>,
}

impl From<grow_store::Consent> for Consent {
    fn from(consent: grow_store::Consent) -> Self {
        let grow_store::Consent { version, language, given_at, withdrawn_at } = consent;
        Self { version, language, given_at, withdrawn_at }
    }
}

impl From<Option<grow_store::Consent>> for ConsentState {
    fn from(last: Option<grow_store::Consent>) -> Self {
        Self {
            is_given: last.as_ref().is_some_and(|consent| consent.permits().to_store()),
            notice_version: privacy::notice().version,
            last: last.map(Consent::from),
        }
    }
}

/// The notice that was read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewConsent {
    #[schema(example = 1)]
    version: u64,
    #[schema(example = "en")]
    language: String,
}

impl From<NotTheNotice> for Problem {
    fn from(error: NotTheNotice) -> Self {
        let (kind, field) = match error {
            NotTheNotice::Version => (ProblemType::NoticeOutdated, "version"),
            NotTheNotice::Language => (ProblemType::UnknownLanguage, "language"),
        };
        Self::new(kind, error.to_string()).at(field)
    }
}

/// Read my consent.
#[utoipa::path(
    get, operation_id = "read_consent", path = "/api/v1/me/consent", tag = "me",
    responses((status = OK, body = ConsentState), Problem)
)]
pub(crate) async fn read_consent(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
) -> Result<Json<ConsentState>, Problem> {
    Ok(Json(app.store.consent(farmer).await?.into()))
}

/// Agree to the notice.
#[utoipa::path(
    put, operation_id = "give_consent", path = "/api/v1/me/consent", tag = "me", request_body = NewConsent,
    responses((status = OK, body = ConsentState), Problem)
)]
pub(crate) async fn give_consent(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Body(NewConsent { version, language }): Body<NewConsent>,
) -> Result<Json<ConsentState>, Problem> {
    let agreed = Agreed::to(version, &language)?;
    let given = app.store.give_consent(farmer, agreed, now).await?;
    Ok(Json(Some(given.ok_or_else(Problem::not_signed_in)?).into()))
}

/// Take the agreement back.
///
/// Nothing more is saved or computed then; what was saved stays until it is deleted.
#[utoipa::path(
    delete, operation_id = "withdraw_consent", path = "/api/v1/me/consent", tag = "me",
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn withdraw_consent(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
) -> Result<StatusCode, Problem> {
    app.store.withdraw_consent(farmer, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
