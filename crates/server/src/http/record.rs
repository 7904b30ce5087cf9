//! The farmer record: profile, soil nutrients, place and known crops.

use super::arrival::Arrived;
use super::body::{Body, Decimal, missing, not_null, nullable};
use super::farmer::Farmer;
use super::field_keys::{SoilKey, SoilTestKey, WaterKey};
use super::json::{Json, written};
use super::measures::{self, EnteredSize, LandUnitKey, LandUnits, NewSize};
use super::path::Named;
use super::places::DistrictFacts;
use super::problem::Problem;
use crate::App;
use crate::http::in_language::InLanguage;
use crate::language;
use axum::extract::{self, FromRequestParts};
use grow_domain::crop::YieldRange;
use grow_domain::farmer::{self, Land, Npk, Place};
use grow_domain::land_unit::LandUnit;
use grow_domain::rotation::{LastCrop, OutsideCrop};
use grow_domain::usual_yield::usual_yield;
use grow_domain::validation::SizeOf;
use grow_domain::{Crop, District, Invalid, Language, State};
use grow_store::{FarmerId, OwnRecord, RecordChange, RecordOutcome};
use http::request::Parts;
use http::{HeaderMap, Uri, header};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};
use utoipa::{IntoParams, ToSchema};

/// What Grow keeps about the signed-in farmer.
#[derive(Serialize, ToSchema)]
pub(crate) struct FarmerRecord {
    email: String,
    /// Phone number, in one spelling since it was saved last; an older one as it was written.
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
    /// What stood on the field last, as the farmer says or as their sowing has ended since: the key of one of the
    /// sixteen crops or of an outside crop, or `fallow`; null where it is not known.
    #[schema(required, example = "wheat")]
    last_crop: Option<&'static str>,
    /// Crops outside the sixteen that may have stood on the field: those of the district, and the farmer's own answer.
    #[schema(value_type = Vec<OutsideCropName>)]
    outside_crops: Cow<'static, RawValue>,
    /// Whether the soil is tested: `npk` was saved as 0, 0, 0 or otherwise; null where it was not saved.
    #[schema(required)]
    soil_test: Option<SoilTestKey>,
    /// What farmers of the district's state usually harvest, of the crops that reliable figures exist for; empty where
    /// the district is not known. They are not part of any expected yield.
    #[schema(value_type = Vec<UsualYield>)]
    usual_yields: &'static RawValue,
    /// Whether number and place have both been saved.
    complete: bool,
    /// Raised by each change of profile, nutrients, place, land, water, soil and last crop. A change with
    /// `If-Match: "<revision>"` is refused where the record has another one.
    #[schema(example = 7)]
    revision: i64,
}

/// A crop outside the sixteen.
#[derive(Serialize, ToSchema)]
struct OutsideCropName {
    #[schema(example = "wheat")]
    key: &'static str,
    /// Its name as it stands within a sentence.
    name: &'static str,
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

/// The usual yields of each state, and of nowhere. They change only with a release.
static USUAL_YIELDS: LazyLock<HashMap<Option<State>, Box<RawValue>>> = LazyLock::new(|| {
    let of_crop = |crop: Crop, state| {
        let YieldRange { min, max } = usual_yield(crop, state?)?;
        Some(UsualYield { crop: crop.key(), min_kg_per_ha: min, max_kg_per_ha: max })
    };
    let written = |state| written(&Crop::all().filter_map(|crop| of_crop(crop, state)).collect::<Vec<_>>());
    [None].into_iter().chain(State::all().map(Some)).map(|state| (state, written(state))).collect()
});

/// The outside crops of the places and languages that were asked for. They change only with a release.
static OUTSIDE_CROPS: LazyLock<RwLock<WrittenByPlace>> = LazyLock::new(RwLock::default);

type WrittenByPlace = HashMap<(Option<District>, Language), &'static RawValue>;

fn outside_crops(record: &farmer::FarmerRecord, language: Language) -> Cow<'static, RawValue> {
    let named = |crop: OutsideCrop| OutsideCropName { key: crop.key(), name: crop.name_in(language) };
    let grown = || record.district.into_iter().flat_map(OutsideCrop::grown_in);
    if let Some(LastCrop::Other(own)) = record.last_crop
        && grown().all(|crop| crop != own)
    {
        return Cow::Owned(written(&grown().chain([own]).map(named).collect::<Vec<_>>()));
    }
    let key = (record.district, language);
    if let Some(known) = OUTSIDE_CROPS.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Cow::Borrowed(known);
    }
    let of_place = Box::leak(written(&grown().map(named).collect::<Vec<_>>()));
    OUTSIDE_CROPS.write().unwrap_or_else(PoisonError::into_inner).insert(key, of_place);
    Cow::Borrowed(of_place)
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

