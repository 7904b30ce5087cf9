//! The advice of a day: the market and the land of India, solved once for everyone, and what it means for one farmer.

use super::draw::{Chances, Land, chances, shown};
use super::{BinMarket, ByBin, ByCrop, Group, HarvestBins, Market, PERISHABLES, Prices, Settings, prices};
use crate::calendar::{self, Arriving, Harvest, Opening, SownPart, TenDays, calendar, days_between, harvest};
use crate::demand::DemandRow;
use crate::land::Probabilities;
use crate::outlook::{Money, Water};
use crate::regional::usual_part;
use crate::{Crop, CropYear, District, Kilograms, Region, Season, State, sowing};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet};

/// Land of an average holding, ha: Agriculture Census 2015-16, Government of India.
const LAND_PER_FARMER_HA: f64 = 1.08;

/// The part of the farmers in Grow whose next sowing is expected to follow the advice.
const FOLLOW: f64 = 0.5;

/// Days in which a field is taken as sown for the season.
const SEASON_DAYS: i32 = 100;

/// A crop whose window opens within this many days is told.
const SOON_DAYS: i64 = 60;

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
    /// Number of farmers of each district.
    pub farmers: &'a BTreeMap<District, u32>,
    /// Share of each crop on the land of each district.
    pub shares: &'a [(District, ByCrop)],
}

/// The advice of a day, for everyone. Immutable.
#[derive(Clone, Debug)]
pub struct Today {
    day: Date,
    crop_year: CropYear,
    prices: Prices,
    settings: Settings,
    crops: Vec<CropToday>,
    /// In the order of [`State::all`].
    seasons: Vec<StateSeason>,
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
}

/// What a farmer's advice follows from, beside the day.
#[derive(Clone, Copy, Debug)]
pub struct FarmersLand<'a> {
    /// District of the land.
    pub district: District,
    /// Probability of each crop on land like this, soil included.
    pub probabilities: &'a Probabilities,
    /// Crops that the farmer knows.
    pub known: &'a BTreeSet<Crop>,
    /// What the draw follows from: the same for the same farmer, crop year and season.
    pub seed: &'a [u8],
    /// The crops that were drawn before for the same land and season, the first one first. Empty: none.
    pub drawn: &'a [Crop],
}

/// What a farmer is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advice {
    /// Up to three crops; the first is the advice. Empty: nothing suitable can be sown today.
    pub crops: Vec<AdvisedCrop>,
    /// Every suitable crop that can be sown is in surplus. These are the least crowded.
    pub all_full: bool,
    /// Suitable crops whose window opens within 60 days, the soonest first. Crops in surplus are left out while
    /// another has need.
    pub later: Vec<(Crop, Opening)>,
}

/// A crop that a farmer is advised to sow.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvisedCrop {
    /// The crop.
    pub crop: Crop,
    /// Chance that a farmer with this land and these known crops is shown it first, from 0 to 1.
    pub chance: f64,
    /// Part of land like this that grows it, from 0 to 1.
    pub share_here: f64,
    /// Whether the farmer knows it.
    pub is_known: bool,
    /// The window that is open.
    pub opening: Opening,
    /// When it is harvested if it is sown today.
    pub harvest: Harvest,
    /// Demand, supply met and plans in India.
    pub market: MarketOfCrop,
    /// Arrivals of the harvest days in India, as a percentage of an even part of the year's demand. `None` without
    /// demand.
    pub month_fill_percent: Option<f64>,
    /// Usual price of the harvest's first month beside the year's, for crops that spoil.
    pub month_price_index: Option<f64>,
    /// Yield and support price.
    pub money: Money,
    /// Water and rain.
    pub water: Water,
}

/// Demand and supply of a crop in India.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MarketOfCrop {
    /// Demand.
    pub demand: Kilograms,
    /// Supply met.
    pub met: Kilograms,
    /// Expected yield of plans.
    pub planned: Kilograms,
    /// What is left of the demand, percent of it. Negative: surplus.
    pub need_open_percent: f64,
    /// Supply met, plans, and what comes on top if all who are shown the crop first sow it, percent of the demand.
    pub filled_if_all_follow_percent: f64,
}

