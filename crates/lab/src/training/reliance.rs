//! How far a model is relied on: its applicability domain, and its weight beside a district's own shares.

use crate::suitability::Table;
use crate::suitability::applicability::{Site, disagreement};
use crate::suitability::likeness::Row;
use grow_domain::District;

/// The part of the training districts that are near enough to those of other states. With [`AGREED`] it leaves 98.8 %.
const NEAR_ENOUGH: f64 = 0.995;

/// The part of the training districts on which the members agree enough when their state is left out.
const AGREED: f64 = 0.993;

/// The distance to the nearest training district beyond which a model does not answer: the quantile [`NEAR_ENOUGH`] of
/// the distances of the districts to the nearest one of another state.
pub(crate) fn farthest(table: &Table) -> f64 {
    let sites: Vec<(District, Site)> = table.rows().iter().map(|row| (row.district, Site::of(row.district))).collect();
    let to_other_state = |(district, site): &(District, Site)| {
        let others = sites.iter().filter(|(other, _)| other.state() != district.state());
        site.nearest(others.map(|(_, site)| site))
    };
    quantile(NEAR_ENOUGH, sites.iter().map(to_other_state).collect())
}

/// The disagreement of the members beyond which a model does not answer: the quantile [`AGREED`] of their disagreement
/// on left-out states.
pub(crate) fn contradicting(kernel: &[Row], trees: &[Row]) -> f64 {
    quantile(AGREED, kernel.iter().zip(trees).map(|(kernel, trees)| disagreement(kernel, trees)).collect())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "there are at most 734 districts"
)]
fn quantile(part: f64, mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = ((values.len() as f64 * part) as usize).min(values.len().saturating_sub(1));
    values.get(at).copied().unwrap_or(f64::INFINITY)
}

/// Variance of the observed shares around the true ones, relative to that of the true shares around the model's, for an
/// uncertainty of 1: slope over intercept of the squared misfit on left-out states, by least squares over
/// [`Table::uncertainties`]. 0 if small areas and few years do not fit worse.
pub(crate) fn noise(table: &Table, predicted: &[Row]) -> f64 {
    // Misfit = spread x (intercept + slope x): the spread is the variance of a draw with the predicted shares.
    let [mut ss, mut sx, mut xx, mut ys, mut yx] = [0.0; 5];
    for ((row, x), predicted) in table.rows().iter().zip(table.uncertainties()).zip(predicted) {
        for (observed, predicted) in row.shares.as_array().iter().zip(predicted) {
            let (square, spread) = ((observed - predicted) * (observed - predicted), predicted * (1.0 - predicted));
            ss += spread;
            sx += spread * x;
            xx += spread * x * x;
            ys += square;
            yx += square * x;
        }
    }
    let determinant = ss * xx - sx * sx;
    let (intercept, slope) = ((ys * xx - yx * sx) / determinant, (yx * ss - ys * sx) / determinant);
    if slope > 0.0 && intercept > 0.0 { slope / intercept } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitability::shipped;

    #[test]
    fn one_in_two_hundred_districts_is_farther_from_other_states_than_the_model_answers() {
        let table = Table::observed();
        let farthest = farthest(table);
        assert_eq!(farthest.to_bits(), shipped().farthest().to_bits());
        let sites: Vec<_> = table.rows().iter().map(|row| (row.district.state(), Site::of(row.district))).collect();
        let is_far = |(state, site): &&(_, Site)| {
            site.nearest(sites.iter().filter(|(other, _)| other != state).map(|(_, site)| site)) > farthest
        };
        let far = sites.iter().filter(is_far).count();
        assert!((2..=3).contains(&far), "{far} of {}", sites.len());
    }

    #[test]
    fn misfits_that_grow_with_a_small_area_are_noise_and_others_are_not() {
        let table = Table::observed();
        let predicted = |noisy: bool| -> Vec<Row> {
            let rows = table.rows().iter().zip(table.uncertainties()).map(|(row, x)| {
                // A tenth of the spread of a draw, and of a noisy row as much again for an uncertainty of 1.
                let noise = if noisy { (1.0 + x).sqrt() } else { 1.0 };
                let mut predicted = *row.shares.as_array();
                for (n, share) in predicted.iter_mut().enumerate() {
                    let off = 0.1 * (*share * (1.0 - *share)).sqrt() * noise;
                    *share += if n % 2 == 0 { off } else { -off };
                }
                predicted
            });
            rows.collect()
        };
        let (noisy, even) = (noise(table, &predicted(true)), noise(table, &predicted(false)));
        assert!(noisy > 0.3 && even < noisy / 2.0, "{noisy} {even}");
    }
}
