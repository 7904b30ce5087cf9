//! The advice of a day: the market and the land of India, solved once for everyone, and what it means for one farmer.

use super::draw::{Chances, DrawnCrop, Land, Lot, chances, shown};
use super::field::{Field, HeldBack, NextSowing, Sowable, after_last, behind, harvest_bins, shares_of_day};
use super::land_of_day::{FactsOfDay, LandOfDay};
use super::own_good::mean_margin;
use super::told::{Advice, AdvisedCrop, CropOnField, Leaves, MarketOfCrop, NotShown, WhyNotShown};
use super::{BinMarket, ByBin, Group, HarvestBins, Market, PERISHABLES, Prices, Settings, prices};
use crate::budget::{Budget, Paid, Selling};
use crate::calendar::{self, Arriving, Harvest, Opening, SownPart, TenDays, Timing, days_between};
use crate::demand::DemandRow;
use crate::figures::Imports;
use crate::land::DistrictLand;
use crate::neighbours::SownNow;
use crate::regional::usual_part;
use crate::rotation::EffectKind;
use crate::soil_fit::SoilFit;
use crate::usual_yield::usual_yield_with;
use crate::{Crop, CropYear, District, Kilograms, PerCrop, Region, Season, SquareMetres, State, Water};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Land of an average holding, ha: Agriculture Census 2015-16, Government of India.
const LAND_PER_FARMER_HA: f64 = 1.08;

/// The part of the farmers in Grow whose next sowing is expected to follow the advice.
const FOLLOW: f64 = 0.5;

/// Days in which a field is taken as sown for the season.
const SEASON_DAYS: i32 = 100;

/// A crop whose window opens within this many days is told.
const SOON_DAYS: i64 = 60;

/// Number of crops that open next, where nothing can be sown today.
const NEXT: usize = 3;

/// Least part of a season's land of a crop that is named if it is not shown.
const TOLD: f64 = 0.05;

/// What the advice of a day follows from.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The day in India.
    pub day: Date,
    /// Demand and supply of India in the crop year, crop by crop.
    pub rows: &'a [DemandRow],
    /// Expected yield of the plans that stand, by region.
    pub planned: &'a [(Region, Crop, Kilograms)],
    /// Expected yield of the sowings that stand, by region and ten days of sowing. India: where the state is not known.
    pub sown: &'a [(Crop, SownPart)],
    /// Number of farmers of each district, by the water of their fields.
    pub farmers: &'a Farmers,
    /// What can be sown on their land on this day.
    pub land: &'a LandOfDay,
}

/// Number of farmers by district and water.
pub type Farmers = BTreeMap<(District, Option<Water>), u32>;

/// The advice of a day, for everyone. Immutable.
#[derive(Clone, Debug)]
pub struct Today {
    day: Date,
    crop_year: CropYear,
    prices: Prices,
    settings: Settings,
    crops: PerCrop<CropToday>,
    facts: Arc<FactsOfDay>,
}

/// A crop in the market of the day, kg.
#[derive(Clone, Debug)]
struct CropToday {
    demand: Kilograms,
    outside: Kilograms,
    sown: Kilograms,
    planned: Kilograms,
    /// Arrivals of the coming year in India.
    arrivals: Vec<Arriving>,
    /// Yield that the usual supply is measured with, as a part of the yield that sowings count with.
    usual_part: f64,
    /// What all growers bring in a usual year.
    usual: Kilograms,
    imports: Option<Imports>,
    /// Error of what is met, percent.
    error_percent: u8,
}

/// What a farmer's advice follows from, beside the day.
#[derive(Clone, Copy, Debug)]
pub struct FarmersLand<'a> {
    /// The field.
    pub field: Field<'a>,
    /// Crops that the farmer knows.
    pub known: &'a BTreeSet<Crop>,
    /// The farmer's number in the cell of the field.
    pub lot: Lot<'a>,
    /// The crops that were drawn before for the same land and season, the first one first. Empty: none.
    pub drawn: &'a [DrawnCrop],
}

impl Today {
    /// Solves for the prices of a day.
    pub fn solve(situation: &Situation<'_>, settings: Settings) -> Self {
        let Situation { day, rows, planned, sown, .. } = *situation;
        let crops = PerCrop::from_fn(|crop| CropToday::of(crop, rows, planned, sown, day));
        let (groups, harvests) = groups(situation, &crops);
        let prices = prices(&market(&crops, &groups, &harvests), &groups, &harvests, &settings);
        let facts = Arc::clone(&situation.land.facts);
        Self { day, crop_year: CropYear::of_day(day), prices, settings, crops, facts }
    }

