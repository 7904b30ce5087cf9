//! The prices of the last weeks of all markets, in memory.

use super::day::{Age, held_from, told_from, week_up_to};
use super::market::Market;
use super::quote::Quote;
use super::statistics::{median_of_sorted, percentile};
use super::told::{MarketDays, PricePlace, StatePrice, ToldPrice, WeekPrice};
use crate::{Crop, District, PerCrop, Region, State};
use jiff::ToSpan;
use jiff::civil::Date;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The prices of the last weeks, twelve bytes each.
#[derive(Clone, Debug, Default)]
pub struct MarketPrices {
    /// By state, then district, then name.
    markets: Vec<Arc<Market>>,
    /// The modal prices of each crop, by market, then day.
    of_crops: PerCrop<Vec<DayPrice>>,
}

const _: () = assert!(size_of::<DayPrice>() == 12);

/// The modal price of a market's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DayPrice {
    /// Place in the list of markets.
    market: u32,
    day: Date,
    modal: u32,
}

impl MarketPrices {
    /// Holds quotes, those from [`held_from`] on.
    pub fn new(quotes: &[Quote]) -> Self {
        let mut held = Self::at(quotes.iter().map(|quote| Arc::clone(&quote.market)));
        held.add(quotes);
        held.sorted()
    }

    /// Of these markets, without prices. [`Self::add`] adds them, and [`Self::sorted`] makes them ready.
    pub fn at(markets: impl Iterator<Item = Arc<Market>>) -> Self {
        let markets: BTreeSet<_> = markets.collect();
        Self { markets: markets.into_iter().collect(), of_crops: PerCrop::from_fn(|_| Vec::new()) }
    }

    /// Adds quotes of its markets.
    pub fn add(&mut self, quotes: &[Quote]) {
        for Quote { day, market, crop, prices } in quotes {
            let number = self.markets.binary_search(market).ok().and_then(|number| u32::try_from(number).ok());
            self.of_crops[*crop].extend(number.map(|market| DayPrice { market, day: *day, modal: prices.modal }));
        }
    }

