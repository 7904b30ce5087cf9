//! The thirty-six parts of ten days that a year has.

use crate::CropYear;
use jiff::ToSpan;
use jiff::civil::Date;

/// A part of a month: days 1 to 10, 11 to 20, or 21 to the end. Thirty-six make a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TenDays(u8);

impl TenDays {
    /// Parts of a year.
    pub const IN_A_YEAR: usize = 36;

    /// All parts, that of 1 January first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        #[expect(clippy::cast_possible_truncation, reason = "there are 36")]
        (0..Self::IN_A_YEAR).map(|index| Self(index as u8))
    }

    /// The part that a day is in.
    pub fn of(day: Date) -> Self {
        let part = (day.day() - 1) / 10;
        Self((day.month().unsigned_abs() - 1) * 3 + part.min(2).unsigned_abs())
    }

    /// Its index in the year, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its month, from 1.
    pub fn month(self) -> i8 {
        (self.0 / 3 + 1).cast_signed()
    }

    /// Its number in the crop year, from 1: days 1 to 10 of May are the first.
    pub fn in_crop_year(self) -> u8 {
        (self.0 + 24) % 36 + 1
    }

    /// The part with this number in a crop year. `None` if it is not from 1 to 36.
    pub fn of_crop_year(number: u8) -> Option<Self> {
        (1..=36).contains(&number).then(|| Self((number - 1 + 12) % 36))
    }

    /// Its first day in a crop year.
    pub fn first_day(self, crop_year: CropYear) -> Date {
        let year = crop_year.first_year() + i16::from(self.month() < 5);
        let day = (self.0 % 3 * 10 + 1).cast_signed();
        Date::new(year, self.month(), day).unwrap_or(Date::MAX)
    }

    /// The thirty-six parts from the one that has this day, each with its first day.
    pub fn from_day(day: Date) -> impl Iterator<Item = (Self, Date)> {
        let part = |day: Date| (day.day() - 1).min(20) / 10;
        let first = Date::new(day.year(), day.month(), part(day) * 10 + 1).ok();
        std::iter::successors(first, move |first| {
            let is_last = part(*first) == 2;
            Some(if is_last { first.last_of_month().saturating_add(1.day()) } else { first.saturating_add(10.days()) })
        })
        .take(Self::IN_A_YEAR)
        .map(|first| (Self::of(first), first))
    }
}
