//! The members of a farmer's copy of their data.

use crate::http::field_keys::{SoilKey, SoilTestKey, WaterKey};
use crate::http::measures::{EnteredSize, LandUnitKey};
use crate::http::privacy::Consent;
use crate::http::recommendations::soil_climate::PredictionBasis;
use grow_domain::calendar::Maturity;
use grow_domain::farmer::{Land, Npk};
use grow_domain::rotation::LastCrop;
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::{Closing, Outcome};
use grow_domain::{District, Language};
use grow_store::{AdviceDraw, AsStored, ExportData, FarmerId, HeldIntention, HeldRecord, HeldRequest, HeldSowing};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Everything that is held about the farmer. Only what opens a session is left out: it is a secret, and kept as a hash.
/// Sowings, plans and requests follow in parts, so that the copy is never in memory as a whole.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the copy, which is written in parts")]
pub(crate) struct OwnData {
    #[schema(inline)]
    #[serde(flatten)]
    rest: OwnDataButRows,
    /// In the order in which they were recorded, also those that were taken back or failed.
    sowings: Vec<OwnSowing>,
    /// Plans to sow, the oldest first, also those that have ended.
    intentions: Vec<OwnIntention>,
    /// Each change that was asked for, the oldest first.
    requests: Vec<OwnRequest>,
    /// What is held and this release of Grow cannot read, as it is stored.
    unreadable: Vec<OwnUnreadable>,
}

/// What is held about the farmer but rows that grow with the years.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnDataButRows {
    exported_at: Timestamp,
    account: OwnAccount,
    /// What was saved; null where nothing was.
    #[schema(required)]
    record: Option<OwnRecord>,
    known_crops: Vec<OwnKnownCrop>,
    /// The crops that were drawn for the farmer last; null where none were.
    #[schema(required)]
    advice_draw: Option<OwnDraw>,
    /// The farmer's numbers among those of a season, district and water, which the crops are drawn by.
    draw_numbers: Vec<OwnNumber>,
    /// What is predicted, computed for this copy; null where the district is not known, or the farmer does not agree.
    #[schema(required)]
    prediction: Option<OwnPrediction>,
    sessions: Vec<OwnDevice>,
    consents: Vec<Consent>,
}

