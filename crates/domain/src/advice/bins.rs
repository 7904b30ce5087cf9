//! Bins of ten days, in which harvests of perishable crops arrive.

use crate::Crop;

/// Number of ten-day bins of a year.
pub const BINS: usize = 36;

/// A figure for each ten-day bin of a year. The caller decides where the year starts.
pub type ByBin = [f64; BINS];

/// The crops that spoil: a glut in October is not undone by a shortage in March.
pub const PERISHABLES: [Crop; 2] = [Crop::Potato, Crop::Onion];

/// When a harvest of each of the [`PERISHABLES`] arrives: its part in each bin. The parts of a crop sum to 1; they are
/// all 0 if it cannot be sown now.
pub type HarvestBins = [ByBin; 2];
