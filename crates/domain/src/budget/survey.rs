//! The survey of costs: yield, value and cost of one record (`data/budget_survey.csv`).

use crate::crop::YieldRange;
use crate::figures::Confidence;
use crate::table::embedded;
use crate::usual_yield::usual_yield;
use crate::{Crop, CropYear, State};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What holdings of a state harvested of a crop, what that was worth and what it cost, per hectare, in rupees of the
/// crop year 2026-27.
///
/// It is the mean of the last up to three years, because a single one misleads. Cost and by-products are carried by the
/// index of cost A2 + FL (`data/cost_index.csv`) from the middle of those years.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Whose holdings.
    pub state: State,
    /// The last of its crop years.
    pub last_year: CropYear,
    /// Yield, kg.
    pub kg: f64,
    /// Value of straw, fodder and stalks.
    pub by_product: f64,
    /// Cost A2 + FL: what is paid out, and the family's labour.
    pub cost: f64,
    /// By-products as a part of the main product, by the prices of those years.
    pub by_product_part: f64,
    /// Price of the main product beside the median of all states, in those years.
    pub price_level: f64,
    /// How far it is trusted.
    pub confidence: Confidence,
}

/// The survey that speaks for a crop in a state: its own, else that of the most alike state of the same zone which has
/// one (`data/neighbour_states.csv`). One that harvests far more or less than the state's districts is of other land: a
/// survey of watered maize says nothing of maize on rain.
pub fn survey(crop: Crop, state: State) -> Option<&'static Survey> {
    let neighbours = NEIGHBOURS.get(&state).into_iter().flatten();
    let usual = usual_yield(crop, state);
    let is_alike = |survey: &&Survey| {
        usual.is_none_or(|YieldRange { min, max }| {
            (f64::from(min) / FURTHEST..=f64::from(max) * FURTHEST).contains(&survey.kg)
        })
    };
    std::iter::once(&state).chain(neighbours).filter_map(|of| SURVEYS.get(&(crop, *of))).find(is_alike)
}

/// A survey's yield may lie so many times outside of what the state's districts harvest.
const FURTHEST: f64 = 1.5;

static SURVEYS: LazyLock<BTreeMap<(Crop, State), Survey>> = LazyLock::new(|| {
    let records: Vec<_> =
        records().into_iter().filter_map(|(crop, record)| Some((crop.parse().ok()?, record))).collect();
    let survey = |(crop, record): &(Crop, Record)| {
        let mut prices: Vec<_> = records.iter().filter(|(of, _)| of == crop).map(|(_, of)| of.price()).collect();
        prices.sort_by(f64::total_cmp);
        let median = prices.get(prices.len() / 2).copied()?;
        Some(((*crop, record.state), record.in_rupees_of_today(record.price() / median)))
    };
    records.iter().filter_map(survey).collect()
});

static NEIGHBOURS: LazyLock<BTreeMap<State, Vec<State>>> =
    LazyLock::new(|| embedded!("neighbour_states.csv", neighbours));

static INDEX: LazyLock<BTreeMap<i16, f64>> = LazyLock::new(|| {
    embedded!("cost_index.csv", |row: &StringRecord| Some((row.get(0)?.parse().ok()?, row.get(1)?.parse().ok()?)))
});

/// A row of the survey, in rupees of its years.
struct Record {
    state: State,
    last_year: CropYear,
    years: i16,
    kg: f64,
    main: f64,
    by_product: f64,
    cost: f64,
    confidence: Confidence,
}

impl Record {
    fn price(&self) -> f64 {
        self.main / self.kg
    }

    fn in_rupees_of_today(&self, price_level: f64) -> Survey {
        let ratio = carried_from(f64::from(self.last_year.first_year()) - f64::from(self.years - 1) / 2.0);
        Survey {
            state: self.state,
            last_year: self.last_year,
            kg: self.kg,
            by_product: self.by_product * ratio,
            cost: self.cost * ratio,
            by_product_part: self.by_product / self.main,
            price_level,
            confidence: self.confidence,
        }
    }
}