impl Today {
    /// Solves for the prices of a day.
    #[must_use]
    pub fn solve(situation: &Situation<'_>, settings: Settings) -> Self {
        let Situation { day, rows, planned, sown, .. } = *situation;
        let crops = Crop::all().map(|crop| CropToday::of(crop, rows, planned, sown, day)).collect::<Vec<_>>();
        let seasons = seasons(day, &crops);
        let groups = groups(situation, &crops, &seasons, &settings);
        let prices = prices(&market(&crops, &groups, &seasons), &groups, &harvests(&seasons), &settings);
        Self { day, crop_year: CropYear::of_day(day), prices, settings, crops, seasons }
    }

    /// The day in India.
    #[must_use]
    pub fn day(&self) -> Date {
        self.day
    }

    /// The crop year.
    #[must_use]
    pub fn crop_year(&self) -> CropYear {
        self.crop_year
    }

    /// The season of the day.
    #[must_use]
    pub fn season(&self) -> Season {
        Season::of_month(Crop::Paddy, self.day.month())
    }

    /// Chance of each crop to be shown first on this land.
    #[must_use]
    pub fn chances(&self, land: &FarmersLand<'_>) -> Chances {
        let Some(season) = self.seasons.get(land.district.state() as usize) else {
            return Chances { of: [0.0; 16], all_full: false };
        };
        let mut known = [false; 16];
        for (known, crop) in known.iter_mut().zip(Crop::all()) {
            *known = land.known.contains(&crop);
        }
        let shares = season.open_only(&shares_of(land.probabilities));
        chances(&Land { shares: &shares, known: &known, harvest: Some(&season.harvest) }, &self.prices, &self.settings)
    }

    /// What a farmer is told on this day.
    #[must_use]
    pub fn advise(&self, land: &FarmersLand<'_>) -> Advice {
        let chances = self.chances(land);
        let crops = shown(&chances, land.seed, land.drawn);
        Advice {
            crops: crops.into_iter().filter_map(|crop| self.advised(crop, land, &chances)).collect(),
            all_full: chances.all_full,
            later: self.later(land),
        }
    }

    fn advised(&self, crop: Crop, land: &FarmersLand<'_>, chances: &Chances) -> Option<AdvisedCrop> {
        let season = self.seasons.get(land.district.state() as usize)?;
        let Offer { opening, harvest, month_fill_percent, money } = season.open.get(crop as usize).copied()??;
        Some(AdvisedCrop {
            crop,
            chance: chances.of.get(crop as usize).copied().unwrap_or_default(),
            share_here: land.probabilities.of(crop),
            is_known: land.known.contains(&crop),
            opening,
            harvest,
            market: self.market_of(crop),
            month_fill_percent,
            month_price_index: PERISHABLES
                .contains(&crop)
                .then(|| calendar::month_price_index(crop, harvest.from.month()))
                .flatten(),
            money,
            water: Water::of(crop, land.district.climate(), self.day, harvest),
        })
    }

    /// Demand and supply of a crop, and what it becomes if all follow.
    #[must_use]
    pub fn market_of(&self, crop: Crop) -> MarketOfCrop {
        let Some(today) = self.crops.get(crop as usize) else { return MarketOfCrop::default() };
        let CropToday { demand, outside, sown, planned, .. } = *today;
        let percent = |part: f64| if demand.0 > 0 { part * 100.0 / kg(demand) } else { 0.0 };
        let on_top = (self.prices.expected_of(crop) - today.supplied()).max(0.0);
        MarketOfCrop {
            demand,
            met: outside + sown,
            planned,
            need_open_percent: percent(kg(demand - outside - sown - planned)),
            filled_if_all_follow_percent: percent(kg(outside + sown + planned) + on_top),
        }
    }

