//! Prices at the farm: of the markets where they are imported, else of the table that ships (`data/farm_prices.csv`).

use super::survey::Survey;
use crate::calendar::month_price_index;
use crate::figures::Confidence;
use crate::market_price::StatePrice;
use crate::table::embedded;
use crate::{Crop, Region};
use csv::StringRecord;
use jiff::civil::{Date, date};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The price of a crop at the farm.
#[derive(Clone, Debug, PartialEq)]
pub struct FarmPrice {
    /// At the usual supply, rupees per quintal.
    pub usual: f64,
    /// In the worst of ten years, rupees per quintal.
    pub poor: f64,
    /// Change of the price in one season when supply changes by 1 %, per cent; negative.
    pub flexibility: f64,
    /// How far it is trusted.
    pub confidence: Confidence,
}

/// What the market pays at the usual supply, where nobody must pay more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarketPays {
    /// Rupees per quintal, in the month of the harvest.
    pub usual: f64,
    /// In the worst of ten years, rupees per quintal.
    pub poor: f64,
    /// What it is known from.
    pub of: PriceOf,
    /// How far it is trusted.
    pub confidence: Confidence,
}

/// What a price is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceOf {
    /// The markets of a region in the last twelve weeks, the newest on this day.
    Markets {
        /// The state, or India where its markets tell nothing of the crop.
        region: Region,
        /// The newest day.
        newest: Date,
    },
    /// The table that ships with a release: markets of one day.
    Table(Date),
    /// No market: buyers must pay it.
    Named,
}

/// The day of the table's prices.
const TABLE_DAY: Date = date(2026, 7, 23);

impl MarketPays {
    /// What is paid for a crop whose harvest begins in this month, where the survey speaks for it.
    ///
    /// Markets: the median of twelve weeks, brought from their months to that of the harvest. A price of India stands to
    /// that of the state as in the survey, and so does the table's.
    pub(super) fn of(crop: Crop, survey: &Survey, markets: Option<&StatePrice>, month: i8) -> Self {
        let table = farm_price(crop);
        let markets = markets.filter(|_| survey.price_level < OTHER_KIND);
        let level_of = |region| if region == Region::India { survey.price_level } else { 1.0 };
        let (usual, of, confidence) = match markets {
            Some(StatePrice { region, median, newest, months }) => {
                let usual = f64::from(*median) * level_of(*region) * towards(crop, months, month);
                (usual, PriceOf::Markets { region: *region, newest: *newest }, Confidence::Medium)
            }
            None => (table.usual * survey.price_level, PriceOf::Table(TABLE_DAY), table.confidence),
        };
        Self { usual, poor: usual * table.poor / table.usual, of, confidence }
    }
}

/// Where a survey's price is so many times that of other states, it is of another kind, which the names of the markets'
/// commodities do not tell: the small onions of Tamil Nadu.
const OTHER_KIND: f64 = 2.5;

/// The usual price of a month beside that of other months, each with its number of prices.
#[expect(clippy::cast_precision_loss, reason = "a few thousand prices")]
fn towards(crop: Crop, from: &[(i8, usize)], month: i8) -> f64 {
    let index = |month| month_price_index(crop, month).unwrap_or(1.0);
    let (mut whole, mut sum) = (0.0, 0.0);
    for (month, count) in from {
        whole += *count as f64;
        sum += *count as f64 * index(*month);
    }
    if sum > 0.0 { index(month) * whole / sum } else { 1.0 }
}

/// A price moves by at most this factor.
const BOUND: f64 = 5.0;

impl FarmPrice {
    /// The price as a part of the usual one, where this much is supplied as a part of the usual supply.
    pub fn factor(&self, supplied: f64) -> f64 {
        libm::exp(self.flexibility * libm::log(supplied.max(1e-3))).clamp(1.0 / BOUND, BOUND)
    }
}

/// The price of a crop.
pub fn farm_price(crop: Crop) -> &'static FarmPrice {
    // The table has every crop: a test asks for all.
    static NONE: FarmPrice = FarmPrice { usual: 0.0, poor: 0.0, flexibility: 0.0, confidence: Confidence::Low };
    PRICES.get(&crop).unwrap_or(&NONE)
}

static PRICES: LazyLock<BTreeMap<Crop, FarmPrice>> = LazyLock::new(|| embedded!("farm_prices.csv", read));

fn read(row: &StringRecord) -> Option<(Crop, FarmPrice)> {
    let figure = |column: usize| row.get(column)?.parse().ok().filter(|value: &f64| value.is_finite());
    let price = FarmPrice {
        usual: figure(1)?,
        poor: figure(2)?,
        flexibility: figure(3)?,
        confidence: Confidence::of(row.get(6)?),
    };
    Some((row.get(0)?.parse().ok()?, price))
}

#[cfg(test)]
mod tests {
    use super::super::survey::survey;
    use super::*;
    use crate::State;

    #[test]
    fn a_median_of_the_markets_is_brought_to_the_month_of_the_harvest() {
        let survey = survey(Crop::Onion, State::Maharashtra).unwrap();
        let october = StatePrice {
            region: Region::State(State::Maharashtra),
            median: 2_000,
            newest: date(2026, 10, 30),
            months: vec![(9, 10), (10, 30)],
        };
        let in_april = MarketPays::of(Crop::Onion, survey, Some(&october), 4);
        let of_months =
            month_price_index(Crop::Onion, 9).unwrap() * 0.25 + month_price_index(Crop::Onion, 10).unwrap() * 0.75;
        let expected = 2_000.0 * month_price_index(Crop::Onion, 4).unwrap() / of_months;
        assert!((in_april.usual - expected).abs() < 1e-9 && expected < 1_600.0, "{expected}");
        assert_eq!(in_april.of, PriceOf::Markets { region: october.region, newest: october.newest });
        let of_india = StatePrice { region: Region::India, ..october };
        let level = MarketPays::of(Crop::Onion, survey, Some(&of_india), 4).usual / in_april.usual;
        assert!((level - survey.price_level).abs() < 1e-9);
    }

    #[test]
    fn without_an_import_the_table_stands_and_says_its_day() {
        let tamil_nadu = survey(Crop::Onion, State::TamilNadu).unwrap();
        let price = MarketPays::of(Crop::Onion, tamil_nadu, None, 4);
        assert!(matches!(price.of, PriceOf::Table(day) if day == TABLE_DAY));
        assert!(price.usual > 2.0 * farm_price(Crop::Onion).usual, "its small onions are dear: {}", price.usual);
    }

    #[test]
    fn every_crop_has_a_price_that_falls_when_more_comes() {
        for crop in Crop::all() {
            let price = farm_price(crop);
            assert!((300.0..12_000.0).contains(&price.usual) && price.poor <= price.usual, "{crop}");
            assert!((-3.0..0.0).contains(&price.flexibility), "{crop}");
            assert!(price.factor(1.1) < 1.0 && (price.factor(1.0) - 1.0).abs() < 1e-12, "{crop}");
        }
    }
}
