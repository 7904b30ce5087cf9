//! What to sow now.

use super::farmer::Farmer;
use super::intentions::Intention;
use super::json::Json;
use super::places::DistrictFacts;
use super::problem::Problem;
use super::recommendations::soil_climate::{ClimateLimit, SourceDistrictShare};
use crate::live::SeasonKey;
use crate::{App, language};
use axum::extract::State;
use grow_domain::advice::{Advice, AdvisedCrop, DrawnFor, KeptDraw, MarketOfCrop, Today};
use grow_domain::calendar::{Opening, calendar, days_between};
use grow_domain::farmer::{FarmerRecord, PlaceStatus};
use grow_domain::land::Limit;
use grow_domain::privacy::Permission;
use grow_domain::soil_climate::{Grounds, Prediction};
use grow_domain::support_price::{self, SupportPrice};
use grow_domain::{Crop, District, Region};
use grow_store::{AdviceDraw, AdviceInputs, Error, FarmerId};
use http::{HeaderMap, Uri};
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// What a farmer is advised to sow now.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdviceOfToday {
    /// The day in India.
    #[schema(value_type = String, format = Date, example = "2026-07-01")]
    as_of: Date,
    season: SeasonKey,
    /// The code of the region whose windows count: the farmer's state, or India's where it is not known.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The district that the farmer's place lies in, or null.
    #[schema(required)]
    district: Option<DistrictFacts>,
    /// Why there is no advice, or null where there is some.
    #[schema(required)]
    missing: Option<WhyNoAdvice>,
    /// Everything suitable that can be sown now is in surplus; the least crowded are listed.
    all_full: bool,
    /// At most three; the first is the advice. Empty with nothing missing: nothing suitable can be sown now.
    advice: Vec<AdvisedToSow>,
    /// Suitable crops whose window opens within 60 days, the soonest first.
    later: Vec<SownLater>,
    /// The farmer's own plans that stand.
    intentions: Vec<Intention>,
}

/// Why there is no advice.
#[derive(Serialize, ToSchema)]
enum WhyNoAdvice {
    /// No place is saved.
    #[serde(rename = "place-missing")]
    PlaceMissing,
    /// The saved place names no district that Grow knows.
    #[serde(rename = "place-unknown")]
    PlaceUnknown,
    /// The place may be in one of several districts. The app asks which one.
    #[serde(rename = "place-ambiguous")]
    PlaceAmbiguous,
    /// The farmer has not agreed that anything is computed from their data, or has withdrawn the consent.
    #[serde(rename = "consent-missing")]
    ConsentMissing,
    /// No land like the district's is known.
    #[serde(rename = "land-unknown")]
    LandUnknown,
}

/// A crop that the farmer is advised to sow.
#[derive(Serialize, ToSchema)]
struct AdvisedToSow {
    /// The crop's key.
    #[schema(example = "blackGram")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "BLACK GRAM")]
    name: &'static str,
    /// 1: the advice. 2 and 3: alternatives.
    place_in_draw: usize,
    /// Of 100 farmers with this land and these known crops, so many are shown it first.
    #[schema(example = 34)]
    of_100_farmers: u32,
    /// The part of land like the farmer's that grows it, 0 to 1, six decimals.
    #[schema(example = 0.14)]
    share_here: f64,
    /// Whether the farmer knows it.
    known: bool,
    calendar: CalendarRow,
    /// First and last day of the window that is open.
    #[schema(value_type = String, format = Date, example = "2026-06-01")]
    sow_from: Date,
    #[schema(value_type = String, format = Date, example = "2026-07-31")]
    sow_until: Date,
    /// Days until the last one.
    #[schema(example = 30)]
    days_left: i64,
    /// First and last day of the harvest if it is sown today.
    #[schema(value_type = String, format = Date, example = "2026-09-04")]
    harvest_from: Date,
    #[schema(value_type = String, format = Date, example = "2026-09-24")]
    harvest_until: Date,
    /// Demand of India in the crop year, tonnes.
    demand_tonnes: f64,
    /// Supply met, tonnes.
    met_tonnes: f64,
    /// Expected yield of plans that stand, tonnes. It is not in what is met.
    planned_tonnes: f64,
    /// Demand without what is met and planned, percent of the demand. Negative: surplus.
    need_open_percent: f64,
    /// What the supply becomes if all who are shown the crop first sow it, percent of the demand.
    filled_if_all_follow_percent: f64,
    /// What arrives in India in the days of the harvest, percent of an even part of the year's demand; null without
    /// demand.
    #[schema(required)]
    month_fill_percent: Option<f64>,
    /// Usual price of the harvest's first month beside the year's, for potato and onion; null for others.
    #[schema(required, example = 1.33)]
    month_price_index: Option<f64>,
    /// Null where the government supports no price.
    #[schema(required)]
    support_price: Option<SupportedPrice>,
    yield_kg_per_ha: YieldPerHectare,
    /// Yield times support price, rounded to hundreds; null without a support price. Not a promise of income.
    #[schema(required)]
    gross_rupees_per_ha: Option<RupeesPerHectare>,
    /// Published cost at the middle of the yield, rounded to hundreds; null where none is published.
    #[schema(required)]
    cost_rupees_per_ha: Option<u32>,
    /// Water that the rain of a usual year does not bring, mm; 0: the rain is enough.
    water_short_mm: u32,
    /// Rain of a usual year from today to the harvest, mm.
    rain_mm: u32,
    /// Water that the crop wants in this time, mm.
    water_need_mm: u32,
    /// The three districts that weigh most in the share.
    reasons: Vec<SourceDistrictShare>,
    /// What the climate makes hardest for the crop; empty where it has all that it wants.
    limits: Vec<ClimateLimit>,
}

