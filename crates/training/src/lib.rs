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
mod trees;

use grow_domain::State;
use grow_domain::suitability::features::Standard;
use grow_domain::suitability::kernel::{Land, Row, Settings as KernelSettings};
use grow_domain::suitability::{Model, Parts, Settings, Table};
use kernel::{Distances, Fit};
use metrics::LEAST_SHARE;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use trees::{TREES, TrainingSet};

/// Seed of the shipped model.
pub const SEED: u64 = 3;

/// Initial settings of the search.
const FIRST: Settings = Settings {
    kernel: KernelSettings { price: 0.02, climate_reach: 1.2, reach: 0.75 },
    lightest: 0.2,
    least_in_leaf: 3,
};

/// Candidate values. Settings are searched one after the other, keeping the best.
const PRICES: [f64; 2] = [0.01, 0.04];
const REACHES: [f64; 2] = [0.5, 1.0];
const CLIMATE_REACHES: [f64; 2] = [0.8, 1.8];
const LIGHTEST: [f64; 1] = [1.0];
const LEAST_IN_LEAF: [usize; 3] = [3, 2, 5];

/// Number of cross-validation groups, each of whole states.
const GROUPS: usize = 5;

/// Number of trees while settings are chosen. Fewer than in the model suffice to compare settings.
const TREES_TO_CHOOSE_BY: u64 = 50;

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
    /// The member that was fitted.
    pub member: Member,
    /// Mean cross-entropy over the left-out districts, nats.
    pub cross_entropy: f64,
}

/// A member of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// Softmax regression over a kernel of climate and place.
    Kernel,
    /// Extremely randomised trees.
    Trees,
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kernel => "kernel",
            Self::Trees => "trees",
        })
    }
}

/// Trains a model: chooses its settings, then fits it to the whole table. The same table and seed give a bit-identical
/// model on every machine. `tell` is called after each trial.
pub fn train(table: &Table, seed: u64, tell: &mut dyn FnMut(Trial)) -> Result<Model, TooFewStates> {
    let data = TrainingData::new(table);
    let settings = data.choose(seed, tell)?;
    Ok(data.fit(settings, seed))
}

/// Fits a model with given settings, such as those of a [`Model`] of the same table.
#[must_use]
pub fn fit(table: &Table, settings: Settings, seed: u64) -> Model {
    TrainingData::new(table).fit(settings, seed)
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

    fn fit(self, settings: Settings, seed: u64) -> Model {
        let all: Vec<_> = (0..self.shares.len()).collect();
        let weights = self.weights(settings);
        let fit = Fit::new(&self.distances, settings.kernel, &all, &self.shares, &weights);
        let trees = self.training_set(&all, &weights).grow(TREES, settings.least_in_leaf, seed);
        Model::new(Parts {
            seed,
            table: self.table.fingerprint(),
            settings,
            standard: Standard::of_india().clone(),
            kernel: fit.into_member(settings.kernel, self.lands),
            trees,
        })
    }

    /// Chooses the settings with the lowest cross-entropy on left-out states.
    fn choose(&self, seed: u64, tell: &mut dyn FnMut(Trial)) -> Result<Settings, TooFewStates> {
        let parts = self.parts()?;
        let mut trials = Trials {
            best: FIRST,
            least: f64::INFINITY,
            done: 0,
            of: 1 + PRICES.len() + REACHES.len() + CLIMATE_REACHES.len() + LIGHTEST.len() + LEAST_IN_LEAF.len(),
            tell,
        };
        let by_kernel = |settings| self.kernel_entropy(settings, &parts);
        trials.attempt(Member::Kernel, FIRST, by_kernel);
        for price in PRICES {
            let kernel = KernelSettings { price, ..trials.best.kernel };
            trials.attempt(Member::Kernel, Settings { kernel, ..trials.best }, by_kernel);
        }
        for reach in REACHES {
            let kernel = KernelSettings { reach, ..trials.best.kernel };
            trials.attempt(Member::Kernel, Settings { kernel, ..trials.best }, by_kernel);
        }
        for climate_reach in CLIMATE_REACHES {
            let kernel = KernelSettings { climate_reach, ..trials.best.kernel };
            trials.attempt(Member::Kernel, Settings { kernel, ..trials.best }, by_kernel);
        }
        for lightest in LIGHTEST {
            trials.attempt(Member::Kernel, Settings { lightest, ..trials.best }, by_kernel);
        }
        trials.least = f64::INFINITY;
        for least_in_leaf in LEAST_IN_LEAF {
            let settings = Settings { least_in_leaf, ..trials.best };
            trials.attempt(Member::Trees, settings, |settings| self.trees_entropy(settings, &parts, seed));
        }
        Ok(trials.best)
    }

    /// Splits the districts into groups of whole states of about equal size: the largest state first, each into the
    /// smallest group so far.
    fn parts(&self) -> Result<Vec<Part>, TooFewStates> {
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
            Part { kept, left_out }
        };
        Ok(groups.iter().map(|(_, group)| part(group)).collect())
    }

    /// Weight of each district: its area relative to the median area, clamped to `lightest..=1`.
    fn weights(&self, settings: Settings) -> Vec<f64> {
        let mut areas: Vec<_> = self.table.rows().iter().map(|row| row.area_ha).collect();
        areas.sort_by(f64::total_cmp);
        let middle = areas.get(areas.len() / 2).copied().unwrap_or(1.0);
        self.table.rows().iter().map(|row| (row.area_ha / middle).clamp(settings.lightest, 1.0)).collect()
    }

    fn training_set(&self, rows: &[usize], weights: &[f64]) -> TrainingSet {
        let (lands, shares) = (select(&self.lands, rows), select(&self.shares, rows));
        TrainingSet::new(lands.iter().zip(&shares).zip(weights).map(|((land, shares), weight)| (land, shares, *weight)))
    }

    fn kernel_entropy(&self, settings: Settings, parts: &[Part]) -> f64 {
        let weights = self.weights(settings);
        self.entropy(parts, |Part { kept, left_out }| {
            let (shares, weights) = (select(&self.shares, kept), select(&weights, kept));
            let fit = Fit::new(&self.distances, settings.kernel, kept, &shares, &weights);
            fit.predict(&self.distances, settings.kernel, left_out, kept)
        })
    }

    fn trees_entropy(&self, settings: Settings, parts: &[Part], seed: u64) -> f64 {
        let weights = self.weights(settings);
        self.entropy(parts, |Part { kept, left_out }| {
            let trees =
                self.training_set(kept, &select(&weights, kept)).grow(TREES_TO_CHOOSE_BY, settings.least_in_leaf, seed);
            select(&self.lands, left_out).iter().map(|land| trees.predict(land)).collect()
        })
    }

    /// The unweighted mean cross-entropy over the left-out districts, nats.
    #[expect(clippy::cast_precision_loss, reason = "there are at most 734 districts")]
    fn entropy(&self, parts: &[Part], predict: impl Fn(&Part) -> Vec<Row>) -> f64 {
        let mut sum = 0.0;
        for part in parts {
            for (observed, predicted) in select(&self.shares, &part.left_out).iter().zip(predict(part)) {
                for (observed, predicted) in observed.iter().zip(predicted) {
                    sum -= observed * libm::log(predicted.max(LEAST_SHARE));
                }
            }
        }
        sum / self.shares.len() as f64
    }
}

