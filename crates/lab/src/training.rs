//! Training and evaluation of the suitability model: from a table of observed shares to a model and its scores.
//!
//! [`train`] fits a model, and [`evaluation`] measures the predictions for states that it was not fitted to. Settings
//! are chosen by cross-validation over the states of the table. A state that is left out of the table, to evaluate a
//! model, does not influence this choice.

mod baselines;
pub mod evaluation;
mod kernel;
pub mod metrics;
mod random;
mod reliance;
mod trees;

use crate::suitability::features::Standard;
use crate::suitability::likeness::{Land, Row, Settings as KernelSettings};
use crate::suitability::{Model, Parts, Settings, Table};
use grow_domain::State;
use kernel::{Distances, Fit};
use metrics::LEAST_SHARE;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use trees::{TREES, TrainingSet};

/// Seed of the shipped model.
pub const SEED: u64 = 3;

/// Initial settings of the search.
const FIRST: Settings = Settings {
    kernel: KernelSettings { price: 0.02, climate_reach: 1.2, reach: 0.75 },
    lightest: 0.2,
    least_in_leaf: 2,
    kernel_votes: 0.6,
    softening: 0.9,
};

/// Candidate values. Settings are searched one after the other, keeping the best.
const PRICES: [f64; 2] = [0.01, 0.04];
const REACHES: [f64; 2] = [0.5, 1.0];
const CLIMATE_REACHES: [f64; 2] = [0.8, 1.8];
const LIGHTEST: [f64; 1] = [1.0];
const LEAST_IN_LEAF: [usize; 2] = [3, 5];
/// Candidates that are compared anew for each trial, because they need no fit.
const KERNEL_VOTES: [f64; 4] = [0.5, 0.6, 0.7, 0.8];
const SOFTENINGS: [f64; 5] = [1.0, 0.95, 0.9, 0.85, 0.8];

/// Number of cross-validation groups, each of whole states.
const GROUPS: usize = 5;

/// Number of trees while settings are chosen. Fewer than in the model suffice to compare settings.
const TREES_TO_CHOOSE_BY: u64 = 100;

/// Minimum number of states for cross-validation.
const FEWEST_STATES: usize = 2;

/// The table is too small to train on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table has districts of {0} state; at least {FEWEST_STATES} are needed, so that one can be predicted from others"
)]
pub struct TooFewStates(usize);

/// Result of trying one combination of settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Number of trials so far.
    pub done: usize,
    /// Total number of trials.
    pub of: usize,
    /// The settings.
    pub settings: Settings,
    /// Mean cross-entropy of both members together over the left-out districts, nats.
    pub cross_entropy: f64,
}

/// Trains a model: chooses its settings, then fits it to the whole table. The same table and seed give a bit-identical
/// model on every machine. `tell` is called after each trial.
pub fn train(table: &Table, seed: u64, tell: &mut dyn FnMut(Trial)) -> Result<Model, TooFewStates> {
    let data = TrainingData::new(table);
    let parts = data.parts()?;
    let settings = data.choose(&parts, seed, tell);
    Ok(data.fit(settings, &parts, seed))
}

/// Fits a model with given settings, such as those of a [`Model`] of the same table.
pub fn fit(table: &Table, settings: Settings, seed: u64) -> Result<Model, TooFewStates> {
    let data = TrainingData::new(table);
    let parts = data.parts()?;
    Ok(data.fit(settings, &parts, seed))
}

/// Training data derived from a table.
struct TrainingData<'a> {
    table: &'a Table,
    lands: Vec<Land>,
    shares: Vec<Row>,
    distances: Distances,
}

impl<'a> TrainingData<'a> {
    fn new(table: &'a Table) -> Self {
        let standard = Standard::of_india();
        let lands: Vec<_> = table.rows().iter().map(|row| Land::of(row.district.climate(), standard)).collect();
        let shares = table.rows().iter().map(|row| *row.shares.as_array()).collect();
        Self { table, distances: Distances::between(&lands), lands, shares }
    }

    fn fit(self, settings: Settings, parts: &[Holdout], seed: u64) -> Model {
        let all: Vec<_> = (0..self.shares.len()).collect();
        let weights = self.table.weights(settings.lightest);
        let fit = Fit::new(&self.distances, settings.kernel, &all, &self.shares, &weights);
        let trees = self.training_set(&all, &weights).grow(TREES, settings.least_in_leaf, seed);
        let kernel_says = self.kernel_says(settings, parts);
        let trees_say = self.trees_say(settings, parts, seed);
        Model::new(Parts {
            seed,
            table: self.table.clone(),
            settings,
            farthest: reliance::farthest(self.table),
            contradicting: reliance::contradicting(&kernel_says, &trees_say),
            noise: reliance::noise(self.table, &kernel_says),
            kernel: fit.into_member(settings.kernel, self.lands),
            trees,
        })
    }

