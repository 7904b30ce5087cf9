//! What a farmer says of their field: whether it can be watered, and its kind of soil.

use super::body::{Body, nullable};
use super::json::Json;
use super::problem::Problem;
use super::record::{Changing, FarmerRecord, IfMatch};
use crate::App;
use axum::extract::State;
use grow_domain::farmer::SoilTest;
use grow_domain::{Invalid, Soil, Water};
use grow_store::RecordChange;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether a field can be watered: all season, once or twice, or not at all.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WaterKey {
    AllSeason,
    OnceOrTwice,
    RainOnly,
}

/// Kind of soil: light (sandy), medium (loam), heavy (clay, black soil).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SoilKey {
    Light,
    Medium,
    Heavy,
}

/// Whether the soil of a field is tested.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SoilTestKey {
    Tested,
    NotTested,
}

impl From<SoilTest> for SoilTestKey {
    fn from(test: SoilTest) -> Self {
        match test {
            SoilTest::Tested => Self::Tested,
            SoilTest::NotTested => Self::NotTested,
        }
    }
}

impl From<Water> for WaterKey {
    fn from(water: Water) -> Self {
        match water {
            Water::AllSeason => Self::AllSeason,
            Water::OnceOrTwice => Self::OnceOrTwice,
            Water::RainOnly => Self::RainOnly,
        }
    }
}

impl From<Soil> for SoilKey {
    fn from(soil: Soil) -> Self {
        match soil {
            Soil::Light => Self::Light,
            Soil::Medium => Self::Medium,
            Soil::Heavy => Self::Heavy,
        }
    }
}

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
