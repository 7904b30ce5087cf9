//! Crops that suit a farmer's soil and climate, with reasons.

use crate::farmer::Npk;
use crate::nutrients::{self, FertiliserPlan, Gap};
use crate::suitability::envelope::{self, Limit};
use crate::suitability::nearest::{self, nearest_districts};
use crate::suitability::{Model, Shares};
use crate::{Climate, Crop, District};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The probability of each of the sixteen crops, in millionths. They sum to exactly 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probabilities([u32; 16]);

/// The sum of all probabilities.
const WHOLE: u32 = 1_000_000;

/// Number of nearest districts in the reasons.
const NEIGHBOURS: usize = 3;

/// 'Only crops with `predicted_probability` above 0.1 are included.'
const THRESHOLD: u32 = WHOLE / 10;

impl Probabilities {
    /// Rounds shares to millionths with the largest-remainder method, so that the sum is exact.
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

    /// All sixteen, in the order of [`Crop::all`].
    #[must_use]
    pub fn millionths(&self) -> &[u32; 16] {
        &self.0
    }

    /// The crops above 0.1 with their probabilities, descending. Ties keep the order of [`Crop::all`].
    #[must_use]
    pub fn recommended(&self) -> Vec<(Crop, f64)> {
        let mut above: Vec<_> = Crop::all().zip(self.0).filter(|(_, millionths)| *millionths > THRESHOLD).collect();
        above.sort_by_key(|(_, millionths)| std::cmp::Reverse(*millionths));
        above.into_iter().map(|(crop, millionths)| (crop, f64::from(millionths) / f64::from(WHOLE))).collect()
    }
}

/// A crop that suits a farmer, with reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommended {
    /// The crop.
    pub crop: Crop,
    /// Its probability, above 0.1.
    pub probability: f64,
    /// Why.
    pub reasons: Reasons,
}

/// Reasons for a crop's probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The three districts with the nearest climate, the nearest first.
    pub nearest: Vec<Neighbour>,
    /// The most limiting factor of the climate. `None` if every factor is in the crop's optimum range.
    pub limit: Option<Limit>,
    /// Nutrient gaps of the plan's dose.
    pub gaps: [Gap; 3],
    /// Fertiliser plan for the default situation of the district.
    pub plan: FertiliserPlan,
    /// Fertiliser plans for the other situations.
    pub other_plans: Vec<FertiliserPlan>,
}

/// A district with a similar climate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The crop.
    pub district: District,
    /// The crop's share of the district's area of the sixteen crops, from 0 to 1.
    pub share: f64,
}

/// A model's version and its prediction function. Cheap to clone.
#[derive(Clone)]
pub struct Predictor {
    version: Arc<str>,
    learned: Arc<dyn Fn(&Climate) -> Shares + Send + Sync>,
}

/// A prediction for a farmer, with its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// District of the land.
    pub district: District,
    /// Soil nutrients.
    pub npk: Npk,
    /// Predicted probabilities.
    pub probabilities: Probabilities,
}

impl Predictor {
    /// Creates a predictor from a version and a function. A function with other results needs another version.
    #[must_use]
    pub fn new(version: &str, learned: impl Fn(&Climate) -> Shares + Send + Sync + 'static) -> Self {
        Self { version: version.into(), learned: Arc::new(learned) }
    }

    /// Creates a predictor from a fitted model.
    #[must_use]
    pub fn of(model: impl Deref<Target = Model> + Send + Sync + 'static) -> Self {
        Self { version: model.version().into(), learned: Arc::new(move |climate| model.predict(climate)) }
    }

    /// The version of the model.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Predicts from the district's climate and adjusts the result to the farmer's soil.
    #[must_use]
    pub fn predict(&self, district: District, npk: Npk) -> Prediction {
        let learned = (self.learned)(district.climate());
        Prediction {
            district,
            npk,
            probabilities: Probabilities::of(&nutrients::adjust(&learned, npk, district.state())),
        }
    }
}

impl fmt::Debug for Predictor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predictor").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Prediction {
    /// The crops above 0.1 with their reasons, the most probable first.
    #[must_use]
    pub fn recommended(&self) -> Vec<Recommended> {
        let nearest = nearest_districts(self.district, NEIGHBOURS);
        let recommended = self.probabilities.recommended().into_iter();
        recommended
            .map(|(crop, probability)| Recommended { crop, probability, reasons: self.reasons(crop, &nearest) })
            .collect()
    }

    fn reasons(&self, crop: Crop, nearest: &[nearest::Neighbour]) -> Reasons {
        let state = self.district.state();
        let doses = nutrients::doses(crop, self.district);
        let plan = |dose| nutrients::plan(dose, self.npk, state);
        let neighbour = |near: &nearest::Neighbour| Neighbour { district: near.district, share: near.shares.of(crop) };
        Reasons {
            nearest: nearest.iter().map(neighbour).collect(),
            limit: envelope::limits(self.district.climate(), crop).limiting,
            gaps: nutrients::gaps(crop, doses.default, self.npk, state),
            plan: plan(doses.default),
            other_plans: doses.others.into_iter().map(plan).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