/// Nutrients in the soil, kg/ha; 0 means 'not tested'.
#[derive(Serialize, ToSchema)]
pub(crate) struct SoilNutrients {
    n: f64,
    p: f64,
    k: f64,
}

impl FarmerRecord {
    fn new(OwnRecord { email, record, revision, .. }: OwnRecord, language: Language) -> Self {
        let facts = |district| DistrictFacts::new(district, language);
        let (place_status, candidates) = match record.place_status() {
            farmer::PlaceStatus::Missing => (PlaceStatus::Missing, Vec::new()),
            farmer::PlaceStatus::Resolved(_) => (PlaceStatus::Resolved, Vec::new()),
            farmer::PlaceStatus::Ambiguous(candidates) => (PlaceStatus::Ambiguous, candidates),
            farmer::PlaceStatus::Unknown => (PlaceStatus::Unknown, Vec::new()),
        };
        Self {
            email,
            revision,
            complete: record.is_complete(),
            land_ha: record.land.map(|land| land.area().hectares()),
            land_entered: record.land.and_then(Land::entered).map(EnteredSize::from),
            land_units: LandUnits::of(&record),
            water: record.water.map(WaterKey::from),
            soil: record.soil.map(SoilKey::from),
            last_crop: record.last_crop.map(LastCrop::key),
            outside_crops: outside_crops(&record, language),
            soil_test: record.soil_test().map(SoilTestKey::from),
            number: record.number,
            place: record.place,
            district: record.district.map(facts),
            usual_yields: USUAL_YIELDS.get(&record.district.map(District::state)).map_or(RawValue::NULL, Box::as_ref),
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
    /// its code. Blanks, hyphens, brackets and full stops may stand in it, and its digits may be those of any script of
    /// India. Of several numbers the first one counts. It is kept in one spelling.
    #[schema(min_length = 1, max_length = 32, example = "98765 43210")]
    number: String,
    /// Place.
    #[schema(min_length = 1, max_length = 200, example = "Erode")]
    place: String,
    /// The key of the district that the farmer chose; without it, the place is resolved where its text names one for
    /// certain.
    #[serde(default)]
    #[schema(example = "tn-erode")]
    district: Option<String>,
}

/// Soil nutrients, kg/ha, each from 0 to 2000 with at most three decimals. 0 or null means 'not tested'.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNpk {
    #[serde(deserialize_with = "nullable")]
    #[schema(value_type = Option<f64>, required, minimum = 0, maximum = 2000, example = 180)]
    n: Option<Decimal>,
    #[serde(deserialize_with = "nullable")]
    #[schema(value_type = Option<f64>, required, minimum = 0, maximum = 2000, example = 30)]
    p: Option<Decimal>,
    #[serde(deserialize_with = "nullable")]
    #[schema(value_type = Option<f64>, required, minimum = 0, maximum = 2000, example = 250)]
    k: Option<Decimal>,
}

/// A place.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlace {
    /// May be empty.
    #[schema(max_length = 200, example = "Erode")]
    place: String,
    /// The key of the district that the farmer chose; without it, the place is resolved where its text names one for
    /// certain.
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
    extract::State(app): extract::State<App>,
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
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_profile(
    extract::State(app): extract::State<App>,
    by: Changing,
    Body(NewProfile { number, place, district }): Body<NewProfile>,
) -> Result<Json<FarmerRecord>, Problem> {
    let profile = farmer::Profile::parse(&number, &place)?;
    let profile = match chosen(district)? {
        Some(district) => profile.in_district(district),
        None => profile,
    };
    by.apply(&app, RecordChange::Profile(profile)).await
}

/// Save soil nutrients. 0, 0, 0 says that the soil is not tested.
#[utoipa::path(
    put, operation_id = "save_npk", path = "/api/v1/me/npk", tag = "me", request_body = NewNpk,
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_npk(
    extract::State(app): extract::State<App>,
    by: Changing,
    Body(NewNpk { n, p, k }): Body<NewNpk>,
) -> Result<Json<FarmerRecord>, Problem> {
    let [n, p, k] = [&n, &p, &k].map(|tested| tested.as_ref().map_or("0", Decimal::as_str));
    let npk = Npk::from_kg_per_ha(n, p, k)?;
    by.apply(&app, RecordChange::Npk(npk)).await
}

/// Save the place alone.
#[utoipa::path(
    put, operation_id = "save_place", path = "/api/v1/me/place", tag = "me", request_body = NewPlace,
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_place(
    extract::State(app): extract::State<App>,
    by: Changing,
    Body(NewPlace { place, district }): Body<NewPlace>,
) -> Result<Json<FarmerRecord>, Problem> {
    let place = Place::parse(&place)?;
    let place = match chosen(district)? {
        Some(district) => place.in_district(district),
        None => place,
    };
    by.apply(&app, RecordChange::Place(place)).await
}

/// Save all the land that the farmer has.
#[utoipa::path(
    put, operation_id = "save_land", path = "/api/v1/me/land", tag = "me", request_body = NewLand,
    params(IfMatch),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn save_land(
    extract::State(app): extract::State<App>,
    by: Changing,
    Body(asked): Body<NewLand>,
) -> Result<Json<FarmerRecord>, Problem> {
    let land = match (asked.land_ha, asked.land) {
        (Some(HectaresOrNull(hectares)), None) => {
            hectares.map(|hectares| Land::from_hectares(hectares.as_str())).transpose()?
        }
        (None, Some(size)) => Some(measures::land(&app, by.farmer, &size).await?),
        (Some(_), Some(_)) => return Err(Invalid::TwoSizes(SizeOf::Land).into()),
        (None, None) => return Err(missing("land_ha")),
    };
    by.apply(&app, RecordChange::Land(land)).await
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
    extract::State(app): extract::State<App>,
    by: Changing,
    Body(NewUnit { unit, square_metres }): Body<NewUnit>,
) -> Result<Json<FarmerRecord>, Problem> {
    let unit = LandUnit::parse(&unit, SizeOf::Unit)?;
    let size = square_metres.map(|size| unit.size_here(size.as_str(), SizeOf::Unit)).transpose()?;
    by.apply(&app, RecordChange::Unit(unit, size)).await
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
    extract::State(app): extract::State<App>,
    by: Changing,
    Named(crop): Named<Crop>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<FarmerRecord>, Problem> {
    by.apply(&app, RecordChange::AddKnownCrop(crop)).await
}

/// Mark a crop as no longer known.
#[utoipa::path(
    delete, operation_id = "remove_known_crop", path = "/api/v1/me/known-crops/{crop}", tag = "me",
    params(("crop" = String, Path, description = "The crop's key, or any other spelling of it", example = "groundnut")),
    responses((status = OK, body = FarmerRecord), Problem)
)]
pub(crate) async fn remove_known_crop(
    extract::State(app): extract::State<App>,
    by: Changing,
    Named(crop): Named<Crop>,
) -> Result<Json<FarmerRecord>, Problem> {
    by.apply(&app, RecordChange::RemoveKnownCrop(crop)).await
}

