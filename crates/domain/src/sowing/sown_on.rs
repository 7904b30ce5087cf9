//! The day of a sowing.

use crate::Invalid;
use crate::crop_year::in_india;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

/// A day in India on which was sown: today, or at most 180 days ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SownOn {
    day: Date,
    is_said: bool,
}

/// How long a phone may keep an entry.
const MOST_ON_PHONE: SignedDuration = SignedDuration::from_hours(366 * 24);

impl SownOn {
    /// Number of days that a sowing may lie back.
    pub const MOST_DAYS_AGO: i64 = 180;

    /// The day of a sowing that arrives now, if there is one: the stated day, or that on which a phone saved the sowing,
    /// `seconds_ago`. The 180 days count from the entry. The phone measures them by its own clock, which may be wrong:
    /// what lies in the future, or longer ago than a year, is not believed.
    pub fn of(stated: Option<Date>, seconds_ago: Option<i64>, now: Timestamp) -> Result<Option<Self>, Invalid> {
        let ago = SignedDuration::from_secs(seconds_ago.unwrap_or_default());
        if ago.is_negative() || ago > MOST_ON_PHONE {
            return Err(Invalid::WrongClock);
        }
        let entered_at = now.saturating_sub(ago).unwrap_or(now);
        match stated {
            Some(day) => Self::on(day, entered_at).map(Some),
            None => Ok(seconds_ago.map(|_| Self { day: in_india(entered_at).date(), is_said: false })),
        }
    }

    /// A day that the farmer says.
    pub fn on(day: Date, now: Timestamp) -> Result<Self, Invalid> {
        match days_ago(day, now) {
            ..0 => Err(Invalid::SownOnFuture),
            0..=Self::MOST_DAYS_AGO => Ok(Self { day, is_said: true }),
            _ => Err(Invalid::SownOnTooOld),
        }
    }

    /// The day, if the farmer said it. Otherwise it is that of the entry.
    pub fn said(self) -> Option<Date> {
        self.is_said.then_some(self.day)
    }

    /// The day.
    pub fn day(self) -> Date {
        self.day
    }

    /// The time of day that it is now, on that day.
    pub fn at(self, now: Timestamp) -> Timestamp {
        now.saturating_sub(SignedDuration::from_hours(24 * days_ago(self.day, now))).unwrap_or(now)
    }
}

/// Parses a day: `2026-07-01`.
pub fn parse_day(text: &str) -> Result<Date, Invalid> {
    let day: Date = text.parse().map_err(|_| Invalid::SownOn)?;
    if day.to_string() == text { Ok(day) } else { Err(Invalid::SownOn) }
}

fn days_ago(day: Date, now: Timestamp) -> i64 {
    day.until(in_india(now).date()).map_or(i64::MAX, |span| span.get_days().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        "2026-07-01T20:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_day_is_a_day_in_india_that_is_not_in_the_future_and_at_most_180_days_ago() {
        for (text, expected) in [
            ("2026-07-02", Ok("2026-07-01T20:00:00Z")),
            ("2026-07-01", Ok("2026-06-30T20:00:00Z")),
            ("2026-01-03", Ok("2026-01-02T20:00:00Z")),
            ("2026-01-02", Err(Invalid::SownOnTooOld)),
            ("-009999-01-01", Err(Invalid::SownOnTooOld)),
            ("2026-07-03", Err(Invalid::SownOnFuture)),
            ("9999-12-31", Err(Invalid::SownOnFuture)),
        ] {
            let at = SownOn::on(parse_day(text).unwrap(), now()).map(|day| day.at(now()).to_string());
            assert_eq!(at, expected.map(str::to_owned), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_day_is_refused() {
        for text in
            ["", "1 July", "2026-7-1", "20260701", "2026-06-31", "2026-07-01T00:00", "2026-07-01 ", "01-07-2026"]
        {
            assert_eq!(parse_day(text), Err(Invalid::SownOn), "{text}");
        }
    }

    #[test]
    fn an_entry_that_arrives_later_has_the_days_of_its_entry() {
        // 62 days and 8 hours before: noon of 30 April.
        let ago = 86_400 * 62 + 3_600 * 8;
        for (day, seconds_ago, expected) in [
            (Some("2026-04-30"), ago, Ok("2026-04-30")),
            (None, ago, Ok("2026-04-30")),
            (Some("2025-11-01"), ago, Ok("2025-11-01")),
            (Some("2025-10-31"), ago, Err(Invalid::SownOnTooOld)),
            (Some("2026-05-01"), ago, Err(Invalid::SownOnFuture)),
            (None, 0, Ok("2026-07-02")),
            (None, -1, Err(Invalid::WrongClock)),
            (None, 86_400 * 366, Ok("2025-07-01")),
            (None, 86_400 * 366 + 1, Err(Invalid::WrongClock)),
            (Some("2025-06-01"), i64::MAX, Err(Invalid::WrongClock)),
        ] {
            let day = day.map(|day| parse_day(day).unwrap());
            let found = SownOn::of(day, Some(seconds_ago), now()).map(|day| day.unwrap().day().to_string());
            assert_eq!(found, expected.map(str::to_owned), "{day:?} {seconds_ago}");
        }
    }

    #[test]
    fn the_day_decides_the_crop_year() {
        let may: Timestamp = "2026-05-02T06:00:00Z".parse().unwrap();
        let on = |text| SownOn::on(parse_day(text).unwrap(), may).unwrap();
        let year = |text| crate::CropYear::of(on(text).at(may)).first_year();
        assert_eq!((year("2026-05-01"), year("2026-04-30")), (2026, 2025));
    }
}
