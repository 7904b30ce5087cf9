//! The request journal.

use crate::FarmerId;
use crate::error::Result;
use crate::sql::{Tx, values};
use jiff::Timestamp;

/// Appends a request in the transaction that applies it. `body` is JSON.
pub(crate) async fn append(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    at: Timestamp,
    kind: &'static str,
    body: &serde_json::Value,
) -> Result<()> {
    let sql = "INSERT INTO request_journal (farmer_id, at, kind, body) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, &values![farmer, at, kind, &body.to_string()]).await.map(drop)
}
