//! What the advice of a day is solved from.

use crate::live::Overview;
use grow_domain::advice::{Farmers, LandOfDay, Settings, Situation, Today};
use grow_domain::calendar::SownPart;
use grow_domain::demand::DemandRow;
use grow_domain::land::LandTable;
use grow_domain::market_price::{MarketPrices, held_from};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::Store;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Inputs of a solution, beside the land.
#[derive(PartialEq)]
pub(super) struct Inputs {
    day: Date,
    overview: String,
    rows: Vec<DemandRow>,
    planned: Vec<(Region, Crop, Kilograms)>,
    pub(super) markets: Markets,
    pub(super) slow: Arc<Slow>,
}

/// Inputs that are costly to read and move slowly.
#[derive(PartialEq)]
pub(super) struct Slow {
    sown: Vec<(Crop, SownPart)>,
    pub(super) farmers: Arc<Farmers>,
}

/// What the markets pay, as it was imported last.
#[derive(Clone)]
pub(super) struct Markets {
    imports: i64,
    day: Date,
    prices: Arc<MarketPrices>,
}

impl PartialEq for Markets {
    fn eq(&self, other: &Self) -> bool {
        (self.imports, self.day) == (other.imports, other.day)
    }
}

impl Slow {
    /// With farmers as they were counted.
    pub(super) async fn read(store: &Store, crop_year: CropYear, farmers: Arc<Farmers>) -> grow_store::Result<Self> {
        Ok(Self { sown: sown(store, crop_year, None).await?, farmers })
    }
}

impl Markets {
    async fn read(store: &Store, day: Date, before: Option<&Self>) -> grow_store::Result<Self> {
        let imports = store.price_imports().await?;
        if let Some(before) = before.filter(|before| (before.imports, before.day) == (imports, day)) {
            return Ok(before.clone());
        }
        let prices =
            if imports > 0 { store.market_prices(held_from(day), day).await? } else { MarketPrices::default() };
        Ok(Self { imports, day, prices: Arc::new(prices) })
    }
}

impl Inputs {
    /// With the prices of the markets that were read before, as long as they stand.
    pub(super) async fn read(
        store: &Store,
        overview: &Overview,
        day: Date,
        slow: Arc<Slow>,
        before: Option<&Markets>,
    ) -> grow_store::Result<Self> {
        let planned = outside_states(store.planned(day).await?.into_iter());
        Ok(Self {
            day,
            overview: overview.id().to_owned(),
            rows: overview.rows().to_vec(),
            planned: planned.map(|((region, crop), kilograms)| (region, crop, kilograms)).collect(),
            markets: Markets::read(store, day, before).await?,
            slow,
        })
    }

    /// Whether they belong to this overview and day.
    pub(super) fn are_of(&self, overview: &Overview, day: Date) -> bool {
        self.day == day && self.overview == overview.id()
    }

    /// Solves for the advice of the day on this land.
    pub(super) fn solve(&self, lands: &Lands) -> Today {
        let Self { day, rows, planned, markets, slow, .. } = self;
        let Slow { sown, farmers } = &**slow;
        let settings = Settings::default();
        lands.on(*day, &markets.prices, farmers, &settings, |land| {
            Today::solve(&Situation { day: *day, rows, planned, sown, farmers, land }, settings)
        })
    }
}

/// Expected yields of the sowings of a crop year and the one before, whose harvest may still be to come, of one crop or
/// of all, by state and ten days of sowing. India: those whose state is not known.
pub(crate) async fn sown(
    store: &Store,
    crop_year: CropYear,
    crop: Option<Crop>,
) -> grow_store::Result<Vec<(Crop, SownPart)>> {
    let mut parts = Vec::new();
    let before = CropYear::from_first_year(i64::from(crop_year.first_year()) - 1);
    for year in before.into_iter().chain([crop_year]) {
        let sums = store.sown_by_bin(year, crop).await?;
        let sums = sums.into_iter().map(|((region, crop, ten_days), expected)| ((region, (crop, ten_days)), expected));
        parts.extend(outside_states(sums).map(|((region, (crop, ten_days)), expected)| {
            (crop, SownPart { region, from: ten_days.first_day(year), expected })
        }));
    }
    Ok(parts)
}

/// Takes what states have from India's sums, which contain it.
fn outside_states<K: Ord + Copy>(
    sums: impl Iterator<Item = ((Region, K), Kilograms)>,
) -> impl Iterator<Item = ((Region, K), Kilograms)> {
    let mut sums: BTreeMap<_, _> = sums.collect();
    let mut of_states = BTreeMap::<K, Kilograms>::new();
    for ((region, key), kilograms) in &sums {
        if *region != Region::India {
            of_states.entry(*key).or_default().0 += kilograms.0;
        }
    }
    for (key, kilograms) in of_states {
        if let Some(of_india) = sums.get_mut(&(Region::India, key)) {
            of_india.0 -= kilograms.0;
        }
    }
    sums.into_iter().filter(|(_, kilograms)| kilograms.0 > 0)
}

/// What can be sown on the land of the districts. Each land is computed once a day.
pub(super) struct Lands {
    table: LandTable,
    of_day: Mutex<Option<LandOfDay>>,
}

impl Lands {
    pub(super) fn new(table: LandTable) -> Self {
        Self { table, of_day: Mutex::default() }
    }

    /// Calls with the land of these farmers on a day. The soil is taken as untested.
    fn on<T>(
        &self,
        day: Date,
        markets: &Arc<MarketPrices>,
        farmers: &Farmers,
        settings: &Settings,
        with: impl FnOnce(&LandOfDay) -> T,
    ) -> T {
        let mut of_day = self.of_day.lock().unwrap_or_else(PoisonError::into_inner);
        let known = of_day.take().filter(|land| land.day() == day && Arc::ptr_eq(land.markets(), markets));
        let land = of_day.insert(known.unwrap_or_else(|| LandOfDay::on(day, Arc::clone(markets))));
        land.add(&self.table, farmers.keys().copied(), settings);
        with(land)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::State;

    #[test]
    fn sums_beyond_those_of_the_states_count_to_india() {
        let tamil_nadu = Region::State(State::TamilNadu);
        let sums = [
            ((Region::India, Crop::Onion), Kilograms(10)),
            ((tamil_nadu, Crop::Onion), Kilograms(4)),
            ((Region::India, Crop::Maize), Kilograms(7)),
            ((tamil_nadu, Crop::Maize), Kilograms(7)),
        ];
        let parts: Vec<_> = outside_states(sums.into_iter()).collect();
        assert_eq!(
            parts,
            [
                ((Region::India, Crop::Onion), Kilograms(6)),
                ((tamil_nadu, Crop::Maize), Kilograms(7)),
                ((tamil_nadu, Crop::Onion), Kilograms(4)),
            ]
        );
    }
}
