//! Which backups are kept: what the privacy notice says.
//!
//! A clock may be wrong, at the time of a backup or now. So a backup goes when enough newer ones stand, and not when
//! the clock says that it is old; and those with a date in the future are counted by themselves.

use grow_domain::crop_year::in_india;
use jiff::Timestamp;
use jiff::civil::Weekday;
use std::collections::{BTreeMap, BTreeSet};

type Period = fn(Timestamp) -> i64;

/// So many hours, days and weeks with backups are kept behind the newest one: of each, its newest backup.
const PERIODS: [(usize, Period); 3] = [(24, hour), (7, day), (12, week)];

/// Returns which of the backups of these times are kept. The newest one always is.
pub(super) fn kept(made: &[Timestamp], now: Timestamp) -> BTreeSet<Timestamp> {
    let (of_the_past, of_the_future): (Vec<_>, Vec<_>) = made.iter().partition(|at| **at <= now);
    [of_the_past, of_the_future].into_iter().flat_map(kept_of).collect()
}

fn kept_of(made: Vec<Timestamp>) -> BTreeSet<Timestamp> {
    let mut behind: BTreeSet<_> = made.into_iter().collect();
    let mut kept: BTreeSet<_> = behind.pop_last().into_iter().collect();
    for (count, period) in PERIODS {
        let newest: BTreeMap<_, _> = behind.iter().map(|at| (period(*at), *at)).collect();
        kept.extend(newest.into_values().rev().take(count));
    }
    kept
}

fn hour(at: Timestamp) -> i64 {
    at.as_second().div_euclid(3600)
}

/// Days and weeks are India's.
fn day(at: Timestamp) -> i64 {
    let of_unix = jiff::civil::date(1970, 1, 1);
    in_india(at).date().duration_since(of_unix).as_hours().div_euclid(24)
}

/// The day on which a week begins: Monday.
fn week(at: Timestamp) -> i64 {
    day(at) - i64::from(in_india(at).date().weekday().since(Weekday::Monday))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;
    use proptest::prelude::*;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_780_000_000 + hour * 3600).unwrap()
    }

    #[test]
    fn a_year_of_hourly_backups_leaves_24_hourly_7_daily_and_12_weekly_ones() {
        let mut made = BTreeSet::new();
        for hour in 0..365 * 24 {
            made.insert(at(hour));
            made = kept(&made.into_iter().collect::<Vec<_>>(), at(hour));
        }
        let now = at(365 * 24 - 1);
        let within = |hours: i64| made.iter().filter(|at| now.duration_since(**at).as_hours() < hours).count();
        assert_eq!(within(24), 24);
        assert!((24 + 6..=24 + 7).contains(&within(24 * 7)), "{}", within(24 * 7));
        assert!((24 + 6 + 11..=24 + 7 + 12).contains(&made.len()), "{}", made.len());
        assert!(made.iter().all(|at| now.duration_since(*at).as_hours() < 24 * 7 * 12), "none is older");
    }

    #[test]
    fn a_wrong_clock_costs_no_more_backups_than_a_right_one() {
        let made: Vec<_> = (0..90 * 24).map(at).collect();
        let now = at(90 * 24);
        let before: Vec<_> = kept(&made, now).into_iter().collect();
        let with_the_next: Vec<_> = before.iter().copied().chain([at(90 * 24)]).collect();
        let ahead = now + SignedDuration::from_hours(24 * 100);
        let with_one: Vec<_> = before.iter().copied().chain([ahead]).collect();
        assert_eq!(kept(&with_one, ahead).len(), kept(&with_the_next, now).len(), "while it is ahead");
        assert_eq!(kept(&with_one, now).len(), before.len() + 1, "when it is right again");
        let behind = Timestamp::from_second(7).unwrap();
        let with_one: Vec<_> = before.iter().copied().chain([behind]).collect();
        assert_eq!(kept(&with_one, behind).len(), before.len() + 1, "a clock that begins in 1970");
    }

    /// Times of a clock that is mostly right.
    fn times() -> impl Strategy<Value = Vec<Timestamp>> {
        let second = prop_oneof![8 => 1_780_000_000i64..1_790_000_000, 1 => -60_000_000_000i64..200_000_000_000];
        prop::collection::vec(second, 1..120)
            .prop_map(|seconds| seconds.into_iter().map(|second| Timestamp::from_second(second).unwrap()).collect())
    }

    fn periods_behind_the_newest(made: &BTreeSet<Timestamp>, period: Period) -> usize {
        let mut behind = made.clone();
        behind.pop_last();
        behind.into_iter().map(period).collect::<BTreeSet<_>>().len()
    }

    proptest! {
        #[test]
        fn behind_the_newest_the_promised_ones_stand_as_far_as_they_did(made in times(), now in times()) {
            let all: BTreeSet<_> = made.iter().copied().collect();
            for now in now {
                let kept = kept(&made, now);
                prop_assert!(kept.is_subset(&all));
                prop_assert_eq!(kept.last(), all.last());
                prop_assert!(kept.contains(all.range(..=now).next_back().unwrap_or(all.last().unwrap())));
                for (promised, period) in PERIODS {
                    let before = periods_behind_the_newest(&all, period);
                    prop_assert!(periods_behind_the_newest(&kept, period) >= before.min(promised));
                }
                prop_assert!(kept.len() <= 2 * (1 + 24 + 7 + 12), "and no more than that, on each side of now");
            }
        }

        #[test]
        fn keeping_again_changes_nothing(made in times(), now in times()) {
            for now in now {
                let once = kept(&made, now);
                let again = kept(&once.iter().copied().collect::<Vec<_>>(), now);
                prop_assert_eq!(once, again);
            }
        }
    }
}
