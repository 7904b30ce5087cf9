//! How alike two lands are, in climate and place: the kernel of the first member.

use super::features::{Place, Standard, Standardised};
use grow_domain::Climate;
use serde::{Deserialize, Serialize};

/// One number for each of the sixteen crops.
pub type Row = [f64; 16];

/// Hyperparameters of the kernel.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
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

impl Land {
    /// Describes a climate and its location.
    pub fn of(climate: &Climate, standard: &Standard) -> Self {
        Self { climate: standard.describe(climate), place: Place::of(climate) }
    }
}

impl Settings {
    /// The kernel of two lands: the sum of climate, local, regional, and climate times regional terms.
    pub fn likeness(self, unlikeness: f64, distance_km: f64) -> f64 {
        let climate = matern(unlikeness / self.climate_reach);
        let neighbourhood = matern(distance_km / (NEAR_KM * self.reach));
        let part = matern(distance_km / (FAR_KM * self.reach));
        climate + 0.5 * neighbourhood + 0.5 * part + climate * part
    }
}

/// The Matern function of smoothness 3/2: 1 at 0, falling to 0.
fn matern(distance: f64) -> f64 {
    let scaled = 3.0_f64.sqrt() * distance;
    (1.0 + scaled) * libm::exp(-scaled)
}
