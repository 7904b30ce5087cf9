//! When crops are sown and harvested (`data/crop_calendar.csv`): windows of sowing by state, by districts where a state
//! is not one, and harvests by the day of sowing. Days are civil days in India.

mod arrivals;
mod harvest;
mod month_prices;
mod table;
mod ten_days;

pub use arrivals::{Arriving, Pattern, SownPart, arrivals, usual_pattern, wanted_pattern};
pub use harvest::{Harvest, Maturity, days_between, harvest};
pub use month_prices::month_price_index;
pub use ten_days::TenDays;

use crate::regional::{has_land, has_own_land};
use crate::{Crop, District, Region, Season, State};
use jiff::ToSpan;
use jiff::civil::Date;
use std::fmt;

/// A plan to sow stands for at most this many days.
const PLAN_DAYS: i32 = 30;

/// Days after the latest of a window in which a crop is still sown here and there.
const LATE_DAYS: u16 = 14;

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

/// The windows of a crop in a place, in the order of the crop year. Empty if the place has no land in any season that
/// has a window.
#[derive(Clone, Debug)]
pub struct Calendar(Vec<&'static Window>);

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
    /// After them: until the latest day and 14 days more.
    Late,
    /// Before them, from the earliest day on.
    Early,
    /// In them.
    Usual,
}

impl Timing {
    /// How much a crop counts that is sown then: 1, or half off the usual days.
    #[must_use]
    pub fn weight(self) -> f64 {
        match self {
            Self::Usual => 1.0,
            Self::Early | Self::Late => 0.5,
        }
    }

    /// Key: `usual`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Early => "early",
            Self::Usual => "usual",
        }
    }
}

impl Opening {
    /// When in the window this day is. `None` if the crop cannot be sown on it.
    #[must_use]
    pub fn timing(&self, day: Date) -> Option<Timing> {
        if day < self.earliest || day > self.last() {
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
    #[must_use]
    pub fn is_open(&self, day: Date) -> bool {
        self.timing(day).is_some()
    }

    /// The last day on which the crop is sown at all.
    #[must_use]
    pub fn last(&self) -> Date {
        self.latest.saturating_add(i32::from(LATE_DAYS).days())
    }
}

/// The windows of a crop in a region: all of its own, and India's in a season in which it has none and has land.
/// India's where nothing else is known.
#[must_use]
pub fn calendar(crop: Crop, region: Region) -> Calendar {
    let own = table::windows(crop, region);
    let mut windows: Vec<_> = own.iter().collect();
    if let Region::State(state) = region {
        let lacks = |window: &&Window| own.iter().all(|own| own.season != window.season);
        let india = table::windows(crop, Region::India);
        windows.extend(india.iter().filter(lacks).filter(|window| has_land(crop, state, window.season)));
        if windows.is_empty() {
            windows.extend(india);
        }
    }
    Calendar::of(windows)
}

/// The windows of a crop in a district: in each season those that name it, else its state's, else India's if the state
/// has land of the crop in the season.
#[must_use]
pub fn calendar_of(crop: Crop, district: District) -> Calendar {
    let state = table::windows(crop, Region::State(district.state()));
    let india = table::windows(crop, Region::India);
    let mut windows = Vec::new();
    for season in Season::ALL {
        let of = |windows: &'static [Window]| windows.iter().filter(move |window| window.season == season);
        let before = windows.len();
        windows.extend(of(state).filter(|window| window.districts.contains(&district)));
        if windows.len() == before {
            windows.extend(of(state).filter(|window| window.districts.is_empty()));
        }
        if windows.len() == before && has_own_land(crop, district.state(), season) {
            windows.extend(of(india));
        }
    }
    Calendar::of(windows)
}

/// The windows of a crop in a district, or those of its state or of India where it has no land of the crop.
#[must_use]
pub fn nearest_calendar(crop: Crop, district: District) -> Calendar {
    let own = calendar_of(crop, district);
    if own.windows().is_empty() { calendar(crop, Region::State(district.state())) } else { own }
}

impl Calendar {
    fn of(mut windows: Vec<&'static Window>) -> Self {
        // The crop year begins in May.
        windows.sort_by_key(|window| ((window.sowing.from.month() + 7) % 12, window.sowing.from));
        Self(windows)
    }

    /// The windows, in the order of the crop year.
    #[must_use]
    pub fn windows(&self) -> &[&'static Window] {
        &self.0
    }

    /// Whose windows these are: India's if all of them are.
    #[must_use]
    pub fn region(&self) -> Region {
        let own = self.0.iter().map(|window| window.region).find(|region| *region != Region::India);
        own.unwrap_or(Region::India)
    }

    /// The part of a crop's land of a season that is sown in a window, from 0 to 1. Cane that is planted in one window
    /// stands in the next, so its windows share the land by their days; other crops may use the land again, so each
    /// window has all of it.
    #[must_use]
    pub fn part_of_season(&self, window: &Window) -> f64 {
        let days = |window: &Window| f64::from(window.sowing.days());
        let of_year = self.0.iter().filter(|other| other.season == Season::Year).map(|other| days(other));
        if window.season == Season::Year { days(window) / of_year.sum::<f64>() } else { 1.0 }
    }

    /// For each window, the opening that has this day in it, else the next one.
    pub fn openings(&self, day: Date) -> impl Iterator<Item = Opening> {
        self.0.iter().map(move |window| window.opening(day))
    }

    /// The opening in which the crop can be sown on this day: of several, one in its usual days, then the most trusted,
    /// then the one that is open longest.
    #[must_use]
    pub fn open(&self, day: Date) -> Option<Opening> {
        let open = self.openings(day).filter_map(|opening| Some((opening.timing(day)?, opening)));
        let best = open.max_by_key(|(timing, opening)| (*timing, opening.window.confidence, opening.until));
        best.map(|(_, opening)| opening)
    }

    /// The next opening after this day.
    #[must_use]
    pub fn next(&self, day: Date) -> Option<Opening> {
        self.openings(day).filter(|opening| !opening.is_open(day)).min_by_key(|opening| opening.earliest)
    }

    /// The opening in which the crop can be sown on this day, else the next one.
    #[must_use]
    pub fn open_or_next(&self, day: Date) -> Option<Opening> {
        self.open(day).or_else(|| self.next(day))
    }

    /// The window that a sowing of this day belongs to: the one that is open, else the nearest.
    #[must_use]
    pub fn window_of(&self, sown_on: Date) -> Option<&'static Window> {
        let open = self.open(sown_on).map(|opening| opening.window);
        open.or_else(|| self.0.iter().copied().min_by_key(|window| window.extremes.days_away(sown_on)))
    }
}

impl Window {
    /// The opening that has this day in it, else the next one.
    #[must_use]
    pub fn opening(&'static self, day: Date) -> Opening {
        let last = self.extremes.until.later(LATE_DAYS).on_or_after(day);
        let latest = self.extremes.until.on_or_before(last);
        let until = self.sowing.until.on_or_before(latest);
        let from = self.sowing.from.on_or_before(until);
        Opening { window: self, earliest: self.extremes.from.on_or_before(from), from, until, latest }
    }

