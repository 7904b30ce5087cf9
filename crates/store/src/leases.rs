//! Leases: work that only one process does at a time.

use crate::error::Result;
use crate::sql::{Tx, Value};
use jiff::SignedDuration;
use uuid::Uuid;

/// How long a holder may be silent before another process may take over.
const LEASE: SignedDuration = SignedDuration::from_secs(60);

/// Takes the lease of a work, or holds it for longer; false where another process has it.
///
/// Leases end by the database's time. One that ends later than any lease can was written while a clock ran ahead, and holds
/// nobody up.
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
