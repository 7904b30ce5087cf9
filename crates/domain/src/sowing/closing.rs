//! The end of a sowing: a harvest or a failure.

use crate::Invalid;
use crate::crop::Crop;
use crate::quantity::{Kilograms, SquareMetres, fixed_point};
use jiff::Timestamp;

/// How a sowing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Harvested, with the weight if the farmer gives it. The expected yield stays in the supply.
    Harvested(Option<Kilograms>),
    /// Failed. The expected yield leaves the supply.
    Failed,
}

/// The end of a sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Closing {
    /// How it ended.
    pub outcome: Outcome,
    /// When the farmer said so.
    pub at: Timestamp,
}

/// Parses a harvest in whole kilograms.
pub fn harvested(text: &str) -> Result<Kilograms, Invalid> {
    fixed_point(text, 0).ok().filter(|kilograms| *kilograms >= 0).map(Kilograms).ok_or(Invalid::HarvestedKg)
}

/// Largest harvest of a field that is believed: three times the upper yield.
pub fn most_harvested(crop: Crop, area: SquareMetres) -> Kilograms {
    let per_hectare = i64::from(crop.facts().yield_range.max);
    Kilograms(area.0.saturating_mul(3 * per_hectare) / 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harvest_is_a_whole_number_of_kilograms() {
        assert_eq!(harvested("0"), Ok(Kilograms(0)));
        assert_eq!(harvested("2750"), Ok(Kilograms(2_750)));
        for text in ["", "-1", "0.5", "text", "99999999999999999999"] {
            assert_eq!(harvested(text), Err(Invalid::HarvestedKg), "{text}");
        }
    }

    #[test]
    fn a_harvest_of_more_than_three_times_the_upper_yield_is_not_believed() {
        assert_eq!(most_harvested(Crop::Groundnut, SquareMetres(10_000)), Kilograms(10_200));
        assert_eq!(most_harvested(Crop::Groundnut, SquareMetres(100)), Kilograms(102));
    }
}
