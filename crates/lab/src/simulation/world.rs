//! India as the reference figures show it: land, habits, suitability, yields and demand.

use crate::simulation::Response;
use crate::suitability::{Model, Table};
use grow_domain::advice::ByCrop;
use grow_domain::figures;
use grow_domain::usual_yield::usual_yield;
use grow_domain::{Crop, State};

/// A district.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// Land under the sixteen crops, ha a year.
    pub(crate) land_ha: f64,
    /// What its farmers grow by habit at usual prices: shares of the land.
    pub(crate) habit: ByCrop,
    /// What the model says of land like it: shares.
    pub(crate) shares: ByCrop,
    /// Usual yield, kg/ha.
    pub(crate) yields: ByCrop,
    /// Index of the state.
    pub(crate) state: usize,
}

impl Place {
    /// The shares of the crops that suit it: 0 of those below this share.
    pub(crate) fn suitable(&self, least_share: f64) -> ByCrop {
        self.shares.map(|share| if share >= least_share { share } else { 0.0 })
    }
}

/// Districts with land, the country's demand, and how prices and areas respond.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    pub(crate) places: Vec<Place>,
    pub(crate) states: usize,
    /// Demand in the first season, kg.
    pub(crate) demand: ByCrop,
    pub(crate) response: Response,
}

impl World {
    /// The districts of `data/crop_share.csv` with the model's shares, and the reference demand.
    ///
    /// Yields are the middle of the state's usual yields, or of the crop's yield range. They are multiplied by one
    /// factor for each crop, so that what farmers grow by habit is the usual supply of the reference figures.
    #[must_use]
    pub fn of_reference(model: &Model) -> Self {
        let mut states: Vec<State> = Table::observed().rows().iter().map(|row| row.district.state()).collect();
        states.dedup();
        let mut places: Vec<_> = Table::observed()
            .rows()
            .iter()
            .filter_map(|row| {
                let state = row.district.state();
                Some(Place {
                    land_ha: row.area_ha,
                    habit: *row.shares.as_array(),
                    shares: *model.expect(row.district)?.shares.as_array(),
                    yields: yields(state),
                    state: states.iter().position(|known| *known == state)?,
                })
            })
            .collect();
        let (mut demand, mut usual) = ([0.0; 16], [0.0; 16]);
        for figure in figures::reference() {
            let at = figure.crop as usize;
            if let (Some(demand), Some(usual)) = (demand.get_mut(at), usual.get_mut(at)) {
                (*demand, *usual) = (1_000.0 * figure.demand().tonnes(), 1_000.0 * figure.usual_supply.tonnes());
            }
        }
        calibrate(&mut places, &usual);
        Self { places, states: states.len(), demand, response: Response::of_reference().clone() }
    }

    /// The same with every nth district only, and demand in proportion: for tests.
    #[must_use]
    pub fn every(mut self, nth: usize) -> Self {
        let before = harvest(&self.places);
        self.places = self.places.into_iter().step_by(nth.max(1)).collect();
        let after = harvest(&self.places);
        for ((demand, before), after) in self.demand.iter_mut().zip(before).zip(after) {
            *demand *= after / before;
        }
        self
    }
}

/// The middle of the usual yields of a state, or of the crop's yield range, kg/ha.
fn yields(state: State) -> ByCrop {
    let mut yields = [0.0; 16];
    for (crop, kg) in Crop::all().zip(&mut yields) {
        let range = usual_yield(crop, state).unwrap_or(crop.facts().yield_range);
        *kg = f64::from(range.min + range.max) / 2.0;
    }
    yields
}

/// What all districts harvest by habit, kg.
fn harvest(places: &[Place]) -> ByCrop {
    let mut harvest = [0.0; 16];
    for place in places {
        for ((kg, share), per_ha) in harvest.iter_mut().zip(place.habit).zip(place.yields) {
            *kg += place.land_ha * share * per_ha;
        }
    }
    harvest
}

fn calibrate(places: &mut [Place], usual: &ByCrop) {
    let grown = harvest(places);
    for place in places {
        for ((yields, grown), usual) in place.yields.iter_mut().zip(grown).zip(usual) {
            *yields *= usual / grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitability::shipped;

    #[test]
    fn by_habit_the_country_grows_its_usual_supply() {
        let world = World::of_reference(shipped());
        let grown = harvest(&world.places);
        let paddy = grown[Crop::Paddy as usize];
        assert!((paddy / (figures::reference()[0].usual_supply.tonnes() * 1000.0) - 1.0).abs() < 1e-9, "{paddy}");
        assert!(world.places.len() > 500 && world.states > 25);
    }

    #[test]
    fn a_part_of_the_world_wants_what_it_grows() {
        let world = World::of_reference(shipped());
        let part = world.clone().every(10);
        let met = |world: &World| harvest(&world.places)[0] / world.demand[0];
        assert!((met(&part) - met(&world)).abs() < 1e-9);
    }
}
