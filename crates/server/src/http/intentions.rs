//! Intentions: plans to sow.

use super::arrival::Arrived;
use super::body::{Body, Decimal, not_null};
use super::farmer::Farmer;
use super::json::Json;
use super::measures::{EnteredSize, NewSize, stated_size, unit_size};
use super::path::Named;
use super::problem::{Problem, ProblemLimit, ProblemType};
use super::sowings::{MaturityClass, Sowing, SowingsNow, idempotency_key, parse_maturity, parse_sown_on};
use crate::App;
use axum::extract::State;
use grow_domain::Invalid;
use grow_domain::intention::{self, MOST_INTENTIONS, TooMuch};
use grow_domain::sowing::{SownOn, StatedIntention};
use grow_store::{EndOutcome, IntentionOutcome, KeyedRequest, SowOutcome};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A plan to sow. It counts in advice, not in what is met, and ends by itself.
#[derive(Serialize, ToSchema)]
pub(crate) struct Intention {
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
    planned_at: Timestamp,
    /// The last day in India on which it stands: the end of the sowing window, at most 30 days on.
    ends_on: Date,
    /// Whole days until then.
    days_left: i64,
    /// First day of the next sowing window in the farmer's state; null if the crop can be sown in these days.
    #[schema(required)]
    opens_on: Option<Date>,
}

impl Intention {
    pub(crate) fn new(intention: &intention::Intention, now: Timestamp) -> Self {
        Self {
            id: intention.id,
            crop: intention.crop.key(),
            name: intention.crop.table_name(),
            field_size_ha: intention.field_size.area().hectares(),
            entered: intention.field_size.entered().map(EnteredSize::from),
            expected_yield_kg: intention.expected_yield.0,
            planned_at: intention.planned_at,
            ends_on: intention.ends_on,
            days_left: intention.days_left(now),
            opens_on: intention.opens_on(now),
        }
    }
}

/// A crop that is planned.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewIntention {
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
}

impl NewIntention {
    fn parse(&self) -> Result<StatedIntention, Problem> {
        let crop = self.crop.parse().map_err(|_| Invalid::SowingCrop)?;
        Ok(StatedIntention { crop, size: stated_size(self.field_size_ha.as_ref(), self.field_size.as_ref())? })
    }
}

/// Plan to sow a crop.
///
/// The same key again, with the same body, gives the first plan, whatever has changed meanwhile, even if the plan has
/// ended. Plans that stand take no more land together than the farmer has said to have.
#[utoipa::path(
    post, operation_id = "plan_sowing", path = "/api/v1/me/intentions", tag = "me", request_body = NewIntention,
    params((
        "Idempotency-Key" = String, Header, description = "Names this plan: 8 to 128 visible ASCII characters",
        min_length = 8, max_length = 128, pattern = "^[!-~]*$", example = "01JMR4A8B2C3D4E5"
    )),
    responses((status = CREATED, body = Intention), Problem)
)]
pub(crate) async fn plan(
    State(state): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    headers: HeaderMap,
    Body(asked): Body<NewIntention>,
) -> Result<(StatusCode, Json<Intention>), Problem> {
    let App(app) = &state;
    let key = idempotency_key(&headers)?;
    let stated = asked.parse()?;
    let here = unit_size(&state, farmer, stated.size.unit_without_size()).await?;
    let asked = KeyedRequest { stated, judged: stated.judge(here) };
    let (id, limits) = (app.random.id(now), app.count_limits);
    match app.store.plan_sowing(farmer, key, asked, limits, id, now).await? {
        IntentionOutcome::Recorded(intention) | IntentionOutcome::Repeated(intention) => {
            app.live.notify_commit();
            Ok((StatusCode::CREATED, Json(Intention::new(&intention, now))))
        }
        IntentionOutcome::KeyReused => {
            let detail = "This Idempotency-Key belongs to another plan. Use a new key for a new plan.";
            Err(Problem::new(ProblemType::IdempotencyKeyReused, detail))
        }
        IntentionOutcome::TooMuch(TooMuch::Plans) => {
            let detail = format!(
                "You have {MOST_INTENTIONS} open plans. Please drop one, or record it as sown, before you plan more."
            );
            let limit = ProblemLimit::Plans(MOST_INTENTIONS);
            Err(Problem::new(ProblemType::TooManyIntentions, detail).beyond(limit))
        }
        IntentionOutcome::TooMuch(TooMuch::Land) => {
            let most = limits.area.hectares();
            let detail = format!("Your open plans would cover more than {most} ha together. Please drop one first.");
            Err(Problem::new(ProblemType::TooMuchPlanned, detail).beyond(ProblemLimit::Ha(most)))
        }
        IntentionOutcome::TooMuch(TooMuch::OwnLand { said, planned }) => {
            let (land_ha, planned_ha) = (said.hectares(), planned.hectares());
            let detail = format!(
                "You said that you have {land_ha} ha of land, and your open plans take {planned_ha} ha. Please plan a \
                 smaller field, drop a plan, or correct your land."
            );
            let limit = ProblemLimit::OwnLand { land_ha, planned_ha };
            Err(Problem::new(ProblemType::PlansBeyondLand, detail).beyond(limit))
        }
    }
}

