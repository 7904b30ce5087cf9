//! How yields differ between years (`data/yield_years.csv`).

use crate::table::embedded;
use crate::{Crop, State};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Yields of past years beside the trend, for a district: 0.8 is a fifth under it.
#[derive(Clone, Debug, PartialEq)]
pub struct YieldYears {
    /// From the worst year to the best.
    parts: Vec<f64>,
}

/// A district's years scatter about this much more than those of its state, in which districts even out (1.3 to 2
/// times).
const WIDER: f64 = 1.6;

impl YieldYears {
    /// The years of a crop in a state. `None` where they are not known.
    pub fn of(crop: Crop, state: State) -> Option<&'static Self> {
        YEARS.get(&(crop, state))
    }

    /// Takes the trend out of yields by year, some of which may be unknown: the line with the median of all slopes
    /// between two years (Theil, A rank-invariant method of linear and polynomial regression analysis, 1950; Sen,
    /// Estimates of the regression coefficient based on Kendall's tau, 1968).
    fn beside_trend(yields: &[(f64, f64)]) -> Self {
        let pairs =
            yields.iter().enumerate().flat_map(|(at, one)| yields.iter().take(at).map(move |other| (one, other)));
        let slope = median(pairs.map(|((year, kg), (before, kg_before))| (kg - kg_before) / (year - before)).collect());
        let level = median(yields.iter().map(|(year, kg)| kg - slope * year).collect());
        let part = |(year, kg): &(f64, f64)| (1.0 + WIDER * (kg / (level + slope * year) - 1.0)).max(0.0);
        let mut parts: Vec<_> = yields.iter().map(part).collect();
        parts.sort_by(f64::total_cmp);
        Self { parts }
    }

    /// The yield that this part of the years, from 0 to 1, stays under.
    #[expect(clippy::cast_precision_loss, reason = "a few dozen years")]
    pub fn quantile(&self, part: f64) -> f64 {
        quantile(&self.parts, part * (self.parts.len() - 1) as f64)
    }

    /// Standard deviation of a district's years, as a part of the usual yield.
    #[expect(clippy::cast_precision_loss, reason = "a few dozen years")]
    pub fn variation(&self) -> f64 {
        let square = |part: &f64| (part - 1.0) * (part - 1.0);
        libm::sqrt(self.parts.iter().map(square).sum::<f64>() / self.parts.len() as f64)
    }

    /// The same of the state's years, in which districts even out.
    pub fn variation_of_state(&self) -> f64 {
        self.variation() / WIDER
    }

    /// Of ten years, in how many the yield is such, as a whole number.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10")]
    pub fn in_ten(&self, is_such: impl Fn(f64) -> bool) -> u8 {
        let such = self.parts.iter().filter(|part| is_such(**part)).count();
        (such as f64 * 10.0 / self.parts.len() as f64).round() as u8
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "a few hundred slopes")]
    let middle = (values.len().max(1) - 1) as f64 / 2.0;
    quantile(&values, middle)
}

/// The value at a place in a sorted list, between two of them where it is not whole.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a list")]
fn quantile(sorted: &[f64], place: f64) -> f64 {
    let at = |place: usize| sorted.get(place.min(sorted.len().max(1) - 1)).copied().unwrap_or_default();
    let before = place.floor();
    let low = at(before as usize);
    low + (at(before as usize + 1) - low) * (place - before)
}

static YEARS: LazyLock<BTreeMap<(Crop, State), YieldYears>> = LazyLock::new(|| embedded!("yield_years.csv", years));

fn years(row: &StringRecord) -> Option<((Crop, State), YieldYears)> {
    let first: f64 = row.get(2)?.parse().ok()?;
    let mut yields = Vec::new();
    for (after, kg) in (0_i16..).zip(row.get(3)?.split(' ')).filter(|(_, kg)| *kg != "-") {
        yields.push((first + f64::from(after), kg.parse().ok().filter(|kg: &f64| *kg > 0.0)?));
    }
    let is_enough = yields.len() >= LEAST_YEARS;
    is_enough.then_some(((row.get(0)?.parse().ok()?, row.get(1)?.parse().ok()?), YieldYears::beside_trend(&yields)))
}

/// Fewer years say nothing of one in ten.
const LEAST_YEARS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn years_are_wider_for_a_district_than_for_its_state() {
        let of = |crop, state| {
            let years = YieldYears::of(crop, state).unwrap();
            [0.1, 0.2, 0.8, 0.9].map(|part| (years.quantile(part) * 100.0).round() / 100.0)
        };
        assert_eq!(of(Crop::Paddy, State::Punjab).map(|part| part > 0.9 && part < 1.1), [true; 4], "watered");
        let [poor, low, high, good] = of(Crop::Groundnut, State::Gujarat);
        assert!(poor < 0.2 && low < 0.6 && high > 1.4 && good > 1.7, "a crop of the rains: {poor} {low} {high} {good}");
        assert_eq!(YieldYears::of(Crop::Cumbu, State::Rajasthan), None, "no figures");
    }

    #[test]
    fn so_many_of_ten_years() {
        let years = YieldYears { parts: vec![0.2, 0.8, 1.0, 1.1] };
        assert_eq!(years.in_ten(|part| part < 0.5), 3);
        assert_eq!(years.in_ten(|_| false), 0);
        assert!((years.quantile(0.5) - 0.9).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn a_trend_alone_is_no_risk(first in 500.0..5_000.0_f64, slope in -10.0..60.0_f64, count in 8_i16..25) {
            let yields: Vec<_> = (0..count).map(|year| (f64::from(year), first + slope * f64::from(year))).collect();
            let years = YieldYears::beside_trend(&yields);
            prop_assert!((years.quantile(0.1) - 1.0).abs() < 1e-6 && (years.quantile(0.9) - 1.0).abs() < 1e-6);
        }

        #[test]
        fn worse_years_are_under_better_ones(kg in prop::collection::vec(100.0..5_000.0_f64, 8..25)) {
            let yields: Vec<_> = (0_i16..).map(f64::from).zip(kg).collect();
            let years = YieldYears::beside_trend(&yields);
            let parts: Vec<_> = (0..=10).map(|tenth| years.quantile(f64::from(tenth) / 10.0)).collect();
            prop_assert!(parts.is_sorted() && parts.iter().all(|part| *part >= 0.0));
        }
    }
}
