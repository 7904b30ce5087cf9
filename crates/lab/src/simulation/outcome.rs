//! Measures of a simulation.

use grow_domain::{Crop, PerCrop};

/// A supply above this part of demand is a glut.
pub(crate) const GLUT: f64 = 1.2;

/// A supply below this part of demand is a shortage.
pub(crate) const SHORTAGE: f64 = 0.8;

/// Followers who are left with less than this part of what others are lose by the advice.
pub(crate) const LOSING: f64 = 0.9;

/// How far supply was from demand, and what it meant for farmers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Root mean square of supply / demand - 1 over crops and years, weighted by the usual value of demand.
    pub imbalance: f64,
    /// Crops and years with more than 1.2 times the demand, per cent.
    pub gluts_percent: f64,
    /// Crops and years with less than 0.8 times the demand, per cent.
    pub shortages_percent: f64,
    /// Root mean square of price / usual price - 1, weighted by the usual value of demand.
    pub price_sd: f64,
    /// What is left over cost per hectare to those who follow, over what is left to those who do not, in the same
    /// districts, seasons and water.
    pub net_followers_over_others: f64,
    /// Land, weighted by years, on which followers are left with less than nine tenths of what others are in the same
    /// district, season and water, per cent.
    pub losing_percent: f64,
    /// Single followers who are left with less than nine tenths of the others' mean, per cent.
    pub losing_alone_percent: f64,
    /// The same of those who do not follow.
    pub others_losing_alone_percent: f64,
    /// First crops whose margin, where it is known, was expected to be under half of the mean of such land, per cent.
    pub poor_draws_percent: f64,
    /// Income per hectare of those who follow, over that of those who do not, where a hectare of each crop counts alike
    /// at usual price and weather.
    pub income_followers_over_others: f64,
    /// The same by gross value, in which a hectare of sugarcane is worth several of pulses.
    pub gross_followers_over_others: f64,
}

/// Sums over years.
#[derive(Default)]
pub(crate) struct Sums {
    value: f64,
    imbalance: f64,
    price: f64,
    crop_years: f64,
    gluts: f64,
    shortages: f64,
    farmers: Farmers,
}

/// What came of a year.
pub(crate) struct Year {
    /// Supply and demand, kg.
    pub(crate) supply: PerCrop<f64>,
    pub(crate) demand: PerCrop<f64>,
    /// Price as a part of the usual one.
    pub(crate) price: PerCrop<f64>,
    /// Usual price, for a kg.
    pub(crate) usual_price: PerCrop<f64>,
    pub(crate) farmers: Farmers,
}

/// What came of a year for followers and others, each as if all land were theirs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Farmers {
    /// Left over cost, rupees.
    pub(crate) net: (f64, f64),
    /// Hectares of a crop at usual price and weather.
    pub(crate) income: (f64, f64),
    /// Gross value, rupees.
    pub(crate) gross: (f64, f64),
    /// Land, ha.
    pub(crate) land: f64,
    /// Land of places where followers lose, ha.
    pub(crate) losing: f64,
    /// Land of single followers and single others who lose, ha.
    pub(crate) losing_alone: (f64, f64),
    /// Land that was drawn a crop with a known margin, and one with a poor margin.
    pub(crate) drawn: f64,
    pub(crate) drawn_poor: f64,
}

impl Farmers {
    pub(crate) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.net, other.net),
            (&mut self.income, other.income),
            (&mut self.gross, other.gross),
            (&mut self.losing_alone, other.losing_alone),
        ];
        for (sum, (followers, others)) in pairs {
            sum.0 += followers;
            sum.1 += others;
        }
        self.land += other.land;
        self.losing += other.losing;
        self.drawn += other.drawn;
        self.drawn_poor += other.drawn_poor;
    }
}

