//! Tables that PostgreSQL keeps in parts of a month, so that a part whose entries have all expired is emptied at once.
//!
//! A part is used again when all months of its table have passed. Schema step 22 has the same numbers.

use crate::error::Result;
use crate::sql::{Tx, values};
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A truncation that waits for a reader of the partition blocks all later readers, so it gives up soon and is tried
/// again in an hour.
const WAIT_BRIEFLY: &str = "SELECT set_config('lock_timeout', '1s', true)";

/// A month, in microseconds: a twelfth of 365.25 days.
const MONTH: i64 = 2_629_800_000_000;

/// A table in parts of a month.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Monthly {
    table: &'static str,
    /// Column that numbers the entries.
    number: &'static str,
    parts: i64,
}

pub(crate) const JOURNAL: Monthly = Monthly { table: "request_journal", number: "id", parts: 48 };
pub(crate) const FEED: Monthly = Monthly { table: "change_feed", number: "seq", parts: 12 };

/// Statements of a part.
struct MonthPartition {
    /// Counts its entries, and those of them that have not expired: at a time or later, or with a higher number.
    count: &'static str,
    empty: &'static str,
}

static PARTS: LazyLock<HashMap<(Monthly, i64), MonthPartition>> = LazyLock::new(|| {
    let leak = |text: String| -> &'static str { text.leak() };
    let part_of = |monthly: Monthly, part: i64| {
        let Monthly { table, number, .. } = monthly;
        let count = format!("SELECT COUNT(*), COUNT(*) FILTER (WHERE at >= $1 OR {number} > $2) FROM {table}_{part}");
        ((monthly, part), MonthPartition { count: leak(count), empty: leak(format!("TRUNCATE {table}_{part}")) })
    };
    let tables = [JOURNAL, FEED].into_iter();
    tables.flat_map(|monthly| (0..monthly.parts).map(move |part| part_of(monthly, part))).collect()
});

impl Monthly {
    /// The parts in which everything has expired at `now`. The next month is not among them: clocks may differ.
    fn expired(self, now: Timestamp, kept: SignedDuration) -> impl Iterator<Item = i64> {
        let month = |at: Timestamp| at.as_microsecond().div_euclid(MONTH);
        let begins = now.saturating_sub(kept).unwrap_or(now);
        (month(now) + 2 - self.parts..month(begins)).map(move |month| month.rem_euclid(self.parts))
    }

    /// Empties the parts whose entries are all older than `kept` and numbered up to `last`. Returns the number of
    /// entries.
    pub(crate) async fn empty_expired(
        self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        kept: SignedDuration,
        last: i64,
    ) -> Result<u64> {
        let until = now.saturating_sub(kept).unwrap_or(now);
        let mut emptied = 0;
        for part in self.expired(now, kept).filter_map(|part| PARTS.get(&(self, part))) {
            let counts = tx.row(part.count, &values![until, last], |row| Ok((row.int(0)?, row.int(1)?))).await?;
            if let Some((entries @ 1.., 0)) = counts {
                tx.row(WAIT_BRIEFLY, &[], |_| Ok(())).await?;
                tx.execute(part.empty, &[]).await?;
                emptied += entries.unsigned_abs();
            }
        }
        Ok(emptied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Neither what is kept, nor what is written by a clock that differs by days, is in a part that has expired.
        #[test]
        fn what_is_kept_is_in_no_expired_part(now in 1_700_000_000_i64..4_000_000_000, ago in -864_000_i64..94_867_200) {
            let now = Timestamp::from_second(now).unwrap();
            let at = now - SignedDuration::from_secs(ago);
            for (monthly, kept) in [(JOURNAL, crate::JOURNAL_KEPT), (FEED, crate::FEED_KEPT)] {
                if at > now - kept {
                    let part = at.as_microsecond() / MONTH % monthly.parts;
                    prop_assert!(monthly.expired(now, kept).all(|expired| expired != part));
                }
            }
        }

        /// A month after it has expired, an entry is in such a part.
        #[test]
        fn what_is_not_kept_is_emptied_within_a_month(now in 1_700_000_000_i64..4_000_000_000, ago in 0_i64..31_557_600) {
            let now = Timestamp::from_second(now).unwrap();
            for (monthly, kept) in [(JOURNAL, crate::JOURNAL_KEPT), (FEED, crate::FEED_KEPT)] {
                let month = SignedDuration::from_micros(MONTH);
                let at = now - kept - month - SignedDuration::from_secs(ago % (MONTH / 1_000_000 * 6));
                let part = at.as_microsecond() / MONTH % monthly.parts;
                prop_assert!(monthly.expired(now, kept).any(|expired| expired == part));
            }
        }
    }
}
