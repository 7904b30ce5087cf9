//! Data export, and deletion of the account.

mod csv;

use super::body::Body;
use super::farmer::Farmer;
use super::json::Json;
use super::measures::{EnteredSize, LandUnitKey};
use super::privacy::Consent;
use super::problem::{Problem, ProblemType};
use super::recommendations::soil_climate::PredictionBasis;
use crate::App;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use grow_domain::calendar::Maturity;
use grow_domain::documents::Predicted;
use grow_domain::farmer::{Land, Npk};
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::{Closing, Outcome};
use grow_domain::{Crop, District, Language};
use grow_store::{AdviceDraw, FarmerId, HeldIntention, HeldRecord, HeldRequest, HeldSowing, Holdings};
use http::{StatusCode, header};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Everything that is held about the farmer. Only what opens a session is left out: it is a secret, and kept as a hash.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnData {
    exported_at: Timestamp,
    account: OwnAccount,
    /// What was saved; null where nothing was.
    #[schema(required)]
    record: Option<OwnRecord>,
    known_crops: Vec<OwnKnownCrop>,
    /// The oldest first, also those that were taken back or failed.
    sowings: Vec<OwnSowing>,
    /// Plans to sow, the oldest first, also those that have ended.
    intentions: Vec<OwnIntention>,
    /// The crops that were drawn for the farmer last; null where none were.
    #[schema(required)]
    advice_draw: Option<OwnDraw>,
    /// Each change that was asked for, the oldest first.
    requests: Vec<OwnRequest>,
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
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct OwnRecord {
    number: String,
    place: String,
    #[schema(required, example = "tn-erode")]
    district: Option<&'static str>,
    #[serde(flatten)]
    soil: OwnSoil,
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
    /// The farmer's number in the application that the record was imported from; empty otherwise.
    farmerid: String,
    /// The e-mails of an imported record; empty where they are the account's own.
    mailid: Vec<String>,
    saved_at: Timestamp,
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
struct OwnSoil {
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
struct OwnSowing {
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
struct OwnIntention {
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
}

#[derive(Serialize, ToSchema)]
struct OwnDraw {
    /// What the crops were drawn from.
    inputs: String,
    crops: Vec<&'static str>,
    drawn_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct OwnRequest {
    at: Timestamp,
    kind: String,
    /// As it was written down.
    #[schema(value_type = Object)]
    body: serde_json::Value,
}

#[derive(Serialize, ToSchema)]
struct OwnPrediction {
    model_version: String,
    district: &'static str,
    #[serde(flatten)]
    soil: OwnSoil,
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

impl From<Npk> for OwnSoil {
    fn from(npk: Npk) -> Self {
        Self {
            n_g_per_ha: npk.nitrogen_g_per_ha,
            p_g_per_ha: npk.phosphorus_g_per_ha,
            k_g_per_ha: npk.potassium_g_per_ha,
        }
    }
}

impl From<HeldSowing> for OwnSowing {
    fn from(HeldSowing { sowing, key, withdrawn_at }: HeldSowing) -> Self {
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
            is_counted: sowing.counted,
            withdrawn_at,
        }
    }
}

impl From<HeldIntention> for OwnIntention {
    fn from(HeldIntention { intention, key, ended_at, outcome, sowing }: HeldIntention) -> Self {
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
        }
    }
}

impl From<AdviceDraw> for OwnDraw {
    fn from(AdviceDraw { inputs, crops, drawn_at }: AdviceDraw) -> Self {
        Self { inputs, crops: crops.into_iter().map(Crop::key).collect(), drawn_at }
    }
}

impl From<HeldRequest> for OwnRequest {
    fn from(HeldRequest { at, kind, body }: HeldRequest) -> Self {
        // A body that is not JSON is exported as text.
        Self { at, kind, body: serde_json::from_str(&body).unwrap_or(serde_json::Value::String(body)) }
    }
}

impl OwnData {
    fn new(held: Holdings, predictor: &Predictor, exported_at: Timestamp) -> Self {
        let permission = held.consents.last().map(grow_store::Consent::permits).unwrap_or_default();
        let record = held.record.as_ref().map(|held| &held.record).filter(|_| permission.to_compute());
        let prediction = record.and_then(|record| Some(predictor.predict(record.district?, record.npk)));
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
                number: record.number,
                place: record.place,
                district: record.district.map(District::key),
                soil: record.npk.into(),
                land_ha: record.land.map(|land| land.area().hectares()),
                land_entered: record.land.and_then(Land::entered).map(EnteredSize::from),
                land_unit: record.units.preferred.map(LandUnitKey::from),
                unit_sizes: record
                    .units
                    .sizes
                    .iter()
                    .map(|(unit, size)| OwnUnitSize { unit: unit.into(), square_metres: size.square_metres() })
                    .collect(),
                farmerid,
                mailid,
                saved_at,
            }),
            known_crops: held
                .known_crops
                .into_iter()
                .map(|(crop, added_at)| OwnKnownCrop { crop: crop.key(), added_at })
                .collect(),
            sowings: held.sowings.into_iter().map(OwnSowing::from).collect(),
            intentions: held.intentions.into_iter().map(OwnIntention::from).collect(),
            advice_draw: held.advice_draw.map(OwnDraw::from),
            requests: held.requests.into_iter().map(OwnRequest::from).collect(),
            prediction: prediction.map(|prediction| OwnPrediction {
                model_version: predictor.version().to_owned(),
                district: prediction.district.key(),
                soil: prediction.npk.into(),
                basis: prediction.basis().into(),
                millionths: prediction
                    .probabilities()
                    .map(|shares| Crop::all().map(Crop::key).zip(*shares.millionths()).collect())
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

    async fn of(App(app): &App, Farmer(farmer): Farmer) -> Result<Self, Problem> {
        let held = app.store.holdings(farmer).await?.ok_or_else(Problem::not_signed_in)?;
        Ok(Self::new(held, &app.predictor, app.clock.now()))
    }
}

/// Export everything stored about me.
///
/// With `shape=documents`, the record in the shape of the documents that `grow export` writes, as JSON lines.
#[utoipa::path(
    get, operation_id = "export_own_data", path = "/api/v1/me/export", tag = "me", params(ExportQuery),
    responses((status = OK, content((OwnData = "application/json"), (String = "application/x-ndjson"))), Problem)
)]
pub(crate) async fn export(
    State(app): State<App>,
    farmer: Farmer,
    query: Result<Query<ExportQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Ok(Query(ExportQuery { shape })) = query else { return Err(super::malformed_query("shape")) };
    if shape == Some(ExportShape::Documents) {
        let headers = [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"grow-my-documents.jsonl\""),
        ];
        return Ok((headers, documents(&app, farmer).await?).into_response());
    }
    let data = OwnData::of(&app, farmer).await?;
    Ok(([(header::CONTENT_DISPOSITION, "attachment; filename=\"grow-my-data.json\"")], Json(data)).into_response())
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

/// The farmer's record as documents. Empty if nothing is saved.
async fn documents(App(app): &App, Farmer(farmer): Farmer) -> Result<String, Problem> {
    let Some(stored) = app.store.stored_record(farmer).await? else { return Ok(String::new()) };
    let npk = stored.record.profile.as_ref().map(|profile| profile.npk).unwrap_or_default();
    let district = stored.district.filter(|_| stored.permission.to_compute());
    let prediction = district.map(|district| app.predictor.predict(district, npk));
    let predicted = prediction.as_ref().and_then(|prediction| prediction.probabilities());
    let predicted = predicted.map(Predicted::of).unwrap_or_default();
    Ok(stored.record.lines(&predicted).into_iter().map(|(_, line)| line + "\n").collect())
}

/// The same as a table for a spreadsheet.
///
/// One line for each value: part, item, field and value.
#[utoipa::path(
    get, operation_id = "export_own_data_csv", path = "/api/v1/me/export.csv", tag = "me",
    responses((status = OK, body = String, content_type = "text/csv"), Problem)
)]
pub(crate) async fn export_csv(State(app): State<App>, farmer: Farmer) -> Result<Response, Problem> {
    let data = serde_json::to_value(OwnData::of(&app, farmer).await?).unwrap_or_default();
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"grow-my-data.csv\""),
    ];
    Ok((headers, csv::table(&data)).into_response())
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
/// Sowings leave the supply, every row about the farmer is deleted, and every session ends. It cannot be undone.
#[utoipa::path(
    delete, operation_id = "erase_account", path = "/api/v1/me", tag = "me", request_body = Confirmed,
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn erase(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    Body(Confirmed { confirmation }): Body<Confirmed>,
) -> Result<Response, Problem> {
    if confirmation != CONFIRMATION {
        let detail = "Nothing was deleted. To delete your account, write DELETE.";
        return Err(
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemType::NotConfirmed, detail).at("confirmation")
        );
    }
    if let Some(imported) = app.0.store.found_record(farmer).await? {
        erase_farmer(&app, imported.farmer).await?;
    }
    erase_farmer(&app, farmer).await?.ok_or_else(Problem::not_signed_in)?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Some(cleared) = app.0.auth.session_cookie().clear() {
        response.headers_mut().insert(header::SET_COOKIE, cleared);
    }
    Ok(response)
}

/// Writes an erasure down, then erases the farmer. `None` if the farmer does not exist.
pub(super) async fn erase_farmer(App(app): &App, farmer: FarmerId) -> Result<Option<()>, Problem> {
    app.erasures.write_down(farmer).await.map_err(|error| {
        tracing::error!(%error, "an erasure could not be written down; nothing was erased");
        Problem::erasure_not_kept()
    })?;
    let erased = app.sessions.erase(farmer, app.clock.now()).await?;
    if erased.is_some() {
        tracing::info!(farmer = %farmer.0, "erased");
        app.live.moved();
    }
    Ok(erased)
}
