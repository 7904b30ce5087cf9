//! The farmer's decision about an imported record: to keep it in the own account, or to erase it.

use crate::command::Command;
use crate::error::{Error, Result};
use crate::farmers::{OwnRecord, is_key, own_record};
use crate::import::{email_hash, mailid, profile_row};
use crate::records::{StoredRecord, stored};
use crate::sql::{Row, Tx, Value};
use crate::{FarmerId, Store, consents, journal, years};
use grow_domain::documents::{Profile, Record};
use grow_domain::farmer::Npk;
use grow_domain::{Crop, District, SquareMetres};
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
        self.write(KeepImported { farmer, now }).await
    }
}

/// Returns the farmer that holds the imported record of a farmer's verified e-mail.
///
/// The e-mail itself decides, and not its stored key alone: an earlier release folded letters and spaces beyond ASCII
/// into the key, which stays until the next sign-in.
pub(crate) async fn imported_of(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<FarmerId>> {
    let sql = "SELECT o.id, o.subject, f.email FROM farmers f
               JOIN farmers o ON o.issuer = 'imported' AND o.subject = f.email_key
               WHERE f.id = $1 AND f.email_verified = 1 AND f.issuer <> 'imported'";
    let holder = |row: &Row<'_>| Ok(is_key(row.text_ref(1)?, row.text_ref(2)?).then_some(FarmerId(row.id(0)?)));
    Ok(tx.row(sql, &[Value::Id(farmer.0)], holder).await?.flatten())
}

async fn found(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<FoundRecord>> {
    let Some(holder) = imported_of(tx, farmer).await? else { return Ok(None) };
    let Some(OwnRecord { record, .. }) = own_record(tx, holder).await? else { return Ok(None) };
    let sql = "SELECT created_at FROM farmers WHERE id = $1";
    let imported_at = tx.row(sql, &[Value::Id(holder.0)], |row| row.timestamp(0)).await?;
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(field_size_m2), 0) AS BIGINT) FROM sowings
               WHERE farmer_id = $1 AND withdrawn_at IS NULL";
    let (sowings, area) =
        tx.row(sql, &[Value::Id(holder.0)], |row| Ok((row.int(0)?, row.int(1)?))).await?.unwrap_or_default();
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

struct KeepImported {
    farmer: FarmerId,
    now: Timestamp,
}

impl Command for KeepImported {
    type Output = Option<()>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<()>> {
        let Self { farmer, now } = *self;
        consents::require(tx, farmer).await?;
        let Some(holder) = imported_of(tx, farmer).await? else { return Ok(None) };
        let (owner, held) = (Value::Id(farmer.0), Value::Id(holder.0));
        let at = Value::Int(now.as_microsecond());
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
            save(tx, farmer, &profile, district, now).await?;
        }
        tx.execute("UPDATE sowings SET farmer_id = $1 WHERE farmer_id = $2", &[owner, held]).await?;
        years::sum_again(tx, farmer).await?;
        let key = email_hash(&subject(tx, holder).await?);
        tx.execute(
            "UPDATE imported_documents SET state = 'kept', decided_at = $1 WHERE email_hash = $2",
            &[at, Value::Bytes(&key)],
        )
        .await?;
        for sql in [
            "DELETE FROM known_crops WHERE farmer_id = $1",
            "DELETE FROM farmer_records WHERE farmer_id = $1",
            "DELETE FROM farmer_years WHERE farmer_id = $1",
            "DELETE FROM farmers WHERE id = $1",
        ] {
            tx.execute(sql, &[held]).await?;
        }
        journal::append(tx, farmer, now, "imported_record_keep", &json!({})).await?;
        Ok(Some(()))
    }
}

/// Saves a profile as the farmer's record. What the record holds beside it stays.
async fn save(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    profile: &Profile,
    district: Option<District>,
    now: Timestamp,
) -> Result<()> {
    let (id, at) = (Value::Id(farmer.0), Value::Int(now.as_microsecond()));
    let mailid = mailid(profile);
    tx.execute(
        "INSERT INTO farmer_records
             (farmer_id, number, place, district, n_g_ha, p_g_ha, k_g_ha, farmerid, mailid, water, soil, saved_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (farmer_id) DO UPDATE SET
             number = excluded.number, place = excluded.place, district = excluded.district,
             n_g_ha = excluded.n_g_ha, p_g_ha = excluded.p_g_ha, k_g_ha = excluded.k_g_ha,
             farmerid = excluded.farmerid, mailid = excluded.mailid, water = excluded.water, soil = excluded.soil,
             saved_at = excluded.saved_at, revision = farmer_records.revision + 1",
        &profile_row(farmer, profile, district, mailid.as_deref(), now),
    )
    .await?;
    for crop in &profile.known_crops {
        tx.execute(
            "INSERT INTO known_crops (farmer_id, crop, added_at) VALUES ($1, $2, $3)
             ON CONFLICT (farmer_id, crop) DO NOTHING",
            &[id, Value::Text(crop.key()), at],
        )
        .await?;
    }
    Ok(())
}

async fn subject(tx: &mut Tx<'_>, holder: FarmerId) -> Result<String> {
    let sql = "SELECT subject FROM farmers WHERE id = $1";
    let subject = tx.row(sql, &[Value::Id(holder.0)], |row| row.text(0)).await?;
    subject.ok_or(Error::Unreadable("imported record"))
}

/// Marks the documents of a farmer's e-mail as erased, so that a later import does not bring them back. An e-mail that
/// is not known to be the farmer's own decides about nothing.
pub(crate) async fn forget(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<()> {
    let sql = "SELECT email_key, email FROM farmers WHERE id = $1 AND (email_verified = 1 OR issuer = 'imported')";
    let key =
        |row: &Row<'_>| Ok(Some(row.text(0)?).filter(|key| row.text_ref(1).is_ok_and(|email| is_key(key, email))));
    let Some(key) = tx.row(sql, &[Value::Id(farmer.0)], key).await?.flatten() else { return Ok(()) };
    tx.execute(
        "UPDATE imported_documents SET state = 'erased', decided_at = $1 WHERE email_hash = $2",
        &[Value::Int(now.as_microsecond()), Value::Bytes(&email_hash(&key))],
    )
    .await?;
    Ok(())
}
