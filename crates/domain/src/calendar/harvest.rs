//! When a sowing is harvested.

use super::{Window, calendar};
use crate::keyed::keyed;
use crate::{Crop, Region};
use jiff::SignedDuration;
use jiff::civil::Date;

/// How long a variety stands in the field, beside the crop's others: the shortest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maturity {
    /// The shorter half of the crop's time.
    Early,
    /// The middle half.
    Medium,
    /// The longer half.
    Late,
}

keyed!(Maturity { Early = "early", Medium = "medium", Late = "late" }, Display, FromStr(UnknownMaturity));

/// The text names no maturity class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A variety is early, medium or late.")]
pub struct UnknownMaturity;

/// Days in which a sowing is harvested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harvest {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub until: Date,
    /// Whose calendar says so.
    pub region: Region,
}

impl Harvest {
    fn after((shortest, longest): (u16, u16), sown_on: Date, region: Region) -> Self {
        let after = |days: u16| sown_on.saturating_add(SignedDuration::from_hours(24 * i64::from(days)));
        Self { from: after(shortest), until: after(longest), region }
    }

    /// The middle day.
    pub fn middle(&self) -> Date {
        self.from.saturating_add(SignedDuration::from_hours(24 * (days_between(self.from, self.until) / 2)))
    }

    /// Whole days until the harvest begins; 0 once it has.
    pub fn days_until(&self, today: Date) -> i64 {
        days_between(today, self.from).max(0)
    }
}

/// When a sowing is harvested: shortest to longest time of the window that it belongs to, or of its maturity class.
pub fn harvest(crop: Crop, region: Region, sown_on: Date, maturity: Option<Maturity>) -> Harvest {
    match calendar(crop, region).window_of(sown_on) {
        Some(window) => window.harvest(sown_on, maturity),
        None => Harvest::after((90, 120), sown_on, Region::India),
    }
}

/// Where a source gives nearly one number, a harvest still takes this many days: varieties and fields differ.
const LEAST_DAYS: u16 = 14;

impl Window {
    /// When the crop is harvested if it is sown on this day.
    pub fn harvest(&self, sown_on: Date, maturity: Option<Maturity>) -> Harvest {
        Harvest::after(self.harvest_days(maturity), sown_on, self.region)
    }

    /// Shortest and longest time from sowing to harvest, days.
    pub(super) fn harvest_days(&self, maturity: Option<Maturity>) -> (u16, u16) {
        let (shortest, longest) = self.days;
        let (shortest, longest) = if longest - shortest < LEAST_DAYS {
            let middle = u16::midpoint(shortest, longest);
            (middle - LEAST_DAYS / 2, middle + LEAST_DAYS / 2)
        } else {
            (shortest, longest)
        };
        let quarter = (longest - shortest) / 4;
        match maturity {
            None => (shortest, longest),
            Some(Maturity::Early) => (shortest, longest - 2 * quarter),
            Some(Maturity::Medium) => (shortest + quarter, longest - quarter),
            Some(Maturity::Late) => (shortest + 2 * quarter, longest),
        }
    }
}

/// Whole days from one day to another, negative if it is earlier.
pub fn days_between(from: Date, to: Date) -> i64 {
    to.duration_since(from).as_hours() / 24
}
