//! The card of a crop: what is to be known before it is sown on a farmer's field.

use super::super::crops::CropSeedRate;
use super::super::field_keys::WaterKey;
use super::super::recommendations::soil_climate::{ClimateLimit, CropFertiliser, SourceDistrictShare};
use crate::schema::schema_of;
use crate::snapshots::{Imports, SeasonKey};
use grow_domain::advice::{self, AdvisedCrop, BetterAt, Leaves, MarketOfCrop};
use grow_domain::budget::{Bought, Lacking, NamedKind, NamedPrice, PriceOf};
use grow_domain::calendar::{Opening, Timing, days_between};
use grow_domain::encyclopedia::entry_in;
use grow_domain::land::Origin;
use grow_domain::market_price::{Age, PricePlace, ToldPrice};
use grow_domain::nutrients::fertilising;
use grow_domain::rotation::{Effect, EffectKind};
use grow_domain::soil_climate::{Grounds, Prediction};
use grow_domain::soil_fit::SoilFit;
use grow_domain::support_price::{self, SupportPrice};
use grow_domain::usual_yield::YieldOf;
use grow_domain::water::WaterNeed;
use grow_domain::{Language, Region, Water};
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// A crop that the farmer is advised to sow.
#[derive(Serialize, ToSchema)]
pub(super) struct AdvisedToSow {
    /// 1: the advice. 2 and 3: alternatives.
    place_in_draw: usize,
    /// Of 100 farmers with this land and these known crops, so many are shown it first.
    #[schema(example = 34)]
    of_100_farmers: u32,
    /// What an alternative is better at than the first crop. Empty for the first.
    better_at: Vec<BetterAtKey>,
    #[serde(flatten)]
    on_field: CropOnField,
}

/// What is to be known of a crop before it is sown on the farmer's field. It is the same for every crop, advised or
/// not.
#[derive(Serialize, ToSchema)]
pub(crate) struct CropOnField {
    /// The crop's key.
    #[schema(example = "blackGram")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "BLACK GRAM")]
    name: &'static str,
    /// Of the land that the farmer's district sows in these days with all field crops, with the field's water where it
    /// is told, the part that grows it: 0 to 1. The shares of one answer sum to at most 1. Where it is not sown now, the
    /// part of its season's land.
    #[schema(example = 0.14)]
    share_here: f64,
    season: SeasonKey,
    /// Whose figures say which part of the crop's land is watered; null where the field's water is not told.
    #[schema(required)]
    watered_of: Option<OriginKey>,
    /// Whether the farmer knows it.
    known: bool,
    calendar: CalendarRow,
    /// Whether today is in the days in which most sow it, before them or after them; null where it is not sown today,
    /// and the days are those of its next window.
    #[schema(required)]
    timing: Option<TimingKey>,
    /// First and last day on which most sow it.
    #[schema(value_type = String, format = Date, example = "2026-06-15")]
    sow_from: Date,
    #[schema(value_type = String, format = Date, example = "2026-08-15")]
    sow_until: Date,
    /// The calendar's latest day.
    #[schema(value_type = String, format = Date, example = "2026-09-02")]
    sow_latest: Date,
    /// Days until the last day on which most sow it, and where that is over, until the last of all.
    #[schema(example = 30)]
    days_left: i64,
    /// First and last day of the harvest if it is sown today, or else on the first usual day of its next window.
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
    /// Demand without what is met, planned and usually imported, percent of the demand. Negative: surplus.
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
    /// What the state names in its place, or adds to it.
    state_prices: Vec<PriceOfState>,
    /// How much of the crop is bought at the support price; null where nobody counts it.
    #[schema(required)]
    bought: Option<BoughtPart>,
    /// What it is sold for near the field; null where no market tells.
    #[schema(required)]
    sold: Option<SoldFor>,
    yield_kg_per_ha: YieldPerHectare,
    /// Which land the yields are of; null where they are the crop's average range.
    #[schema(required)]
    yield_of: Option<YieldOfKey>,
    /// What a hectare leaves over cost; null where no survey tells yield and cost. Not a promise of income.
    #[schema(required)]
    leaves: Option<LeftPerHectare>,
    /// Why nothing is said of what it leaves; null where it is.
    #[schema(required)]
    lacking: Option<LackingKey>,
    /// What the crop needs of water, or null where no figure is known.
    #[schema(required)]
    water: Option<WaterNeeded>,
    /// How it stands on the field's soil; null where that is neither well nor badly, or the soil is not told.
    #[schema(required)]
    soil_fit: Option<SoilFitKey>,
    /// What the field's last crop means for it; null where that is nothing, or the last crop is not told.
    #[schema(required)]
    after: Option<AfterLast>,
    seed: CropSeedRate,
    fertiliser: CropFertiliser,
    /// The three districts that weigh most in the share.
    reasons: Vec<SourceDistrictShare>,
    /// What the climate makes hardest for the crop; empty where it has all that it wants.
    limits: Vec<ClimateLimit>,
}

