//! What a soil test means for a crop: ratings, what the soil leaves open, how far that moves a prediction, and what to give.
//!
//! A soil test states available N, P and K in kg/ha, P and K as elements; doses and bags state N, P2O5 and K2O. The two are
//! never added up: a test is only rated, and the rating says which part of a dose's nutrient the soil leaves open.

use crate::farmer::Npk;
use crate::suitability::Shares;
use crate::{Crop, State};
use std::sync::LazyLock;

mod plan;
mod reference;

pub use crate::validation::Nutrient;
pub use plan::{Bags, FertiliserPlan, Fertilisers, plan};
pub use reference::{Dose, dose};

/// How a soil stands in a nutrient, by the table of ratings (`data/nutrient_ratings.csv`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// Below the lower figure.
    Low,
    /// From the lower to the higher figure.
    Medium,
    /// Above the higher figure.
    High,
}

/// What a soil leaves open of a crop's need of one nutrient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Of which nutrient.
    pub nutrient: Nutrient,
    /// The crop's dose on a soil of medium rating, kg/ha of N, P2O5 or K2O.
    pub dose_kg_per_ha: f64,
    /// What the test says; none for an untested soil.
    pub tested: Option<TestedGap>,
}

/// The part of a [`Gap`] that only a soil test can tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedGap {
    /// What is in the soil, kg/ha of N, P or K.
    pub soil_kg_per_ha: f64,
    /// How that is rated in the state.
    pub rating: Rating,
    /// What the soil leaves open of the crop's need, kg/ha of N, P2O5 or K2O: at most the dose, and for a legume only what it
    /// does not take from the air.
    pub short_kg_per_ha: f64,
}

/// A farmer's own soil changes a learned share by this factor at most, and by its inverse at least (science of issue 3).
pub const MOST: f64 = 1.5;

/// What a soil of medium rating leaves open of a need: half. The doses are made for such a soil.
const OPEN_ON_A_MEDIUM_SOIL: f64 = 0.5;

impl Nutrient {
    /// N, P, K.
    pub const ALL: [Self; 3] = [Self::Nitrogen, Self::Phosphorus, Self::Potassium];
}

/// Whether the soil was tested: 0, 0, 0 means 'not tested', never 'no nutrients'.
#[must_use]
pub fn is_tested(npk: Npk) -> bool {
    npk != Npk::default()
}

/// How much of a nutrient a test found, kg/ha of N, P or K.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "at most 2,000,000 g/ha")]
pub fn soil_kg_per_ha(npk: Npk, nutrient: Nutrient) -> f64 {
    let grams = match nutrient {
        Nutrient::Nitrogen => npk.nitrogen_g_per_ha,
        Nutrient::Phosphorus => npk.phosphorus_g_per_ha,
        Nutrient::Potassium => npk.potassium_g_per_ha,
    };
    grams as f64 / 1000.0
}

/// Rates what a test found of a nutrient, by the table of the state; none for an untested soil.
#[must_use]
pub fn rating(npk: Npk, nutrient: Nutrient, state: State) -> Option<Rating> {
    let limits = reference::limits(nutrient, state);
    let found = soil_kg_per_ha(npk, nutrient);
    is_tested(npk).then_some(if found < limits.low_below {
        Rating::Low
    } else if found > limits.high_above {
        Rating::High
    } else {
        Rating::Medium
    })
}

/// Nutrient by nutrient, what a soil leaves open of a crop's need.
#[must_use]
pub fn gaps(crop: Crop, npk: Npk, state: State) -> [Gap; 3] {
    Nutrient::ALL.map(|nutrient| Gap {
        nutrient,
        dose_kg_per_ha: dose(crop).of(nutrient),
        tested: rating(npk, nutrient, state).map(|rating| TestedGap {
            soil_kg_per_ha: soil_kg_per_ha(npk, nutrient),
            rating,
            short_kg_per_ha: need_of_the_soil(crop, nutrient) * open(npk, nutrient, state),
        }),
    })
}

