//! A price of a crop on a day at a market.

use super::market::Market;
use super::statistics::median;
use crate::Crop;
use jiff::civil::Date;
use std::sync::Arc;

/// The lowest, the highest and the commonest price, whole rupees per quintal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prices {
    /// Lowest.
    pub min: u32,
    /// Highest.
    pub max: u32,
    /// Modal: at which most was sold. Between the two.
    pub modal: u32,
}

/// The highest price that is believed: 10,000 rupees a kilogram.
pub(super) const HIGHEST: u32 = 1_000_000;

impl Prices {
    /// Prices of which each is above 0 and the modal one lies between the others. `None` for others.
    pub fn new(min: u32, max: u32, modal: u32) -> Option<Self> {
        (0 < min && min <= modal && modal <= max && max <= HIGHEST).then_some(Self { min, max, modal })
    }

    /// The prices of several varieties and grades together: the lowest, the highest, and the median of the modal ones.
    /// `None` of none.
    pub(super) fn together(all: &[Self]) -> Option<Self> {
        let min = all.iter().map(|prices| prices.min).min()?;
        let max = all.iter().map(|prices| prices.max).max()?;
        let modal = median(&mut all.iter().map(|prices| prices.modal).collect::<Vec<_>>())?;
        Some(Self { min, max, modal })
    }
}

/// What a crop was sold for at a market on a day, all varieties and grades together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The day.
    pub day: Date,
    /// The market.
    pub market: Arc<Market>,
    /// The crop.
    pub crop: Crop,
    /// What it was sold for.
    pub prices: Prices,
}
