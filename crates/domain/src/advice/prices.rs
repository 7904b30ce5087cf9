//! Prices of crowding: the duals of an entropy-regularised assignment of land to needs, with soft needs.
//!
//! The price of a crop is `stiffness * ln(expected / demand)`, within bounds, where the expected supply depends on the
//! prices of all crops. This is the fixed point of unbalanced Sinkhorn steps (Cuturi, Sinkhorn distances: lightspeed
//! computation of optimal transport, 2013; Chizat, Peyré, Schmitzer and Vialard, Scaling algorithms for unbalanced
//! optimal transport problems, 2018): every kilogram that is expected beyond the demand, or short of it, has its price,
//! and needs that the land cannot meet do not push all prices to a bound.

use super::first::firsts;
use super::own_good::Returns;
use super::{BINS, ByBin, HarvestBins, PERISHABLES, Settings};
use crate::budget::farm_price;
use crate::{Crop, PerCrop};

/// Demand and supply of the sixteen crops in the country, kg.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Market {
    /// What is wanted in the crop year.
    pub demand: PerCrop<f64>,
    /// What is on the way: outside supply, sown and planned, as screens show it. Of what is sown and planned, count
    /// with the same yields as in [`Group::yields`].
    pub supplied: PerCrop<f64>,
    /// The part of `supplied` that would come from the land still to come, if nobody advised it. Advice replaces it.
    /// All 0 if that is not known.
    pub displaced: PerCrop<f64>,
    /// The [`PERISHABLES`](super::PERISHABLES) by ten-day bins of their harvest. `None`: by the year, as the others.
    pub bins: Option<[BinMarket; 2]>,
    /// Error of what is met, percent: one standard deviation.
    pub error_percent: PerCrop<f64>,
    /// What all growers bring in a usual year, at usual prices. 0: not known, and the price stays the usual one.
    pub usual: PerCrop<f64>,
    /// What usually comes in from abroad. It is no need of India's growers, and a shortage does not raise the price:
    /// more comes in.
    pub imported: PerCrop<f64>,
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
    pub shares: PerCrop<f64>,
    /// Expected yield, kg/ha.
    pub yields: PerCrop<f64>,
    /// Index of the land's harvest bins in the list given to [`prices`]. Only read with [`Market::bins`].
    pub harvest: usize,
    /// What a hectare of each crop brings and costs. `None`: not known.
    pub returns: PerCrop<Option<Returns>>,
    /// Whether a crop stands behind the others: it is not shown first where another can be.
    pub behind: PerCrop<bool>,
}

/// Prices of crowding, and what the supply becomes with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    by_year: PerCrop<f64>,
    by_bin: Option<[ByBin; 2]>,
    expected: PerCrop<f64>,
    crowding: PerCrop<f64>,
    is_full: PerCrop<bool>,
    is_short: PerCrop<bool>,
    error_percent: PerCrop<f64>,
    at_farm: PerCrop<f64>,
}

impl Market {
    /// Supply as a part of what is wanted, without the land still to come: above 1 is surplus. Infinite without demand.
    fn crowding(&self) -> PerCrop<f64> {
        let part = |supplied: f64, wanted: f64| if wanted > 0.0 { supplied / wanted } else { f64::INFINITY };
        self.without_land_to_come().zip_with(&self.wanted(), part)
    }

    /// What is wanted of India's growers.
    fn wanted(&self) -> PerCrop<f64> {
        self.demand.zip_with(&self.imported, |demand, imported| (demand - imported).max(0.0))
    }

    /// Price of each crop at the farm as a part of the usual one, with this supply.
    fn at_farm(&self, supply: &PerCrop<f64>) -> PerCrop<f64> {
        PerCrop::from_fn(|crop| {
            let (usual, imported) = (self.usual[crop], self.imported[crop]);
            let part = (supply[crop] + imported) / (usual + imported);
            let moves = usual > 0.0 && (part > 1.0 || imported <= 0.0);
            if moves { farm_price(crop).factor(part) } else { 1.0 }
        })
    }

    /// Supply without the land still to come.
    fn without_land_to_come(&self) -> PerCrop<f64> {
        self.supplied.zip_with(&self.displaced, |supplied, displaced| (supplied - displaced).max(0.0))
    }
}

