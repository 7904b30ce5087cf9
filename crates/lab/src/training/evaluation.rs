//! Cross-validation of models.
//!
//! Whole states, or whole blocks of 4 by 4 degrees, are left out in turn. A model is trained on the rest, including the
//! choice of settings, and predicts the fold. Leaving out single districts would overestimate the model, because
//! neighbouring districts grow similar crops.

use crate::suitability::Table;
use crate::suitability::fields::field_climate;
use crate::training::metrics::Scores;
use crate::training::{TooFewStates, baselines, train};
use grow_domain::land::Shares;
use grow_domain::{District, State};
use std::collections::BTreeMap;

/// Unit of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// A state or union territory.
    States,
    /// A block of 4 by 4 degrees.
    Blocks,
}

/// A fold: a state or a block, with its observed districts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// `Tamil Nadu`, or `8-12 N, 76-80 E`.
    pub name: String,
    /// The state, if the fold is one.
    pub state: Option<State>,
    /// Its observed districts.
    pub districts: Vec<District>,
}

/// A predictor to evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// The model.
    Model,
    /// The mean shares of all districts.
    NationalShare,
    /// The envelope's scores, which do not depend on observed shares.
    EcoCrop,
    /// The mean of the fifteen districts with the nearest climate.
    NearestDistricts,
}

/// A left-out district with its observed and predicted shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The district.
    pub district: District,
    /// Observed shares.
    pub observed: Shares,
    /// Predicted shares, in the order of [`Predictor::ALL`].
    pub predicted: [Shares; 4],
    /// Whether the model knows land like the district's. A screen shows no shares otherwise.
    pub is_answered: bool,
}

/// A threshold for a model, leave-one-state-out over all observed districts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Name of the metric.
    pub name: &'static str,
    /// Threshold.
    pub bar: f64,
    /// Measured value.
    pub measured: f64,
    /// Whether the measured value reaches the threshold.
    pub passed: bool,
}

/// One bin of the reliability table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The lower bound of the predicted share.
    pub from: f64,
    /// The upper bound.
    pub to: f64,
    /// Number of pairs of district and crop.
    pub count: usize,
    /// Their mean predicted share.
    pub predicted: f64,
    /// Their mean observed share.
    pub observed: f64,
}

impl Predictor {
    /// The model and its baselines.
    pub const ALL: [Self; 4] = [Self::Model, Self::NationalShare, Self::EcoCrop, Self::NearestDistricts];

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::NationalShare => "national share",
            Self::EcoCrop => "EcoCrop envelope",
            Self::NearestDistricts => "15 nearest districts",
        }
    }
}

impl Judged {
    /// The shares that a predictor predicted.
    #[expect(clippy::indexing_slicing, reason = "one prediction for each of the four predictors, in order")]
    pub fn by(&self, predictor: Predictor) -> &Shares {
        &self.predicted[predictor as usize]
    }
}

/// Splits a table into folds: states by name, blocks from the south-west.
pub fn folds(table: &Table, split: Split) -> Vec<Fold> {
    let mut folds = BTreeMap::<(i64, i64), Fold>::new();
    for row in table.rows() {
        let (district, state) = (row.district, row.district.state());
        let [south, west] = [district.climate().latitude, district.climate().longitude].map(corner);
        let (key, name, state) = match split {
            Split::States => ((state as i64, 0), state.name().to_owned(), Some(state)),
            Split::Blocks => ((south, west), format!("{south}-{} N, {west}-{} E", south + BLOCK, west + BLOCK), None),
        };
        let fold = folds.entry(key).or_insert_with(|| Fold { name, state, districts: Vec::new() });
        fold.districts.push(district);
    }
    folds.into_values().collect()
}

/// Side length of a block, degrees.
const BLOCK: i64 = 4;

/// The largest multiple of [`BLOCK`] at or below a coordinate.
#[expect(clippy::cast_possible_truncation, reason = "degrees of India")]
fn corner(degrees: f64) -> i64 {
    (degrees.floor() as i64).div_euclid(BLOCK) * BLOCK
}

