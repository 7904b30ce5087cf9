//! Prices of crowding: the duals of an entropy-regularised assignment of land to needs, with soft needs.
//!
//! The price of a crop is `stiffness * ln(expected / demand)`, within bounds, where the expected supply depends on the
//! prices of all crops. This is the fixed point of unbalanced Sinkhorn steps (Cuturi, Sinkhorn distances: lightspeed
//! computation of optimal transport, 2013; Chizat, Peyré, Schmitzer and Vialard, Scaling algorithms for unbalanced
//! optimal transport problems, 2018): every kilogram that is expected beyond the demand, or short of it, has its price,
//! and needs that the land cannot meet do not push all prices to a bound.

use super::own_good::Returns;
use super::{BINS, ByBin, ByCrop, HarvestBins, PERISHABLES, Settings};
use crate::Crop;
use crate::budget::farm_price;

/// Demand and supply of the sixteen crops in the country, kg.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Market {
    /// What is wanted in the crop year.
    pub demand: ByCrop,
    /// What is on the way: outside supply, sown and planned, as screens show it. Of what is sown and planned, count
    /// with the same yields as in [`Group::yields`].
    pub supplied: ByCrop,
    /// The part of `supplied` that would come from the land still to come, if nobody advised it. Advice replaces it.
    /// All 0 if that is not known.
    pub displaced: ByCrop,
    /// The [`PERISHABLES`](super::PERISHABLES) by ten-day bins of their harvest. `None`: by the year, as the others.
    pub bins: Option<[BinMarket; 2]>,
    /// Error of what is met, percent: one standard deviation.
    pub error_percent: ByCrop,
    /// What all growers bring in a usual year, at usual prices. 0: not known, and the price stays the usual one.
    pub usual: ByCrop,
    /// What usually comes in from abroad. Where it does, a shortage does not raise the price: more comes in.
    pub imported: ByCrop,
}

/// Demand and supply of a crop by ten-day bins, kg.
#[derive(Clone, Debug, PartialEq)]
pub struct BinMarket {
    /// What is wanted of the harvest of each bin, for use then and for storage.
    pub wanted: ByBin,
    /// What is on the way to each bin, without what the land still to come would bring unadvised.
    pub supplied: ByBin,
}

/// Land of one kind whose farmers are still to choose, such as that of a district.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Land that is expected to follow the advice and whose sowing is not yet recorded, ha.
    pub land_ha: f64,
    /// The share of each crop on land like this, from 0 to 1; 0 where it does not suit or cannot be sown now.
    pub shares: ByCrop,
    /// Expected yield, kg/ha.
    pub yields: ByCrop,
    /// Index of the land's harvest bins in the list given to [`prices`]. Only read with [`Market::bins`].
    pub harvest: usize,
    /// What a hectare of each crop brings and costs. `None`: not known.
    pub returns: [Option<Returns>; 16],
}

/// Prices of crowding, and what the supply becomes with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    by_year: ByCrop,
    by_bin: Option<[ByBin; 2]>,
    expected: ByCrop,
    crowding: ByCrop,
    is_full: [bool; 16],
    at_farm: ByCrop,
}

impl Market {
    /// Supply as a part of demand, without the land still to come: above 1 is surplus. Infinite without demand.
    fn crowding(&self) -> ByCrop {
        let mut crowding = [f64::INFINITY; 16];
        for ((crowding, demand), supplied) in crowding.iter_mut().zip(self.demand).zip(self.without_land_to_come()) {
            if demand > 0.0 {
                *crowding = supplied / demand;
            }
        }
        crowding
    }

    /// Price of each crop at the farm as a part of the usual one, with this supply.
    fn at_farm(&self, supply: &ByCrop) -> ByCrop {
        let mut factors = [1.0; 16];
        for (index, (factor, crop)) in factors.iter_mut().zip(Crop::all()).enumerate() {
            let of = |figures: &ByCrop| figures.get(index).copied().unwrap_or_default();
            let (usual, imported) = (of(&self.usual), of(&self.imported));
            let part = (of(supply) + imported) / (usual + imported);
            if usual > 0.0 && (part > 1.0 || imported <= 0.0) {
                *factor = farm_price(crop).factor(part);
            }
        }
        factors
    }

    /// Supply without the land still to come.
    fn without_land_to_come(&self) -> ByCrop {
        let mut rest = self.supplied;
        rest.iter_mut().zip(self.displaced).for_each(|(rest, displaced)| *rest = (*rest - displaced).max(0.0));
        rest
    }
}

