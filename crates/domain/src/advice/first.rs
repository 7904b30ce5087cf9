//! Which crops may be shown first.

use super::own_good::Returns;
use crate::{Crop, PerCrop};

/// Weights without some crops, where others are left.
pub(super) fn without(weights: &PerCrop<f64>, is_out: impl Fn(Crop, f64) -> bool) -> PerCrop<f64> {
    let rest = PerCrop::from_fn(|crop| if is_out(crop, weights[crop]) { 0.0 } else { weights[crop] });
    if rest.sum() > 0.0 { rest } else { *weights }
}

/// With this chance or more, a crop takes most of some land.
const MAJORITY: f64 = 0.5;

/// Below this chance, a crop is not first where another has a majority: one farmer alone hardly finds seed or a buyer.
const MINORITY: f64 = 0.1;

/// The weights without the crops that leave a loss in every usual year, while another earns.
pub(super) fn without_losing(
    weights: &PerCrop<f64>,
    returns: &PerCrop<Option<Returns>>,
    at_farm: &PerCrop<f64>,
) -> PerCrop<f64> {
    let earns = |crop: Crop| returns[crop].is_some_and(|returns| returns.margin(at_farm[crop]) > 0.0);
    let one_earns = weights.iter().any(|(crop, weight)| *weight > 0.0 && earns(crop));
    let loses = |crop: Crop| returns[crop].is_some_and(|returns| returns.best_margin(at_farm[crop]) <= 0.0);
    without(weights, |crop, _| one_earns && loses(crop))
}

/// The weights of the crops that may be shown first; 0 for the others. Where others are left, it is never
/// - a crop that leaves a loss in every usual year, while another earns;
/// - a crop that stands behind: past the days in which most of it is sown, or one that fails on the soil;
/// - a crop with less than a tenth of the chances, while another has half of them and India is not short of it by more
///   than the error of its figures.
pub(super) fn firsts(
    weights: &PerCrop<f64>,
    behind: &PerCrop<bool>,
    returns: &PerCrop<Option<Returns>>,
    at_farm: &PerCrop<f64>,
    is_short: &PerCrop<bool>,
) -> PerCrop<f64> {
    let of = without_losing(weights, returns, at_farm);
    let of = without(&of, |crop, _| behind[crop]);
    let whole = of.sum();
    let has_majority = of.values().iter().any(|weight| *weight >= MAJORITY * whole);
    without(&of, |crop, weight| has_majority && weight < MINORITY * whole && !is_short[crop])
}
