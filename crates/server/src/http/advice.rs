//! What to sow now.

use super::farmer::Farmer;
use super::intentions::Intention;
use super::json::Json;
use super::places::DistrictFacts;
use super::problem::Problem;
use super::recommendations::soil_climate::{ClimateLimit, SourceDistrictShare};
use super::water_and_soil::WaterKey;
use crate::live::{Imports, SeasonKey};
use crate::{App, language};
use axum::extract::State;
use grow_domain::advice::{
    Advice, AdvisedCrop, BetterAt, Cell, DrawnFor, Field, KeptDraw, Leaves, MarketOfCrop, NotShown, Standing, Today,
    WhyNotShown,
};
use grow_domain::budget::Lacking;
use grow_domain::calendar::{Opening, Timing, days_between};
use grow_domain::farmer::{FarmerRecord, PlaceStatus};
use grow_domain::land::{Limit, Origin};
use grow_domain::other_crops::{self, OtherCrop};
use grow_domain::privacy::Permission;
use grow_domain::soil_climate::{Grounds, Prediction};
use grow_domain::support_price::{self, SupportPrice};
use grow_domain::water::WaterNeed;
use grow_domain::{Crop, Language, Region};
use grow_store::{AdviceDraw, AdviceInputs, DrawCell, Error, FarmerId};
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
    /// The farmer's answer on the water of the field; null where it is not told.
    #[schema(required)]
    water: Option<WaterKey>,
    /// Everything suitable that can be sown now is in surplus; the least crowded are listed.
    all_full: bool,
    /// At most three; the first is the advice. Empty with nothing missing: nothing suitable can be sown now.
    advice: Vec<AdvisedToSow>,
    /// Other crops that can be sown now on at least 5 % of the season's land, each with the reason why it is not
    /// advised.
    not_shown: Vec<OtherSowable>,
    /// Suitable crops whose window opens within 60 days, the soonest first. Without advice the next three, however far
    /// off.
    later: Vec<SownLater>,
    /// What stands in most fields of the district in these days, where there is no advice; else null.
    #[schema(required)]
    standing: Option<StandingCrop>,
    /// What is sown in the farmer's state in these days and Grow does not know yet, the largest land first; at most
    /// three, and only where there is no advice.
    unknown_crops: Vec<UnknownCrop>,
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
    /// Of the land that the farmer's district sows in this season, with the field's water where it is told, the part
    /// that grows it: 0 to 1.
    #[schema(example = 0.14)]
    share_here: f64,
    season: SeasonKey,
    /// Whose figures say which part of the crop's land is watered; null where the field's water is not told.
    #[schema(required)]
    watered_of: Option<OriginKey>,
    /// Whether the farmer knows it.
    known: bool,
    calendar: CalendarRow,
    /// Whether today is in the days in which most sow it, before them or after them.
    timing: TimingKey,
    /// First and last day on which most sow it.
    #[schema(value_type = String, format = Date, example = "2026-06-15")]
    sow_from: Date,
    #[schema(value_type = String, format = Date, example = "2026-08-15")]
    sow_until: Date,
    /// The last day on which it is sown at all.
    #[schema(value_type = String, format = Date, example = "2026-09-16")]
    sow_latest: Date,
    /// Days until the last day on which most sow it, and where that is over, until the last of all.
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
    /// One standard deviation of what is met, percent of it.
    #[schema(example = 9)]
    error_percent: u8,
    /// What comes in from abroad; null where imports do not hold the price.
    #[schema(required)]
    imports: Option<Imports>,
    /// What would be met with the usual imports, percent of the demand; null where they do not hold the price.
    #[schema(required)]
    with_imports_percent: Option<f64>,
    /// Projected: what the supply becomes if all who are shown a crop first sow it, percent of the demand.
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
    /// What a hectare leaves over cost; null where the yield or the cost is not known. Not a promise of income.
    #[schema(required)]
    leaves: Option<LeftPerHectare>,
    /// Why nothing is said of what it leaves; null where it is.
    #[schema(required)]
    lacking: Option<LackingKey>,
    /// What the crop needs of water, or null where no figure is known.
    #[schema(required)]
    water: Option<WaterNeeded>,
    /// What an alternative is better at than the first crop. Empty for the first.
    better_at: Vec<BetterAtKey>,
    /// The three districts that weigh most in the share.
    reasons: Vec<SourceDistrictShare>,
    /// What the climate makes hardest for the crop; empty where it has all that it wants.
    limits: Vec<ClimateLimit>,
}

/// A day beside the days in which most sow a crop.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum TimingKey {
    Early,
    Usual,
    Late,
}

