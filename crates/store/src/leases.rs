//! Leases restrict a background job to one process at a time.

use crate::error::Result;
use crate::sql::{Tx, Value};
use jiff::SignedDuration;
use uuid::Uuid;

/// Duration of a lease without renewal.
const LEASE: SignedDuration = SignedDuration::from_secs(60);

/// Takes or renews the lease of a job. Returns false if another process holds it.
///
/// Leases expire by the database's time. A lease that expires later than a new one would was written by a clock that
/// ran ahead, and is ignored.
pub(crate) async fn take(tx: &mut Tx<'_>, work: &'static str, holder: Uuid) -> Result<bool> {
    let now = tx.database_now().await?;
    let until = now.saturating_add(LEASE).unwrap_or(now);
    let taken = tx
        .execute(
            "INSERT INTO leases (work, holder, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
             WHERE leases.holder = excluded.holder OR leases.expires_at <= $4
                OR leases.expires_at > excluded.expires_at",
            &[
                Value::Text(work),
                Value::Id(holder),
                Value::Int(until.as_microsecond()),
                Value::Int(now.as_microsecond()),
            ],
        )
        .await?;
    Ok(taken == 1)
}

/// Ends the lease of a job, if this process holds it.
pub(crate) async fn end(tx: &mut Tx<'_>, work: &'static str, holder: Uuid) -> Result<()> {
    let sql = "DELETE FROM leases WHERE work = $1 AND holder = $2";
    tx.execute(sql, &[Value::Text(work), Value::Id(holder)]).await?;
    Ok(())
}
