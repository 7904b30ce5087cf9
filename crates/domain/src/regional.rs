//! Derives a state's figures from India's, for crops without figures of the state's own.
//!
//! Demand is divided by population, and outside supply by production of the crop. Parts are whole kilograms, and the
//! parts of all 36 states add up to India's figure exactly.

use crate::{Crop, CropYear, Kilograms, Region, State};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Origin of the figures of a crop in a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Given for this region, by the operator or in the reference set.
    #[default]
    Imported,
    /// Derived from India's: demand by share of the population, outside supply by share of the production.
    Derived,
    /// Derived from India's, both by share of the population, because the crop's production by state is not known.
    DerivedFromPopulation,
}

/// Demand and outside supply of a crop in a crop year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Demand.
    pub demand: Kilograms,
    /// Expected supply of growers outside Grow.
    pub outside_supply: Kilograms,
}

/// The figures of a crop in a region: the region's own, or its part of India's. `None` if neither exists.
pub fn figures(
    region: Region,
    crop: Crop,
    crop_year: CropYear,
    given: impl Fn(Region) -> Option<Given>,
) -> Option<(Given, Basis)> {
    if let Some(own) = given(region) {
        return Some((own, Basis::Imported));
    }
    let Region::State(state) = region else { return None };
    let Given { demand, outside_supply } = given(Region::India)?;
    let people = Shares::of_population(crop_year);
    let demand = people.part(state, demand);
    Some(match Shares::of_production(crop) {
        Some(growers) => (Given { demand, outside_supply: growers.part(state, outside_supply) }, Basis::Derived),
        None => (Given { demand, outside_supply: people.part(state, outside_supply) }, Basis::DerivedFromPopulation),
    })
}

/// Weights of the states. A state that is not named has weight 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares(BTreeMap<State, i64>);

impl Shares {
    /// Shares of India's projected population in the middle of the crop year, 1 November. Values are interpolated
    /// linearly between projected years, and constant before the first and after the last.
    #[must_use]
    pub fn of_population(crop_year: CropYear) -> Self {
        POPULATION.at(month(i64::from(crop_year.first_year()), 11))
    }

    /// Shares of India's production of a crop, mean of recent years. `None` if no state's production is known.
    #[must_use]
    pub fn of_production(crop: Crop) -> Option<&'static Self> {
        PRODUCTION.get(&crop)
    }

    /// A state's part of a non-negative whole, in whole kilograms.
    ///
    /// It is the difference of two rounded cumulative sums. The parts of all states therefore add up to the whole, and
    /// each is less than a kilogram off.
    #[must_use]
    pub fn part(&self, state: State, Kilograms(whole): Kilograms) -> Kilograms {
        let begins: i64 = self.0.range(..state).map(|(_, weight)| weight).sum();
        let ends = begins + self.weight(state);
        let all = self.all();
        let upto = |weight: i64| i128::from(whole) * i128::from(weight) / i128::from(all);
        #[expect(clippy::cast_possible_truncation, reason = "a part is at most the whole")]
        Kilograms((upto(ends) - upto(begins)) as i64)
    }

    /// A state's share, from 0 to 1, for display.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "thousand persons and tonnes stay far below 2^53")]
    pub fn fraction(&self, state: State) -> f64 {
        self.weight(state) as f64 / self.all() as f64
    }

    fn weight(&self, state: State) -> i64 {
        self.0.get(&state).copied().unwrap_or_default()
    }

    /// Sum of all weights. Never 0, because it is a divisor.
    fn all(&self) -> i64 {
        self.0.values().sum::<i64>().max(1)
    }
}

/// Months since the year 0.
fn month(year: i64, month: i64) -> i64 {
    year * 12 + month
}

/// Population of every state at the projected months, in thousands.
struct Population {
    months: Vec<i64>,
    of: BTreeMap<State, Vec<i64>>,
}

impl Population {
    fn at(&self, wanted: i64) -> Shares {
        let next = self.months.partition_point(|month| *month <= wanted);
        let weight = |people: &Vec<i64>| {
            let point = |index: usize| Some((*self.months.get(index)?, *people.get(index)?));
            match (next.checked_sub(1).and_then(point), point(next)) {
                // Scaled by the months between the two projections, a factor that is the same for every state.
                (Some((before, few)), Some((after, many))) => few * (after - wanted) + many * (wanted - before),
                (Some((_, nearest)), None) | (None, Some((_, nearest))) => nearest,
                (None, None) => 0,
            }
        };
        Shares(self.of.iter().map(|(state, people)| (*state, weight(people))).collect())
    }
}

/// The embedded population table, parsed on first use.
#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static POPULATION: LazyLock<Population> = LazyLock::new(|| {
    population(include_bytes!("../../../data/population_by_state.csv"))
        .expect("data/population_by_state.csv is well-formed")
});

/// The embedded production table, parsed on first use.
#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static PRODUCTION: LazyLock<BTreeMap<Crop, Shares>> = LazyLock::new(|| {
    production(include_bytes!("../../../data/production_by_state.csv"))
        .expect("data/production_by_state.csv is well-formed")
});

fn reader(table: &[u8]) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table)
}

/// Parses a header of months (`2011-03`) and a row for each state, in thousand persons.
fn population(table: &[u8]) -> Option<Population> {
    let mut reader = reader(table);
    let months = reader.headers().ok()?.iter().skip(1).map(|date| {
        let (year, of_year) = date.split_once('-')?;
        Some(month(year.parse().ok()?, of_year.parse().ok()?))
    });
    let months = months.collect::<Option<Vec<_>>>().filter(|months| months.is_sorted_by(|a, b| a < b))?;
    let row = |row: StringRecord| -> Option<(State, Vec<i64>)> {
        let people = row.iter().skip(1).map(count).collect::<Option<Vec<_>>>()?;
        Some((row.get(0)?.parse().ok()?, people))
    };
    let of = reader.records().map(|record| row(record.ok()?)).collect::<Option<_>>()?;
    Some(Population { months, of })
}

/// Parses rows of crop, state and tonnes.
fn production(table: &[u8]) -> Option<BTreeMap<Crop, Shares>> {
    let mut crops = BTreeMap::new();
    for record in reader(table).records() {
        let record = record.ok()?;
        let Shares(states) = crops.entry(record.get(0)?.parse().ok()?).or_insert_with(|| Shares(BTreeMap::new()));
        if states.insert(record.get(1)?.parse().ok()?, count(record.get(2)?)?).is_some() {
            return None;
        }
    }
    Some(crops)
}

fn count(text: &str) -> Option<i64> {
    text.parse().ok().filter(|count| (0..=1_000_000_000_000).contains(count))
}

#[cfg(test)]
mod tests;
