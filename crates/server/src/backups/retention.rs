//! Which backups are kept: what the privacy notice says.

use grow_domain::crop_year::in_india;
use jiff::civil::Weekday;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// Of each of the last hours, days and weeks the newest backup is kept.
const HOURS: i64 = 24;
const DAYS: i64 = 7;
const WEEKS: i64 = 12;

/// Returns which of the backups of these times are kept. The newest one always is.
pub(super) fn kept(made: &[Timestamp], now: Timestamp) -> BTreeSet<Timestamp> {
    let mut kept = BTreeSet::new();
    for (oldest, period) in [
        (SignedDuration::from_hours(HOURS), hour as fn(Timestamp) -> i64),
        (SignedDuration::from_hours(24 * DAYS), day),
        (SignedDuration::from_hours(24 * 7 * WEEKS), week),
    ] {
        let recent = made.iter().filter(|at| now.duration_since(**at) < oldest);
        let newest: BTreeMap<_, _> =
            recent.map(|at| (period(*at), *at)).fold(BTreeMap::new(), |mut newest, (key, at)| {
                let last = newest.entry(key).or_insert(at);
                *last = at.max(*last);
                newest
            });
        kept.extend(newest.into_values());
    }
    kept.extend(made.iter().max());
    kept
}

fn hour(at: Timestamp) -> i64 {
    at.as_second().div_euclid(3600)
}

/// Days and weeks are India's.
fn day(at: Timestamp) -> i64 {
    let of_unix = jiff::civil::date(1970, 1, 1);
    in_india(at).date().duration_since(of_unix).as_hours() / 24
}

/// The day on which a week begins: Monday.
fn week(at: Timestamp) -> i64 {
    day(at) - i64::from(in_india(at).date().weekday().since(Weekday::Monday))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_780_000_000 + hour * 3600).unwrap()
    }

    #[test]
    fn a_year_of_hourly_backups_leaves_24_hourly_7_daily_and_12_weekly_ones() {
        let made: Vec<_> = (0..365 * 24).map(at).collect();
        let now = at(365 * 24 - 1);
        let kept = kept(&made, now);
        let within = |hours: i64| kept.iter().filter(|at| now.duration_since(**at).as_hours() < hours).count();
        assert_eq!(within(24), 24);
        assert!((24 + 6..=24 + 7).contains(&within(24 * 7)), "{}", within(24 * 7));
        assert!((24 + 6 + 11..=24 + 7 + 12).contains(&kept.len()), "{}", kept.len());
        assert!(kept.iter().all(|at| now.duration_since(*at).as_hours() < 24 * 7 * 12), "none is older");
    }

    proptest! {
        #[test]
        fn the_newest_is_kept_and_what_is_kept_was_made(hours in prop::collection::vec(0i64..4000, 1..60), now in 0i64..8000) {
            let made: Vec<_> = hours.into_iter().map(at).collect();
            let kept = kept(&made, at(now));
            prop_assert!(kept.contains(made.iter().max().unwrap()));
            prop_assert!(kept.iter().all(|at| made.contains(at)));
            prop_assert!(kept.len() <= 24 + 1 + 8 + 13 + made.iter().filter(|made| **made > at(now)).count());
        }

        #[test]
        fn keeping_again_changes_nothing(hours in prop::collection::vec(0i64..4000, 1..60)) {
            let made: Vec<_> = hours.into_iter().map(at).collect();
            let once = kept(&made, at(4000));
            let again = kept(&once.iter().copied().collect::<Vec<_>>(), at(4000));
            prop_assert_eq!(once, again);
        }
    }
}