    /// The day in India.
    pub fn day(&self) -> Date {
        self.day
    }

    /// The crop year.
    pub fn crop_year(&self) -> CropYear {
        self.crop_year
    }

    /// The season of the day.
    pub fn season(&self) -> Season {
        Season::of_month(Crop::Paddy, self.day.month())
    }

    /// What a district sows today.
    pub fn sown_now(&self, district: District, land: &DistrictLand) -> &SownNow {
        self.facts.sown_now(district, land)
    }

    /// The crops that can be sown on a field today.
    pub fn sowable(&self, field: &Field<'_>) -> Vec<Sowable> {
        field.sowable(self.day, self.settings.least_share)
    }

    /// Chance of each crop to be shown first on a field, of those that can be sown.
    pub fn chances(&self, field: &Field<'_>, sowable: &[Sowable], known_crops: &BTreeSet<Crop>) -> Chances {
        let known = PerCrop::from_fn(|crop| known_crops.contains(&crop));
        let (shares, harvest) = (shares_of_day(sowable), harvest_bins(sowable));
        let land = Land {
            shares: &shares,
            known: &known,
            harvest: harvest.as_ref(),
            returns: self.facts.returns(field.district.state(), field.water),
            behind: &behind(sowable),
            after: &after_last(sowable),
        };
        chances(&land, &self.prices, &self.settings)
    }

    /// What a farmer is told on this day.
    pub fn advise(&self, land: &FarmersLand<'_>) -> Advice {
        let (mut sowable, later) = land.field.sowable_and_later(self.day, self.settings.least_share);
        // What had water enough on the day of the draw stays: each later day leaves it less rain.
        for sowable in &mut sowable {
            if sowable.held_back == Some(HeldBack::Water) && land.drawn.iter().any(|drawn| drawn.crop == sowable.crop) {
                sowable.held_back = None;
            }
        }
        let chances = self.chances(&land.field, &sowable, land.known);
        let shown = shown(&chances, &self.prices, &land.lot, land.drawn);
        let mean = self.mean_margin(&land.field, &sowable);
        let advised = |drawn: &DrawnCrop| {
            let sowable = sowable.iter().find(|sowable| sowable.crop == drawn.crop)?;
            Some(AdvisedCrop {
                on_field: self.of_sowing(&sowable.into(), &land.field, land.known, mean),
                drawn: *drawn,
                chance: chances.of[drawn.crop],
                better_at: Vec::new(),
            })
        };
        let mut crops: Vec<_> = shown.iter().filter_map(advised).collect();
        if let [first, others @ ..] = &mut crops[..] {
            for other in others {
                other.better_at = other.better_than(first);
            }
        }
        let standing = if crops.is_empty() { land.field.standing(self.day, &later) } else { None };
        Advice {
            all_full: chances.all_full,
            not_shown: self.not_shown(&land.field, &sowable, &chances, &shown),
            later: self.told_later(later, crops.is_empty()),
            standing,
            crops,
        }
    }

    /// The mean of what the crops leave that can be sown on a field, by their shares. `None`: not known.
    fn mean_margin(&self, field: &Field<'_>, sowable: &[Sowable]) -> Option<f64> {
        let returns = self.facts.returns(field.district.state(), field.water);
        mean_margin(&shares_of_day(sowable), returns, self.prices.at_farm()).map(|(mean, _)| mean)
    }

