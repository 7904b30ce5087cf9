//! Erasure of a farmer. Only the id is kept, in the erasure list, so that a restored backup does not restore the
//! farmer.

use crate::FarmerId;
use crate::command::{Command, LONGEST_JOB};
use crate::error::Result;
use crate::farmers::hold_farmer;
use crate::sessions::TokenHash;
use crate::sql::{Tx, Value};
use crate::{Store, consents, imported, intentions, sowings};
use jiff::Timestamp;
use std::time::Duration;
use uuid::Uuid;

/// Deletes a farmer's rows from every table. Tables that others reference come last.
const DELETIONS: [&str; 8] = [
    "DELETE FROM known_crops WHERE farmer_id = $1",
    "DELETE FROM farmer_records WHERE farmer_id = $1",
    "DELETE FROM request_journal WHERE farmer_id = $1",
    "DELETE FROM sowings WHERE farmer_id = $1",
    "DELETE FROM intentions WHERE farmer_id = $1",
    "DELETE FROM advice_draws WHERE farmer_id = $1",
    "DELETE FROM consents WHERE farmer_id = $1",
    "DELETE FROM farmers WHERE id = $1",
];

impl Store {
    /// Erases a farmer in one transaction: withdraws their sowings and plans, deletes every row about them, and adds
    /// their id to the erasure list. Returns the hashes of their session tokens. `None` if the farmer does not exist.
    pub async fn erase_farmer(&self, farmer: FarmerId, now: Timestamp) -> Result<Option<Vec<TokenHash>>> {
        self.write(EraseFarmer { farmer, now }).await
    }

    /// Adds farmers to the erasure list. Existing entries stay unchanged.
    pub async fn list_erased(&self, farmers: Vec<FarmerId>, now: Timestamp) -> Result<()> {
        self.write(ListErased { farmers, now }).await
    }

    /// Returns a page of the erasure list in the order of ids, after `after`. The flag tells whether the farmer exists
    /// in the database, as after a backup was restored.
    pub async fn erased_farmers(&self, after: Option<FarmerId>, limit: u16) -> Result<Vec<(FarmerId, bool)>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT e.farmer_id, CASE WHEN f.id IS NULL THEN CAST(0 AS BIGINT) ELSE CAST(1 AS BIGINT) END
                   FROM erased_farmers e LEFT JOIN farmers f ON f.id = e.farmer_id
                   WHERE e.farmer_id > $1 ORDER BY e.farmer_id LIMIT $2";
        let after = Value::Id(after.map_or(Uuid::nil(), |farmer| farmer.0));
        let params = [after, Value::Int(limit.into())];
        reading.tx()?.rows(sql, &params, |row| Ok((FarmerId(row.id(0)?), row.int(1)? == 1))).await
    }
}

struct ListErased {
    farmers: Vec<FarmerId>,
    now: Timestamp,
}

impl Command for ListErased {
    type Output = ();
    const LIMIT: Duration = LONGEST_JOB;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for farmer in &self.farmers {
            list(tx, *farmer, self.now).await?;
        }
        Ok(())
    }
}

async fn list(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO erased_farmers (farmer_id, erased_at) VALUES ($1, $2) ON CONFLICT (farmer_id) DO NOTHING";
    tx.execute(sql, &[Value::Id(farmer.0), Value::Int(now.as_microsecond())]).await?;
    Ok(())
}

struct EraseFarmer {
    farmer: FarmerId,
    now: Timestamp,
}

impl Command for EraseFarmer {
    type Output = Option<Vec<TokenHash>>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let Self { farmer, now } = *self;
        let id = Value::Id(farmer.0);
        // Block further writes about the farmer: first by withdrawing consent, then by locking the farmer's row.
        consents::withdraw(tx, farmer, now).await?;
        if !hold_farmer(tx, farmer).await? {
            return Ok(None);
        }
        intentions::drop_all(tx, farmer, now).await?;
        sowings::withdraw_all(tx, farmer, now).await?;
        let sql = "DELETE FROM sessions WHERE farmer_id = $1 RETURNING token_hash";
        let sessions = tx.rows(sql, &[id], |row| row.hash(0).map(TokenHash::from_stored)).await?;
        imported::forget(tx, farmer, now).await?;
        for sql in DELETIONS {
            tx.execute(sql, &[id]).await?;
        }
        list(tx, farmer, now).await?;
        Ok(Some(sessions))
    }
}
