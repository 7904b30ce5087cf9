//! Elevation of the districts.

use crate::State;
use crate::table;
use csv::StringRecord;

/// Elevation of a district, from `data/district_terrain.csv`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terrain {
    /// Mean elevation, m.
    pub mean_m: f64,
    /// The 10th percentile of elevation, m. In hills and mountains, fields lie in the valleys.
    pub low_m: f64,
    /// The 90th percentile of elevation, m.
    pub high_m: f64,
    /// Class of the relief.
    pub relief: Relief,
}

/// Class of relief; the header of the table defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the header of the table says it")]
pub enum Relief {
    Plain,
    Plateau,
    Hill,
    Mountain,
}

pub(crate) struct Row {
    pub(crate) state: State,
    pub(crate) district: String,
    pub(crate) terrain: Terrain,
}

/// The rows of `data/district_terrain.csv`, `None` for one that is not well-formed.
pub(crate) fn rows() -> impl Iterator<Item = Option<Row>> {
    table::reader(include_bytes!("../../../data/district_terrain.csv")).into_records().map(|row| read(&row.ok()?))
}

/// Parses a row: state, district, mean, 10th and 90th percentile, class, confidence.
fn read(row: &StringRecord) -> Option<Row> {
    let metres = |column: usize| row.get(column)?.parse::<f64>().ok().filter(|metres| metres.is_finite());
    let relief = match row.get(5)? {
        "plain" => Relief::Plain,
        "plateau" => Relief::Plateau,
        "hill" => Relief::Hill,
        "mountain" => Relief::Mountain,
        _ => return None,
    };
    let terrain = Terrain { mean_m: metres(2)?, low_m: metres(3)?, high_m: metres(4)?, relief };
    Some(Row { state: row.get(0)?.parse().ok()?, district: row.get(1)?.to_owned(), terrain })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::District;

    fn district(key: &str) -> District {
        District::from_key(key).unwrap()
    }

    #[test]
    fn every_district_has_an_elevation_that_india_has() {
        for district in District::all() {
            let Terrain { mean_m, low_m, high_m, .. } = district.climate().terrain;
            assert!((-5.0..6_000.0).contains(&mean_m) && low_m <= high_m, "{district}");
        }
        assert_eq!(district("la-leh").climate().terrain.relief, Relief::Mountain);
        assert_eq!(district("tn-thanjavur").climate().terrain.relief, Relief::Plain);
    }
}
