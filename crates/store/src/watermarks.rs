//! Watermarks: how far a background job has come.

use crate::error::Result;
use crate::sql::{Tx, values};
use jiff::Timestamp;

#[derive(Clone, Copy)]
pub(crate) struct Watermark {
    /// What the job has done, up to this number.
    pub(crate) position: i64,
    /// The newest number at `seen_at`.
    pub(crate) seen: i64,
    /// Time at which `seen` was read.
    pub(crate) seen_at: Timestamp,
}

/// Reads the watermark of a job. `None` before its first run.
pub(crate) async fn read(tx: &mut Tx<'_>, work: &'static str, now: Timestamp) -> Result<Option<Watermark>> {
    let sql = "SELECT position, seen, seen_at FROM watermarks WHERE work = $1";
    tx.row(sql, &values![work], |row| {
        // A time that cannot be read counts as now.
        Ok(Watermark { position: row.int(0)?, seen: row.int(1)?, seen_at: row.timestamp(2).unwrap_or(now) })
    })
    .await
}

/// Replaces the watermark of a job.
pub(crate) async fn write(tx: &mut Tx<'_>, work: &'static str, watermark: Watermark) -> Result<()> {
    let Watermark { position, seen, seen_at } = watermark;
    let sql = "INSERT INTO watermarks (work, position, seen, seen_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (work) DO UPDATE SET
                   position = excluded.position, seen = excluded.seen, seen_at = excluded.seen_at";
    tx.execute(sql, &values![work, position, seen, seen_at]).await.map(drop)
}
