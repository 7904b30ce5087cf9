//! What a hectare of a crop leaves its grower: yield x price at the farm + by-products - cost.
//!
//! Yield, by-products and cost are of one survey, so that they belong together. Cost is A2 + FL, what is paid out and
//! the family's labour. Land, water, risk and skill are not in it, so what two crops leave may differ threefold side by
//! side. Nothing here is a promise of income.

mod paid;
mod price;
mod survey;
mod years;

pub use paid::{Bought, NamedKind, NamedPrice, Paid};
pub use price::{FarmPrice, MarketPays, PriceOf, farm_price};
pub use survey::{Survey, survey};
pub use years::YieldYears;

use crate::figures::Confidence;
use crate::market_price::StatePrice;
use crate::usual_yield::YieldOf;
use crate::{Crop, CropYear, State, Water};

/// What is reckoned of a hectare of a crop in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Yield, by-products and cost.
    pub survey: &'static Survey,
    /// How yields differ between years. `None` where that is not known of the state.
    pub years: Option<&'static YieldYears>,
    /// What public buyers and mills pay.
    pub paid: Paid,
    /// What the market pays.
    pub market: MarketPays,
}

/// When a crop is sown and sold.
#[derive(Clone, Copy, Debug)]
pub struct Selling<'a> {
    /// The crop year of its sowing.
    pub crop_year: CropYear,
    /// The month, from 1, in which its harvest begins.
    pub harvest_month: i8,
    /// What the markets of its state have paid. `None`: no prices are imported.
    pub markets: Option<&'a StatePrice>,
}

/// What a budget lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// No survey of costs, neither of the state nor of a neighbour.
    Survey,
    /// The survey is of watered land, and the field has rain alone.
    UnwateredYield,
}

/// A poor year: with the yield, or the price, that one year of ten stays under, whichever leaves less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoorYear {
    /// What a hectare leaves, rupees. Negative: a loss.
    pub rupees: f64,
    /// The yield that one year of ten stays under, kg. `None` where years are not known.
    pub kg: Option<f64>,
    /// The price that one year of ten stays under, rupees per quintal, where it makes the year poor.
    pub price: Option<f64>,
}

/// The part of the cost that is the harvest's: it is not spent on what did not grow. Judgement: reaping, threshing and
/// carrying are about a fifth of what is paid out and worked.
const HARVEST_PART: f64 = 0.2;

impl Budget {
    /// The budget of a crop in a state, on a field with this water.
    pub fn of(crop: Crop, state: State, water: Option<Water>, selling: Selling<'_>) -> Result<Self, Lacking> {
        let survey = survey(crop, state).ok_or(Lacking::Survey)?;
        if water == Some(Water::RainOnly) && YieldOf::in_state(crop, survey.state) == YieldOf::Watered {
            return Err(Lacking::UnwateredYield);
        }
        let paid = Paid::of(crop, state, selling.crop_year);
        let mut market = MarketPays::of(crop, survey, selling.markets, selling.harvest_month);
        if paid.takes_all() {
            market = MarketPays { usual: paid.assured(), poor: paid.assured(), of: PriceOf::Named, ..market };
        }
        Ok(Self { survey, years: YieldYears::of(crop, state), paid, market })
    }

    /// How far it is trusted: as far as the weaker of price and survey.
    pub fn confidence(&self) -> Confidence {
        self.market.confidence.min(self.survey.confidence)
    }

    /// Rupees per quintal where the market pays this part of the usual price.
    pub fn price(&self, price_factor: f64) -> f64 {
        self.paid.mean(self.market.usual * price_factor)
    }

    /// Rupees that a usual hectare leaves, where the market pays this part of the usual price.
    pub fn margin(&self, price_factor: f64) -> f64 {
        self.left(1.0, self.price(price_factor))
    }

    /// Rupees that a hectare leaves in six of ten years, from and to: between the two worst and the two best. One figure
    /// where years are not known.
    pub fn usual_year(&self, price_factor: f64) -> (f64, f64) {
        let price = self.price(price_factor);
        let (low, high) = self.usual_yields();
        (self.left(low, price), self.left(high, price))
    }

    /// What a hectare leaves in a poor year.
    pub fn poor_year(&self, price_factor: f64) -> PoorYear {
        let poor_price = self.paid.mean(self.market.poor * price_factor);
        let by_price = self.left(1.0, poor_price);
        let part = self.years.map(|years| years.quantile(0.1));
        let by_yield = part.map(|part| self.left(part, self.price(price_factor)));
        PoorYear {
            rupees: by_yield.map_or(by_price, |left| left.min(by_price)),
            kg: part.map(|part| self.survey.kg * part),
            price: by_yield.is_none_or(|left| by_price < left).then_some(poor_price),
        }
    }

