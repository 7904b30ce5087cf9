//! The sixteen crops.

use super::json::Json;
use super::path::Named;
use super::problem::Problem;
use grow_domain::Crop;
use serde::Serialize;
use utoipa::ToSchema;

/// What is known of a crop.
#[derive(Serialize, ToSchema)]
pub(crate) struct CropFacts {
    /// Its key.
    #[schema(example = "redGram")]
    crop: &'static str,
    /// Its table name.
    #[schema(example = "RED GRAM")]
    name: &'static str,
    /// The name a person reads.
    #[schema(example = "Red Gram")]
    display_name: &'static str,
    /// The name of its encyclopedia entry.
    slug: &'static str,
    emoji: &'static str,
    yield_min_kg_per_ha: u32,
    yield_max_kg_per_ha: u32,
}

impl From<Crop> for CropFacts {
    fn from(crop: Crop) -> Self {
        let facts = crop.facts();
        Self {
            crop: facts.key,
            name: facts.table_name,
            display_name: facts.display_name,
            slug: facts.slug,
            emoji: facts.emoji,
            yield_min_kg_per_ha: facts.yield_range.min,
            yield_max_kg_per_ha: facts.yield_range.max,
        }
    }
}

/// All crops.
#[derive(Serialize, ToSchema)]
pub(crate) struct CropList {
    items: Vec<CropFacts>,
}

/// The sixteen crops.
#[utoipa::path(get, operation_id = "list_crops", path = "/api/v1/crops", tag = "crops", responses((status = OK, body = CropList), Problem))]
pub(crate) async fn list() -> Json<CropList> {
    Json(CropList { items: Crop::all().map(CropFacts::from).collect() })
}

/// One crop, by any of its names.
#[utoipa::path(
    get, operation_id = "read_crop", path = "/api/v1/crops/{name}", tag = "crops", params(("name" = String, Path)),
    responses((status = OK, body = CropFacts), Problem)
)]
pub(crate) async fn read(Named(crop): Named<Crop>) -> Json<CropFacts> {
    Json(crop.into())
}
