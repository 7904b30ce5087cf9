//! What to sow now, without making a glut: crowding prices, chances, and the draw of a farmer's crops.
//!
//! If all farmers were shown the crop with the highest need, they would sow it together. So each crop has a price of
//! crowding ([`prices`]), and a farmer is shown three crops that are drawn ([`draw`]) by chances ([`chances`]):
//!
//! `p(f, c)` is proportional to `(q(f, c) k(f, c))^b exp(-price(c))`
//!
//! where `q` is the share of crop `c` on land like farmer `f`'s, `k` is 2 for a crop that the farmer knows, and the
//! prices are such that the expected supply of each crop meets its demand. docs/ADVICE.md shows by simulation what this
//! does, and what else was tried.
//!
//! Everything here is a pure function of its inputs: the same inputs give the same prices, chances and crops on every
//! machine. Logarithms and powers come from `libm` for this reason.

mod draw;
mod field;
mod kept;
mod prices;
mod today;

pub use draw::{Chances, Land, SHOWN, chances, draw, shown};
pub use field::{Field, HeldBack, LandOfDay, Sowable, Standing};
pub use kept::{DrawnFor, KeptDraw};
pub use prices::{BinMarket, Group, Market, Prices, prices};
pub use today::{
    Advice, AdvisedCrop, BetterAt, Farmers, FarmersLand, MarketOfCrop, NotShown, Situation, Today, WhyNotShown,
};

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
    pub stiffness: f64,
    /// Lower bound of a price. A crop with this price is shown `exp(-lowest)` times as often as at price 0.
    pub lowest: f64,
    /// Upper bound of a price.
    pub highest: f64,
    /// Maximum number of steps of the solution.
    pub steps: usize,
    /// Whether a crop counts as being in surplus by all of the supply on the way, as screens show it. Otherwise what
    /// the land still to come would bring unadvised is left out ([`Market::displaced`]): those farmers cannot leave a
    /// crop all at once because it is full with their own usual harvest.
    pub needs_as_shown: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exponent: 1.0,
            known_factor: 2.0,
            least_share: 0.02,
            stiffness: 10.0,
            lowest: -1.5,
            highest: 3.0,
            steps: 60,
            needs_as_shown: false,
        }
    }
}

/// Which crops of some land may be advised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Advisable {
    crops: [bool; 16],
    /// No suitable crop has need left: the least crowded ones are advised.
    all_full: bool,
}

impl Advisable {
    /// The suitable crops that have need. If none has, the [`SHOWN`] least crowded of the suitable ones.
    fn on(shares: &ByCrop, need: &[bool; 16], crowding: &ByCrop) -> Self {
        let suitable = shares.map(|share| share > 0.0);
        let mut crops = suitable;
        crops.iter_mut().zip(need).for_each(|(advisable, need)| *advisable &= need);
        if crops.contains(&true) || !suitable.contains(&true) {
            return Self { crops, all_full: false };
        }
        let mut by_crowding: Vec<_> = crops.iter_mut().zip(suitable).zip(crowding).filter(|((_, s), _)| *s).collect();
        by_crowding.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        by_crowding.into_iter().take(SHOWN).for_each(|((advisable, _), _)| *advisable = true);
        Self { crops, all_full: true }
    }

    /// `(q k)^b` of the crops that may be advised, 0 of the others.
    fn attractions(&self, shares: &ByCrop, known: &[bool; 16], settings: &Settings) -> ByCrop {
        let mut attractions = [0.0; 16];
        for (((attraction, advisable), share), known) in attractions.iter_mut().zip(self.crops).zip(shares).zip(known) {
            if advisable {
                let factor = if *known { settings.known_factor } else { 1.0 };
                *attraction = libm::pow(share * factor, settings.exponent);
            }
        }
        attractions
    }
}
