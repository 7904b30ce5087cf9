//! Applicability domain of a model: how far a district may be from every district of the training, and how much the two
//! members may contradict each other.

use super::features::{Place, Standard, Standardised, unlikeness};
use super::fields::field_climate;
use super::likeness::Row;
use grow_domain::District;

/// Additional elevation that counts as much as a climate one standard deviation away, m.
const ELEVATION_M: f64 = 500.0;

/// The same for the distance on the map, km.
const PLACE_KM: f64 = 2_000.0;

/// What decides whether two districts are alike: the climate of their fields, elevation and place.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    climate: Standardised,
    elevation_m: f64,
    place: Place,
}

impl Site {
    /// Describes a district.
    pub fn of(district: District) -> Self {
        let climate = field_climate(district);
        Self {
            climate: Standard::of_india().describe(climate),
            elevation_m: climate.terrain.mean_m,
            place: Place::of(climate),
        }
    }

    /// Distance from a known district, in standard deviations of the climate features. 0 is the same district. Only a
    /// higher elevation than the known one's counts: what grows in the mountains is told by mountains alone.
    pub fn distance(&self, other: &Self) -> f64 {
        let climate = unlikeness(&self.climate, &other.climate);
        let elevation = (self.elevation_m - other.elevation_m).max(0.0) / ELEVATION_M;
        let place = self.place.distance_km(other.place) / PLACE_KM;
        (climate * climate + elevation * elevation + place * place).sqrt()
    }

    /// Distance to the nearest of some districts. Infinite if there are none.
    pub fn nearest<'a>(&self, others: impl IntoIterator<Item = &'a Self>) -> f64 {
        others.into_iter().map(|other| self.distance(other)).fold(f64::INFINITY, f64::min)
    }
}

/// Disagreement of two predictions: the part of the land that they give to different crops, from 0 to 1.
pub fn disagreement(a: &Row, b: &Row) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
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
        assert!(erode.distance(&salem) < 1.0 && leh.distance(&erode) > 5.0 && erode.distance(&leh) < 5.0);
        assert_eq!(erode.nearest([&leh, &salem]).to_bits(), erode.distance(&salem).to_bits());
        assert!(erode.nearest([]).is_infinite());
    }

    #[test]
    fn predictions_of_other_crops_disagree_wholly_and_equal_ones_not_at_all() {
        let (mut a, mut b) = (Row::default(), Row::default());
        (a[0], a[1], b[1], b[2]) = (0.25, 0.75, 0.5, 0.5);
        assert!(disagreement(&a, &a) <= 0.0);
        assert!((disagreement(&a, &b) - 0.5).abs() < 1e-12);
    }
}
