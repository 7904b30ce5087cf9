//! Error responses as RFC 9457 problems, and the mapping from errors to statuses.

pub(crate) use super::problem_type::ProblemType;
use super::request_id::RequestId;
use axum::Json;
use axum::response::{IntoResponse, Response};
use grow_domain::Invalid;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;
use utoipa::openapi::{ContentBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, ResponseBuilder, Type};
use utoipa::{IntoResponses, ToSchema};

/// Why a request was refused.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// A stable slug.
    #[serde(rename = "type")]
    kind: ProblemType,
    /// The status in words.
    title: &'static str,
    /// The status.
    status: u16,
    /// A sentence that says what happened and what to do.
    detail: Cow<'static, str>,
    /// The member of the request that is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Cow<'static, str>>,
    /// The limit that was passed, where it is not the same for every request.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<ProblemLimit>,
    /// With `record-changed`, the record as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = own_record)]
    record: Option<Box<RawValue>>,
    /// The id of the request, where something failed on our side: the log has it, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    request: Option<Box<RequestId>>,
    #[serde(skip)]
    retry_after_seconds: Option<NonZeroU32>,
}

/// A limit that a request has passed, with its unit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProblemLimit {
    /// The heaviest harvest that is possible on the field, kilograms.
    Kg(i64),
    /// Plans that may stand at the same time.
    Plans(usize),
    /// Land of all plans that stand, hectares.
    Ha(f64),
    /// All the land that the farmer has said, hectares.
    OwnLand {
        /// Land that the farmer has said.
        land_ha: f64,
        /// Land of the plans that stand.
        planned_ha: f64,
    },
    /// Sowings of a crop year.
    Sowings(u32),
    /// Changes in a crop year.
    Changes(u32),
}

impl Problem {
    /// A problem with the status of its type.
    pub(crate) fn new(kind: ProblemType, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::with_status(kind.status(), kind, detail)
    }

