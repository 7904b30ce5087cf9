//! The farmer's own good: a crop that leaves far less than what neighbours grow is hardly advised.
//!
//! What is left over cost differs three- and fourfold between crops that neighbours grow side by side, because land,
//! water, work and risk are not in the cost. So a crop is not held against the best one, which would send everyone to
//! sugarcane, onion and cotton, but softly against the mean of what is grown on such land.

use crate::PerCrop;
use crate::budget::{Budget, YieldYears};

/// What a hectare of a crop brings and costs, rupees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Returns {
    /// What its harvest brings in the market, at the usual price.
    pub gross: f64,
    /// What it brings of buyers who must pay a price, such as public ones.
    pub assured: f64,
    /// The part of the harvest that they take, from 0 to 1.
    pub assured_part: f64,
    /// What its straw, fodder and stalks bring.
    pub by_product: f64,
    /// What it costs.
    pub cost: f64,
    /// The best usual yield as a part of the usual one: [`Budget::usual_year`].
    pub best: f64,
    /// Standard deviation of the years, as a part of the usual yield. 0: not known.
    pub variation: f64,
}

impl From<&Budget> for Returns {
    fn from(budget: &Budget) -> Self {
        let quintals = budget.survey.kg / 100.0;
        Self {
            gross: quintals * budget.market.usual,
            assured: quintals * budget.paid.assured(),
            assured_part: budget.paid.assured_part(),
            by_product: budget.survey.by_product,
            cost: budget.survey.cost,
            best: budget.usual_yields().1,
            variation: budget.years.map_or(0.0, YieldYears::variation),
        }
    }
}

impl Returns {
    /// Of a harvest that is sold in the market alone, and has no by-products.
    pub fn in_market(gross: f64, cost: f64) -> Self {
        Self { gross, assured: 0.0, assured_part: 0.0, by_product: 0.0, cost, best: 1.0, variation: 0.0 }
    }

    /// With what its risk is worth as a cost: half the variance of what a hectare brings, as a part of it, times this
    /// aversion to risk (Pratt, Risk aversion in the small and in the large, 1964).
    fn with_risk(self, aversion: f64) -> Self {
        Self { cost: self.cost + aversion / 2.0 * self.variation * self.variation * self.brought(1.0), ..self }
    }

    /// What a hectare brings where the price is this part of the usual one.
    pub fn brought(&self, price_factor: f64) -> f64 {
        let market = self.gross * price_factor;
        self.assured_part * market.max(self.assured) + (1.0 - self.assured_part) * market + self.by_product
    }

    /// What a hectare leaves where the price is this part of the usual one.
    pub fn margin(&self, price_factor: f64) -> f64 {
        self.brought(price_factor) - self.cost
    }

    /// What a hectare leaves at most in a usual year, where the price is this part of the usual one.
    pub(super) fn best_margin(&self, price_factor: f64) -> f64 {
        self.brought(price_factor) * self.best - self.cost
    }
}

/// The soft rule: the weight of a crop is `1 / (1 + exp(-(margin / mean - midpoint) / width))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnGood {
    /// The part of the mean margin at which a crop has half of its weight.
    pub midpoint: f64,
    /// How sharply the weight falls there.
    pub width: f64,
    /// The rule does not send more than this part of the land to one crop, where less than this part grows it: what is
    /// known of costs is too rough for that.
    pub most: f64,
    /// Aversion to risk, by which uncertain returns count less. 0: it does not count.
    pub aversion: f64,
}

impl Default for OwnGood {
    fn default() -> Self {
        Self { midpoint: 0.5, width: 0.1, most: 2.0 / 3.0, aversion: 0.0 }
    }
}

/// Where the mean margin is less than this part of what a hectare brings, or a loss, margins are compared by this part
/// instead: a ratio to almost nothing says nothing.
const LEAST_SCALE: f64 = 0.25;

/// The mean margin of land that grows these shares, and the scale of differences to it, of the crops whose returns are
/// known. `None` if none is.
pub(super) fn mean_margin(
    shares: &PerCrop<f64>,
    returns: &PerCrop<Option<Returns>>,
    factors: &PerCrop<f64>,
) -> Option<(f64, f64)> {
    let (mut whole, mut margin, mut brought) = (0.0, 0.0, 0.0);
    for (crop, share) in shares.iter() {
        let Some(returns) = returns[crop] else { continue };
        whole += share;
        margin += share * returns.margin(factors[crop]);
        brought += share * returns.brought(factors[crop]);
    }
    let mean = margin / whole;
    (whole > 0.0).then(|| (mean, mean.max(LEAST_SCALE * brought / whole)))
}

