//! What a model is made of.

use super::kernel::KernelSoftmax;
use super::likeness::{self, Row};
use super::table::Table;
use super::trees::ExtraTrees;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What training found.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Seed of the training.
    pub seed: u64,
    /// The table that it was trained on.
    pub table: Table,
    /// Settings that training chose.
    pub settings: Settings,
    /// Largest distance to the nearest training district at which the model answers, as `Site::distance` gives it.
    pub farthest: f64,
    /// Largest disagreement of the members at which the model answers, as `disagreement` gives it.
    pub contradicting: f64,
    /// Variance of the observed shares of a district of uncertainty 1, as [`Table::uncertainties`] gives it, relative
    /// to the variance of the true shares around the model's.
    pub noise: f64,
    /// The first member.
    pub kernel: KernelSoftmax,
    /// The second member.
    pub trees: ExtraTrees,
}

/// Settings that training chooses.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub struct Settings {
    /// Settings of the kernel.
    pub kernel: likeness::Settings,
    /// Smallest weight of a district. A district of at least median area has weight 1; shares of a small area are less
    /// certain.
    pub lightest: f64,
    /// Minimum number of districts in a leaf.
    pub least_in_leaf: usize,
    /// Weight of the first member in the mean of both, from 0 to 1.
    pub kernel_votes: f64,
    /// Exponent of the mean shares, above 0 and at most 1: below 1 it makes them more equal.
    pub softening: f64,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel: likeness::Settings { price, climate_reach, reach }, lightest, .. } = self;
        let Self { least_in_leaf, kernel_votes, softening, .. } = self;
        write!(
            f,
            "price of roughness {price}, reach {reach}, reach in climate {climate_reach}, \
             smallest district weighs {lightest}, {least_in_leaf} districts in a leaf, \
             {kernel_votes} of the votes to the kernel, softened by the power {softening}"
        )
    }
}

impl Settings {
    /// The shares that both members together say, not yet brought to a sum of 1.
    pub fn together(&self, kernel: &Row, trees: &Row) -> Row {
        let mut together = *kernel;
        for (share, vote) in together.iter_mut().zip(trees) {
            *share = libm::pow(self.kernel_votes * *share + (1.0 - self.kernel_votes) * vote, self.softening);
        }
        together
    }
}
