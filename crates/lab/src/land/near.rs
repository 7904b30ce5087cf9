//! The nearest districts of a state, whose figures tell most of a district without its own.

use crate::suitability::features::Place;
use grow_domain::District;
use std::sync::LazyLock;

/// What is drawn towards a wider area's figures is drawn as by so many hectares.
pub(crate) const OUTER_HA: f64 = 2_000.0;

/// Distance at which a district counts 1/e, km. Chosen by `grow-lab land evaluate` among 25, 40, 60 and 100.
const REACH_KM: f64 = 40.0;

/// Districts that count less are left out.
const LEAST: f64 = 0.001;

/// The other districts of the state, and how much each counts, from 0 to 1.
pub(crate) fn near(district: District) -> &'static [(District, f64)] {
    static NEAR: LazyLock<Vec<Vec<(District, f64)>>> = LazyLock::new(|| District::all().map(likeness).collect());
    NEAR.get(district.index()).map_or(&[], Vec::as_slice)
}

fn likeness(district: District) -> Vec<(District, f64)> {
    let place = Place::of(district.climate());
    let others = District::all().filter(|other| *other != district && other.state() == district.state());
    others
        .map(|other| (other, libm::exp(-place.distance_km(Place::of(other.climate())) / REACH_KM)))
        .filter(|(_, likeness)| *likeness >= LEAST)
        .collect()
}