    /// The last opening whose usual days ended before this day.
    #[must_use]
    pub fn before(&'static self, day: Date) -> Opening {
        let until = self.sowing.until.on_or_before(day.saturating_sub(1.day()));
        let from = self.sowing.from.on_or_before(until);
        let latest = self.extremes.until.on_or_after(until);
        Opening { window: self, earliest: self.extremes.from.on_or_before(from), from, until, latest }
    }
}

/// The season that a sowing of this day belongs to: that of its window.
#[must_use]
pub fn season_of(crop: Crop, region: Region, sown_on: Date) -> Season {
    let window = calendar(crop, region).window_of(sown_on);
    window.map_or_else(|| Season::of_month(crop, sown_on.month()), |window| window.season)
}

/// The last day on which a plan to sow stands, if it is made today: the end of the window that is open, and at most 30
/// days.
#[must_use]
pub fn intention_ends(crop: Crop, state: Option<State>, today: Date) -> Date {
    let limit = today.saturating_add(PLAN_DAYS.days());
    let region = state.map_or(Region::India, Region::State);
    calendar(crop, region).open(today).map_or(limit, |opening| opening.last().min(limit))
}

impl Span {
    /// Number of days, from 1 to 365.
    #[must_use]
    pub fn days(self) -> u16 {
        let (from, until) = (self.from.number(), self.until.number());
        if from <= until { until - from + 1 } else { 365 - from + 1 + until }
    }

    /// Whether all days of another are in it.
    fn has(self, other: Self) -> bool {
        let after = |day: MonthDay| (day.number() + 365 - self.from.number()) % 365;
        after(other.from) <= after(other.until) && after(other.until) <= after(self.until)
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

    /// The day so many days later.
    fn later(self, days: u16) -> Self {
        Self::of_number((self.number() - 1 + days) % 365 + 1)
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
