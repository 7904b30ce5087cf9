//! Stand-in for the calendar of sowing and harvest, with the same names. The table of windows replaces it.

use crate::{Crop, CropYear, Region, State};
use jiff::ToSpan;
use jiff::civil::Date;
use std::str::FromStr;

/// How long a variety stands in the field, beside the crop's others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maturity {
    /// Early.
    Early,
    /// Medium.
    Medium,
    /// Late.
    Late,
}

impl Maturity {
    /// All, the shortest first.
    pub const ALL: [Self; 3] = [Self::Early, Self::Medium, Self::Late];

    /// Key: `early`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Early => "early",
            Self::Medium => "medium",
            Self::Late => "late",
        }
    }
}

/// The text names no maturity class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A variety is early, medium or late.")]
pub struct UnknownMaturity;

impl FromStr for Maturity {
    type Err = UnknownMaturity;

    fn from_str(key: &str) -> Result<Self, UnknownMaturity> {
        Self::ALL.into_iter().find(|maturity| maturity.key() == key).ok_or(UnknownMaturity)
    }
}

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
    /// Whole days until the harvest begins; 0 once it has.
    #[must_use]
    pub fn days_until(&self, today: Date) -> i64 {
        today.until(self.from).map_or(0, |span| span.get_days().into()).max(0)
    }
}

/// When a sowing is harvested.
#[must_use]
pub fn harvest(_: Crop, _: Region, sown_on: Date, _: Option<Maturity>) -> Harvest {
    Harvest {
        from: sown_on.saturating_add(90.days()),
        until: sown_on.saturating_add(120.days()),
        region: Region::India,
    }
}

/// The last day of a plan to sow.
#[must_use]
pub fn intention_ends(_: Crop, _: Option<State>, today: Date) -> Date {
    today.saturating_add(30.days())
}

/// Whether a crop can be sown on a day.
#[must_use]
pub fn is_open(_: Crop, _: Region, _: Date) -> bool {
    true
}

/// A part of a month: days 1 to 10, 11 to 20, or 21 to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TenDays(u8);

impl TenDays {
    /// The part that a day is in.
    #[must_use]
    pub fn of(day: Date) -> Self {
        let part = (day.day() - 1) / 10;
        Self((day.month().unsigned_abs() - 1) * 3 + part.min(2).unsigned_abs())
    }

    /// Its number in the crop year, from 1: days 1 to 10 of May are the first.
    #[must_use]
    pub fn in_crop_year(self) -> u8 {
        (self.0 + 24) % 36 + 1
    }

    /// The part with this number in a crop year.
    #[must_use]
    pub fn of_crop_year(number: u8) -> Option<Self> {
        (1..=36).contains(&number).then(|| Self((number - 1 + 12) % 36))
    }

    /// Its first day in a crop year.
    #[must_use]
    pub fn first_day(self, crop_year: CropYear) -> Date {
        let month = (self.0 / 3 + 1).cast_signed();
        let year = crop_year.first_year() + i16::from(month < 5);
        Date::new(year, month, (self.0 % 3 * 10 + 1).cast_signed()).unwrap_or(Date::MAX)
    }
}