    fn later(&self, land: &FarmersLand<'_>) -> Vec<(Crop, Opening)> {
        let Some(season) = self.seasons.get(land.district.state() as usize) else { return Vec::new() };
        let suits = |(crop, _): &(Crop, Opening)| land.probabilities.of(*crop) >= self.settings.least_share;
        let mut later: Vec<_> = season.soon.iter().filter(|soon| suits(soon)).copied().collect();
        let has_need = |(crop, _): &(Crop, Opening)| self.prices.need().get(*crop as usize) == Some(&true);
        if later.iter().any(has_need) {
            later.retain(has_need);
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
            arrivals: calendar::arrivals(crop, Region::India, standing.usual, &coming, day),
            usual_part: usual_part(Region::India, crop, standing.usual),
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

/// What can be sown in a state on a day, what soon, and when potato and onion arrive that are sown now.
#[derive(Clone, Debug)]
struct StateSeason {
    /// In the order of [`Crop::all`]. `None`: not to be sown on this day.
    open: [Option<Offer>; 16],
    /// Crops whose window opens within 60 days, the soonest first.
    soon: Vec<(Crop, Opening)>,
    harvest: HarvestBins,
}

/// What a crop that is sown on a day in a state has before it.
#[derive(Clone, Copy, Debug)]
struct Offer {
    opening: Opening,
    harvest: Harvest,
    month_fill_percent: Option<f64>,
    money: Money,
}

impl StateSeason {
    fn of(region: Region, day: Date, crops: &[CropToday]) -> Self {
        let mut open = [const { None }; 16];
        let mut soon = Vec::new();
        for ((open, crop), today) in open.iter_mut().zip(Crop::all()).zip(crops) {
            let calendar = calendar(crop, region);
            *open = calendar.open(day).map(|opening| {
                let harvest = harvest(crop, region, day, None);
                // A window that runs over 1 May is harvested at the prices of the year that begins.
                let money = Money::of(crop, region, CropYear::of_day(opening.until));
                Offer { opening, harvest, month_fill_percent: today.fill_percent(harvest), money }
            });
            if open.is_none() {
                let next = calendar.next(day).filter(|next| days_between(day, next.from) <= SOON_DAYS);
                soon.extend(next.map(|next| (crop, next)));
            }
        }
        soon.sort_by_key(|(_, opening)| opening.from);
        let arrives = |offer: &Option<Offer>| offer.as_ref().map(|offer| bins_of(offer.harvest));
        let harvest =
            PERISHABLES.map(|crop| open.get(crop as usize).and_then(arrives).unwrap_or([0.0; TenDays::IN_A_YEAR]));
        Self { open, soon, harvest }
    }

    fn open_only(&self, shares: &ByCrop) -> ByCrop {
        let mut open = *shares;
        for (share, offer) in open.iter_mut().zip(&self.open) {
            *share *= f64::from(u8::from(offer.is_some()));
        }
        open
    }
}

/// The seasons of all states, in the order of [`State::all`].
fn seasons(day: Date, crops: &[CropToday]) -> Vec<StateSeason> {
    State::all().map(|state| StateSeason::of(Region::State(state), day, crops)).collect()
}

fn harvests(seasons: &[StateSeason]) -> Vec<HarvestBins> {
    seasons.iter().map(|season| season.harvest).collect()
}

/// The land of each district whose farmers are still to sow and expected to follow. Land on which nothing suitable can
/// be sown now is not among it: nobody is advised there.
fn groups(situation: &Situation<'_>, crops: &[CropToday], seasons: &[StateSeason], settings: &Settings) -> Vec<Group> {
    let mut yields = [0.0; 16];
    for ((of, crop), today) in yields.iter_mut().zip(Crop::all()).zip(crops) {
        *of = yield_per_ha(crop) * today.usual_part;
    }
    let still_to_come = still_to_come(situation);
    let group = |(district, shares): &(District, ByCrop)| {
        let state = district.state();
        let farmers = f64::from(*situation.farmers.get(district)?);
        let season = seasons.get(state as usize)?;
        let part = still_to_come.get(&state).copied().unwrap_or(1.0);
        let shares = season.open_only(shares);
        shares.iter().any(|share| *share >= settings.least_share).then_some(Group {
            land_ha: farmers * LAND_PER_FARMER_HA * FOLLOW * part,
            shares,
            yields,
            harvest: state as usize,
        })
    };
    situation.shares.iter().filter_map(group).collect()
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
    for (district, farmers) in situation.farmers {
        *land.entry(district.state()).or_default() += f64::from(*farmers) * LAND_PER_FARMER_HA;
    }
    let part = |(state, land): (State, f64)| {
        (state, (1.0 - used.get(&state).copied().unwrap_or_default() / land.max(LAND_PER_FARMER_HA)).max(0.0))
    };
    land.into_iter().map(part).collect()
}

/// The market of the day. What the land still to come would bring unadvised goes by the shares of its land.
fn market(crops: &[CropToday], groups: &[Group], seasons: &[StateSeason]) -> Market {
    let mut market = Market::default();
    for ((demand, supplied), crop) in market.demand.iter_mut().zip(&mut market.supplied).zip(crops) {
        *demand = kg(crop.demand);
        *supplied = crop.supplied();
    }
    let mut by_bin = [[0.0; TenDays::IN_A_YEAR]; 2];
    for group in groups {
        let whole: f64 = group.shares.iter().sum();
        for (index, (share, of)) in group.shares.iter().zip(group.yields).enumerate().filter(|_| whole > 0.0) {
            let brings = group.land_ha * share / whole * of;
            if let Some(displaced) = market.displaced.get_mut(index) {
                *displaced += brings;
            }
            let perishable = PERISHABLES.iter().position(|crop| *crop as usize == index);
            let parts =
                perishable.and_then(|at| Some((by_bin.get_mut(at)?, seasons.get(group.harvest)?.harvest.get(at)?)));
            if let Some((bins, parts)) = parts {
                bins.iter_mut().zip(parts).for_each(|(bin, part)| *bin += brings * part);
            }
        }
    }
    let mut displaced = by_bin.into_iter();
    market.bins = Some(PERISHABLES.map(|crop| {
        bin_market(crop, crops.get(crop as usize), &displaced.next().unwrap_or([0.0; TenDays::IN_A_YEAR]))
    }));
    market
}

fn bin_market(crop: Crop, today: Option<&CropToday>, displaced: &ByBin) -> BinMarket {
    let mut wanted = calendar::wanted_pattern(crop);
    let mut supplied = [0.0; TenDays::IN_A_YEAR];
    let Some(today) = today else { return BinMarket { wanted, supplied } };
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

/// The parts of a harvest in the ten-day bins of the year, from January: even over its days.
fn bins_of(harvest: Harvest) -> ByBin {
    let mut bins = [0.0; TenDays::IN_A_YEAR];
    let days = days_between(harvest.from, harvest.until) + 1;
    for day in 0..days {
        let bin = TenDays::of(harvest.from.saturating_add(day.days()));
        if let Some(part) = bins.get_mut(bin.index()) {
            *part += 1.0;
        }
    }
    let whole: f64 = bins.iter().sum();
    bins.map(|part| part / whole.max(1.0))
}

/// The shares of a prediction.
#[must_use]
pub fn shares_of(probabilities: &Probabilities) -> ByCrop {
    probabilities.millionths().map(|millionths| f64::from(millionths) / 1_000_000.0)
}

/// The expected yield of a hectare, kg.
fn yield_per_ha(crop: Crop) -> f64 {
    kg(sowing::expected_yield(crop, crate::SquareMetres(10_000)))
}

#[expect(clippy::cast_precision_loss, reason = "weights of a crop stay far below 2^53 kg")]
fn kg(weight: Kilograms) -> f64 {
    weight.0 as f64
}

#[cfg(test)]
mod tests;
