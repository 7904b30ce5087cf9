//! The climate of the fields of a district.
//!
//! The temperatures of `data/district_climate.csv` come from a grid of 1 degree, which ignores mountains: it gives Leh
//! a July of 24 degrees. The climate of the fields brings them to the elevation at which people farm.

use super::features::Place;
use grow_domain::terrain::{Relief, Terrain};
use grow_domain::{Climate, District};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Decrease of temperature with elevation, degrees Celsius a km: ICAO, Manual of the Standard Atmosphere, 1993.
const LAPSE_C_PER_KM: f64 = 6.5;

/// Number of districts of level land from which a temperature at sea level is interpolated.
const LEVEL_NEIGHBOURS: usize = 5;

/// The district's climate at the elevation of its fields.
///
/// Every month of a district of hills or mountains is shifted by one number of degrees, so that the mean of the year is
/// that of the five nearest districts of level land, by inverse distance, at the 10th percentile of elevation. Plains,
/// plateaus, and hills whose temperatures ICRISAT measured keep theirs.
#[expect(clippy::indexing_slicing, reason = "one climate for each district, in order")]
pub fn field_climate(district: District) -> &'static Climate {
    static FIELDS: LazyLock<Vec<Cow<'static, Climate>>> = LazyLock::new(|| {
        let level: Vec<_> =
            District::all().filter(|district| district.climate().terrain.relief < Relief::Hill).collect();
        District::all().map(|district| shifted(district, &level)).collect()
    });
    &FIELDS[district.index()]
}

fn shifted(district: District, level: &[District]) -> Cow<'static, Climate> {
    let climate = district.climate();
    let Terrain { low_m, relief, .. } = climate.terrain;
    let is_measured = climate.temperature_source.ends_with("+icrisat_shift");
    if relief < Relief::Hill || relief == Relief::Hill && is_measured {
        return Cow::Borrowed(climate);
    }
    let shift = at_sea_level(climate, level) - LAPSE_C_PER_KM * low_m / 1_000.0 - yearly_mean(climate);
    let mut fields = climate.clone();
    fields.tmin_c.iter_mut().chain(&mut fields.tmax_c).for_each(|celsius| *celsius += shift);
    Cow::Owned(fields)
}

/// Mean temperature of the year at sea level, degrees Celsius, from the nearest of these districts.
fn at_sea_level(climate: &Climate, level: &[District]) -> f64 {
    let place = Place::of(climate);
    let mut near: Vec<_> = level.iter().map(|other| (place.distance_km(Place::of(other.climate())), *other)).collect();
    near.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let (mut sum, mut weights) = (0.0, 0.0);
    for (km, other) in near.into_iter().take(LEVEL_NEIGHBOURS) {
        let weight = 1.0 / km.max(1.0);
        sum += weight * (yearly_mean(other.climate()) + LAPSE_C_PER_KM * other.climate().terrain.mean_m / 1_000.0);
        weights += weight;
    }
    sum / weights
}

fn yearly_mean(climate: &Climate) -> f64 {
    climate.tmin_c.iter().chain(&climate.tmax_c).sum::<f64>() / 24.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn district(key: &str) -> District {
        District::from_key(key).unwrap()
    }

    #[test]
    fn fields_of_level_land_keep_the_temperatures_of_the_grid_and_those_of_mountains_are_colder() {
        for key in ["tn-thanjavur", "mh-yavatmal", "tn-the-nilgiris"] {
            assert_eq!(field_climate(district(key)), district(key).climate(), "{key}");
        }
        // Published means of the year: Srinagar 13.5, Gangtok region 16 to 18, Leh 5.5 degrees (India Meteorological
        // Department). The lapse rate of free air is too cold for the plateau of Leh.
        for (key, range) in [("jk-srinagar", 11.0..15.0), ("sk-west-district", 15.0..19.0), ("la-leh", -2.0..6.0)] {
            let mean = yearly_mean(field_climate(district(key)));
            assert!(range.contains(&mean), "{key}: {mean}");
        }
    }

    #[test]
    fn a_shift_moves_all_months_alike() {
        let (grid, fields) = (district("la-leh").climate(), field_climate(district("la-leh")));
        let by = fields.tmin_c[0] - grid.tmin_c[0];
        for month in 0..12 {
            assert!((fields.tmin_c[month] - grid.tmin_c[month] - by).abs() < 1e-9);
            assert!((fields.tmax_c[month] - grid.tmax_c[month] - by).abs() < 1e-9);
        }
        assert!(fields.rain_mm.iter().zip(grid.rain_mm).all(|(fields, grid)| fields.to_bits() == grid.to_bits()));
    }
}
