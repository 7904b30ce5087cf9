//! Gazetteer: completion of district names.

use super::json::Json;
use super::problem::Problem;
use crate::http::in_language::{Asked, InLanguage};
use crate::language;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::response::{IntoResponse, Response};
use grow_domain::farmer::Place;
use grow_domain::gazetteer::{self, Completion, Suggestion};
use grow_domain::{District, Language, Region};
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A district that Grow knows the climate of.
#[derive(Serialize, ToSchema)]
pub(crate) struct DistrictFacts {
    #[schema(example = "tn-erode")]
    key: &'static str,
    /// The name in the language of the request.
    #[schema(example = "Erode")]
    name: &'static str,
    /// The English name of the state or union territory that it lies in.
    #[schema(example = "Tamil Nadu")]
    state: &'static str,
    /// The code of that state.
    #[schema(example = "IN-TN")]
    region: &'static str,
}

impl DistrictFacts {
    pub(crate) fn new(district: District, language: Language) -> Self {
        let (state, name) = (district.state(), district.name_in(language));
        Self { key: district.key(), name, state: state.name(), region: state.code() }
    }
}

/// A district that a text may be the beginning of.
#[derive(Serialize, ToSchema)]
struct PlaceSuggestion {
    #[serde(flatten)]
    district: DistrictFacts,
    /// Which other name than `name` the text is like: an older one, or one in another language.
    #[schema(example = "ஈரோடு")]
    matched_name: Option<&'static str>,
    /// The sub-district (tahsil, taluk, mandal, block) that the text is like, if no name of the district is.
    #[schema(example = "Chandausi")]
    subdistrict: Option<&'static str>,
}

/// Districts that a text may mean, or those of a state.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceList {
    /// The likeliest first; those of a state by their English names.
    items: Vec<PlaceSuggestion>,
    /// The district that is saved with the text as it is; null where it does not tell, and for a state.
    #[schema(required)]
    resolved: Option<DistrictFacts>,
}

/// The query of a completion.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Typed {
    /// The beginning of the name of a district or sub-district, with the village before it or the state after it if
    /// need be, or a PIN code; at most 200 characters. Nothing is suggested for nothing.
    #[serde(default)]
    #[param(example = "Ero")]
    q: String,
    /// The code of a state: all its districts are listed, whatever `q` is.
    #[serde(default)]
    #[param(example = "IN-TN")]
    state: Option<String>,
    /// Read by [`InLanguage`]; named here because unknown parameters are refused.
    #[serde(rename = "lang", default)]
    #[param(ignore)]
    _lang: Option<String>,
}

/// Fits on a phone above its keyboard.
const MOST: usize = 8;
/// The gazetteer changes only with a release, and an outdated suggestion does no harm.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const BY_LANGUAGE: HeaderValue = HeaderValue::from_static(language::VARY);

/// Districts that a place may lie in, while it is typed.
#[utoipa::path(
    get, operation_id = "suggest_places", path = "/api/v1/places", tag = "places", params(Typed, Asked),
    responses((status = OK, body = PlaceList), Problem)
)]
pub(crate) async fn suggest(
    InLanguage(language): InLanguage,
    query: Result<Query<Typed>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Typed { q, state, .. }) = query.map_err(|_| Problem::malformed_query("q, state and lang"))?;
    let text = Place::checked(&q).map_err(|invalid| Problem::from(invalid).at("q"))?;
    let suggestion = |Suggestion { district, matched_name, subdistrict }| {
        let district = DistrictFacts::new(district, language);
        PlaceSuggestion { matched_name: matched_name.filter(|name| *name != district.name), subdistrict, district }
    };
    let Completion { suggestions, decided } = match state {
        None => gazetteer::complete(&text, MOST),
        Some(code) => {
            let Ok(Region::State(state)) = code.parse() else { return Err(Problem::unknown_region()) };
            let districts = District::all().filter(|district| district.state() == state);
            Completion { suggestions: districts.map(Suggestion::of).collect(), decided: None }
        }
    };
    let items = suggestions.into_iter().map(suggestion).collect();
    let resolved = decided.map(|district| DistrictFacts::new(district, language));
    let headers = [
        (header::CACHE_CONTROL, CACHING),
        (header::VARY, BY_LANGUAGE),
        (header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag())),
    ];
    Ok((headers, Json(PlaceList { items, resolved })).into_response())
}
