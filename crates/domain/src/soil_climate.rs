//! Crops that suit a farmer's soil and climate, with reasons.

use crate::farmer::Npk;
use crate::nutrients::{self, FertiliserPlan, Gap};
use crate::suitability::envelope::{self, Limit};
use crate::suitability::{Known, Model, Shares, Source};
use crate::{Crop, District, terrain};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The probability of each of the sixteen crops, in millionths. They sum to exactly 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probabilities([u32; 16]);

/// The sum of all probabilities.
const WHOLE: u32 = 1_000_000;

/// Number of districts named in the reasons.
const SOURCES: usize = 3;

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
    pub fn rounded(shares: &Shares) -> Self {
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

    /// The probability of a crop, from 0 to 1.
    #[must_use]
    pub fn of(&self, crop: Crop) -> f64 {
        let millionths = self.0.get(crop as usize).copied().unwrap_or_default();
        f64::from(millionths) / f64::from(WHOLE)
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
///
/// The probability is the weighted share of the crop in `districts` and `others`, plus what the [`Rest`]s add.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The districts that weigh most, the heaviest first; the own district is among them if it was observed.
    pub districts: Vec<SourceDistrict>,
    /// All other districts together. `None` if there are none.
    pub others: Option<OtherDistricts>,
    /// What makes the rest, if the weighted share is more than [`WITHIN`] off the probability.
    pub rest: Vec<Rest>,
    /// The most limiting factor of the climate. `None` if every factor is in the crop's optimum range.
    pub limit: Option<Limit>,
    /// Nutrient gaps of the plan's dose.
    pub gaps: [Gap; 3],
    /// Fertiliser plan for the default situation of the district.
    pub plan: FertiliserPlan,
    /// Fertiliser plans for the other situations.
    pub other_plans: Vec<FertiliserPlan>,
}

/// A district that a prediction rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceDistrict {
    /// The district.
    pub district: District,
    /// The crop's share of the district's area of the sixteen crops, from 0 to 1.
    pub share: f64,
    /// The district's weight in the prediction, from 0 to 1.
    pub weight: f64,
}

impl SourceDistrict {
    fn new(district: District, shares: &Shares, crop: Crop, weight: f64) -> Self {
        Self { district, share: shares.of(crop), weight }
    }
}

/// The districts that a prediction rests on and that are not named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherDistricts {
    /// Their number.
    pub count: usize,
    /// The crop's weighted mean share.
    pub share: f64,
    /// Their weight together.
    pub weight: f64,
}

/// A part of a probability that no district's share explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Its cause.
    pub cause: Cause,
    /// What it adds to the probability; negative if it takes away.
    pub by: f64,
}

/// Why a probability differs from the weighted share of the districts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The farmer's soil values.
    Soil,
    /// The climate excludes other crops, or this one.
    Envelope,
    /// The model expects a share that the districts do not have.
    Model,
}

/// The weighted share of the districts may be this far off the probability before the rest is named.
pub const WITHIN: f64 = 0.03;

/// Smallest part of a rest that is named. There are three causes, so the unnamed ones are within [`WITHIN`] together.
const LEAST_NAMED: f64 = 0.01;

/// What a prediction rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The district's own observed shares, drawn towards the model.
    OwnDistrict,
    /// The model.
    Model,
    /// Nothing: no land like the district's is known.
    None,
}

/// Where a crop's probability on a farmer's land comes from, in short.
#[derive(Clone, Debug, PartialEq)]
pub struct Grounds {
    /// The districts that weigh most, the heaviest first; the own district is among them if it was observed.
    pub districts: Vec<SourceDistrict>,
    /// The most limiting factor of the climate. `None` if every factor is in the crop's optimum range.
    pub limit: Option<Limit>,
}

/// Predicts with a model. Cheap to clone.
#[derive(Clone)]
pub struct Predictor(Arc<Expectations>);

/// A model, and what it expects of the districts that were asked for: it never changes.
struct Expectations {
    model: Box<dyn Deref<Target = Model> + Send + Sync>,
    /// In the order of [`District::all`].
    of: Vec<OnceLock<Option<Known>>>,
    /// What it rests on, in the same order.
    grounds: Vec<OnceLock<GroundsOfDistrict>>,
}

/// What the expectation of a district rests on, whatever crops are shown. The weights of [`Predictor::recommended`] are
/// drawn towards the shares of the crops that it shows; these are not.
struct GroundsOfDistrict {
    /// The districts that weigh most, with their shares and weights.
    nearest: Vec<(District, Shares, f64)>,
    /// The most limiting factor of the climate for each crop, in the order of [`Crop::all`].
    limits: [Option<Limit>; 16],
}

/// A prediction for a farmer, with its inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// District of the land.
    pub district: District,
    /// Soil nutrients.
    pub npk: Npk,
    /// What is expected of the land, and the probabilities adjusted to the soil. `None` if no such land is known.
    answer: Option<(Known, Probabilities)>,
}

impl Predictor {
    /// Creates a predictor from a fitted model.
    #[must_use]
    pub fn of(model: impl Deref<Target = Model> + Send + Sync + 'static) -> Self {
        let of = District::all().map(|_| OnceLock::new()).collect();
        let grounds = District::all().map(|_| OnceLock::new()).collect();
        Self(Arc::new(Expectations { model: Box::new(model), of, grounds }))
    }

    fn model(&self) -> &Model {
        self.0.model.as_ref()
    }

    /// What the model expects of a district, computed once.
    fn expect(&self, district: District) -> Option<Known> {
        let known = || self.model().expect(district);
        self.0.of.get(district.index()).map_or_else(known, |kept| kept.get_or_init(known).clone())
    }

