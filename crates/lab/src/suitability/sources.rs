//! Districts that a prediction rests on, with their weights.
//!
//! The weights are those of the second member: two districts weigh on each other where trees put them into one leaf
//! (Meinshausen, Quantile regression forests, 2006). Calibration then shifts them as little as possible, so that the
//! weighted shares are the model's (Deville and Särndal, Generalized raking procedures in survey sampling, 1993).

use super::likeness::{Land, Row};
use super::table::{Observation, Table};
use super::trees::{ExtraTrees, features};
use grow_domain::{Crop, District};

/// A district that a prediction rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source<'a> {
    /// The district with its observed shares.
    pub observation: &'a Observation,
    /// Its weight. The weights of a prediction sum to 1.
    pub weight: f64,
}

/// The training districts in each leaf of each tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leafmates {
    /// For each tree, and each of its leaves and one more: where the districts of the leaf begin.
    begins: Vec<Vec<u16>>,
    /// For each tree: rows of the table, by leaf.
    rows: Vec<Vec<u16>>,
    /// Weight of each row of the table in the training.
    weights: Vec<f64>,
}

impl Leafmates {
    /// Sorts the training districts into the leaves.
    pub(super) fn new(trees: &ExtraTrees, lands: &[Land], weights: Vec<f64>) -> Self {
        let leaves: Vec<Vec<_>> = lands.iter().map(|land| trees.leaves(&features(land)).collect()).collect();
        let (mut begins, mut rows) = (Vec::new(), Vec::new());
        for (number, tree) in trees.trees.iter().enumerate() {
            let leaf_of = |row: usize| leaves.get(row).and_then(|leaves| leaves.get(number)).copied().unwrap_or(0);
            let mut sorted: Vec<_> = (0..lands.len()).collect();
            sorted.sort_by_key(|row| leaf_of(*row));
            let begin = |leaf| index(sorted.partition_point(|row| leaf_of(*row) < leaf));
            begins.push((0..=tree.leaves.len()).map(begin).collect());
            rows.push(sorted.into_iter().map(index).collect());
        }
        Self { begins, rows, weights }
    }

    /// Weight of each row of the table, before calibration. They sum to 1.
    fn shared_leaves(&self, trees: &ExtraTrees, land: &Land) -> Vec<f64> {
        let mut sums = vec![0.0; self.weights.len()];
        let mut whole = 0.0;
        for ((leaf, begins), rows) in trees.leaves(&features(land)).zip(&self.begins).zip(&self.rows) {
            let range =
                begins.get(leaf).zip(begins.get(leaf + 1)).map(|(from, to)| usize::from(*from)..usize::from(*to));
            let mates = range.and_then(|range| rows.get(range)).unwrap_or_default();
            let weight = |row: &u16| self.weights.get(usize::from(*row)).copied().unwrap_or(0.0);
            let total: f64 = mates.iter().map(weight).sum();
            for row in mates {
                if let Some(sum) = sums.get_mut(usize::from(*row)) {
                    *sum += weight(row) / total;
                }
            }
            whole += f64::from(u8::from(total > 0.0));
        }
        for sum in &mut sums {
            *sum /= whole;
        }
        sums
    }

    /// The districts that a prediction of `shares` for a land rests on. The weighted shares of the `crops` are within
    /// `tolerance` of the predicted ones wherever districts that share a leaf with the land grow that much and that
    /// little.
    pub(super) fn sources<'a>(
        &self,
        trees: &ExtraTrees,
        table: &'a Table,
        land: &Land,
        shares: &Row,
        crops: &[Crop],
        tolerance: f64,
    ) -> Vec<Source<'a>> {
        let weights = self.shared_leaves(trees, land);
        let mut sources: Vec<_> = table
            .rows()
            .iter()
            .zip(weights)
            .filter(|(_, weight)| *weight > 0.0)
            .map(|(observation, weight)| Source { observation, weight })
            .collect();
        calibrate(&mut sources, shares, crops, tolerance);
        sources
    }
}

/// A row of a table of fewer than 734 districts.
fn index(row: usize) -> u16 {
    u16::try_from(row).unwrap_or(u16::MAX)
}

/// Most crops with a share above 0.1.
const MOST: usize = 9;
const MOST_STEPS: usize = 12;
/// Largest step of a multiplier, so that a share that no district has does not overflow.
const LONGEST_STEP: f64 = 4.0;
/// Added to the variances, so that a crop that all districts grow alike can be divided by.
const RIDGE: f64 = 1e-6;

