//! What suits a farmer's soil and climate, and why.

use crate::nutrients::{FertiliserPlan, Gap};
use crate::suitability::Shares;
use crate::{Crop, District};

/// Why nothing can be predicted for a farmer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// No place was saved.
    Place,
    /// The place names no district that Grow knows.
    UnknownPlace,
    /// The place names districts of several states.
    AmbiguousPlace,
}

/// The probability of each of the sixteen crops, in millionths: exact, and together exactly 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probabilities([u32; 16]);

/// All of it.
const WHOLE: u32 = 1_000_000;

/// 'Only crops with `predicted_probability` above 0.1 are included.'
const THRESHOLD: u32 = WHOLE / 10;

impl Probabilities {
    /// Rounds shares to millionths so that their sum stays whole: each down, and those that lost most by it up again.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share is from 0 to 1, so that a million times it fits"
    )]
    pub fn of(shares: &Shares) -> Self {
        let exact = shares.as_array().map(|share| share * f64::from(WHOLE));
        let mut millionths = exact.map(|exact| exact.floor() as u32);
        let mut by_loss: Vec<_> = millionths.iter_mut().zip(exact.map(f64::fract)).collect();
        by_loss.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let lost = WHOLE.saturating_sub(by_loss.iter().map(|(rounded, _)| **rounded).sum());
        for (rounded, _) in by_loss.into_iter().take(lost as usize) {
            *rounded += 1;
        }
        Self(millionths)
    }

    /// Takes millionths in the order of [`Crop::all`]; none where they do not sum to 1,000,000.
    #[must_use]
    pub fn from_millionths(millionths: [u32; 16]) -> Option<Self> {
        let sum: u64 = millionths.iter().copied().map(u64::from).sum();
        (sum == u64::from(WHOLE)).then_some(Self(millionths))
    }

    /// The sixteen, in the order of [`Crop::all`].
    #[must_use]
    pub fn millionths(&self) -> &[u32; 16] {
        &self.0
    }

    /// The crops above 0.1 with their probabilities, descending; equal ones keep the order of [`Crop::all`].
    #[must_use]
    pub fn recommended(&self) -> Vec<(Crop, f64)> {
        let mut above: Vec<_> = Crop::all().zip(self.0).filter(|(_, millionths)| *millionths > THRESHOLD).collect();
        above.sort_by_key(|(_, millionths)| std::cmp::Reverse(*millionths));
        above.into_iter().map(|(crop, millionths)| (crop, f64::from(millionths) / f64::from(WHOLE))).collect()
    }
}

/// A crop that suits a farmer, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommended {
    /// Which.
    pub crop: Crop,
    /// Above 0.1.
    pub probability: f64,
    /// Why.
    pub reasons: Reasons,
}

/// Why a crop stands where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The three districts with the nearest climate, the nearest first.
    pub nearest: Vec<Neighbour>,
    /// What the climate makes hard for the crop.
    pub limits: Vec<Limit>,
    /// What the soil leaves open, nutrient by nutrient.
    pub gaps: [Gap; 3],
    /// What to give.
    pub plan: FertiliserPlan,
}

/// A district with such a climate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Which.
    pub district: District,
    /// The crop's share of the district's land of the sixteen crops, 0 to 1.
    pub share: f64,
}

/// What a climate makes hard for a crop, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// The rain of the crop's season is so much less than it needs, mm.
    WaterDeficit(f64),
    /// The season is so much colder than the crop bears, degrees Celsius.
    TooCold(f64),
    /// The season is so much hotter than the crop bears, degrees Celsius.
    TooHot(f64),
    /// A frost that kills the crop comes in its season.
    KillingFrost,
}
