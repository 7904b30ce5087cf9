//! How areas respond to prices (`data/price_response.csv`).

use grow_domain::{Crop, PerCrop};
use std::sync::LazyLock;

/// Elasticities of the sixteen crops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    /// Change of the area in the next year when the price changes by 1 %, per cent.
    pub short_run: PerCrop<f64>,
    /// The same in the end.
    pub long_run: PerCrop<f64>,
}

impl Response {
    /// The table of the product.
    pub fn of_reference() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
        static RESPONSE: LazyLock<Response> = LazyLock::new(|| {
            read(include_bytes!("../../../../data/price_response.csv")).expect("data/price_response.csv is well-formed")
        });
        &RESPONSE
    }
}

/// Parses rows of crop, measure and value. `None` if one is faulty or missing.
fn read(table: &[u8]) -> Option<Response> {
    let mut response = Response::default();
    let mut rows = 0;
    for row in csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table).records() {
        let row = row.ok()?;
        let crop: Crop = row.get(0)?.parse().ok()?;
        let measure = match row.get(1)? {
            "acreage_short_run" => &mut response.short_run,
            "acreage_long_run" => &mut response.long_run,
            _ => return None,
        };
        measure[crop] = row.get(2)?.parse().ok().filter(|value: &f64| value.is_finite())?;
        rows += 1;
    }
    (rows == 2 * 16).then_some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crop_has_its_responses() {
        let Response { short_run, long_run } = Response::of_reference();
        for (crop, short) in short_run.iter() {
            let long = long_run[crop];
            assert!(0.0 < *short && *short < long && long < 1.0, "{short} {long}");
        }
    }

    #[test]
    fn a_table_with_a_row_too_few_is_refused() {
        assert_eq!(read(b"crop,measure,value\npaddy,acreage_short_run,0.06\n"), None);
        assert_eq!(read(b"crop,measure,value\npaddy,taste,1\n"), None);
    }
}
