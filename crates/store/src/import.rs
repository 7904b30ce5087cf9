//! Import of farmer records from documents.
//!
//! An imported record belongs to a farmer of its own, with the issuer [`IMPORTED`] and the e-mail as subject, until the
//! owner of the verified e-mail keeps or erases it. Keeping moves it to the owner's account.

use crate::command::{Command, Limit};
use crate::demand::SupplyChanges;
use crate::error::{Error, Result};
use crate::sowings::deletion::{delete_sowings, deletion_of_sowings};
use crate::sql::{Tx, Value, holding};
use crate::{FarmerId, Store};
use grow_domain::documents::{DocumentSowing, Predicted, Profile, Record};
use grow_domain::{CropYear, District, Email, Region, Soil, Water};
use jiff::Timestamp;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Issuer of a farmer whose record was imported and who has not decided about it.
pub(crate) const IMPORTED: &str = "imported";

/// A record to import.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRecord {
    /// The record.
    pub record: Record,
    /// District of its place, if known.
    pub district: Option<District>,
    /// Id of the farmer, if the e-mail is new.
    pub farmer: Uuid,
}

/// Result of the import of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Imported {
    /// The e-mail is new.
    Added,
    /// The record differs from the one that was imported before, and replaces it.
    Changed,
    /// The same record was imported before.
    Unchanged,
    /// The farmer keeps the record in an account of their own. Nothing was changed.
    Kept,
    /// The farmer erased the record. Nothing was changed.
    Erased,
}

impl Store {
    /// Imports records in one transaction, and returns a result for each. Their sowings count in the supply if
    /// `counted`; otherwise they wait for the operator's review.
    pub async fn import_records(
        &self,
        records: Vec<NewRecord>,
        counted: bool,
        now: Timestamp,
    ) -> Result<Vec<Imported>> {
        self.write(ImportRecords { records, counted, now }).await
    }

    /// Returns what [`Store::import_records`] would do.
    pub async fn compare_records(&self, records: &[NewRecord]) -> Result<Vec<Imported>> {
        let mut reading = self.reading().await?;
        let mut tx = reading.tx()?;
        standing(&mut tx, records).await
    }
}

/// SHA-256 of an e-mail: the key of its documents.
pub(crate) fn email_hash(email: &str) -> [u8; 32] {
    Sha256::digest(email).into()
}

fn digest(record: &Record) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (_, line) in record.lines(&Predicted::default()) {
        hash.update(line);
    }
    hash.finalize().into()
}

/// Compares records with what was imported before.
async fn standing(tx: &mut Tx<'_>, records: &[NewRecord]) -> Result<Vec<Imported>> {
    let sql = "SELECT state, digest FROM imported_documents WHERE email_hash = $1";
    let keys: Vec<_> = records.iter().map(|new| email_hash(new.record.email.as_str())).collect();
    let params: Vec<_> = keys.iter().map(|key| [Value::Bytes(key)]).collect();
    // A digest that cannot be read is another one.
    let before = tx.row_of_each(sql, &params, |row| Ok((row.text(0)?, row.bytes(1)?))).await?;
    let compare = |(new, before): (&NewRecord, Option<(String, Vec<u8>)>)| match before {
        None => Imported::Added,
        Some((state, _)) if state == "kept" => Imported::Kept,
        Some((state, _)) if state == "erased" => Imported::Erased,
        Some((_, before)) if before == digest(&new.record) => Imported::Unchanged,
        Some(_) => Imported::Changed,
    };
    Ok(records.iter().zip(before).map(compare).collect())
}

/// A sowing with its derived key and id.
struct KeyedSowing {
    sowing: DocumentSowing,
    key: String,
    id: Uuid,
}

/// Derives a key and an id for each sowing of a record, so that the same document gives the same rows. Equal sowings
/// are told apart by their number.
fn keyed(email: &Email, sowings: &[DocumentSowing]) -> Vec<KeyedSowing> {
    let mut counts = BTreeMap::<DocumentSowing, u32>::new();
    sowings
        .iter()
        .map(|sowing| {
            let number = counts.entry(*sowing).or_default();
            *number += 1;
            let mut hash = Sha256::new();
            hash.update(email.as_str());
            hash.update(sowing.crop.key());
            let numbers =
                [sowing.sown_at.as_microsecond(), sowing.field_size.0, sowing.expected_yield.0, i64::from(*number)];
            for number in numbers {
                hash.update(number.to_le_bytes());
            }
            let hash: [u8; 32] = hash.finalize().into();
            let mut random = [0; 10];
            random.iter_mut().zip(hash).for_each(|(random, byte)| *random = byte);
            let millis = u64::try_from(sowing.sown_at.as_millisecond()).unwrap_or(0);
            let key = hash.iter().take(16).fold("imported-".to_owned(), |key, byte| format!("{key}{byte:02x}"));
            KeyedSowing {
                sowing: *sowing,
                key,
                id: uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid(),
            }
        })
        .collect()
}