/// Whose figures a part rests on.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum OriginKey {
    /// The district's own.
    Own,
    /// Those of other districts of the state.
    State,
    /// India's.
    India,
}

/// What an alternative is better at.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum BetterAtKey {
    /// It misses at least one watering less.
    LessWater,
    /// The farmer knows it, and not the first crop.
    Known,
    /// India needs more of it.
    MoreNeeded,
    /// It is harvested at least ten days earlier.
    Sooner,
}

/// What a crop needs of water from sowing to harvest, and what gives it, mm.
#[derive(Serialize, ToSchema)]
struct WaterNeeded {
    /// The least water with which the crop is advised.
    wants: WaterKey,
    /// Waterings of some 60 mm beyond rain and soil.
    waterings: Span,
    /// What the crop uses.
    uses_mm: Span,
    /// Rain of its days in three years of four.
    rain_mm: u32,
    /// What the soil holds at sowing.
    soil_mm: u32,
    /// What is missing.
    missing_mm: Span,
}

/// Lower and upper end.
#[derive(Serialize, ToSchema)]
struct Span {
    low: u32,
    high: u32,
}

/// A crop that can be sown now and is not advised.
#[derive(Serialize, ToSchema)]
struct OtherSowable {
    /// The crop's key.
    #[schema(example = "paddy")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "PADDY")]
    name: &'static str,
    /// As [`AdvisedToSow::share_here`].
    #[schema(example = 0.37)]
    share_here: f64,
    why: WhyNotAdvised,
}

/// Why a crop that many grow is not advised.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum WhyNotAdvised {
    /// It misses more water than the field has.
    NeedsWater,
    /// India has enough of it.
    Full,
    /// Others are shown it, so that not all sow the same.
    OthersSow,
}

/// A crop that stands in most fields.
#[derive(Serialize, ToSchema)]
struct StandingCrop {
    /// The crop's key.
    #[schema(example = "paddy")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "PADDY")]
    name: &'static str,
    /// The season in the words of the region.
    #[schema(example = "samba")]
    season_name: &'static str,
    /// The last day of its harvest.
    #[schema(value_type = String, format = Date, example = "2027-02-22")]
    harvested_by: Date,
    /// What is sown after it, or null.
    #[schema(required)]
    next: Option<FollowingCrop>,
}

/// A crop that is sown after another.
#[derive(Serialize, ToSchema)]
struct FollowingCrop {
    /// The crop's key.
    #[schema(example = "blackGram")]
    crop: &'static str,
    /// The first day on which it can be sown.
    #[schema(value_type = String, format = Date, example = "2026-12-25")]
    sow_from: Date,
}

/// A crop that is sown in a state and is not one of the sixteen.
#[derive(Serialize, ToSchema)]
struct UnknownCrop {
    /// Its name in the language of the answer.
    #[schema(example = "Wheat")]
    name: &'static str,
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

/// What a hectare leaves its grower, rupees rounded to hundreds. Negative: a loss.
#[derive(Serialize, ToSchema)]
struct LeftPerHectare {
    usual_year: RupeesPerHectare,
    /// With the yield that one district in ten stays under, and the price of the worst year in ten.
    #[schema(example = 9_000)]
    poor_year: i64,
    /// Cost, A2 + FL: what is paid out, and the family's labour.
    #[schema(example = 54_000)]
    cost: i64,
    /// Whose cost it is: the state's survey, or India's projection.
    #[schema(example = "IN-TN")]
    cost_region: &'static str,
    /// First calendar year of the crop year of the survey or projection.
    #[schema(example = 2021)]
    cost_year: i16,
    /// Price at the farm that is reckoned with: that of the expected supply.
    #[schema(example = 7_200)]
    price_rupees_per_quintal: i64,
    /// high, medium or low: the least of cost and price.
    #[schema(example = "medium")]
    confidence: &'static str,
}

/// Why nothing is said of what a crop leaves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum LackingKey {
    /// The state has no reliable yield.
    Yield,
    /// No cost is known, neither of the state nor of India.
    Cost,
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
    low: i64,
    high: i64,
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
    let unknown_crops = match district {
        Some(district) if advice.crops.is_empty() => other_crops::sown_on(district.state(), today.day()),
        _ => Vec::new(),
    };
    Ok(Json(AdviceOfToday {
        as_of: today.day(),
        season: today.season().into(),
        region: Region::of(record.district).code(),
        district: record.district.map(|district| DistrictFacts::new(district, language)),
        missing,
        water: record.water.map(WaterKey::from),
        all_full: advice.all_full,
        advice: advised
            .map(|(place, (advised, grounds))| {
                let reasons = grounds.districts.iter();
                let reasons = reasons.map(|source| SourceDistrictShare::new(*source, record.district, language));
                AdvisedToSow::new(place + 1, advised, reasons.collect(), grounds.limit, today.day())
            })
            .collect(),
        not_shown: advice.not_shown.iter().map(OtherSowable::from).collect(),
        later: advice.later.iter().map(|later| SownLater::new(later, today.day())).collect(),
        standing: advice.standing.map(StandingCrop::from),
        unknown_crops: unknown_crops.into_iter().map(|crop| UnknownCrop::new(crop, language)).collect(),
        intentions: intentions.iter().map(|intention| Intention::new(intention, now)).collect(),
    }))
}