    /// The version of the model.
    #[must_use]
    pub fn version(&self) -> &str {
        self.model().version()
    }

    /// Predicts for the district and adjusts the result to the farmer's soil.
    #[must_use]
    pub fn predict(&self, district: District, npk: Npk) -> Prediction {
        let answer = self.expect(district).map(|known| {
            let probabilities = Probabilities::rounded(&nutrients::adjust(&known.shares, npk, district.state()));
            (known, probabilities)
        });
        Prediction { district, npk, answer }
    }

    /// The crops of a prediction above 0.1 with their reasons, the most probable first.
    #[must_use]
    pub fn recommended(&self, prediction: &Prediction) -> Vec<Recommended> {
        let Some((known, probabilities)) = &prediction.answer else { return Vec::new() };
        let recommended = probabilities.recommended();
        let crops: Vec<_> = recommended.iter().map(|(crop, _)| *crop).collect();
        let sources = self.model().sources(prediction.district, known, &crops);
        recommended
            .into_iter()
            .map(|(crop, probability)| {
                let reasons = prediction.reasons(crop, probability, known, &sources);
                Recommended { crop, probability, reasons }
            })
            .collect()
    }

    /// Where the probabilities of these crops come from, in their order.
    #[must_use]
    pub fn grounds(&self, prediction: &Prediction, crops: &[Crop]) -> Vec<Grounds> {
        let Some((known, _)) = &prediction.answer else { return Vec::new() };
        let Some(kept) = self.0.grounds.get(prediction.district.index()) else { return Vec::new() };
        let GroundsOfDistrict { nearest, limits } = kept.get_or_init(|| {
            let sources = self.model().sources(prediction.district, known, &[]);
            let nearest = sources.iter().take(SOURCES).map(|source| {
                let observation = source.observation;
                (observation.district, observation.shares.clone(), source.weight)
            });
            let mut limits = [None; 16];
            for (limit, crop) in limits.iter_mut().zip(Crop::all()) {
                *limit = prediction.limit(crop);
            }
            GroundsOfDistrict { nearest: nearest.collect(), limits }
        });
        let districts = |crop| {
            nearest
                .iter()
                .map(|(district, shares, weight)| SourceDistrict::new(*district, shares, crop, *weight))
                .collect()
        };
        let limit = |crop: Crop| limits.get(crop as usize).copied().flatten();
        crops.iter().map(|crop| Grounds { districts: districts(*crop), limit: limit(*crop) }).collect()
    }
}

impl fmt::Debug for Predictor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Predictor").field(&self.version()).finish()
    }
}

impl Prediction {
    /// What the prediction rests on.
    #[must_use]
    pub fn basis(&self) -> Basis {
        match &self.answer {
            None => Basis::None,
            Some((known, _)) if known.own_weight > 0.0 => Basis::OwnDistrict,
            Some(_) => Basis::Model,
        }
    }

    /// Predicted probabilities. `None` if no land like the district's is known.
    #[must_use]
    pub fn probabilities(&self) -> Option<&Probabilities> {
        self.answer.as_ref().map(|(_, probabilities)| probabilities)
    }

    fn limit(&self, crop: Crop) -> Option<Limit> {
        envelope::limits(terrain::field_climate(self.district), crop).limiting
    }

    fn reasons(&self, crop: Crop, probability: f64, known: &Known, sources: &[Source<'_>]) -> Reasons {
        let state = self.district.state();
        let (named, unnamed) = sources.split_at(sources.len().min(SOURCES));
        let weighted = |sources: &[Source<'_>]| -> (f64, f64) {
            let each = sources.iter().map(|source| (source.weight, source.weight * source.observation.shares.of(crop)));
            each.fold((0.0, 0.0), |(weight, sum), (w, s)| (weight + w, sum + s))
        };
        let district = |source: &Source<'_>| {
            let observation = source.observation;
            SourceDistrict::new(observation.district, &observation.shares, crop, source.weight)
        };
        let ((_, named_sum), (weight, sum)) = (weighted(named), weighted(unnamed));
        let doses = nutrients::doses(crop, self.district);
        let plan = |dose| nutrients::plan(dose, self.npk, state);
        Reasons {
            districts: named.iter().map(district).collect(),
            others: (weight > 0.0).then(|| OtherDistricts { count: unnamed.len(), share: sum / weight, weight }),
            rest: rest(probability, named_sum + sum, known, crop),
            limit: self.limit(crop),
            gaps: nutrients::gaps(crop, doses.default, self.npk, state),
            plan: plan(doses.default),
            other_plans: doses.others.into_iter().map(plan).collect(),
        }
    }
}

/// What makes the difference of a probability from the weighted share of the districts. Empty if it is within
/// [`WITHIN`].
fn rest(probability: f64, weighted: f64, known: &Known, crop: Crop) -> Vec<Rest> {
    if (probability - weighted).abs() <= WITHIN {
        return Vec::new();
    }
    let soil = probability - known.shares.of(crop);
    let envelope = (1.0 - known.own_weight) * (known.possible.of(crop) - known.learned.of(crop));
    let model = probability - weighted - soil - envelope;
    let causes = [(Cause::Soil, soil), (Cause::Envelope, envelope), (Cause::Model, model)];
    let mut rest: Vec<_> = causes.map(|(cause, by)| Rest { cause, by }).into();
    rest.retain(|part| part.by.abs() > LEAST_NAMED);
    rest.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
    rest
}

#[cfg(test)]
mod tests;
