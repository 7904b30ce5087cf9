//! What a soil lacks for a crop, and what that means for the crop's share.

use super::doses::{Dose, reference_dose};
use super::reference;
use crate::farmer::Npk;
use crate::land::Shares;
use crate::validation::Nutrient;
use crate::{Crop, PerCrop, State};
use std::sync::LazyLock;

/// Rating of a nutrient in a soil, by `data/nutrient_ratings.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// Below the lower limit.
    Low,
    /// From the lower to the upper limit.
    Medium,
    /// Above the upper limit.
    High,
}

/// Shortfall of one nutrient for a crop on a soil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The nutrient.
    pub nutrient: Nutrient,
    /// The dose on a soil of medium rating, kg/ha of N, P2O5 or K2O.
    pub dose_kg_per_ha: f64,
    /// Result of the soil test. `None` for an untested nutrient.
    pub tested: Option<TestedGap>,
}

/// The part of a [`Gap`] that depends on a soil test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedGap {
    /// Available nutrient in the soil, kg/ha of N, P or K.
    pub soil_kg_per_ha: f64,
    /// Its rating in the farmer's state.
    pub rating: Rating,
    /// Shortfall, kg/ha of N, P2O5 or K2O. At most the dose; nitrogen that a legume fixes from the air is not included.
    pub short_kg_per_ha: f64,
}

/// Largest factor by which a farmer's soil changes a predicted share; the smallest factor is its inverse.
pub const MOST: f64 = 1.5;

/// Part of a need that a soil of medium rating does not cover. Doses are defined for such a soil.
const OPEN_ON_A_MEDIUM_SOIL: f64 = 0.5;

impl Nutrient {
    /// N, P, K.
    pub const ALL: [Self; 3] = [Self::Nitrogen, Self::Phosphorus, Self::Potassium];
}

/// Whether a nutrient was tested. 0 means 'not tested': no soil is without one.
pub fn is_tested(npk: Npk, nutrient: Nutrient) -> bool {
    npk.g_per_ha(nutrient) != 0
}

/// Whether any nutrient of the soil was tested.
pub fn is_any_tested(npk: Npk) -> bool {
    npk != Npk::default()
}

/// The tested value of a nutrient, kg/ha of N, P or K.
#[expect(clippy::cast_precision_loss, reason = "at most 2,000,000 g/ha")]
pub fn soil_kg_per_ha(npk: Npk, nutrient: Nutrient) -> f64 {
    npk.g_per_ha(nutrient) as f64 / 1000.0
}

/// Rates the tested value of a nutrient by the table of the state. `None` for an untested nutrient.
pub fn rating(npk: Npk, nutrient: Nutrient, state: State) -> Option<Rating> {
    let limits = reference::limits(nutrient, state);
    let found = soil_kg_per_ha(npk, nutrient);
    is_tested(npk, nutrient).then_some(if found < limits.low_below {
        Rating::Low
    } else if found > limits.high_above {
        Rating::High
    } else {
        Rating::Medium
    })
}

/// The gap of each nutrient between a dose of a crop and a soil.
pub fn gaps(crop: Crop, dose: &Dose, npk: Npk, state: State) -> [Gap; 3] {
    Nutrient::ALL.map(|nutrient| Gap {
        nutrient,
        dose_kg_per_ha: dose.of(nutrient),
        tested: rating(npk, nutrient, state).map(|rating| TestedGap {
            soil_kg_per_ha: soil_kg_per_ha(npk, nutrient),
            rating,
            short_kg_per_ha: need_of_the_soil(crop, dose, nutrient) * open(npk, nutrient, state),
        }),
    })
}