    /// Chooses the settings with which both members together have the lowest cross-entropy on left-out states.
    fn choose(&self, parts: &[Holdout], seed: u64, tell: &mut dyn FnMut(Trial)) -> Settings {
        let mut trials = Trials {
            best: FIRST,
            least: f64::INFINITY,
            kernel: Vec::new(),
            trees: Vec::new(),
            done: 0,
            of: 1 + PRICES.len() + REACHES.len() + CLIMATE_REACHES.len() + LIGHTEST.len() + LEAST_IN_LEAF.len(),
            shares: &self.shares,
            tell,
        };
        trials.attempt(FIRST, self.kernel_says(FIRST, parts), self.trees_say(FIRST, parts, seed));
        let with_kernel = |trials: &mut Trials<'_>, kernel: KernelSettings| {
            let settings = Settings { kernel, ..trials.best };
            trials.attempt(settings, self.kernel_says(settings, parts), trials.trees.clone());
        };
        for price in PRICES {
            let kernel = KernelSettings { price, ..trials.best.kernel };
            with_kernel(&mut trials, kernel);
        }
        for reach in REACHES {
            let kernel = KernelSettings { reach, ..trials.best.kernel };
            with_kernel(&mut trials, kernel);
        }
        for climate_reach in CLIMATE_REACHES {
            let kernel = KernelSettings { climate_reach, ..trials.best.kernel };
            with_kernel(&mut trials, kernel);
        }
        for lightest in LIGHTEST {
            let settings = Settings { lightest, ..trials.best };
            trials.attempt(settings, self.kernel_says(settings, parts), self.trees_say(settings, parts, seed));
        }
        for least_in_leaf in LEAST_IN_LEAF {
            let settings = Settings { least_in_leaf, ..trials.best };
            trials.attempt(settings, trials.kernel.clone(), self.trees_say(settings, parts, seed));
        }
        trials.best
    }

    /// Splits the districts into groups of whole states of about equal size: the largest state first, each into the
    /// smallest group so far.
    fn parts(&self) -> Result<Vec<Holdout>, TooFewStates> {
        let states: Vec<_> = self.table.rows().iter().map(|row| row.district.state()).collect();
        let mut sizes = BTreeMap::<State, usize>::new();
        for state in &states {
            *sizes.entry(*state).or_default() += 1;
        }
        if sizes.len() < FEWEST_STATES {
            return Err(TooFewStates(sizes.len()));
        }
        let mut by_size: Vec<_> = sizes.into_iter().collect();
        by_size.sort_by_key(|(_, size)| Reverse(*size));
        let mut groups = vec![(0, BTreeSet::new()); GROUPS.min(by_size.len())];
        for (state, size) in by_size {
            if let Some((districts, group)) = groups.iter_mut().min_by_key(|(districts, _)| *districts) {
                *districts += size;
                group.insert(state);
            }
        }
        let part = |group: &BTreeSet<State>| {
            let (left_out, kept) = (0..states.len()).partition(|at| states.get(*at).is_some_and(|s| group.contains(s)));
            Holdout { kept, left_out }
        };
        Ok(groups.iter().map(|(_, group)| part(group)).collect())
    }

    fn training_set(&self, rows: &[usize], weights: &[f64]) -> TrainingSet {
        let (lands, shares) = (select(&self.lands, rows), select(&self.shares, rows));
        TrainingSet::new(lands.iter().zip(&shares).zip(weights).map(|((land, shares), weight)| (land, shares, *weight)))
    }

    /// What the first member predicts for each district when its group is left out.
    fn kernel_says(&self, settings: Settings, parts: &[Holdout]) -> Vec<Row> {
        let weights = self.table.weights(settings.lightest);
        self.left_out(parts, |Holdout { kept, left_out }| {
            let (shares, weights) = (select(&self.shares, kept), select(&weights, kept));
            let fit = Fit::new(&self.distances, settings.kernel, kept, &shares, &weights);
            fit.predict(&self.distances, settings.kernel, left_out, kept)
        })
    }

    /// As [`Self::kernel_says`], for the second member.
    fn trees_say(&self, settings: Settings, parts: &[Holdout], seed: u64) -> Vec<Row> {
        let weights = self.table.weights(settings.lightest);
        self.left_out(parts, |Holdout { kept, left_out }| {
            let trees =
                self.training_set(kept, &select(&weights, kept)).grow(TREES_TO_CHOOSE_BY, settings.least_in_leaf, seed);
            select(&self.lands, left_out).iter().map(|land| trees.predict(land)).collect()
        })
    }

    /// Predictions for every district, in the order of the table.
    fn left_out(&self, parts: &[Holdout], predict: impl Fn(&Holdout) -> Vec<Row>) -> Vec<Row> {
        let mut all = vec![Row::default(); self.shares.len()];
        for part in parts {
            for (row, predicted) in part.left_out.iter().zip(predict(part)) {
                if let Some(slot) = all.get_mut(*row) {
                    *slot = predicted;
                }
            }
        }
        all
    }
}

