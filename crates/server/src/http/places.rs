//! Gazetteer: completion of district names.

use super::json::Json;
use super::problem::Problem;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::response::{IntoResponse, Response};
use grow_domain::District;
use grow_domain::farmer::Place;
use grow_domain::gazetteer::{self, Suggestion};
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A district that Grow knows the climate of.
#[derive(Serialize, ToSchema)]
pub(crate) struct DistrictFacts {
    #[schema(example = "tn-erode")]
    key: &'static str,
    #[schema(example = "Erode")]
    name: &'static str,
    /// The state or union territory that it lies in.
    #[schema(example = "Tamil Nadu")]
    state: &'static str,
    /// The code of that state.
    #[schema(example = "IN-TN")]
    region: &'static str,
}

impl From<District> for DistrictFacts {
    fn from(district: District) -> Self {
        let state = district.state();
        Self { key: district.key(), name: district.name(), state: state.name(), region: state.code() }
    }
}

/// A district that a text may be the beginning of.
#[derive(Serialize, ToSchema)]
struct PlaceSuggestion {
    #[serde(flatten)]
    district: DistrictFacts,
    /// Which of its other names the text is like: an older one, or one in Tamil or Hindi.
    #[schema(example = "ஈரோடு")]
    matched_name: Option<&'static str>,
}

/// Suggestions, the likeliest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceList {
    items: Vec<PlaceSuggestion>,
}

/// The query of a completion.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Typed {
    /// The beginning of a district's name, with the village before it or the state after it if need be; at most 200 characters. Nothing
    /// is suggested for nothing.
    #[serde(default)]
    #[param(example = "Ero")]
    q: String,
}

/// Fits on a phone above its keyboard.
const MOST: usize = 8;
/// The gazetteer changes only with a release, and an outdated suggestion does no harm.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Districts that a place may lie in, while it is typed.
#[utoipa::path(
    get, operation_id = "suggest_places", path = "/api/v1/places", tag = "places", params(Typed),
    responses((status = OK, body = PlaceList), Problem)
)]
pub(crate) async fn suggest(query: Result<Query<Typed>, QueryRejection>) -> Result<Response, Problem> {
    let Query(Typed { q }) = query.map_err(|_| super::malformed_query("q"))?;
    let text = Place::checked(&q).map_err(|invalid| Problem::from(invalid).at("q"))?;
    let suggestion =
        |Suggestion { district, matched_name }| PlaceSuggestion { district: district.into(), matched_name };
    let items = gazetteer::suggest(&text, MOST).into_iter().map(suggestion).collect();
    Ok(([(header::CACHE_CONTROL, CACHING)], Json(PlaceList { items })).into_response())
}
