//! What Grow knows during a season: usual supply, demand, and the sowings that were recorded.

use crate::simulation::world::{Place, World};
use grow_domain::Crop;
use grow_domain::advice::{ByCrop, Group, Market};

/// Number of seasons that a figure is the mean of.
const YEARS: usize = 3;

/// What the operator knows of past seasons.
pub(crate) struct Statistics {
    /// Harvest by state of the last seasons, kg.
    harvests: [Vec<ByCrop>; YEARS],
    /// Demand of the last seasons, kg.
    demands: [ByCrop; YEARS],
}

impl Statistics {
    /// Mean demand of the last seasons, kg.
    pub(crate) fn demand(&self) -> ByCrop {
        mean(self.demands.iter())
    }

    /// Before the first season: the usual harvest and demand, every year.
    pub(crate) fn new(world: &World) -> Self {
        let mut harvest = vec![[0.0; 16]; world.states];
        for place in &world.places {
            if let Some(harvest) = harvest.get_mut(place.state) {
                for ((kg, share), per_ha) in harvest.iter_mut().zip(place.habit).zip(place.yields) {
                    *kg += place.land_ha * share * per_ha;
                }
            }
        }
        Self { harvests: [(); YEARS].map(|()| harvest.clone()), demands: [world.demand; YEARS] }
    }

    /// Takes in a season: the harvest by state that counts as usual, and the demand.
    pub(crate) fn remember(&mut self, harvest: Vec<ByCrop>, demand: ByCrop) {
        self.harvests.rotate_right(1);
        self.demands.rotate_right(1);
        if let (Some(oldest), Some(first)) = (self.harvests.first_mut(), self.demands.first_mut()) {
            (*oldest, *first) = (harvest, demand);
        }
    }
}

/// The mean of years, of which there are three.
#[expect(clippy::cast_precision_loss, reason = "three years")]
fn mean<'a>(years: impl Iterator<Item = &'a ByCrop>) -> ByCrop {
    let mut mean = [0.0; 16];
    for year in years {
        mean.iter_mut().zip(year).for_each(|(mean, kg)| *mean += kg / YEARS as f64);
    }
    mean
}

/// The figures of a season, and the sowings recorded so far.
pub(crate) struct Ledger<'a> {
    places: &'a [Place],
    demand: ByCrop,
    /// Usual supply by state, kg.
    usual: Vec<ByCrop>,
    /// Usual land by state, ha.
    land: Vec<f64>,
    /// Recorded land by state, ha.
    covered: Vec<f64>,
    /// Recorded land by place, ha.
    recorded: Vec<f64>,
    /// Expected yield of what was recorded, kg.
    sown: ByCrop,
}

/// Land that was recorded in a step: of each place by crop, ha.
pub(crate) type Records = Vec<ByCrop>;

impl<'a> Ledger<'a> {
    /// Starts a season. `demand` is the operator's figure, kg.
    pub(crate) fn open(world: &'a World, statistics: &Statistics, demand: ByCrop) -> Self {
        let usual = (0..world.states).map(|state| mean(statistics.harvests.iter().filter_map(|year| year.get(state))));
        let mut land = vec![0.0; world.states];
        for place in &world.places {
            if let Some(land) = land.get_mut(place.state) {
                *land += place.land_ha;
            }
        }
        Self {
            places: &world.places,
            demand,
            usual: usual.collect(),
            covered: vec![0.0; land.len()],
            land,
            recorded: vec![0.0; world.places.len()],
            sown: [0.0; 16],
        }
    }

    /// Takes in records, each with this yield, kg/ha.
    pub(crate) fn record(&mut self, records: &Records, yield_of: impl Fn(&Place) -> ByCrop) {
        for ((place, records), recorded) in self.places.iter().zip(records).zip(&mut self.recorded) {
            let area: f64 = records.iter().sum();
            *recorded += area;
            if let Some(covered) = self.covered.get_mut(place.state) {
                *covered += area;
            }
            for ((sown, area), per_ha) in self.sown.iter_mut().zip(records).zip(yield_of(place)) {
                *sown += area * per_ha;
            }
        }
    }

    /// The market as Grow knows it. `to_come` is the land of each place still to come.
    pub(crate) fn market(&self, to_come: &[f64], displaced_is_known: bool) -> Market {
        let mut coming = vec![0.0; self.land.len()];
        for (place, area) in self.places.iter().zip(to_come) {
            if let Some(coming) = coming.get_mut(place.state) {
                *coming += area;
            }
        }
        let (mut outside, mut displaced) = ([0.0; 16], [0.0; 16]);
        for (((usual, land), covered), coming) in self.usual.iter().zip(&self.land).zip(&self.covered).zip(coming) {
            let uncovered = (1.0 - covered / land).max(0.0);
            let coming = (coming / land).min(uncovered);
            for ((outside, displaced), usual) in outside.iter_mut().zip(&mut displaced).zip(usual) {
                *outside += usual * uncovered;
                *displaced += usual * coming;
            }
        }
        let mut supplied = outside;
        supplied.iter_mut().zip(self.sown).for_each(|(supplied, sown)| *supplied += sown);
        if !displaced_is_known {
            displaced = [0.0; 16];
        }
        Market { demand: self.demand, supplied, displaced, bins: None }
    }

    /// Land of each place that is expected to follow and whose sowing is not recorded.
    pub(crate) fn to_come(&self, following: f64) -> Vec<f64> {
        let land = self.places.iter().zip(&self.recorded);
        land.map(|(place, recorded)| (place.land_ha * following.min(1.0) - recorded).max(0.0)).collect()
    }

    /// The same as groups of land.
    pub(crate) fn groups(&self, to_come: &[f64], least_share: f64, yield_of: impl Fn(&Place) -> ByCrop) -> Vec<Group> {
        let group = |(place, land_ha): (&Place, &f64)| Group {
            land_ha: *land_ha,
            shares: place.suitable(least_share),
            yields: yield_of(place),
            harvest: 0,
        };
        self.places.iter().zip(to_come).map(group).collect()
    }
}

/// The middle of the yield range of each crop, kg/ha: what a record counts with.
pub(crate) fn middle_of_range() -> ByCrop {
    let mut middle = [0.0; 16];
    for (crop, kg) in Crop::all().zip(&mut middle) {
        let range = crop.facts().yield_range;
        *kg = f64::from(range.min + range.max) / 2.0;
    }
    middle
}