impl Prices {
    /// The sixteen prices for land whose harvests arrive in these bins. Without them, or without a market by bins, the
    /// mean of the year counts.
    pub fn at(&self, harvest: Option<&HarvestBins>) -> PerCrop<f64> {
        let mut prices = self.by_year;
        if let Some(by_bin) = &self.by_bin {
            for (at, (crop, by_bin)) in PERISHABLES.into_iter().zip(by_bin).enumerate() {
                prices[crop] = mean_price(by_bin, harvest.and_then(|harvest| harvest.get(at)));
            }
        }
        prices
    }

    /// Supply of each crop if all who are shown a crop first sow it, kg.
    pub fn expected(&self) -> &PerCrop<f64> {
        &self.expected
    }

    /// Supply of a crop if all who are shown it first sow it, kg.
    pub fn expected_of(&self, crop: Crop) -> f64 {
        self.expected[crop]
    }

    /// Whether India has enough of each crop: more than the error of its figures leaves open, apart from what the land
    /// still to come will sow.
    pub fn is_full(&self) -> &PerCrop<bool> {
        &self.is_full
    }

    /// Whether India is short of each crop: what is met and planned leaves more open than the error of its figures.
    pub(super) fn is_short(&self) -> &PerCrop<bool> {
        &self.is_short
    }

    /// Error of each crop's figures, percent.
    pub(super) fn error_percent(&self) -> &PerCrop<f64> {
        &self.error_percent
    }

    /// Supply as a part of demand, apart from what the land still to come will sow, percent.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float that is too large saturates")]
    pub(super) fn filled_percent(&self, crop: Crop) -> u16 {
        (self.crowding[crop] * 100.0).round() as u16
    }

    /// The price of each crop at the farm as a part of the usual one, with the expected supply.
    pub fn at_farm(&self) -> &PerCrop<f64> {
        &self.at_farm
    }

    /// Supply as a part of demand, apart from what the land still to come will sow.
    pub fn crowding(&self) -> &PerCrop<f64> {
        &self.crowding
    }
}

/// Solves for the prices at which the supply that is on the way, and what the groups sow by their chances, meet the
/// demand, as far as the bounds allow.
///
/// `harvests` holds the harvest bins that groups refer to; it may be empty without [`Market::bins`]. A crop without
/// demand gets the highest price. Known crops of single farmers are left out: they are the same crops that the land's
/// shares favour. What a crop leaves its grower goes by the price at the farm, which goes by the expected supply, and
/// so does which crops may be shown first: both are solved for once with what comes unadvised, and again with what
/// comes of that.
pub fn prices(market: &Market, groups: &[Group], harvests: &[HarvestBins], settings: &Settings) -> Prices {
    let even = [[[PART_OF_YEAR; BINS]; 2]];
    let harvests = if harvests.is_empty() { &even } else { harvests };
    let groups: Vec<_> = groups.iter().filter(|group| group.land_ha > 0.0).collect();
    let mut fields: Vec<_> = groups.iter().map(|group| Field::of(group, harvests)).collect();
    let (crowding, wanted) = (market.crowding(), market.wanted());
    let mut solved = Prices {
        by_year: PerCrop::all(0.0),
        by_bin: market.bins.as_ref().map(|_| [[0.0; BINS]; 2]),
        expected: market.supplied,
        crowding,
        is_full: PerCrop::from_fn(|crop| crowding[crop] > 1.0 + market.error_percent[crop] / 100.0),
        is_short: PerCrop::from_fn(|crop| {
            market.supplied[crop] < wanted[crop] * (1.0 - market.error_percent[crop] / 100.0)
        }),
        error_percent: market.error_percent,
        at_farm: PerCrop::all(1.0),
    };
    let passes = if settings.own_good.is_some() { 2 } else { 1 };
    for _ in 0..passes {
        solved.at_farm = market.at_farm(&solved.expected);
        for (field, group) in fields.iter_mut().zip(&groups) {
            let own_good = settings.weights(&group.shares, &group.returns, &solved.at_farm);
            let attractions = settings.attractions(&group.shares, &PerCrop::all(false), &own_good);
            let prices = solved.at(harvests.get(field.harvest));
            let weights = attractions.zip_with(&prices, |attraction, price| attraction * libm::exp(-price));
            let first = firsts(&weights, &group.behind, &group.returns, &solved.at_farm, &solved.is_short);
            field.attractions =
                attractions.zip_with(&first, |attraction, first| if first > 0.0 { attraction } else { 0.0 });
        }
        let rest = market.without_land_to_come();
        let stiffness = market.error_percent.map(|error| settings.stiffness.of(error));
        let mut solution =
            Solution { prices: solved, rest, wanted, stiffness, market, fields: &fields, harvests, settings };
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
    attractions: PerCrop<f64>,
    /// What the land brings if all of it grows a crop, kg.
    brings: PerCrop<f64>,
    harvest: usize,
}

impl Field {
    fn of(group: &Group, harvests: &[HarvestBins]) -> Self {
        let brings = group.yields.map(|kg| kg * group.land_ha);
        let harvest = if group.harvest < harvests.len() { group.harvest } else { 0 };
        Self { attractions: PerCrop::all(0.0), brings, harvest }
    }
}

struct Solution<'a> {
    prices: Prices,
    /// Supply without the land still to come, kg.
    rest: PerCrop<f64>,
    wanted: PerCrop<f64>,
    stiffness: PerCrop<f64>,
    market: &'a Market,
    fields: &'a [Field],
    harvests: &'a [HarvestBins],
    settings: &'a Settings,
}

