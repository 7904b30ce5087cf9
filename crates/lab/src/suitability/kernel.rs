//! First member of a model: softmax regression over a kernel of climate and place.
//!
//! The logit of a crop's share is a smooth function of location and climate.

use super::lanes::{Group, LANES};
use super::likeness::{Land, Row, Settings};
use std::iter;

/// A fitted member.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelSoftmax {
    pub(super) settings: Settings,
    /// Logarithms of the mean shares.
    pub(super) base: Row,
    /// The districts it was fitted to.
    pub(super) lands: Vec<Land>,
    /// Coefficients of each district.
    pub(super) coefficients: Vec<[f32; 16]>,
    /// Lands and coefficients in the layout of predictions.
    groups: Vec<Group>,
}

impl KernelSoftmax {
    /// Creates a member. Each of the `lands` has its row of `coefficients`.
    #[must_use]
    pub fn new(settings: Settings, base: Row, lands: Vec<Land>, coefficients: Vec<[f32; 16]>) -> Self {
        let groups = iter::zip(lands.chunks(LANES), coefficients.chunks(LANES));
        let groups = groups.map(|(lands, coefficients)| Group::of(lands, coefficients)).collect();
        Self { settings, base, lands, coefficients, groups }
    }

    /// The shares of land; they sum to 1.
    #[must_use]
    pub fn predict(&self, land: &Land) -> Row {
        let mut logarithms = self.base;
        self.groups.iter().for_each(|group| group.add_to(&mut logarithms, self.settings, land));
        softmax(logarithms)
    }
}

/// Exponentials, normalised to a sum of 1.
#[must_use]
pub fn softmax(logarithms: Row) -> Row {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts = logarithms.map(|value| libm::exp(value - largest));
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
}
