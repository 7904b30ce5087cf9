//! The sixteen crops, and the crop encyclopedia.

use super::path::Named;
use super::problem::Problem;
use super::sowings::MaturityClass;
use crate::http::in_language::{Asked, InLanguage};
use crate::representation::Representation;
use crate::snapshots::SeasonKey;
use axum::response::Response;
use grow_domain::calendar::Maturity;
use grow_domain::content::Text;
use grow_domain::encyclopedia::{Basis, DoseRange, Range};
use grow_domain::language::ByLanguage;
use grow_domain::water::uses_mm;
use grow_domain::{Crop, Language, PerCrop, Season, State, encyclopedia as book};
use http::HeaderMap;
use serde::Serialize;
use std::ops::Deref;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// What is known of a crop wherever it is named.
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
    #[schema(example = "துவரை")]
    tamil_name: &'static str,
    #[schema(example = "अरहर")]
    hindi_name: &'static str,
    /// What else it is called, in any script; a search finds it by these too.
    #[schema(example = json!(["तूर", "Pigeon pea", "Arhar"]))]
    other_names: Vec<&'static str>,
    yield_min_kg_per_ha: u32,
    yield_max_kg_per_ha: u32,
}

/// All crops.
#[derive(Serialize, ToSchema)]
pub(crate) struct CropList {
    items: Vec<CropFacts>,
}

/// The encyclopedia's entry on a crop. The sections are those of the specification.
#[derive(Serialize, ToSchema)]
pub(crate) struct CropEntry {
    #[serde(flatten)]
    facts: CropFacts,
    /// The language of the texts. Names of varieties, states and sources are the same in all.
    #[schema(example = "en")]
    language: &'static str,
    #[schema(example = "Cajanus cajan")]
    scientific_name: &'static str,
    importance_in_india: CropImportance,
    climate_and_soil_requirements: CropRequirements,
    nutrient_requirements: CropNutrients,
    varieties: Vec<&'static str>,
    /// Field, seed and sowing.
    cultivation_methods: Vec<&'static str>,
    irrigation_methods: Vec<&'static str>,
    fertilization_and_soil_management: Vec<&'static str>,
    weed_and_pest_management: Vec<&'static str>,
    affection_and_its_control: CropAffection,
    harvesting_and_post_harvest_management: CropHarvest,
    challenges: Vec<&'static str>,
    government_initiatives_and_policies: Vec<CropInitiative>,
    sowing_period: CropSowingPeriod,
    seed_rate: CropSeedRate,
    spacing: CropSpacing,
    maturity_days: CropMaturityDays,
    /// Water that the crop uses from sowing to harvest, by season, of all ways of growing it.
    water_use: Vec<SeasonWater>,
    /// What to do if the rain, or the water, fails after sowing, for each season in which the crop has land.
    if_rain_fails: Vec<CropRemedy>,
    /// What the entry rests on, two at least.
    sources: Vec<CropSource>,
}

/// Water that a crop uses in a season, mm.
#[derive(Serialize, ToSchema)]
struct SeasonWater {
    season: SeasonKey,
    /// Before rain and what the soil holds are taken off; of puddled paddy with puddling and percolation.
    uses_mm: CropRange,
}

impl From<(Season, (f64, f64))> for SeasonWater {
    fn from((season, (min, max)): (Season, (f64, f64))) -> Self {
        Self { season: season.into(), uses_mm: CropRange { min, max } }
    }
}

