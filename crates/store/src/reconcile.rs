//! The reconciler compares the running sums with the change feed and with the sowings.
//!
//! The three must agree. Feed entries are summed once, up to a watermark; a comparison reads these sums and the entries
//! after the watermark. Sowings are summed in parts, in the order in which they are stored.

use crate::error::Result;
use crate::limit::Limit;
use crate::ranges::{Range, Ranges};
use crate::sql::{Row, Tx, added, sum_of, values};
use crate::unreadable::readable_sums;
use crate::watermarks::{self, Watermark};
use crate::{Store, leases};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Number of feed entries that one transaction sums.
const CHUNK: i64 = 10_000;
/// Number of entries below the watermark that a comparison looks at again, because a clock that was set back makes some
/// of them new.
const LOOKED_AT_AGAIN: i64 = 100_000;
/// Upper bound of a transaction's duration. An entry is summed only after this time, when every entry with a smaller
/// number is either committed or rolled back.
const LONGEST_TRANSACTION: SignedDuration = SignedDuration::from_mins(5);
const WORK: &str = "reconcile";

/// A difference between a running sum and another account of the same supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub region: Region,
    /// Of what.
    pub crop: Crop,
    /// When.
    pub crop_year: CropYear,
    /// Running sum.
    pub supply: Kilograms,
    /// Account compared with.
    pub account: Account,
    /// Sum of that account.
    pub recorded: Kilograms,
}

/// An account to compare the running sums with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Counted sowings that are neither withdrawn nor failed.
    Sowings,
    /// Entries of the change feed.
    Feed,
}

impl Store {
    /// Compares the running sums of each state and of India with the change feed and with the sowings. Empty if all
    /// agree.
    ///
    /// Sowings are read in parts, while others change. So the changes of the last minutes are left out, which every row
    /// tells. A row that is erased, or moved to another farmer, while they are read may be
    /// missed or counted twice; so a difference has to be found twice.
    pub async fn differences(&self) -> Result<Vec<Difference>> {
        let mut differences = self.read_at_one_moment(Limit::Job, async |tx| compare_with_feed(tx).await).await?;
        let first = self.differences_from_sowings().await?;
        if !first.is_empty() {
            let second = self.differences_from_sowings().await?;
            let gap = |difference: &Difference| difference.supply.0 - difference.recorded.0;
            let is_again = |found: &Difference, again: &Difference| {
                (found.region, found.crop, found.crop_year) == (again.region, again.crop, again.crop_year)
                    && gap(found) == gap(again)
            };
            differences.extend(first.into_iter().filter(|found| second.iter().any(|again| is_again(found, again))));
        }
        Ok(differences)
    }

    async fn differences_from_sowings(&self) -> Result<Vec<Difference>> {
        let (under_way, supply) = self.read_at_one_moment(Limit::Job, async |tx| settled_supply(tx).await).await?;
        let mut sums: BTreeMap<Key, [Kilograms; 2]> =
            supply.into_iter().map(|(key, supply)| (key, [supply, Kilograms(0)])).collect();
        let mut ranges = Ranges::of_sowings(self);
        while let Some(farmers) = ranges.next().await? {
            let sown =
                self.read_at_one_moment(Limit::Job, async move |tx| settled_sowings(tx, farmers, under_way).await);
            for ((region, crop, crop_year), kilograms) in sown.await? {
                // A sowing names its state, or India if the state is not known. Every sowing counts to India.
                let state = (region != Region::India).then_some(region);
                for region in state.into_iter().chain([Region::India]) {
                    let [_, recorded] = sums.entry((region, crop, crop_year)).or_default();
                    recorded.0 += kilograms.0;
                }
            }
        }
        let differing = sums.into_iter().filter(|(_, [supply, recorded])| supply != recorded);
        let difference = |((region, crop, crop_year), [supply, recorded]): (Key, [Kilograms; 2])| Difference {
            region,
            crop,
            crop_year,
            supply,
            account: Account::Sowings,
            recorded,
        };
        Ok(differing.map(difference).collect())
    }

