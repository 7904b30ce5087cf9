//! First member of a model: softmax regression over a kernel of climate and place.
//!
//! The logit of a crop's share is a smooth function of location and climate.

use super::features::{Place, Standard, Standardised};
use super::lanes::{Group, LANES};
use super::real::Real;
use grow_domain::Climate;
use std::iter;

/// One number for each of the sixteen crops.
pub type Row = [f64; 16];

/// Hyperparameters of the kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Regularisation: the penalty on roughness.
    pub price: f64,
    /// Length scale of the climate distance.
    pub climate_reach: f64,
    /// Length scale of the geographic distance, relative to [`NEAR_KM`] and [`FAR_KM`].
    pub reach: f64,
}

/// Length scale of local effects, such as a soil, a market or a canal, km.
const NEAR_KM: f64 = 120.0;
/// Length scale of regional effects, km.
const FAR_KM: f64 = 400.0;

/// Input of the kernel: climate and location.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Standardised features of the climate.
    pub climate: Standardised,
    /// Location.
    pub place: Place,
}

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

impl Land {
    /// Describes a climate and its location.
    #[must_use]
    pub fn of(climate: &Climate, standard: &Standard) -> Self {
        Self { climate: standard.describe(climate), place: Place::of(climate) }
    }
}

impl Settings {
    /// The kernel of two lands: the sum of climate, local, regional, and climate times regional terms.
    #[must_use]
    pub fn likeness(self, unlikeness: f64, distance_km: f64) -> f64 {
        self.likeness_in(unlikeness, distance_km)
    }

    /// The same in either precision.
    #[inline]
    pub(super) fn likeness_in<R: Real>(self, unlikeness: R, distance_km: R) -> R {
        let half = R::of(0.5);
        let climate = matern(unlikeness / R::of(self.climate_reach));
        let neighbourhood = matern(distance_km / R::of(NEAR_KM * self.reach));
        let part = matern(distance_km / R::of(FAR_KM * self.reach));
        climate + half * neighbourhood + half * part + climate * part
    }
}

/// The Matern function of smoothness 3/2: 1 at 0, falling to 0.
fn matern<R: Real>(distance: R) -> R {
    let scaled = R::ROOT_OF_3 * distance;
    (R::of(1.0) + scaled) * (-scaled).exp_below_zero()
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