    fn with_status(status: StatusCode, kind: ProblemType, detail: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            field: None,
            limit: None,
            record: None,
            request: None,
            retry_after_seconds: None,
        }
    }

    /// Names the request.
    fn of_request(mut self, request: Option<RequestId>) -> Self {
        self.request = request.map(Box::new);
        self
    }

    /// Sets the member of the request that is at fault.
    pub(crate) fn at(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Sets the limit that was passed.
    pub(crate) fn beyond(mut self, limit: ProblemLimit) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The record has another revision than the change is for.
    pub(crate) fn record_changed(now: &impl Serialize) -> Self {
        let detail = "This was changed in another place meanwhile. Nothing was saved; compare both and save again.";
        let changed = Self::new(ProblemType::RecordChanged, detail);
        Self { record: to_raw_value(now).ok(), ..changed }
    }

    fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = NonZeroU32::new(seconds);
        self
    }

    pub(crate) fn not_signed_in() -> Self {
        Self::new(ProblemType::NotSignedIn, "Please sign in to go on.")
    }

    /// The request is meant for another farmer than the one who is signed in.
    pub(crate) fn another_farmer() -> Self {
        Self::new(ProblemType::AnotherFarmer, "Somebody else is signed in now. Nothing was saved.")
    }

    /// The request has no `Host` header, or several, or its target is an address of another host. A proxy may have
    /// read another one than this server would.
    pub(crate) fn no_one_host() -> Self {
        let detail = "This request does not say once which host it is for. Send one Host header.";
        Self::new(ProblemType::NoHost, detail)
    }

    /// The body has another transfer coding than `chunked` (RFC 9112, section 6.1).
    pub(crate) fn unknown_transfer_coding() -> Self {
        let detail = "This server reads no other transfer coding than chunked. Send the body as it is.";
        Self::new(ProblemType::UnknownTransferCoding, detail)
    }

    pub(crate) fn foreign_origin() -> Self {
        Self::new(ProblemType::ForeignOrigin, "This change was sent by another site, and was not made.")
    }

    pub(crate) fn too_many_requests(wait_seconds: u32) -> Self {
        let detail = "Very many requests came from here in a short time. Please wait a moment and try again.";
        Self::new(ProblemType::TooManyRequests, detail).retry_after(wait_seconds)
    }

    /// The server is at its concurrency limit.
    pub(crate) fn overloaded() -> Self {
        let detail = "Very many people are here at this moment. Nothing was lost; please try again.";
        Self::new(ProblemType::Overloaded, detail).retry_after(1)
    }

    /// The farmer or the network address is at its limit of live streams.
    pub(crate) fn too_many_streams() -> Self {
        let detail =
            "Very many screens here follow the figures live. Please close some of them, or try again in a minute.";
        Self::new(ProblemType::TooManyStreams, detail).retry_after(60)
    }

    pub(crate) fn not_found() -> Self {
        Self::new(ProblemType::NotFound, "There is nothing here.")
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(ProblemType::MethodNotAllowed, "This address does not do that.")
    }

    pub(crate) fn no_demand_figures() -> Self {
        Self::new(ProblemType::NoDemandFigures, "No data found.")
    }

    pub(crate) fn unknown_region() -> Self {
        Self::new(ProblemType::UnknownRegion, grow_domain::region::UnknownRegion.to_string())
    }

    /// A path names none of the sixteen crops.
    pub(crate) fn unknown_crop() -> Self {
        Self::new(ProblemType::UnknownCrop, grow_domain::crop::UnknownCrop.to_string())
    }

    /// The query string has other parameters than the expected ones.
    pub(crate) fn malformed_query(expected: &str) -> Self {
        let detail = format!("This address takes {expected} and nothing else; see the documentation for their form.");
        Self::new(ProblemType::MalformedQuery, detail)
    }

    fn unavailable(kind: ProblemType, detail: &'static str) -> Self {
        Self::new(kind, detail).retry_after(2)
    }

    fn consent_required() -> Self {
        let detail = "Nothing was saved. Please read what Grow keeps about you and why, and agree to it first.";
        Self::new(ProblemType::ConsentRequired, detail)
    }

    pub(crate) fn erasure_not_kept() -> Self {
        let detail = "We cannot delete your account at this moment. Nothing was deleted; please try again.";
        Self::unavailable(ProblemType::ErasureUnavailable, detail)
    }

    /// An export of the farmer is under way, or as many as the server can.
    pub(crate) fn export_running() -> Self {
        let detail = "A copy is being made already. Please try again when it is done.";
        Self::new(ProblemType::ExportRunning, detail).retry_after(10)
    }

    fn too_many_sowings(most: u32) -> Self {
        let detail = format!("Nothing was saved: {most} sowings of this crop year are recorded already.");
        Self::new(ProblemType::TooManySowings, detail).beyond(ProblemLimit::Sowings(most))
    }

    fn too_many_changes(most: u32) -> Self {
        let detail = format!("Nothing was saved: your record was changed {most} times in this crop year already.");
        Self::new(ProblemType::TooManyChanges, detail).beyond(ProblemLimit::Changes(most))
    }

    fn too_many_agreements(again_in: Duration) -> Self {
        let detail = "You have agreed very often today. Nothing was saved; please try again tomorrow.";
        let seconds = u32::try_from(again_in.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        Self::new(ProblemType::TooManyAgreements, detail).retry_after(seconds)
    }

    pub(crate) fn no_farmer_record() -> Self {
        let detail = "Document doesn't exist. No crop to remove.";
        Self::new(ProblemType::NoFarmerRecord, detail)
    }
}

/// The schema of the record, which is that of `GET /api/v1/me`.
fn own_record() -> OneOfBuilder {
    let mut record = Ref::from_schema_name("FarmerRecord");
    "With `record-changed`, the record as it is now.".clone_into(&mut record.description);
    OneOfBuilder::new().item(record).item(ObjectBuilder::new().schema_type(Type::Null))
}

impl From<Invalid> for Problem {
    /// The status is that of an invalid body, also for a crop, which a path may name too.
    fn from(invalid: Invalid) -> Self {
        Self::with_status(StatusCode::UNPROCESSABLE_ENTITY, invalid.into(), invalid.to_string()).at(invalid.field())
    }
}