/// Rows to fit to, and rows to predict.
struct Part {
    kept: Vec<usize>,
    left_out: Vec<usize>,
}

struct Trials<'a> {
    best: Settings,
    least: f64,
    done: usize,
    of: usize,
    tell: &'a mut dyn FnMut(Trial),
}

impl Trials<'_> {
    fn attempt(&mut self, member: Member, settings: Settings, entropy: impl Fn(Settings) -> f64) {
        let cross_entropy = entropy(settings);
        self.done += 1;
        (self.tell)(Trial { done: self.done, of: self.of, settings, member, cross_entropy });
        if cross_entropy < self.least {
            (self.best, self.least) = (settings, cross_entropy);
        }
    }
}

fn select<T: Clone>(from: &[T], rows: &[usize]) -> Vec<T> {
    rows.iter().filter_map(|row| from.get(*row).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::suitability::shipped;

    /// The districts of five small states.
    fn small() -> Table {
        let states = [State::Goa, State::Kerala, State::Punjab, State::Sikkim, State::Tripura];
        Table::observed().only(|district| states.contains(&district.state()))
    }

    #[test]
    fn the_shipped_model_is_the_one_that_the_products_own_table_gives() {
        let table = Table::observed();
        assert_eq!(
            shipped().trained_on(),
            table.fingerprint(),
            "run `grow model train`: data/crop_share.csv has changed"
        );
        assert_eq!(shipped().seed(), SEED);
        let fitted = fit(table, shipped().settings(), SEED);
        assert!(fitted == *shipped(), "run `grow model train`: data/model.grow is not what it writes");
    }

    #[test]
    fn the_same_table_and_seed_give_the_same_file_and_every_trial_is_told() {
        let mut trials = Vec::new();
        let first = train(&small(), 7, &mut |trial| trials.push(trial)).unwrap();
        let second = train(&small(), 7, &mut |_| {}).unwrap();
        assert_eq!(first.to_bytes(), second.to_bytes());
        assert_eq!(trials.iter().map(|trial| trial.done).collect::<Vec<_>>(), (1..=11).collect::<Vec<_>>());
        assert!(trials.iter().all(|trial| trial.of == 11 && trial.cross_entropy.is_finite()));
        let best = |member| {
            let of_member = trials.iter().filter(|trial| trial.member == member);
            of_member.min_by(|a, b| a.cross_entropy.total_cmp(&b.cross_entropy)).unwrap().settings
        };
        assert_eq!(first.settings(), best(Member::Trees));
        assert_eq!(first.settings().kernel, best(Member::Kernel).kernel);
        assert_ne!(train(&small(), 8, &mut |_| {}).unwrap().version(), first.version());
    }

    #[test]
    fn settings_are_chosen_by_whole_states() {
        let table = small();
        let parts = TrainingData::new(&table).parts().unwrap();
        let states =
            |rows: &[usize]| -> BTreeSet<_> { rows.iter().map(|row| table.rows()[*row].district.state()).collect() };
        assert_eq!(parts.len(), 5);
        for Part { kept, left_out } in &parts {
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
