//! The crop year: 1 May to 30 April, India Standard Time. No sowing window of the specification crosses its boundary.
//! A few windows of the states do (cotton of Punjab, April to June): a sowing counts in the year of its own day.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp, tz::Offset};
use std::fmt;

/// A crop year, named by its first calendar year: 2026 runs from 1 May 2026 to 30 April 2027.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CropYear(i16);

/// Offset of India Standard Time from UTC. India has no daylight saving time.
const INDIA_AHEAD: SignedDuration = SignedDuration::from_mins(5 * 60 + 30);

impl CropYear {
    /// The crop year that a moment falls into.
    pub fn of(moment: Timestamp) -> Self {
        Self::of_day(in_india(moment).date())
    }

    /// The crop year that a day in India falls into.
    pub fn of_day(day: Date) -> Self {
        Self(if day.month() >= 5 { day.year() } else { day.year() - 1 })
    }

    /// Creates a crop year from its first calendar year. `None` outside 1900 to 2999, which can only be a typing error.
    pub fn from_first_year(year: i64) -> Option<Self> {
        i16::try_from(year).ok().filter(|year| (1900..3000).contains(year)).map(Self)
    }

    /// Its first calendar year.
    pub fn first_year(self) -> i16 {
        self.0
    }
}

/// Date and time in India at a moment.
pub fn in_india(moment: Timestamp) -> DateTime {
    Offset::UTC.to_datetime(moment.saturating_add(INDIA_AHEAD).unwrap_or(moment))
}

/// The moment at which a day begins in India. `None` beyond all times.
pub(crate) fn beginning_in_india(day: Date) -> Option<Timestamp> {
    Offset::UTC.to_timestamp(day.to_datetime(Time::midnight())).ok()?.checked_sub(INDIA_AHEAD).ok()
}

impl fmt::Display for CropYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn year_at(text: &str) -> i16 {
        CropYear::of(text.parse().unwrap()).first_year()
    }

    #[test]
    fn from_1_may_to_30_april_india_standard_time() {
        assert_eq!(year_at("2026-05-01T00:00:00+05:30"), 2026);
        assert_eq!(year_at("2027-04-30T23:59:59.999999+05:30"), 2026);
        assert_eq!(year_at("2026-04-30T23:59:59+05:30"), 2025);
        assert_eq!(year_at("2026-04-30T18:30:00Z"), 2026, "midnight in India is half past six in the evening in UTC");
        assert_eq!(year_at("2026-12-31T23:00:00Z"), 2026);
        assert_eq!(year_at("2027-01-01T00:00:00Z"), 2026);
    }

    #[test]
    fn every_sowing_window_of_the_specification_falls_inside_one_crop_year() {
        for (start, end) in [(6, 7), (5, 6), (10, 12)] {
            assert_eq!(
                year_at(&format!("2026-{start:02}-01T00:00:00+05:30")),
                year_at(&format!("2026-{end:02}-28T00:00:00+05:30"))
            );
        }
    }

    #[test]
    fn a_year_that_is_no_crop_year_is_refused() {
        assert_eq!(CropYear::from_first_year(26), None);
        assert_eq!(CropYear::from_first_year(i64::MAX), None);
        assert_eq!(CropYear::from_first_year(2026).unwrap().to_string(), "2026");
    }

    proptest! {
        #[test]
        fn a_later_time_never_has_an_earlier_crop_year(a in 0_i64..4_000_000_000, b in 0_i64..4_000_000_000) {
            let at = |seconds| CropYear::of(Timestamp::from_second(seconds).unwrap());
            prop_assert!(at(a.min(b)) <= at(a.max(b)));
        }
    }
}
