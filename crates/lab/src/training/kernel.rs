//! Fit of a model's first member: softmax regression over a kernel of climate and place.
//!
//! The fit minimises the weighted cross-entropy of the observed shares plus a penalty on roughness. The problem is
//! convex with one optimum, so the fit needs no seed.

use crate::suitability::features::unlikeness;
use crate::suitability::kernel::{KernelSoftmax, softmax};
use crate::suitability::likeness::{Land, Row, Settings};
use std::iter;

/// Pairwise distances of the districts, in climate and in km. Both matrices are square and row-major.
pub(crate) struct Distances {
    count: usize,
    unlikeness: Vec<f64>,
    km: Vec<f64>,
}

impl Distances {
    pub(crate) fn between(lands: &[Land]) -> Self {
        let pairs = || lands.iter().flat_map(|a| lands.iter().map(move |b| (a, b)));
        Self {
            count: lands.len(),
            unlikeness: pairs().map(|(a, b)| unlikeness(&a.climate, &b.climate)).collect(),
            km: pairs().map(|(a, b)| a.place.distance_km(b.place)).collect(),
        }
    }

    /// The kernel matrix of some districts (rows) and others (columns).
    fn likeness(&self, settings: Settings, rows: &[usize], columns: &[usize]) -> Likeness {
        let mut values = Vec::with_capacity(rows.len() * columns.len());
        for row in rows {
            for column in columns {
                let at = row * self.count + column;
                let known = self.unlikeness.get(at).zip(self.km.get(at));
                values.push(known.map_or(0.0, |(unlike, km)| settings.likeness(*unlike, *km)));
            }
        }
        Likeness { columns: columns.len(), values }
    }
}

struct Likeness {
    columns: usize,
    values: Vec<f64>,
}

impl Likeness {
    fn times(&self, rows: &[Row]) -> Vec<Row> {
        self.values.chunks_exact(self.columns).map(|likeness| weighted_sum(likeness, rows)).collect()
    }
}

fn weighted_sum(weights: &[f64], rows: &[Row]) -> Row {
    let mut sum = [0.0; 16];
    for (weight, row) in weights.iter().zip(rows) {
        sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += weight * value);
    }
    sum
}

/// Fitted coefficients.
pub(crate) struct Fit {
    base: Row,
    coefficients: Vec<Row>,
}

impl Fit {
    /// Fits the coefficients of the districts `rows`, whose shares and weights are given in the same order.
    pub(crate) fn new(
        distances: &Distances,
        settings: Settings,
        rows: &[usize],
        shares: &[Row],
        weights: &[f64],
    ) -> Self {
        let likeness = distances.likeness(settings, rows, rows);
        let base = base(shares, weights);
        let problem = Problem { likeness, shares, weights, base, price: settings.price };
        Self { base, coefficients: problem.solve() }
    }

    /// Predicts shares of districts. `fitted_to` are the districts that it was fitted to.
    pub(crate) fn predict(
        &self,
        distances: &Distances,
        settings: Settings,
        rows: &[usize],
        fitted_to: &[usize],
    ) -> Vec<Row> {
        let likeness = distances.likeness(settings, rows, fitted_to);
        likeness.times(&self.coefficients).into_iter().map(|sum| softmax(plus(&self.base, 1.0, &sum))).collect()
    }

    /// Converts the fit into a member of a model.
    pub(crate) fn into_member(self, settings: Settings, lands: Vec<Land>) -> KernelSoftmax {
        #[expect(clippy::cast_possible_truncation, reason = "seven digits are more than the shares are known to")]
        let coefficients = self.coefficients.into_iter().map(|row| row.map(|value| value as f32)).collect();
        KernelSoftmax { settings, base: self.base, lands, coefficients }
    }
}

/// Logarithms of the weighted mean shares, finite also for a crop with share 0.
fn base(shares: &[Row], weights: &[f64]) -> Row {
    let total: f64 = weights.iter().sum();
    weighted_sum(weights, shares).map(|sum| libm::log((sum / total).max(1e-6)))
}

fn plus(a: &Row, factor: f64, b: &Row) -> Row {
    let mut sum = *a;
    sum.iter_mut().zip(b).for_each(|(sum, b)| *sum += factor * b);
    sum
}

/// Minimises `sum of weight x cross-entropy(shares, softmax(base + K A)) + price/2 trace(A' K A)` over the coefficients
/// A.
struct Problem<'a> {
    likeness: Likeness,
    shares: &'a [Row],
    weights: &'a [f64],
    base: Row,
    price: f64,
}