/// What a rupee of this time is in 2026-27; times between two crop years are between their ratios.
fn carried_from(year: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "a year of this century")]
    let before = year.floor() as i16;
    let of = |year: i16| INDEX.get(&year).copied().unwrap_or(1.0);
    let part = year - f64::from(before);
    of(before) * (1.0 - part) + of(before + 1) * part
}

fn records() -> Vec<(String, Record)> {
    embedded!("budget_survey.csv", record)
}

fn record(row: &StringRecord) -> Option<(String, Record)> {
    let rupees = |column: usize| row.get(column)?.parse().ok().filter(|value: &f64| value.is_finite());
    let record = Record {
        state: row.get(1)?.parse().ok()?,
        last_year: CropYear::from_first_year(row.get(2)?.parse().ok()?)?,
        years: row.get(3)?.parse().ok().filter(|years| (1..=3).contains(years))?,
        kg: rupees(4)?,
        main: rupees(5)?,
        by_product: rupees(6)?,
        cost: rupees(7)?,
        confidence: Confidence::of(row.get(8)?),
    };
    Some((row.get(0)?.to_owned(), record))
}

fn neighbours(row: &StringRecord) -> Option<(State, Vec<State>)> {
    let states = row.get(2)?.split_whitespace().map(|code| code.parse().ok());
    Some((row.get(0)?.parse().ok()?, states.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns over A2 + FL of the triennium to 2021-22 by the price commission, rupees a hectare, before the index.
    #[test]
    fn a_hectare_leaves_what_the_price_commission_says() {
        for (crop, state, commission) in [
            ("paddy", State::Punjab, 82_000.0),
            ("paddy", State::WestBengal, 2_400.0),
            ("cholam", State::Maharashtra, 7_000.0),
            ("cumbo", State::Rajasthan, 5_300.0),
            ("wheat", State::Haryana, 70_298.0),
        ] {
            let all = records();
            let (_, of) = all.iter().find(|(of, record)| of == crop && record.state == state).unwrap();
            let margin = of.main + of.by_product - of.cost;
            let off = (margin - commission).abs();
            assert!(off <= 2_000.0 || off <= 0.15 * commission, "{crop} of {}: {margin}", state.name());
        }
    }

    #[test]
    fn a_mean_of_three_years_is_carried_from_its_middle_and_a_single_year_from_itself() {
        assert!((carried_from(2020.0) - 1.37).abs() < 1e-9 && (carried_from(2021.0) - 1.319).abs() < 1e-9);
        assert!((carried_from(2020.5) - 1.3445).abs() < 1e-9);
        let jowar = survey(Crop::Cholam, State::Maharashtra).unwrap();
        assert_eq!((jowar.state, jowar.last_year.first_year()), (State::Maharashtra, 2021));
        assert!((jowar.by_product_part - 0.45).abs() < 0.01, "fodder is a good part of it");
    }

    #[test]
    fn a_state_without_a_survey_has_that_of_its_neighbour_and_far_states_nobodys() {
        assert_eq!(survey(Crop::Cotton, State::Maharashtra).unwrap().state, State::Maharashtra);
        assert_eq!(survey(Crop::Paddy, State::Goa).unwrap().state, State::Karnataka);
        assert_eq!(survey(Crop::Cumbu, State::Punjab).unwrap().state, State::Haryana);
        assert_eq!(survey(Crop::Potato, State::TamilNadu).unwrap().state, State::Karnataka);
        assert_eq!(survey(Crop::Cotton, State::Assam), None);
        assert!(State::all().all(|state| survey(Crop::HorseGram, state).is_none()), "nobody surveys its cost");
    }

    #[test]
    fn no_crop_has_two_records_of_a_state() {
        let all = records();
        let mut keys: Vec<_> = all.iter().map(|(crop, record)| (crop.clone(), record.state)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all.len());
    }
}
