//! What awaits a crop that is sown on a day: water from rain, and money by the support price.

use crate::calendar::Harvest;
use crate::crop::YieldRange;
use crate::support_price::{SupportPrice, support_price};
use crate::usual_yield::usual_yield;
use crate::{Climate, Crop, CropYear, Region};
use jiff::ToSpan;
use jiff::civil::Date;
use std::sync::LazyLock;

/// Water that a crop wants from sowing to harvest, and the rain of a usual year in these days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Water {
    /// The least at which water does not hold the crop back (FAO `EcoCrop`), mm.
    pub need_mm: f64,
    /// Rain of a usual year, mm.
    pub rain_mm: f64,
}

impl Water {
    /// Water that a crop sown on this day wants, and its rain until the middle of the harvest.
    #[must_use]
    pub fn of(crop: Crop, climate: &Climate, sown_on: Date, harvest: Harvest) -> Self {
        let reaps = harvest.from.until(harvest.until).map_or(0, |span| span.get_days());
        let until = harvest.from.saturating_add((reaps / 2).days());
        let (mut day, mut rain_mm) = (sown_on, 0.0);
        while day < until {
            let next = day.last_of_month().saturating_add(1.day()).min(until);
            let days = day.until(next).map_or(0, |span| span.get_days());
            rain_mm += rain_of_day(climate, day) * f64::from(days);
            day = next;
        }
        Self { need_mm: need_mm(crop), rain_mm }
    }

    /// What must come from elsewhere, mm; 0 where the rain is enough.
    #[must_use]
    pub fn short_mm(self) -> f64 {
        (self.need_mm - self.rain_mm).max(0.0)
    }
}

/// The least rain in its season at which water does not hold a crop back, mm: the lower end of the optimum range of
/// `data/ecocrop.csv`.
fn need_mm(crop: Crop) -> f64 {
    /// The column `wants_mm_min`.
    const COLUMN: usize = 7;
    static NEEDS: LazyLock<Vec<f64>> = LazyLock::new(|| {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(include_bytes!("../../../data/ecocrop.csv").as_slice());
        reader.records().filter_map(|row| row.ok()?.get(COLUMN)?.parse().ok()).collect()
    });
    NEEDS.get(crop as usize).copied().unwrap_or_default()
}

fn rain_of_day(climate: &Climate, day: Date) -> f64 {
    let month = usize::try_from(day.month() - 1).ok().and_then(|month| climate.rain_mm.get(month));
    month.copied().unwrap_or_default() / f64::from(day.days_in_month())
}

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
    use crate::calendar::harvest;
    use crate::{District, State};
    use jiff::civil::date;
    use proptest::prelude::*;

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

    #[test]
    fn rain_of_the_days_in_the_field_is_set_against_the_need() {
        let mut climate = District::from_key("tn-erode").unwrap().climate().clone();
        climate.rain_mm = [31.0; 12];
        let sown_on = date(2026, 7, 1);
        let harvest = harvest(Crop::BlackGram, TAMIL_NADU, sown_on, None);
        let water = Water::of(Crop::BlackGram, &climate, sown_on, harvest);
        // 75 days: July and August, and thirteen days of September.
        assert!((water.rain_mm - (31.0 + 31.0 + 13.0 * 31.0 / 30.0)).abs() < 1e-9, "{water:?}");
        assert!((water.short_mm() - (water.need_mm - water.rain_mm)).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn rain_is_never_more_than_that_of_its_months(index in 0..16_usize, day in 0..365_i32) {
            let crop = Crop::all().nth(index).unwrap();
            let climate = District::from_key("mh-nashik").unwrap().climate();
            let sown_on = date(2026, 1, 1).saturating_add(day.days());
            let water = Water::of(crop, climate, sown_on, harvest(crop, TAMIL_NADU, sown_on, None));
            let years: f64 = 2.0 * climate.rain_mm.iter().sum::<f64>();
            prop_assert!(0.0 <= water.rain_mm && water.rain_mm <= years);
            prop_assert!(water.short_mm() >= 0.0);
        }
    }
}
