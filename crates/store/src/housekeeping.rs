//! Deleting what nobody needs any more: sign-ins that were left lying, sessions that have ended, and the old end of the journal
//! and of the change feed.
//!
//! Each call deletes a batch from the old end of an index, so that no farmer's write waits for long. One process does it at a time,
//! and a time that is over by one clock alone is not over: a server whose clock runs ahead deletes nothing early.

use crate::command::{Command, LONGEST_JOB};
use crate::error::Result;
use crate::sql::{Tx, Value};
use crate::{Store, leases, reconcile};
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use uuid::Uuid;

/// How many rows of a table one call deletes at most.
const BATCH: i64 = 500;
/// How long a session is kept after it has ended: a clock that ran ahead for days and was set back has ended none for good.
pub const SESSIONS_KEPT_AFTER_THEIR_END: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long an entry of the journal is kept, while its farmer stays.
pub const JOURNAL_KEPT: SignedDuration = SignedDuration::from_hours(3 * 366 * 24);
/// How long an entry of the change feed is kept after it has been added up.
pub const FEED_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// When a sign-in or a session ends by itself.
#[derive(Clone, Copy, Debug)]
pub struct Lifetimes {
    /// A sign-in under way, from its start.
    pub login: SignedDuration,
    /// A session, from its last use.
    pub idle: SignedDuration,
    /// A session, from its start.
    pub age: SignedDuration,
}

impl Store {
    /// Deletes the next batch and tells how many rows that were: 0 when nothing is left. `None`: another process is at it.
    pub async fn delete_ended(&self, holder: Uuid, now: Timestamp, lifetimes: Lifetimes) -> Result<Option<u64>> {
        self.write(DeleteEnded { holder, now, lifetimes }).await
    }
}

struct DeleteEnded {
    holder: Uuid,
    now: Timestamp,
    lifetimes: Lifetimes,
}

impl Command for DeleteEnded {
    type Output = Option<u64>;
    const LIMIT: Duration = LONGEST_JOB;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<u64>> {
        if !leases::take(tx, "housekeeping", self.holder).await? {
            return Ok(None);
        }
        let now = self.now.min(tx.database_now().await?);
        let before = |age: SignedDuration| Value::Int(now.saturating_sub(age).unwrap_or(now).as_microsecond());
        let Lifetimes { login, idle, age } = self.lifetimes;
        let (batch, kept) = (Value::Int(BATCH), SESSIONS_KEPT_AFTER_THEIR_END);
        let logins = "DELETE FROM logins WHERE state_hash IN
                          (SELECT state_hash FROM logins WHERE started_at < $1 ORDER BY started_at LIMIT $2)";
        let unused = "DELETE FROM sessions WHERE token_hash IN
                          (SELECT token_hash FROM sessions WHERE seen_at < $1 ORDER BY seen_at LIMIT $2)";
        let old = "DELETE FROM sessions WHERE token_hash IN
                       (SELECT token_hash FROM sessions WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
        let journal = "DELETE FROM request_journal
                       WHERE id IN (SELECT id FROM request_journal ORDER BY id LIMIT $1) AND at < $2";
        // The newest entry that is added up stays, so that no later one is given its number.
        let feed = "DELETE FROM change_feed
                    WHERE seq IN (SELECT seq FROM change_feed WHERE seq < $1 ORDER BY seq LIMIT $2) AND at < $3";
        let added_up = Value::Int(reconcile::added_up_to(tx).await?);
        let mut deleted = 0;
        for (sql, params) in [
            (logins, &[before(login), batch][..]),
            (unused, &[before(idle + kept), batch]),
            (old, &[before(age + kept), batch]),
            (journal, &[batch, before(JOURNAL_KEPT)]),
            (feed, &[added_up, batch, before(FEED_KEPT)]),
        ] {
            deleted += tx.execute(sql, params).await?;
        }
        Ok(Some(deleted))
    }
}
