//! What crops are sold for at India's markets (mandis), rupees per quintal (100 kg).
//!
//! An operator imports the daily file of Agmarknet. [`parse`] reads it: a damaged file is refused whole, and a single
//! row that cannot be true is left out and counted, because one market's slip says nothing about the others.
//! [`PriceFile::sift`] leaves out prices far from their neighbours', and makes one quote of the varieties and grades of
//! a market's day. [`MarketPrices`] holds the quotes of the last weeks, and says what is told of them.

mod commodity;
mod day;
mod fault;
mod file;
mod held;
mod market;
mod neighbours;
mod quote;
mod statistics;
mod told;

pub use day::{Age, held_from, kept_from};
pub use fault::{Fault, LeftOut, Refusal, Slip};
pub use file::{PriceFile, parse};
pub use held::MarketPrices;
pub use market::Market;
pub use neighbours::{Sifted, compared_from};
pub use quote::{Prices, Quote};
pub use told::{MarketDays, PricePlace, StatePrice, ToldPrice, WeekPrice};

#[cfg(test)]
mod tests;
