//! Writes a land table: what a model says of each district, with its reasons.

use crate::suitability::envelope;
use crate::suitability::fields::field_climate;
use crate::suitability::{Known, Model, Source};
use grow_domain::land::{self, DistrictLand, Expected, Observed, Probabilities, Shares, WHOLE, file_of};
use grow_domain::{Crop, District, nutrients};

/// Number of districts named in the reasons.
const NAMED: usize = 3;

/// A crop with less than this share is not shown above 0.1 on any soil: the soil multiplies a share by at most
/// [`nutrients::MOST`], and divides the sum by at most as much.
const MAY_BE_SHOWN: f64 = 0.1 / (nutrients::MOST * nutrients::MOST);

/// The file of the land table of a model.
#[must_use]
pub fn table(model: &Model) -> Vec<u8> {
    file_of(District::all().map(|district| land_of(model, district)))
}

fn land_of(model: &Model, district: District) -> DistrictLand {
    let observed = model
        .table()
        .of(district)
        .map(|row| Observed { shares: Probabilities::rounded(&row.shares), area_ha: hectares(row.area_ha) });
    let mut limits = [None; 16];
    for (limit, crop) in limits.iter_mut().zip(Crop::all()) {
        *limit = envelope::limits(field_climate(district), crop).limiting;
    }
    DistrictLand { observed, expected: model.expect(district).map(|known| expected(model, district, &known)), limits }
}

fn expected(model: &Model, district: District, known: &Known) -> Expected {
    let shown = known.shares.ranked().into_iter().filter(|(_, share)| *share > MAY_BE_SHOWN);
    let crops: Vec<_> = shown.map(|(crop, _)| crop).collect();
    let sources = model.sources(district, known, &crops);
    let mut weighted = [0.0; 16];
    for Source { observation, weight } in &sources {
        weighted.iter_mut().zip(observation.shares.as_array()).for_each(|(sum, share)| *sum += weight * share);
    }
    let (named, others) = sources.split_at(sources.len().min(NAMED));
    let mut by_envelope = [0; 16];
    for (by, crop) in by_envelope.iter_mut().zip(Crop::all()) {
        *by = millionths((1.0 - known.own_weight) * (known.possible.of(crop) - known.learned.of(crop)));
    }
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
                for (said, exact) in said.millionths().iter().zip(exact.millionths()) {
                    let allowed = u32::from(nutrients::is_tested(npk));
                    assert!(said.abs_diff(*exact) <= allowed, "{district} {n} {p} {k}: {said} {exact}");
                }
            }
        }
    }
}
