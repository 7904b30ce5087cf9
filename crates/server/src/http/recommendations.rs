//! Recommendations from known crops.

pub(crate) mod soil_climate;

use super::farmer::Farmer;
use super::json::Json;
use super::problem::Problem;
use crate::App;
use crate::live::CropDemand;
use axum::extract::State;
use grow_domain::recommendation;
use jiff::Timestamp;
use serde::Serialize;
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The standing of the recommended crops.
#[derive(Serialize, ToSchema)]
pub(crate) struct KnownCropRecommendations {
    /// The region's code.
    region: &'static str,
    /// The first calendar year of the crop year.
    crop_year: i16,
    /// Since when the figures have been so.
    as_of: Timestamp,
    /// Why crops that the farmer knows are not compared, or null where they are.
    #[schema(required)]
    missing: Option<MissingForKnownCrops>,
    /// Most met first.
    crops: Vec<CropDemand>,
}

/// Why known crops are not compared.
#[derive(Serialize, ToSchema)]
enum MissingForKnownCrops {
    /// The farmer has withdrawn the consent to computing anything from their data.
    #[serde(rename = "consent-missing")]
    Consent,
}

/// The crops that the farmer knows, most met first.
#[utoipa::path(
    get, operation_id = "recommend_from_known_crops", path = "/api/v1/me/recommendations/known-crops", tag = "me",
    responses((status = OK, body = KnownCropRecommendations), Problem)
)]
pub(crate) async fn known_crops(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
) -> Result<Json<KnownCropRecommendations>, Problem> {
    let (record, permission) = app.store.record_and_permission(farmer).await?.ok_or_else(Problem::not_signed_in)?;
    let overview = app.live.newest().await;
    if overview.rows().is_empty() {
        return Err(Problem::no_demand_figures());
    }
    let missing = (!permission.to_compute() && !record.known_crops.is_empty()).then_some(MissingForKnownCrops::Consent);
    let known_crops = if missing.is_none() { record.known_crops } else { BTreeSet::new() };
    let rows = recommendation::from_known_crops(overview.rows(), &known_crops);
    Ok(Json(KnownCropRecommendations {
        region: overview.region().code(),
        crop_year: overview.crop_year().first_year(),
        as_of: overview.as_of(),
        missing,
        crops: rows.iter().map(CropDemand::from).collect(),
    }))
}
