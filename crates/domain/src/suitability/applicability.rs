//! Applicability domain of a model: how far a district may be from every district of the training.

use super::features::{Place, Standard, Standardised, unlikeness};
use crate::{District, terrain};

/// Difference of elevation that counts as much as a climate one standard deviation away, m.
const ELEVATION_M: f64 = 500.0;

/// The same for the distance on the map, km.
const PLACE_KM: f64 = 1_000.0;

/// What decides whether two districts are alike: the climate of their fields, elevation and place.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    climate: Standardised,
    elevation_m: f64,
    place: Place,
}

impl Site {
    /// Describes a district.
    #[must_use]
    pub fn of(district: District) -> Self {
        let climate = terrain::field_climate(district);
        Self {
            climate: Standard::of_india().describe(climate),
            elevation_m: climate.terrain.mean_m,
            place: Place::of(climate),
        }
    }

    /// Distance of two districts, in standard deviations of the climate features. 0 is the same district.
    #[must_use]
    pub fn distance(&self, other: &Self) -> f64 {
        let climate = unlikeness(&self.climate, &other.climate);
        let elevation = (self.elevation_m - other.elevation_m) / ELEVATION_M;
        let place = self.place.distance_km(other.place) / PLACE_KM;
        (climate * climate + elevation * elevation + place * place).sqrt()
    }

    /// Distance to the nearest of some districts. Infinite if there are none.
    #[must_use]
    pub fn nearest<'a>(&self, others: impl IntoIterator<Item = &'a Self>) -> f64 {
        others.into_iter().map(|other| self.distance(other)).fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(key: &str) -> Site {
        Site::of(District::from_key(key).unwrap())
    }

    #[test]
    fn a_district_is_nearest_to_itself_and_nearer_to_its_neighbour_than_to_the_mountains() {
        let [erode, salem, leh] = ["tn-erode", "tn-salem", "la-leh"].map(site);
        assert!(erode.distance(&erode) <= 0.0);
        assert!(erode.distance(&salem) < 1.0 && erode.distance(&leh) > 5.0);
        assert_eq!(erode.nearest([&leh, &salem]).to_bits(), erode.distance(&salem).to_bits());
        assert!(erode.nearest([]).is_infinite());
    }
}
