//! The regions of demand and supply.

use super::problem::Problem;
use crate::representation::Representation;
use axum::response::Response;
use grow_domain::Region;
use http::HeaderMap;
use serde::Serialize;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// A region with its own demand and supply.
#[derive(Serialize, ToSchema)]
pub(crate) struct RegionName {
    /// Its ISO 3166 code.
    #[schema(example = "IN-TN")]
    code: &'static str,
    /// The name a person reads.
    #[schema(example = "Tamil Nadu")]
    name: &'static str,
}

/// All regions.
#[derive(Serialize, ToSchema)]
pub(crate) struct RegionList {
    /// India, then its states and union territories by name.
    items: Vec<RegionName>,
}

/// India and its states and union territories.
#[utoipa::path(
    get, operation_id = "list_regions", path = "/api/v1/regions", tag = "demand",
    responses((status = OK, body = RegionList), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn list(request: HeaderMap) -> Response {
    static LIST: LazyLock<Representation> = LazyLock::new(|| {
        let items = Region::all().map(|region| RegionName { code: region.code(), name: region.name() });
        Representation::of(&RegionList { items: items.collect() })
    });
    LIST.answer(&request)
}
