//! The reconciler compares the running sums with the change feed and with the sowings.
//!
//! The three must agree. Feed entries are summed once, up to a watermark; a comparison reads these sums and the entries
//! after the watermark. Sowings are summed only for the open crop year, crop by crop from an index, so that each
//! snapshot is short.

use crate::command::{Command, LONGEST_JOB};
use crate::error::Result;
use crate::sql::{Tx, Value};
use crate::watermarks::{self, Watermark};
use crate::{Store, leases};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use jiff::SignedDuration;
use std::time::Duration;
use uuid::Uuid;

/// Number of feed entries that one transaction sums.
const CHUNK: i64 = 10_000;
/// Upper bound of a transaction's duration. An entry is summed only after this time, when every entry with a smaller
/// number is either committed or rolled back.
const LONGEST_TRANSACTION: SignedDuration = SignedDuration::from_mins(5);
/// Name of the job in leases and watermarks.
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
    /// Compares the running sums of each state and of India with the change feed, for every crop year, and with the
    /// sowings of the open crop year. Empty if all agree.
    pub async fn differences(&self, open: CropYear) -> Result<Vec<Difference>> {
        let mut differences = self.read_at_one_moment(CompareWithFeed).await?;
        for crop in Crop::all() {
            differences.extend(self.read_at_one_moment(CompareWithSowings { crop, crop_year: open }).await?);
        }
        Ok(differences)
    }

    /// Sums the next entries of the change feed. Returns whether more remain. `None` if another process has the lease.
    pub async fn add_up_feed(&self, holder: Uuid) -> Result<Option<bool>> {
        self.write(AddUpFeed { holder }).await
    }
}

/// The watermark: number of the last summed entry of the feed.
pub(crate) async fn added_up_to(tx: &mut Tx<'_>) -> Result<i64> {
    Ok(watermarks::read(tx, WORK).await?.map_or(0, |watermark| watermark.position))
}

struct AddUpFeed {
    holder: Uuid,
}

impl Command for AddUpFeed {
    type Output = Option<bool>;
    const LIMIT: Duration = LONGEST_JOB;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<bool>> {
        if !leases::take(tx, WORK, self.holder).await? {
            return Ok(None);
        }
        let now = tx.database_now().await?;
        let watermark = watermarks::read(tx, WORK).await?;
        let Watermark { mut position, mut seen, mut seen_at } =
            watermark.unwrap_or(Watermark { position: 0, seen: 0, seen_at: now });
        let has_settled = now.duration_since(seen_at).abs() >= LONGEST_TRANSACTION;
        if has_settled {
            let end = seen.min(position + CHUNK);
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
    }
}

/// Adds the entries in `start + 1..=end` to the sums of the feed.
async fn add_up(tx: &mut Tx<'_>, start: i64, end: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO feed_sums (region, crop, crop_year, sown_kg)
         SELECT region, crop, crop_year, CAST(SUM(sown_kg) AS BIGINT) FROM change_feed WHERE seq > $1 AND seq <= $2
         GROUP BY region, crop, crop_year
         ON CONFLICT (region, crop, crop_year) DO UPDATE SET sown_kg = feed_sums.sown_kg + excluded.sown_kg",
        &[Value::Int(start), Value::Int(end)],
    )
    .await?;
    Ok(())
}

/// A feed entry names its state, or India if the state is not known. Every entry counts to India.
struct CompareWithFeed;

impl Command for CompareWithFeed {
    type Output = Vec<Difference>;
    const LIMIT: Duration = LONGEST_JOB;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let sql = "WITH feed AS (
                       SELECT region, crop, crop_year, sown_kg FROM feed_sums
                       UNION ALL
                       SELECT region, crop, crop_year, CAST(SUM(sown_kg) AS BIGINT) FROM change_feed WHERE seq > $1
                       GROUP BY region, crop, crop_year)
                   SELECT region, crop, crop_year, CAST(SUM(supply) AS BIGINT), CAST(SUM(fed) AS BIGINT)
                   FROM (SELECT region, crop, crop_year, sown_kg AS supply, 0 AS fed FROM supply
                         UNION ALL SELECT region, crop, crop_year, 0, sown_kg FROM feed WHERE region <> 'IN'
                         UNION ALL SELECT 'IN', crop, crop_year, 0, sown_kg FROM feed) AS accounts
                   GROUP BY region, crop, crop_year
                   HAVING SUM(supply) <> SUM(fed)";
        let since = Value::Int(added_up_to(tx).await?);
        tx.rows(sql, &[since], |row| {
            Ok(Difference {
                region: row.region(0)?,
                crop: row.crop(1)?,
                crop_year: row.crop_year(2)?,
                supply: Kilograms(row.int(3)?),
                account: Account::Feed,
                recorded: Kilograms(row.int(4)?),
            })
        })
        .await
    }
}

/// A sowing names its state, or India if the state is not known. Every sowing counts to India.
struct CompareWithSowings {
    crop: Crop,
    crop_year: CropYear,
}

impl Command for CompareWithSowings {
    type Output = Vec<Difference>;
    const LIMIT: Duration = LONGEST_JOB;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let Self { crop, crop_year } = *self;
        let sql = "WITH sown AS (
                       SELECT region, CAST(SUM(expected_yield_kg) AS BIGINT) AS kg FROM sowings
                       WHERE crop_year = $1 AND crop = $2 AND withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1
                       GROUP BY region)
                   SELECT region, CAST(SUM(supply) AS BIGINT), CAST(SUM(sown) AS BIGINT)
                   FROM (SELECT region, sown_kg AS supply, 0 AS sown FROM supply WHERE crop_year = $1 AND crop = $2
                         UNION ALL SELECT region, 0, kg FROM sown WHERE region <> 'IN'
                         UNION ALL SELECT 'IN', 0, kg FROM sown) AS accounts
                   GROUP BY region
                   HAVING SUM(supply) <> SUM(sown)";
        tx.rows(sql, &[Value::Int(crop_year.first_year().into()), Value::Text(crop.key())], |row| {
            let (supply, recorded) = (Kilograms(row.int(1)?), Kilograms(row.int(2)?));
            Ok(Difference { region: row.region(0)?, crop, crop_year, supply, account: Account::Sowings, recorded })
        })
        .await
    }
}
