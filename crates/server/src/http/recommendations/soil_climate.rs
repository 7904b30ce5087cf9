//! Recommendations from soil and climate, with reasons.

use crate::App;
use crate::http::farmer::Farmer;
use crate::http::in_language::InLanguage;
use crate::http::json::Json;
use crate::http::places::DistrictFacts;
use crate::http::problem::Problem;
use crate::live::CropDemand;
use crate::schema::schema_of;
use axum::extract::State;
use grow_domain::farmer::{FarmerRecord, PlaceStatus};
use grow_domain::land::Limit;
use grow_domain::nutrients::{self, FertiliserPlan, Fertilisers, Fertilising, Gap, Nutrient, Rating};
use grow_domain::soil_climate::{
    Basis, Cause, Grounds, OtherDistricts, Prediction, Reasons, Recommended, Rest, SourceDistrict,
};
use grow_domain::{District, Language};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The crops that suit the farmer's soil and climate.
#[derive(Serialize, ToSchema)]
pub(crate) struct SoilClimateRecommendations {
    /// The code of the region that demand and supply are counted in.
    region: &'static str,
    /// The first calendar year of the crop year.
    crop_year: i16,
    /// Since when the figures of demand and supply have been so.
    as_of: Timestamp,
    /// The version of the model that predicted.
    model_version: String,
    /// Whether any nutrient has been tested; if not, the climate alone decides, and plans are standard doses. Each
    /// crop's `nutrients` say it of each.
    soil_tested: bool,
    /// The district that the farmer's place lies in, or null.
    #[schema(required)]
    district: Option<DistrictFacts>,
    /// Why there is no prediction, or null where there is one.
    #[schema(required)]
    missing: Option<MissingInput>,
    /// What the prediction rests on, or null where there is none.
    #[schema(required)]
    basis: Option<PredictionBasis>,
    /// Crops with a probability above 0.1, the most probable first.
    crops: Vec<SoilClimateCrop>,
}

/// Why nothing is predicted.
#[derive(Serialize, ToSchema)]
enum MissingInput {
    /// No place is saved.
    #[serde(rename = "place-missing")]
    Place,
    /// The saved place names no district that Grow knows.
    #[serde(rename = "place-unknown")]
    KnownPlace,
    /// The place may be in one of several districts. The app asks which one.
    #[serde(rename = "place-ambiguous")]
    OnePlace,
    /// The farmer has not agreed that anything is computed from their data, or has withdrawn the consent.
    #[serde(rename = "consent-missing")]
    Consent,
}

schema_of! {
    /// What a prediction rests on.
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum PredictionBasis of Basis {
        /// The shares that farmers of the district grow, drawn towards the model.
        OwnDistrict,
        /// The model: what farmers of the district grow is not known.
        Model,
        /// Nothing: no land like the district's is known, so there are no shares.
        None,
    }
}

/// A recommended crop with its demand and the reasons.
#[derive(Serialize, ToSchema)]
struct SoilClimateCrop {
    #[serde(flatten)]
    demand: CropDemand,
    /// Of the year's land of the sixteen crops that is like the farmer's, with the field's water where it is told, the
    /// part that grows this one; 0 to 1, six decimals.
    #[schema(example = 0.231_415)]
    probability: f64,
    reasons: SoilClimateReasons,
}

#[derive(Serialize, ToSchema)]
struct SoilClimateReasons {
    /// The three districts that weigh most in the prediction, the heaviest first.
    districts: Vec<SourceDistrictShare>,
    /// All other districts that it rests on together, or null.
    #[schema(required)]
    others: Option<OtherDistrictShares>,
    /// What else makes the probability, the largest first; empty where the weighted shares of the districts are within
    /// 0.03 of it.
    rest: Vec<ProbabilityRest>,
    /// What the climate makes hardest for the crop; empty where it has all that it wants.
    limits: Vec<ClimateLimit>,
    #[serde(flatten)]
    fertiliser: CropFertiliser,
}

/// What a crop is given on the farmer's field.
#[derive(Serialize, ToSchema)]
pub(crate) struct CropFertiliser {
    /// N, P and K.
    nutrients: Vec<NutrientGap>,
    /// The plan for the field's water; where that is not told, for the situation that most of the crop's land in the
    /// district is in.
    plan: CropFertiliserPlan,
    /// Plans for other situations, which the farmer may choose.
    other_plans: Vec<CropFertiliserPlan>,
}

