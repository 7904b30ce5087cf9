//! Erasure of a farmer: the account is closed at once, and a job deletes its rows in batches.
//!
//! A closed account is reached by nobody: its sessions are gone, its identity is released, so that the same person
//! signs in to a new account, and nothing is computed from it. Only the id is kept, in the erasure list, so that a
//! restored backup does not restore the farmer.

use crate::FarmerId;
use crate::demand::SupplyChanges;
use crate::error::Result;
use crate::sessions::TokenHash;
use crate::sowings::deletion::{delete_sowings, deletion_of_sowings};
use crate::sql::{Row, Tx, values};
use crate::{Store, consents, imported, intentions, leases};
use jiff::Timestamp;
use uuid::Uuid;

/// Number of rows that one transaction deletes from a table.
const BATCH: i64 = 500;
const WORK: &str = "erase";
/// Issuer of a closed account, with its id as subject.
pub(crate) const CLOSED: &str = "closed";

impl Store {
    /// Closes a farmer's account in one short transaction, and adds its id to the erasure list. Returns the hashes of
    /// its session tokens. `None` if there is no such account, or if it is closed. [`Store::erase_batch`] deletes its
    /// rows.
    pub async fn close_account(&self, farmer: FarmerId, now: Timestamp) -> Result<Option<Vec<TokenHash>>> {
        self.write(async move |tx| {
            // Block further writes about the farmer: first by withdrawing consent, then by locking the farmer's row.
            consents::withdraw(tx, farmer, now).await?;
            if !farmer.hold(tx).await? {
                return Ok(None);
            }
            imported::forget(tx, farmer, now).await?;
            let sql = "UPDATE farmers SET issuer = $1, subject = $2, email = '', email_key = '', email_verified = 0,
                                          display_name = '', photo_url = NULL, language = NULL
                       WHERE id = $3";
            tx.execute(sql, &values![CLOSED, &farmer.0.to_string(), farmer]).await?;
            let sql = "DELETE FROM sessions WHERE farmer_id = $1 RETURNING token_hash";
            let sessions =
                tx.rows(sql, &values![farmer], |row| Ok(row.hash(0).map(TokenHash::from_stored).ok())).await?;
            for sql in [
                "DELETE FROM known_crops WHERE farmer_id = $1",
                "DELETE FROM farmer_records WHERE farmer_id = $1",
                "DELETE FROM advice_draws WHERE farmer_id = $1",
                "DELETE FROM advice_numbers WHERE farmer_id = $1",
            ] {
                tx.execute(sql, &values![farmer]).await?;
            }
            tx.execute(LIST, &values![farmer, now]).await?;
            Ok(Some(sessions.into_iter().flatten().collect()))
        })
        .await
    }

    /// Deletes the next batch of a closed account's rows; what stood in the supply leaves it in the same transaction.
    /// Returns whether more remain. `None` if another process has the lease.
    pub async fn erase_batch(&self, farmer: FarmerId, holder: Uuid, now: Timestamp) -> Result<Option<bool>> {
        self.write(async move |tx| {
            if !leases::take(tx, WORK, holder).await? {
                return Ok(None);
            }
            let mut deleted = intentions::erase(tx, farmer, BATCH, now).await?;
            deleted += erase_sowings(tx, farmer).await?;
            for sql in [
                "DELETE FROM request_journal WHERE farmer_id = $1 AND id <=
                     (SELECT MAX(id) FROM
                          (SELECT id FROM request_journal WHERE farmer_id = $1 ORDER BY id LIMIT $2) AS batch)",
                "DELETE FROM consents WHERE farmer_id = $1 AND number IN
                     (SELECT number FROM consents WHERE farmer_id = $1 ORDER BY number LIMIT $2)",
                "DELETE FROM farmer_years WHERE farmer_id = $1 AND crop_year IN
                     (SELECT crop_year FROM farmer_years WHERE farmer_id = $1 ORDER BY crop_year LIMIT $2)",
            ] {
                deleted += tx.execute(sql, &values![farmer, BATCH]).await?;
            }
            if deleted > 0 {
                return Ok(Some(true));
            }
            tx.execute("DELETE FROM farmers WHERE id = $1 AND issuer = $2", &values![farmer, CLOSED]).await?;
            Ok(Some(false))
        })
        .await
    }

    /// Ends the lease of [`Store::erase_batch`].
    pub async fn end_erasures(&self, holder: Uuid) -> Result<()> {
        self.write(async move |tx| leases::end(tx, WORK, holder).await).await
    }

    /// Returns a page of the closed accounts whose rows are still to be deleted, with their subjects, after a subject.
    pub async fn closed_accounts(&self, after: &str, limit: u16) -> Result<Vec<(FarmerId, String)>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT id, subject FROM farmers WHERE issuer = $1 AND subject > $2 ORDER BY subject LIMIT $3";
        let params = values![CLOSED, after, limit];
        reading.tx()?.rows(sql, &params, |row| Ok((FarmerId(row.id(0)?), row.text(1)?))).await
    }

    /// Adds farmers to the erasure list. Existing entries stay unchanged.
    pub async fn list_erased(&self, farmers: Vec<FarmerId>, now: Timestamp) -> Result<()> {
        self.write(async move |tx| {
            tx.execute_all(LIST, &farmers.iter().map(|farmer| values![*farmer, now]).collect::<Vec<_>>()).await
        })
        .await
    }

    /// Returns a page of the erasure list in the order of ids, after `after`. The flag tells whether the farmer has an
    /// open account in the database, as after a backup was restored.
    pub async fn erased_farmers(&self, after: Option<FarmerId>, limit: u16) -> Result<Vec<(FarmerId, bool)>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT e.farmer_id, CASE WHEN f.id IS NULL THEN CAST(0 AS BIGINT) ELSE CAST(1 AS BIGINT) END
                   FROM erased_farmers e LEFT JOIN farmers f ON f.id = e.farmer_id AND f.issuer <> 'closed'
                   WHERE e.farmer_id > $1 ORDER BY e.farmer_id LIMIT $2";
        let params = values![after.map_or(Uuid::nil(), |farmer| farmer.0), limit];
        let read = |row: &Row<'_>| Ok((FarmerId(row.id(0)?), row.int(1)? == 1));
        reading.tx()?.readable_rows("erased_farmers", &[0], sql, &params, read).await
    }
}

/// Adds a farmer to the erasure list. An entry that is there stays unchanged.
pub(crate) const LIST: &str =
    "INSERT INTO erased_farmers (farmer_id, erased_at) VALUES ($1, $2) ON CONFLICT (farmer_id) DO NOTHING";

/// Deletes a batch of sowings. Those in the supply leave it. Returns the number of rows.
async fn erase_sowings(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<u64> {
    let mut changes = SupplyChanges::of("withdrawal");
    let batch = deletion_of_sowings!("id IN (SELECT id FROM sowings WHERE farmer_id = $1 ORDER BY id LIMIT $2)");
    let deleted = delete_sowings(tx, batch, &values![farmer, BATCH], &mut changes).await?;
    changes.apply(tx).await?;
    Ok(deleted)
}
