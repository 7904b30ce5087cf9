//! Prices at the farm (`data/farm_prices.csv`).

use crate::figures::Confidence;
use crate::table::embedded;
use crate::Crop;
use csv::StringRecord;
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
    static NONE: FarmPrice =
        FarmPrice { usual: 0.0, poor: 0.0, flexibility: 0.0, confidence: Confidence::Low };
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
    use super::*;

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
