//! What a farmer says of their field: whether it can be watered, its kind of soil, and what stood on it last.

use super::body::{Body, nullable};
use super::field_keys::{SoilKey, WaterKey};
use super::json::Json;
use super::problem::Problem;
use super::record::{Changing, FarmerRecord, IfMatch};
use crate::App;
use axum::extract::State;
use grow_domain::Invalid;
use grow_store::RecordChange;
use serde::Deserialize;
use utoipa::ToSchema;

/// Whether the field can be watered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWater {
    /// Null takes the answer back.
    #[serde(deserialize_with = "nullable")]
    #[schema(value_type = Option<WaterKey>, required)]
    water: Option<String>,
}

/// The kind of soil of the field.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSoil {
    /// Null takes the answer back.
    #[serde(deserialize_with = "nullable")]
    #[schema(value_type = Option<SoilKey>, required)]
    soil: Option<String>,
}

/// What stood on the field last.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLastCrop {
    /// The key of one of the sixteen crops or of an outside crop, or `fallow`; null takes the answer back.
    #[serde(deserialize_with = "nullable")]
    #[schema(required, example = "wheat")]
    last_crop: Option<String>,
}

/// Save whether the field can be watered.
#[utoipa::path(
    put, operation_id = "save_water", path = "/api/v1/me/water", tag = "me", request_body = NewWater,
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_water(
    State(app): State<App>,
    by: Changing,
    Body(NewWater { water }): Body<NewWater>,
) -> Result<Json<FarmerRecord>, Problem> {
    let water = water.map(|key| key.parse()).transpose().map_err(Invalid::Water)?;
    by.apply(&app, RecordChange::Water(water)).await
}

/// Save the kind of soil of the field.
#[utoipa::path(
    put, operation_id = "save_soil", path = "/api/v1/me/soil", tag = "me", request_body = NewSoil,
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_soil(
    State(app): State<App>,
    by: Changing,
    Body(NewSoil { soil }): Body<NewSoil>,
) -> Result<Json<FarmerRecord>, Problem> {
    let soil = soil.map(|key| key.parse()).transpose().map_err(Invalid::Soil)?;
    by.apply(&app, RecordChange::Soil(soil)).await
}

/// Save what stood on the field last.
#[utoipa::path(
    put, operation_id = "save_last_crop", path = "/api/v1/me/last-crop", tag = "me", request_body = NewLastCrop,
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_last_crop(
    State(app): State<App>,
    by: Changing,
    Body(NewLastCrop { last_crop }): Body<NewLastCrop>,
) -> Result<Json<FarmerRecord>, Problem> {
    let last_crop = last_crop.map(|key| key.parse()).transpose().map_err(Invalid::LastCrop)?;
    by.apply(&app, RecordChange::LastCrop(last_crop)).await
}
