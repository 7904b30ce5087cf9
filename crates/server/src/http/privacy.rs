//! The privacy notice and consent.

use super::arrival::Arrived;
use super::body::Body;
use super::farmer::Farmer;
use super::json::Json;
use super::problem::{Problem, ProblemType};
use crate::App;
use crate::language::{self, InLanguage};
use crate::representation::Representation;
use axum::extract::State;
use axum::response::Response;
use grow_domain::Language;
use grow_domain::language::ByLanguage;
use grow_domain::privacy::{self, Agreed, GrievanceContact, NotTheNotice};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use utoipa::ToSchema;

/// What is kept about a farmer, why, for how long, and what they may do about it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PrivacyNotice {
    /// Rises whenever the text says something else.
    #[schema(example = 1)]
    version: u16,
    /// The language of the text.
    #[schema(example = "en")]
    language: &'static str,
    title: &'static str,
    /// The notice in three short sentences: what is kept, why, and how the agreement is taken back.
    in_short: Vec<&'static str>,
    /// What to know first, in paragraphs.
    introduction: Vec<&'static str>,
    items: Vec<KeptThing>,
    rights: Vec<OwnRight>,
    /// What taking the agreement back means.
    withdrawal: &'static str,
    /// How to complain.
    complaint: &'static str,
    /// Whom to complain to: an e-mail address, an https address or a phone number; null where the operator named
    /// nobody, which a server on a loopback address may do.
    #[schema(required)]
    grievance_contact: Option<String>,
}

/// Something that is kept.
#[derive(Serialize, ToSchema)]
struct KeptThing {
    what: &'static str,
    /// Its purpose.
    why: &'static str,
    /// When it goes.
    how_long: &'static str,
}

/// Something that the farmer may do.
#[derive(Serialize, ToSchema)]
struct OwnRight {
    name: &'static str,
    /// Where it is done.
    how: &'static str,
}

/// The notice of each language with the operator's contact, composed when it is first read.
pub(crate) struct Notices {
    contact: Option<GrievanceContact>,
    composed: ByLanguage<OnceLock<Representation>>,
}

impl Notices {
    pub(crate) fn new(contact: Option<GrievanceContact>) -> Self {
        Self { contact, composed: ByLanguage::new(|_| OnceLock::new()) }
    }

    fn of(&self, language: Language) -> &Representation {
        let composed = || notice(language, self.contact.as_ref()).in_language(language);
        self.composed.of(language).get_or_init(composed)
    }
}

fn notice(language: Language, contact: Option<&GrievanceContact>) -> Representation {
    let notice = privacy::notice_in(language);
    Representation::of(&PrivacyNotice {
        version: notice.version,
        language: &notice.language,
        title: &notice.title,
        in_short: notice.in_short.iter().map(|text| &**text).collect(),
        introduction: notice.introduction.iter().map(|text| &**text).collect(),
        items: notice
            .items
            .iter()
            .map(|item| KeptThing { what: &item.what, why: &item.why, how_long: &item.how_long })
            .collect(),
        rights: notice.rights.iter().map(|right| OwnRight { name: &right.name, how: &right.how }).collect(),
        withdrawal: &notice.withdrawal,
        complaint: &notice.complaint,
        grievance_contact: contact.map(ToString::to_string),
    })
}

/// What is kept, why and for how long.
#[utoipa::path(
    get, operation_id = "read_privacy_notice", path = "/api/v1/privacy-notice", tag = "privacy", params(language::Asked),
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
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, kind, error.to_string()).at(field)
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