/// Draws the farmer's crops, or takes those drawn before, and keeps them. They are not kept for a farmer who has agreed
/// to an older notice; nor if the write fails, which is logged. The same number draws the same crops again.
async fn advise(
    App(app): &App,
    farmer: FarmerId,
    today: &Today,
    (record, kept, permission): (&FarmerRecord, Option<AdviceDraw>, Permission),
    prediction: &Prediction,
) -> (Advice, Vec<Grounds>) {
    let Some(year) = prediction.year() else { return Default::default() };
    let (district, land) = (prediction.district, prediction.land());
    let field = Field { district, land, year, water: record.water, soil: record.soil };
    let kept = kept.map(|AdviceDraw { inputs, crops, lot, .. }| KeptDraw { inputs, crops, lot });
    let number = number(app, farmer, today.cell(&field), kept.as_ref(), permission).await;
    let who = DrawnFor { number, field, npk: record.npk, known: &record.known_crops };
    let (advice, anew) = today.draw(&who, kept.as_ref());
    if let Some(KeptDraw { inputs, crops, lot }) = anew.filter(|_| permission.to_store()) {
        let draw = AdviceDraw { inputs, crops, lot, drawn_at: app.clock.now() };
        match app.store.keep_advice_draw(farmer, draw).await {
            // It was withdrawn a moment ago.
            Ok(()) | Err(Error::NoConsent) => {}
            Err(error) => tracing::warn!(%error, "the crops that a farmer was drawn could not be kept"),
        }
    }
    let crops: Vec<_> = advice.crops.iter().map(|advised| advised.crop).collect();
    let grounds = app.predictor.grounds(prediction, &crops);
    (advice, grounds)
}

/// The farmer's number in a cell: the one of the kept draw, or the one that is given for it. If it may not be kept or
/// the write fails, a number that follows from the farmer's id.
async fn number(
    app: &crate::app::Parts,
    farmer: FarmerId,
    Cell { key, season }: Cell,
    kept: Option<&KeptDraw>,
    permission: Permission,
) -> u64 {
    if let Some((_, number)) = kept.and_then(|kept| kept.lot.as_ref()).filter(|(cell, _)| *cell == key) {
        return *number;
    }
    if permission.to_store() {
        match app.store.draw_number(farmer, DrawCell { key, season }).await {
            Ok(number) => return number,
            Err(Error::NoConsent) => {}
            Err(error) => tracing::warn!(%error, "a farmer could not be given a number in the draw"),
        }
    }
    farmer.0.as_u64_pair().1
}

