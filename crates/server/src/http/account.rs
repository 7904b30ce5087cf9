//! Data export, and deletion of the account.

mod csv;
mod export;
mod own_data;

pub(crate) use own_data::OwnData;

use super::arrival::Arrived;
use super::body::Body;
use super::farmer::Farmer;
use super::problem::{Problem, ProblemType};
use crate::App;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use csv::Part;
use export::Shape;
use grow_store::FarmerId;
use http::{StatusCode, header};
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Export everything stored about me.
///
/// With `shape=documents`, the record in the shape of the documents that `grow export` writes, as JSON lines. A farmer
/// has one export at a time.
#[utoipa::path(
    get, operation_id = "export_own_data", path = "/api/v1/me/export", tag = "me", params(ExportQuery),
    responses((status = OK, content((OwnData = "application/json"), (String = "application/x-ndjson"))), Problem)
)]
pub(crate) async fn export(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    query: Result<Query<ExportQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Ok(Query(ExportQuery { shape })) = query else { return Err(Problem::malformed_query("shape")) };
    let shape = shape.map_or(Shape::Json, |ExportShape::Documents| Shape::Documents);
    export::answer(&app, farmer, shape).await
}

/// The shape of the copy.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `documents` for JSON lines of documents. By default, one JSON object.
    #[param(inline)]
    shape: Option<ExportShape>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExportShape {
    Documents,
}

/// A part of it as a table for a spreadsheet.
///
/// Sowings by default, with a column for each figure.
#[utoipa::path(
    get, operation_id = "export_own_data_csv", path = "/api/v1/me/export.csv", tag = "me", params(PartQuery),
    responses((status = OK, body = String, content_type = "text/csv"), Problem)
)]
pub(crate) async fn export_csv(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    query: Result<Query<PartQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Ok(Query(PartQuery { part })) = query else { return Err(Problem::malformed_query("part")) };
    let part = part.map_or(Some(Part::Sowings), |name| Part::named(&name)).ok_or_else(|| {
        let names = Part::ALL.map(Part::name).join(", ");
        let detail = format!("There is no such part of your data. The parts are: {names}.");
        Problem::new(ProblemType::UnknownPart, detail).at("part")
    })?;
    export::answer(&app, farmer, Shape::Csv(part)).await
}

/// The part of the copy.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PartQuery {
    /// `sowings`, `plans`, `record`, `requests` or `consents`. By default, the sowings.
    #[param(example = "plans")]
    part: Option<String>,
}

/// The word that confirms a deletion.
const CONFIRMATION: &str = "DELETE";

/// Confirmation of the deletion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirmed {
    /// The word `DELETE`.
    #[schema(example = "DELETE")]
    confirmation: String,
}

/// Delete my account.
///
/// The account is closed at once: every session ends, nothing of it can be reached or is computed, and its id stands in
/// the list of erasures. Its sowings then leave the supply, and every row about the farmer is deleted. It cannot be
/// undone.
#[utoipa::path(
    delete, operation_id = "erase_account", path = "/api/v1/me", tag = "me", request_body = Confirmed,
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn erase(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Body(Confirmed { confirmation }): Body<Confirmed>,
) -> Result<Response, Problem> {
    if confirmation != CONFIRMATION {
        let detail = "Nothing was deleted. To delete your account, write DELETE.";
        return Err(Problem::new(ProblemType::NotConfirmed, detail).at("confirmation"));
    }
    if let Some(imported) = app.0.store.found_record(farmer).await? {
        close_account(&app, imported.farmer, now).await?;
    }
    close_account(&app, farmer, now).await?.ok_or_else(Problem::not_signed_in)?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Some(cleared) = app.0.auth.session_cookie().clear() {
        response.headers_mut().insert(header::SET_COOKIE, cleared);
    }
    Ok(response)
}

/// Writes an erasure down, closes the account, and wakes the job that deletes its rows. `None` if there is no such
/// account.
pub(super) async fn close_account(App(app): &App, farmer: FarmerId, now: Timestamp) -> Result<Option<()>, Problem> {
    app.erasures.write_down(farmer).await.map_err(|error| {
        tracing::error!(%error, "an erasure could not be written down; nothing was erased");
        Problem::erasure_not_kept()
    })?;
    let closed = app.sessions.close_account(farmer, now).await?;
    if closed.is_some() {
        tracing::info!(farmer = %farmer.0, "account closed, and to be erased");
        app.erasures.wake();
    }
    Ok(closed)
}