/// The row of the calendar that a window comes from.
#[derive(Serialize, ToSchema)]
struct CalendarRow {
    /// Whose row it is: the farmer's state, or India where the state has none.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// high, medium or low.
    #[schema(example = "medium")]
    confidence: &'static str,
    /// The season in the words of the region.
    #[schema(example = "kharif")]
    name: &'static str,
}

/// A price that the government supports.
#[derive(Serialize, ToSchema)]
struct SupportedPrice {
    #[schema(example = 8200)]
    rupees_per_quintal: u32,
    /// Marketing season.
    #[schema(example = "2026-27 KMS")]
    season: &'static str,
    kind: SupportKind,
}

/// Kind of a support price.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SupportKind {
    /// Minimum support price.
    Msp,
    /// Fair and remunerative price of cane.
    Frp,
}

/// What four of five districts of the state harvest, or the crop's average range, kg/ha.
#[derive(Serialize, ToSchema)]
struct YieldPerHectare {
    low: u32,
    high: u32,
}

/// Rupees for a hectare.
#[derive(Serialize, ToSchema)]
struct RupeesPerHectare {
    low: u32,
    high: u32,
}

/// A crop whose window opens soon.
#[derive(Serialize, ToSchema)]
struct SownLater {
    /// The crop's key.
    #[schema(example = "bengalGram")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "BENGAL GRAM")]
    name: &'static str,
    calendar: CalendarRow,
    #[schema(value_type = String, format = Date, example = "2026-10-08")]
    sow_from: Date,
    #[schema(value_type = String, format = Date, example = "2026-12-02")]
    sow_until: Date,
    /// Days until the first one.
    in_days: i64,
}

