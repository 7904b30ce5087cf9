//! Erasing a farmer: every row about them goes, and only their id stays, so that a restored backup does not bring them back.

use crate::command::Command;
use crate::error::Result;
use crate::farmers::{FarmerId, hold_farmer};
use crate::sessions::TokenHash;
use crate::sql::{Tx, Value};
use crate::{Store, consents, sowings};
use jiff::Timestamp;

/// Every table with rows of a farmer, and how to delete them; those that others refer to last.
const DELETIONS: [&str; 7] = [
    "DELETE FROM predictions WHERE farmer_id = $1",
    "DELETE FROM known_crops WHERE farmer_id = $1",
    "DELETE FROM farmer_records WHERE farmer_id = $1",
    "DELETE FROM request_journal WHERE farmer_id = $1",
    "DELETE FROM sowings WHERE farmer_id = $1",
    "DELETE FROM consents WHERE farmer_id = $1",
    "DELETE FROM farmers WHERE id = $1",
];

impl Store {
    /// Erases a farmer in one transaction: each sowing that stands is withdrawn as a farmer withdraws one, every row about them
    /// is deleted, and their id is kept. Gives what opened their sessions. `None`: there is no such farmer.
    pub async fn erase_farmer(&self, farmer: FarmerId, now: Timestamp) -> Result<Option<Vec<TokenHash>>> {
        self.write(EraseFarmer { farmer, now }).await
    }

    /// Farmers who were erased from this database and are in it all the same.
    pub async fn erased_and_back(&self) -> Result<Vec<FarmerId>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT e.farmer_id FROM erased_farmers e JOIN farmers f ON f.id = e.farmer_id ORDER BY e.farmer_id";
        reading.tx()?.rows(sql, &[], |row| Ok(FarmerId(row.id(0)?))).await
    }
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
        // Nobody writes about the farmer from here on: first no consent allows it, then nothing may refer to them.
        consents::withdraw(tx, farmer, now).await?;
        if !hold_farmer(tx, farmer).await? {
            return Ok(None);
        }
        let sql = "SELECT id FROM sowings WHERE farmer_id = $1 AND withdrawn_at IS NULL ORDER BY region, crop, id";
        for sowing in tx.rows(sql, &[id], |row| row.id(0)).await? {
            sowings::withdraw(tx, farmer, sowing, now).await?;
        }
        let sql = "DELETE FROM sessions WHERE farmer_id = $1 RETURNING token_hash";
        let sessions = tx.rows(sql, &[id], |row| row.hash(0).map(TokenHash::from_stored)).await?;
        for sql in DELETIONS {
            tx.execute(sql, &[id]).await?;
        }
        let sql =
            "INSERT INTO erased_farmers (farmer_id, erased_at) VALUES ($1, $2) ON CONFLICT (farmer_id) DO NOTHING";
        tx.execute(sql, &[id, Value::Int(now.as_microsecond())]).await?;
        Ok(Some(sessions))
    }
}
