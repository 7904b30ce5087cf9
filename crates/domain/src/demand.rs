//! What is needed of each crop, what is met, and what is left.

use crate::regional::Basis;
use crate::{Crop, Kilograms};

/// The standing of one crop: how much of it is needed and how much is already met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemandRow {
    /// The crop.
    pub crop: Crop,
    /// What is needed in the crop year.
    pub demand: Kilograms,
    /// Supply already met: the operator's outside supply and the expected yield of every recorded sowing.
    pub met: Kilograms,
    /// Where demand and outside supply come from.
    pub basis: Basis,
}

impl DemandRow {
    /// Demand minus met; negative when there is a surplus.
    #[must_use]
    pub fn need(&self) -> Kilograms {
        self.demand - self.met
    }

    /// `met / demand * 100`, or 0 if demand is 0.
    #[must_use]
    pub fn met_percent(&self) -> f64 {
        percent(self.met, self.demand)
    }
}

/// The four figures above the demand table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Mean demand of the crops, to the nearest kilogram.
    pub average_demand: Kilograms,
    /// Mean supply met of the crops, to the nearest kilogram.
    pub average_met: Kilograms,
    /// All supply met as a percentage of all demand; 0 if there is no demand.
    pub met_percent: f64,
    /// All demand minus all supply met.
    pub total_need: Kilograms,
}

impl Summary {
    /// Sums up the rows; all zero for none.
    #[must_use]
    pub fn of(rows: &[DemandRow]) -> Self {
        let demand: Kilograms = rows.iter().map(|row| row.demand).sum();
        let met: Kilograms = rows.iter().map(|row| row.met).sum();
        Self {
            average_demand: average(demand, rows.len()),
            average_met: average(met, rows.len()),
            met_percent: percent(met, demand),
            total_need: demand - met,
        }
    }
}

fn average(total: Kilograms, count: usize) -> Kilograms {
    match i64::try_from(count) {
        Ok(count) if count > 0 => Kilograms(crate::quantity::divide_half_up(total.0, count)),
        _ => Kilograms(0),
    }
}

fn percent(part: Kilograms, whole: Kilograms) -> f64 {
    if whole.0 == 0 { 0.0 } else { part.tonnes() / whole.tonnes() * 100.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(demand: i64, met: i64) -> DemandRow {
        DemandRow { crop: Crop::Groundnut, demand: Kilograms(demand), met: Kilograms(met), basis: Basis::Imported }
    }

    #[test]
    fn need_is_demand_minus_met() {
        assert_eq!(row(10_000, 3_000).need(), Kilograms(7_000));
        assert_eq!(row(3_000, 10_000).need(), Kilograms(-7_000), "a surplus is shown as such");
    }

    #[test]
    fn met_percent_is_met_by_demand_times_100_or_0_if_demand_is_0() {
        assert!((row(8_000, 2_000).met_percent() - 25.0).abs() < 1e-12);
        assert!(row(0, 2_000).met_percent().abs() < f64::EPSILON);
    }

    #[test]
    fn the_four_figures() {
        let summary = Summary::of(&[row(10_000, 4_000), row(20_001, 6_000)]);
        assert_eq!(summary.average_demand, Kilograms(15_001), "15,000.5 kg, halves up");
        assert_eq!(summary.average_met, Kilograms(5_000));
        assert_eq!(summary.total_need, Kilograms(20_001));
        assert!((summary.met_percent - 10_000.0 / 30_001.0 * 100.0).abs() < 1e-9);
        assert_eq!(Summary::of(&[]).average_demand, Kilograms(0));
    }

    proptest! {
        #[test]
        fn the_total_need_is_the_sum_of_the_needs(rows in prop::collection::vec((0_i64..1 << 40, 0_i64..1 << 40), 0..16)) {
            let rows: Vec<_> = rows.into_iter().map(|(demand, met)| row(demand, met)).collect();
            prop_assert_eq!(Summary::of(&rows).total_need, rows.iter().map(DemandRow::need).sum());
        }

        #[test]
        fn percent_is_never_negative_nor_infinite(demand in 0_i64..1 << 50, met in 0_i64..1 << 50) {
            let percent = row(demand, met).met_percent();
            prop_assert!(percent.is_finite() && percent >= 0.0);
        }
    }
}