    /// Sums the next entries of the change feed. Returns whether more remain. `None` if another process has the lease.
    pub async fn add_up_feed(&self, holder: Uuid) -> Result<Option<bool>> {
        self.write_within(Limit::Job, async move |tx| {
            if !leases::take(tx, WORK, holder).await? {
                return Ok(None);
            }
            let now = tx.database_now().await?;
            let watermark = watermarks::read(tx, WORK, now).await?;
            let Watermark { mut position, mut seen, mut seen_at } =
                watermark.unwrap_or(Watermark { position: 0, seen: 0, seen_at: now });
            let has_settled = now.duration_since(seen_at).abs() >= LONGEST_TRANSACTION;
            if has_settled {
                let end = seen.min(position.max(0).saturating_add(CHUNK));
                add_up(tx, position, end).await?;
                position = end;
            }
            let more = has_settled && position < seen;
            if watermark.is_none() || (has_settled && !more) {
                let newest = tx.row("SELECT COALESCE(MAX(seq), 0) FROM change_feed", &[], |row| row.int(0)).await?;
                (seen, seen_at) = (newest.unwrap_or(0).max(position), now);
            }
            watermarks::write(tx, WORK, Watermark { position, seen, seen_at }).await?;
            Ok(Some(more))
        })
        .await
    }
}

/// The watermark: number of the last summed entry of the feed.
pub(crate) async fn added_up_to(tx: &mut Tx<'_>) -> Result<i64> {
    Ok(watermarks::read(tx, WORK, Timestamp::MAX).await?.map_or(0, |watermark| watermark.position))
}

/// Adds the entries in `start + 1..=end` to the sums of the feed.
async fn add_up(tx: &mut Tx<'_>, start: i64, end: i64) -> Result<()> {
    tx.execute(
        concat!(
            "INSERT INTO feed_sums (region, crop, crop_year, sown_kg) SELECT region, crop, crop_year, ",
            sum_of!("sown_kg"),
            " FROM change_feed WHERE seq > $1 AND seq <= $2
             GROUP BY region, crop, crop_year
             ON CONFLICT (region, crop, crop_year) DO UPDATE SET sown_kg = ",
            added!("feed_sums.sown_kg", "excluded.sown_kg")
        ),
        &values![start, end],
    )
    .await
    .map(drop)
}

/// Compares the running sums with the change feed. An entry names its state, or India if the state is not known. Every
/// entry counts to India.
async fn compare_with_feed(tx: &mut Tx<'_>) -> Result<Vec<Difference>> {
    let sql = concat!(
        "WITH feed AS (
             SELECT region, crop, crop_year, sown_kg FROM feed_sums
             UNION ALL
             SELECT region, crop, crop_year, ",
        sum_of!("sown_kg"),
        "    FROM change_feed WHERE seq > $1 GROUP BY region, crop, crop_year)
         SELECT region, crop, crop_year, ",
        sum_of!("supply"),
        ", ",
        sum_of!("fed"),
        " FROM (SELECT region, crop, crop_year, sown_kg AS supply, 0 AS fed FROM supply
                UNION ALL SELECT region, crop, crop_year, 0, sown_kg FROM feed WHERE region <> 'IN'
                UNION ALL SELECT 'IN', crop, crop_year, 0, sown_kg FROM feed) AS accounts
         GROUP BY region, crop, crop_year"
    );
    let since = added_up_to(tx).await?;
    let read = |row: &Row<'_>| {
        let ((region, crop, crop_year), supply) = read_sum(row)?;
        Ok(Difference { region, crop, crop_year, supply, account: Account::Feed, recorded: row.kilograms(4)? })
    };
    let accounts = tx.readable_rows("supply", &[0, 1, 2], sql, &values![since], read).await?;
    Ok(accounts.into_iter().filter(|account| account.supply != account.recorded).collect())
}

