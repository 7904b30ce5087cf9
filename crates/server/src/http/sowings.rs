//! Sowings: recording, listing and withdrawing.

use super::body::{Body, Decimal};
use super::farmer::Farmer;
use super::json::Json;
use super::path::Named;
use super::problem::Problem;
use crate::App;
use axum::extract::{Query, State, rejection::QueryRejection};
use grow_domain::sowing::{self, FieldSize};
use grow_domain::{Invalid, SquareMetres};
use grow_store::SowingOutcome;
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
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
    /// Hectares, two decimals.
    #[schema(example = 1.25)]
    field_size_ha: f64,
    /// Field size times the middle of the crop's yield range, kg.
    #[schema(example = 3000)]
    expected_yield_kg: i64,
    yield_min_kg_per_ha: u32,
    yield_max_kg_per_ha: u32,
    sown_at: Timestamp,
    /// Whole days since then.
    days_since_sowing: i64,
    /// Whether the expected yield is in the supply. A farmer's sowings beyond 400 or 2,000 ha in a crop year wait until the
    /// operator counts them.
    is_counted: bool,
}

impl Sowing {
    fn new(sowing: &sowing::Sowing, now: Timestamp) -> Self {
        let range = sowing.crop.facts().yield_range;
        Self {
            id: sowing.id,
            crop: sowing.crop.key(),
            name: sowing.crop.table_name(),
            field_size_ha: SquareMetres::hectares(sowing.field_size),
            expected_yield_kg: sowing.expected_yield.0,
            yield_min_kg_per_ha: range.min,
            yield_max_kg_per_ha: range.max,
            sown_at: sowing.sown_at,
            days_since_sowing: sowing.days_since(now),
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
    /// Hectares, at most two decimals.
    #[schema(value_type = f64, minimum = 0.01, maximum = 10_000, example = 1.25)]
    field_size_ha: Decimal,
}

impl NewSowing {
    fn parse(&self) -> Result<sowing::NewSowing, Invalid> {
        let crop = self.crop.parse().map_err(|_| Invalid::SowingCrop)?;
        Ok(sowing::NewSowing { crop, field_size: FieldSize::from_hectares(self.field_size_ha.as_str())? })
    }
}

/// Sow a crop.
///
/// The same key again, with the same body, gives the first answer: a phone that lost the answer asks again without fear.
#[utoipa::path(
    post, operation_id = "record_sowing", path = "/api/v1/me/sowings", tag = "me", request_body = NewSowing,
    params((
        "Idempotency-Key" = String, Header, description = "Names this sowing: 8 to 128 visible ASCII characters",
        min_length = 8, max_length = 128, pattern = "^[!-~]*$", example = "01JMR4A8B2C3D4E5"
    )),
    responses((status = CREATED, body = Sowing), Problem)
)]
pub(crate) async fn record(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    headers: HeaderMap,
    Body(asked): Body<NewSowing>,
) -> Result<(StatusCode, Json<Sowing>), Problem> {
    let key = idempotency_key(&headers)?;
    let sowing = asked.parse()?;
    let now = app.clock.now();
    let id = app.random.id(now);
    match app.store.record_sowing(farmer, key, sowing, app.count_limits, id, now).await? {
        SowingOutcome::Recorded(sowing) | SowingOutcome::Repeated(sowing) => {
            app.live.moved();
            Ok((StatusCode::CREATED, Json(Sowing::new(&sowing, now))))
        }
        SowingOutcome::KeyReused => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "idempotency-key-reused",
            "This Idempotency-Key belongs to another sowing. Use a new key for a new sowing.",
        )),
    }
}

fn idempotency_key(headers: &HeaderMap) -> Result<String, Problem> {
    let Some(key) = headers.get("idempotency-key") else {
        let detail = "Send an Idempotency-Key, so that this sowing cannot be recorded twice.";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "idempotency-key-missing", detail));
    };
    let visible = key.as_bytes().iter().all(u8::is_ascii_graphic) && (8..=128).contains(&key.len());
    key.to_str().ok().filter(|_| visible).map(str::to_owned).ok_or_else(|| {
        let detail = "An Idempotency-Key has 8 to 128 visible ASCII characters.";
        Problem::new(StatusCode::BAD_REQUEST, "idempotency-key-invalid", detail)
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
    /// Where the next part begins; null at the end.
    #[schema(required)]
    next_cursor: Option<Uuid>,
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
    let Ok(Query(PageQuery { limit, cursor })) = query else { return Err(super::malformed_query("limit and cursor")) };
    let limit = limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(super::malformed_query("limit and cursor"));
    }
    let page = app.store.sowings(farmer, limit, cursor).await?;
    let now = app.clock.now();
    let items = page.sowings.iter().map(|sowing| Sowing::new(sowing, now)).collect();
    Ok(Json(SowingList { items, next_cursor: page.next }))
}

/// Take back a sowing that was recorded by mistake; its yield leaves the supply.
#[utoipa::path(
    delete, operation_id = "withdraw_sowing", path = "/api/v1/me/sowings/{id}", tag = "me", params(("id" = Uuid, Path)),
    responses((status = NO_CONTENT), Problem)
)]
pub(crate) async fn withdraw(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Named(id): Named<Uuid>,
) -> Result<StatusCode, Problem> {
    app.store.withdraw_sowing(farmer, id, app.clock.now()).await?.ok_or_else(Problem::not_found)?;
    app.live.moved();
    Ok(StatusCode::NO_CONTENT)
}
