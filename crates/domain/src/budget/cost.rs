//! Cost of cultivation (`data/cost_of_cultivation.csv`).

use crate::crop::YieldRange;
use crate::figures::Confidence;
use crate::table::embedded;
use crate::{Crop, CropYear, Region, State};
use csv::StringRecord;
use std::sync::LazyLock;

/// What a hectare costs its grower, A2 + FL.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Rupees of the crop year 2026-27.
    pub rupees_per_ha: f64,
    /// Whose figure it is: the state's survey, or India's projection.
    pub region: Region,
    /// Crop year of the survey or projection.
    pub of_year: CropYear,
    /// How far it is trusted.
    pub confidence: Confidence,
}

/// The crop year whose rupees costs are in.
const TODAY: i16 = 2026;

/// The year of India's projection that costs of surveys are carried from.
const BASE: i16 = 2021;

/// What a hectare of a crop costs in a state.
///
/// A survey's cost is brought to today by the yearly growth of India's projections for the crop, from 2021-22 to
/// 2026-27; for crops without them by the median growth of the others. Without a survey it is India's cost of a
/// quintal x the middle of the state's yields. `None` if neither is known.
pub fn cost(crop: Crop, state: State, yields: YieldRange) -> Option<Cost> {
    let of = |region: Region, year: Option<i16>| {
        COSTS.iter().find(|row| {
            row.crop == crop && row.region == region && year.is_none_or(|year| row.year.first_year() == year)
        })
    };
    let (row, rupees_per_ha) = if let Some(row) = of(Region::State(state), None) {
        (row, row.rupees * libm::pow(growth(crop), f64::from(TODAY - row.year.first_year())))
    } else {
        let row = of(Region::India, Some(TODAY))?;
        (row, row.rupees * f64::from(yields.min + yields.max) / 200.0)
    };
    Some(Cost { rupees_per_ha, region: row.region, of_year: row.year, confidence: row.confidence })
}

/// Growth of a crop's cost a year, as a factor.
fn growth(crop: Crop) -> f64 {
    let of_india = |crop: Crop, year: i16| {
        let mut rows = COSTS.iter();
        rows.find(|row| row.crop == crop && row.region == Region::India && row.year.first_year() == year)
    };
    let of = |crop: Crop| Some(of_india(crop, TODAY)?.rupees / of_india(crop, BASE)?.rupees);
    let factor = of(crop).unwrap_or_else(|| {
        let mut all: Vec<_> = Crop::all().filter_map(of).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(1.0)
    });
    libm::pow(factor, 1.0 / f64::from(TODAY - BASE))
}

/// A row of the table: rupees per hectare in a state, per quintal in India.
struct Row {
    crop: Crop,
    region: Region,
    year: CropYear,
    rupees: f64,
    confidence: Confidence,
}

static COSTS: LazyLock<Vec<Row>> = LazyLock::new(|| embedded!("cost_of_cultivation.csv", read));

fn read(row: &StringRecord) -> Option<Row> {
    let region: Region = row.get(1)?.parse().ok()?;
    let column = if region == Region::India { 4 } else { 3 };
    Some(Row {
        crop: row.get(0)?.parse().ok()?,
        region,
        year: CropYear::from_first_year(row.get(2)?.parse().ok()?)?,
        rupees: row.get(column)?.parse().ok().filter(|rupees: &f64| *rupees > 0.0)?,
        confidence: Confidence::of(row.get(5)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const YIELDS: YieldRange = YieldRange { min: 900, max: 1_100 };

    #[test]
    fn a_state_has_its_newest_survey_and_others_have_indias_cost_of_a_quintal() {
        let punjab = cost(Crop::Cotton, State::Punjab, YIELDS).unwrap();
        assert_eq!((punjab.region, punjab.of_year.first_year()), (Region::State(State::Punjab), 2021));
        assert!((punjab.rupees_per_ha / (2_788.0 * 22.05) - 5_511.0 / 3_817.0).abs() < 0.001);
        let haryana = cost(Crop::Cotton, State::Haryana, YIELDS).unwrap();
        assert_eq!((haryana.region, haryana.confidence), (Region::India, Confidence::High));
        assert!((haryana.rupees_per_ha - 55_110.0).abs() < 1e-6, "ten quintals at 5,511");
    }

    #[test]
    fn bengal_gram_is_carried_by_its_own_rows_of_india_and_onion_by_the_median() {
        assert!((growth(Crop::BengalGram) - libm::pow(3_751.0 / 3_004.0, 0.2)).abs() < 1e-12);
        assert!((libm::pow(growth(Crop::Onion), 5.0) - 1.42).abs() < 0.01);
        assert_eq!(cost(Crop::Onion, State::Gujarat, YIELDS), None);
    }

    #[test]
    fn no_crop_has_two_rows_of_a_region_and_year() {
        let keys: BTreeSet<_> = COSTS.iter().map(|row| (row.crop, row.region, row.year)).collect();
        assert_eq!(keys.len(), COSTS.len());
    }
}
