//! Days of prices: how long they count and are kept.

use crate::keyed::keyed;
use jiff::ToSpan;
use jiff::civil::Date;

/// Weeks over which a usual price is reckoned, and which are held in memory.
const HELD_WEEKS: i32 = 12;
/// Weeks after which a price says nothing about today.
const TOLD_WEEKS: i32 = 10;
/// Weeks after which a price is called old.
const FRESH_WEEKS: i32 = 3;
/// Years for which prices are kept.
const KEPT_YEARS: i32 = 3;

/// How old a price is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// At most three weeks.
    Fresh,
    /// Older than three weeks, and at most ten.
    Old,
}

keyed!(Age { Fresh = "fresh", Old = "old" }, Display);

impl Age {
    /// The age of a price of a day. `None`: it is older than ten weeks, or of a day to come.
    pub fn of(day: Date, today: Date) -> Option<Self> {
        if day > today || day < told_from(today) {
            None
        } else if day < weeks_before(today, FRESH_WEEKS) {
            Some(Self::Old)
        } else {
            Some(Self::Fresh)
        }
    }
}

/// The first day whose prices are told.
pub(super) fn told_from(today: Date) -> Date {
    weeks_before(today, TOLD_WEEKS)
}

/// The first of the twelve weeks' days over which a usual price is reckoned: [`super::MarketPrices`] needs the quotes
/// from there on.
pub fn held_from(today: Date) -> Date {
    weeks_before(today, HELD_WEEKS)
}

/// The first day whose prices are kept.
pub fn kept_from(today: Date) -> Date {
    today.saturating_sub(KEPT_YEARS.years())
}

fn weeks_before(day: Date, weeks: i32) -> Date {
    day.saturating_sub(weeks.weeks())
}

/// The first day of the week up to a day.
pub(super) fn week_up_to(last: Date) -> Date {
    last.saturating_sub(6.days())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_price_is_fresh_for_three_weeks_and_says_nothing_after_ten() {
        let today = date(2026, 11, 27);
        for (days, age) in
            [(0, Some(Age::Fresh)), (21, Some(Age::Fresh)), (22, Some(Age::Old)), (70, Some(Age::Old)), (71, None)]
        {
            assert_eq!(Age::of(today.saturating_sub(days.days()), today), age, "{days} days");
        }
        assert_eq!(Age::of(date(2026, 11, 28), today), None);
        assert_eq!(kept_from(date(2028, 2, 29)), date(2025, 2, 28));
        assert_eq!(week_up_to(date(2026, 11, 7)), date(2026, 11, 1));
    }
}
