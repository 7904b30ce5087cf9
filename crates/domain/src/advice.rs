//! What to sow now, without making a glut: crowding prices, chances, and the draw of a farmer's crops.
//!
//! If all farmers were shown the crop with the highest need, they would sow it together. So each crop has a price of
//! crowding ([`prices`]), and a farmer is shown three crops that are drawn ([`draw`]) by chances ([`chances`]):
//!
//! `p(f, c)` is proportional to `(q(f, c) k(f, c))^b g(f, c) exp(-price(c))`
//!
//! where `q` is the share of crop `c` on land like farmer `f`'s, `k` is 2 for a crop that the farmer knows, `g` is near
//! 0 for a crop that leaves far less than what neighbours grow ([`own_good`]), and the prices are such that the
//! expected supply of each crop meets its demand, as far as the figures can be trusted. docs/ADVICE.md shows by
//! simulation what this does, and what else was tried.
//!
//! Everything here is a pure function of its inputs: the same inputs give the same prices, chances and crops on every
//! machine. Logarithms and powers come from `libm` for this reason.

mod draw;
mod field;
mod kept;
mod own_good;
mod prices;
mod today;
mod told;

pub use draw::{Chances, Land, Lot, SHOWN, chances, draw, draw_first, shown};
pub use field::{Field, HeldBack, LandOfDay, Sowable, Standing};
pub use kept::{Cell, DrawnFor, KeptDraw};
pub use own_good::{OwnGood, Returns};
pub use prices::{BinMarket, Group, Market, Prices, prices};
pub use today::{Farmers, FarmersLand, Situation, Today};
pub use told::{Advice, AdvisedCrop, BetterAt, CropOnField, Leaves, MarketOfCrop, NotShown, WhyNotShown};

use crate::Crop;

/// A figure for each of the sixteen crops, in the order of [`Crop::all`].
pub type ByCrop = [f64; 16];

/// Number of ten-day bins of a year.
pub const BINS: usize = 36;

/// A figure for each ten-day bin of a year. The caller decides where the year starts.
pub type ByBin = [f64; BINS];

/// The crops that spoil: a glut in October is not undone by a shortage in March.
pub const PERISHABLES: [Crop; 2] = [Crop::Potato, Crop::Onion];

/// When a harvest of each of the [`PERISHABLES`] arrives: its part in each bin. The parts of a crop sum to 1; they are
/// all 0 if it cannot be sown now.
pub type HarvestBins = [ByBin; 2];

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
    fn of(self, error_percent: f64) -> f64 {
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
    fn attractions(&self, shares: &ByCrop, known: &[bool; 16], own_good: &ByCrop) -> ByCrop {
        let mut attractions = *own_good;
        for ((attraction, share), known) in attractions.iter_mut().zip(shares).zip(known) {
            let factor = if *known { self.known_factor } else { 1.0 };
            *attraction *= if *share > 0.0 { libm::pow(share * factor, self.exponent) } else { 0.0 };
        }
        attractions
    }
}
