//! Usual prices of the months (`data/month_prices.csv`).

use crate::Crop;
use crate::table::embedded;
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The usual price of a crop in a month, from 1, beside the mean of the year: 1.33 is a third above it. `None` for
/// horse gram, which the index does not have.
pub fn month_price_index(crop: Crop, month: i8) -> Option<f64> {
    INDEX.get(&(crop, month)).copied()
}

static INDEX: LazyLock<BTreeMap<(Crop, i8), f64>> = LazyLock::new(|| embedded!("month_prices.csv", month));

/// Parses crop, month and index.
fn month(row: &StringRecord) -> Option<((Crop, i8), f64)> {
    let key = (row.get(0)?.parse().ok()?, row.get(1)?.parse().ok().filter(|month| (1..=12).contains(month))?);
    let index = row.get(2)?.parse::<f64>().ok().filter(|index| (0.2..5.0).contains(index))?;
    Some((key, index))
}
