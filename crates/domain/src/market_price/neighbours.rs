//! Leaves out prices that are far from those of other markets, and makes one quote of a market's day.

use super::fault::{LeftOut, Slip};
use super::file::{PriceFile, Row};
use super::market::Market;
use super::quote::{Prices, Quote};
use super::statistics::{median, median_of_sorted};
use crate::{Crop, Region};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A price is far from its neighbours' if it is as many times theirs, or theirs as many times it.
const FAR: u32 = 10;
/// Number of other markets by which a price is judged. Without them in the state India's are asked, and without these
/// no price is far.
const NEIGHBOURS: usize = 3;
/// Days up to a day whose prices are compared with it.
const COMPARED_DAYS: i32 = 28;

/// What is taken of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sifted {
    /// One quote for each market, crop and day.
    pub quotes: Vec<Quote>,
    /// The rows that are far from their neighbours, by line.
    pub left_out: Vec<LeftOut>,
}

/// The first day whose quotes are compared with prices of a day.
pub fn compared_from(day: Date) -> Date {
    day.saturating_sub(COMPARED_DAYS.days())
}

impl PriceFile {
    /// Leaves out rows whose price is ten times or a tenth of what other markets tell of the crop, those of the state,
    /// else of India, in this file and in quotes of the weeks before ([`compared_from`]). Makes one quote of the
    /// varieties and grades of a market's day.
    pub fn sift(&self, earlier: &[Quote]) -> Sifted {
        let mut of_days = BTreeMap::<Date, Vec<&Row>>::new();
        for row in &self.rows {
            of_days.entry(row.day).or_default().push(row);
        }
        let series = Series::of(&self.rows, earlier);
        let mut left_out = Vec::new();
        let mut taken = BTreeMap::<(Date, &Arc<Market>, Crop), Vec<Prices>>::new();
        for (day, rows) in of_days {
            let usual = series.usual_on(day);
            for Row { line, market, crop, prices, .. } in rows {
                match usual.far(market, *crop, *prices) {
                    Some(slip) => left_out.push(LeftOut { line: *line, slip }),
                    None => taken.entry((day, market, *crop)).or_default().push(*prices),
                }
            }
        }
        left_out.sort_by_key(|left_out| left_out.line);
        let quote = |((day, market, crop), prices): ((Date, &Arc<Market>, Crop), Vec<Prices>)| {
            Some(Quote { day, market: Arc::clone(market), crop, prices: Prices::together(&prices)? })
        };
        Sifted { quotes: taken.into_iter().filter_map(quote).collect(), left_out }
    }
}

/// The modal prices of each market's crop, by day.
struct Series<'s>(HashMap<(&'s Market, Crop), Vec<(Date, u32)>>);

impl<'s> Series<'s> {
    fn of(rows: &'s [Row], earlier: &'s [Quote]) -> Self {
        let of_file = rows.iter().map(|row| (&row.market, row.crop, row.day, row.prices));
        let earlier = earlier.iter().map(|quote| (&quote.market, quote.crop, quote.day, quote.prices));
        let mut series = HashMap::<_, Vec<_>>::new();
        for (market, crop, day, prices) in of_file.chain(earlier) {
            series.entry((&**market, crop)).or_default().push((day, prices.modal));
        }
        for prices in series.values_mut() {
            prices.sort_unstable();
        }
        Self(series)
    }

    /// The usual prices of a day, by the prices of the four weeks up to it.
    fn usual_on(&self, day: Date) -> Usual<'s> {
        let from = compared_from(day);
        let mut usual = Usual::default();
        for ((market, crop), prices) in &self.0 {
            let first = prices.partition_point(|(of, _)| *of < from);
            let end = prices.partition_point(|(of, _)| *of <= day);
            let of_days = prices.get(first..end).unwrap_or_default();
            let Some(own) = median(&mut of_days.iter().map(|(_, modal)| *modal).collect::<Vec<_>>()) else { continue };
            usual.of_markets.insert((*market, *crop), own);
            for region in [Region::State(market.state()), Region::India] {
                usual.of_regions.entry((*crop, region)).or_default().push(own);
            }
        }
        for prices in usual.of_regions.values_mut() {
            prices.sort_unstable();
        }
        usual
    }
}

/// The median price of each market's crop, and those of the markets of a region, sorted.
#[derive(Default)]
struct Usual<'s> {
    of_markets: HashMap<(&'s Market, Crop), u32>,
    of_regions: HashMap<(Crop, Region), Vec<u32>>,
}

impl Usual<'_> {
    /// Why a price is far from its neighbours'. `None` if it is not.
    fn far(&self, market: &Market, crop: Crop, prices: Prices) -> Option<Slip> {
        let regions = [Region::State(market.state()), Region::India];
        let usual = |region| Some((region, self.of_others(market, crop, region)?));
        let (region, usual) = regions.into_iter().find_map(usual)?;
        let is_high = |price: u32| u64::from(price) >= u64::from(usual) * u64::from(FAR);
        let is_low = u64::from(prices.modal) * u64::from(FAR) <= u64::from(usual);
        let price = if is_high(prices.max) && !is_high(prices.modal) { prices.max } else { prices.modal };
        (is_low || is_high(price)).then_some(Slip::FarFromNeighbours { crop, price, usual, region })
    }

    /// The median of the other markets of a region. `None` if they are too few.
    fn of_others(&self, market: &Market, crop: Crop, region: Region) -> Option<u32> {
        let mut others = self.of_regions.get(&(crop, region))?.clone();
        if let Some(own) = self.of_markets.get(&(market, crop)).and_then(|own| others.binary_search(own).ok()) {
            others.remove(own);
        }
        (others.len() >= NEIGHBOURS).then(|| median_of_sorted(&others)).flatten()
    }
}
