//! The demand overview as JSON, as CSV and as an event stream.

use super::problem::Problem;
use crate::App;
use crate::advising::ProjectedNeed;
use crate::http::in_language::{Asked, InLanguage};
use crate::limits::Client;
use crate::live::{self, DemandOverview, Overview};
use crate::representation::{Representation, weak_tag};
use crate::snapshots::{CropByState, CropCalendar, DemandSources, Detail, NextWindows};
use axum::Extension;
use axum::body::Body;
use axum::extract::{Query, State, rejection::QueryRejection};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use grow_domain::Region;
use grow_domain::crop_year::in_india;
use http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// Query parameters of the overview.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The region's code: that of a state, `IN-TN`, or `IN` for all of India, which is the default.
    #[param(example = "IN")]
    region: Option<String>,
}

/// Query parameters of the sources.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichSources {
    /// The region's code: that of a state, `IN-TN`, or `IN` for all of India, which is the default.
    #[param(example = "IN")]
    region: Option<String>,
    /// Read by [`InLanguage`]; named here because unknown parameters are refused.
    #[serde(rename = "lang", default)]
    #[param(ignore)]
    _lang: Option<String>,
}

/// Query parameters of the event stream.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichChanges {
    /// The region's code: that of a state, `IN-TN`, or `IN` for all of India, which is the default.
    #[param(example = "IN")]
    region: Option<String>,
    /// The last event that was seen, where no `Last-Event-ID` says it: a browser sends none with its first request.
    after: Option<String>,
}

/// The path of the overview.
pub(crate) const PATH: &str = "/api/v1/demand";

type WhichQuery = Result<Query<Which>, QueryRejection>;

/// Returns the region of a code. The default is India.
fn region(code: Option<String>) -> Result<Region, Problem> {
    code.map_or(Ok(Region::India), |code| code.parse().map_err(|_| Problem::unknown_region()))
}

async fn overview(app: &App, query: WhichQuery) -> Result<Arc<Overview>, Problem> {
    let Query(which) = query.map_err(|_| Problem::malformed_query("region"))?;
    with_figures(app.live(region(which.region)?).await?.newest().await)
}

fn with_figures(overview: Arc<Overview>) -> Result<Arc<Overview>, Problem> {
    if overview.rows().is_empty() { Err(Problem::no_demand_figures()) } else { Ok(overview) }
}

/// Answers with the demand and supply of India.
pub(crate) async fn read_india(App(app): &App, headers: &HeaderMap) -> Response {
    let overview = with_figures(app.live.newest().await);
    overview.map(|overview| overview.json().answer(headers)).into_response()
}