/// A cross-validation split: rows to fit to, and rows to predict.
struct Holdout {
    kept: Vec<usize>,
    left_out: Vec<usize>,
}

struct Trials<'a> {
    best: Settings,
    least: f64,
    /// What the members predict with the best settings so far.
    kernel: Vec<Row>,
    trees: Vec<Row>,
    done: usize,
    of: usize,
    shares: &'a [Row],
    tell: &'a mut dyn FnMut(Trial),
}

impl Trials<'_> {
    /// Compares settings with the best so far. Votes and softening are chosen anew.
    fn attempt(&mut self, settings: Settings, kernel: Vec<Row>, trees: Vec<Row>) {
        let votes = KERNEL_VOTES.into_iter().flat_map(|votes| SOFTENINGS.map(|softening| (votes, softening)));
        let candidates = votes.map(|(kernel_votes, softening)| Settings { kernel_votes, softening, ..settings });
        let tried = candidates.map(|settings| (self.entropy(settings, &kernel, &trees), settings));
        let Some((cross_entropy, settings)) = tried.min_by(|(a, _), (b, _)| a.total_cmp(b)) else { return };
        self.done += 1;
        (self.tell)(Trial { done: self.done, of: self.of, settings, cross_entropy });
        if cross_entropy < self.least {
            (self.best, self.least, self.kernel, self.trees) = (settings, cross_entropy, kernel, trees);
        }
    }

    /// The unweighted mean cross-entropy over the districts, nats.
    #[expect(clippy::cast_precision_loss, reason = "there are at most 734 districts")]
    fn entropy(&self, settings: Settings, kernel: &[Row], trees: &[Row]) -> f64 {
        let mut sum = 0.0;
        for ((observed, kernel), trees) in self.shares.iter().zip(kernel).zip(trees) {
            let together = settings.together(kernel, trees);
            let whole: f64 = together.iter().sum();
            for (observed, predicted) in observed.iter().zip(together) {
                sum -= observed * libm::log((predicted / whole).max(LEAST_SHARE));
            }
        }
        sum / self.shares.len() as f64
    }
}

fn select<T: Clone>(from: &[T], rows: &[usize]) -> Vec<T> {
    rows.iter().filter_map(|row| from.get(*row).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitability::shipped;

    /// The districts of five small states.
    fn small() -> Table {
        let states = [State::Goa, State::Kerala, State::Punjab, State::Sikkim, State::Tripura];
        Table::observed().only(|district| states.contains(&district.state()))
    }

    #[test]
    fn the_shipped_model_is_the_one_that_the_products_own_table_gives() {
        let table = Table::observed();
        assert_eq!(
            shipped().table().fingerprint(),
            table.fingerprint(),
            "run `grow-lab model train`: data/crop_share.csv has changed"
        );
        assert_eq!(shipped().seed(), SEED);
        let fitted = fit(table, shipped().settings(), SEED).unwrap();
        assert!(fitted == *shipped(), "run `grow-lab model train`: crates/lab/model.grow is not what it writes");
    }

    #[test]
    fn the_same_table_and_seed_give_the_same_file_and_every_trial_is_told() {
        let mut trials = Vec::new();
        let first = train(&small(), 7, &mut |trial| trials.push(trial)).unwrap();
        let second = train(&small(), 7, &mut |_| {}).unwrap();
        assert_eq!(first.to_bytes(), second.to_bytes());
        assert_eq!(trials.iter().map(|trial| trial.done).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
        assert!(trials.iter().all(|trial| trial.of == 10 && trial.cross_entropy.is_finite()));
        let best = trials.iter().min_by(|a, b| a.cross_entropy.total_cmp(&b.cross_entropy)).unwrap();
        assert_eq!(first.settings(), best.settings);
        assert_ne!(train(&small(), 8, &mut |_| {}).unwrap().version(), first.version());
    }

    #[test]
    fn settings_are_chosen_by_whole_states() {
        let table = small();
        let parts = TrainingData::new(&table).parts().unwrap();
        let states =
            |rows: &[usize]| -> BTreeSet<_> { rows.iter().map(|row| table.rows()[*row].district.state()).collect() };
        assert_eq!(parts.len(), 5);
        for Holdout { kept, left_out } in &parts {
            assert!(states(kept).is_disjoint(&states(left_out)));
            assert_eq!(kept.len() + left_out.len(), table.rows().len());
        }
    }

    #[test]
    fn one_state_is_too_few() {
        let goa = Table::observed().only(|district| district.state() == State::Goa);
        let error = train(&goa, 1, &mut |_| {}).unwrap_err();
        assert_eq!(error, TooFewStates(1));
        assert!(error.to_string().contains("at least 2"), "{error}");
    }
}