/// Logs the error. Handlers do not log it again.
impl From<grow_store::Error> for Problem {
    fn from(error: grow_store::Error) -> Self {
        let id = RequestId::current();
        let request = id.map(tracing::field::display);
        let problem = match error {
            grow_store::Error::Invalid(invalid) => invalid.into(),
            grow_store::Error::NoConsent => Self::consent_required(),
            grow_store::Error::TooManySowings(most) => Self::too_many_sowings(most),
            grow_store::Error::TooManyChanges(most) => Self::too_many_changes(most),
            grow_store::Error::TooManyAgreements { again_in } => Self::too_many_agreements(again_in),
            grow_store::Error::Busy => {
                tracing::warn!(%error, request, "a write was refused");
                Self::overloaded()
            }
            grow_store::Error::Commit(_) => {
                tracing::error!(%error, request, "the outcome of a commit is unknown");
                let detail = "We cannot tell whether it was saved. Please try again: nothing is recorded twice.";
                Self::unavailable(ProblemType::OutcomeUnknown, detail)
            }
            grow_store::Error::DiskFull => {
                tracing::error!(%error, request, "a write was rolled back");
                let detail =
                    "There is no room for more records at this moment. Nothing was saved; please try again later.";
                Self::unavailable(ProblemType::StorageFull, detail)
            }
            grow_store::Error::Locked => {
                tracing::warn!(%error, request, "a write gave up");
                let detail =
                    "Another program is writing to the records at this moment. Nothing was saved; please try again.";
                Self::unavailable(ProblemType::StorageBusy, detail)
            }
            error if error.is_away() => {
                tracing::error!(%error, request, "the database is unavailable");
                let detail = "We cannot reach our records at this moment. Nothing was saved; please try again.";
                Self::unavailable(ProblemType::Unavailable, detail)
            }
            grow_store::Error::Unreadable(_) => {
                tracing::error!(%error, request, "a row of the farmer cannot be read");
                // With a 5xx, a phone would send the write for ever, and keep those behind it.
                let detail = "This is kept, and cannot be read today. Nothing was changed.";
                Self::new(ProblemType::NotFound, detail)
            }
            error => {
                tracing::error!(%error, request, "the store failed");
                let detail = "Something went wrong on our side. Nothing was saved; please try again in a minute.";
                Self::new(ProblemType::Internal, detail)
            }
        };
        if problem.status >= 500 { problem.of_request(id) } else { problem }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after_seconds;
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.get().into());
        }
        response
    }
}

/// Adds the problem response to every operation of the `OpenAPI` document.
impl IntoResponses for Problem {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let schema = Ref::from_schema_name("Problem");
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response =
            ResponseBuilder::new().description("A problem").content("application/problem+json", content).build();
        BTreeMap::from([("default".to_owned(), response.into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_store::Error;

    #[test]
    fn each_error_of_the_store_has_its_own_problem() {
        for (error, status, kind, sentence) in [
            (Error::Busy, 503, ProblemType::Overloaded, "Nothing was lost"),
            (Error::Closed, 503, ProblemType::Unavailable, "Nothing was saved"),
            (Error::Late, 503, ProblemType::Unavailable, "Nothing was saved"),
            (Error::Unusable(""), 503, ProblemType::Unavailable, "Nothing was saved"),
            (Error::DiskFull, 503, ProblemType::StorageFull, "no room for more records"),
            (Error::Locked, 503, ProblemType::StorageBusy, "Another program is writing"),
            (Error::Commit(String::new()), 503, ProblemType::OutcomeUnknown, "We cannot tell whether it was saved."),
            (Error::Bug(""), 500, ProblemType::Internal, "Nothing was saved"),
            (Error::Unreadable(""), 404, ProblemType::NotFound, "This is kept"),
        ] {
            let problem = Problem::from(error);
            assert_eq!((problem.status, problem.kind), (status, kind));
            assert!(problem.detail.contains(sentence), "{}", problem.detail);
            let answer = problem.into_response();
            assert_eq!(answer.headers().contains_key(header::RETRY_AFTER), status == 503, "{kind:?}");
        }
    }
}
