//! How well models predict land that they were not trained on.
//!
//! Whole states, or whole blocks of 4 by 4 degrees, are left out one after the other; a model is trained on the rest, its settings chosen
//! there too, and predicts what was left out. Leaving single districts out would flatter: their neighbours grow what they grow.

use super::metrics::Scores;
use super::training::{TooFewStates, train};
use super::{Shares, Table, baselines};
use crate::{District, State};
use std::collections::BTreeMap;

/// What is left out at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// A state or union territory.
    States,
    /// A block of 4 by 4 degrees.
    Blocks,
}

/// A state or a block with its observed districts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// `Tamil Nadu`, or `8-12 N, 76-80 E`.
    pub name: String,
    /// The state, where the fold is one.
    pub state: Option<State>,
    /// Its observed districts.
    pub districts: Vec<District>,
}

/// Who predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// The model.
    Model,
    /// The mean shares of all districts.
    NationalShare,
    /// The envelope's scores, which know no shares.
    EcoCrop,
    /// The mean of the fifteen districts with the nearest climate.
    NearestDistricts,
}

/// A district that was left out: what it grows, and what each predictor said.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Which.
    pub district: District,
    /// What was observed.
    pub observed: Shares,
    /// What was predicted, in the order of [`Predictor::ALL`].
    pub predicted: [Shares; 4],
}

/// A figure that a model has to reach, leave-one-state-out over all observed districts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// What it is called.
    pub name: &'static str,
    /// The figure.
    pub bar: f64,
    /// What was measured.
    pub measured: f64,
    /// Whether the measured figure reaches the bar.
    pub passed: bool,
}

/// Predicted shares between two bounds, and what was observed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The bounds of the predicted share.
    pub from: f64,
    /// The upper bound.
    pub to: f64,
    /// How many pairs of district and crop.
    pub count: usize,
    /// Their mean predicted share.
    pub predicted: f64,
    /// Their mean observed share.
    pub observed: f64,
}

impl Predictor {
    /// The model and what it has to be better than.
    pub const ALL: [Self; 4] = [Self::Model, Self::NationalShare, Self::EcoCrop, Self::NearestDistricts];

    /// The name that a table shows.
    #[must_use]
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
    /// What a predictor said.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "one prediction for each of the four predictors, in order")]
    pub fn by(&self, predictor: Predictor) -> &Shares {
        &self.predicted[predictor as usize]
    }
}

/// Parts a table into folds: states by name, blocks from the south-west.
#[must_use]
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

/// The side of a block, degrees.
const BLOCK: i64 = 4;

/// The whole multiple of [`BLOCK`] at or below a coordinate.
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
                predicted: [model.predict(climate), mean.clone(), baselines::ecocrop(climate), nearest],
            }
        })
        .collect())
}

/// The mean scores of a predictor.
#[must_use]
pub fn scores(judged: &[Judged], predictor: Predictor) -> Scores {
    let each: Vec<_> = judged.iter().map(|one| Scores::of(&one.observed, one.by(predictor))).collect();
    Scores::mean(&each)
}

/// The model's scores by state, the largest divergence first.
#[must_use]
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

/// The bars of the model's scores.
#[must_use]
pub fn bars(scores: &Scores) -> [Bar; 5] {
    let at_most = |name, bar, measured| Bar { name, bar, measured, passed: measured <= bar };
    let at_least = |name, bar, measured| Bar { name, bar, measured, passed: measured >= bar };
    [
        at_most("KL", 0.49, scores.kl),
        at_most("cross-entropy", 1.55, scores.cross_entropy),
        at_least("overlap@3", 0.62, scores.overlap3),
        at_least("overlap@5", 0.645, scores.overlap5),
        at_least("largest in top 3", 0.885, scores.largest_in_top3),
    ]
}

/// The bounds of [`reliability`].
const BOUNDS: [f64; 10] = [0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0];

/// The model's predicted shares against the observed ones: where they mean what they say, the two columns are alike.
#[must_use]
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