#[derive(Serialize, ToSchema)]
struct CropImportance {
    overview: &'static str,
    /// Names of the states that grow most of it.
    key_states: Vec<&'static str>,
    /// The codes of these states.
    #[schema(example = json!(["IN-WB", "IN-UP"]))]
    key_regions: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct CropRequirements {
    climate: CropClimate,
    soil: CropSoil,
}

#[derive(Serialize, ToSchema)]
struct CropClimate {
    #[serde(rename = "type")]
    kind: &'static str,
    temperature_min_c: u8,
    temperature_max_c: u8,
    humidity_min_percent: u8,
    humidity_max_percent: u8,
    note: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct CropSoil {
    #[serde(rename = "type")]
    kind: &'static str,
    properties: &'static str,
}

/// N, and P and K in the form of P2O5 and K2O.
#[derive(Serialize, ToSchema)]
struct CropNutrients {
    nitrogen: CropDose,
    phosphorus: CropDose,
    potassium: CropDose,
    note: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct CropDose {
    min_kg_per_ha: f64,
    max_kg_per_ha: f64,
}

/// What attacks the crop, and what helps.
#[derive(Serialize, ToSchema)]
struct CropAffection {
    general_control_methods: Vec<&'static str>,
    pests: Vec<CropAttack>,
    diseases: Vec<CropAttack>,
}

/// A pest or a disease.
#[derive(Serialize, ToSchema)]
struct CropAttack {
    name: &'static str,
    description: &'static str,
    /// The mildest first.
    control_measures: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct CropHarvest {
    maturity: &'static str,
    methods: Vec<&'static str>,
    storage: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct CropInitiative {
    name: &'static str,
    description: &'static str,
}

/// The main season, months 1 to 12; it may pass the turn of the year.
#[derive(Serialize, ToSchema)]
struct CropSowingPeriod {
    sowing_start_month: u8,
    sowing_end_month: u8,
    /// The crop's other seasons.
    note: Option<&'static str>,
}

/// From the lowest to the highest figure; both may be equal.
#[derive(Serialize, ToSchema)]
struct CropRange {
    min: f64,
    max: f64,
}

/// Seed for a hectare.
#[derive(Serialize, ToSchema)]
pub(super) struct CropSeedRate {
    /// Weight, kg/ha.
    kg_per_ha: CropRange,
    /// Number of pieces to the hectare, of a crop that is planted by number: setts of sugarcane.
    pieces_per_ha: Option<CropRange>,
    /// What is weighed and counted, if it is not simply seed.
    #[schema(example = "kernels")]
    form: Option<&'static str>,
    /// When it is less, and when more.
    note: Option<&'static str>,
    #[serde(flatten)]
    basis: CropBasis,
}

/// Spacing of plants.
#[derive(Serialize, ToSchema)]
struct CropSpacing {
    /// From row to row, cm.
    rows_cm: CropRange,
    /// From plant to plant in a row, cm. None for setts, which are laid end to end.
    plants_cm: Option<CropRange>,
    /// For which varieties it is less, and for which more.
    note: Option<&'static str>,
    #[serde(flatten)]
    basis: CropBasis,
}

/// Days from sowing to harvest.
#[derive(Serialize, ToSchema)]
struct CropMaturityDays {
    /// The classes of varieties that the crop has, the shortest first.
    classes: Vec<CropMaturityClass>,
    /// The day from which they are counted if it is not that of sowing, and seasons with other days.
    note: Option<&'static str>,
    #[serde(flatten)]
    basis: CropBasis,
}

/// Days of the varieties of a class.
#[derive(Serialize, ToSchema)]
struct CropMaturityClass {
    maturity: MaturityClass,
    min_days: u16,
    max_days: u16,
}

/// What to do if the rain fails.
#[derive(Serialize, ToSchema)]
struct CropRemedy {
    season: SeasonKey,
    text: &'static str,
    #[serde(flatten)]
    basis: CropBasis,
}

/// What a figure or an advice rests on.
#[derive(Serialize, ToSchema)]
struct CropBasis {
    /// How far it is trusted: high, medium, or low for general practice.
    #[schema(example = "medium")]
    confidence: &'static str,
    /// Title of the source that says it, one of `sources`. None for general practice.
    source: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct CropSource {
    title: &'static str,
    publisher: &'static str,
    url: Option<&'static str>,
}

impl From<Crop> for CropFacts {
    fn from(crop: Crop) -> Self {
        let facts = crop.facts();
        let entry = book::entry(crop);
        let further = entry.tamil_names.iter().skip(1).chain(entry.hindi_names.iter().skip(1));
        Self {
            crop: facts.key,
            name: facts.table_name,
            display_name: facts.display_name,
            slug: facts.slug,
            emoji: facts.emoji,
            tamil_name: first(&entry.tamil_names),
            hindi_name: first(&entry.hindi_names),
            other_names: further.chain(entry.other_names.iter()).map(Deref::deref).collect(),
            yield_min_kg_per_ha: facts.yield_range.min,
            yield_max_kg_per_ha: facts.yield_range.max,
        }
    }
}

impl CropEntry {
    fn new(language: Language, crop: Crop) -> Self {
        let entry = book::entry_in(language, crop);
        let (importance, period) = (&entry.importance_in_india, &entry.sowing_period);
        let region = |name: &Text| name.parse().ok().map(State::code);
        Self {
            facts: crop.into(),
            language: language.tag(),
            scientific_name: &entry.scientific_name,
            importance_in_india: CropImportance {
                overview: &importance.overview,
                key_states: texts(&importance.key_states),
                key_regions: importance.key_states.iter().filter_map(region).collect(),
            },
            climate_and_soil_requirements: (&entry.climate_and_soil_requirements).into(),
            nutrient_requirements: (&entry.nutrient_requirements).into(),
            varieties: texts(&entry.varieties),
            cultivation_methods: texts(&entry.cultivation_methods),
            irrigation_methods: texts(&entry.irrigation_methods),
            fertilization_and_soil_management: texts(&entry.fertilization_and_soil_management),
            weed_and_pest_management: texts(&entry.weed_and_pest_management),
            affection_and_its_control: (&entry.affection_and_its_control).into(),
            harvesting_and_post_harvest_management: (&entry.harvesting_and_post_harvest_management).into(),
            challenges: texts(&entry.challenges),
            government_initiatives_and_policies: all(&entry.government_initiatives_and_policies),
            sowing_period: CropSowingPeriod {
                sowing_start_month: period.sowing_start_month.number(),
                sowing_end_month: period.sowing_end_month.number(),
                note: period.note.as_deref(),
            },
            seed_rate: (&entry.seed_rate).into(),
            spacing: (&entry.spacing).into(),
            maturity_days: (&entry.maturity_days).into(),
            water_use: uses_mm(crop).into_iter().map(SeasonWater::from).collect(),
            if_rain_fails: entry.if_rain_fails.seasons().map(CropRemedy::from).collect(),
            sources: all(&entry.sources),
        }
    }
}

impl From<&'static book::Requirements> for CropRequirements {
    fn from(book::Requirements { climate, soil }: &'static book::Requirements) -> Self {
        Self {
            climate: CropClimate {
                kind: &climate.kind,
                temperature_min_c: climate.temperature.min,
                temperature_max_c: climate.temperature.max,
                humidity_min_percent: climate.humidity.min,
                humidity_max_percent: climate.humidity.max,
                note: climate.note.as_deref(),
            },
            soil: CropSoil { kind: &soil.kind, properties: &soil.properties },
        }
    }
}

impl From<&'static book::Nutrients> for CropNutrients {
    fn from(nutrients: &'static book::Nutrients) -> Self {
        let range = |DoseRange(range): DoseRange| CropDose { min_kg_per_ha: range.min, max_kg_per_ha: range.max };
        Self {
            nitrogen: range(nutrients.nitrogen),
            phosphorus: range(nutrients.phosphorus),
            potassium: range(nutrients.potassium),
            note: nutrients.note.as_deref(),
        }
    }
}

impl From<&'static book::Affection> for CropAffection {
    fn from(affection: &'static book::Affection) -> Self {
        Self {
            general_control_methods: texts(&affection.general_control_methods),
            pests: all(&affection.pests),
            diseases: all(&affection.diseases),
        }
    }
}

impl From<&'static book::Attack> for CropAttack {
    fn from(book::Attack { name, description, control_measures }: &'static book::Attack) -> Self {
        Self { name, description, control_measures: texts(control_measures) }
    }
}

impl From<&'static book::Harvest> for CropHarvest {
    fn from(book::Harvest { maturity, methods, storage }: &'static book::Harvest) -> Self {
        Self { maturity, methods: texts(methods), storage: texts(storage) }
    }
}

impl From<&'static book::Initiative> for CropInitiative {
    fn from(book::Initiative { name, description }: &'static book::Initiative) -> Self {
        Self { name, description }
    }
}

