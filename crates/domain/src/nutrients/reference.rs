//! Reference tables: limits of the nutrient ratings, and the dose of each crop.

use super::Nutrient;
use crate::{Crop, Region, State};
use csv::StringRecord;
use std::sync::LazyLock;

/// Dose of a crop on a soil of medium rating, kg/ha (`data/fertiliser_doses.csv`).
#[derive(Clone, Debug, PartialEq)]
pub struct Dose {
    /// Nitrogen, N.
    pub n_kg_per_ha: f64,
    /// Phosphorus as P2O5.
    pub p2o5_kg_per_ha: f64,
    /// Potassium as K2O.
    pub k2o_kg_per_ha: f64,
    /// Land and crop that the dose applies to: `rainfed`.
    pub situation: String,
    /// Publisher of the dose.
    pub publisher: String,
}

impl Dose {
    /// The dose of one nutrient, kg/ha of N, P2O5 or K2O.
    #[must_use]
    pub fn of(&self, nutrient: Nutrient) -> f64 {
        match nutrient {
            Nutrient::Nitrogen => self.n_kg_per_ha,
            Nutrient::Phosphorus => self.p2o5_kg_per_ha,
            Nutrient::Potassium => self.k2o_kg_per_ha,
        }
    }
}

/// Limits of the medium rating, kg/ha of N, P or K.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limits {
    pub(super) low_below: f64,
    pub(super) high_above: f64,
}

/// The standard dose of a crop.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "one dose for each crop, in order; a test holds it")]
pub fn dose(crop: Crop) -> &'static Dose {
    &DOSES[crop as usize]
}

/// The limits of a nutrient in a state: the state's row, or India's if it has none.
pub(super) fn limits(nutrient: Nutrient, state: State) -> Limits {
    let of = |region| RATINGS.iter().find(|rated| rated.region == region && rated.nutrient == nutrient);
    #[expect(clippy::expect_used, reason = "India has a row for each nutrient; a test checks it")]
    of(Region::State(state)).or_else(|| of(Region::India)).expect("India's limits").limits
}

struct Rated {
    region: Region,
    nutrient: Nutrient,
    limits: Limits,
}

static RATINGS: LazyLock<Vec<Rated>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
    rows(include_bytes!("../../../../data/nutrient_ratings.csv"), rated)
        .expect("data/nutrient_ratings.csv is well-formed")
});

static DOSES: LazyLock<[Dose; 16]> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
    doses().expect("data/fertiliser_doses.csv has one dose for the plan of each crop")
});

fn doses() -> Option<[Dose; 16]> {
    let mut planned: Vec<_> = rows(include_bytes!("../../../../data/fertiliser_doses.csv"), planned)?;
    planned.retain(|(_, is_planned, _)| *is_planned);
    planned.sort_by_key(|(crop, ..)| *crop);
    let each_once = planned.iter().map(|(crop, ..)| *crop).eq(Crop::all());
    let doses: Vec<_> = planned.into_iter().map(|(.., dose)| dose).collect();
    doses.try_into().ok().filter(|_| each_once)
}

fn rows<T>(table: &'static [u8], read: fn(&StringRecord) -> Option<T>) -> Option<Vec<T>> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table);
    reader.records().map(|row| row.ok().and_then(|row| read(&row))).collect()
}

/// Parses region, nutrient, the two limits and the source.
fn rated(row: &StringRecord) -> Option<Rated> {
    let nutrient = match row.get(1)? {
        "n" => Nutrient::Nitrogen,
        "p" => Nutrient::Phosphorus,
        "k" => Nutrient::Potassium,
        _ => return None,
    };
    let limits = Limits { low_below: amount(row, 2)?, high_above: amount(row, 3)? };
    let is_range = 0.0 < limits.low_below && limits.low_below < limits.high_above;
    Some(Rated { region: row.get(0)?.parse().ok()?, nutrient, limits }).filter(|_| is_range)
}

/// Parses crop, situation, whether the dose is the standard one, three amounts, publisher and source.
fn planned(row: &StringRecord) -> Option<(Crop, bool, Dose)> {
    let is_planned = match row.get(2)? {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    let dose = Dose {
        n_kg_per_ha: amount(row, 3)?,
        p2o5_kg_per_ha: amount(row, 4)?,
        k2o_kg_per_ha: amount(row, 5)?,
        situation: row.get(1)?.to_owned(),
        publisher: row.get(6)?.to_owned(),
    };
    Some((row.get(0)?.parse().ok()?, is_planned, dose))
}

fn amount(row: &StringRecord, column: usize) -> Option<f64> {
    row.get(column)?.parse().ok().filter(|amount: &f64| (0.0..=1000.0).contains(amount))
}
