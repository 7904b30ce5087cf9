//! Measures of a simulation.

use grow_domain::advice::ByCrop;

/// A supply above this part of demand is a glut.
pub(crate) const GLUT: f64 = 1.2;

/// A supply below this part of demand is a shortage.
pub(crate) const SHORTAGE: f64 = 0.8;

/// How far supply was from demand, and what it meant for farmers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Root mean square of supply / demand - 1 over crops and seasons, weighted by the usual value of demand.
    pub imbalance: f64,
    /// Crops and seasons with more than 1.2 times the demand, per cent.
    pub gluts_percent: f64,
    /// Crops and seasons with less than 0.8 times the demand, per cent.
    pub shortages_percent: f64,
    /// Root mean square of price / usual price - 1, weighted by the usual value of demand.
    pub price_sd: f64,
    /// Income per hectare of those who follow, over that of those who do not, in the same districts and seasons. A
    /// hectare of each crop counts alike at usual price and weather.
    pub income_followers_over_others: f64,
    /// The same by gross value, in which a hectare of sugarcane is worth several of pulses.
    pub gross_followers_over_others: f64,
}

/// Sums over seasons.
#[derive(Default)]
pub(crate) struct Sums {
    value: f64,
    imbalance: f64,
    price: f64,
    crop_seasons: f64,
    gluts: f64,
    shortages: f64,
    followers: f64,
    others: f64,
    gross_followers: f64,
    gross_others: f64,
}

/// What came of a season.
pub(crate) struct Season {
    /// Supply and demand, kg.
    pub(crate) supply: ByCrop,
    pub(crate) demand: ByCrop,
    /// Price as a part of the usual one.
    pub(crate) price: ByCrop,
    /// Usual price, for a kg.
    pub(crate) usual_price: ByCrop,
    /// Income of followers and of others, each as if all land were theirs.
    pub(crate) income: (f64, f64),
    /// The same by gross value.
    pub(crate) gross: (f64, f64),
}

impl Sums {
    pub(crate) fn add(&mut self, season: &Season) {
        let goods = season.supply.iter().zip(season.demand).zip(season.price).zip(season.usual_price);
        for (((supply, demand), price), usual_price) in goods {
            let (value, met) = (demand * usual_price, supply / demand);
            self.value += value;
            self.imbalance += value * (met - 1.0) * (met - 1.0);
            self.price += value * (price - 1.0) * (price - 1.0);
            self.crop_seasons += 1.0;
            self.gluts += f64::from(u8::from(met > GLUT));
            self.shortages += f64::from(u8::from(met < SHORTAGE));
        }
        self.followers += season.income.0;
        self.others += season.income.1;
        self.gross_followers += season.gross.0;
        self.gross_others += season.gross.1;
    }

    pub(crate) fn outcome(&self) -> Outcome {
        Outcome {
            imbalance: libm::sqrt(self.imbalance / self.value),
            gluts_percent: 100.0 * self.gluts / self.crop_seasons,
            shortages_percent: 100.0 * self.shortages / self.crop_seasons,
            price_sd: libm::sqrt(self.price / self.value),
            income_followers_over_others: self.followers / self.others,
            gross_followers_over_others: self.gross_followers / self.gross_others,
        }
    }
}

impl Outcome {
    /// The mean of outcomes. All 0 without any.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are few outcomes")]
    pub fn mean(outcomes: &[Self]) -> Self {
        let count = outcomes.len().max(1) as f64;
        let of = |figure: fn(&Self) -> f64| outcomes.iter().map(figure).sum::<f64>() / count;
        Self {
            imbalance: of(|outcome| outcome.imbalance),
            gluts_percent: of(|outcome| outcome.gluts_percent),
            shortages_percent: of(|outcome| outcome.shortages_percent),
            price_sd: of(|outcome| outcome.price_sd),
            income_followers_over_others: of(|outcome| outcome.income_followers_over_others),
            gross_followers_over_others: of(|outcome| outcome.gross_followers_over_others),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_in_which_every_crop_is_a_quarter_over_its_demand() {
        let mut sums = Sums::default();
        let season = Season {
            supply: [125.0; 16],
            demand: [100.0; 16],
            price: [0.8; 16],
            usual_price: [2.0; 16],
            income: (11.0, 10.0),
            gross: (9.0, 10.0),
        };
        sums.add(&season);
        let outcome = sums.outcome();
        assert!((outcome.imbalance - 0.25).abs() < 1e-12 && (outcome.price_sd - 0.2).abs() < 1e-12);
        assert!((outcome.gluts_percent - 100.0).abs() < 1e-12 && outcome.shortages_percent.abs() < 1e-12);
        assert!((outcome.income_followers_over_others - 1.1).abs() < 1e-12);
    }
}