impl WhyNoAdvice {
    fn of(record: &FarmerRecord, permission: Permission, prediction: Option<&Prediction>) -> Option<Self> {
        match record.place_status() {
            PlaceStatus::Missing => Some(Self::PlaceMissing),
            PlaceStatus::Ambiguous(_) => Some(Self::PlaceAmbiguous),
            PlaceStatus::Unknown => Some(Self::PlaceUnknown),
            PlaceStatus::Resolved(_) if !permission.to_compute() => Some(Self::ConsentMissing),
            PlaceStatus::Resolved(_) => {
                let is_known = prediction.is_some_and(|prediction| prediction.year().is_some());
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
        let AdvisedCrop { crop, opening, timing, harvest, support, yields, leaves, need, .. } = *advised;
        let last = if timing == Timing::Late { opening.last() } else { opening.until };
        let MarketOfCrop {
            demand,
            met,
            planned,
            imports,
            error_percent,
            need_open_percent,
            filled_if_all_follow_percent,
        } = advised.market;
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            place_in_draw,
            of_100_farmers: whole(advised.chance * 100.0),
            share_here: advised.share_here,
            season: opening.window.season.into(),
            watered_of: advised.watered_of.map(OriginKey::from),
            known: advised.is_known,
            calendar: CalendarRow::new(&opening),
            timing: timing.into(),
            sow_from: opening.from,
            sow_until: opening.until,
            sow_latest: opening.last(),
            days_left: days_between(today, last),
            harvest_from: harvest.from,
            harvest_until: harvest.until,
            demand_tonnes: demand.tonnes(),
            met_tonnes: met.tonnes(),
            planned_tonnes: planned.tonnes(),
            need_open_percent,
            error_percent,
            imports: imports.map(Imports::from),
            with_imports_percent: advised.market.with_imports_percent(),
            filled_if_all_follow_percent,
            month_fill_percent: advised.month_fill_percent,
            month_price_index: advised.month_price_index,
            support_price: support.map(SupportedPrice::from),
            yield_kg_per_ha: YieldPerHectare { low: yields.min, high: yields.max },
            leaves: leaves.ok().map(LeftPerHectare::from),
            lacking: leaves.err().map(LackingKey::from),
            water: need.map(WaterNeeded::from),
            better_at: advised.better_at.iter().copied().map(BetterAtKey::from).collect(),
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

impl From<Leaves> for LeftPerHectare {
    fn from(Leaves { budget, price, usual_year: (low, high), poor_year, .. }: Leaves) -> Self {
        Self {
            usual_year: RupeesPerHectare { low: hundreds(low), high: hundreds(high) },
            poor_year: hundreds(poor_year),
            cost: hundreds(budget.cost.rupees_per_ha),
            cost_region: budget.cost.region.code(),
            cost_year: budget.cost.of_year.first_year(),
            price_rupees_per_quintal: whole_rupees(price),
            confidence: budget.confidence().key(),
        }
    }
}

impl From<Lacking> for LackingKey {
    fn from(lacking: Lacking) -> Self {
        match lacking {
            Lacking::Yield => Self::Yield,
            Lacking::Cost => Self::Cost,
        }
    }
}

impl From<Timing> for TimingKey {
    fn from(timing: Timing) -> Self {
        match timing {
            Timing::Early => Self::Early,
            Timing::Usual => Self::Usual,
            Timing::Late => Self::Late,
        }
    }
}

impl From<Origin> for OriginKey {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Own => Self::Own,
            Origin::State => Self::State,
            Origin::India => Self::India,
        }
    }
}

impl From<BetterAt> for BetterAtKey {
    fn from(better_at: BetterAt) -> Self {
        match better_at {
            BetterAt::LessWater => Self::LessWater,
            BetterAt::Known => Self::Known,
            BetterAt::MoreNeeded => Self::MoreNeeded,
            BetterAt::Sooner => Self::Sooner,
        }
    }
}

impl From<WaterNeed> for WaterNeeded {
    fn from(need: WaterNeed) -> Self {
        let (low, high) = need.waterings();
        Self {
            wants: need.wants().into(),
            waterings: Span { low: low.into(), high: high.into() },
            uses_mm: Span::of(need.use_mm),
            rain_mm: whole(need.rain_mm),
            soil_mm: whole(need.soil_mm),
            missing_mm: Span::of(need.missing_mm()),
        }
    }
}

impl Span {
    fn of((low, high): (f64, f64)) -> Self {
        Self { low: whole(low), high: whole(high) }
    }
}

impl From<&NotShown> for OtherSowable {
    fn from(NotShown { crop, share_here, why }: &NotShown) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            share_here: *share_here,
            why: match why {
                WhyNotShown::Water => WhyNotAdvised::NeedsWater,
                WhyNotShown::Full => WhyNotAdvised::Full,
                WhyNotShown::OthersSow => WhyNotAdvised::OthersSow,
            },
        }
    }
}

impl From<Standing> for StandingCrop {
    fn from(Standing { crop, window, until, next }: Standing) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            season_name: &window.name,
            harvested_by: until,
            next: next.map(|(crop, sow_from)| FollowingCrop { crop: crop.key(), sow_from }),
        }
    }
}

impl UnknownCrop {
    fn new(crop: &'static OtherCrop, language: Language) -> Self {
        Self { name: crop.name_in(language) }
    }
}

impl SownLater {
    fn new((crop, opening): &(Crop, Opening), today: Date) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            calendar: CalendarRow::new(opening),
            sow_from: opening.earliest,
            sow_until: opening.until,
            in_days: days_between(today, opening.earliest),
        }
    }
}

impl CalendarRow {
    fn new(opening: &Opening) -> Self {
        let window = opening.window;
        Self { region: window.region.code(), confidence: window.confidence.key(), name: &window.name }
    }
}

/// Rounds a small positive number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "percentages and millimetres")]
fn whole(number: f64) -> u32 {
    number.round() as u32
}

/// Rounds rupees to hundreds.
fn hundreds(rupees: f64) -> i64 {
    100 * whole_rupees(rupees / 100.0)
}

#[expect(clippy::cast_possible_truncation, reason = "a hectare never brings 10^18 rupees")]
fn whole_rupees(rupees: f64) -> i64 {
    rupees.round() as i64
}
