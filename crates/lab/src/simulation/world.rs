//! India as the reference figures show it: land by season and water, habits, suitability, yields, costs and demand.

use crate::simulation::Response;
use crate::simulation::fates::WEATHER;
use grow_domain::advice::Returns;
use grow_domain::budget::{Budget, Selling, YieldYears, farm_price};
use grow_domain::demand::DemandRow;
use grow_domain::land::{DistrictLand, LandTable};
use grow_domain::regional::{Coverage, Given, standing};
use grow_domain::usual_yield::usual_yield;
use grow_domain::{Crop, CropYear, District, Kilograms, PerCrop, Region, Season, State, Water, figures};

/// The seasons of a year, in their order.
pub(crate) const SEASONS: [Season; 3] = [Season::Kharif, Season::Rabi, Season::Summer];

/// The fields of a district in a season, with or without water.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// Land that is sown in the season with such water, ha.
    pub(crate) land_ha: f64,
    /// What its farmers grow by habit at usual prices: shares of the land.
    pub(crate) habit: PerCrop<f64>,
    /// What Grow expects of such land: shares.
    pub(crate) shares: PerCrop<f64>,
    /// Usual yield, kg/ha.
    pub(crate) yields: PerCrop<f64>,
    pub(crate) state: usize,
}

impl Place {
    /// Adds what it brings in a usual year if it grows these shares, kg.
    pub(crate) fn reap(&self, shares: &PerCrop<f64>, harvest: &mut PerCrop<f64>) {
        *harvest += &shares.zip_with(&self.yields, |share, per_ha| self.land_ha * share * per_ha);
    }

    /// The shares of the crops that suit it: 0 of those below this share.
    pub(crate) fn suitable(&self, least_share: f64) -> PerCrop<f64> {
        self.shares.map(|share| if share >= least_share { share } else { 0.0 })
    }
}

/// Fields of the districts, the country's demand, and how prices and areas respond.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Fields by season, in the order of [`SEASONS`].
    pub(crate) seasons: [Vec<Place>; 3],
    pub(crate) states: usize,
    /// Demand in the first year, kg.
    pub(crate) demand: PerCrop<f64>,
    /// Usual imports, kg.
    pub(crate) imported: PerCrop<f64>,
    /// Error of what is met, percent, as the figures say it.
    pub(crate) error_percent: PerCrop<f64>,
    /// Whether no balance of a crop is known, so that its demand is shown as what is grown.
    pub(crate) as_grown: PerCrop<bool>,
    pub(crate) response: Response,
    /// What a hectare brings and costs, by state, as Grow knows it.
    pub(crate) known: Vec<PerCrop<Option<Returns>>>,
    /// What it really brings and costs at usual prices, by state.
    pub(crate) returns: Vec<PerCrop<Returns>>,
    /// Standard deviation of yields between years, by state.
    pub(crate) scatter: Vec<PerCrop<f64>>,
}

/// Fields of less land are left out: they would be a third of the places and a hundredth of the land.
const LEAST_LAND_HA: f64 = 200.0;

/// Where the cost of a crop in a state is not known, it is this part of what the crop brings: as much as the median of
/// those known.
const USUAL_COST: f64 = 0.65;

impl World {
    /// The districts of the land table, and the reference demand.
    ///
    /// The year's shares that were observed are the habit, and those that are expected are what Grow knows; the parts
    /// of a season and of its water are the table's for both. Sugarcane is chosen on watered summer land, when most of
    /// it is planted. Yields are the middle of the state's usual yields, or of the crop's yield range, multiplied by
    /// one factor for each crop, so that what farmers grow by habit is the usual supply of the reference figures.
    pub fn of_reference() -> Self {
        let table = LandTable::shipped();
        let lands: Vec<_> = District::all().map(|district| (district, table.of_district(district))).collect();
        let mut states: Vec<State> =
            lands.iter().filter(|(_, land)| land.observed.is_some()).map(|(district, _)| district.state()).collect();
        states.sort_unstable();
        states.dedup();
        let mut seasons = SEASONS.map(|season| {
            let mut places = Vec::new();
            for (district, land) in &lands {
                let Some(state) = states.iter().position(|known| *known == district.state()) else { continue };
                let waters = [Water::AllSeason, Water::RainOnly];
                places
                    .extend(waters.into_iter().filter_map(|water| place(land, district.state(), state, season, water)));
            }
            places
        });
        let crop_year = CropYear::from_first_year(2026).unwrap_or(CropYear::of_day(jiff::civil::date(2026, 7, 1)));
        let rows = reference(crop_year);
        let of = |figure: fn(&DemandRow) -> f64| PerCrop::from_fn(|crop| figure(&rows[crop]));
        calibrate(&mut seasons, &of(|row| kg(row.standing.usual)));
        let known: Vec<_> = states.iter().map(|state| known_returns(*state, crop_year)).collect();
        let returns = states.iter().zip(&known).map(|(state, known)| all_returns(*state, known)).collect();
        Self {
            seasons,
            states: states.len(),
            demand: of(|row| kg(row.demand())),
            imported: of(|row| row.standing.imports.map_or(0.0, |imports| kg(imports.usual))),
            error_percent: of(|row| row.standing.error_percent.into()),
            as_grown: PerCrop::from_fn(|crop| !rows[crop].standing.has_balance),
            response: Response::of_reference().clone(),
            known,
            returns,
            scatter: states.iter().map(|state| PerCrop::from_fn(|crop| scatter(crop, *state))).collect(),
        }
    }