struct ImportRecords {
    records: Vec<NewRecord>,
    counted: bool,
    now: Timestamp,
}

impl Command for ImportRecords {
    type Output = Vec<Imported>;
    const LIMIT: Limit = Limit::Job;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let results = standing(tx, &self.records).await?;
        let mut changes = SupplyChanges::of("import");
        let mut added = Vec::new();
        for (new, result) in self.records.iter().zip(&results) {
            match result {
                Imported::Added => added.push(new),
                Imported::Changed => self.replace(tx, new, &mut changes).await?,
                Imported::Unchanged | Imported::Kept | Imported::Erased => {}
            }
        }
        self.add(tx, &added, &mut changes).await?;
        changes.apply(tx).await?;
        Ok(results)
    }
}

impl ImportRecords {
    fn at(&self) -> Value<'static> {
        Value::Int(self.now.as_microsecond())
    }

    async fn add(&self, tx: &mut Tx<'_>, records: &[&NewRecord], changes: &mut SupplyChanges) -> Result<()> {
        let at = self.at();
        let farmers: Vec<_> = records
            .iter()
            .map(|new| {
                let email = Value::Text(new.record.email.as_str());
                [Value::Id(new.farmer), Value::Text(IMPORTED), email, email, email, at]
            })
            .collect();
        tx.execute_all(
            "INSERT INTO farmers (id, issuer, subject, email, email_key, display_name, created_at)
             VALUES ($1, $2, $3, $4, $5, '', $6)",
            &farmers,
        )
        .await?;
        let owned: Vec<_> = records.iter().map(|new| (FarmerId(new.farmer), *new)).collect();
        self.profiles(tx, &owned).await?;
        let sowings: Vec<_> = records
            .iter()
            .flat_map(|new| keyed(&new.record.email, &new.record.sowings).into_iter().map(move |keyed| (*new, keyed)))
            .map(|(new, keyed)| (FarmerId(new.farmer), region_of(new), keyed))
            .collect();
        self.sowings(tx, &sowings, changes).await?;
        let hashes: Vec<_> =
            records.iter().map(|new| (email_hash(new.record.email.as_str()), digest(&new.record))).collect();
        let documents: Vec<_> =
            hashes.iter().map(|(key, digest)| [Value::Bytes(key), Value::Bytes(digest), at]).collect();
        tx.execute_all(
            "INSERT INTO imported_documents (email_hash, state, digest, imported_at) VALUES ($1, 'waiting', $2, $3)",
            &documents,
        )
        .await
    }

    async fn profiles(&self, tx: &mut Tx<'_>, records: &[(FarmerId, &NewRecord)]) -> Result<()> {
        let at = self.at();
        let with_profile =
            || records.iter().filter_map(|(farmer, new)| Some((*farmer, new.record.profile.as_ref()?, new.district)));
        let mailids: Vec<_> = with_profile().map(|(_, profile, _)| mailid(profile)).collect();
        let rows: Vec<_> = with_profile()
            .zip(&mailids)
            .map(|((farmer, profile, district), mailid)| {
                profile_row(farmer, profile, district, mailid.as_deref(), self.now)
            })
            .collect();
        tx.execute_all(
            "INSERT INTO farmer_records
                 (farmer_id, number, place, district, n_g_ha, p_g_ha, k_g_ha, farmerid, mailid, water, soil, saved_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            &rows,
        )
        .await?;
        let crops: Vec<_> = with_profile()
            .flat_map(|(farmer, profile, _)| profile.known_crops.iter().map(move |crop| (farmer, crop)))
            .map(|(farmer, crop)| [Value::Id(farmer.0), Value::Text(crop.key()), at])
            .collect();
        tx.execute_all("INSERT INTO known_crops (farmer_id, crop, added_at) VALUES ($1, $2, $3)", &crops).await
    }

    async fn sowings(
        &self,
        tx: &mut Tx<'_>,
        sowings: &[(FarmerId, Region, KeyedSowing)],
        changes: &mut SupplyChanges,
    ) -> Result<()> {
        let rows: Vec<_> = sowings
            .iter()
            .map(|(farmer, region, KeyedSowing { sowing, key, id })| {
                let crop_year = CropYear::of(sowing.sown_at);
                if self.counted {
                    let sown = (region.code().to_owned(), sowing.crop.key().to_owned(), sowing.sown_at);
                    changes.add(sown, sowing.expected_yield, self.now);
                }
                [
                    Value::Id(farmer.0),
                    Value::Text(key),
                    Value::Id(*id),
                    Value::Text(region.code()),
                    Value::Text(sowing.crop.key()),
                    Value::Int(crop_year.first_year().into()),
                    Value::Int(sowing.field_size.0),
                    Value::Int(sowing.expected_yield.0),
                    Value::Int(sowing.sown_at.as_microsecond()),
                    Value::Int(self.counted.into()),
                    self.at(),
                ]
            })
            .collect();
        tx.execute_all(
            "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                  field_size_m2, expected_yield_kg, sown_at, counted, counted_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            &rows,
        )
        .await
    }

    /// Replaces an imported record that its farmer has not decided about.
    async fn replace(&self, tx: &mut Tx<'_>, new: &NewRecord, changes: &mut SupplyChanges) -> Result<()> {
        let email = new.record.email.as_str();
        let sql = tx.held(holding!("SELECT id FROM farmers WHERE issuer = 'imported' AND subject = $1"));
        let farmer = tx.row(sql, &[Value::Text(email)], |row| Ok(FarmerId(row.id(0)?))).await?;
        let farmer = farmer.ok_or(Error::Unreadable("imported record"))?;
        let id = Value::Id(farmer.0);
        tx.execute("DELETE FROM known_crops WHERE farmer_id = $1", &[id]).await?;
        tx.execute("DELETE FROM farmer_records WHERE farmer_id = $1", &[id]).await?;
        self.profiles(tx, &[(farmer, new)]).await?;

        // A release of before withdrew what a later file no longer had.
        let sql = "SELECT idempotency_key, withdrawn_at FROM sowings WHERE farmer_id = $1";
        let before = tx.rows(sql, &[id], |row| Ok((row.text(0)?, row.optional_int(1)?.is_none()))).await?;
        let after = keyed(&new.record.email, &new.record.sowings);
        let (kept, gone): (Vec<_>, _) =
            before.into_iter().partition(|(key, stands)| *stands && after.iter().any(|keyed| keyed.key == *key));
        for (key, _) in &gone {
            let sql = deletion_of_sowings!("idempotency_key = $2");
            delete_sowings(tx, sql, &[id, Value::Text(key)], changes).await?;
        }
        let added = after.into_iter().filter(|keyed| !kept.iter().any(|(key, _)| *key == keyed.key));
        let added: Vec<_> = added.map(|keyed| (farmer, region_of(new), keyed)).collect();
        self.sowings(tx, &added, changes).await?;
        tx.execute(
            "UPDATE imported_documents SET digest = $1 WHERE email_hash = $2",
            &[Value::Bytes(&digest(&new.record)), Value::Bytes(&email_hash(email))],
        )
        .await?;
        Ok(())
    }
}

fn region_of(new: &NewRecord) -> Region {
    Region::of(new.district)
}

/// Values of a row of `farmer_records`, in the order of the statements here.
pub(crate) fn profile_row<'v>(
    farmer: FarmerId,
    profile: &'v Profile,
    district: Option<District>,
    mailid: Option<&'v str>,
    now: Timestamp,
) -> [Value<'v>; 12] {
    [
        Value::Id(farmer.0),
        Value::Text(&profile.number),
        Value::Text(&profile.place),
        Value::optional_text(district.map(District::key)),
        Value::Int(profile.npk.nitrogen_g_per_ha),
        Value::Int(profile.npk.phosphorus_g_per_ha),
        Value::Int(profile.npk.potassium_g_per_ha),
        Value::Text(&profile.farmerid),
        Value::optional_text(mailid),
        Value::optional_text(profile.water.map(Water::key)),
        Value::optional_text(profile.soil.map(Soil::key)),
        Value::Int(now.as_microsecond()),
    ]
}

/// E-mails of a profile as they are stored. `None` stands for the e-mail of the account alone.
pub(crate) fn mailid(profile: &Profile) -> Option<String> {
    (!profile.mailid.is_empty()).then(|| json!(profile.mailid).to_string())
}
