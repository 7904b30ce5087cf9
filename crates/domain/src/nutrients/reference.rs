//! Limits of the nutrient ratings (`data/nutrient_ratings.csv`), and what reads the tables of nutrients.

use super::Nutrient;
use crate::table::embedded;
use crate::{Region, State};
use csv::StringRecord;
use std::sync::LazyLock;

/// Limits of the medium rating, kg/ha of N, P or K.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limits {
    pub(super) low_below: f64,
    pub(super) high_above: f64,
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

static RATINGS: LazyLock<Vec<Rated>> = LazyLock::new(|| embedded!("nutrient_ratings.csv", rated));

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

pub(super) fn amount(row: &StringRecord, column: usize) -> Option<f64> {
    row.get(column)?.parse().ok().filter(|amount: &f64| (0.0..=1000.0).contains(amount))
}