/// Leaves a fold out, trains on the rest of the table, and predicts the fold.
pub fn judge(table: &Table, fold: &Fold, seed: u64) -> Result<Vec<Judged>, TooFewStates> {
    let rest = table.only(|district| !fold.districts.contains(&district));
    let model = train(&rest, seed, &mut |_| {})?;
    let mean = rest.mean().unwrap_or_else(Shares::equal);
    let left_out = table.rows().iter().filter(|row| fold.districts.contains(&row.district));
    Ok(left_out
        .map(|row| {
            let climate = row.district.climate();
            let nearest = baselines::nearest_districts(&rest, climate).unwrap_or_else(Shares::equal);
            Judged {
                district: row.district,
                observed: row.shares.clone(),
                predicted: [
                    model.predict(climate, field_climate(row.district)),
                    mean.clone(),
                    baselines::ecocrop(climate),
                    nearest,
                ],
                is_answered: model.expect(row.district).is_some(),
            }
        })
        .collect())
}

/// The mean scores of a predictor.
pub fn scores(judged: &[Judged], predictor: Predictor) -> Scores {
    let each: Vec<_> = judged.iter().map(|one| Scores::of(&one.observed, one.by(predictor))).collect();
    Scores::mean(&each)
}

/// Number of districts that the model answers, and its mean scores on them.
pub fn answered(judged: &[Judged]) -> (usize, Scores) {
    let answered = judged.iter().filter(|one| one.is_answered);
    let each: Vec<_> = answered.map(|one| Scores::of(&one.observed, one.by(Predictor::Model))).collect();
    (each.len(), Scores::mean(&each))
}

/// The model's scores by state, the largest divergence first.
pub fn by_state(judged: &[Judged]) -> Vec<(State, usize, Scores)> {
    let mut states = BTreeMap::<State, Vec<Scores>>::new();
    for one in judged {
        let scores = Scores::of(&one.observed, one.by(Predictor::Model));
        states.entry(one.district.state()).or_default().push(scores);
    }
    let mut rows: Vec<_> = states.into_iter().map(|(state, all)| (state, all.len(), Scores::mean(&all))).collect();
    rows.sort_by(|(.., a), (.., b)| b.kl.total_cmp(&a.kl));
    rows
}

/// Compares the model's scores with the thresholds. Proper scores decide; whether the largest crop is among the first
/// three is reported only.
pub fn bars(judged: &[Judged]) -> [Bar; 6] {
    let scores = scores(judged, Predictor::Model);
    let (answered, of_answered) = answered(judged);
    #[expect(clippy::cast_precision_loss, reason = "there are at most 734 districts")]
    let coverage = answered as f64 / judged.len().max(1) as f64;
    let at_most = |name, bar, measured| Bar { name, bar, measured, passed: measured <= bar };
    let at_least = |name, bar, measured| Bar { name, bar, measured, passed: measured >= bar };
    [
        at_most("KL", 0.452, scores.kl),
        at_most("cross-entropy", 1.515, scores.cross_entropy),
        at_least("overlap@3", 0.637, scores.overlap3),
        at_least("overlap@5", 0.668, scores.overlap5),
        at_least("coverage", 0.97, coverage),
        at_most("KL of the answered", scores.kl, of_answered.kl),
    ]
}

/// The bounds of [`reliability`].
const BOUNDS: [f64; 10] = [0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0];

/// Reliability table of the model: predicted against observed shares. For a calibrated model the two columns agree.
#[expect(clippy::cast_precision_loss, reason = "there are at most 734 x 16 pairs")]
pub fn reliability(judged: &[Judged]) -> Vec<Bin> {
    let bins = BOUNDS.iter().zip(BOUNDS.iter().skip(1));
    bins.map(|(from, to)| {
        let (mut count, mut predicted, mut observed) = (0, 0.0, 0.0);
        for one in judged {
            let pairs = one.by(Predictor::Model).as_array().iter().zip(one.observed.as_array());
            for (share, seen) in pairs.filter(|(share, _)| *from <= **share && (**share < *to || **share >= 1.0)) {
                count += 1;
                predicted += share;
                observed += seen;
            }
        }
        let among = count.max(1) as f64;
        Bin { from: *from, to: *to, count, predicted: predicted / among, observed: observed / among }
    })
    .collect()
}