/// A request to change the own record: whose it is, which revision it is for, when it arrived, and in which language it
/// is answered.
pub(crate) struct Changing {
    farmer: FarmerId,
    expected: Option<i64>,
    arrived: Arrived,
    language: Language,
}

impl FromRequestParts<App> for Changing {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Farmer(farmer) = Farmer::from_request_parts(parts, app).await?;
        let Ok(arrived) = Arrived::from_request_parts(parts, app).await;
        let Ok(InLanguage(language)) = InLanguage::from_request_parts(parts, app).await;
        Ok(Self { farmer, expected: expected(&parts.headers), arrived, language })
    }
}

impl Changing {
    /// Changes the farmer's record, and answers with it.
    pub(super) async fn apply(self, App(app): &App, change: RecordChange) -> Result<Json<FarmerRecord>, Problem> {
        let Self { farmer, expected, arrived: Arrived(now), language } = self;
        match app.store.change_record_of(farmer, expected, change, now).await? {
            RecordOutcome::Changed(own) => Ok(Json(FarmerRecord::new(own, language))),
            RecordOutcome::Newer(own) => Err(Problem::record_changed(&FarmerRecord::new(own, language))),
            RecordOutcome::NoRecord => Err(Problem::no_farmer_record()),
        }
    }
}

/// The revision that `If-Match` names: `"7"`. A value that is none matches no record.
fn expected(headers: &HeaderMap) -> Option<i64> {
    const NEVER: i64 = -1;
    let named = headers.get(header::IF_MATCH)?.to_str().unwrap_or_default();
    if named == "*" {
        return None;
    }
    let revision = named.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    Some(revision.and_then(|digits| digits.parse().ok()).unwrap_or(NEVER))
}

/// `If-Match`, for the documentation.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "the extractor reads it")]
pub(crate) struct IfMatch {
    /// The `revision` that the change is for, in quotes: with another one, nothing is saved and the answer is 412.
    #[param(rename = "If-Match", example = "\"7\"")]
    if_match: Option<String>,
}
