//! Leaves out prices that are far from those of other markets, and makes one quote of a market's day.

use super::fault::{LeftOut, Slip};
use super::file::{PriceFile, Row};
use super::market::Market;
use super::quote::{Prices, Quote};
use super::statistics::{median, median_of_sorted};
use crate::{Crop, Region, State};
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
    /// else of India, in this file and in quotes of the weeks before ([`compared_from`]). Makes one quote of the varieties
    /// and grades of a market's day.
    pub fn sift(&self, earlier: &[Quote]) -> Sifted {
        let mut of_days = BTreeMap::<Date, Vec<&Row>>::new();
        for row in &self.rows {
            of_days.entry(row.day).or_default().push(row);
        }
        let mut left_out = Vec::new();
        let mut taken = BTreeMap::<(Date, &Arc<Market>, Crop), Vec<Prices>>::new();
        for (day, rows) in &of_days {
            let from = compared_from(*day);
            let of_file = of_days.range(from..=*day).flat_map(|(_, rows)| rows);
            let of_file = of_file.map(|row| (&*row.market, row.crop, row.prices.modal));
            let earlier = earlier.iter().filter(|quote| (from..=*day).contains(&quote.day));
            let earlier = earlier.map(|quote| (&*quote.market, quote.crop, quote.prices.modal));
            let mut neighbours = Neighbours::of(of_file.chain(earlier));
            for Row { line, market, crop, prices, .. } in rows {
                match neighbours.far(market, *crop, *prices) {
                    Some(slip) => left_out.push(LeftOut { line: *line, slip }),
                    None => taken.entry((*day, market, *crop)).or_default().push(*prices),
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

/// The median price of each market by crop.
struct Neighbours<'n> {
    of_crops: BTreeMap<Crop, Vec<(&'n Market, u32)>>,
    /// What was found for a market's crop.
    usual: HashMap<(&'n Market, Crop), Option<(Region, u32)>>,
}

impl<'n> Neighbours<'n> {
    fn of(prices: impl Iterator<Item = (&'n Market, Crop, u32)>) -> Self {
        let mut by_market = BTreeMap::<(Crop, &Market), Vec<u32>>::new();
        for (market, crop, modal) in prices {
            by_market.entry((crop, market)).or_default().push(modal);
        }
        let mut of_crops = BTreeMap::<Crop, Vec<_>>::new();
        for ((crop, market), mut modals) in by_market {
            of_crops.entry(crop).or_default().extend(median(&mut modals).map(|usual| (market, usual)));
        }
        Self { of_crops, usual: HashMap::new() }
    }

    /// Why a price is far from its neighbours. `None` if it is not.
    fn far(&mut self, market: &'n Market, crop: Crop, prices: Prices) -> Option<Slip> {
        let known = self.usual.get(&(market, crop)).copied();
        let found = known.unwrap_or_else(|| self.usual(market, crop));
        self.usual.insert((market, crop), found);
        let (region, usual) = found?;
        let is_high = |price: u32| u64::from(price) >= u64::from(usual) * u64::from(FAR);
        let is_low = u64::from(prices.modal) * u64::from(FAR) <= u64::from(usual);
        let price = if is_high(prices.max) && !is_high(prices.modal) { prices.max } else { prices.modal };
        (is_low || is_high(price)).then_some(Slip::FarFromNeighbours { crop, price, usual, region })
    }

    /// The usual price at other markets of the state, else of India.
    fn usual(&self, market: &Market, crop: Crop) -> Option<(Region, u32)> {
        let known = self.of_crops.get(&crop)?;
        let others = |state: Option<State>| {
            let others = known.iter().filter(|(other, _)| *other != market);
            let mut usual: Vec<_> = others
                .filter(|(other, _)| state.is_none_or(|state| other.state() == state))
                .map(|(_, usual)| *usual)
                .collect();
            usual.sort_unstable();
            (usual.len() >= NEIGHBOURS).then(|| median_of_sorted(&usual)).flatten()
        };
        let own = others(Some(market.state())).map(|usual| (Region::State(market.state()), usual));
        own.or_else(|| Some((Region::India, others(None)?)))
    }
}