    /// Of ten years, in how many a hectare leaves a loss by its yield. `None` where years are not known.
    pub fn loss_years(&self, price_factor: f64) -> Option<u8> {
        let price = self.price(price_factor);
        self.years.map(|years| years.in_ten(|part| self.left(part, price) < 0.0))
    }

    /// The yields of six of ten years, from and to, as parts of the usual one.
    pub(crate) fn usual_yields(&self) -> (f64, f64) {
        self.years.map_or((1.0, 1.0), |years| (years.quantile(0.2), years.quantile(0.8)))
    }

    /// What a hectare leaves with this part of the usual yield, at a price per quintal.
    fn left(&self, part: f64, rupees_per_quintal: f64) -> f64 {
        let Survey { kg, by_product, cost, .. } = *self.survey;
        let not_harvested = HARVEST_PART * (1.0 - part).max(0.0);
        part * (kg / 100.0 * rupees_per_quintal + by_product) - cost * (1.0 - not_harvested)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(crop: Crop, state: State, water: Option<Water>) -> Result<Budget, Lacking> {
        let crop_year = CropYear::from_first_year(2026).unwrap();
        Budget::of(crop, state, water, Selling { crop_year, harvest_month: 10, markets: None })
    }

    #[test]
    fn a_hectare_of_sorghum_in_maharashtra_leaves_something_because_of_its_fodder() {
        let jowar = budget(Crop::Cholam, State::Maharashtra, None).unwrap();
        let grain = jowar.survey.kg / 100.0 * jowar.price(1.0);
        assert!(grain < jowar.survey.cost && jowar.margin(1.0) > 0.0, "{jowar:?}");
        let (low, high) = jowar.usual_year(1.0);
        assert!(low < jowar.margin(1.0) && jowar.margin(1.0) < high);
        assert!(jowar.poor_year(1.0).rupees < low);
    }

    #[test]
    fn a_crop_that_public_buyers_take_is_sold_at_the_support_price_whatever_the_market_pays() {
        let punjab = budget(Crop::Paddy, State::Punjab, None).unwrap();
        assert!((punjab.price(0.5) - 2_441.0).abs() < 1e-9 && (punjab.price(1.0) - 2_441.0).abs() < 1e-9);
        let bengal = budget(Crop::Paddy, State::WestBengal, None).unwrap();
        assert!((bengal.price(0.5) / bengal.price(1.0) - 0.5).abs() < 1e-9, "one quintal of eight is bought there");
        let tamil_nadu = budget(Crop::Paddy, State::TamilNadu, None).unwrap();
        let mean = 0.38 * 2_572.0 + 0.62 * tamil_nadu.market.usual * 0.5;
        assert!((tamil_nadu.price(0.5) - mean).abs() < 1e-9, "and four of ten here");
        let cane = budget(Crop::Sugarcane, State::UttarPradesh, None).unwrap();
        assert!((cane.price(0.5) - 390.0).abs() < 1e-9, "mills pay the advised price");
    }

    #[test]
    fn a_budget_names_what_it_lacks() {
        assert_eq!(budget(Crop::HorseGram, State::Karnataka, None), Err(Lacking::Survey));
        assert_eq!(budget(Crop::Paddy, State::TamilNadu, Some(Water::RainOnly)), Err(Lacking::UnwateredYield));
    }

    #[test]
    fn a_poor_year_is_one_of_little_harvest_or_for_potato_one_of_low_prices() {
        let groundnut = budget(Crop::Groundnut, State::Gujarat, None).unwrap();
        let poor = groundnut.poor_year(1.0);
        assert!(poor.price.is_none() && poor.kg.unwrap() < 400.0, "{poor:?}");
        assert!(groundnut.loss_years(1.0).unwrap() >= 2);
        let potato = budget(Crop::Potato, State::UttarPradesh, None).unwrap();
        assert!(potato.poor_year(1.0).price.unwrap() < 500.0);
    }

    #[test]
    fn years_that_are_not_known_leave_one_figure() {
        let bajra = budget(Crop::Cumbu, State::Rajasthan, None).unwrap();
        let (low, high) = bajra.usual_year(1.0);
        assert!((low - high).abs() < 1e-9 && bajra.loss_years(1.0).is_none());
        assert!(bajra.survey.by_product_part > 0.8, "more fodder than anywhere");
    }
}
