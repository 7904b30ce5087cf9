//! Shares of the states in India: of its population, of what is grown of a crop, and of what mills take of it.

use crate::table;
use crate::{Crop, CropYear, Kilograms, State};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Weights of the states. A state that is not named has weight 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares(pub(super) BTreeMap<State, i64>);

impl Shares {
    /// Shares of India's projected population in the middle of the crop year, 1 November. Values are interpolated
    /// linearly between projected years, and constant before the first and after the last.
    pub fn of_population(crop_year: CropYear) -> Self {
        POPULATION.at(month(i64::from(crop_year.first_year()), 11))
    }

    /// Shares of India's production of a crop, mean of recent years.
    pub fn of_production(crop: Crop) -> &'static Self {
        static NONE: Shares = Shares(BTreeMap::new());
        PRODUCTION.get(&crop).unwrap_or(&NONE)
    }

    /// Shares of what India's mills take of a crop. `None` for a crop that is eaten as it is grown.
    pub fn of_processing(crop: Crop) -> Option<&'static Self> {
        PROCESSING.get(&crop)
    }

    /// A state's part of a non-negative whole, in whole kilograms.
    pub fn part(&self, state: State, whole: Kilograms) -> Kilograms {
        self.parts(whole).find(|(of, _)| *of == state).map(|(_, part)| part).unwrap_or_default()
    }

    /// The parts of a non-negative whole, in whole kilograms, for the states with a weight.
    ///
    /// Each is the difference of two rounded cumulative sums. Together they are the whole exactly, and each is less
    /// than a kilogram off.
    pub fn parts(&self, Kilograms(whole): Kilograms) -> impl Iterator<Item = (State, Kilograms)> + '_ {
        let all = self.all();
        let upto = move |weight: i64| i128::from(whole) * i128::from(weight) / i128::from(all);
        let mut begins = 0;
        self.0.iter().map(move |(state, weight)| {
            let (before, after) = (upto(begins), upto(begins + weight));
            begins += weight;
            #[expect(clippy::cast_possible_truncation, reason = "a part is at most the whole")]
            (*state, Kilograms((after - before) as i64))
        })
    }

    /// A state's share, from 0 to 1, for display.
    #[expect(clippy::cast_precision_loss, reason = "thousand persons and tonnes stay far below 2^53")]
    pub fn fraction(&self, state: State) -> f64 {
        self.weight(state) as f64 / self.all() as f64
    }

    pub(super) fn weight(&self, state: State) -> i64 {
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
pub(super) struct Population {
    pub(super) months: Vec<i64>,
    of: BTreeMap<State, Vec<i64>>,
}

impl Population {
    pub(super) fn at(&self, wanted: i64) -> Shares {
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

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
pub(super) static POPULATION: LazyLock<Population> = LazyLock::new(|| {
    population(include_bytes!("../../../../data/population_by_state.csv"))
        .expect("data/population_by_state.csv is well-formed")
});

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
pub(super) static PRODUCTION: LazyLock<BTreeMap<Crop, Shares>> = LazyLock::new(|| {
    weights(include_bytes!("../../../../data/production_by_state.csv"))
        .expect("data/production_by_state.csv is well-formed")
});

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
pub(super) static PROCESSING: LazyLock<BTreeMap<Crop, Shares>> = LazyLock::new(|| {
    weights(include_bytes!("../../../../data/processing_by_state.csv"))
        .expect("data/processing_by_state.csv is well-formed")
});

/// Parses a header of months (`2011-03`) and a row for each state, in thousand persons.
pub(super) fn population(text: &[u8]) -> Option<Population> {
    let mut reader = table::reader(text);
    let months = reader.headers().ok()?.iter().skip(1).map(|date| {
        let (year, of_year) = date.split_once('-')?;
        Some(month(year.parse().ok()?, of_year.parse().ok()?))
    });
    let months = months.collect::<Option<Vec<_>>>().filter(|months| months.is_sorted_by(|a, b| a < b))?;
    let row = |row: StringRecord| -> Option<(State, Vec<i64>)> {
        let people = row.iter().skip(1).map(table::count).collect::<Option<Vec<_>>>()?;
        Some((row.get(0)?.parse().ok()?, people))
    };
    let of = reader.records().map(|record| row(record.ok()?)).collect::<Option<_>>()?;
    Some(Population { months, of })
}

/// Parses rows of crop, state and weight.
pub(super) fn weights(text: &[u8]) -> Option<BTreeMap<Crop, Shares>> {
    let mut crops = BTreeMap::<_, Shares>::new();
    for record in table::reader(text).records() {
        let record = record.ok()?;
        let Shares(states) = crops.entry(record.get(0)?.parse().ok()?).or_default();
        if states.insert(record.get(1)?.parse().ok()?, table::count(record.get(2)?)?).is_some() {
            return None;
        }
    }
    Some(crops)
}

/// Whether sugar mills of a state crush cane: at least three in ten thousand of India's.
pub fn crushes_cane(state: State) -> bool {
    const LEAST: f64 = 0.000_3;
    Shares::of_processing(Crop::Sugarcane).is_some_and(|cane| cane.fraction(state) >= LEAST)
}
