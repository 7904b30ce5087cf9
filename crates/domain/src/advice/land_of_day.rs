//! What can be sown on a day on the land of districts, and what it leaves: it holds whatever is sown meanwhile.

use super::field::{Field, behind, harvest_bins, shares_of_day};
use super::own_good::Returns;
use super::sold::SoldOnDay;
use super::{HarvestBins, Settings};
use crate::budget::{Budget, Selling};
use crate::calendar::calendar;
use crate::land::{DistrictLand, LandTable};
use crate::market_price::MarketPrices;
use crate::neighbours::SownNow;
use crate::{Crop, CropYear, District, PerCrop, Region, State, Water};
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// What can be sown on a day on the land of districts, by water, as far as it was asked for, and what it leaves.
#[derive(Clone, Debug)]
pub struct LandOfDay {
    day: Date,
    of: BTreeMap<(District, Option<Water>), Cell>,
    pub(super) facts: Arc<FactsOfDay>,
}

/// The land of a district with one kind of water, on a day.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The shares of the crops that may be advised: [`shares_of_day`].
    pub(super) shares: PerCrop<f64>,
    /// Those that stand behind the others: [`behind`].
    pub(super) behind: PerCrop<bool>,
    /// See [`harvest_bins`].
    pub(super) harvest: Option<Box<HarvestBins>>,
}

/// What holds for all fields of a state or district on a day.
#[derive(Debug)]
pub(super) struct FactsOfDay {
    day: Date,
    pub(super) sold: SoldOnDay,
    returns: BTreeMap<State, ReturnsByWater>,
    /// What each district sows, as far as it was asked for.
    sown_now: Box<[OnceLock<SownNow>]>,
}

/// What a hectare of each crop brings and costs. `None`: not known.
#[derive(Debug)]
struct ReturnsByWater {
    on_rain: PerCrop<Option<Returns>>,
    watered: PerCrop<Option<Returns>>,
}

static UNKNOWN: PerCrop<Option<Returns>> = PerCrop::all(None);

impl FactsOfDay {
    fn on(day: Date, markets: Arc<MarketPrices>) -> Self {
        let sold = SoldOnDay::on(day, markets);
        let returns = State::all().map(|state| (state, ReturnsByWater::of(state, day, &sold))).collect();
        Self { day, sold, returns, sown_now: District::all().map(|_| OnceLock::new()).collect() }
    }

    /// What a hectare of each crop brings and costs on a field with this water. `None`: not known.
    pub(super) fn returns(&self, state: State, water: Option<Water>) -> &PerCrop<Option<Returns>> {
        let Some(of_state) = self.returns.get(&state) else { return &UNKNOWN };
        if water == Some(Water::RainOnly) { &of_state.on_rain } else { &of_state.watered }
    }

    /// What a district sows.
    #[expect(clippy::indexing_slicing, reason = "there is one for each district")]
    pub(super) fn sown_now(&self, district: District, land: &DistrictLand) -> &SownNow {
        self.sown_now[district.index()].get_or_init(|| SownNow::on(land, district, self.day))
    }
}

impl ReturnsByWater {
    fn of(state: State, day: Date, sold: &SoldOnDay) -> Self {
        let of = |water| {
            PerCrop::from_fn(|crop| {
                let harvest_month = usual_harvest(crop, state, day).month();
                let markets = sold.usual(state, crop);
                let selling = Selling { crop_year: CropYear::of_day(day), harvest_month, markets };
                Budget::of(crop, state, water, selling).ok().map(|budget| Returns::from(&budget))
            })
        };
        Self { on_rain: of(Some(Water::RainOnly)), watered: of(None) }
    }
}

/// When a crop is harvested that is sown in a state now, or when it next can be. The day itself where the calendar has
/// no window.
fn usual_harvest(crop: Crop, state: State, day: Date) -> Date {
    let opening = calendar(crop, Region::State(state)).open_or_next(day);
    opening.map_or(day, |opening| opening.window.harvest(opening.from.max(day), None).from)
}

impl LandOfDay {
    /// Of no district yet, with what the markets pay.
    pub fn on(day: Date, markets: Arc<MarketPrices>) -> Self {
        Self { day, of: BTreeMap::new(), facts: Arc::new(FactsOfDay::on(day, markets)) }
    }

    /// The day.
    pub fn day(&self) -> Date {
        self.day
    }

    /// What the markets pay.
    pub fn markets(&self) -> &Arc<MarketPrices> {
        self.facts.sold.markets()
    }

    /// Computes what is lacking of these districts and waters. Land of which nothing is known has no crops.
    pub fn add(
        &mut self,
        table: &LandTable,
        lands: impl IntoIterator<Item = (District, Option<Water>)>,
        settings: &Settings,
    ) {
        for (district, water) in lands {
            let day = self.day;
            self.of.entry((district, water)).or_insert_with(|| {
                let land = table.of_district(district);
                let sowable = land.year().map(|year| {
                    let field = Field { district, land: &land, year, water, soil: None, last_crop: None };
                    field.sowable(day, settings.least_share)
                });
                let sowable = sowable.unwrap_or_default();
                let harvest = harvest_bins(&sowable).map(Box::new);
                Cell { shares: shares_of_day(&sowable), behind: behind(&sowable), harvest }
            });
        }
    }

    pub(super) fn cell(&self, district: District, water: Option<Water>) -> Option<&Cell> {
        self.of.get(&(district, water))
    }
}
