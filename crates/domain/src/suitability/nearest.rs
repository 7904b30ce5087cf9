//! Districts with a similar climate, and the crops that they grow.

use super::features::{Standard, Standardised, unlikeness};
use super::{Shares, Table};
use crate::{Climate, District};
use std::sync::LazyLock;

/// A district with observed shares, and its distance from a climate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The district.
    pub district: District,
    /// Distance of the two climates, in standard deviations of the 55 features. 0 is the same climate; the mean
    /// distance of two random districts is 1.4.
    pub unlikeness: f64,
    /// Observed shares.
    pub shares: &'static Shares,
}

/// The observed districts whose climate is nearest to a district's, the nearest first. The district itself is excluded.
#[must_use]
pub fn nearest_districts(district: District, count: usize) -> Vec<Neighbour> {
    nearest(district.climate(), count, |other| other != district)
}

/// The observed districts whose climate is nearest to a climate, the nearest first.
#[must_use]
pub fn nearest_to(climate: &Climate, count: usize) -> Vec<Neighbour> {
    nearest(climate, count, |_| true)
}

fn nearest(climate: &Climate, count: usize, is_meant: impl Fn(District) -> bool) -> Vec<Neighbour> {
    let described = Standard::of_india().describe(climate);
    let others = OBSERVED.iter().zip(Table::observed().rows()).filter(|(_, row)| is_meant(row.district));
    let mut neighbours: Vec<_> = others
        .map(|(climate, row)| Neighbour {
            district: row.district,
            unlikeness: unlikeness(&described, climate),
            shares: &row.shares,
        })
        .collect();
    neighbours.sort_by(|a, b| a.unlikeness.total_cmp(&b.unlikeness));
    neighbours.truncate(count);
    neighbours
}

/// Climates of the observed districts, in the order of the table.
static OBSERVED: LazyLock<Vec<Standardised>> = LazyLock::new(|| {
    let standard = Standard::of_india();
    Table::observed().rows().iter().map(|row| standard.describe(row.district.climate())).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn the_neighbours_of_erode_are_districts_of_the_south_and_not_erode() {
        let erode = District::from_key("tn-erode").unwrap();
        let neighbours = nearest_districts(erode, 3);
        assert_eq!(neighbours.len(), 3);
        assert!(neighbours.is_sorted_by(|a, b| a.unlikeness <= b.unlikeness));
        for Neighbour { district, unlikeness, .. } in neighbours {
            assert_ne!(district, erode);
            assert!(unlikeness < 0.8);
            assert!(
                [State::TamilNadu, State::Karnataka, State::AndhraPradesh].contains(&district.state()),
                "{district}"
            );
        }
    }

    #[test]
    fn a_climate_is_nearest_to_the_district_that_it_is_of() {
        let erode = District::from_key("tn-erode").unwrap();
        let [nearest] = nearest_to(erode.climate(), 1)[..] else { panic!() };
        assert_eq!((nearest.district, nearest.unlikeness), (erode, 0.0));
    }

    #[test]
    fn every_district_has_neighbours_whether_it_was_observed_or_not() {
        for district in District::all() {
            assert_eq!(nearest_districts(district, 3).len(), 3);
        }
    }
}