impl OwnGood {
    /// The weight of each crop by what it leaves, from 0 to 1. 1 where that is not known.
    pub(super) fn weights(
        self,
        shares: &PerCrop<f64>,
        returns: &PerCrop<Option<Returns>>,
        factors: &PerCrop<f64>,
    ) -> PerCrop<f64> {
        let Self { midpoint, width, most, aversion } = self;
        let returns = &returns.map(|returns| returns.map(|returns| returns.with_risk(aversion)));
        let Some((mean, scale)) = mean_margin(shares, returns, factors).filter(|(_, scale)| *scale > 0.0) else {
            return PerCrop::all(1.0);
        };
        let mut weights = PerCrop::all(1.0);
        for (crop, weight) in weights.iter_mut() {
            if let Some(returns) = returns[crop] {
                let part = 1.0 + (returns.margin(factors[crop]) - mean) / scale;
                *weight = 1.0 / (1.0 + libm::exp((midpoint - part) / width));
            }
        }
        softened(shares, weights, most)
    }
}

/// All weights drawn towards 1, as far as it takes to leave the largest crop at this part, or at its own share.
fn softened(shares: &PerCrop<f64>, weights: PerCrop<f64>, most: f64) -> PerCrop<f64> {
    let whole = shares.sum();
    let weighted = || shares.iter().map(|(crop, share)| (share / whole * weights[crop], share / whole));
    let all: f64 = weighted().map(|(weighted, _)| weighted).sum();
    let Some((largest, share)) = weighted().max_by(|(a, _), (b, _)| a.total_cmp(b)) else { return weights };
    let most = most.max(share);
    let over = largest - most * all;
    // Of the whole, a share of 1 - all is added at most, of it share - largest to the largest crop.
    let towards = over / (over + most - share);
    let is_over = over > 0.0 && towards.is_finite();
    if is_over { weights.map(|weight| weight + towards.min(1.0) * (1.0 - weight)) } else { weights }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Crop;
    use proptest::prelude::*;

    fn weights(shares: &[f64], margins: &[Option<f64>]) -> [f64; 16] {
        let (mut of, mut returns) = (PerCrop::all(0.0), PerCrop::all(None));
        for ((crop, share), margin) in Crop::all().zip(shares).zip(margins) {
            of[crop] = *share;
            returns[crop] = margin.map(|margin| Returns::in_market(50_000.0, 50_000.0 - margin));
        }
        *OwnGood::default().weights(&of, &returns, &PerCrop::all(1.0)).values()
    }

    #[test]
    fn a_crop_that_leaves_half_of_the_mean_has_half_of_its_weight_and_one_that_leaves_the_mean_has_all() {
        let of = weights(&[0.5, 0.25, 0.25], &[Some(20_000.0), Some(10_000.0), Some(30_000.0)]);
        assert!(of[0] > 0.99 && of[2] > 0.99, "{of:?}");
        assert!((of[1] - 0.5).abs() < 1e-9, "{of:?}");
    }

    #[test]
    fn unknown_returns_count_in_full_and_losses_are_compared_too() {
        let of = weights(&[0.9, 0.1, 0.0], &[Some(20_000.0), None, Some(-20_000.0)]);
        assert!((of[1] - 1.0).abs() < 1e-12 && of[2] < 1e-6, "{of:?}");
        let losses = weights(&[0.3, 0.3, 0.4], &[Some(-1_000.0), Some(-30_000.0), Some(-2_000.0)]);
        assert!(losses[0] > 0.99 && losses[1] < 0.01 && losses[2] > 0.99, "{losses:?}");
        assert!(weights(&[1.0], &[None]).iter().all(|weight| (weight - 1.0).abs() < 1e-12));
    }

    #[test]
    fn the_rule_alone_sends_no_more_than_two_thirds_of_the_land_to_one_crop() {
        let part = |share: f64| {
            let of = weights(&[share, 1.0 - share], &[Some(40_000.0), Some(-20_000.0)]);
            share * of[0] / (share * of[0] + (1.0 - share) * of[1])
        };
        assert!((part(0.6) - 2.0 / 3.0).abs() < 1e-6, "{}", part(0.6));
        assert!((part(0.8) - 0.8).abs() < 1e-6, "where more grow it already, it is as they do: {}", part(0.8));
    }

    proptest! {
        #[test]
        fn a_crop_that_leaves_more_never_has_less_weight(
            shares in prop::collection::vec(0.01..1.0_f64, 3..16), seed in prop::collection::vec(-60_000.0..90_000.0_f64, 16)
        ) {
            let margins: Vec<_> = seed.iter().copied().map(Some).collect();
            let of = weights(&shares, &margins);
            for a in 0..shares.len() {
                for b in 0..shares.len() {
                    prop_assert!(seed[a] < seed[b] || of[a] >= of[b] - 1e-12);
                }
            }
        }
    }
}
