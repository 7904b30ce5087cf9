//! The farmer's decision about an imported record: to keep it in the own account, or to erase it.

use crate::error::Result;
use crate::farmers::{OwnRecord, is_key, own_record};
use crate::import::{email_hash, save_profiles};
use crate::records::{StoredRecord, stored};
use crate::sql::{Row, Tx, values};
use crate::{FarmerId, Store, consents, journal, years};
use grow_domain::documents::Record;
use grow_domain::farmer::Npk;
use grow_domain::{Crop, SquareMetres};
use jiff::Timestamp;
use serde_json::json;
use std::collections::BTreeSet;

/// What an imported record holds, for its owner's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    /// The farmer that holds it until the decision.
    pub farmer: FarmerId,
    /// Time of the first import.
    pub imported_at: Timestamp,
    /// Phone number.
    pub number: String,
    /// Place.
    pub place: String,
    /// Soil nutrients.
    pub npk: Npk,
    /// Known crops.
    pub known_crops: BTreeSet<Crop>,
    /// Number of sowings that stand.
    pub sowings: u32,
    /// Total area of their fields.
    pub area: SquareMetres,
}

impl Store {
    /// Returns the imported record of a farmer's verified e-mail, until the farmer decides about it.
    pub async fn found_record(&self, farmer: FarmerId) -> Result<Option<FoundRecord>> {
        let mut reading = self.reading().await?;
        found(&mut reading.tx()?, farmer).await
    }

    /// Moves the imported record into the farmer's account. Fields that the farmer has filled stay. Requires consent.
    /// `None` if there is no such record.
    pub async fn keep_imported(&self, farmer: FarmerId, now: Timestamp) -> Result<Option<()>> {
        self.write(async move |tx| {
            consents::require(tx, farmer).await?;
            let Some((holder, email)) = imported_of(tx, farmer).await? else { return Ok(None) };
            // Lock the holder, so that an import does not change what is being moved. Until the lock was free, the record
            // may have been erased, or kept by another account with this e-mail.
            if !holder.hold(tx).await? {
                return Ok(None);
            }
            if let Some(StoredRecord { record: Record { profile: Some(imported), .. }, district, .. }) =
                stored(tx, holder).await?
            {
                let own = own_record(tx, farmer).await?.map(|own| own.record).unwrap_or_default();
                let (profile, district) = imported.kept_in(&own, district);
                save_profiles(tx, &[(farmer, &profile, district)], now).await?;
            }
            let sql = "UPDATE sowings SET farmer_id = $1 WHERE farmer_id = $2";
            tx.execute(sql, &values![farmer, holder]).await?;
            years::sum_again(tx, farmer).await?;
            decide(tx, "kept", &email, now).await?;
            for sql in [
                "DELETE FROM known_crops WHERE farmer_id = $1",
                "DELETE FROM farmer_records WHERE farmer_id = $1",
                "DELETE FROM farmer_years WHERE farmer_id = $1",
                "DELETE FROM farmers WHERE id = $1",
            ] {
                tx.execute(sql, &values![holder]).await?;
            }
            journal::append(tx, farmer, now, "imported_record_keep", &json!({})).await?;
            Ok(Some(()))
        })
        .await
    }
}

/// Returns the farmer that holds the imported record of a farmer's verified e-mail, and that e-mail.
///
/// The e-mail itself decides, and not its stored key alone: an earlier release folded letters and spaces beyond ASCII
/// into the key, which stays until the next sign-in.
async fn imported_of(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<(FarmerId, String)>> {
    let sql = "SELECT o.id, o.subject, f.email FROM farmers f
               JOIN farmers o ON o.issuer = 'imported' AND o.subject = f.email_key
               WHERE f.id = $1 AND f.email_verified = 1 AND f.issuer <> 'imported'";
    let holder = |row: &Row<'_>| {
        let (holder, email) = (FarmerId(row.id(0)?), row.text(1)?);
        Ok(is_key(&email, row.text_ref(2)?).then_some((holder, email)))
    };
    Ok(tx.row(sql, &values![farmer], holder).await?.flatten())
}

async fn found(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<FoundRecord>> {
    let Some((holder, _)) = imported_of(tx, farmer).await? else { return Ok(None) };
    let Some(OwnRecord { record, .. }) = own_record(tx, holder).await? else { return Ok(None) };
    let sql = "SELECT created_at FROM farmers WHERE id = $1";
    let imported_at = tx.row(sql, &values![holder], |row| row.timestamp(0)).await?;
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(field_size_m2), 0) AS BIGINT) FROM sowings
               WHERE farmer_id = $1 AND withdrawn_at IS NULL";
    let (sowings, area) =
        tx.row(sql, &values![holder], |row| Ok((row.int(0)?, row.int(1)?))).await?.unwrap_or_default();
    Ok(imported_at.map(|imported_at| FoundRecord {
        farmer: holder,
        imported_at,
        number: record.number,
        place: record.place,
        npk: record.npk,
        known_crops: record.known_crops,
        sowings: u32::try_from(sowings).unwrap_or(u32::MAX),
        area: SquareMetres(area),
    }))
}

/// Marks the documents of a farmer's e-mail as erased, so that a later import does not bring them back. An e-mail that
/// is not known to be the farmer's own decides about nothing.
pub(crate) async fn forget(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<()> {
    let sql = "SELECT email_key, email FROM farmers WHERE id = $1 AND (email_verified = 1 OR issuer = 'imported')";
    let key =
        |row: &Row<'_>| Ok(Some(row.text(0)?).filter(|key| row.text_ref(1).is_ok_and(|email| is_key(key, email))));
    let Some(key) = tx.row(sql, &values![farmer], key).await?.flatten() else { return Ok(()) };
    decide(tx, "erased", &key, now).await
}

/// Keeps what the farmer decided about the documents of an e-mail.
async fn decide(tx: &mut Tx<'_>, state: &'static str, email: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE imported_documents SET state = $1, decided_at = $2 WHERE email_hash = $3";
    tx.execute(sql, &values![state, now, &email_hash(email)]).await.map(drop)
}
