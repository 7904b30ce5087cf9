//! Demand, supply met and remaining need of each crop.

use crate::regional::{Basis, RegionBalance};
use crate::{Crop, Kilograms};

/// Demand and supply met of one crop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemandRow {
    /// The crop.
    pub crop: Crop,
    /// Demand and outside supply in the crop year, with their parts.
    pub standing: RegionBalance,
    /// Expected yield of every recorded sowing.
    pub sown: Kilograms,
}

impl DemandRow {
    /// What is wanted of the region's growers: domestic use and usual exports.
    pub fn demand(&self) -> Kilograms {
        self.standing.domestic + self.standing.exported
    }

    /// Supply already met: the outside supply and the expected yield of every recorded sowing.
    pub fn met(&self) -> Kilograms {
        self.standing.outside + self.sown
    }

    /// Demand minus met; negative when there is a surplus.
    pub fn need(&self) -> Kilograms {
        self.demand() - self.met()
    }

    /// One standard deviation of the figure, as a part of the demand.
    fn error(&self) -> f64 {
        self.demand().tonnes() * f64::from(self.standing.error_percent) / 100.0
    }

    /// Whether the need, or the surplus, is beyond the error of the figure. Never without a balance, where the demand
    /// is set to the usual supply and says nothing about need. A surplus is told only where the region's demand is
    /// known: neither the usual supply itself, nor a part of India's, whose error nobody has measured.
    pub fn is_beyond_error(&self) -> bool {
        let can_be_told = self.need() > Kilograms(0) || self.has_own_demand();
        self.standing.has_balance && can_be_told && self.need().tonnes().abs() > self.error()
    }

    /// Whether the demand was given for this region, and is another figure than the usual supply. They are the same
    /// where use was reckoned as what was grown less exports, because stocks are not known, and without a balance.
    fn has_own_demand(&self) -> bool {
        self.standing.basis == Basis::Given && self.demand() != self.standing.usual
    }

    /// `met / demand * 100`, or 0 if demand is 0.
    pub fn met_percent(&self) -> f64 {
        percent(self.met(), self.demand())
    }

    /// `met_percent` if the usual imports counted as met. `None` where no imports are known.
    pub fn with_imports_percent(&self) -> Option<f64> {
        self.standing.imports.map(|imports| percent(self.met() + imports.usual, self.demand()))
    }
}

/// The four figures above the demand table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Mean demand of the crops, tonnes. Unrounded, because the screen rounds it.
    pub average_demand_tonnes: f64,
    /// Mean supply met of the crops, tonnes.
    pub average_met_tonnes: f64,
    /// All supply met as a percentage of all demand; 0 if there is no demand.
    pub met_percent: f64,
    /// All demand minus all supply met.
    pub total_need: Kilograms,
    /// Whether the total need, or surplus, is beyond the error of the sum. A surplus is told only of a region whose
    /// figures were all given.
    pub is_beyond_error: bool,
}

impl Summary {
    /// Summarises the rows. Every figure is zero for an empty slice.
    pub fn of(rows: &[DemandRow]) -> Self {
        let demand: Kilograms = rows.iter().map(DemandRow::demand).sum();
        let met: Kilograms = rows.iter().map(DemandRow::met).sum();
        // Errors of different crops are taken as independent.
        let error = rows.iter().map(|row| row.error().powi(2)).sum::<f64>().sqrt();
        let can_be_told = demand > met || rows.iter().all(|row| row.standing.basis == Basis::Given);
        Self {
            average_demand_tonnes: average_tonnes(demand, rows.len()),
            average_met_tonnes: average_tonnes(met, rows.len()),
            met_percent: percent(met, demand),
            total_need: demand - met,
            is_beyond_error: can_be_told && (demand - met).tonnes().abs() > error,
        }
    }
}

/// Divides two integers with a single rounding.
#[expect(clippy::cast_precision_loss, reason = "weights stay far below 2^53 kg, and there are sixteen crops")]
fn average_tonnes(total: Kilograms, count: usize) -> f64 {
    if count == 0 { 0.0 } else { total.0 as f64 / (1000.0 * count as f64) }
}