/// A district that the prediction rests on, and what it grows.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceDistrictShare {
    /// The name in the language of the request.
    #[schema(example = "Namakkal")]
    district: &'static str,
    /// The English name of its state.
    #[schema(example = "Tamil Nadu")]
    state: &'static str,
    /// The code of that state.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// Whether it is the farmer's own district.
    is_own: bool,
    /// The part of the district's land of the sixteen crops that grows this one, 0 to 1, six decimals.
    share: f64,
    /// The district's weight in the prediction, 0 to 1, six decimals.
    weight: f64,
}

/// Other districts that the prediction rests on.
#[derive(Serialize, ToSchema)]
struct OtherDistrictShares {
    count: usize,
    /// The weighted mean of the parts of their land that grow the crop, 0 to 1, six decimals.
    share: f64,
    /// Their weight together, 0 to 1, six decimals.
    weight: f64,
}

/// A part of a probability that no district's share explains.
#[derive(Serialize, ToSchema)]
struct ProbabilityRest {
    cause: RestCause,
    /// What it adds to the probability, six decimals; negative if it takes away.
    by: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum RestCause {
    /// The farmer's soil values.
    Soil,
    /// The water of the farmer's field.
    Water,
    /// The climate of the fields excludes this crop or others.
    Envelope,
    /// The model expects a share that the districts do not have.
    Model,
}

/// What the climate makes hard for a crop.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClimateLimit {
    kind: ClimateLimitKind,
    /// By how much the climate misses what the crop wants; null where that is no amount.
    #[schema(required)]
    amount: Option<f64>,
    unit: LimitUnit,
}

/// What limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum ClimateLimitKind {
    /// The crop needs this much more water than the rain of its season brings. Irrigation can supply it.
    WaterDeficit,
    /// The rain of the season brings this much more water than the crop needs. Drainage must remove it.
    WaterExcess,
    /// The season is this much colder than the crop needs.
    TooCold,
    /// The season is this much hotter than the crop needs.
    TooHot,
    /// The season has a frost that kills the crop.
    KillingFrost,
}

#[derive(Serialize, ToSchema)]
enum LimitUnit {
    #[serde(rename = "mm")]
    Millimetres,
    #[serde(rename = "°C")]
    Celsius,
}