    /// Keeps every nth place of a season, with demand and imports in proportion: for tests.
    #[must_use]
    pub fn every(mut self, nth: usize) -> Self {
        let before = harvest(&self.seasons);
        self.seasons = self.seasons.map(|places| places.into_iter().step_by(nth.max(1)).collect());
        let after = harvest(&self.seasons);
        for crop in Crop::all() {
            self.demand[crop] *= after[crop] / before[crop];
            self.imported[crop] *= after[crop] / before[crop];
        }
        self
    }
}

/// The reference figures of India, crop by crop.
fn reference(crop_year: CropYear) -> PerCrop<DemandRow> {
    let given = |crop| figures::in_force(figures::reference(), Region::India, crop, crop_year).map(Given::from);
    PerCrop::from_fn(|crop| {
        let standing = standing(Region::India, crop, crop_year, |_| given(crop), &Coverage::default());
        DemandRow { crop, standing: standing.unwrap_or_default(), sown: Kilograms(0) }
    })
}

fn place(land: &DistrictLand, state: State, index: usize, season: Season, water: Water) -> Option<Place> {
    let observed = land.observed.as_ref()?;
    let parts_of = |year| {
        let mut parts = land.parts_of(year, season, Some(water));
        if season == Season::Summer {
            parts[Crop::Sugarcane] = land.parts_of(year, Season::Year, Some(water))[Crop::Sugarcane];
        }
        parts
    };
    let grown = parts_of(&observed.shares);
    let expected = parts_of(&land.expected.as_ref()?.shares);
    let land_ha = f64::from(observed.area_ha) * grown.sum();
    let shares = |parts: PerCrop<f64>| {
        let whole = parts.sum();
        (whole > 0.0).then(|| parts.map(|part| part / whole))
    };
    let (habit, shares) = (shares(grown)?, shares(expected)?);
    (land_ha >= LEAST_LAND_HA).then(|| Place { land_ha, habit, shares, yields: yields(state), state: index })
}

fn known_returns(state: State, crop_year: CropYear) -> PerCrop<Option<Returns>> {
    // Crops that spoil are sold all the year.
    let selling = Selling { crop_year, harvest_month: 10, markets: None };
    PerCrop::from_fn(|crop| Budget::of(crop, state, None, selling).ok().map(|budget| Returns::from(&budget)))
}

/// How yields of a state scatter between years: as they did, or as crops usually do where that is not known.
fn scatter(crop: Crop, state: State) -> f64 {
    YieldYears::of(crop, state).map_or(WEATHER, YieldYears::variation_of_state)
}

/// What is known, and for the others the middle of the yields at the usual price, and the usual part of it as cost.
fn all_returns(state: State, known: &PerCrop<Option<Returns>>) -> PerCrop<Returns> {
    let yields = yields(state);
    PerCrop::from_fn(|crop| {
        let gross = yields[crop] / 100.0 * farm_price(crop).usual;
        known[crop].unwrap_or(Returns::in_market(gross, USUAL_COST * gross))
    })
}

/// The middle of the usual yields of a state, or of the crop's yield range, kg/ha.
fn yields(state: State) -> PerCrop<f64> {
    PerCrop::from_fn(|crop| {
        let range = usual_yield(crop, state).unwrap_or(crop.facts().yield_range);
        f64::from(range.min + range.max) / 2.0
    })
}

/// What all fields harvest by habit, kg.
pub(crate) fn harvest(seasons: &[Vec<Place>; 3]) -> PerCrop<f64> {
    let mut harvest = PerCrop::all(0.0);
    seasons.iter().flatten().for_each(|place| place.reap(&place.habit, &mut harvest));
    harvest
}

fn calibrate(seasons: &mut [Vec<Place>; 3], usual: &PerCrop<f64>) {
    let grown = harvest(seasons);
    for place in seasons.iter_mut().flatten() {
        place.yields.iter_mut().for_each(|(crop, kg)| *kg *= usual[crop] / grown[crop]);
    }
}

#[expect(clippy::cast_precision_loss, reason = "weights of a crop stay far below 2^53 kg")]
fn kg(weight: Kilograms) -> f64 {
    weight.0 as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_habit_the_country_grows_its_usual_supply_in_three_seasons() {
        let world = World::of_reference();
        let grown = harvest(&world.seasons);
        let usual = reference(CropYear::from_first_year(2026).unwrap());
        let part = grown[Crop::Paddy] / kg(usual[Crop::Paddy].standing.usual);
        assert!((part - 1.0).abs() < 1e-9, "{part}");
        let land = world.seasons.each_ref().map(|places| places.iter().map(|place| place.land_ha).sum::<f64>());
        assert!(land[0] > 2.0 * land[1] && land[1] > 2.0 * land[2] && land[2] > 3e6, "{land:?}");
        assert!(world.states > 25);
    }

    #[test]
    fn fields_without_water_grow_no_cane_and_cane_is_chosen_in_summer() {
        let world = World::of_reference();
        let cane = |places: &[Place]| places.iter().map(|place| place.land_ha * place.habit[Crop::Sugarcane]).sum();
        let [kharif, rabi, summer]: [f64; 3] = world.seasons.each_ref().map(|places| cane(places));
        assert!(kharif <= 0.0 && rabi <= 0.0 && summer > 4e6, "{kharif} {rabi} {summer}");
    }

    #[test]
    fn a_part_of_the_world_wants_what_it_grows() {
        let world = World::of_reference();
        let part = world.clone().every(10);
        let met = |world: &World| harvest(&world.seasons)[Crop::Paddy] / world.demand[Crop::Paddy];
        assert!((met(&part) - met(&world)).abs() < 1e-9);
    }
}