/// Who reads a card, and when.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) language: Language,
    pub(super) today: Date,
    pub(super) water: Option<Water>,
}

schema_of! {
    /// A day beside the days in which most sow a crop.
    #[serde(rename_all = "kebab-case")]
    enum TimingKey of Timing {
        Early,
        Usual,
        Late,
    }
}

schema_of! {
    /// Whose figures a part rests on.
    #[serde(rename_all = "kebab-case")]
    enum OriginKey of Origin {
        /// The district's own.
        Own,
        /// Those of other districts of the state.
        State,
        /// India's.
        India,
    }
}

schema_of! {
    /// What an alternative is better at.
    #[serde(rename_all = "kebab-case")]
    enum BetterAtKey of BetterAt {
        /// It misses at least one watering less.
        LessWater,
        /// The farmer knows it, and not the first crop.
        Known,
        /// India needs more of it.
        MoreNeeded,
        /// It is harvested at least ten days earlier.
        Sooner,
    }
}

schema_of! {
    /// Which land the usual yield of a state is of.
    #[serde(rename_all = "kebab-case")]
    enum YieldOfKey of YieldOf {
        /// Hardly any of it is irrigated.
        Unwatered,
        /// Some is irrigated, and some is not: yields of each are not known.
        WateredAndNot,
        /// Nearly all of it is irrigated.
        Watered,
    }
}

schema_of! {
    /// How a crop stands on a kind of soil.
    #[serde(rename_all = "kebab-case")]
    enum SoilFitKey of SoilFit {
        /// It fails there by the books; many of the district grow it, if it is advised.
        Avoid,
        /// It needs care there.
        Caution,
        /// The soil suits it.
        Good,
    }
}

schema_of! {
    /// How the field's last crop weighs.
    #[serde(rename_all = "kebab-case")]
    enum EffectKey of EffectKind {
        /// It should not follow it.
        Avoid,
        /// It does worse after it.
        Worse,
        /// It does better after it.
        Better,
    }
}

/// What the field's last crop means for a crop.
#[derive(Serialize, ToSchema)]
pub(super) struct AfterLast {
    kind: EffectKey,
    /// Why.
    #[schema(example = "wilt")]
    why: &'static str,
}