/// What the soil leaves open of the crop's need of a nutrient.
#[derive(Serialize, ToSchema)]
struct NutrientGap {
    nutrient: NutrientName,
    rating: SoilRating,
    /// What the soil test found, kg/ha of N, P or K; null where it was not tested.
    #[schema(required)]
    soil_kg_per_ha: Option<f64>,
    /// The dose of `plan` on a medium soil, kg/ha of N, P2O5 or K2O.
    dose_kg_per_ha: f64,
    /// What the soil leaves open of the dose, kg/ha of N, P2O5 or K2O; a legume takes most of its N from the air. Null
    /// where the nutrient was not tested.
    #[schema(required)]
    short_kg_per_ha: Option<f64>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NutrientName {
    N,
    P,
    K,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SoilRating {
    Low,
    Medium,
    High,
    NotTested,
}

/// What to give to a hectare in a situation. Both ways to buy it bring the same nutrients.
#[derive(Serialize, ToSchema)]
struct CropFertiliserPlan {
    /// Names the situation among those of the crop.
    #[schema(example = "delta")]
    key: &'static str,
    /// What land and crop the dose is for.
    #[schema(example = "Irrigated, Cauvery delta")]
    situation: String,
    /// Who recommends the dose.
    #[schema(example = "Tamil Nadu Agricultural University")]
    publisher: String,
    /// Where: an address or a title.
    #[schema(example = "Crop Production Guide Agriculture 2020: green gram")]
    source: &'static str,
    /// Whose dose it is: the farmer's state, the nearest one of which a dose is known, or `IN`.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The dose on a medium soil.
    dose: MediumSoilDose,
    /// Nitrogen, kg/ha of N.
    n_kg_per_ha: f64,
    /// Phosphorus, kg/ha of P2O5.
    p2o5_kg_per_ha: f64,
    /// Potassium, kg/ha of K2O.
    k2o_kg_per_ha: f64,
    bags: BagsToBuy,
}

/// A dose, kg/ha of N, P2O5 and K2O.
#[derive(Serialize, ToSchema)]
struct MediumSoilDose {
    n: f64,
    p: f64,
    k: f64,
}

/// Two ways to buy a plan.
#[derive(Serialize, ToSchema)]
struct BagsToBuy {
    /// With DAP for the phosphorus, whose nitrogen is counted; SSP only where DAP would bring too much nitrogen.
    with_dap: FertiliserBags,
    /// With SSP for the phosphorus.
    with_ssp: FertiliserBags,
}

/// Bags for a hectare.
#[derive(Serialize, ToSchema)]
struct FertiliserBags {
    /// 46 % N.
    urea: Bags,
    /// Diammonium phosphate: 18 % N, 46 % P2O5.
    dap: Bags,
    /// Single superphosphate: 16 % P2O5.
    ssp: Bags,
    /// Muriate of potash: 60 % K2O.
    mop: Bags,
}

/// A number of bags.
#[derive(Serialize, ToSchema)]
struct Bags {
    /// Two decimals.
    bags: f64,
    kg_per_bag: f64,
}

/// The crops that suit the farmer's soil and climate, the most probable first.
#[utoipa::path(
    get, operation_id = "recommend_from_soil_and_climate", path = "/api/v1/me/recommendations/soil-climate", tag = "me",
    responses((status = OK, body = SoilClimateRecommendations), Problem)
)]
pub(crate) async fn read(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    InLanguage(language): InLanguage,
) -> Result<Json<SoilClimateRecommendations>, Problem> {
    let (record, permission) = app.store.record_and_permission(farmer).await?.ok_or_else(Problem::not_signed_in)?;
    let district = record.district.filter(|_| permission.to_compute());
    let prediction = district.map(|district| app.predictor.predict(district, record.npk).watered(record.water));
    let overview = app.live.newest().await;
    if overview.rows().is_empty() {
        return Err(Problem::no_demand_figures());
    }
    let recommended = prediction.as_ref().map(|prediction| app.predictor.recommended(prediction)).unwrap_or_default();
    let standing = |recommended: Recommended| {
        let row = overview.rows().iter().find(|row| row.crop == recommended.crop)?;
        Some(SoilClimateCrop {
            demand: row.into(),
            probability: recommended.probability,
            reasons: SoilClimateReasons::new(recommended.reasons, district?, language),
        })
    };
    Ok(Json(SoilClimateRecommendations {
        region: overview.region().code(),
        crop_year: overview.crop_year().first_year(),
        as_of: overview.as_of(),
        model_version: app.predictor.version().to_owned(),
        soil_tested: nutrients::is_any_tested(record.npk),
        district: record.district.map(|district| DistrictFacts::new(district, language)),
        missing: MissingInput::of(&record, prediction.as_ref()),
        basis: prediction.as_ref().map(|prediction| prediction.basis().into()),
        crops: recommended.into_iter().filter_map(standing).collect(),
    }))
}

impl MissingInput {
    fn of(record: &FarmerRecord, prediction: Option<&Prediction>) -> Option<Self> {
        match record.place_status() {
            PlaceStatus::Resolved(_) if prediction.is_some() => None,
            PlaceStatus::Resolved(_) => Some(Self::Consent),
            PlaceStatus::Missing => Some(Self::Place),
            PlaceStatus::Ambiguous(_) => Some(Self::OnePlace),
            PlaceStatus::Unknown => Some(Self::KnownPlace),
        }
    }
}

impl SoilClimateReasons {
    fn new(
        Reasons { grounds: Grounds { districts, limit }, others, rest, fertilising }: Reasons,
        own: District,
        language: Language,
    ) -> Self {
        let share = |source| SourceDistrictShare::new(source, own, language);
        Self {
            districts: districts.into_iter().map(share).collect(),
            others: others.map(OtherDistrictShares::from),
            rest: rest.into_iter().map(ProbabilityRest::from).collect(),
            limits: limit.into_iter().map(ClimateLimit::from).collect(),
            fertiliser: CropFertiliser::new(&fertilising, language),
        }
    }
}

impl SourceDistrictShare {
    pub(crate) fn new(
        SourceDistrict { district, share, weight }: SourceDistrict,
        own: District,
        language: Language,
    ) -> Self {
        Self {
            district: district.name_in(language),
            state: district.state().name(),
            region: district.state().code(),
            is_own: own == district,
            share: rounded(share, 6),
            weight: rounded(weight, 6),
        }
    }
}

