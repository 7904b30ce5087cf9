//! Deletion of expired rows: abandoned sign-ins, ended sessions, sums of plans that have ended, and old entries of the
//! journal and of the change feed.
//!
//! Each call deletes one batch of each table in index order, so that writes are not blocked for long; of the sums of
//! plans, which are few, all that have ended. PostgreSQL empties the journal and the feed a month at a time, so that
//! their entries are kept up to a month longer. A lease restricts the work to one process. A row is expired only if
//! both the server's and the database's clock say so, and after they have run for a day without a jump: a clock that is
//! wrong at a start deletes nothing before somebody can see it.

use crate::error::Result;
use crate::limit::Limit;
use crate::sql::{Tx, Value, values};
use crate::watermarks::{self, Watermark};
use crate::{Store, leases, months, reconcile};
use grow_domain::crop_year::in_india;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// Maximum number of rows that one call deletes from a table.
const BATCH: i64 = 500;
const WORK: &str = "housekeeping";
/// How long a clock has to run without a jump before something is deleted by it.
const TRUSTED_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// Longest time between two runs of the job for which the clock is trusted: after a longer pause it may have been set.
const BETWEEN_TURNS: SignedDuration = SignedDuration::from_hours(25);
/// Retention of an ended session. Until it is deleted, a session ended by a wrong clock becomes valid again.
pub const SESSIONS_KEPT_AFTER_THEIR_END: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Retention of journal entries. Erasure of the farmer deletes them earlier.
pub const JOURNAL_KEPT: SignedDuration = SignedDuration::from_hours(3 * 366 * 24);
/// Retention of change feed entries below the watermark.
pub const FEED_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Lifetimes of sign-ins and sessions.
#[derive(Clone, Copy, Debug)]
pub struct Lifetimes {
    /// Of a pending sign-in, from its start.
    pub login: SignedDuration,
    /// Of a session, from its last use.
    pub idle: SignedDuration,
    /// Of a session, from its start.
    pub age: SignedDuration,
}

impl Store {
    /// Deletes the next batch and returns the number of rows, 0 when nothing is left. `None` if another process has the
    /// lease.
    pub async fn delete_ended(&self, holder: Uuid, now: Timestamp, lifetimes: Lifetimes) -> Result<Option<u64>> {
        self.write_within(Limit::Job, async move |tx| {
            if !leases::take(tx, WORK, holder).await? {
                return Ok(None);
            }
            let now = now.min(tx.database_now().await?);
            let before = |age: SignedDuration| Value::from(now.saturating_sub(age).unwrap_or(now));
            let Lifetimes { login, idle, age } = lifetimes;
            let (batch, kept) = (Value::from(BATCH), SESSIONS_KEPT_AFTER_THEIR_END);
            let logins = "DELETE FROM logins WHERE started_at < $1 AND started_at <=
                              (SELECT MAX(started_at) FROM
                                   (SELECT started_at FROM logins ORDER BY started_at LIMIT $2) AS batch)";
            let unused = "DELETE FROM sessions WHERE seen_at < $1 AND seen_at <=
                              (SELECT MAX(seen_at) FROM
                                   (SELECT seen_at FROM sessions ORDER BY seen_at LIMIT $2) AS batch)";
            let old = "DELETE FROM sessions WHERE created_at < $1 AND created_at <=
                           (SELECT MAX(created_at) FROM
                                (SELECT created_at FROM sessions ORDER BY created_at LIMIT $2) AS batch)";
            let journal = "DELETE FROM request_journal
                           WHERE id IN (SELECT id FROM request_journal ORDER BY id LIMIT $1) AND at < $2";
            // Keep the newest entry below the watermark, so that its number is not reused.
            let feed = "DELETE FROM change_feed
                        WHERE seq IN (SELECT seq FROM change_feed WHERE seq < $1 ORDER BY seq LIMIT $2) AND at < $3";
            let planned = "DELETE FROM planned WHERE ends_on < $1";
            let today = in_india(now).date().to_string();
            let added_up = reconcile::added_up_to(tx).await?;
            // Pending sign-ins may be deleted by an untrusted clock: nothing is lost with them.
            let mut deleted = tx.execute(logins, &[before(login), batch]).await?;
            if !is_trusted(tx, now).await? {
                return Ok(Some(deleted));
            }
            for (sql, params) in [
                (unused, &[before(idle + kept), batch][..]),
                (old, &[before(age + kept), batch]),
                (planned, &values![&today]),
            ] {
                deleted += tx.execute(sql, params).await?;
            }
            if let Tx::Sqlite(..) = tx {
                deleted += tx.execute(journal, &[batch, before(JOURNAL_KEPT)]).await?;
                deleted += tx.execute(feed, &values![added_up, batch, before(FEED_KEPT)]).await?;
            } else {
                deleted += months::JOURNAL.empty_expired(tx, now, JOURNAL_KEPT, i64::MAX).await?;
                deleted += months::FEED.empty_expired(tx, now, FEED_KEPT, added_up).await?;
            }
            Ok(Some(deleted))
        })
        .await
    }
}

/// Whether the clock has run without a jump for long enough. Notes how far it has come.
async fn is_trusted(tx: &mut Tx<'_>, now: Timestamp) -> Result<bool> {
    let noted = watermarks::read(tx, WORK, now).await?;
    let goes_on = |noted: &Watermark| {
        let since = now.duration_since(noted.seen_at);
        (SignedDuration::ZERO..=BETWEEN_TURNS).contains(&since)
    };
    let noted = noted.filter(goes_on).and_then(|noted| Timestamp::from_microsecond(noted.position).ok());
    let begun = noted.filter(|begun| *begun <= now).unwrap_or(now);
    watermarks::write(tx, WORK, Watermark { position: begun.as_microsecond(), seen: 0, seen_at: now }).await?;
    Ok(now.duration_since(begun) >= TRUSTED_AFTER)
}