/// Demand and supply of all crops.
#[utoipa::path(
    get, operation_id = "read_demand", path = "/api/v1/demand", tag = "demand", params(Which),
    responses((status = OK, body = DemandOverview), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read(State(app): State<App>, query: WhichQuery, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(overview(&app, query).await?.json().answer(&headers))
}

/// The same as a table for a spreadsheet.
#[utoipa::path(
    get, operation_id = "read_demand_csv", path = "/api/v1/demand.csv", tag = "demand", params(Which),
    responses((status = OK, body = String, content_type = "text/csv"), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_csv(
    State(app): State<App>,
    query: WhichQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let overview = overview(&app, query).await?;
    let name = format!("attachment; filename=\"demand-{}-{}.csv\"", overview.region(), overview.crop_year());
    let table = Representation::new(
        HeaderValue::from_static("text/csv; charset=utf-8"),
        overview.csv(),
        weak_tag(overview.id()),
    );
    Ok(([(header::CONTENT_DISPOSITION, name)], table.answer(&headers)).into_response())
}

/// Where the figures come from: years, sources, confidence, and the shares of a state.
#[utoipa::path(
    get, operation_id = "read_demand_sources", path = "/api/v1/demand/sources", tag = "demand", params(WhichSources, Asked),
    responses((status = OK, body = DemandSources), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_sources(
    State(app): State<App>,
    InLanguage(language): InLanguage,
    query: Result<Query<WhichSources>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(which) = query.map_err(|_| Problem::malformed_query("region and lang"))?;
    detail(&app, Detail::Sources(region(which.region)?, language), &headers).await
}

/// What becomes of the need of India if all plans and advice are followed. Without figures, no crops.
#[utoipa::path(
    get, operation_id = "read_projected_need", path = "/api/v1/demand/projected", tag = "demand",
    responses((status = OK, body = ProjectedNeed), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_projected(State(App(app)): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(app.advising.projected(&headers).await?)
}

/// Query parameters of a crop in every state.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichCrop {
    /// The crop's key.
    #[param(example = "onion")]
    crop: String,
}

/// What each state grows and uses of a crop.
#[utoipa::path(
    get, operation_id = "read_demand_of_states", path = "/api/v1/demand/states", tag = "demand", params(WhichCrop),
    responses((status = OK, body = CropByState), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_states(
    State(app): State<App>,
    query: Result<Query<WhichCrop>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(WhichCrop { crop }) = query.map_err(|_| Problem::malformed_query("crop"))?;
    let crop = crop.parse().map_err(|_| Problem::unknown_crop())?;
    detail(&app, Detail::ByState(crop), &headers).await
}

/// When each crop is sown next: in the window that is open, or else in the first to open.
#[utoipa::path(
    get, operation_id = "read_next_windows", path = "/api/v1/demand/windows", tag = "demand", params(Which),
    responses((status = OK, body = NextWindows), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_windows(
    State(app): State<App>,
    query: WhichQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(which) = query.map_err(|_| Problem::malformed_query("region"))?;
    detail(&app, Detail::Windows(region(which.region)?), &headers).await
}

/// Query parameters of a crop in a region.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichCropAndRegion {
    /// A region's code; India's without one.
    #[param(example = "IN-TN")]
    region: Option<String>,
    /// The crop's key.
    #[param(example = "onion")]
    crop: String,
    /// Read by [`InLanguage`]; named here because unknown parameters are refused.
    #[serde(rename = "lang", default)]
    #[param(ignore)]
    _lang: Option<String>,
}

/// When a crop is sown and harvested, and how much of it arrives in each ten days: usually, and this year.
#[utoipa::path(
    get, operation_id = "read_crop_calendar", path = "/api/v1/demand/calendar", tag = "demand",
    params(WhichCropAndRegion, Asked), responses((status = OK, body = CropCalendar), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read_calendar(
    State(app): State<App>,
    InLanguage(language): InLanguage,
    query: Result<Query<WhichCropAndRegion>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(which) = query.map_err(|_| Problem::malformed_query("region, crop and lang"))?;
    let crop = which.crop.parse().map_err(|_| Problem::unknown_crop())?;
    detail(&app, Detail::Calendar(region(which.region)?, crop, language), &headers).await
}

async fn detail(App(app): &App, detail: Detail, headers: &HeaderMap) -> Result<Response, Problem> {
    let today = in_india(app.clock.now()).date();
    Ok(app.details.get(detail, &app.store, &app.live, today).await?.answer(headers))
}

/// The overview, and every change of it, as server-sent events.
#[utoipa::path(
    get, operation_id = "watch_demand", path = "/api/v1/demand/events", tag = "demand",
    params(WhichChanges, ("Last-Event-ID" = Option<String>, Header, description = "The last event that was seen")),
    responses((status = OK, body = String, content_type = "text/event-stream"), Problem)
)]
pub(crate) async fn events(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    query: Result<Query<WhichChanges>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(which) = query.map_err(|_| Problem::malformed_query("region and after"))?;
    let live = app.live(region(which.region)?).await?;
    let last_seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()).or(which.after.as_deref());
    let share = app.0.gate.open_stream(&client).ok_or_else(Problem::too_many_streams)?;
    // Holds the stream's share until the stream is dropped.
    let events = live::events(&live, last_seen).await.inspect(move |_| _ = &share);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache, no-transform"),
        // Disables response buffering in proxies.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(events)).into_response())
}
