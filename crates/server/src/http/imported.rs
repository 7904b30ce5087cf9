//! The record that was imported under the farmer's verified e-mail, until the farmer keeps or erases it.

use super::arrival::Arrived;
use super::body::Body;
use super::farmer::Farmer;
use super::json::Json;
use super::problem::Problem;
use super::record::{Nothing, SoilNutrients};
use crate::App;
use axum::extract::State;
use grow_domain::{Crop, SquareMetres};
use grow_store::FoundRecord;
use http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The imported record of the farmer's e-mail.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportedRecordState {
    /// The record, until the farmer decides about it; null if there is none.
    #[schema(required)]
    record: Option<ImportedRecord>,
}

/// A record from another application. Nothing is computed from it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportedRecord {
    imported_at: Timestamp,
    number: String,
    place: String,
    npk: SoilNutrients,
    /// Keys of the known crops.
    known_crops: Vec<&'static str>,
    /// Number of sowings.
    sowings: u32,
    /// Total area of their fields, hectares.
    area_ha: f64,
}

impl From<FoundRecord> for ImportedRecord {
    fn from(found: FoundRecord) -> Self {
        let FoundRecord { farmer: _, imported_at, number, place, npk, known_crops, sowings, area } = found;
        Self {
            imported_at,
            number,
            place,
            npk: npk.into(),
            known_crops: known_crops.into_iter().map(Crop::key).collect(),
            sowings,
            area_ha: SquareMetres::hectares(area),
        }
    }
}

/// Read the imported record of my e-mail.
#[utoipa::path(
    get, operation_id = "read_imported_record", path = "/api/v1/me/imported-record", tag = "me",
    responses((status = OK, body = ImportedRecordState), Problem)
)]
pub(crate) async fn read(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
) -> Result<Json<ImportedRecordState>, Problem> {
    let record = app.store.found_record(farmer).await?.map(ImportedRecord::from);
    Ok(Json(ImportedRecordState { record }))
}

/// Keep the imported record.
///
/// It moves into the own record. Fields that are filled there stay; sowings and known crops are added.
#[utoipa::path(
    post, operation_id = "keep_imported_record", path = "/api/v1/me/imported-record", tag = "me", request_body = Nothing,
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn keep(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Body(Nothing {}): Body<Nothing>,
) -> Result<StatusCode, Problem> {
    // A repeated request, whose first answer was lost, finds nothing more to do.
    app.store.keep_imported(farmer, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Erase the imported record.
///
/// Its sowings leave the supply, and a later import does not bring it back.
#[utoipa::path(
    delete, operation_id = "erase_imported_record", path = "/api/v1/me/imported-record", tag = "me",
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn erase(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
) -> Result<StatusCode, Problem> {
    if let Some(found) = app.0.store.found_record(farmer).await? {
        super::account::close_account(&app, found.farmer, now).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