impl<T: Into<f64>> From<Range<T>> for CropRange {
    fn from(Range { min, max }: Range<T>) -> Self {
        Self { min: min.into(), max: max.into() }
    }
}

impl From<&'static Basis> for CropBasis {
    fn from(Basis { confidence, source }: &'static Basis) -> Self {
        Self { confidence: confidence.key(), source: source.as_deref() }
    }
}

impl From<&'static book::SeedRate> for CropSeedRate {
    fn from(book::SeedRate { kg_per_ha, pieces_per_ha, form, note, basis }: &'static book::SeedRate) -> Self {
        Self {
            kg_per_ha: (*kg_per_ha).into(),
            pieces_per_ha: pieces_per_ha.map(Into::into),
            form: form.as_deref(),
            note: note.as_deref(),
            basis: basis.into(),
        }
    }
}

impl From<&'static book::Spacing> for CropSpacing {
    fn from(book::Spacing { rows_cm, plants_cm, note, basis }: &'static book::Spacing) -> Self {
        Self {
            rows_cm: (*rows_cm).into(),
            plants_cm: plants_cm.map(Into::into),
            note: note.as_deref(),
            basis: basis.into(),
        }
    }
}

impl From<&'static book::MaturityDays> for CropMaturityDays {
    fn from(days: &'static book::MaturityDays) -> Self {
        let class = |(maturity, days): (Maturity, Range<u16>)| CropMaturityClass {
            maturity: maturity.into(),
            min_days: days.min,
            max_days: days.max,
        };
        Self { classes: days.classes().map(class).collect(), note: days.note.as_deref(), basis: (&days.basis).into() }
    }
}

