//! First member of a model: softmax regression over a kernel of climate and place.
//!
//! The logit of a crop's share is a smooth function of location and climate.

use super::features::unlikeness;
use super::likeness::{Land, Row, Settings};
use std::iter;

/// A fitted member.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelSoftmax {
    /// Settings of the kernel.
    pub settings: Settings,
    /// Logarithms of the mean shares.
    pub base: Row,
    /// The districts it was fitted to.
    pub lands: Vec<Land>,
    /// Coefficients of each district.
    pub coefficients: Vec<[f32; 16]>,
}

impl KernelSoftmax {
    /// The shares of land; they sum to 1.
    pub fn predict(&self, land: &Land) -> Row {
        let mut logarithms = self.base;
        for (known, coefficients) in iter::zip(&self.lands, &self.coefficients) {
            let unlikeness = unlikeness(&known.climate, &land.climate);
            let likeness = self.settings.likeness(unlikeness, known.place.distance_km(land.place));
            for (logarithm, coefficient) in logarithms.iter_mut().zip(coefficients) {
                *logarithm += likeness * f64::from(*coefficient);
            }
        }
        softmax(logarithms)
    }
}

/// Exponentials, normalised to a sum of 1.
pub fn softmax(logarithms: Row) -> Row {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts = logarithms.map(|value| libm::exp(value - largest));
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
}