    fn not_shown(
        &self,
        field: &Field<'_>,
        sowable: &[Sowable],
        chances: &Chances,
        shown: &[DrawnCrop],
    ) -> Vec<NotShown> {
        let returns = self.facts.returns(field.district.state(), field.water);
        let loses =
            |crop: Crop| returns[crop].is_some_and(|returns| returns.best_margin(self.prices.at_farm()[crop]) <= 0.0);
        // It is sown here with more water than such fields have.
        let has_more_elsewhere = |of: &Sowable| of.share < of.share_of_all && field.water != Some(Water::AllSeason);
        let why = |sowable: &Sowable| match sowable.held_back {
            Some(HeldBack::Water) => WhyNotShown::Water,
            Some(HeldBack::NoMill) => WhyNotShown::NoMill,
            Some(HeldBack::Soil) => WhyNotShown::Soil,
            Some(HeldBack::Late) => WhyNotShown::Late,
            Some(HeldBack::Rare) if has_more_elsewhere(sowable) => WhyNotShown::Water,
            None if sowable.after.is_some_and(|after| after.kind == EffectKind::Avoid) => WhyNotShown::LastCrop,
            None if self.prices.is_full()[sowable.crop] => WhyNotShown::Full,
            None if chances.of[sowable.crop] > 0.0 => WhyNotShown::OthersSow,
            None if sowable.timing == Timing::Late => WhyNotShown::Late,
            None if sowable.soil_fit == Some(SoilFit::Avoid) => WhyNotShown::Soil,
            None if loses(sowable.crop) => WhyNotShown::Loses,
            Some(HeldBack::Rare) | None => WhyNotShown::AnotherFirst,
        };
        let is_shown = |crop: Crop| shown.iter().any(|drawn| drawn.crop == crop);
        // A crop that fails on the soil grows on less of the land, or it would not be held back.
        let share = |sowable: &Sowable| sowable.share.max(sowable.share_of_all);
        let is_told = |sowable: &&Sowable| share(sowable) >= TOLD || sowable.held_back == Some(HeldBack::Soil);
        let others = sowable.iter().filter(|sowable| !is_shown(sowable.crop)).filter(is_told);
        let told = |sowable: &Sowable| {
            let share_here = self.share_here(field, sowable.opening.window.season, share(sowable));
            NotShown { crop: sowable.crop, share_here, why: why(sowable), after: sowable.after }
        };
        let mut others: Vec<_> = others.map(told).collect();
        others.sort_by(|a, b| b.share_here.total_cmp(&a.share_here));
        others
    }

    /// Of all land that is sown in these days, the part that a crop takes with this share of its season's land: where
    /// seasons overlap, the shares of all crops sum to at most 1.
    fn share_here(&self, field: &Field<'_>, season: Season, share: f64) -> f64 {
        self.sown_now(field.district, field.land).part_of(season, share)
    }

    /// What is to be known of a crop before it is sown on a field, advised or not.
    pub fn on_field(&self, field: &Field<'_>, known: &BTreeSet<Crop>, crop: Crop) -> CropOnField {
        let sowable = self.sowable(field);
        let mean = self.mean_margin(field, &sowable);
        let own = sowable.iter().find(|sowable| sowable.crop == crop).map(NextSowing::from);
        self.of_sowing(&own.unwrap_or_else(|| field.next_sowing(crop, self.day)), field, known, mean)
    }

    fn of_sowing(
        &self,
        sowing: &NextSowing,
        field: &Field<'_>,
        known: &BTreeSet<Crop>,
        mean_margin: Option<f64>,
    ) -> CropOnField {
        let NextSowing { crop, opening, timing, share, harvest, need } = *sowing;
        let state = field.district.state();
        // A window that runs over 1 May is harvested at the prices of the year that begins.
        let crop_year = CropYear::of_day(opening.until);
        let yields = usual_yield_with(crop, state, field.water);
        let markets = self.facts.sold.usual(state, crop);
        let selling = Selling { crop_year, harvest_month: harvest.from.month(), markets };
        let index = || calendar::month_price_index(crop, harvest.from.month());
        CropOnField {
            crop,
            // Where its window is not open, its season is none of these days'.
            share_here: timing.map_or(share, |_| self.share_here(field, opening.window.season, share)),
            watered_of: field.water.map(|_| field.land.irrigated_of(crop)),
            is_known: known.contains(&crop),
            opening,
            timing,
            harvest,
            market: self.market_of(crop),
            month_fill_percent: self.crops[crop].fill_percent(harvest),
            month_price_index: PERISHABLES.contains(&crop).then(index).flatten(),
            paid: Paid::of(crop, state, crop_year),
            yields: yields.map_or(crop.facts().yield_range, |(range, _)| range),
            yield_of: yields.map(|(_, of)| of),
            sold: self.facts.sold.told(field.district, crop).cloned(),
            leaves: Budget::of(crop, state, field.water, selling).map(|budget| self.leaves(crop, budget, mean_margin)),
            need,
            soil_fit: field.soil_fit(crop),
            after: field.after(crop),
        }
    }

    fn leaves(&self, crop: Crop, budget: Budget, mean: Option<f64>) -> Leaves {
        let factor = self.prices.at_farm()[crop];
        Leaves {
            price: budget.price(factor),
            usual_year: budget.usual_year(factor),
            poor_year: budget.poor_year(factor),
            loss_years: budget.loss_years(factor),
            of_mean: mean.filter(|mean| *mean > 0.0).map(|mean| budget.margin(factor) / mean),
            budget,
        }
    }