impl Solution<'_> {
    /// What the groups bring with these prices, for each of the harvests, kg.
    fn harvested(&self) -> Vec<PerCrop<f64>> {
        let factors: Vec<_> =
            self.harvests.iter().map(|harvest| self.prices.at(Some(harvest)).map(|price| libm::exp(-price))).collect();
        let mut harvested = vec![PerCrop::all(0.0); self.harvests.len()];
        for field in self.fields {
            let (Some(factors), Some(harvested)) = (factors.get(field.harvest), harvested.get_mut(field.harvest))
            else {
                continue;
            };
            let weights = field.attractions.zip_with(factors, |attraction, factor| attraction * factor);
            let whole = weights.sum();
            if whole > 0.0 {
                let scale = 1.0 / whole;
                *harvested += &weights.zip_with(&field.brings, |weight, brings| weight * scale * brings);
            }
        }
        harvested
    }

    /// Moves each price towards `stiffness * ln(expected / demand)`. Returns the largest move.
    ///
    /// The harvest of the groups falls at most in proportion to `exp(-price)`, so a price that moves by
    /// `1 / (1 + stiffness * harvest / expected)` of the way never passes its end, and the steps converge.
    fn step(&mut self, harvested: &[PerCrop<f64>]) -> f64 {
        let expected = self.expected(harvested);
        let mut largest = 0.0_f64;
        for (crop, price) in self.prices.by_year.iter_mut() {
            let (rest, wanted, stiffness) = (self.rest[crop], self.wanted[crop], self.stiffness[crop]);
            largest = largest.max(moved(price, expected[crop], rest, wanted, stiffness, self.settings));
        }
        let Some(markets) = &self.market.bins else { return largest };
        for (at, (market, crop)) in markets.iter().zip(PERISHABLES).enumerate() {
            let Some(by_bin) = self.prices.by_bin.as_mut().and_then(|bins| bins.get_mut(at)) else { continue };
            let stiffness = self.stiffness[crop];
            let arriving = arriving(market, harvested, self.harvests, at, crop);
            let terms = arriving.into_iter().zip(market.supplied).zip(market.wanted);
            for (price, ((arriving, rest), wanted)) in by_bin.iter_mut().zip(terms) {
                largest = largest.max(moved(price, arriving, rest, wanted, stiffness, self.settings));
            }
            self.prices.by_year[crop] = mean_price(by_bin, Some(&market.wanted));
        }
        largest
    }

    /// Supply of each crop with these harvests, kg.
    fn expected(&self, harvested: &[PerCrop<f64>]) -> PerCrop<f64> {
        let mut expected = self.rest;
        for harvested in harvested {
            expected += harvested;
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
fn arriving(market: &BinMarket, harvested: &[PerCrop<f64>], harvests: &[HarvestBins], at: usize, crop: Crop) -> ByBin {
    let mut arriving = market.supplied;
    for (harvested, harvest) in harvested.iter().zip(harvests) {
        let Some(parts) = harvest.get(at) else { continue };
        arriving.iter_mut().zip(parts).for_each(|(arriving, part)| *arriving += harvested[crop] * part);
    }
    arriving
}

#[cfg(test)]
mod tests;