#[derive(Serialize, ToSchema)]
struct OwnAccount {
    id: Uuid,
    email: String,
    /// Whether the identity provider states that it has verified the e-mail.
    email_verified: bool,
    display_name: String,
    #[schema(required)]
    photo_url: Option<String>,
    /// The identity provider.
    issuer: String,
    /// The farmer's name there.
    subject: String,
    /// The tag of the language that the farmer chose.
    #[schema(required, example = "ta")]
    language: Option<&'static str>,
    /// Null where it cannot be read.
    #[schema(required)]
    created_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
struct OwnRecord {
    number: String,
    place: String,
    #[schema(required, example = "tn-erode")]
    district: Option<&'static str>,
    #[serde(flatten)]
    nutrients: OwnNutrients,
    /// All the land that the farmer has.
    #[schema(required)]
    land_ha: Option<f64>,
    /// The land as it was entered; null in hectares.
    #[schema(required)]
    land_entered: Option<EnteredSize>,
    /// The unit that the farmer measures land in.
    #[schema(required)]
    land_unit: Option<LandUnitKey>,
    /// Sizes of units that the farmer has chosen.
    unit_sizes: Vec<OwnUnitSize>,
    /// Whether the field can be watered.
    #[schema(required)]
    water: Option<WaterKey>,
    /// The kind of soil of the field.
    #[schema(required)]
    soil: Option<SoilKey>,
    /// What stood on the field last, as the farmer says: the key of a crop, or `fallow`.
    #[schema(required)]
    last_crop: Option<&'static str>,
    /// Whether the soil is tested.
    #[schema(required)]
    soil_test: Option<SoilTestKey>,
    /// The farmer's number in the application that the record was imported from; empty otherwise.
    farmerid: String,
    /// The e-mails of an imported record; empty where they are the account's own.
    mailid: Vec<String>,
    /// Null where it cannot be read.
    #[schema(required)]
    saved_at: Option<Timestamp>,
}

/// The size of a unit where the farmer lives.
#[derive(Serialize, ToSchema)]
struct OwnUnitSize {
    unit: LandUnitKey,
    square_metres: f64,
}

/// Whole grams for each hectare, as they are kept.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "each figure names its unit")]
struct OwnNutrients {
    n_g_per_ha: i64,
    p_g_per_ha: i64,
    k_g_per_ha: i64,
}

#[derive(Serialize, ToSchema)]
struct OwnKnownCrop {
    crop: &'static str,
    added_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
pub(super) struct OwnSowing {
    id: Uuid,
    idempotency_key: String,
    crop: &'static str,
    crop_year: i16,
    /// The state that it counts in, besides India; `IN` where that was not known.
    region: &'static str,
    field_size_ha: f64,
    /// The size as it was entered; null in hectares.
    #[schema(required)]
    entered: Option<EnteredSize>,
    expected_yield_kg: i64,
    sown_at: Timestamp,
    /// When it was recorded; the sowing may be of an earlier day.
    recorded_at: Timestamp,
    /// Whether it is in the supply, or waits until the operator counts it.
    is_counted: bool,
    #[schema(required)]
    maturity: Option<&'static str>,
    #[schema(required)]
    harvested_at: Option<Timestamp>,
    #[schema(required)]
    harvested_kg: Option<i64>,
    #[schema(required)]
    failed_at: Option<Timestamp>,
    #[schema(required)]
    withdrawn_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct OwnIntention {
    id: Uuid,
    idempotency_key: String,
    crop: &'static str,
    /// The state that it counts in, besides India; `IN` where that was not known.
    region: &'static str,
    field_size_ha: f64,
    /// The size as it was entered; null in hectares.
    #[schema(required)]
    entered: Option<EnteredSize>,
    expected_yield_kg: i64,
    planned_at: Timestamp,
    /// The last day on which it stands, unless the farmer ended it before.
    ends_on: Date,
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// How the farmer ended it: `dropped` or `sown`.
    #[schema(required)]
    outcome: Option<String>,
    /// The sowing that it became.
    #[schema(required)]
    sowing: Option<Uuid>,
    /// How much of it counts in the advice until it ends, by how many earlier plans became sowings.
    counted_kg: i64,
}

#[derive(Serialize, ToSchema)]
struct OwnDraw {
    /// What the crops were drawn from.
    inputs: String,
    crops: Vec<&'static str>,
    /// The supply of each crop when it was drawn, percent of the demand; null where an earlier release drew it.
    filled_percent: Vec<Option<u16>>,
    drawn_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct OwnNumber {
    #[schema(example = "2026 kharif tn-erode rain_only")]
    cell: String,
    number: u64,
}

#[derive(Serialize, ToSchema)]
pub(super) struct OwnRequest {
    at: Timestamp,
    kind: String,
    /// As it was written down.
    #[schema(value_type = Object)]
    body: serde_json::Value,
}

/// A row that this release of Grow cannot read.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnUnreadable {
    /// The table that it is in.
    #[schema(example = "sowings")]
    table: &'static str,
    /// Its values by column.
    #[schema(value_type = Object)]
    row: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize, ToSchema)]
struct OwnPrediction {
    model_version: String,
    district: &'static str,
    #[serde(flatten)]
    nutrients: OwnNutrients,
    basis: PredictionBasis,
    /// By crop, in millionths; empty where no land like the farmer's is known.
    millionths: BTreeMap<&'static str, u32>,
}

#[derive(Serialize, ToSchema)]
struct OwnDevice {
    id: Uuid,
    #[schema(required)]
    device: Option<String>,
    signed_in_at: Timestamp,
    last_used_at: Timestamp,
}

impl From<Npk> for OwnNutrients {
    fn from(npk: Npk) -> Self {
        Self {
            n_g_per_ha: npk.nitrogen_g_per_ha,
            p_g_per_ha: npk.phosphorus_g_per_ha,
            k_g_per_ha: npk.potassium_g_per_ha,
        }
    }
}

impl From<HeldSowing> for OwnSowing {
    fn from(held: HeldSowing) -> Self {
        let recorded_at = held.recorded_at();
        let HeldSowing { sowing, key, withdrawn_at } = held;
        let (harvested_at, harvested_kg, failed_at) = match sowing.closing {
            None => (None, None, None),
            Some(Closing { outcome: Outcome::Harvested(kilograms), at }) => (Some(at), kilograms, None),
            Some(Closing { outcome: Outcome::Failed, at }) => (None, None, Some(at)),
        };
        Self {
            maturity: sowing.maturity.map(Maturity::key),
            harvested_at,
            harvested_kg: harvested_kg.map(|kilograms| kilograms.0),
            failed_at,
            id: sowing.id,
            idempotency_key: key,
            crop: sowing.crop.key(),
            crop_year: sowing.crop_year().first_year(),
            region: sowing.region.code(),
            field_size_ha: sowing.field_size.area().hectares(),
            entered: sowing.field_size.entered().map(EnteredSize::from),
            expected_yield_kg: sowing.expected_yield.0,
            sown_at: sowing.sown_at,
            recorded_at,
            is_counted: sowing.counted,
            withdrawn_at,
        }
    }
}

impl From<HeldIntention> for OwnIntention {
    fn from(HeldIntention { intention, key, ended_at, outcome, sowing, counted }: HeldIntention) -> Self {
        Self {
            id: intention.id,
            idempotency_key: key,
            crop: intention.crop.key(),
            region: intention.region.code(),
            field_size_ha: intention.field_size.area().hectares(),
            entered: intention.field_size.entered().map(EnteredSize::from),
            expected_yield_kg: intention.expected_yield.0,
            planned_at: intention.planned_at,
            ends_on: intention.ends_on,
            ended_at,
            outcome,
            sowing,
            counted_kg: counted.0,
        }
    }
}

impl From<AsStored> for OwnUnreadable {
    fn from(AsStored { table, columns }: AsStored) -> Self {
        Self { table, row: columns }
    }
}

impl From<AdviceDraw> for OwnDraw {
    fn from(AdviceDraw { inputs, crops, drawn_at, .. }: AdviceDraw) -> Self {
        let (crops, filled_percent) = crops.into_iter().map(|drawn| (drawn.crop.key(), drawn.filled_percent)).unzip();
        Self { inputs, crops, filled_percent, drawn_at }
    }
}

impl From<HeldRequest> for OwnRequest {
    fn from(HeldRequest { at, kind, body }: HeldRequest) -> Self {
        // A body that is not JSON is exported as text.
        Self { at, kind, body: serde_json::from_str(&body).unwrap_or(serde_json::Value::String(body)) }
    }
}

impl OwnDataButRows {
    pub(super) fn new(held: ExportData, predictor: &Predictor, exported_at: Timestamp) -> Self {
        let permission = held.consents.last().map(grow_store::Consent::permits).unwrap_or_default();
        let record = held.record.as_ref().map(|held| &held.record).filter(|_| permission.to_compute());
        let prediction =
            record.and_then(|record| Some(predictor.predict(record.district?, record.npk).watered(record.water)));
        let grow_store::Identity { issuer, subject, user, email_verified } = held.identity;
        let grow_store::User { display_name, photo_url, email } = user;
        let FarmerId(id) = held.farmer;
        Self {
            exported_at,
            account: OwnAccount {
                id,
                email,
                email_verified,
                display_name,
                photo_url,
                issuer,
                subject,
                language: held.language.map(Language::tag),
                created_at: held.created_at,
            },
            record: held.record.map(|HeldRecord { record, farmerid, mailid, saved_at }| OwnRecord {
                soil_test: record.soil_test().map(SoilTestKey::from),
                number: record.number,
                place: record.place,
                district: record.district.map(District::key),
                nutrients: record.npk.into(),
                land_ha: record.land.map(|land| land.area().hectares()),
                land_entered: record.land.and_then(Land::entered).map(EnteredSize::from),
                land_unit: record.units.preferred.map(LandUnitKey::from),
                unit_sizes: record
                    .units
                    .sizes
                    .iter()
                    .map(|(unit, size)| OwnUnitSize { unit: unit.into(), square_metres: size.square_metres() })
                    .collect(),
                water: record.water.map(WaterKey::from),
                soil: record.soil.map(SoilKey::from),
                last_crop: record.last_crop.map(LastCrop::key),
                farmerid,
                mailid,
                saved_at,
            }),
            known_crops: held
                .known_crops
                .into_iter()
                .map(|(crop, added_at)| OwnKnownCrop { crop: crop.key(), added_at })
                .collect(),
            advice_draw: held.advice_draw.map(OwnDraw::from),
            draw_numbers: held.draw_numbers.into_iter().map(|(cell, number)| OwnNumber { cell, number }).collect(),
            prediction: prediction.map(|prediction| OwnPrediction {
                model_version: predictor.version().to_owned(),
                district: prediction.district.key(),
                nutrients: prediction.npk.into(),
                basis: prediction.basis().into(),
                millionths: prediction
                    .probabilities()
                    .map(|shares| shares.millionths().iter().map(|(crop, part)| (crop.key(), *part)).collect())
                    .unwrap_or_default(),
            }),
            sessions: held
                .sessions
                .into_iter()
                .map(|session| OwnDevice {
                    id: session.id,
                    device: session.device,
                    signed_in_at: session.created_at,
                    last_used_at: session.seen_at,
                })
                .collect(),
            consents: held.consents.into_iter().map(Consent::from).collect(),
        }
    }
}
