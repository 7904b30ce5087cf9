//! Sowings: recording, listing, closing and withdrawing.

use super::arrival::Arrived;
use super::body::{Body, Decimal, not_null};
use super::farmer::Farmer;
use super::json::Json;
use super::measures::{EnteredSize, NewSize, stated_size, unit_size};
use super::path::Named;
use super::problem::{Problem, ProblemLimit, ProblemType};
use crate::App;
use crate::schema::schema_of;
use axum::extract::{Query, State, rejection::QueryRejection};
use grow_domain::calendar::{Harvest, Maturity};
use grow_domain::crop_year::in_india;
use grow_domain::sowing::{self, Outcome, StatedSowing, harvested, parse_day, undo_until};
use grow_domain::{Crop, Invalid, Region};
use grow_store::{ChangeOutcome, End, FarmerId, KeyedRequest, SowingChange, SowingOutcome, UndoOutcome, Withdrawn};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// A recorded sowing.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "`days_since_sowing` is the specification's word")]
pub(crate) struct Sowing {
    id: Uuid,
    /// The crop's key.
    #[schema(example = "groundnut")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "GROUNDNUT")]
    name: &'static str,
    /// Hectares; four decimals where it was entered in another unit.
    #[schema(example = 1.25)]
    field_size_ha: f64,
    /// The size as it was entered; null in hectares.
    #[schema(required)]
    entered: Option<EnteredSize>,
    /// Field size times the middle of the crop's yield range, kg.
    #[schema(example = 3000)]
    expected_yield_kg: i64,
    yield_min_kg_per_ha: u32,
    yield_max_kg_per_ha: u32,
    sown_at: Timestamp,
    /// Day of the sowing in India.
    #[schema(example = "2026-07-01")]
    sown_on: Date,
    /// Whole days since then.
    days_since_sowing: i64,
    /// How long the variety stands; null where the farmer has not said.
    #[schema(required)]
    maturity: Option<MaturityClass>,
    /// First and last day of the harvest, by the calendar of `calendar_region`.
    harvest_from: Date,
    harvest_until: Date,
    /// Whole days until the harvest begins; 0 once it has.
    days_to_harvest: i64,
    /// The state whose calendar gives the days of the harvest; `IN` where the state has none of its own.
    #[schema(example = "IN-TN")]
    calendar_region: &'static str,
    /// How it ended; null while it stands.
    #[schema(required)]
    closed: Option<Closed>,
    /// Whether the expected yield is in the supply. A farmer's sowings beyond 400 or 2,000 ha in a crop year wait until
    /// the operator counts them.
    is_counted: bool,
}

schema_of! {
    /// How long a variety stands in the field, beside the crop's others.
    #[serde(rename_all = "snake_case")]
    pub(super) enum MaturityClass of Maturity {
        Early,
        Medium,
        Late,
    }
}

/// How a sowing ended. The expected yield of a failed one is out of the supply.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SowingEnd {
    Harvested,
    Failed,
}

/// The end of a sowing.
#[derive(Serialize, ToSchema)]
struct Closed {
    outcome: SowingEnd,
    /// The day in India on which the farmer said so.
    on: Date,
    /// Harvest, kg; null where the farmer has not said, and for a failed sowing.
    #[schema(required, example = 2750)]
    harvested_kg: Option<i64>,
    /// Until when that can be undone.
    undo_until: Timestamp,
}

impl From<sowing::Closing> for Closed {
    fn from(closing: sowing::Closing) -> Self {
        let (outcome, harvested_kg) = match closing.outcome {
            Outcome::Harvested(kilograms) => (SowingEnd::Harvested, kilograms.map(|kilograms| kilograms.0)),
            Outcome::Failed => (SowingEnd::Failed, None),
        };
        Self { outcome, on: in_india(closing.at).date(), harvested_kg, undo_until: undo_until(closing.at) }
    }
}

/// What the sowings of one answer have in common: the day in India, and the days of harvest, which are the same for all
/// that were sown alike.
pub(super) struct SowingsNow {
    now: Timestamp,
    today: Date,
    harvests: Vec<(Alike, Harvest)>,
}

/// What the days of harvest follow from.
type Alike = (Crop, Region, Date, Option<Maturity>);

impl SowingsNow {
    pub(super) fn at(now: Timestamp) -> Self {
        Self { now, today: in_india(now).date(), harvests: Vec::new() }
    }

    fn harvest(&mut self, sowing: &sowing::Sowing, sown_on: Date) -> Harvest {
        let alike = (sowing.crop, sowing.region, sown_on, sowing.maturity);
        if let Some((_, harvest)) = self.harvests.iter().find(|(sown, _)| *sown == alike) {
            return *harvest;
        }
        let harvest = sowing.harvest();
        self.harvests.push((alike, harvest));
        harvest
    }

