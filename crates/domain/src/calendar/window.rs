//! Windows of sowing, and the days of a year that they open.

use crate::keyed::keyed;
use crate::{Crop, District, Region, Season};
use jiff::ToSpan;
use jiff::civil::Date;
use std::fmt;

/// A sowing of so many days after the latest of a window still counts in it. The crop is no longer advised then.
pub(super) const COUNTED_DAYS: u16 = 14;

/// A window of sowing of a crop, and what is known of its harvest.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The crop.
    pub crop: Crop,
    /// Whose row it is.
    pub region: Region,
    /// The districts in which it holds. Empty: all of the region in which no other window of the season does.
    pub districts: Vec<District>,
    /// The season that statistics count its land in.
    pub season: Season,
    /// The season in the words of the region: `samba`, `kharif`.
    pub name: String,
    /// Days of the year in which most of the crop is sown.
    pub sowing: Span,
    /// Days of the year between the extremes, in which all of it is. It has [`Self::sowing`] in it.
    pub extremes: Span,
    /// Days of the year in which it is harvested.
    pub harvest: Span,
    /// Shortest and longest time from sowing to harvest, days.
    pub days: (u16, u16),
    /// How far the row is trusted.
    pub confidence: Confidence,
    /// Years that it describes.
    pub years: String,
    /// Source.
    pub source: String,
    /// What else is to be known: what counts as sowing. May be empty.
    pub note: String,
}

/// Days of the year from one to another, both included. It may run over new year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first day.
    pub from: MonthDay,
    /// The last day.
    pub until: MonthDay,
}

/// A day of any year: month from 1, day from 1. Never 29 February.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MonthDay {
    pub(super) month: i8,
    pub(super) day: i8,
}

/// How far a row is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Usual practice, from no document.
    Low,
    /// A secondary source, or only a part of the row from a source.
    Medium,
    /// An official calendar, or a faithful copy of one.
    High,
}

keyed!(Confidence { Low = "low", Medium = "medium", High = "high" });

/// A window of sowing in a certain year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// The window.
    pub window: &'static Window,
    /// The earliest day.
    pub earliest: Date,
    /// The first day on which most is sown.
    pub from: Date,
    /// The last day on which most is sown.
    pub until: Date,
    /// The latest day.
    pub latest: Date,
}

/// A day beside the days in which most of a crop is sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timing {
    /// After them, until the latest day.
    Late,
    /// Before them, from the earliest day on.
    Early,
    /// In them.
    Usual,
}

keyed!(Timing { Late = "late", Early = "early", Usual = "usual" });

impl Timing {
    /// How much a crop counts that is sown then: 1, or half off the usual days.
    pub fn weight(self) -> f64 {
        match self {
            Self::Usual => 1.0,
            Self::Early | Self::Late => 0.5,
        }
    }
}

impl Opening {
    /// When in the window this day is. `None` if the crop cannot be sown on it.
    pub fn timing(&self, day: Date) -> Option<Timing> {
        if day < self.earliest || day > self.latest {
            None
        } else if day < self.from {
            Some(Timing::Early)
        } else if day <= self.until {
            Some(Timing::Usual)
        } else {
            Some(Timing::Late)
        }
    }

    /// Whether the crop can be sown on this day.
    pub fn is_open(&self, day: Date) -> bool {
        self.timing(day).is_some()
    }

    /// The last of the usual days; where they are over on this day, the latest.
    pub fn closes(&self, day: Date) -> Date {
        if self.timing(day) == Some(Timing::Late) { self.latest } else { self.until }
    }
}

impl Window {
    /// The opening that has this day in it, else the next one.
    pub fn opening(&'static self, day: Date) -> Opening {
        let latest = self.extremes.until.on_or_after(day);
        let until = self.sowing.until.on_or_before(latest);
        let from = self.sowing.from.on_or_before(until);
        Opening { window: self, earliest: self.extremes.from.on_or_before(from), from, until, latest }
    }

    /// The last opening whose usual days ended before this day.
    pub fn before(&'static self, day: Date) -> Opening {
        let until = self.sowing.until.on_or_before(day.saturating_sub(1.day()));
        let from = self.sowing.from.on_or_before(until);
        let latest = self.extremes.until.on_or_after(until);
        Opening { window: self, earliest: self.extremes.from.on_or_before(from), from, until, latest }
    }
}

impl Span {
    /// Number of days, from 1 to 365.
    pub fn days(self) -> u16 {
        let (from, until) = (self.from.number(), self.until.number());
        if from <= until { until - from + 1 } else { 365 - from + 1 + until }
    }

    /// Whether all days of another are in it.
    pub(super) fn has(self, other: Self) -> bool {
        let after = |day: MonthDay| (day.number() + 365 - self.from.number()) % 365;
        after(other.from) <= after(other.until) && after(other.until) <= after(self.until)
    }

    /// Whether a day is within.
    pub(crate) fn has_day(self, day: Date) -> bool {
        self.days_away(day) == 0
    }

    /// Days from a day to the nearest end, around the year; 0 for a day within.
    pub(super) fn days_away(self, day: Date) -> u16 {
        let day = MonthDay::of(day).number();
        let ahead = |from: u16, to: u16| (to + 365 - from) % 365;
        if ahead(self.from.number(), day) < self.days() {
            return 0;
        }
        ahead(day, self.from.number()).min(ahead(self.until.number(), day))
    }
}

/// Days before each month in a year of 365 days.
const DAYS_BEFORE: [u16; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

impl MonthDay {
    /// Creates a day of the year. `None` if no year of 365 days has it.
    pub fn new(month: i8, day: i8) -> Option<Self> {
        Date::new(2001, month, day).ok().map(Self::of)
    }

    /// The day of the year of a date. 29 February is taken for the day before.
    pub fn of(date: Date) -> Self {
        let is_leap_day = date.month() == 2 && date.day() == 29;
        Self { month: date.month(), day: if is_leap_day { 28 } else { date.day() } }
    }

    /// Month, from 1.
    pub fn month(self) -> i8 {
        self.month
    }

    /// Its number in a year of 365 days, from 1.
    fn number(self) -> u16 {
        let before = usize::try_from(self.month - 1).ok().and_then(|month| DAYS_BEFORE.get(month));
        before.copied().unwrap_or_default() + u16::from(self.day.unsigned_abs())
    }

    pub(super) fn in_year(self, year: i16) -> Date {
        Date::new(year, self.month, self.day).unwrap_or(Date::MAX)
    }

    /// The first such day that is not before a day.
    pub(crate) fn on_or_after(self, day: Date) -> Date {
        let this = self.in_year(day.year());
        if this >= day { this } else { self.in_year(day.year() + 1) }
    }

    fn on_or_before(self, day: Date) -> Date {
        let this = self.in_year(day.year());
        if this <= day { this } else { self.in_year(day.year() - 1) }
    }
}

impl fmt::Display for MonthDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}