impl From<Effect> for AfterLast {
    fn from(Effect { kind, why }: Effect) -> Self {
        Self { kind: kind.into(), why: why.key() }
    }
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

/// The row of the calendar that a window comes from.
#[derive(Serialize, ToSchema)]
pub(super) struct CalendarRow {
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

/// A price that the farmer's state names.
#[derive(Serialize, ToSchema)]
struct PriceOfState {
    kind: NamedKindKey,
    /// The price, or what is added.
    #[schema(example = 390)]
    rupees_per_quintal: u32,
    /// Marketing season that it was named for.
    #[schema(example = "2025-26")]
    season: &'static str,
    /// In English; empty where it is for all.
    #[schema(example = "common")]
    variety: &'static str,
}

schema_of! {
    /// Kind of a state's price.
    #[serde(rename_all = "kebab-case")]
    enum NamedKindKey of NamedKind {
        /// What mills must pay for cane.
        Advised,
        /// What is paid beside the support price.
        Bonus,
        /// The support price of the variety that the state grows most.
        Support,
    }
}

/// What a crop is sold for in the week up to a day, rupees per quintal: modal prices.
#[derive(Serialize, ToSchema)]
struct SoldFor {
    /// The market, in the language of the answer where that is known; null where it is a price of a state or of India.
    #[schema(required, example = "Erode")]
    market: Option<String>,
    /// The region of the market, or whose markets they are.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// Median.
    #[schema(example = 2_150)]
    median: u32,
    /// Of a market the lowest; of a state or India the tenth percentile.
    #[schema(example = 1_900)]
    low: u32,
    /// Of a market the highest; of a state or India the ninetieth percentile.
    #[schema(example = 2_300)]
    high: u32,
    /// The last of the week's days.
    #[schema(value_type = String, format = Date, example = "2026-11-26")]
    last_day: Date,
    /// Whether it is older than three weeks. Older than ten, it is not told.
    is_old: bool,
    /// How much higher the price usually is in the month of the harvest, percent; negative: lower. Null where the months
    /// of the crop are not known.
    #[schema(required, example = -6)]
    harvest_change_percent: Option<i64>,
}

impl SoldFor {
    fn of(on_field: &advice::CropOnField, language: Language) -> Option<Self> {
        let ToldPrice { of, median, low, high, last_day, age } = on_field.sold.as_ref()?;
        let (market, region) = match of {
            PricePlace::Market(market) => (Some(market.name_in(language).to_owned()), Region::State(market.state())),
            PricePlace::State(state) => (None, Region::State(*state)),
            PricePlace::India => (None, Region::India),
        };
        Some(Self {
            market,
            region: region.code(),
            median: *median,
            low: *low,
            high: *high,
            last_day: *last_day,
            is_old: *age == Age::Old,
            harvest_change_percent: on_field.harvest_price_change_percent().map(whole_rupees),
        })
    }
}

/// How much of a crop is bought at the support price.
#[derive(Serialize, ToSchema)]
struct BoughtPart {
    /// The part, from 0 to 1.
    #[schema(example = 0.12)]
    part: f64,
    /// Whose crop: the state's, or India's where the state's is not known.
    #[schema(example = "IN-WB")]
    region: &'static str,
    /// Marketing season.
    #[schema(example = "2024-25")]
    season: &'static str,
}

/// What a hectare leaves its grower, rupees rounded to hundreds. Negative: a loss.
#[derive(Serialize, ToSchema)]
struct LeftPerHectare {
    usual_year: RupeesPerHectare,
    /// In a poor year: with the yield, or the price, that one year of ten stays under, whichever leaves less.
    #[schema(example = 9_000)]
    poor_year: i64,
    /// The yield that one year of ten stays under, kg/ha; null where the state's years are not known.
    #[schema(required, example = 620)]
    poor_yield_kg: Option<u32>,
    /// The price that one year of ten stays under; null where it is not what makes the year poor.
    #[schema(required, example = 400)]
    poor_price_rupees_per_quintal: Option<i64>,
    /// Of ten years, in how many the yield is so small that it leaves a loss; null where the state's years are not
    /// known.
    #[schema(required, example = 2)]
    loss_years: Option<u8>,
    /// Yield of the survey, kg/ha.
    #[schema(example = 1_450)]
    yield_kg: u32,
    /// Straw, fodder and stalks as a part of the main product's value.
    #[schema(example = 0.12)]
    by_product_part: f64,
    /// Cost, A2 + FL: what is paid out, and the family's labour.
    #[schema(example = 54_000)]
    cost: i64,
    /// Whose survey yield, by-products and cost are of: the state's, or a neighbour's.
    #[schema(example = "IN-TN")]
    cost_region: &'static str,
    /// First calendar year of the survey's last crop year.
    #[schema(example = 2021)]
    cost_year: i16,
    /// Price at the farm that is reckoned with: that of the expected supply.
    #[schema(example = 7_200)]
    price_rupees_per_quintal: i64,
    /// Whose markets the price is of, in the last twelve weeks; null where it is of the table that ships with Grow, or
    /// one that buyers must pay.
    #[schema(required, example = "IN-TN")]
    price_region: Option<&'static str>,
    /// The newest day of these prices, or the day of the table; null where buyers must pay the price.
    #[schema(required, value_type = Option<String>, format = Date, example = "2026-11-26")]
    price_as_of: Option<Date>,
    /// high, medium or low: the least of survey and price.
    #[schema(example = "medium")]
    confidence: &'static str,
}

schema_of! {
    /// Why nothing is said of what a crop leaves.
    #[serde(rename_all = "kebab-case")]
    enum LackingKey of Lacking {
        /// No survey of costs, neither of the state nor of a neighbour.
        Survey,
        /// The survey is of watered land, and the field has rain alone.
        UnwateredYield,
    }
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

impl AdvisedToSow {
    pub(super) fn new(place_in_draw: usize, advised: &AdvisedCrop, on_field: CropOnField) -> Self {
        Self {
            place_in_draw,
            of_100_farmers: whole(advised.chance * 100.0),
            better_at: advised.better_at.iter().copied().map(BetterAtKey::from).collect(),
            on_field,
        }
    }
}

impl CropOnField {
    pub(super) fn new(on_field: &advice::CropOnField, grounds: Grounds, prediction: &Prediction, who: Reader) -> Self {
        let advice::CropOnField { crop, opening, timing, harvest, yields, need, ref paid, ref leaves, .. } = *on_field;
        let MarketOfCrop {
            demand,
            met,
            planned,
            imports,
            error_percent,
            need_open_percent,
            filled_if_all_follow_percent,
        } = on_field.market;
        let Reader { language, today, water } = who;
        let Prediction { district, npk, .. } = *prediction;
        let reasons = grounds.districts.into_iter();
        let fertilising = fertilising(crop, district, water, npk);
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            share_here: on_field.share_here,
            season: opening.window.season.into(),
            watered_of: on_field.watered_of.map(OriginKey::from),
            known: on_field.is_known,
            calendar: CalendarRow::new(&opening),
            timing: timing.map(TimingKey::from),
            sow_from: opening.from,
            sow_until: opening.until,
            sow_latest: opening.latest,
            days_left: days_between(today, opening.closes(today)),
            harvest_from: harvest.from,
            harvest_until: harvest.until,
            demand_tonnes: demand.tonnes(),
            met_tonnes: met.tonnes(),
            planned_tonnes: planned.tonnes(),
            need_open_percent,
            error_percent,
            imports: imports.map(Imports::from),
            with_imports_percent: on_field.market.with_imports_percent(),
            filled_if_all_follow_percent,
            month_fill_percent: on_field.month_fill_percent,
            month_price_index: on_field.month_price_index,
            support_price: paid.support.map(SupportedPrice::from),
            state_prices: paid.by_state.iter().copied().map(PriceOfState::from).collect(),
            bought: paid.bought.map(BoughtPart::from),
            sold: SoldFor::of(on_field, language),
            yield_kg_per_ha: YieldPerHectare { low: yields.min, high: yields.max },
            yield_of: on_field.yield_of.map(YieldOfKey::from),
            leaves: leaves.as_ref().ok().map(LeftPerHectare::from),
            lacking: leaves.as_ref().err().copied().map(LackingKey::from),
            water: need.map(WaterNeeded::from),
            soil_fit: on_field.soil_fit.map(SoilFitKey::from),
            after: on_field.after.map(AfterLast::from),
            seed: (&entry_in(language, crop).seed_rate).into(),
            fertiliser: CropFertiliser::new(&fertilising, language),
            reasons: reasons.map(|source| SourceDistrictShare::new(source, district, language)).collect(),
            limits: grounds.limit.into_iter().map(ClimateLimit::from).collect(),
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

impl From<&'static NamedPrice> for PriceOfState {
    fn from(price: &'static NamedPrice) -> Self {
        let NamedPrice { kind, rupees_per_quintal, ref season, ref variety, .. } = *price;
        Self { kind: kind.into(), rupees_per_quintal, season, variety }
    }
}

impl From<&'static Bought> for BoughtPart {
    fn from(Bought { region, part, season, .. }: &'static Bought) -> Self {
        Self { part: *part, region: region.code(), season }
    }
}

impl From<&Leaves> for LeftPerHectare {
    fn from(Leaves { budget, price, usual_year: (low, high), poor_year, loss_years, .. }: &Leaves) -> Self {
        let survey = budget.survey;
        let (price_region, price_as_of) = match budget.market.of {
            PriceOf::Markets { region, newest } => (Some(region.code()), Some(newest)),
            PriceOf::Table(day) => (None, Some(day)),
            PriceOf::Named => (None, None),
        };
        Self {
            usual_year: RupeesPerHectare { low: hundreds(*low), high: hundreds(*high) },
            poor_year: hundreds(poor_year.rupees),
            poor_yield_kg: poor_year.kg.map(whole),
            poor_price_rupees_per_quintal: poor_year.price.map(whole_rupees),
            loss_years: *loss_years,
            yield_kg: whole(survey.kg),
            by_product_part: survey.by_product_part,
            cost: hundreds(survey.cost),
            cost_region: survey.state.code(),
            cost_year: survey.last_year.first_year(),
            price_rupees_per_quintal: whole_rupees(*price),
            price_region,
            price_as_of,
            confidence: budget.confidence().key(),
        }
    }
}

impl From<WaterNeed> for WaterNeeded {
    fn from(need: WaterNeed) -> Self {
        let (low, high) = need.waterings();
        Self {
            wants: need.wants.into(),
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

impl CalendarRow {
    pub(super) fn new(opening: &Opening) -> Self {
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