    /// Describes a sowing.
    pub(super) fn sowing(&mut self, sowing: &sowing::Sowing) -> Sowing {
        let sown_on = sowing.sown_on();
        let harvest = self.harvest(sowing, sown_on);
        let Harvest { from, until, region } = harvest;
        let range = sowing.crop.facts().yield_range;
        Sowing {
            id: sowing.id,
            crop: sowing.crop.key(),
            name: sowing.crop.table_name(),
            field_size_ha: sowing.field_size.area().hectares(),
            entered: sowing.field_size.entered().map(EnteredSize::from),
            expected_yield_kg: sowing.expected_yield.0,
            yield_min_kg_per_ha: range.min,
            yield_max_kg_per_ha: range.max,
            sown_at: sowing.sown_at,
            sown_on,
            days_since_sowing: sowing.days_since(self.now),
            maturity: sowing.maturity.map(MaturityClass::from),
            harvest_from: from,
            harvest_until: until,
            days_to_harvest: harvest.days_until(self.today),
            calendar_region: region.code(),
            closed: sowing.closing.map(Closed::from),
            is_counted: sowing.counted,
        }
    }
}

/// A crop to be sown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSowing {
    /// The crop, in any spelling.
    #[schema(example = "GROUNDNUT")]
    crop: String,
    /// Hectares, at most two decimals. Either this or `field_size` is given.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(value_type = Option<f64>, nullable = false, minimum = 0.01, maximum = 10_000, example = 1.25)]
    field_size_ha: Option<Decimal>,
    /// The size in another unit.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    field_size: Option<NewSize>,
    /// Day of the sowing in India, at most 180 days ago; today without it. It decides crop year and season.
    #[serde(default)]
    #[schema(value_type = Option<Date>, example = "2026-07-01")]
    sown_on: Option<String>,
    /// How many seconds ago the farmer saved it, at most a year. The 180 days count from there, and without a day it is
    /// that one, so that a sowing that waited for a network has its own day and crop year.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 31_622_400, example = 3600)]
    entered_seconds_ago: Option<i64>,
    /// How long the variety stands.
    #[serde(default)]
    #[schema(value_type = Option<MaturityClass>)]
    maturity: Option<String>,
}

impl NewSowing {
    fn parse(&self) -> Result<StatedSowing, Problem> {
        Ok(StatedSowing {
            crop: self.crop.parse().map_err(|_| Invalid::SowingCrop)?,
            size: stated_size(self.field_size_ha.as_ref(), self.field_size.as_ref())?,
            sown_on: parse_sown_on(self.sown_on.as_deref())?,
            maturity: parse_maturity(self.maturity.as_deref())?,
        })
    }
}

/// Parses the day of a sowing, if there is one.
pub(super) fn parse_sown_on(day: Option<&str>) -> Result<Option<Date>, Invalid> {
    day.map(parse_day).transpose()
}

/// Parses a maturity class, if there is one.
pub(super) fn parse_maturity(key: Option<&str>) -> Result<Option<Maturity>, Invalid> {
    key.map(|key| key.parse().map_err(|_| Invalid::Maturity)).transpose()
}

/// Sow a crop.
///
/// The same key again, with the same body, gives the first answer, whatever has changed meanwhile: a phone that lost the
/// answer asks again without fear. `entered_seconds_ago` is not compared.
#[utoipa::path(
    post, operation_id = "record_sowing", path = "/api/v1/me/sowings", tag = "me", request_body = NewSowing,
    params((
        "Idempotency-Key" = String, Header, description = "Names this sowing: 8 to 128 visible ASCII characters",
        min_length = 8, max_length = 128, pattern = "^[!-~]*$", example = "01JMR4A8B2C3D4E5"
    )),
    responses((status = CREATED, body = Sowing), Problem)
)]
pub(crate) async fn record(
    State(state): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    headers: HeaderMap,
    Body(asked): Body<NewSowing>,
) -> Result<(StatusCode, Json<Sowing>), Problem> {
    let App(app) = &state;
    let key = idempotency_key(&headers)?;
    let stated = asked.parse()?;
    let here = unit_size(&state, farmer, stated.size.unit_without_size()).await?;
    let asked = KeyedRequest { stated, judged: stated.judge(here, asked.entered_seconds_ago, now) };
    let id = app.random.id(now);
    match app.store.record_sowing(farmer, key, asked, app.count_limits, id, now).await? {
        SowingOutcome::Recorded(sowing) | SowingOutcome::Repeated(sowing) => {
            app.live.notify_commit();
            Ok((StatusCode::CREATED, Json(SowingsNow::at(now).sowing(&sowing))))
        }
        SowingOutcome::KeyReused => {
            let detail = "This Idempotency-Key belongs to another sowing. Use a new key for a new sowing.";
            Err(Problem::new(ProblemType::IdempotencyKeyReused, detail))
        }
    }
}

