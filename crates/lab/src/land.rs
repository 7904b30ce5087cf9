//! Writes a land table: what a model says of each district with its reasons, in which seasons and with what water each
//! crop's land there is sown, and what takes the land of all field crops. docs/MODEL.md has the formulas.

mod all_land;
mod by_district;
pub mod evaluation;
mod irrigation;
mod near;
mod seasons;
mod soil;

use crate::suitability::envelope;
use crate::suitability::fields::field_climate;
use crate::suitability::{Known, Model, Source};
use grow_domain::land::{self, DistrictLand, Expected, Observed, Probabilities, Shares, Sown, TEN_THOUSAND, WHOLE};
use grow_domain::{Crop, District, PerCrop, nutrients};
use irrigation::{Irrigated, Irrigation};
use seasons::{Phi, Seasons};

/// Number of districts named in the reasons.
const NAMED: usize = 3;

/// A crop with less than this share is not shown above 0.1 on any soil: the soil multiplies a share by at most
/// [`nutrients::MOST`], and divides the sum by at most as much.
const MAY_BE_SHOWN: f64 = 0.1 / (nutrients::MOST * nutrients::MOST);

/// The file of the land table of a model.
pub fn table(model: &Model) -> Vec<u8> {
    land::file_of(District::all().map(|district| land_of(model, district)))
}

fn land_of(model: &Model, district: District) -> DistrictLand {
    let observed = model.table().of(district).map(|row| Observed {
        shares: Probabilities::rounded(&row.shares),
        area_ha: hectares(row.area_ha),
        years: row.years,
    });
    let limits = PerCrop::from_fn(|crop| envelope::limits(field_climate(district), crop).limiting);
    let sown = PerCrop::from_fn(|crop| sown_of(district, crop));
    let expected = model.expect(district).map(|known| expected(model, district, &known));
    DistrictLand { observed, expected, limits, sown, soil: soil::usual(district), all_land: all_land::of(district) }
}

fn sown_of(district: District, crop: Crop) -> Sown {
    let seasons = Seasons::observed();
    let irrigated = Irrigation::observed().part(district, crop);
    sown(crop, seasons.phi(district, crop), irrigated, seasons.area(district, crop))
}

/// Rounds to ten-thousandths. Sugarcane stands all year, in none of the three seasons.
fn sown(crop: Crop, phi: Phi, irrigated: Irrigated, area_ha: f64) -> Sown {
    Sown {
        seasons: if crop == Crop::Sugarcane { [0; 3] } else { ten_thousandths(phi.parts) },
        seasons_of: phi.origin,
        area_ha: hectares(area_ha),
        irrigated: ten_thousandth(irrigated.part),
        irrigated_of: irrigated.origin,
        irrigated_years: irrigated.years,
    }
}

/// Parts that sum to 1 in whole ten-thousandths that sum to a whole: what rounding leaves goes to the largest.
fn ten_thousandths(parts: [f64; 3]) -> [u16; 3] {
    let mut rounded = parts.map(ten_thousandth);
    let sum: u16 = rounded.iter().sum();
    if let Some(largest) = rounded.iter_mut().max() {
        *largest = (*largest + TEN_THOUSAND).saturating_sub(sum);
    }
    rounded
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part is from 0 to 1")]
fn ten_thousandth(part: f64) -> u16 {
    (part * f64::from(TEN_THOUSAND)).round() as u16
}

fn expected(model: &Model, district: District, known: &Known) -> Expected {
    let shown = known.shares.ranked().into_iter().filter(|(_, share)| *share > MAY_BE_SHOWN);
    let crops: Vec<_> = shown.map(|(crop, _)| crop).collect();
    let sources = model.sources(district, known, &crops);
    let mut weighted = PerCrop::all(0.0);
    for Source { observation, weight } in &sources {
        weighted.iter_mut().for_each(|(crop, sum)| *sum += weight * observation.shares.of(crop));
    }
    let (named, others) = sources.split_at(sources.len().min(NAMED));
    let by_envelope = PerCrop::from_fn(|crop| {
        millionths((1.0 - known.own_weight) * (known.possible.of(crop) - known.learned.of(crop)))
    });
    Expected {
        shares: Probabilities::rounded(&known.shares),
        weighted: Probabilities::rounded(&Shares::from_weights(weighted).unwrap_or_else(Shares::equal)),
        by_envelope,
        sources: named
            .iter()
            .map(|source| land::Source {
                district: source.observation.district,
                weight: millionths(source.weight).unsigned_abs(),
            })
            .collect(),
        others: u16::try_from(others.len()).unwrap_or(u16::MAX),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a part is from -1 to 1")]
fn millionths(part: f64) -> i32 {
    (part * f64::from(WHOLE)).round() as i32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an area is positive and below 4 x 10^9 ha"
)]
fn hectares(area: f64) -> u32 {
    area.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitability::shipped;
    use grow_domain::farmer::Npk;
    use grow_domain::land::LandTable;
    use grow_domain::soil_climate::Predictor;

    #[test]
    fn the_shipped_table_is_what_the_shipped_model_says() {
        let file = table(shipped());
        let own = LandTable::from_bytes(file).unwrap();
        assert_eq!(own.version(), LandTable::shipped().version(), "run `grow-lab land write`: data/land.grow is stale");
    }

    #[test]
    fn a_probability_from_the_table_is_that_of_the_model_to_a_millionth_on_any_soil() {
        let predictor = Predictor::of(LandTable::shipped());
        for (n, p, k) in [("0", "0", "0"), ("180", "30", "250"), ("600", "40", "400"), ("50", "2", "30")] {
            let npk = Npk::from_kg_per_ha(n, p, k).unwrap();
            for district in District::all() {
                let said = predictor.predict(district, npk).probabilities().copied();
                let known = shipped().expect(district);
                assert_eq!(said.is_some(), known.is_some(), "{district}");
                let Some((said, known)) = said.zip(known) else { continue };
                let exact = Probabilities::rounded(&nutrients::adjust(&known.shares, npk, district.state()));
                for (crop, said) in said.millionths().iter() {
                    let (exact, allowed) = (exact.millionths_of(crop), u32::from(nutrients::is_any_tested(npk)));
                    assert!(said.abs_diff(exact) <= allowed, "{district} {n} {p} {k}: {said} {exact}");
                }
            }
        }
    }
}