/// A function of the land, by its coefficients and by its values at the fitted districts (K times the coefficients).
#[derive(Clone)]
struct Function {
    coefficients: Vec<Row>,
    values: Vec<Row>,
}

/// A step and the change of the gradient along it, for [`Problem::solve`].
struct Correction {
    step: Function,
    change: Function,
    product: f64,
}

/// Number of past steps in the curvature estimate.
const MEMORY: usize = 12;
/// The fit has converged when this many steps in a row gain less than [`LEAST_GAIN`] of the loss.
const IDLE_STEPS: usize = 3;
const LEAST_GAIN: f64 = 1e-7;
/// Maximum number of steps. Real tables take 60 to 150.
const MOST_STEPS: usize = 500;
/// Armijo condition: a step must gain this part of the linear prediction.
const SUFFICIENT_GAIN: f64 = 1e-4;

impl Problem<'_> {
    /// L-BFGS (Nocedal and Wright, Numerical Optimization, 2nd edition, algorithm 7.4) in the inner product of
    /// functions, `<f, g> = sum of f's coefficients times g's values`. The kernel matrix is multiplied once a step and
    /// never factored.
    fn solve(&self) -> Vec<Row> {
        let nothing = vec![[0.0; 16]; self.shares.len()];
        let mut here = Function { coefficients: nothing.clone(), values: nothing };
        let mut loss = self.loss(&here);
        let mut slope = self.slope(&here);
        let mut corrections = Vec::<Correction>::new();
        let mut idle = 0;
        for _ in 0..MOST_STEPS {
            let way = downhill(&slope, &corrections);
            let promise = -way.dot(&slope);
            let mut length = if corrections.is_empty() { 1.0 / slope.dot(&slope).sqrt().max(1.0) } else { 1.0 };
            let (there, loss_there) = loop {
                let there = here.plus(length, &way);
                let loss_there = self.loss(&there);
                if loss_there <= loss - SUFFICIENT_GAIN * length * promise || length < 1e-10 {
                    break (there, loss_there);
                }
                length /= 2.0;
            };
            let slope_there = self.slope(&there);
            let correction = Correction::new(there.plus(-1.0, &here), slope_there.plus(-1.0, &slope));
            if correction.product > 0.0 {
                if corrections.len() == MEMORY {
                    corrections.remove(0);
                }
                corrections.push(correction);
            }
            idle = if loss - loss_there < LEAST_GAIN * loss { idle + 1 } else { 0 };
            (here, loss, slope) = (there, loss_there, slope_there);
            if idle == IDLE_STEPS {
                break;
            }
        }
        here.coefficients
    }

    fn loss(&self, function: &Function) -> f64 {
        let districts = self.shares.iter().zip(self.weights).zip(&function.values);
        let misfit: f64 = districts
            .map(|((shares, weight), values)| {
                let logarithms = plus(&self.base, 1.0, values);
                let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let whole = largest + libm::log(logarithms.iter().map(|value| libm::exp(value - largest)).sum());
                weight * shares.iter().zip(logarithms).map(|(share, value)| share * (whole - value)).sum::<f64>()
            })
            .sum();
        misfit + self.price / 2.0 * function.dot(function)
    }

    /// The gradient of the loss, as a function with the coefficients `weight x (softmax - shares) + price x
    /// coefficients`.
    fn slope(&self, function: &Function) -> Function {
        let districts = self.shares.iter().zip(self.weights).zip(&function.values).zip(&function.coefficients);
        let coefficients: Vec<_> = districts
            .map(|(((shares, weight), values), coefficients)| {
                let excess = plus(&softmax(plus(&self.base, 1.0, values)), -1.0, shares);
                plus(&excess.map(|excess| weight * excess), self.price, coefficients)
            })
            .collect();
        Function { values: self.likeness.times(&coefficients), coefficients }
    }
}

impl Function {
    fn dot(&self, other: &Self) -> f64 {
        let products = iter::zip(&self.coefficients, &other.values);
        products.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()).sum()
    }

    fn plus(&self, factor: f64, other: &Self) -> Self {
        let add = |a: &[Row], b: &[Row]| a.iter().zip(b).map(|(a, b)| plus(a, factor, b)).collect();
        Self { coefficients: add(&self.coefficients, &other.coefficients), values: add(&self.values, &other.values) }
    }
}

impl Correction {
    fn new(step: Function, change: Function) -> Self {
        Self { product: step.dot(&change), step, change }
    }
}

