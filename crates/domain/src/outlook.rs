//! What awaits a crop that is sown: money by the support price.

use crate::crop::YieldRange;
use crate::support_price::{SupportPrice, support_price};
use crate::usual_yield::usual_yield;
use crate::{Crop, CropYear, Region};

/// What a hectare brings at the support price, beside its published cost. Never a promise: yields and prices differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    /// Yields that it is computed for: what four of five districts of the state harvest, or the crop's average range.
    pub yields: YieldRange,
    /// Support price. `None` if the crop has none.
    pub support: Option<&'static SupportPrice>,
}

impl Money {
    /// Yield and support price of a crop that is sown in a crop year.
    #[must_use]
    pub fn of(crop: Crop, region: Region, crop_year: CropYear) -> Self {
        let of_state = match region {
            Region::State(state) => usual_yield(crop, state),
            Region::India => None,
        };
        Self { yields: of_state.unwrap_or(crop.facts().yield_range), support: support_price(crop, crop_year) }
    }

    /// Gross rupees per hectare at the lower and the upper yield, rounded to hundreds.
    #[must_use]
    pub fn gross_per_ha(&self) -> Option<(u32, u32)> {
        let price = self.support?.rupees_per_quintal;
        Some((rupees(self.yields.min, price), rupees(self.yields.max, price)))
    }

    /// Published cost per hectare at the middle of the yields, rupees, rounded to hundreds.
    #[must_use]
    pub fn cost_per_ha(&self) -> Option<u32> {
        let cost = self.support?.cost_rupees_per_quintal?;
        Some(rupees(u32::midpoint(self.yields.min, self.yields.max), cost))
    }
}

/// Rupees for a yield at a price per quintal of 100 kg, rounded to hundreds.
fn rupees(kg: u32, per_quintal: u32) -> u32 {
    (kg * per_quintal + 5_000) / 10_000 * 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    const TAMIL_NADU: Region = Region::State(State::TamilNadu);

    #[test]
    fn a_hectare_of_black_gram_at_the_support_price() {
        let year = CropYear::from_first_year(2026).unwrap();
        let money = Money::of(Crop::BlackGram, Region::India, year);
        assert_eq!(money.gross_per_ha(), Some((36_900, 114_800)), "450 and 1,400 kg at 8,200 rupees per quintal");
        assert_eq!(money.cost_per_ha(), Some(50_100), "925 kg at 5,418");
        let groundnut = Money::of(Crop::Groundnut, TAMIL_NADU, year);
        assert_eq!(groundnut.yields, YieldRange { min: 1_790, max: 4_260 }, "what the state harvests");
        assert_eq!(Money::of(Crop::Onion, TAMIL_NADU, year).gross_per_ha(), None);
    }
}
