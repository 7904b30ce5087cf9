//! Fertiliser doses by situation and place (`data/fertiliser_doses.csv`).

use super::Nutrient;
use super::irrigation::irrigated_percent;
use super::reference::amount;
use crate::table::embedded;
use crate::{Crop, District, Region, State};
use csv::StringRecord;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Dose of a crop in a situation on a soil of medium rating, kg/ha.
#[derive(Clone, Debug, PartialEq)]
pub struct Dose {
    /// Name of the situation among the crop's doses of a district: `rainfed`.
    pub key: String,
    /// Land and crop that the dose applies to: `Rainfed, sown dry`.
    pub situation: String,
    /// Nitrogen, N.
    pub n_kg_per_ha: f64,
    /// Phosphorus as P2O5.
    pub p2o5_kg_per_ha: f64,
    /// Potassium as K2O.
    pub k2o_kg_per_ha: f64,
    /// Publisher of the dose.
    pub publisher: String,
    /// Whose institute publishes it: the state's own, that of the nearest state of which one is known, or India's.
    pub region: Region,
    /// Where it applies. Empty: all of India.
    states: Vec<State>,
    /// Address or title of the publication.
    pub source: String,
}

/// Doses of a crop that apply in a district.
#[derive(Clone, Debug, PartialEq)]
pub struct Doses {
    /// The dose that most of the crop's land there needs.
    pub default: &'static Dose,
    /// Doses of other situations, the nearest first. Keys differ.
    pub others: Vec<&'static Dose>,
}

/// How the land of a situation gets its water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Water {
    Irrigated,
    Rainfed,
}

/// Where a dose is the usual one of its water, from the largest area to the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UsualIn {
    India,
    State(State),
    District(District),
}

struct Row {
    crop: Crop,
    dose: Dose,
    /// `None`: either.
    water: Option<Water>,
    usual_in: Vec<UsualIn>,
}

impl Dose {
    /// The dose of one nutrient, kg/ha of N, P2O5 or K2O.
    pub fn of(&self, nutrient: Nutrient) -> f64 {
        match nutrient {
            Nutrient::Nitrogen => self.n_kg_per_ha,
            Nutrient::Phosphorus => self.p2o5_kg_per_ha,
            Nutrient::Potassium => self.k2o_kg_per_ha,
        }
    }
}

/// The reference dose of a crop: the same in all of India, so that a prediction does not depend on a situation.
pub fn reference_dose(crop: Crop) -> &'static Dose {
    &reference_row(crop).dose
}

/// The doses of a crop that apply on a field of a district.
///
/// The default fits the field's water. Where that is not told, or is a watering or two, it fits the water that most of
/// the crop's land in the district has; where that is not known, the water of the reference dose. Among those it is the
/// one that is usual in the district, else in the state, else in India.
pub fn doses(crop: Crop, district: District, of_field: Option<crate::Water>) -> Doses {
    let of_district = || {
        let percent = irrigated_percent(crop, district)?;
        Some(if percent > 50 { Water::Irrigated } else { Water::Rainfed })
    };
    let water = match of_field {
        Some(crate::Water::AllSeason) => Some(Water::Irrigated),
        Some(crate::Water::RainOnly) => Some(Water::Rainfed),
        Some(crate::Water::OnceOrTwice) | None => of_district().or(reference_row(crop).water),
    };
    let mut rows = applicable(crop, district.state());
    // Stable: among equals the order of the table decides.
    rows.sort_by_key(|row| Reverse((row.fits(water), row.nearness(district))));
    let mut doses = rows.into_iter().map(|row| &row.dose);
    let default = doses.next().unwrap_or_else(|| reference_dose(crop));
    Doses { default, others: doses.collect() }
}

/// The rows that apply in a state. A state's row takes the place of India's row of the same key.
fn applicable(crop: Crop, state: State) -> Vec<&'static Row> {
    let of_crop = || ROWS.iter().filter(|row| row.crop == crop);
    let replaced = |key: &str| of_crop().any(|row| row.dose.key == key && row.dose.states.contains(&state));
    let applies = |row: &&Row| {
        if row.dose.states.is_empty() { !replaced(&row.dose.key) } else { row.dose.states.contains(&state) }
    };
    of_crop().filter(applies).collect()
}

impl Row {
    fn fits(&self, water: Option<Water>) -> bool {
        self.water.is_none() || water.is_none() || self.water == water
    }

    /// 3: usual in the district. 2: in its state. 1: in India. 0: nowhere.
    fn nearness(&self, district: District) -> u8 {
        let nearness = |place: &UsualIn| match *place {
            UsualIn::District(usual) if usual == district => 3,
            UsualIn::State(state) if state == district.state() => 2,
            UsualIn::India => 1,
            UsualIn::State(_) | UsualIn::District(_) => 0,
        };
        self.usual_in.iter().map(nearness).max().unwrap_or(0)
    }
}

#[expect(clippy::expect_used, reason = "each crop has a row; a test holds it")]
fn reference_row(crop: Crop) -> &'static Row {
    ROWS.iter().find(|row| row.crop == crop).expect("a reference dose")
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| embedded!("fertiliser_doses.csv", row));

/// Parses crop, key, situation, states, water, where it is usual, three amounts, publisher, whose it is, and source.
fn row(record: &StringRecord) -> Option<Row> {
    let text = |column: usize| record.get(column).map(str::to_owned);
    Some(Row {
        crop: record.get(0)?.parse().ok()?,
        water: match record.get(4)? {
            "" => None,
            "irrigated" => Some(Water::Irrigated),
            "rainfed" => Some(Water::Rainfed),
            _ => return None,
        },
        usual_in: words(record.get(5)?, usual_in)?,
        dose: Dose {
            key: text(1)?,
            situation: text(2)?,
            n_kg_per_ha: amount(record, 6)?,
            p2o5_kg_per_ha: amount(record, 7)?,
            k2o_kg_per_ha: amount(record, 8)?,
            publisher: text(9)?,
            region: record.get(10)?.parse().ok()?,
            states: words(record.get(3)?, |word| word.parse().ok())?,
            source: text(11)?,
        },
    })
}

fn words<T>(cell: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    cell.split_whitespace().map(read).collect()
}

fn usual_in(word: &str) -> Option<UsualIn> {
    match word.parse::<Region>() {
        Ok(Region::India) => Some(UsualIn::India),
        Ok(Region::State(state)) => Some(UsualIn::State(state)),
        Err(_) => District::from_key(word).map(UsualIn::District),
    }
}

#[cfg(test)]
mod tests;