#[expect(clippy::cast_precision_loss, reason = "a hundred times a weight stays below 2^53 kg")]
fn percent(part: Kilograms, whole: Kilograms) -> f64 {
    if whole.0 == 0 { 0.0 } else { part.0 as f64 * 100.0 / whole.0 as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{self, Imports};
    use crate::regional::UseBy;
    use proptest::prelude::*;

    fn row(demand: i64, met: i64) -> DemandRow {
        let standing = RegionBalance { domestic: Kilograms(demand), ..RegionBalance::default() };
        DemandRow { crop: Crop::Groundnut, standing, sown: Kilograms(met) }
    }

    #[test]
    fn need_is_demand_minus_met() {
        assert_eq!(row(10_000, 3_000).need(), Kilograms(7_000));
        assert_eq!(row(3_000, 10_000).need(), Kilograms(-7_000), "a surplus is shown as such");
    }

    #[test]
    fn a_need_or_a_surplus_within_the_error_of_the_figure_says_nothing() {
        let beyond = |demand, met, error_percent, has_balance| {
            let mut row = row(demand, met);
            row.standing.usual = Kilograms(met);
            (row.standing.error_percent, row.standing.has_balance) = (error_percent, has_balance);
            row.is_beyond_error()
        };
        assert_eq!([109, 110, 111].map(|met| beyond(100, met, 10, true)), [false, false, true]);
        assert_eq!([91, 90, 89].map(|met| beyond(100, met, 10, true)), [false, false, true]);
        assert!(beyond(0, 5, 10, true), "what nobody wants is too much");
        assert!(!beyond(100, 200, 10, false), "the demand is the usual supply");
    }

    #[test]
    fn a_surplus_is_told_only_where_the_regions_own_demand_is_known() {
        let part = Basis::PartOfIndia(UseBy::Population);
        for (met, usual, basis, is_told) in [
            (150, 120, Basis::Given, true),
            (150, 100, Basis::Given, false),
            (150, 120, part, false),
            (50, 100, Basis::Given, true),
            (50, 120, part, true),
        ] {
            let mut row = row(100, met);
            row.standing =
                RegionBalance { usual: Kilograms(usual), basis, has_balance: true, error_percent: 10, ..row.standing };
            assert_eq!(row.is_beyond_error(), is_told, "{row:?}");
            assert_eq!(Summary::of(&[row]).is_beyond_error, met < 100 || basis == Basis::Given);
        }
    }

    #[test]
    fn the_demand_of_these_crops_is_the_usual_supply() {
        let is_usual = |figure: &&figures::DemandFigure| figure.demand() == figure.usual_supply;
        let crops: Vec<_> = figures::reference().iter().filter(is_usual).map(|figure| figure.crop).collect();
        let (grown, as_grown) = ([Crop::Cholam, Crop::Cumbu], [Crop::HorseGram, Crop::Onion, Crop::Sugarcane]);
        assert_eq!(crops, [&grown[..], &[Crop::GreenGram], &as_grown].concat());
    }

    #[test]
    fn the_errors_of_the_crops_add_up_as_independent_ones() {
        let rows = |met| {
            [row(100, met), row(100, 100)].map(|mut row| {
                row.standing.error_percent = 10;
                row
            })
        };
        assert!(!Summary::of(&rows(114)).is_beyond_error);
        assert!(Summary::of(&rows(115)).is_beyond_error, "beyond 14.1 of both");
        assert!(!Summary::of(&[]).is_beyond_error);
    }

    #[test]
    fn met_percent_is_met_by_demand_times_100_or_0_if_demand_is_0() {
        assert!((row(8_000, 2_000).met_percent() - 25.0).abs() < 1e-12);
        assert!(row(0, 2_000).met_percent().abs() < f64::EPSILON);
    }

    #[test]
    fn imports_never_count_as_met_but_stand_beside_it() {
        let mut row = row(4_520, 3_540);
        assert_eq!(row.with_imports_percent(), None);
        row.standing.imports = Some(Imports {
            usual: Kilograms(1_160),
            duty_permille: 0,
            duty_as_of: jiff::civil::date(2026, 3, 31),
            price_percent: None,
        });
        assert_eq!(format!("{:.0} {:.0}", row.met_percent(), row.with_imports_percent().unwrap()), "78 104");
    }

    #[test]
    fn the_four_figures() {
        let summary = Summary::of(&[row(10_000, 4_000), row(20_001, 6_000)]);
        assert!((summary.average_demand_tonnes - 15.0005).abs() < 1e-12);
        assert!((summary.average_met_tonnes - 5.0).abs() < 1e-12);
        assert_eq!(summary.total_need, Kilograms(20_001));
        assert!((summary.met_percent - 10_000.0 / 30_001.0 * 100.0).abs() < 1e-9);
        assert!(Summary::of(&[]).average_demand_tonnes.abs() < f64::EPSILON);
    }

    #[test]
    fn an_average_is_not_rounded_before_the_screen_rounds_it() {
        let mut rows = [row(0, 53_063_348_844); 16];
        rows[0].sown = Kilograms(53_063_348_844 + 11);
        let average = Summary::of(&rows).average_met_tonnes;
        assert_eq!(
            average.to_string(),
            "53063348.8446875",
            "53063348.84 with two decimals, though 53063348.845 to the kilogram"
        );
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