impl Prices {
    /// The sixteen prices for land whose harvests arrive in these bins. Without them, or without a market by bins, the
    /// mean of the year counts.
    #[must_use]
    pub fn at(&self, harvest: Option<&HarvestBins>) -> ByCrop {
        let mut prices = self.by_year;
        if let Some(by_bin) = &self.by_bin {
            for (at, crop) in PERISHABLES.into_iter().enumerate() {
                let parts = harvest.and_then(|harvest| harvest.get(at));
                if let (Some(price), Some(by_bin)) = (prices.get_mut(crop as usize), by_bin.get(at)) {
                    *price = mean_price(by_bin, parts);
                }
            }
        }
        prices
    }

    /// Supply of each crop if all who are shown a crop first sow it, kg.
    #[must_use]
    pub fn expected(&self) -> &ByCrop {
        &self.expected
    }

    /// Supply of a crop if all who are shown it first sow it, kg.
    #[must_use]
    pub fn expected_of(&self, crop: Crop) -> f64 {
        self.expected.get(crop as usize).copied().unwrap_or_default()
    }

    /// Whether India has enough of each crop: more than the error of its figures leaves open, apart from what the land
    /// still to come will sow.
    #[must_use]
    pub fn is_full(&self) -> &[bool; 16] {
        &self.is_full
    }

    /// The price of each crop at the farm as a part of the usual one, with the expected supply.
    #[must_use]
    pub fn at_farm(&self) -> &ByCrop {
        &self.at_farm
    }

    /// Supply as a part of demand, apart from what the land still to come will sow.
    #[must_use]
    pub fn crowding(&self) -> &ByCrop {
        &self.crowding
    }
}

/// Solves for the prices at which the supply that is on the way, and what the groups sow by their chances, meet the
/// demand, as far as the bounds allow.
///
/// `harvests` holds the harvest bins that groups refer to; it may be empty without [`Market::bins`]. A crop without
/// demand gets the highest price. Known crops of single farmers are left out: they are the same crops that the land's
/// shares favour. What a crop leaves its grower goes by the price at the farm, which goes by the expected supply: it is
/// solved for once with what comes unadvised, and again with what comes of that.
#[must_use]
pub fn prices(market: &Market, groups: &[Group], harvests: &[HarvestBins], settings: &Settings) -> Prices {
    let even = [[[PART_OF_YEAR; BINS]; 2]];
    let harvests = if harvests.is_empty() { &even } else { harvests };
    let groups: Vec<_> = groups.iter().filter(|group| group.land_ha > 0.0).collect();
    let mut fields: Vec<_> = groups.iter().map(|group| Field::of(group, harvests)).collect();
    let crowding = market.crowding();
    let mut is_full = [false; 16];
    for ((is_full, crowding), error) in is_full.iter_mut().zip(crowding).zip(market.error_percent) {
        *is_full = crowding > 1.0 + error / 100.0;
    }
    let mut solved = Prices {
        by_year: [0.0; 16],
        by_bin: market.bins.as_ref().map(|_| [[0.0; BINS]; 2]),
        expected: market.supplied,
        crowding,
        is_full,
        at_farm: [1.0; 16],
    };
    let passes = if settings.own_good.is_some() { 2 } else { 1 };
    for _ in 0..passes {
        solved.at_farm = market.at_farm(&solved.expected);
        for (field, group) in fields.iter_mut().zip(&groups) {
            let own_good = settings.weights(&group.shares, &group.returns, &solved.at_farm);
            field.attractions = settings.attractions(&group.shares, &[false; 16], &own_good);
        }
        let rest = market.without_land_to_come();
        let stiffness = market.error_percent.map(|error| settings.stiffness.of(error));
        let mut solution = Solution { prices: solved, rest, stiffness, market, fields: &fields, harvests, settings };
        for _ in 0..settings.steps {
            let harvested = solution.harvested();
            if solution.step(&harvested) < SETTLED {
                break;
            }
        }
        solved = solution.finish();
    }
    solved
}

/// A ten-day bin as a part of the year.
const PART_OF_YEAR: f64 = 1.0 / 36.0;

/// The steps end when no price moves by more than this.
const SETTLED: f64 = 1e-4;

/// Least part of the demand that is taken as expected, so that the logarithm is finite.
const LEAST_PART: f64 = 1e-9;

/// A group with its constant terms.
struct Field {
    attractions: ByCrop,
    /// What the land brings if all of it grows a crop, kg.
    brings: ByCrop,
    harvest: usize,
}

impl Field {
    fn of(group: &Group, harvests: &[HarvestBins]) -> Self {
        let brings = group.yields.map(|kg| kg * group.land_ha);
        let harvest = if group.harvest < harvests.len() { group.harvest } else { 0 };
        Self { attractions: [0.0; 16], brings, harvest }
    }
}

struct Solution<'a> {
    prices: Prices,
    /// Supply without the land still to come, kg.
    rest: ByCrop,
    stiffness: ByCrop,
    market: &'a Market,
    fields: &'a [Field],
    harvests: &'a [HarvestBins],
    settings: &'a Settings,
}