/// How much a crop lacks on a soil, from 0 (nothing) to 1 (all, for a crop that needs the most of every nutrient).
///
/// It is the mean over N, P and K of `need x open`: the need relative to that of the crop that needs most, and the part of it
/// that the soil leaves open. An untested soil counts as one of medium rating.
#[must_use]
pub fn shortfall(crop: Crop, npk: Npk, state: State) -> f64 {
    mean(|nutrient| relative_need(crop, nutrient) * open(npk, nutrient, state))
}

/// By how much a soil raises or lowers a crop, from 2/3 to 3/2; 1 on a soil of medium rating and on an untested one.
///
/// `(3/2) ^ (2 x (shortfall on a medium soil - shortfall on this soil))`. The shortfall grows with the need, so that more of a
/// nutrient raises the crop that needs more of it at least as much as any other.
#[must_use]
pub fn factor(crop: Crop, npk: Npk, state: State) -> f64 {
    let on_a_medium_soil = mean(|nutrient| relative_need(crop, nutrient) * OPEN_ON_A_MEDIUM_SOIL);
    MOST.powf(2.0 * (on_a_medium_soil - shortfall(crop, npk, state)))
}

/// The learned shares on a farmer's own soil: each multiplied by its [`factor`], and brought back to a sum of 1. An untested
/// soil changes nothing.
#[must_use]
pub fn adjust(shares: &Shares, npk: Npk, state: State) -> Shares {
    if is_tested(npk) { shares.scaled(|crop| factor(crop, npk, state)) } else { shares.clone() }
}

/// The part of a need that a soil leaves open: 1/2 in the middle of the medium rating, 3/4 at its lower and 1/4 at its upper
/// end, and on at the same pace until all or nothing is open, so that no single kilogram makes another soil of it.
fn open(npk: Npk, nutrient: Nutrient, state: State) -> f64 {
    if !is_tested(npk) {
        return OPEN_ON_A_MEDIUM_SOIL;
    }
    let reference::Limits { low_below, high_above } = reference::limits(nutrient, state);
    let middle = f64::midpoint(low_below, high_above);
    let above_the_middle = (soil_kg_per_ha(npk, nutrient) - middle) / (high_above - low_below);
    (OPEN_ON_A_MEDIUM_SOIL - above_the_middle / 2.0).clamp(0.0, 1.0)
}

/// What a crop needs of a nutrient from soil and bag, kg/ha of N, P2O5 or K2O.
fn need_of_the_soil(crop: Crop, nutrient: Nutrient) -> f64 {
    let from_the_air = if nutrient == Nutrient::Nitrogen { nitrogen_from_the_air(crop) } else { 0.0 };
    dose(crop).of(nutrient) * (1.0 - from_the_air)
}

/// The same, as a part of what the crop that needs most of it needs: from 0 to 1.
fn relative_need(crop: Crop, nutrient: Nutrient) -> f64 {
    static LARGEST: LazyLock<[f64; 3]> = LazyLock::new(|| {
        Nutrient::ALL
            .map(|nutrient| Crop::all().map(|crop| need_of_the_soil(crop, nutrient)).fold(f64::MIN_POSITIVE, f64::max))
    });
    let [n, p, k] = *LARGEST;
    let largest = match nutrient {
        Nutrient::Nitrogen => n,
        Nutrient::Phosphorus => p,
        Nutrient::Potassium => k,
    };
    need_of_the_soil(crop, nutrient) / largest
}

/// The part of its nitrogen that a legume takes from the air: means of field measurements by Peoples, Giller, Jensen and
/// Herridge, Plant and Soil 2021 (5,374 estimates): pigeonpea 74 %; groundnut, green and black gram, chickpea 62 %. Horse gram,
/// which they do not name, is taken as its relatives.
fn nitrogen_from_the_air(crop: Crop) -> f64 {
    match crop {
        Crop::RedGram => 0.74,
        Crop::BengalGram | Crop::GreenGram | Crop::BlackGram | Crop::HorseGram | Crop::Groundnut => 0.62,
        _ => 0.0,
    }
}

fn mean(of: impl Fn(Nutrient) -> f64) -> f64 {
    Nutrient::ALL.into_iter().map(of).sum::<f64>() / 3.0
}

#[cfg(test)]
mod tests;