/// The plans that stand.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntentionList {
    items: Vec<Intention>,
}

/// The own plans that stand, newest first.
#[utoipa::path(
    get, operation_id = "list_intentions", path = "/api/v1/me/intentions", tag = "me",
    responses((status = OK, body = IntentionList), Problem)
)]
pub(crate) async fn list(State(App(app)): State<App>, Farmer(farmer): Farmer) -> Result<Json<IntentionList>, Problem> {
    let now = app.clock.now();
    let standing = app.store.intentions(farmer, now).await?;
    Ok(Json(IntentionList { items: standing.iter().map(|intention| Intention::new(intention, now)).collect() }))
}

/// Drop a plan.
#[utoipa::path(
    delete, operation_id = "drop_intention", path = "/api/v1/me/intentions/{id}", tag = "me",
    params(("id" = Uuid, Path)), responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn drop_plan(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Named(id): Named<Uuid>,
) -> Result<StatusCode, Problem> {
    match app.store.drop_intention(farmer, id, now).await?.ok_or_else(Problem::not_found)? {
        EndOutcome::Dropped => {
            app.live.notify_commit();
            Ok(StatusCode::NO_CONTENT)
        }
        EndOutcome::Ended => Err(ended()),
    }
}

/// How a plan was sown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SownIntention {
    /// Day of the sowing in India, at most 180 days ago; today without it.
    #[serde(default)]
    #[schema(value_type = Option<Date>, example = "2026-07-01")]
    sown_on: Option<String>,
    /// How many seconds ago the farmer saved it, at most a year.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 31_622_400, example = 3600)]
    entered_seconds_ago: Option<i64>,
    /// How long the variety stands.
    #[serde(default)]
    #[schema(value_type = Option<MaturityClass>)]
    maturity: Option<String>,
}

/// Record a plan as sown.
///
/// The plan becomes a sowing of the same crop and field. Asked again, it gives the same sowing.
#[utoipa::path(
    post, operation_id = "sow_intention", path = "/api/v1/me/intentions/{id}/sowing", tag = "me",
    params(("id" = Uuid, Path)), request_body = SownIntention,
    responses((status = CREATED, body = Sowing), Problem)
)]
pub(crate) async fn sow(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Arrived(now): Arrived,
    Named(id): Named<Uuid>,
    Body(asked): Body<SownIntention>,
) -> Result<(StatusCode, Json<Sowing>), Problem> {
    let sown_on = SownOn::of(parse_sown_on(asked.sown_on.as_deref())?, asked.entered_seconds_ago, now);
    let maturity = parse_maturity(asked.maturity.as_deref())?;
    let (sowing_id, limits) = (app.random.id(now), app.count_limits);
    let sown = app.store.sow_intention(farmer, id, sown_on, maturity, limits, sowing_id, now).await?;
    match sown.ok_or_else(Problem::not_found)? {
        SowOutcome::Sown(sowing) => {
            app.live.notify_commit();
            Ok((StatusCode::CREATED, Json(SowingsNow::at(now).sowing(&sowing))))
        }
        SowOutcome::Ended => Err(ended()),
    }
}

fn ended() -> Problem {
    let detail = "This plan has ended: it was dropped or sown, or its time is over. You can plan the crop again.";
    Problem::new(ProblemType::IntentionEnded, detail)
}