/// Factor by which a soil changes a crop's share, from 2/3 to 3/2, where these parts of the needs of N, P and K are not
/// covered by the soil. It is 1 on a medium soil.
///
/// `(3/2) ^ (2 x (shortfall on a medium soil - shortfall on this soil))`. The shortfall, from 0 to 1, is the mean over
/// N, P and K of `need x open`: the need relative to the largest need of any crop, and the open part. It grows with the
/// need, so more of a nutrient raises a crop at least as much as every crop that needs less of it. The need is that of
/// the crop's reference dose, not of a situation: the choice of a situation, or a border between two districts, does
/// not move the shares.
fn factor(crop: Crop, open: [f64; 3]) -> f64 {
    let needs = Nutrient::ALL.into_iter().zip(open);
    let more: f64 = needs.map(|(nutrient, open)| relative_need(crop, nutrient) * (OPEN_ON_A_MEDIUM_SOIL - open)).sum();
    MOST.powf(2.0 * more / 3.0)
}

/// Adjusts predicted shares to a farmer's soil: multiplies each by its [`factor`] and normalises the sum to 1. An
/// untested nutrient counts as medium, so an untested soil changes nothing.
pub fn adjust(shares: &Shares, npk: Npk, state: State) -> Shares {
    if !is_any_tested(npk) {
        return shares.clone();
    }
    let open = open_parts(npk, state);
    shares.scaled(|crop| factor(crop, open))
}

/// The parts of the needs of N, P and K that a soil does not cover.
fn open_parts(npk: Npk, state: State) -> [f64; 3] {
    Nutrient::ALL.map(|nutrient| open(npk, nutrient, state))
}

/// The part of a need that a soil does not cover, from 0 to 1.
///
/// It is linear in the tested value, so a small change of the value never causes a jump: 3/4 at the lower end of the
/// medium rating, 1/2 in its middle and 1/4 at its upper end. It is 1/2 where the nutrient is not tested.
fn open(npk: Npk, nutrient: Nutrient, state: State) -> f64 {
    if !is_tested(npk, nutrient) {
        return OPEN_ON_A_MEDIUM_SOIL;
    }
    let reference::Limits { low_below, high_above } = reference::limits(nutrient, state);
    let middle = f64::midpoint(low_below, high_above);
    let above_the_middle = (soil_kg_per_ha(npk, nutrient) - middle) / (high_above - low_below);
    (OPEN_ON_A_MEDIUM_SOIL - above_the_middle / 2.0).clamp(0.0, 1.0)
}

/// Need of a nutrient from soil and fertiliser, kg/ha of N, P2O5 or K2O.
fn need_of_the_soil(crop: Crop, dose: &Dose, nutrient: Nutrient) -> f64 {
    let from_the_air = if nutrient == Nutrient::Nitrogen { nitrogen_from_the_air(crop) } else { 0.0 };
    dose.of(nutrient) * (1.0 - from_the_air)
}

/// Need by the reference dose, relative to the crop with the largest need, from 0 to 1.
fn relative_need(crop: Crop, nutrient: Nutrient) -> f64 {
    static RELATIVE: LazyLock<[PerCrop<f64>; 3]> = LazyLock::new(|| {
        Nutrient::ALL.map(|nutrient| {
            let largest = Crop::all().map(|crop| reference_need(crop, nutrient)).fold(f64::MIN_POSITIVE, f64::max);
            PerCrop::from_fn(|crop| reference_need(crop, nutrient) / largest)
        })
    });
    RELATIVE.get(nutrient as usize).map_or(0.0, |needs| needs[crop])
}

fn reference_need(crop: Crop, nutrient: Nutrient) -> f64 {
    need_of_the_soil(crop, reference_dose(crop), nutrient)
}

/// The part of its nitrogen that a legume fixes from the air. Means of 5,374 field estimates by Peoples, Giller, Jensen
/// and Herridge, Plant and Soil 2021: pigeonpea 74 %; groundnut, green gram, black gram and chickpea 62 %. Horse gram
/// is not listed there and uses the value of its relatives.
fn nitrogen_from_the_air(crop: Crop) -> f64 {
    match crop {
        Crop::RedGram => 0.74,
        Crop::BengalGram | Crop::GreenGram | Crop::BlackGram | Crop::HorseGram | Crop::Groundnut => 0.62,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests;