    /// Demand and supply of a crop, and what it becomes if all follow.
    pub fn market_of(&self, crop: Crop) -> MarketOfCrop {
        let today = &self.crops[crop];
        let CropToday { demand, outside, sown, planned, imports, error_percent, .. } = *today;
        let percent = |part: f64| if demand.0 > 0 { part * 100.0 / kg(demand) } else { 0.0 };
        let imported = imports.map_or(Kilograms(0), |imports| imports.usual);
        let on_top = self.prices.expected_of(crop) - today.supplied();
        MarketOfCrop {
            demand,
            met: outside + sown,
            planned,
            imports,
            error_percent,
            need_open_percent: percent(kg(demand - imported - outside - sown - planned)),
            filled_if_all_follow_percent: percent(kg(outside + sown + planned) + on_top),
        }
    }

    /// What a farmer is told of what opens later.
    fn told_later(&self, mut later: Vec<(Crop, Opening)>, is_all: bool) -> Vec<(Crop, Opening)> {
        let has_need = |(crop, _): &(Crop, Opening)| !self.prices.is_full()[*crop];
        let soon = |(_, opening): &(Crop, Opening)| days_between(self.day, opening.earliest) <= SOON_DAYS;
        if is_all {
            later.truncate(NEXT);
        } else {
            later.retain(soon);
            if later.iter().any(has_need) {
                later.retain(has_need);
            }
        }
        later
    }
}

impl CropToday {
    fn of(
        crop: Crop,
        rows: &[DemandRow],
        planned: &[(Region, Crop, Kilograms)],
        sown: &[(Crop, SownPart)],
        day: Date,
    ) -> Self {
        let row = rows.iter().find(|row| row.crop == crop);
        let standing = row.map(|row| row.standing).unwrap_or_default();
        let sown = sown.iter().filter(|(of, _)| *of == crop).map(|(_, part)| *part);
        // A plan arrives as if it were sown today.
        let planned = planned.iter().filter(|(_, of, _)| *of == crop);
        let planned = planned.map(|(region, _, expected)| SownPart { region: *region, from: day, expected: *expected });
        let coming: Vec<_> = sown.chain(planned.clone()).collect();
        Self {
            demand: row.map(DemandRow::demand).unwrap_or_default(),
            outside: standing.outside,
            sown: row.map(|row| row.sown).unwrap_or_default(),
            planned: planned.map(|part| part.expected).sum(),
            arrivals: calendar::arrivals(crop, Region::India, &standing, &coming, day),
            usual_part: usual_part(Region::India, crop, standing.usual),
            usual: standing.usual,
            imports: standing.imports,
            error_percent: standing.error_percent,
        }
    }

    /// Supply that is on the way, with sowings and plans at the usual yield, kg.
    fn supplied(&self) -> f64 {
        kg(self.outside) + kg(self.sown + self.planned) * self.usual_part
    }

    /// Arrivals of the days of a harvest beside an even part of the year's demand.
    #[expect(clippy::cast_precision_loss, reason = "a year has 36 parts")]
    fn fill_percent(&self, harvest: Harvest) -> Option<f64> {
        let ends = |bin: &Arriving| bin.from.saturating_add(9.days());
        let bins: Vec<_> =
            self.arrivals.iter().filter(|bin| bin.from <= harvest.until && harvest.from <= ends(bin)).collect();
        let even = kg(self.demand) / TenDays::IN_A_YEAR as f64 * bins.len() as f64;
        let arriving: f64 = bins.iter().map(|bin| bin.outside + bin.in_grow).sum();
        (even > 0.0).then(|| arriving * 100.0 / even)
    }
}

/// The land of each district and water whose farmers are still to sow and expected to follow, and when potato and onion
/// arrive from it. Land on which nothing suitable can be sown now is not among it: nobody is advised there.
fn groups(situation: &Situation<'_>, crops: &PerCrop<CropToday>) -> (Vec<Group>, Vec<HarvestBins>) {
    let yields = PerCrop::from_fn(|crop| yield_per_ha(crop) * crops[crop].usual_part);
    let still_to_come = still_to_come(situation);
    let mut harvests = vec![[[0.0; TenDays::IN_A_YEAR]; 2]];
    let mut groups = Vec::new();
    for ((district, water), farmers) in situation.farmers {
        let Some(cell) = situation.land.cell(*district, *water) else { continue };
        if cell.shares.values().iter().all(|share| *share <= 0.0) {
            continue;
        }
        let harvest = cell.harvest.as_deref().map_or(0, |harvest| {
            let known = harvests.iter().position(|known| known == harvest);
            known.unwrap_or_else(|| {
                harvests.push(*harvest);
                harvests.len() - 1
            })
        });
        let part = still_to_come.get(&district.state()).copied().unwrap_or(1.0);
        let land_ha = f64::from(*farmers) * LAND_PER_FARMER_HA * FOLLOW * part;
        let returns = *situation.land.facts.returns(district.state(), *water);
        groups.push(Group { land_ha, shares: cell.shares, yields, harvest, returns, behind: cell.behind });
    }
    (groups, harvests)
}