impl From<OtherDistricts> for OtherDistrictShares {
    fn from(OtherDistricts { count, share, weight }: OtherDistricts) -> Self {
        Self { count, share: rounded(share, 6), weight: rounded(weight, 6) }
    }
}

impl From<Rest> for ProbabilityRest {
    fn from(Rest { cause, by }: Rest) -> Self {
        let cause = match cause {
            Cause::Soil => RestCause::Soil,
            Cause::Water => RestCause::Water,
            Cause::Envelope => RestCause::Envelope,
            Cause::Model => RestCause::Model,
        };
        Self { cause, by: rounded(by, 6) }
    }
}

impl From<Limit> for ClimateLimit {
    fn from(limit: Limit) -> Self {
        let (kind, amount, unit) = match limit {
            Limit::WaterDeficit(mm) => (ClimateLimitKind::WaterDeficit, Some(mm.round()), LimitUnit::Millimetres),
            Limit::WaterExcess(mm) => (ClimateLimitKind::WaterExcess, Some(mm.round()), LimitUnit::Millimetres),
            Limit::TooCold(degrees) => (ClimateLimitKind::TooCold, Some(rounded(degrees, 1)), LimitUnit::Celsius),
            Limit::TooHot(degrees) => (ClimateLimitKind::TooHot, Some(rounded(degrees, 1)), LimitUnit::Celsius),
            Limit::KillingFrost => (ClimateLimitKind::KillingFrost, None, LimitUnit::Celsius),
        };
        Self { kind, amount, unit }
    }
}

impl From<Gap> for NutrientGap {
    fn from(Gap { nutrient, dose_kg_per_ha, tested }: Gap) -> Self {
        Self {
            nutrient: match nutrient {
                Nutrient::Nitrogen => NutrientName::N,
                Nutrient::Phosphorus => NutrientName::P,
                Nutrient::Potassium => NutrientName::K,
            },
            rating: match tested.map(|tested| tested.rating) {
                Some(Rating::Low) => SoilRating::Low,
                Some(Rating::Medium) => SoilRating::Medium,
                Some(Rating::High) => SoilRating::High,
                None => SoilRating::NotTested,
            },
            soil_kg_per_ha: tested.map(|tested| tested.soil_kg_per_ha),
            dose_kg_per_ha,
            short_kg_per_ha: tested.map(|tested| rounded(tested.short_kg_per_ha, 1)),
        }
    }
}

impl CropFertiliser {
    pub(crate) fn new(fertilising: &Fertilising, language: Language) -> Self {
        let plan = |plan: &FertiliserPlan| CropFertiliserPlan::new(plan, language);
        Self {
            nutrients: fertilising.gaps.iter().copied().map(NutrientGap::from).collect(),
            plan: plan(&fertilising.plan),
            other_plans: fertilising.other_plans.iter().map(plan).collect(),
        }
    }
}

impl CropFertiliserPlan {
    fn new(plan: &FertiliserPlan, language: Language) -> Self {
        let dose = plan.dose;
        Self {
            key: &dose.key,
            situation: language.phrase(&dose.situation).to_owned(),
            publisher: language.phrase(&dose.publisher).to_owned(),
            source: &dose.source,
            region: dose.region.code(),
            dose: MediumSoilDose { n: dose.n_kg_per_ha, p: dose.p2o5_kg_per_ha, k: dose.k2o_kg_per_ha },
            n_kg_per_ha: rounded(plan.n_kg_per_ha, 1),
            p2o5_kg_per_ha: rounded(plan.p2o5_kg_per_ha, 1),
            k2o_kg_per_ha: rounded(plan.k2o_kg_per_ha, 1),
            bags: BagsToBuy { with_dap: plan.with_dap.into(), with_ssp: plan.with_ssp.into() },
        }
    }
}

impl From<Fertilisers> for FertiliserBags {
    fn from(Fertilisers { urea, dap, ssp, mop }: Fertilisers) -> Self {
        let [urea, dap, ssp, mop] = [urea, dap, ssp, mop]
            .map(|fertiliser| Bags { bags: rounded(fertiliser.bags, 2), kg_per_bag: fertiliser.kg_per_bag });
        Self { urea, dap, ssp, mop }
    }
}

/// Rounds a figure to this many decimals.
fn rounded(figure: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (figure * scale).round() / scale
}
