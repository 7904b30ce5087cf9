//! The farmer record: profile, soil nutrients, place and known crops.

use super::body::{Body, Decimal, missing, not_null};
use super::farmer::Farmer;
use super::json::Json;
use super::measures::{self, EnteredSize, LandUnitKey, LandUnits, NewSize};
use super::path::Named;
use super::places::DistrictFacts;
use super::problem::Problem;
use super::water_and_soil::{SoilKey, SoilTestKey, WaterKey};
use crate::App;
use crate::language::{self, InLanguage};
use axum::extract::State;
use grow_domain::crop::YieldRange;
use grow_domain::farmer::{self, Land, Npk, Place};
use grow_domain::land_unit::LandUnit;
use grow_domain::usual_yield::usual_yield;
use grow_domain::validation::SizeOf;
use grow_domain::{Crop, District, Invalid, Language};
use grow_store::{OwnRecord, RecordChange};
use http::{HeaderMap, Uri};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What Grow keeps about the signed-in farmer.
#[derive(Serialize, ToSchema)]
pub(crate) struct FarmerRecord {
    email: String,
    /// Phone number, as it was written, with the digits 0-9.
    number: String,
    /// Place, as it was written.
    place: String,
    /// The district that the place lies in, where it is known.
    district: Option<DistrictFacts>,
    place_status: PlaceStatus,
    /// Where the place is ambiguous, the districts that it may lie in, the likeliest first.
    candidates: Vec<DistrictFacts>,
    npk: SoilNutrients,
    /// Keys of the crops that the farmer knows.
    #[schema(example = json!(["groundnut", "redGram"]))]
    known_crops: Vec<&'static str>,
    /// All the land that the farmer has ('My land'), hectares; null where they have not said.
    #[schema(required, example = 2.5)]
    land_ha: Option<f64>,
    /// The land as it was entered; null in hectares.
    #[schema(required)]
    land_entered: Option<EnteredSize>,
    land_units: LandUnits,
    /// Whether the field can be watered; null where the farmer has not said.
    #[schema(required)]
    water: Option<WaterKey>,
    /// The kind of soil of the field; null where the farmer has not said.
    #[schema(required)]
    soil: Option<SoilKey>,
    /// Whether the soil is tested: `npk` was saved as 0, 0, 0 or otherwise; null where it was not saved.
    #[schema(required)]
    soil_test: Option<SoilTestKey>,
    /// What farmers of the district's state usually harvest, of the crops that reliable figures exist for; empty where
    /// the district is not known. They are not part of any expected yield.
    usual_yields: Vec<UsualYield>,
    /// Whether number and place have both been saved.
    complete: bool,
}

/// The yields of a crop that four of five districts of a state lie between, in the form of its yield range.
#[derive(Serialize, ToSchema)]
struct UsualYield {
    /// The crop's key.
    #[schema(example = "groundnut")]
    crop: &'static str,
    #[schema(example = 1790)]
    min_kg_per_ha: u32,
    #[schema(example = 4260)]
    max_kg_per_ha: u32,
}

impl UsualYield {
    fn all_of(district: District) -> Vec<Self> {
        let of = |crop: Crop| {
            let YieldRange { min, max } = usual_yield(crop, district.state())?;
            Some(Self { crop: crop.key(), min_kg_per_ha: min, max_kg_per_ha: max })
        };
        Crop::all().filter_map(of).collect()
    }
}

/// What is known of the district: no place was given, it is resolved, it is one of the candidates, or the text does not
/// say.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlaceStatus {
    Missing,
    Resolved,
    Ambiguous,
    Unknown,
}

/// Nutrients in the soil, kg/ha; all 0 means 'not tested'.
#[derive(Serialize, ToSchema)]
pub(crate) struct SoilNutrients {
    n: f64,
    p: f64,
    k: f64,
}