impl From<(Season, &'static book::Remedy)> for CropRemedy {
    fn from((season, remedy): (Season, &'static book::Remedy)) -> Self {
        Self { season: season.into(), text: &remedy.text, basis: (&remedy.basis).into() }
    }
}

impl From<&'static book::Source> for CropSource {
    fn from(book::Source { title, publisher, url }: &'static book::Source) -> Self {
        Self { title, publisher, url: url.as_deref() }
    }
}

fn first(names: &'static [Text]) -> &'static str {
    names.first().map_or("", Deref::deref)
}

fn texts(list: &'static [Text]) -> Vec<&'static str> {
    list.iter().map(Deref::deref).collect()
}

fn all<S, T: From<&'static S>>(list: &'static [S]) -> Vec<T> {
    list.iter().map(T::from).collect()
}

/// The sixteen crops, with their names in Tamil and Hindi.
#[utoipa::path(
    get, operation_id = "list_crops", path = "/api/v1/crops", tag = "crops",
    responses((status = OK, body = CropList), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn list(headers: HeaderMap) -> Response {
    static LIST: LazyLock<Representation> =
        LazyLock::new(|| Representation::of(&CropList { items: Crop::all().map(CropFacts::from).collect() }));
    LIST.answer(&headers)
}

/// All that is known of one crop, by any of its names.
#[utoipa::path(
    get, operation_id = "read_crop", path = "/api/v1/crops/{name}", tag = "crops",
    params(
        ("name" = String, Path, description = "The crop's key, or any other spelling of it", example = "groundnut"),
        Asked
    ),
    responses((status = OK, body = CropEntry), (status = NOT_MODIFIED), Problem)
)]
pub(crate) async fn read(Named(crop): Named<Crop>, InLanguage(language): InLanguage, headers: HeaderMap) -> Response {
    static ENTRIES: ByLanguage<PerCrop<Representation>> = ByLanguage::new();
    let entry = |crop| Representation::of(&CropEntry::new(language, crop)).in_language(language);
    ENTRIES.of(language, || PerCrop::from_fn(entry))[crop].answer(&headers)
}