    /// With its prices in order, and no more memory than they need.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        for (_, prices) in self.of_crops.iter_mut() {
            prices.sort_unstable();
            prices.shrink_to_fit();
        }
        self
    }

    /// What a crop is sold for near a district: at its market with prices on most days of the last ten weeks, else in
    /// its state, else in India. `None` if no price is of the last ten weeks.
    pub fn told(&self, district: District, crop: Crop, today: Date) -> Option<ToldPrice> {
        let days = told_from(today)..=today;
        let of_market = |prices: &[DayPrice]| {
            let of_days = prices.iter().filter(|price| days.contains(&price.day));
            let newest = of_days.clone().map(|price| price.day).max()?;
            Some((of_days.count(), newest))
        };
        let own = self.markets_between(district.state(), |market| market.district().cmp(&Some(district)));
        // Of markets with as many days, that with the newest, that of the district's town, and the first by name.
        let own = self.by_market(crop, own).rev().filter_map(|prices| {
            let market = self.market(prices.first()?.market)?;
            Some((of_market(prices)?, market.is_namesake(), market, prices))
        });
        let best = own.max_by_key(|(days_and_newest, is_namesake, ..)| (*days_and_newest, *is_namesake));
        best.and_then(|(_, _, market, prices)| week_told(PricePlace::Market(market), prices, today)).or_else(|| {
            let regions = [Region::State(district.state()), Region::India];
            let told = |region| week_told(PricePlace::of(region), self.prices(region, crop), today);
            regions.into_iter().find_map(told)
        })
    }

    /// What a crop was sold for in a state in the last twelve weeks; where no market of it tells, in India. `None` if
    /// no price is of these weeks.
    pub fn usual_of(&self, state: State, crop: Crop, today: Date) -> Option<StatePrice> {
        [Region::State(state), Region::India].into_iter().find_map(|region| self.usual_in(region, crop, today))
    }

    /// What a crop was sold for in a region in the last twelve weeks. `None` if no price is of these weeks.
    pub fn usual_in(&self, region: Region, crop: Crop, today: Date) -> Option<StatePrice> {
        let days = held_from(today)..=today;
        let mut months = BTreeMap::new();
        let mut modals = Vec::new();
        let mut newest = None;
        for price in self.prices(region, crop).iter().filter(|price| days.contains(&price.day)) {
            *months.entry(price.day.month()).or_default() += 1;
            newest = newest.max(Some(price.day));
            modals.push(price.modal);
        }
        modals.sort_unstable();
        let median = median_of_sorted(&modals)?;
        Some(StatePrice { region, median, newest: newest?, months: months.into_iter().collect() })
    }

    /// The weeks of a region's prices of a crop within the last twelve weeks, the newest first. The first ends on the
    /// newest day, and a week without prices is left out.
    pub fn weeks_of(&self, region: Region, crop: Crop, today: Date) -> Vec<WeekPrice> {
        let prices = self.prices(region, crop);
        let days = held_from(today)..=today;
        let newest = prices.iter().map(|price| price.day).filter(|day| days.contains(day)).max();
        let mut weeks = Vec::new();
        let mut last = newest;
        while let Some(last_day) = last.filter(|last| days.contains(last)) {
            weeks.extend(week(prices, last_day));
            last = last_day.checked_sub(7.days()).ok();
        }
        weeks
    }

    /// The markets of a region with prices of a crop in the last twelve weeks, those with most days first.
    pub fn markets_of(&self, region: Region, crop: Crop, today: Date) -> Vec<MarketDays> {
        let days = held_from(today)..=today;
        let of_market = |prices: &[DayPrice]| {
            let of_days = prices.iter().filter(|price| days.contains(&price.day));
            let newest = of_days.clone().map(|price| price.day).max()?;
            let market = self.market(prices.first()?.market)?;
            Some(MarketDays { market, days: of_days.count(), newest, median: week(prices, newest)?.median })
        };
        let mut markets: Vec<_> = self.by_market(crop, self.markets_in(region)).filter_map(of_market).collect();
        markets.sort_by_key(|market| Reverse((market.days, market.newest)));
        markets
    }

    fn market(&self, number: u32) -> Option<Arc<Market>> {
        self.markets.get(usize::try_from(number).ok()?).cloned()
    }

    /// The numbers of a region's markets.
    fn markets_in(&self, region: Region) -> Range<u32> {
        match region {
            Region::India => 0..u32::MAX,
            Region::State(state) => self.markets_between(state, |_| Ordering::Equal),
        }
    }

    /// The numbers of the markets of a state that are equal by an order within the state.
    fn markets_between(&self, state: State, order: impl Fn(&Market) -> Ordering) -> Range<u32> {
        let order = |market: &Arc<Market>| market.state().cmp(&state).then_with(|| order(market));
        let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let first = self.markets.partition_point(|market| order(market).is_lt());
        number(first)..number(self.markets.partition_point(|market| order(market).is_le()))
    }

    /// The prices of a crop at a region's markets.
    fn prices(&self, region: Region, crop: Crop) -> &[DayPrice] {
        self.prices_at(crop, self.markets_in(region))
    }

    fn prices_at(&self, crop: Crop, markets: Range<u32>) -> &[DayPrice] {
        let prices = &self.of_crops[crop];
        let first = prices.partition_point(|price| price.market < markets.start);
        let end = prices.partition_point(|price| price.market < markets.end);
        prices.get(first..end).unwrap_or_default()
    }

    /// The prices of a crop by market.
    fn by_market(&self, crop: Crop, markets: Range<u32>) -> impl DoubleEndedIterator<Item = &[DayPrice]> {
        self.prices_at(crop, markets).chunk_by(|one, other| one.market == other.market)
    }
}

/// The week's price of a place. `None` if its newest day is not told any more.
fn week_told(of: PricePlace, prices: &[DayPrice], today: Date) -> Option<ToldPrice> {
    let last_day = prices.iter().map(|price| price.day).filter(|day| *day <= today).max()?;
    let age = Age::of(last_day, today)?;
    let WeekPrice { median, mut low, mut high, .. } = week(prices, last_day)?;
    if matches!(of, PricePlace::Market(_)) {
        let first = week_up_to(last_day);
        let modals = prices.iter().filter(|price| (first..=last_day).contains(&price.day)).map(|price| price.modal);
        (low, high) = (modals.clone().min()?, modals.max()?);
    }
    Some(ToldPrice { of, median, low, high, last_day, age })
}

/// The prices of the seven days up to a day, as of a region. `None` if there are none.
fn week(prices: &[DayPrice], last_day: Date) -> Option<WeekPrice> {
    let days = week_up_to(last_day)..=last_day;
    let of_week: Vec<_> = prices.iter().filter(|price| days.contains(&price.day)).collect();
    let markets = of_week.chunk_by(|one, other| one.market == other.market).count();
    let mut modals: Vec<_> = of_week.iter().map(|price| price.modal).collect();
    modals.sort_unstable();
    let median = median_of_sorted(&modals)?;
    Some(WeekPrice { last_day, median, low: percentile(&modals, 10)?, high: percentile(&modals, 90)?, markets })
}
