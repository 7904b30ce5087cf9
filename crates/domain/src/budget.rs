//! What a hectare of a crop leaves its grower: yield of the state x price at the farm - cost.
//!
//! Cost is A2 + FL, what is paid out and the family's labour (`data/cost_of_cultivation.csv`). Land, water, risk and
//! skill are not in it, so what two crops leave may differ threefold side by side. Nothing here is a promise of income.

mod cost;
mod price;

pub use cost::{Cost, cost};
pub use price::{FarmPrice, farm_price};

use crate::crop::YieldRange;
use crate::figures::Confidence;
use crate::support_price::{Kind, support_price};
use crate::usual_yield::usual_yield;
use crate::{Crop, CropYear, State};

/// What is reckoned of a hectare of a crop in a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// What four of five districts of the state harvest, kg.
    pub yields: YieldRange,
    /// Price at the farm.
    pub price: &'static FarmPrice,
    /// The price that public buyers pay for most of the state's crop, rupees per quintal; 0 where they do not.
    pub floor: f64,
    /// Cost.
    pub cost: Cost,
}

/// What a budget lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// No reliable yield of the state.
    Yield,
    /// The yield of the state is that of watered land, and the field has rain alone.
    UnwateredYield,
    /// No cost, neither of the state nor of India.
    Cost,
}

impl Budget {
    /// The budget of a crop that is sown in a state in a crop year.
    pub fn of(crop: Crop, state: State, crop_year: CropYear) -> Result<Self, Lacking> {
        let yields = usual_yield(crop, state).ok_or(Lacking::Yield)?;
        let cost = cost(crop, state, yields).ok_or(Lacking::Cost)?;
        let price = farm_price(crop);
        let support = support_price(crop, crop_year)
            .filter(|support| support.kind == Kind::FairAndRemunerative || price.bought_in.contains(&state));
        Ok(Self { yields, price, floor: support.map_or(0.0, |support| support.rupees_per_quintal.into()), cost })
    }

    /// How far it is trusted: as far as the weaker of price and cost.
    pub fn confidence(&self) -> Confidence {
        self.price.confidence.min(self.cost.confidence)
    }

    /// Rupees per quintal where the price is this part of the usual one.
    pub fn price(&self, price_factor: f64) -> f64 {
        (self.price.usual * price_factor).max(self.floor)
    }

    /// Rupees that a usual hectare leaves, where the price is this part of the usual one.
    pub fn margin(&self, price_factor: f64) -> f64 {
        self.gross(price_factor) - self.cost.rupees_per_ha
    }

    /// Rupees that a usual hectare brings, where the price is this part of the usual one.
    pub fn gross(&self, price_factor: f64) -> f64 {
        self.brings(self.middle(), self.price.usual * price_factor)
    }

    /// Rupees that a hectare leaves in a usual year: from the middle of the lower half of the yields to that of the
    /// upper half.
    pub fn usual_year(&self, price_factor: f64) -> (f64, f64) {
        let (low, high) = (f64::from(self.yields.min), f64::from(self.yields.max));
        let of = |kg| self.brings(kg, self.price.usual * price_factor) - self.cost.rupees_per_ha;
        (of(f64::midpoint(low, self.middle())), of(f64::midpoint(self.middle(), high)))
    }

    /// Rupees that a hectare leaves in a poor year: the yield that one district in ten stays under, and the price of
    /// the worst year in ten. Negative: a loss.
    pub fn poor_year(&self, price_factor: f64) -> f64 {
        self.brings(self.yields.min.into(), self.price.poor * price_factor) - self.cost.rupees_per_ha
    }

    fn middle(&self) -> f64 {
        f64::from(self.yields.min + self.yields.max) / 2.0
    }

    fn brings(&self, kg: f64, rupees_per_quintal: f64) -> f64 {
        kg / 100.0 * rupees_per_quintal.max(self.floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(crop: Crop, state: State) -> Result<Budget, Lacking> {
        Budget::of(crop, state, CropYear::from_first_year(2026).unwrap())
    }

    #[test]
    fn a_hectare_of_groundnut_in_rajasthan() {
        let budget = budget(Crop::Groundnut, State::Rajasthan).unwrap();
        let (kg, cost) = (f64::from(budget.yields.min + budget.yields.max) / 2.0, 67_996.0 * 5_011.0 / 3_699.0);
        assert!((budget.cost.rupees_per_ha - cost).abs() < 1.0, "the survey of 2021-22, brought to 2026-27");
        assert!((budget.margin(1.0) - (kg * 72.46 - cost)).abs() < 1.0);
        let (low, high) = budget.usual_year(1.0);
        assert!(budget.poor_year(1.0) < low && low < budget.margin(1.0) && budget.margin(1.0) < high);
    }

    #[test]
    fn the_price_of_a_crop_with_public_buyers_stays_at_or_above_the_support_price() {
        let punjab = budget(Crop::Paddy, State::Punjab).unwrap();
        assert!((punjab.gross(0.5) - f64::from(punjab.yields.min + punjab.yields.max) / 200.0 * 2_441.0).abs() < 1.0);
        let bengal = budget(Crop::Paddy, State::WestBengal).unwrap();
        assert!((bengal.gross(0.5) / bengal.gross(1.0) - 0.5).abs() < 1e-9);
        let cane = budget(Crop::Sugarcane, State::TamilNadu).unwrap();
        assert!((cane.gross(0.5) - cane.gross(1.0)).abs() < 1e-9, "mills pay the fair price everywhere");
    }

    #[test]
    fn a_budget_names_the_missing_figure() {
        assert_eq!(budget(Crop::Paddy, State::Maharashtra), Err(Lacking::Yield));
        assert_eq!(budget(Crop::Onion, State::TamilNadu), Err(Lacking::Cost));
        assert!(State::all().all(|state| budget(Crop::HorseGram, state).is_err()), "nobody surveys its cost");
    }
}