impl FarmerRecord {
    fn new(OwnRecord { email, record, .. }: OwnRecord, language: Language) -> Self {
        let facts = |district| DistrictFacts::new(district, language);
        let (place_status, candidates) = match record.place_status() {
            farmer::PlaceStatus::Missing => (PlaceStatus::Missing, Vec::new()),
            farmer::PlaceStatus::Resolved(_) => (PlaceStatus::Resolved, Vec::new()),
            farmer::PlaceStatus::Ambiguous(candidates) => (PlaceStatus::Ambiguous, candidates),
            farmer::PlaceStatus::Unknown => (PlaceStatus::Unknown, Vec::new()),
        };
        Self {
            email,
            complete: record.is_complete(),
            land_ha: record.land.map(|land| land.area().hectares()),
            land_entered: record.land.and_then(Land::entered).map(EnteredSize::from),
            land_units: LandUnits::of(&record),
            water: record.water.map(WaterKey::from),
            soil: record.soil.map(SoilKey::from),
            soil_test: record.soil_test().map(SoilTestKey::from),
            number: record.number,
            place: record.place,
            district: record.district.map(facts),
            usual_yields: record.district.map(UsualYield::all_of).unwrap_or_default(),
            place_status,
            candidates: candidates.into_iter().map(facts).collect(),
            npk: record.npk.into(),
            known_crops: record.known_crops.into_iter().map(Crop::key).collect(),
        }
    }
}

impl From<Npk> for SoilNutrients {
    fn from(npk: Npk) -> Self {
        let [n, p, k] = [npk.nitrogen_g_per_ha, npk.phosphorus_g_per_ha, npk.potassium_g_per_ha].map(kg_per_ha);
        Self { n, p, k }
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most 2,000,000 g/ha")]
fn kg_per_ha(grams: i64) -> f64 {
    grams as f64 / 1000.0
}

/// Number and place.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewProfile {
    /// An Indian phone number of ten digits, with or without +91 or a leading 0, or one of another country with + and
    /// its code. Blanks, hyphens, brackets and full stops may stand in it, and its digits may be Tamil or Devanagari
    /// ones.
    #[schema(min_length = 1, max_length = 32, example = "98765 43210")]
    number: String,
    /// Place.
    #[schema(min_length = 1, max_length = 200, example = "Erode")]
    place: String,
    /// The key of the district that the farmer chose; without it, the place is resolved where its text names one.
    #[serde(default)]
    #[schema(example = "tn-erode")]
    district: Option<String>,
}

/// Soil nutrients, kg/ha, each from 0 to 2000 with at most three decimals.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNpk {
    #[schema(value_type = f64, minimum = 0, maximum = 2000, example = 180)]
    n: Decimal,
    #[schema(value_type = f64, minimum = 0, maximum = 2000, example = 30)]
    p: Decimal,
    #[schema(value_type = f64, minimum = 0, maximum = 2000, example = 250)]
    k: Decimal,
}

/// A place.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlace {
    /// May be empty.
    #[schema(max_length = 200, example = "Erode")]
    place: String,
    /// The key of the district that the farmer chose; without it, the place is resolved where its text names one.
    #[serde(default)]
    #[schema(example = "tn-erode")]
    district: Option<String>,
}

/// All the land that the farmer has.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLand {
    /// Hectares, at most two decimals; null takes it back. Either this or `land` is given.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(value_type = Option<f64>, minimum = 0.01, maximum = 10_000, example = 2.5)]
    land_ha: Option<HectaresOrNull>,
    /// The land in another unit.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    land: Option<NewSize>,
}

/// Hectares, or null. A missing member is neither.
#[derive(Deserialize)]
#[serde(transparent)]
struct HectaresOrNull(Option<Decimal>);

