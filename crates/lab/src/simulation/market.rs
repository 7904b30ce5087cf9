//! What Grow knows during a year: usual supply, demand, and the sowings that were recorded.

use crate::simulation::world::{Place, SEASONS, World};
use grow_domain::Crop;
use grow_domain::advice::{ByCrop, Group, Market};

/// Number of years that a figure is the mean of.
const YEARS: usize = 3;

/// What the operator knows of past years.
pub(crate) struct Statistics {
    /// Harvest by season and state of the last years, kg.
    harvests: [Vec<ByCrop>; YEARS],
    /// Demand of the last years, kg.
    demands: [ByCrop; YEARS],
}

impl Statistics {
    /// Mean demand of the last years, kg.
    pub(crate) fn demand(&self) -> ByCrop {
        mean(self.demands.iter())
    }

    /// Before the first year: the usual harvest and demand, every year.
    pub(crate) fn new(world: &World) -> Self {
        let mut harvest = vec![[0.0; 16]; world.states * SEASONS.len()];
        for (season, places) in world.seasons.iter().enumerate() {
            for place in places {
                if let Some(harvest) = harvest.get_mut(season * world.states + place.state) {
                    for ((kg, share), per_ha) in harvest.iter_mut().zip(place.habit).zip(place.yields) {
                        *kg += place.land_ha * share * per_ha;
                    }
                }
            }
        }
        Self { harvests: [(); YEARS].map(|()| harvest.clone()), demands: [world.demand; YEARS] }
    }

    /// Takes in a year: the harvest by season and state that counts as usual, and the demand.
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

/// The figures of a year, and the sowings recorded so far.
pub(crate) struct Ledger<'a> {
    world: &'a World,
    /// Demand as the figures give it, kg.
    demand: ByCrop,
    /// Usual supply by season and state, kg.
    usual: Vec<ByCrop>,
    /// Usual supply of India, kg.
    usual_of_india: ByCrop,
    /// Usual land by season and state, ha.
    land: Vec<f64>,
    /// Recorded land by season and state, ha.
    covered: Vec<f64>,
    /// Expected yield of what was recorded, kg.
    sown: ByCrop,
}

/// Land that was recorded in a step: of each place by crop, ha.
pub(crate) type Records = Vec<ByCrop>;

impl<'a> Ledger<'a> {
    /// Starts a year. `demand` is the operator's figure, kg; of crops whose balance is not known it is replaced by the
    /// usual supply.
    pub(crate) fn open(world: &'a World, statistics: &Statistics, mut demand: ByCrop) -> Self {
        let cells = world.states * SEASONS.len();
        let usual = (0..cells).map(|cell| mean(statistics.harvests.iter().filter_map(|year| year.get(cell))));
        let usual: Vec<ByCrop> = usual.collect();
        let mut usual_of_india = [0.0; 16];
        for usual in &usual {
            usual_of_india.iter_mut().zip(usual).for_each(|(of_india, kg)| *of_india += kg);
        }
        for ((demand, as_grown), usual) in demand.iter_mut().zip(world.as_grown).zip(usual_of_india) {
            if as_grown {
                *demand = usual;
            }
        }
        let mut land = vec![0.0; cells];
        for (season, places) in world.seasons.iter().enumerate() {
            for place in places {
                if let Some(land) = land.get_mut(season * world.states + place.state) {
                    *land += place.land_ha;
                }
            }
        }
        Self { world, demand, usual, usual_of_india, covered: vec![0.0; cells], land, sown: [0.0; 16] }
    }

    /// Takes in records of a season, each with this yield, kg/ha.
    pub(crate) fn record(&mut self, season: usize, records: &Records, yield_of: impl Fn(&Place) -> ByCrop) {
        let places = self.world.seasons.get(season).into_iter().flatten();
        for (place, records) in places.zip(records) {
            let area: f64 = records.iter().sum();
            if let Some(covered) = self.covered.get_mut(season * self.world.states + place.state) {
                *covered += area;
            }
            for ((sown, area), per_ha) in self.sown.iter_mut().zip(records).zip(yield_of(place)) {
                *sown += area * per_ha;
            }
        }
    }

    /// The market as Grow knows it, and these groups are still to come.
    pub(crate) fn market(&self, groups: &[Group], displaced_is_known: bool) -> Market {
        let mut supplied = self.sown;
        for ((usual, land), covered) in self.usual.iter().zip(&self.land).zip(&self.covered) {
            let uncovered = if *land > 0.0 { (1.0 - covered / land).max(0.0) } else { 1.0 };
            supplied.iter_mut().zip(usual).for_each(|(supplied, usual)| *supplied += usual * uncovered);
        }
        let mut displaced = [0.0; 16];
        for group in groups.iter().filter(|_| displaced_is_known) {
            let whole: f64 = group.shares.iter().sum();
            if whole > 0.0 {
                for ((displaced, share), per_ha) in displaced.iter_mut().zip(group.shares).zip(group.yields) {
                    *displaced += group.land_ha * share / whole * per_ha;
                }
            }
        }
        Market {
            demand: self.demand,
            supplied,
            displaced,
            bins: None,
            error_percent: self.world.error_percent,
            usual: self.usual_of_india,
            imported: self.world.imported,
        }
    }

    /// The land of a season that is expected to follow and whose sowing is not recorded, place by place.
    pub(crate) fn groups(
        &self,
        season: usize,
        to_come: impl Fn(usize, &Place) -> f64,
        least_share: f64,
        yield_of: impl Fn(&Place) -> ByCrop,
    ) -> Vec<Group> {
        let places = self.world.seasons.get(season).into_iter().flatten().enumerate();
        let group = |(at, place): (usize, &Place)| Group {
            land_ha: to_come(at, place),
            shares: place.suitable(least_share),
            yields: yield_of(place),
            harvest: 0,
            returns: self.world.known.get(place.state).copied().unwrap_or([None; 16]),
        };
        places.map(group).collect()
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
