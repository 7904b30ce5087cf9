//! What is told of prices.

use super::day::Age;
use super::market::Market;
use crate::{Region, State};
use jiff::civil::Date;
use std::sync::Arc;

/// Whose price is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PricePlace {
    /// A market's.
    Market(Arc<Market>),
    /// The markets of a state together.
    State(State),
    /// All markets together.
    India,
}

impl PricePlace {
    /// A state, or India.
    pub fn of(region: Region) -> Self {
        match region {
            Region::India => Self::India,
            Region::State(state) => Self::State(state),
        }
    }
}

/// What a crop is sold for near a district, rupees per quintal: modal prices of the week up to `last_day`, seven days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPrice {
    /// Whose price it is.
    pub of: PricePlace,
    /// Median.
    pub median: u32,
    /// Of a market the lowest; of a state and of India the tenth percentile of the markets' days.
    pub low: u32,
    /// Of a market the highest; of a state and of India the ninetieth percentile.
    pub high: u32,
    /// The newest day with prices there.
    pub last_day: Date,
    /// How old this day is.
    pub age: Age,
}

/// What a crop was sold for in a region over the last twelve weeks, rupees per quintal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatePrice {
    /// The state, or India where no market of the state tells of the crop.
    pub region: Region,
    /// Median of the markets' days.
    pub median: u32,
    /// The newest day.
    pub newest: Date,
    /// The months of these days, from 1, with the number of prices in each: by them the caller brings the median to
    /// another month ([`crate::calendar::month_price_index`]).
    pub months: Vec<(i8, usize)>,
}

/// What a crop was sold for in a region in a week, rupees per quintal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeekPrice {
    /// The last of its seven days.
    pub last_day: Date,
    /// Median of the markets' days.
    pub median: u32,
    /// Tenth percentile.
    pub low: u32,
    /// Ninetieth percentile.
    pub high: u32,
    /// Number of markets.
    pub markets: usize,
}

/// On how many days a market told of a crop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketDays {
    /// The market.
    pub market: Arc<Market>,
    /// Number of days.
    pub days: usize,
    /// The newest of them.
    pub newest: Date,
    /// Median of the week up to the newest day, rupees per quintal.
    pub median: u32,
}