/// The descent direction by the two-loop recursion.
fn downhill(slope: &Function, corrections: &[Correction]) -> Function {
    let mut way = slope.plus(-2.0, slope);
    let mut parts = Vec::with_capacity(corrections.len());
    for correction in corrections.iter().rev() {
        let part = correction.step.dot(&way) / correction.product;
        way = way.plus(-part, &correction.change);
        parts.push(part);
    }
    if let Some(last) = corrections.last() {
        way = way.plus(last.product / last.change.dot(&last.change) - 1.0, &way);
    }
    for (correction, part) in corrections.iter().zip(parts.into_iter().rev()) {
        let back = correction.change.dot(&way) / correction.product;
        way = way.plus(part - back, &correction.step);
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitability::features::{COUNT, Place, Standard};
    use grow_domain::District;

    const SETTINGS: Settings = Settings { price: 0.02, climate_reach: 1.2, reach: 0.75 };

    /// Some districts: half grow only paddy, the others paddy and cotton.
    fn example() -> (Vec<Land>, Vec<Row>, Vec<f64>) {
        let lands: Vec<_> =
            District::all().step_by(15).map(|district| Land::of(district.climate(), Standard::of_india())).collect();
        let shares = (0..lands.len())
            .map(|n| {
                let mut row = [0.0; 16];
                let cotton = if n % 2 == 0 { 0.0 } else { 0.25 };
                (row[0], row[15]) = (1.0 - cotton, cotton);
                row
            })
            .collect();
        let weights = vec![1.0; lands.len()];
        (lands, shares, weights)
    }

    #[test]
    fn at_the_fit_no_coefficient_can_be_moved_to_gain() {
        let (lands, shares, weights) = example();
        let rows: Vec<_> = (0..lands.len()).collect();
        let likeness = Distances::between(&lands).likeness(SETTINGS, &rows, &rows);
        let problem =
            Problem { likeness, shares: &shares, weights: &weights, base: base(&shares, &weights), price: 0.02 };
        let coefficients = problem.solve();
        let values = problem.likeness.times(&coefficients);
        let best = Function { coefficients, values };
        let loss = problem.loss(&best);
        for (district, crop) in [(0, 0), (7, 15), (30, 3)] {
            for nudge in [-0.01, 0.01] {
                let mut coefficients = best.coefficients.clone();
                coefficients[district][crop] += nudge;
                let values = problem.likeness.times(&coefficients);
                assert!(problem.loss(&Function { coefficients, values }) > loss - 1e-5);
            }
        }
        let slope = problem.slope(&best);
        assert!(slope.dot(&slope).sqrt() < 1e-2, "{}", slope.dot(&slope).sqrt());
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let (lands, shares, weights) = example();
        let rows: Vec<_> = (0..lands.len()).collect();
        let likeness = Distances::between(&lands).likeness(SETTINGS, &rows, &rows);
        let problem =
            Problem { likeness, shares: &shares, weights: &weights, base: base(&shares, &weights), price: 0.5 };
        let function = |nudge: f64| {
            let mut coefficients = vec![[0.1; 16]; lands.len()];
            coefficients[4][2] += nudge;
            let values = problem.likeness.times(&coefficients);
            Function { coefficients, values }
        };
        let by_difference = (problem.loss(&function(1e-5)) - problem.loss(&function(-1e-5))) / 2e-5;
        let by_slope = problem.slope(&function(0.0)).values[4][2];
        assert!((by_difference - by_slope).abs() < 1e-5, "{by_difference} {by_slope}");
    }

    #[test]
    fn the_member_predicts_what_the_fit_does() {
        let (lands, shares, weights) = example();
        let rows: Vec<_> = (0..lands.len()).collect();
        let distances = Distances::between(&lands);
        let fit = Fit::new(&distances, SETTINGS, &rows, &shares, &weights);
        let by_fit = fit.predict(&distances, SETTINGS, &rows, &rows);
        let member = fit.into_member(SETTINGS, lands.clone());
        for (land, by_fit) in lands.iter().zip(by_fit) {
            for (a, b) in member.predict(land).into_iter().zip(by_fit) {
                assert!((a - b).abs() < 1e-5, "{a} {b}");
            }
        }
    }

    #[test]
    fn land_like_nothing_known_gets_the_mean() {
        let (lands, shares, weights) = example();
        let rows: Vec<_> = (0..lands.len()).collect();
        let fit = Fit::new(&Distances::between(&lands), SETTINGS, &rows, &shares, &weights);
        let member = fit.into_member(SETTINGS, lands);
        let far = Land { climate: [90.0; COUNT], place: Place { north_km: -9e5, east_km: 9e5 } };
        let predicted = member.predict(&far);
        assert!((predicted[0] - 0.875).abs() < 0.01, "{predicted:?}");
    }
}