/// Reads the key that names a sowing or a plan.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<String, Problem> {
    let Some(key) = headers.get("idempotency-key") else {
        let detail = "Send an Idempotency-Key, so that nothing is recorded twice.";
        return Err(Problem::new(ProblemType::IdempotencyKeyMissing, detail));
    };
    let visible = key.as_bytes().iter().all(u8::is_ascii_graphic) && (8..=128).contains(&key.len());
    key.to_str().ok().filter(|_| visible).map(str::to_owned).ok_or_else(|| {
        let detail = "An Idempotency-Key has 8 to 128 visible ASCII characters.";
        Problem::new(ProblemType::IdempotencyKeyInvalid, detail)
    })
}

/// The page of the list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// How many at most: 1 to 100.
    #[param(default = 50, minimum = 1, maximum = 100)]
    limit: Option<u8>,
    /// The `next_cursor` of the part before.
    cursor: Option<Uuid>,
}

/// A part of the sowed crops, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct SowingList {
    items: Vec<Sowing>,
    /// Number of sowings of this part that this release of Grow cannot read, and that are kept; missing where there are
    /// none.
    #[serde(skip_serializing_if = "is_none")]
    unreadable: usize,
    /// Where the next part begins; null at the end.
    #[schema(required)]
    next_cursor: Option<Uuid>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(number: &usize) -> bool {
    *number == 0
}

/// The sowed crops, newest first.
#[utoipa::path(
    get, operation_id = "list_sowings", path = "/api/v1/me/sowings", tag = "me", params(PageQuery),
    responses((status = OK, body = SowingList), Problem)
)]
pub(crate) async fn list(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    query: Result<Query<PageQuery>, QueryRejection>,
) -> Result<Json<SowingList>, Problem> {
    let Ok(Query(PageQuery { limit, cursor })) = query else {
        return Err(Problem::malformed_query("limit and cursor"));
    };
    let limit = limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Problem::malformed_query("limit and cursor"));
    }
    let page = app.store.sowings(farmer, limit, cursor).await?;
    let mut now = SowingsNow::at(app.clock.now());
    let items = page.sowings.iter().map(|sowing| now.sowing(sowing)).collect();
    Ok(Json(SowingList { items, unreadable: page.unreadable, next_cursor: page.next }))
}

/// A change of a sowing: its end, or its maturity.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangedSowing {
    /// How it ended.
    #[serde(default)]
    #[schema(value_type = Option<SowingEnd>)]
    outcome: Option<String>,
    /// Harvest in whole kilograms, at most three times the upper yield of the field; only with `harvested`.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, example = 2750)]
    harvested_kg: Option<Decimal>,
    /// How long the variety stands; without an outcome.
    #[serde(default)]
    #[schema(value_type = Option<MaturityClass>)]
    maturity: Option<String>,
}

impl ChangedSowing {
    fn parse(&self) -> Result<SowingChange, Invalid> {
        let Self { outcome, harvested_kg, maturity } = self;
        let kilograms = harvested_kg.as_ref().map(|kilograms| harvested(kilograms.as_str())).transpose()?;
        match (outcome.as_deref(), kilograms, parse_maturity(maturity.as_deref())?) {
            (Some("harvested"), kilograms, None) => Ok(SowingChange::Close(Outcome::Harvested(kilograms))),
            (Some("failed"), None, None) => Ok(SowingChange::Close(Outcome::Failed)),
            (None, None, Some(maturity)) => Ok(SowingChange::Maturity(maturity)),
            (Some("failed") | None, Some(_), _) => Err(Invalid::HarvestedKg),
            (Some("harvested" | "failed"), _, Some(_)) => Err(Invalid::Maturity),
            (None, None, None) => Err(Invalid::NoChange),
            (Some(_), ..) => Err(Invalid::Outcome),
        }
    }
}

