//! What Grow knows during a year: usual supply, demand, and the sowings that were recorded.

use crate::simulation::world::{Place, SEASONS, World};
use grow_domain::PerCrop;
use grow_domain::advice::{Group, Market};

/// Number of years that a figure is the mean of.
const YEARS: usize = 3;

/// What the operator knows of past years.
pub(crate) struct Statistics {
    /// Harvest by season and state of the last years, kg.
    harvests: [Vec<PerCrop<f64>>; YEARS],
    /// Demand of the last years, kg.
    demands: [PerCrop<f64>; YEARS],
}

impl Statistics {
    /// Mean demand of the last years, kg.
    pub(crate) fn demand(&self) -> PerCrop<f64> {
        mean(self.demands.iter())
    }

    /// Before the first year: the usual harvest and demand, every year.
    pub(crate) fn new(world: &World) -> Self {
        let mut harvest = vec![PerCrop::all(0.0); world.states * SEASONS.len()];
        for (season, places) in world.seasons.iter().enumerate() {
            for place in places {
                if let Some(harvest) = harvest.get_mut(season * world.states + place.state) {
                    place.reap(&place.habit, harvest);
                }
            }
        }
        Self { harvests: [(); YEARS].map(|()| harvest.clone()), demands: [world.demand; YEARS] }
    }

    /// Takes in a year: the harvest by season and state that counts as usual, and the demand.
    pub(crate) fn remember(&mut self, harvest: Vec<PerCrop<f64>>, demand: PerCrop<f64>) {
        self.harvests.rotate_right(1);
        self.demands.rotate_right(1);
        if let (Some(oldest), Some(first)) = (self.harvests.first_mut(), self.demands.first_mut()) {
            (*oldest, *first) = (harvest, demand);
        }
    }
}

/// The mean of years, of which there are three.
#[expect(clippy::cast_precision_loss, reason = "three years")]
fn mean<'a>(years: impl Iterator<Item = &'a PerCrop<f64>>) -> PerCrop<f64> {
    let mut mean = PerCrop::all(0.0);
    for year in years {
        mean += &year.map(|kg| kg / YEARS as f64);
    }
    mean
}

/// The figures of a year, and the sowings recorded so far.
pub(crate) struct Ledger<'a> {
    world: &'a World,
    /// Demand as the figures give it, kg.
    demand: PerCrop<f64>,
    /// Usual supply by season and state, kg.
    usual: Vec<PerCrop<f64>>,
    /// Usual supply of India, kg.
    usual_of_india: PerCrop<f64>,
    /// Usual land by season and state, ha.
    land: Vec<f64>,
    /// Recorded land by season and state, ha.
    covered: Vec<f64>,
    /// Expected yield of what was recorded, kg.
    sown: PerCrop<f64>,
}

/// Land that was recorded in a step: of each place by crop, ha.
pub(crate) type Records = Vec<PerCrop<f64>>;

impl<'a> Ledger<'a> {
    /// Starts a year. `demand` is the operator's figure, kg; of crops whose balance is not known it is replaced by the
    /// usual supply.
    pub(crate) fn open(world: &'a World, statistics: &Statistics, mut demand: PerCrop<f64>) -> Self {
        let cells = world.states * SEASONS.len();
        let usual = (0..cells).map(|cell| mean(statistics.harvests.iter().filter_map(|year| year.get(cell))));
        let usual: Vec<PerCrop<f64>> = usual.collect();
        let mut usual_of_india = PerCrop::all(0.0);
        for usual in &usual {
            usual_of_india += usual;
        }
        for (crop, _) in world.as_grown.iter().filter(|(_, as_grown)| **as_grown) {
            demand[crop] = usual_of_india[crop];
        }
        let mut land = vec![0.0; cells];
        for (season, places) in world.seasons.iter().enumerate() {
            for place in places {
                if let Some(land) = land.get_mut(season * world.states + place.state) {
                    *land += place.land_ha;
                }
            }
        }
        Self { world, demand, usual, usual_of_india, covered: vec![0.0; cells], land, sown: PerCrop::all(0.0) }
    }

    /// Takes in records of a season, each with this yield, kg/ha.
    pub(crate) fn record(&mut self, season: usize, records: &Records, yield_of: impl Fn(&Place) -> PerCrop<f64>) {
        let places = self.world.seasons.get(season).into_iter().flatten();
        for (place, records) in places.zip(records) {
            if let Some(covered) = self.covered.get_mut(season * self.world.states + place.state) {
                *covered += records.sum();
            }
            self.sown += &records.zip_with(&yield_of(place), |area, per_ha| area * per_ha);
        }
    }

    /// The market as Grow knows it, and these groups are still to come.
    pub(crate) fn market(&self, groups: &[Group], displaced_is_known: bool) -> Market {
        let mut supplied = self.sown;
        for ((usual, land), covered) in self.usual.iter().zip(&self.land).zip(&self.covered) {
            let uncovered = if *land > 0.0 { (1.0 - covered / land).max(0.0) } else { 1.0 };
            supplied += &usual.map(|kg| kg * uncovered);
        }
        let mut displaced = PerCrop::all(0.0);
        for group in groups.iter().filter(|_| displaced_is_known) {
            let whole = group.shares.sum();
            if whole > 0.0 {
                let kg = |share: f64, per_ha: f64| group.land_ha * share / whole * per_ha;
                displaced += &group.shares.zip_with(&group.yields, kg);
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
        yield_of: impl Fn(&Place) -> PerCrop<f64>,
    ) -> Vec<Group> {
        let places = self.world.seasons.get(season).into_iter().flatten().enumerate();
        let group = |(at, place): (usize, &Place)| Group {
            land_ha: to_come(at, place),
            shares: place.suitable(least_share),
            yields: yield_of(place),
            harvest: 0,
            returns: self.world.known.get(place.state).copied().unwrap_or_default(),
            behind: PerCrop::all(false),
        };
        places.map(group).collect()
    }
}

/// The middle of the yield range of each crop, kg/ha: what a record counts with.
pub(crate) fn middle_of_range() -> PerCrop<f64> {
    PerCrop::from_fn(|crop| {
        let range = crop.facts().yield_range;
        f64::from(range.min + range.max) / 2.0
    })
}
