//! SIMD layout of the fitted lands, for predictions.

use super::features::{COUNT, PADDED};
use super::likeness::{Land, Row, Settings};
use super::real::Real;

/// Number of fitted lands compared at once.
pub(super) const LANES: usize = 16;

/// A number for each land of a group.
type Lanes = [f32; LANES];

/// [`LANES`] fitted lands in structure-of-arrays layout. Single precision suffices for the six digits of a prediction,
/// and doubles the number of lands in a SIMD register.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    climate: [Lanes; PADDED],
    north_km: Lanes,
    east_km: Lanes,
    coefficients: [[f32; 16]; LANES],
}

impl Group {
    /// Creates a group of at most [`LANES`] lands. Missing lands have coefficients 0.
    pub(super) fn of(lands: &[Land], coefficients: &[[f32; 16]]) -> Self {
        let lane = |figure: &dyn Fn(&Land) -> f32| {
            let mut filled = [0.0; LANES];
            filled.iter_mut().zip(lands).for_each(|(lane, land)| *lane = figure(land));
            filled
        };
        let mut rows = [[0.0; 16]; LANES];
        rows.iter_mut().zip(coefficients).for_each(|(row, coefficients)| *row = *coefficients);
        Self {
            climate: std::array::from_fn(|figure| lane(&|land| land.climate.get(figure).copied().unwrap_or(0.0))),
            north_km: lane(&|land| f32::of(land.place.north_km)),
            east_km: lane(&|land| f32::of(land.place.east_km)),
            coefficients: rows,
        }
    }

    /// The contribution of these lands to the logits of another.
    #[expect(clippy::cast_precision_loss, reason = "there are 57 figures")]
    pub(super) fn add_to(&self, logarithms: &mut Row, settings: Settings, land: &Land) {
        let mut squares = [0.0; LANES];
        for (known, own) in self.climate.iter().zip(land.climate) {
            squares.iter_mut().zip(known).for_each(|(sum, known)| *sum += (own - known) * (own - known));
        }
        let (north_km, east_km) = (f32::of(land.place.north_km), f32::of(land.place.east_km));
        let mut likeness = squares;
        for ((likeness, north), east) in likeness.iter_mut().zip(self.north_km).zip(self.east_km) {
            let (north, east) = (north_km - north, east_km - east);
            let unlikeness = (*likeness / COUNT as f32).sqrt();
            *likeness = settings.likeness_in(unlikeness, (north * north + east * east).sqrt());
        }
        let mut sum = [0.0_f32; 16];
        for (likeness, coefficients) in likeness.iter().zip(&self.coefficients) {
            sum.iter_mut().zip(coefficients).for_each(|(sum, value)| *sum += likeness * value);
        }
        logarithms.iter_mut().zip(sum).for_each(|(logarithm, sum)| *logarithm += f64::from(sum));
    }
}
