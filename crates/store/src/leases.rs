//! Leases restrict a background job to one process at a time.

use crate::error::Result;
use crate::sql::{Tx, database_now, values};
use jiff::SignedDuration;
use uuid::Uuid;

/// Duration of a lease without renewal.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// How far the database's clock may be set back without effect on a lease that was just renewed.
const MARGIN: SignedDuration = SignedDuration::from_secs(30);

/// Takes a lease, or renews it, for a duration from the database's time. Another holder's lease is taken if it has
/// expired, or if it expires later than a margin after a new one would: then it was written by a clock that ran ahead.
macro_rules! take_at {
    ($now:expr) => {
        concat!(
            "INSERT INTO leases (work, holder, expires_at) VALUES ($1, $2, ",
            $now,
            " + $3)
             ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, expires_at = ",
            $now,
            " + $3
             WHERE leases.holder = excluded.holder OR leases.expires_at <= ",
            $now,
            "
                OR leases.expires_at > ",
            $now,
            " + $4"
        )
    };
}

/// PostgreSQL computes the update when it has the lock of the row, which another node may have renewed meanwhile.
const TAKE: [&str; 2] = [take_at!(database_now!(sqlite)), take_at!(database_now!(postgres))];

/// Takes or renews the lease of a job. Returns false if another process holds it.
pub(crate) async fn take(tx: &mut Tx<'_>, work: &'static str, holder: Uuid) -> Result<bool> {
    let micros = |duration: SignedDuration| i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
    let params = values![work, holder, micros(LEASE), micros(LEASE + MARGIN)];
    Ok(tx.execute(tx.either(TAKE), &params).await? == 1)
}

/// Ends the lease of a job, if this process holds it.
pub(crate) async fn end(tx: &mut Tx<'_>, work: &'static str, holder: Uuid) -> Result<()> {
    let sql = "DELETE FROM leases WHERE work = $1 AND holder = $2";
    tx.execute(sql, &values![work, holder]).await.map(drop)
}