/// Multiplies each weight by `exp(sum over the crops of multiplier x share)`, with multipliers by Newton's method.
fn calibrate(sources: &mut [Source<'_>], shares: &Row, crops: &[Crop], tolerance: f64) {
    let crops = crops.get(..MOST).unwrap_or(crops);
    let count = crops.len();
    let grown = |source: &Source<'_>| {
        let mut row = [0.0; MOST];
        row.iter_mut().zip(crops).for_each(|(share, crop)| *share = source.observation.shares.of(*crop));
        row
    };
    let grown: Vec<_> = sources.iter().map(grown).collect();
    let prior: Vec<_> = sources.iter().map(|source| source.weight).collect();
    let mut target = [0.0; MOST];
    let share = |crop: &Crop| shares.get(*crop as usize).copied().unwrap_or(0.0);
    target.iter_mut().zip(crops).for_each(|(target, crop)| *target = share(crop));
    let mut multipliers = [0.0; MOST];
    let mut least = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        let weights = tilted(&prior, &grown, &multipliers);
        let mut gap = target;
        for (weight, row) in weights.iter().zip(&grown) {
            gap.iter_mut().zip(row).for_each(|(gap, share)| *gap -= weight * share);
        }
        let largest = gap.iter().fold(0.0, |largest: f64, gap| largest.max(gap.abs()));
        if largest < least {
            least = largest;
            sources.iter_mut().zip(&weights).for_each(|(source, weight)| source.weight = *weight);
        }
        if largest <= tolerance {
            break;
        }
        let mut matrix = [[0.0; MOST]; MOST];
        for (weight, row) in weights.iter().zip(&grown) {
            let mut apart = [0.0; MOST];
            for (((apart, share), target), gap) in apart.iter_mut().zip(row).zip(target).zip(gap) {
                *apart = share - (target - gap);
            }
            for (line, a) in matrix.iter_mut().zip(apart).take(count) {
                line.iter_mut().zip(apart).for_each(|(sum, b)| *sum += weight * a * b);
            }
        }
        let step = solve(matrix, gap, count);
        for (multiplier, step) in multipliers.iter_mut().zip(step) {
            *multiplier += step.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
    }
}

/// The weights with these multipliers, brought back to a sum of 1.
fn tilted(prior: &[f64], grown: &[[f64; MOST]], multipliers: &[f64; MOST]) -> Vec<f64> {
    let exponent = |row: &[f64; MOST]| row.iter().zip(multipliers).map(|(share, by)| share * by).sum::<f64>();
    let largest = grown.iter().map(exponent).fold(f64::NEG_INFINITY, f64::max);
    let mut weights: Vec<_> =
        prior.iter().zip(grown).map(|(prior, row)| prior * libm::exp(exponent(row) - largest)).collect();
    let whole: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= whole;
    }
    weights
}

/// Solves a symmetric positive semidefinite system of `count` unknowns by elimination.
#[expect(clippy::indexing_slicing, clippy::needless_range_loop, reason = "all indices are below the fixed size")]
fn solve(mut matrix: [[f64; MOST]; MOST], mut right: [f64; MOST], count: usize) -> [f64; MOST] {
    for at in 0..count {
        matrix[at][at] += RIDGE;
        for below in at + 1..count {
            let factor = matrix[below][at] / matrix[at][at];
            for column in at..count {
                matrix[below][column] -= factor * matrix[at][column];
            }
            right[below] -= factor * right[at];
        }
    }
    for at in (0..count).rev() {
        for after in at + 1..count {
            right[at] -= matrix[at][after] * right[after];
        }
        right[at] /= matrix[at][at];
    }
    right
}

/// Adds weight to one district and scales the others to keep the sum of 1.
pub(super) fn with_own<'a>(sources: Vec<Source<'a>>, own: &'a Observation, weight: f64) -> Vec<Source<'a>> {
    let mut all: Vec<_> =
        sources.into_iter().map(|source| Source { weight: source.weight * (1.0 - weight), ..source }).collect();
    let is_own = |district: District| district == own.district;
    match all.iter_mut().find(|source| is_own(source.observation.district)) {
        Some(source) => source.weight += weight,
        None => all.push(Source { observation: own, weight }),
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn calibrated_weights_give_the_shares_that_a_mixture_of_the_districts_has(
            mixture in prop::collection::vec(0.05_f64..1.0, 40),
            prior in prop::collection::vec(0.2_f64..1.0, 40),
        ) {
            let rows: Vec<_> = Table::observed().rows().iter().step_by(14).take(40).collect();
            let whole: f64 = mixture.iter().sum();
            let mut target = [0.0; 16];
            for (row, part) in rows.iter().zip(&mixture) {
                target.iter_mut().zip(row.shares.as_array()).for_each(|(sum, share)| *sum += part / whole * share);
            }
            let crops: Vec<_> = Crop::all().filter(|crop| target[*crop as usize] > 0.1).collect();
            let mut sources: Vec<_> =
                rows.iter().zip(&prior).map(|(row, weight)| Source { observation: row, weight: weight / prior.iter().sum::<f64>() }).collect();
            calibrate(&mut sources, &target, &crops, 0.001);
            prop_assert!((sources.iter().map(|source| source.weight).sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(sources.iter().all(|source| source.weight >= 0.0));
            for crop in crops {
                let weighted: f64 = sources.iter().map(|s| s.weight * s.observation.shares.of(crop)).sum();
                prop_assert!((weighted - target[crop as usize]).abs() <= 0.001, "{} {}", crop, weighted);
            }
        }
    }

    #[test]
    fn a_share_that_no_district_has_leaves_weights_that_sum_to_1() {
        let rows = Table::observed().rows();
        let mut sources: Vec<_> = rows.iter().take(5).map(|row| Source { observation: row, weight: 0.2 }).collect();
        let mut target = [0.0; 16];
        target[Crop::Potato as usize] = 1.0;
        calibrate(&mut sources, &target, &[Crop::Potato], 0.001);
        assert!((sources.iter().map(|source| source.weight).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(sources.iter().all(|source| source.weight.is_finite()));
    }
}
