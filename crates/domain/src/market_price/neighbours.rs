//! Leaves out prices that are far from those of other markets, and makes one quote of a market's day.

use super::fault::{Fault, LeftOut, Refusal, Slip};
use super::file::{PriceFile, Row};
use super::market::Market;
use super::quote::{Prices, Quote};
use super::statistics::{median, median_of_sorted};
use crate::budget::farm_price;
use crate::{Crop, Region};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A price is far from its neighbours' if it is as many times theirs, or theirs as many times it. Markets of a state
/// differ threefold at times; a zero too many is still found where a market pays half of what others do.
const FAR: f64 = 5.0;
/// Number of other markets by which a price is judged. Without them in the state India's are asked, and without these,
/// or where these are themselves far from it, the table of prices that ships with Grow.
const NEIGHBOURS: usize = 3;
/// Days up to a day whose prices are compared with it.
const COMPARED_DAYS: i32 = 28;

/// What is taken of a file.
#[derive(Clone, Debug, PartialEq)]
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
    /// Leaves out rows whose price is five times or a fifth of what other markets tell of the crop, those of the state,
    /// else of India, in this file and in quotes of the weeks before ([`compared_from`]). Makes one quote of the
    /// varieties and grades of a market's day. Refuses a file of which most rows are so far off: they are not rupees per
    /// quintal.
    pub fn sift(&self, earlier: &[Quote]) -> Result<Sifted, Vec<Refusal>> {
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
        left_out.sort_by_key(|left_out: &LeftOut| left_out.line);
        if let Some(LeftOut { line, slip }) = left_out.first().filter(|_| 2 * left_out.len() > self.rows.len()) {
            let fault = Fault::MostLeftOut { left_out: left_out.len(), rows: self.rows.len(), first: slip.clone() };
            return Err(vec![Refusal { line: *line, fault }]);
        }
        let quote = |((day, market, crop), prices): ((Date, &Arc<Market>, Crop), Vec<Prices>)| {
            Some(Quote { day, market: Arc::clone(market), crop, prices: Prices::together(&prices)? })
        };
        Ok(Sifted { quotes: taken.into_iter().filter_map(quote).collect(), left_out })
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
        let of_table = farm_price(crop).usual;
        // A whole file may be in another unit: then its markets are no measure for each other.
        let is_possible = |usual: &f64| of_table / FAR < *usual && *usual < of_table * FAR;
        let told_in = |region| {
            let usual = self.of_others(market, crop, region).map(f64::from).filter(is_possible)?;
            Some((region, usual))
        };
        let regions = [Region::State(market.state()), Region::India];
        let (region, usual) = regions.into_iter().find_map(told_in).unwrap_or((Region::India, of_table));
        let is_high = |price: u32| f64::from(price) >= usual * FAR;
        let is_low = f64::from(prices.modal) * FAR <= usual;
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