/// What to sow now: up to three crops with their reasons.
///
/// The crops are drawn once for a farmer's land, known crops and season. They stay until one of them is full or can no
/// longer be sown.
#[utoipa::path(
    get, operation_id = "advise_what_to_sow", path = "/api/v1/me/advice", tag = "me",
    responses((status = OK, body = AdviceOfToday), Problem)
)]
pub(crate) async fn read(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<AdviceOfToday>, Problem> {
    let now = app.0.clock.now();
    let inputs = app.0.store.advice_inputs(farmer, now).await?.ok_or_else(Problem::not_signed_in)?;
    let AdviceInputs { own, permission, draw, intentions } = inputs;
    let (record, language) = (own.record, language::of(&uri, &headers, || own.language));
    let today = app.0.advising.today().await?.ok_or_else(Problem::no_demand_figures)?;
    let district = record.district.filter(|_| permission.to_compute());
    let prediction = district.map(|district| app.0.predictor.predict(district, record.npk));
    let missing = WhyNoAdvice::of(&record, permission, prediction.as_ref());
    let (advice, grounds) = match &prediction {
        Some(prediction) => advise(&app, farmer, &today, (&record, draw, permission), prediction).await,
        None => Default::default(),
    };
    let advised = advice.crops.iter().zip(grounds).enumerate();
    Ok(Json(AdviceOfToday {
        as_of: today.day(),
        season: today.season().into(),
        region: Region::of(record.district).code(),
        district: record.district.map(|district| DistrictFacts::new(district, language)),
        missing,
        all_full: advice.all_full,
        advice: advised
            .map(|(place, (advised, grounds))| {
                let reasons = grounds.districts.iter();
                let reasons = reasons.map(|source| SourceDistrictShare::new(*source, record.district, language));
                AdvisedToSow::new(place + 1, advised, reasons.collect(), grounds.limit, today.day())
            })
            .collect(),
        later: advice.later.iter().map(|later| SownLater::new(later, record.district, today.day())).collect(),
        intentions: intentions.iter().map(|intention| Intention::new(intention, now)).collect(),
    }))
}

/// Draws the farmer's crops, or takes those drawn before, and keeps them. They are not kept for a farmer who has agreed
/// to an older notice; nor if the write fails, which is logged. The same seed draws the same crops again.
async fn advise(
    App(app): &App,
    farmer: FarmerId,
    today: &Today,
    (record, kept, permission): (&FarmerRecord, Option<AdviceDraw>, Permission),
    prediction: &Prediction,
) -> (Advice, Vec<Grounds>) {
    let Some(probabilities) = prediction.probabilities() else { return Default::default() };
    let who = DrawnFor {
        farmer: farmer.0,
        district: prediction.district,
        npk: record.npk,
        known: &record.known_crops,
        probabilities,
    };
    let kept = kept.map(|AdviceDraw { inputs, crops, .. }| KeptDraw { inputs, crops });
    let (advice, anew) = today.draw(&who, kept.as_ref());
    if let Some(KeptDraw { inputs, crops }) = anew.filter(|_| permission.to_store()) {
        match app.store.keep_advice_draw(farmer, inputs, crops, app.clock.now()).await {
            // It was withdrawn a moment ago.
            Ok(()) | Err(Error::NoConsent) => {}
            Err(error) => tracing::warn!(%error, "the crops that a farmer was drawn could not be kept"),
        }
    }
    let crops: Vec<_> = advice.crops.iter().map(|advised| advised.crop).collect();
    let grounds = app.predictor.grounds(prediction, &crops);
    (advice, grounds)
}

impl WhyNoAdvice {
    fn of(record: &FarmerRecord, permission: Permission, prediction: Option<&Prediction>) -> Option<Self> {
        match record.place_status() {
            PlaceStatus::Missing => Some(Self::PlaceMissing),
            PlaceStatus::Ambiguous(_) => Some(Self::PlaceAmbiguous),
            PlaceStatus::Unknown => Some(Self::PlaceUnknown),
            PlaceStatus::Resolved(_) if !permission.to_compute() => Some(Self::ConsentMissing),
            PlaceStatus::Resolved(_) => {
                let is_known = prediction.is_some_and(|prediction| prediction.probabilities().is_some());
                (!is_known).then_some(Self::LandUnknown)
            }
        }
    }
}

impl AdvisedToSow {
    fn new(
        place_in_draw: usize,
        advised: &AdvisedCrop,
        reasons: Vec<SourceDistrictShare>,
        limit: Option<Limit>,
        today: Date,
    ) -> Self {
        let AdvisedCrop { crop, opening, harvest, money, water, .. } = *advised;
        let MarketOfCrop { demand, met, planned, need_open_percent, filled_if_all_follow_percent } = advised.market;
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            place_in_draw,
            of_100_farmers: whole(advised.chance * 100.0),
            share_here: advised.share_here,
            known: advised.is_known,
            calendar: CalendarRow::new(harvest.region, &opening),
            sow_from: opening.from,
            sow_until: opening.until,
            days_left: days_between(today, opening.until),
            harvest_from: harvest.from,
            harvest_until: harvest.until,
            demand_tonnes: demand.tonnes(),
            met_tonnes: met.tonnes(),
            planned_tonnes: planned.tonnes(),
            need_open_percent,
            filled_if_all_follow_percent,
            month_fill_percent: advised.month_fill_percent,
            month_price_index: advised.month_price_index,
            support_price: money.support.map(SupportedPrice::from),
            yield_kg_per_ha: YieldPerHectare { low: money.yields.min, high: money.yields.max },
            gross_rupees_per_ha: money.gross_per_ha().map(|(low, high)| RupeesPerHectare { low, high }),
            cost_rupees_per_ha: money.cost_per_ha(),
            water_short_mm: whole(water.short_mm()),
            rain_mm: whole(water.rain_mm),
            water_need_mm: whole(water.need_mm),
            reasons,
            limits: limit.into_iter().map(ClimateLimit::from).collect(),
        }
    }
}

impl From<&'static SupportPrice> for SupportedPrice {
    fn from(price: &'static SupportPrice) -> Self {
        Self {
            rupees_per_quintal: price.rupees_per_quintal,
            season: &price.season,
            kind: match price.kind {
                support_price::Kind::Minimum => SupportKind::Msp,
                support_price::Kind::FairAndRemunerative => SupportKind::Frp,
            },
        }
    }
}

impl SownLater {
    fn new((crop, opening): &(Crop, Opening), own: Option<District>, today: Date) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            calendar: CalendarRow::new(calendar(*crop, Region::of(own)).region, opening),
            sow_from: opening.from,
            sow_until: opening.until,
            in_days: days_between(today, opening.from),
        }
    }
}

impl CalendarRow {
    fn new(region: Region, opening: &Opening) -> Self {
        let window = opening.window;
        Self { region: region.code(), confidence: window.confidence.key(), name: &window.name }
    }
}

/// Rounds a small positive number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "percentages and millimetres")]
fn whole(number: f64) -> u32 {
    number.round() as u32
}