/// An empty object. The address says everything.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The own record.
#[utoipa::path(get, operation_id = "read_record", path = "/api/v1/me/profile", tag = "me", responses((status = OK, body = FarmerRecord), Problem))]
pub(crate) async fn read(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<FarmerRecord>, Problem> {
    let own = app.0.store.record(farmer).await?.ok_or_else(Problem::not_signed_in)?;
    let language = language::of(&uri, &headers, || own.language);
    Ok(Json(FarmerRecord::new(own, language)))
}

/// Save number and place.
#[utoipa::path(
    put, operation_id = "save_profile", path = "/api/v1/me/profile", tag = "me", request_body = NewProfile,
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_profile(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Body(NewProfile { number, place, district }): Body<NewProfile>,
) -> Result<Json<FarmerRecord>, Problem> {
    let profile = farmer::Profile::parse(&number, &place)?;
    let profile = match chosen(district)? {
        Some(district) => profile.in_district(district),
        None => profile,
    };
    change(&app, farmer, language, RecordChange::Profile(profile)).await
}

/// Save soil nutrients. 0, 0, 0 says that the soil is not tested.
#[utoipa::path(
    put, operation_id = "save_npk", path = "/api/v1/me/npk", tag = "me", request_body = NewNpk,
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_npk(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Body(NewNpk { n, p, k }): Body<NewNpk>,
) -> Result<Json<FarmerRecord>, Problem> {
    let npk = Npk::from_kg_per_ha(n.as_str(), p.as_str(), k.as_str())?;
    change(&app, farmer, language, RecordChange::Npk(npk)).await
}

/// Save the place alone.
#[utoipa::path(
    put, operation_id = "save_place", path = "/api/v1/me/place", tag = "me", request_body = NewPlace,
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_place(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Body(NewPlace { place, district }): Body<NewPlace>,
) -> Result<Json<FarmerRecord>, Problem> {
    let place = Place::parse(&place)?;
    let place = match chosen(district)? {
        Some(district) => place.in_district(district),
        None => place,
    };
    change(&app, farmer, language, RecordChange::Place(place)).await
}

/// Save all the land that the farmer has.
#[utoipa::path(
    put, operation_id = "save_land", path = "/api/v1/me/land", tag = "me", request_body = NewLand,
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_land(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Body(asked): Body<NewLand>,
) -> Result<Json<FarmerRecord>, Problem> {
    let land = match (asked.land_ha, asked.land) {
        (Some(HectaresOrNull(hectares)), None) => {
            hectares.map(|hectares| Land::from_hectares(hectares.as_str())).transpose()?
        }
        (None, Some(size)) => Some(measures::land(&app, farmer.0, &size).await?),
        (Some(_), Some(_)) => return Err(Invalid::TwoSizes(SizeOf::Land).into()),
        (None, None) => return Err(missing("land_ha")),
    };
    change(&app, farmer, language, RecordChange::Land(land)).await
}

/// The unit that the farmer measures land in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUnit {
    #[schema(value_type = LandUnitKey)]
    unit: String,
    /// The size of a unit that differs between places where the farmer lives, m²; without it, a saved size stays.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(value_type = Option<f64>, nullable = false)]
    square_metres: Option<Decimal>,
}

/// Save the unit that the farmer measures land in, and its size.
#[utoipa::path(
    put, operation_id = "save_unit", path = "/api/v1/me/units", tag = "me", request_body = NewUnit,
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_unit(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Body(NewUnit { unit, square_metres }): Body<NewUnit>,
) -> Result<Json<FarmerRecord>, Problem> {
    let unit = LandUnit::parse(&unit, SizeOf::Unit)?;
    let size = square_metres.map(|size| unit.size_here(size.as_str(), SizeOf::Unit)).transpose()?;
    change(&app, farmer, language, RecordChange::Unit(unit, size)).await
}

/// Parses the key of the chosen district, if there is one.
fn chosen(key: Option<String>) -> Result<Option<District>, Invalid> {
    key.map(|key| District::from_key(&key).ok_or(Invalid::District)).transpose()
}

/// Mark a crop as known.
#[utoipa::path(
    put, operation_id = "add_known_crop", path = "/api/v1/me/known-crops/{crop}", tag = "me", request_body = Nothing,
    params(("crop" = String, Path, description = "The crop's key, or any other spelling of it", example = "groundnut")),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn add_known_crop(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Named(crop): Named<Crop>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<FarmerRecord>, Problem> {
    change(&app, farmer, language, RecordChange::AddKnownCrop(crop)).await
}

/// Mark a crop as no longer known.
#[utoipa::path(
    delete, operation_id = "remove_known_crop", path = "/api/v1/me/known-crops/{crop}", tag = "me",
    params(("crop" = String, Path, description = "The crop's key, or any other spelling of it", example = "groundnut")),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn remove_known_crop(
    State(app): State<App>,
    farmer: Farmer,
    language: InLanguage,
    Named(crop): Named<Crop>,
) -> Result<Json<FarmerRecord>, Problem> {
    change(&app, farmer, language, RecordChange::RemoveKnownCrop(crop)).await
}

/// Changes the farmer's record, and answers with it.
pub(super) async fn change(
    App(app): &App,
    Farmer(farmer): Farmer,
    InLanguage(language): InLanguage,
    change: RecordChange,
) -> Result<Json<FarmerRecord>, Problem> {
    let own = app.store.change_record(farmer, change, app.clock.now()).await?;
    Ok(Json(FarmerRecord::new(own.ok_or_else(Problem::no_farmer_record)?, language)))
}
