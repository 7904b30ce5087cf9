//! Settings of the advice.

use super::own_good::{OwnGood, Returns};
use crate::PerCrop;

/// Settings of the advice. The default is what docs/ADVICE.md found best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// `b`: how much the suitability of the land counts. 0: all suitable crops are alike; 1: in proportion.
    pub exponent: f64,
    /// `k`: how many times its share a crop counts that the farmer knows.
    pub known_factor: f64,
    /// A crop is suitable if it has at least this share of land like the farmer's. Others are never advised.
    ///
    /// Two hectares in a hundred: below that, shares are within the errors of the crop statistics, and a farmer would
    /// hardly find seed, advice or a buyer nearby.
    pub least_share: f64,
    /// How steeply a price rises with crowding: `price = stiffness * ln(expected / demand)`.
    pub stiffness: Stiffness,
    /// Lower bound of a price. A crop with this price is shown `exp(-lowest)` times as often as at price 0.
    pub lowest: f64,
    /// Upper bound of a price.
    pub highest: f64,
    /// Maximum number of steps of the solution.
    pub steps: usize,
    /// What keeps a crop from being advised that leaves far less than what neighbours grow. `None`: nothing.
    pub own_good: Option<OwnGood>,
}

/// How steeply prices rise with crowding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stiffness {
    /// The same for all crops.
    Same(f64),
    /// The less, the less a crop's figures can be trusted: up to an error of 4 %, up to 9 %, and above.
    ByError([f64; 3]),
}

impl Stiffness {
    /// The stiffness of a crop whose figure of what is met has this error, percent (one standard deviation).
    pub(super) fn of(self, error_percent: f64) -> f64 {
        match self {
            Self::Same(stiffness) => stiffness,
            Self::ByError([sure, _, _]) if error_percent <= 4.0 => sure,
            Self::ByError([_, usual, _]) if error_percent <= 9.0 => usual,
            Self::ByError([_, _, unsure]) => unsure,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exponent: 1.0,
            known_factor: 2.0,
            least_share: 0.02,
            stiffness: Stiffness::ByError([9.0, 5.0, 3.0]),
            lowest: -1.5,
            highest: 3.0,
            steps: 60,
            own_good: Some(OwnGood::default()),
        }
    }
}

impl Settings {
    /// `(q k)^b g`: how much a crop is wanted on some land before crowding counts.
    pub(super) fn attractions(
        &self,
        shares: &PerCrop<f64>,
        known: &PerCrop<bool>,
        own_good: &PerCrop<f64>,
    ) -> PerCrop<f64> {
        PerCrop::from_fn(|crop| {
            let factor = if known[crop] { self.known_factor } else { 1.0 };
            let share = shares[crop];
            own_good[crop] * if share > 0.0 { libm::pow(share * factor, self.exponent) } else { 0.0 }
        })
    }

    /// The weight of each crop by what it leaves, from 0 to 1. 1 where that is not known.
    pub(super) fn weights(
        &self,
        shares: &PerCrop<f64>,
        returns: &PerCrop<Option<Returns>>,
        factors: &PerCrop<f64>,
    ) -> PerCrop<f64> {
        self.own_good.map_or(PerCrop::all(1.0), |own_good| own_good.weights(shares, returns, factors))
    }
}