impl Sums {
    pub(crate) fn add(&mut self, year: &Year) {
        for crop in Crop::all() {
            let (demand, price) = (year.demand[crop], year.price[crop]);
            let (value, met) = (demand * year.usual_price[crop], year.supply[crop] / demand);
            self.value += value;
            self.imbalance += value * (met - 1.0) * (met - 1.0);
            self.price += value * (price - 1.0) * (price - 1.0);
            self.crop_years += 1.0;
            self.gluts += f64::from(u8::from(met > GLUT));
            self.shortages += f64::from(u8::from(met < SHORTAGE));
        }
        self.farmers.add(&year.farmers);
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let ratio = |(followers, others): (f64, f64)| followers / others;
        let Farmers { net, income, gross, land, losing, losing_alone, drawn, drawn_poor } = self.farmers;
        Outcome {
            imbalance: libm::sqrt(self.imbalance / self.value),
            gluts_percent: 100.0 * self.gluts / self.crop_years,
            shortages_percent: 100.0 * self.shortages / self.crop_years,
            price_sd: libm::sqrt(self.price / self.value),
            net_followers_over_others: ratio(net),
            losing_percent: 100.0 * losing / land,
            losing_alone_percent: 100.0 * losing_alone.0 / land,
            others_losing_alone_percent: 100.0 * losing_alone.1 / land,
            poor_draws_percent: if drawn > 0.0 { 100.0 * drawn_poor / drawn } else { 0.0 },
            income_followers_over_others: ratio(income),
            gross_followers_over_others: ratio(gross),
        }
    }
}

impl Outcome {
    /// The mean of outcomes. All 0 without any.
    #[expect(clippy::cast_precision_loss, reason = "there are few outcomes")]
    pub fn mean(outcomes: &[Self]) -> Self {
        let count = outcomes.len().max(1) as f64;
        let of = |figure: fn(&Self) -> f64| outcomes.iter().map(figure).sum::<f64>() / count;
        Self {
            imbalance: of(|outcome| outcome.imbalance),
            gluts_percent: of(|outcome| outcome.gluts_percent),
            shortages_percent: of(|outcome| outcome.shortages_percent),
            price_sd: of(|outcome| outcome.price_sd),
            net_followers_over_others: of(|outcome| outcome.net_followers_over_others),
            losing_percent: of(|outcome| outcome.losing_percent),
            losing_alone_percent: of(|outcome| outcome.losing_alone_percent),
            others_losing_alone_percent: of(|outcome| outcome.others_losing_alone_percent),
            poor_draws_percent: of(|outcome| outcome.poor_draws_percent),
            income_followers_over_others: of(|outcome| outcome.income_followers_over_others),
            gross_followers_over_others: of(|outcome| outcome.gross_followers_over_others),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_in_which_every_crop_is_a_quarter_over_its_demand() {
        let mut sums = Sums::default();
        let farmers = Farmers {
            net: (9.0, 10.0),
            income: (11.0, 10.0),
            gross: (9.0, 10.0),
            land: 10.0,
            losing: 2.0,
            losing_alone: (4.0, 3.0),
            drawn: 5.0,
            drawn_poor: 1.0,
        };
        let [supply, demand, price, usual_price] = [125.0, 100.0, 0.8, 2.0].map(PerCrop::all);
        let year = Year { supply, demand, price, usual_price, farmers };
        sums.add(&year);
        sums.add(&year);
        let outcome = sums.outcome();
        assert!((outcome.imbalance - 0.25).abs() < 1e-12 && (outcome.price_sd - 0.2).abs() < 1e-12);
        assert!((outcome.gluts_percent - 100.0).abs() < 1e-12 && outcome.shortages_percent.abs() < 1e-12);
        assert!((outcome.income_followers_over_others - 1.1).abs() < 1e-12);
        assert!((outcome.net_followers_over_others - 0.9).abs() < 1e-12);
        let percents = [outcome.losing_percent, outcome.losing_alone_percent, outcome.poor_draws_percent];
        assert!(percents.iter().zip([20.0, 40.0, 20.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{percents:?}");
    }
}
