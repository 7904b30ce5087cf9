//! Figures by crop.

/// A figure for each of the sixteen crops, in the order of [`Crop::all`].
pub type ByCrop = [f64; 16];
