//! When crops are sown and harvested (`data/crop_calendar.csv`): windows of sowing by state, and harvests by the day of
//! sowing. Days are civil days in India.

mod arrivals;
mod harvest;
mod month_prices;
mod table;
mod ten_days;

pub use arrivals::{Arriving, Pattern, SownPart, arrivals, usual_pattern, wanted_pattern};
pub use harvest::{Harvest, Maturity, days_between, harvest};
pub use month_prices::month_price_index;
pub use ten_days::TenDays;

use crate::{Crop, Region, Season, State};
use jiff::ToSpan;
use jiff::civil::Date;
use std::fmt;

/// A plan to sow stands for at most this many days.
const PLAN_DAYS: i32 = 30;

/// A window of sowing of a crop in a region, and what is known of its harvest.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The crop.
    pub crop: Crop,
    /// The season in the words of the region: `samba`, `kharif`.
    pub name: String,
    /// Days of the year in which the crop is sown.
    pub sowing: Span,
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
    /// What else is to be known: where in the state it applies, what counts as sowing. May be empty.
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
    month: i8,
    day: i8,
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

/// The windows of a crop in a region.
#[derive(Clone, Copy, Debug)]
pub struct Calendar {
    /// Whose rows these are: the region's own, or India's if it has none.
    pub region: Region,
    /// Its windows, in the order of the crop year. Never empty.
    pub windows: &'static [Window],
}

/// A window of sowing in a certain year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// The window.
    pub window: &'static Window,
    /// Its first day.
    pub from: Date,
    /// Its last day.
    pub until: Date,
}

impl Opening {
    /// Whether the crop can be sown on this day.
    #[must_use]
    pub fn is_open(&self, day: Date) -> bool {
        self.from <= day && day <= self.until
    }
}

/// The windows of a crop: the region's own, or India's.
#[must_use]
pub fn calendar(crop: Crop, region: Region) -> Calendar {
    let own = table::windows(crop, region);
    if own.is_empty() {
        Calendar { region: Region::India, windows: table::windows(crop, Region::India) }
    } else {
        Calendar { region, windows: own }
    }
}

impl Calendar {
    /// For each window, the opening that has this day in it, else the next one.
    pub fn openings(&self, day: Date) -> impl Iterator<Item = Opening> {
        self.windows.iter().map(move |window| window.opening(day))
    }

    /// The opening in which the crop can be sown on this day; of several, the most trusted, and then the one that is
    /// open longest.
    #[must_use]
    pub fn open(&self, day: Date) -> Option<Opening> {
        let open = self.openings(day).filter(|opening| opening.is_open(day));
        open.max_by_key(|opening| (opening.window.confidence, opening.until))
    }

    /// The next opening after this day.
    #[must_use]
    pub fn next(&self, day: Date) -> Option<Opening> {
        self.openings(day).filter(|opening| !opening.is_open(day)).min_by_key(|opening| opening.from)
    }

    /// The window that a sowing of this day belongs to: the one that is open, else the nearest.
    #[must_use]
    pub fn window_of(&self, sown_on: Date) -> Option<&'static Window> {
        let open = self.open(sown_on).map(|opening| opening.window);
        open.or_else(|| self.windows.iter().min_by_key(|window| window.sowing.days_away(sown_on)))
    }
}

impl Window {
    /// The season in which most of the window lies.
    #[must_use]
    pub fn season(&self) -> Season {
        Season::of_month(self.crop, self.sowing.middle().month)
    }

    /// The opening that has this day in it, else the next one.
    #[must_use]
    pub fn opening(&'static self, day: Date) -> Opening {
        let until = self.sowing.until.on_or_after(day);
        Opening { window: self, from: self.sowing.from.on_or_before(until), until }
    }
}

/// The season that a sowing of this day belongs to: that of its window.
#[must_use]
pub fn season_of(crop: Crop, region: Region, sown_on: Date) -> Season {
    let window = calendar(crop, region).window_of(sown_on);
    window.map_or_else(|| Season::of_month(crop, sown_on.month()), Window::season)
}

/// The last day on which a plan to sow stands, if it is made today: the end of the window that is open, and at most 30
/// days.
#[must_use]
pub fn intention_ends(crop: Crop, state: Option<State>, today: Date) -> Date {
    let limit = today.saturating_add(PLAN_DAYS.days());
    let region = state.map_or(Region::India, Region::State);
    calendar(crop, region).open(today).map_or(limit, |opening| opening.until.min(limit))
}

impl Span {
    /// Number of days, from 1 to 365.
    #[must_use]
    pub fn days(self) -> u16 {
        let (from, until) = (self.from.number(), self.until.number());
        if from <= until { until - from + 1 } else { 365 - from + 1 + until }
    }

    /// The middle day.
    fn middle(self) -> MonthDay {
        MonthDay::of_number((self.from.number() - 1 + self.days() / 2) % 365 + 1)
    }

    /// Days from a day to the nearest end, around the year; 0 for a day within.
    fn days_away(self, day: Date) -> u16 {
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
    #[must_use]
    pub fn new(month: i8, day: i8) -> Option<Self> {
        Date::new(2001, month, day).ok().map(Self::of)
    }

    /// The day of the year of a date. 29 February is taken for the day before.
    #[must_use]
    pub fn of(date: Date) -> Self {
        let is_leap_day = date.month() == 2 && date.day() == 29;
        Self { month: date.month(), day: if is_leap_day { 28 } else { date.day() } }
    }

    /// Month, from 1.
    #[must_use]
    pub fn month(self) -> i8 {
        self.month
    }

    /// Its number in a year of 365 days, from 1.
    fn number(self) -> u16 {
        let before = usize::try_from(self.month - 1).ok().and_then(|month| DAYS_BEFORE.get(month));
        before.copied().unwrap_or_default() + u16::from(self.day.unsigned_abs())
    }

    fn of_number(number: u16) -> Self {
        let months = DAYS_BEFORE.iter().filter(|before| **before < number).count();
        let before = months.checked_sub(1).and_then(|month| DAYS_BEFORE.get(month)).copied().unwrap_or_default();
        #[expect(clippy::cast_possible_truncation, reason = "months and days are small")]
        Self { month: months as i8, day: (number - before) as i8 }
    }

    fn in_year(self, year: i16) -> Date {
        Date::new(year, self.month, self.day).unwrap_or(Date::MAX)
    }

    fn on_or_after(self, day: Date) -> Date {
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

impl Confidence {
    /// Key: `high`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

#[cfg(test)]
mod tests;