/// The part of each state's land in Grow that has neither been sown in this season nor is planned.
fn still_to_come(situation: &Situation<'_>) -> BTreeMap<State, f64> {
    let since = situation.day.saturating_sub(SEASON_DAYS.days());
    let sown = situation.sown.iter().filter(|(_, part)| part.from >= since);
    let sown = sown.map(|(crop, part)| (part.region, *crop, part.expected));
    let mut used = BTreeMap::<State, f64>::new();
    for (region, crop, expected) in sown.chain(situation.planned.iter().copied()) {
        if let Region::State(state) = region {
            *used.entry(state).or_default() += kg(expected) / yield_per_ha(crop);
        }
    }
    let mut land = BTreeMap::<State, f64>::new();
    for ((district, _), farmers) in situation.farmers {
        *land.entry(district.state()).or_default() += f64::from(*farmers) * LAND_PER_FARMER_HA;
    }
    let part = |(state, land): (State, f64)| {
        (state, (1.0 - used.get(&state).copied().unwrap_or_default() / land.max(LAND_PER_FARMER_HA)).max(0.0))
    };
    land.into_iter().map(part).collect()
}

/// The market of the day. What the land still to come would bring unadvised goes by the shares of its land.
fn market(crops: &PerCrop<CropToday>, groups: &[Group], harvests: &[HarvestBins]) -> Market {
    let figures = |of: fn(&CropToday) -> f64| PerCrop::from_fn(|crop| of(&crops[crop]));
    let mut market = Market {
        demand: figures(|crop| kg(crop.demand)),
        supplied: figures(CropToday::supplied),
        error_percent: figures(|crop| crop.error_percent.into()),
        usual: figures(|crop| kg(crop.usual)),
        imported: figures(|crop| crop.imports.map_or(0.0, |imports| kg(imports.usual))),
        ..Market::default()
    };
    let mut by_bin = [[0.0; TenDays::IN_A_YEAR]; 2];
    for group in groups {
        let whole = group.shares.sum();
        for (crop, share) in group.shares.iter().filter(|_| whole > 0.0) {
            let brings = group.land_ha * share / whole * group.yields[crop];
            market.displaced[crop] += brings;
            let perishable = PERISHABLES.iter().position(|perishable| *perishable == crop);
            let parts = perishable.and_then(|at| Some((by_bin.get_mut(at)?, harvests.get(group.harvest)?.get(at)?)));
            if let Some((bins, parts)) = parts {
                bins.iter_mut().zip(parts).for_each(|(bin, part)| *bin += brings * part);
            }
        }
    }
    let mut displaced = by_bin.into_iter();
    market.bins = Some(
        PERISHABLES.map(|crop| bin_market(crop, &crops[crop], &displaced.next().unwrap_or([0.0; TenDays::IN_A_YEAR]))),
    );
    market
}

fn bin_market(crop: Crop, today: &CropToday, displaced: &ByBin) -> BinMarket {
    let mut wanted = calendar::wanted_pattern(crop);
    let mut supplied = [0.0; TenDays::IN_A_YEAR];
    for wanted in &mut wanted {
        *wanted *= kg(today.demand);
    }
    for bin in &today.arrivals {
        if let Some(sum) = supplied.get_mut(TenDays::of(bin.from).index()) {
            *sum += bin.outside + bin.in_grow * today.usual_part;
        }
    }
    for (supplied, displaced) in supplied.iter_mut().zip(displaced) {
        *supplied = (*supplied - displaced).max(0.0);
    }
    BinMarket { wanted, supplied }
}

/// The expected yield of a hectare, kg.
fn yield_per_ha(crop: Crop) -> f64 {
    kg(crop.expected_yield(SquareMetres(10_000)))
}

#[expect(clippy::cast_precision_loss, reason = "weights of a crop stay far below 2^53 kg")]
fn kg(weight: Kilograms) -> f64 {
    weight.0 as f64
}

#[cfg(test)]
mod signed;
#[cfg(test)]
mod tests;