/// Close a sowing as harvested or failed, or set its maturity.
///
/// The expected yield of a failed sowing leaves the supply; that of a harvested one stays. A closed sowing does not
/// change any more, unless its closing is undone. The same change again gives the same answer.
#[utoipa::path(
    patch, operation_id = "change_sowing", path = "/api/v1/me/sowings/{id}", tag = "me", params(("id" = Uuid, Path)),
    request_body = ChangedSowing, responses((status = OK, body = Sowing), Problem)
)]
pub(crate) async fn change(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Named(id): Named<Uuid>,
    Body(asked): Body<ChangedSowing>,
) -> Result<Json<Sowing>, Problem> {
    let changed = app.store.change_sowing(farmer, id, asked.parse()?, now).await?.ok_or_else(Problem::not_found)?;
    match changed {
        ChangeOutcome::Changed(sowing) => {
            app.live.notify_commit();
            Ok(Json(SowingsNow::at(now).sowing(&sowing)))
        }
        ChangeOutcome::Closed => {
            let detail = "This sowing was closed before. A closed sowing does not change any more.";
            Err(Problem::new(ProblemType::SowingClosed, detail))
        }
        ChangeOutcome::TooLarge(most) => {
            let detail = format!("Please check the harvest: more than {} kg is not possible on this field.", most.0);
            let problem = Problem::new(ProblemType::HarvestedKg, detail);
            Err(problem.at("harvested_kg").beyond(ProblemLimit::Kg(most.0)))
        }
    }
}

/// Take back a sowing that was recorded by mistake; its yield leaves the supply. It can be undone for a day.
#[utoipa::path(
    delete, operation_id = "withdraw_sowing", path = "/api/v1/me/sowings/{id}", tag = "me", params(("id" = Uuid, Path)),
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn withdraw(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Named(id): Named<Uuid>,
) -> Result<StatusCode, Problem> {
    app.store.withdraw_sowing(farmer, id, now).await?.ok_or_else(Problem::not_found)?;
    app.live.notify_commit();
    Ok(StatusCode::NO_CONTENT)
}

/// Undo the end of a sowing.
///
/// Until a day after it was closed as harvested or failed, it stands again as before, in its own crop year. A sowing
/// that is not closed is answered as it is. A withdrawn one that is closed is not found: undo the withdrawal first.
#[utoipa::path(
    delete, operation_id = "undo_closing", path = "/api/v1/me/sowings/{id}/closing", tag = "me",
    params(("id" = Uuid, Path)), responses((status = OK, body = Sowing), Problem)
)]
pub(crate) async fn undo_closing(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Named(id): Named<Uuid>,
) -> Result<Json<Sowing>, Problem> {
    undo(&app, farmer, id, End::Closing, now).await
}

/// Undo the withdrawal of a sowing.
///
/// Until a day after it was withdrawn, it is again what it was before. A sowing that is not withdrawn is answered as it
/// is.
#[utoipa::path(
    delete, operation_id = "undo_withdrawal", path = "/api/v1/me/sowings/{id}/withdrawal", tag = "me",
    params(("id" = Uuid, Path)), responses((status = OK, body = Sowing), Problem)
)]
pub(crate) async fn undo_withdrawal(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Named(id): Named<Uuid>,
) -> Result<Json<Sowing>, Problem> {
    undo(&app, farmer, id, End::Withdrawal, now).await
}

async fn undo(App(app): &App, farmer: FarmerId, id: Uuid, end: End, now: Timestamp) -> Result<Json<Sowing>, Problem> {
    let undone = app.store.undo_end(farmer, id, end, now).await?.ok_or_else(Problem::not_found)?;
    let UndoOutcome::Undone(sowing) = undone else {
        let detail = "This can be undone for a day only. If the crop stands, record it again as a new sowing.";
        return Err(Problem::new(ProblemType::TooLateToUndo, detail));
    };
    app.live.notify_commit();
    Ok(Json(SowingsNow::at(now).sowing(&sowing)))
}

/// A sowing whose withdrawal can be undone.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawnSowing {
    sowing: Sowing,
    withdrawn_at: Timestamp,
    /// Until when that can be undone.
    undo_until: Timestamp,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawnSowings {
    items: Vec<WithdrawnSowing>,
}

/// The sowings whose withdrawal can be undone, the last withdrawn first.
#[utoipa::path(
    get, operation_id = "list_withdrawn_sowings", path = "/api/v1/me/withdrawn-sowings", tag = "me",
    responses((status = OK, body = WithdrawnSowings), Problem)
)]
pub(crate) async fn list_withdrawn(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
) -> Result<Json<WithdrawnSowings>, Problem> {
    let now = app.clock.now();
    let mut described = SowingsNow::at(now);
    let item = |Withdrawn { sowing, at }: Withdrawn| WithdrawnSowing {
        sowing: described.sowing(&sowing),
        withdrawn_at: at,
        undo_until: undo_until(at),
    };
    let items = app.store.withdrawn_sowings(farmer, now).await?.into_iter().map(item).collect();
    Ok(Json(WithdrawnSowings { items }))
}