impl Solution<'_> {
    /// What the groups bring with these prices, for each of the harvests, kg.
    fn harvested(&self) -> Vec<ByCrop> {
        let factors: Vec<_> =
            self.harvests.iter().map(|harvest| self.prices.at(Some(harvest)).map(|price| libm::exp(-price))).collect();
        let mut harvested = vec![[0.0; 16]; self.harvests.len()];
        for field in self.fields {
            let (Some(factors), Some(harvested)) = (factors.get(field.harvest), harvested.get_mut(field.harvest))
            else {
                continue;
            };
            let mut weights = field.attractions;
            weights.iter_mut().zip(factors).for_each(|(weight, factor)| *weight *= factor);
            let whole: f64 = weights.iter().sum();
            if whole > 0.0 {
                let scale = 1.0 / whole;
                for ((harvested, weight), brings) in harvested.iter_mut().zip(weights).zip(field.brings) {
                    *harvested += weight * scale * brings;
                }
            }
        }
        harvested
    }

    /// Moves each price towards `stiffness * ln(expected / demand)`. Returns the largest move.
    ///
    /// The harvest of the groups falls at most in proportion to `exp(-price)`, so a price that moves by
    /// `1 / (1 + stiffness * harvest / expected)` of the way never passes its end, and the steps converge.
    fn step(&mut self, harvested: &[ByCrop]) -> f64 {
        let expected = self.expected(harvested);
        let mut largest = 0.0_f64;
        let terms = expected.into_iter().zip(self.rest).zip(self.market.demand).zip(self.stiffness);
        for (price, (((expected, rest), demand), stiffness)) in self.prices.by_year.iter_mut().zip(terms) {
            largest = largest.max(moved(price, expected, rest, demand, stiffness, self.settings));
        }
        let Some(markets) = &self.market.bins else { return largest };
        for (at, (market, crop)) in markets.iter().zip(PERISHABLES).enumerate() {
            let Some(by_bin) = self.prices.by_bin.as_mut().and_then(|bins| bins.get_mut(at)) else { continue };
            let stiffness = self.stiffness.get(crop as usize).copied().unwrap_or_default();
            let arriving = arriving(market, harvested, self.harvests, at, crop);
            let terms = arriving.into_iter().zip(market.supplied).zip(market.wanted);
            for (price, ((arriving, rest), wanted)) in by_bin.iter_mut().zip(terms) {
                largest = largest.max(moved(price, arriving, rest, wanted, stiffness, self.settings));
            }
            if let Some(price) = self.prices.by_year.get_mut(crop as usize) {
                *price = mean_price(by_bin, Some(&market.wanted));
            }
        }
        largest
    }

    /// Supply of each crop with these harvests, kg.
    fn expected(&self, harvested: &[ByCrop]) -> ByCrop {
        let mut expected = self.rest;
        for harvested in harvested {
            expected.iter_mut().zip(harvested).for_each(|(expected, harvested)| *expected += harvested);
        }
        expected
    }

    fn finish(mut self) -> Prices {
        self.prices.expected = self.expected(&self.harvested());
        self.prices
    }
}

/// Moves a price towards its end. `rest` is the expected supply without the groups. Returns how far it moved.
fn moved(price: &mut f64, expected: f64, rest: f64, wanted: f64, stiffness: f64, settings: &Settings) -> f64 {
    let Settings { lowest, highest, .. } = *settings;
    let end = if wanted > 0.0 { stiffness * libm::log((expected / wanted).max(LEAST_PART)) } else { highest };
    let from_groups = if expected > 0.0 { ((expected - rest) / expected).clamp(0.0, 1.0) } else { 1.0 };
    let next = *price + (end.clamp(lowest, highest) - *price) / (1.0 + stiffness * from_groups);
    let by = (next - *price).abs();
    *price = next;
    by
}

/// Mean price over the bins, weighted by the parts of a harvest; unweighted without them.
fn mean_price(by_bin: &ByBin, parts: Option<&ByBin>) -> f64 {
    let whole: f64 = parts.map_or(0.0, |parts| parts.iter().sum());
    match parts {
        Some(parts) if whole > 0.0 => by_bin.iter().zip(parts).map(|(price, part)| price * part).sum::<f64>() / whole,
        _ => by_bin.iter().sum::<f64>() * PART_OF_YEAR,
    }
}

/// What arrives of a crop in each bin, kg.
fn arriving(market: &BinMarket, harvested: &[ByCrop], harvests: &[HarvestBins], at: usize, crop: Crop) -> ByBin {
    let mut arriving = market.supplied;
    for (harvested, harvest) in harvested.iter().zip(harvests) {
        let (Some(kg), Some(parts)) = (harvested.get(crop as usize), harvest.get(at)) else { continue };
        arriving.iter_mut().zip(parts).for_each(|(arriving, part)| *arriving += kg * part);
    }
    arriving
}

#[cfg(test)]
mod tests;