type Key = (Region, Crop, CropYear);

/// Reads a sum from four columns: region, crop, crop year, kilograms.
fn read_sum(row: &Row<'_>) -> Result<(Key, Kilograms)> {
    Ok(((row.region(0)?, row.crop(1)?, row.crop_year(2)?), row.kilograms(3)?))
}

/// The time of the changes that may still be under way, and are left out of a comparison. What is later than that was
/// written while a clock was ahead.
#[derive(Clone, Copy)]
struct UnderWay {
    from: Timestamp,
    until: Timestamp,
}

impl UnderWay {
    fn at(now: Timestamp) -> Self {
        // Ids have whole milliseconds.
        let whole = |time: Timestamp| Timestamp::from_millisecond(time.as_millisecond()).unwrap_or(time);
        Self {
            from: whole(now.saturating_sub(LONGEST_TRANSACTION).unwrap_or(now)),
            until: whole(now.saturating_add(LONGEST_TRANSACTION).unwrap_or(now)),
        }
    }
}

/// The running sums without what the feed has of the changes that may be under way.
async fn settled_supply(tx: &mut Tx<'_>) -> Result<(UnderWay, BTreeMap<Key, Kilograms>)> {
    let under_way = UnderWay::at(tx.database_now().await?);
    let sql = concat!(
        "WITH later AS (
             SELECT region, crop, crop_year, ",
        sum_of!("sown_kg"),
        "    AS kg FROM change_feed WHERE seq > $1 AND at >= $2 AND at < $3 GROUP BY region, crop, crop_year)
         SELECT region, crop, crop_year, ",
        sum_of!("kg"),
        " FROM (SELECT region, crop, crop_year, sown_kg AS kg FROM supply
                UNION ALL SELECT region, crop, crop_year, -kg FROM later WHERE region <> 'IN'
                UNION ALL SELECT 'IN', crop, crop_year, -kg FROM later) AS accounts
         GROUP BY region, crop, crop_year"
    );
    let newest = tx.row("SELECT COALESCE(MAX(seq), 0) FROM change_feed", &[], |row| row.int(0)).await?;
    let since = added_up_to(tx).await?.min(newest.unwrap_or(0).saturating_sub(LOOKED_AT_AGAIN));
    let sums =
        tx.readable_rows("supply", &[0, 1, 2], sql, &values![since, under_way.from, under_way.until], read_sum).await?;
    Ok((under_way, sums.into_iter().collect()))
}

/// Sums the sowings of some farmers that are in the supply without the changes that may be under way.
async fn settled_sowings(tx: &mut Tx<'_>, farmers: Range, under_way: UnderWay) -> Result<Vec<(Key, Kilograms)>> {
    let sql = concat!(
        "SELECT region, crop, crop_year, ",
        sum_of!("expected_yield_kg"),
        " FROM sowings
         WHERE farmer_id > $1 AND farmer_id <= $2 AND counted = 1
           AND (counted_at < $3 OR counted_at >= $4 OR counted_at IS NULL AND (id < $5 OR id >= $6))
           AND (COALESCE(failed_at, withdrawn_at) IS NULL
                OR COALESCE(failed_at, withdrawn_at) >= $3 AND COALESCE(failed_at, withdrawn_at) < $4
                   AND (counted_at < $4 OR counted_at IS NULL AND id < $6))
         GROUP BY region, crop, crop_year"
    );
    let times @ [begins, ends] = [under_way.from, under_way.until];
    let [first_id, end_of_ids] = times.map(|time| {
        let millisecond = u64::try_from(time.as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millisecond, &[0; 10]).into_uuid()
    });
    let Range { after, until } = farmers;
    let params = values![after, until, begins, ends, first_id, end_of_ids];
    readable_sums(tx, "sowings", farmers, sql, &params, read_sum).await
}
