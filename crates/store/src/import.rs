//! Import of farmer records from documents.
//!
//! An imported record belongs to a farmer of its own, with the issuer [`IMPORTED`] and the e-mail as subject, until the
//! owner of the verified e-mail keeps or erases it. Keeping moves it to the owner's account.

use crate::demand::SupplyChanges;
use crate::error::{Error, Result};
use crate::farmers::ADD_KNOWN_CROP;
use crate::limit::Limit;
use crate::sowings::deletion::{delete_sowings, deletion_of_sowings};
use crate::sql::{Tx, hexadecimal, holding, values};
use crate::{FarmerId, Store};
use grow_domain::documents::{DocumentSowing, Predicted, Profile, Record};
use grow_domain::rotation::LastCrop;
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
        let import = Import { counted, now };
        self.write_within(Limit::Job, async move |tx| {
            let results = standing(tx, &records).await?;
            let mut changes = SupplyChanges::of("import");
            let mut added = Vec::new();
            for (new, result) in records.iter().zip(&results) {
                match result {
                    Imported::Added => added.push(new),
                    Imported::Changed => import.replace(tx, new, &mut changes).await?,
                    Imported::Unchanged | Imported::Kept | Imported::Erased => {}
                }
            }
            import.add(tx, &added, &mut changes).await?;
            changes.apply(tx).await?;
            Ok(results)
        })
        .await
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
    let params: Vec<_> = keys.iter().map(|key| values![key]).collect();
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
            let key = format!("imported-{}", hexadecimal(&hash[..16]));
            let id = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
            KeyedSowing { sowing: *sowing, key, id }
        })
        .collect()
}

/// How records are imported.
#[derive(Clone, Copy)]
struct Import {
    counted: bool,
    now: Timestamp,
}

impl Import {
    async fn add(self, tx: &mut Tx<'_>, records: &[&NewRecord], changes: &mut SupplyChanges) -> Result<()> {
        let farmers = records.iter().map(|new| {
            let email = new.record.email.as_str();
            values![new.farmer, IMPORTED, email, email, email, self.now]
        });
        tx.execute_all(
            "INSERT INTO farmers (id, issuer, subject, email, email_key, display_name, created_at)
             VALUES ($1, $2, $3, $4, $5, '', $6)",
            &farmers.collect::<Vec<_>>(),
        )
        .await?;
        let owned: Vec<_> = records.iter().map(|new| (FarmerId(new.farmer), *new)).collect();
        self.profiles(tx, &owned).await?;
        let sowings = owned.iter().flat_map(|(farmer, new)| {
            let keyed = keyed(&new.record.email, &new.record.sowings);
            keyed.into_iter().map(|keyed| (*farmer, Region::of(new.district), keyed))
        });
        self.sowings(tx, &sowings.collect::<Vec<_>>(), changes).await?;
        let hashes = records.iter().map(|new| (email_hash(new.record.email.as_str()), digest(&new.record)));
        let hashes: Vec<_> = hashes.collect();
        let documents: Vec<_> = hashes.iter().map(|(key, digest)| values![key, digest, self.now]).collect();
        tx.execute_all(
            "INSERT INTO imported_documents (email_hash, state, digest, imported_at) VALUES ($1, 'waiting', $2, $3)",
            &documents,
        )
        .await
    }

    async fn profiles(self, tx: &mut Tx<'_>, records: &[(FarmerId, &NewRecord)]) -> Result<()> {
        let profiles = records
            .iter()
            .filter_map(|(farmer, new)| Some((*farmer, new.record.profile.as_ref()?, new.district)))
            .collect::<Vec<_>>();
        save_profiles(tx, &profiles, self.now).await
    }

    async fn sowings(
        self,
        tx: &mut Tx<'_>,
        sowings: &[(FarmerId, Region, KeyedSowing)],
        changes: &mut SupplyChanges,
    ) -> Result<()> {
        let Self { counted, now } = self;
        let mut rows = Vec::with_capacity(sowings.len());
        for (farmer, region, KeyedSowing { sowing, key, id }) in sowings {
            let DocumentSowing { crop, field_size, expected_yield, sown_at } = *sowing;
            if counted {
                changes.add((region.code().to_owned(), crop.key().to_owned(), sown_at), expected_yield, now);
            }
            let year = CropYear::of(sown_at);
            let row =
                values![*farmer, key, *id, *region, crop, year, field_size, expected_yield, sown_at, counted, now];
            rows.push(row);
        }
        tx.execute_all(
            "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                  field_size_m2, expected_yield_kg, sown_at, counted, counted_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            &rows,
        )
        .await
    }

    /// Replaces an imported record that its farmer has not decided about.
    async fn replace(self, tx: &mut Tx<'_>, new: &NewRecord, changes: &mut SupplyChanges) -> Result<()> {
        let email = new.record.email.as_str();
        let sql = tx.held(holding!("SELECT id FROM farmers WHERE issuer = 'imported' AND subject = $1"));
        let farmer = tx.row(sql, &values![email], |row| Ok(FarmerId(row.id(0)?))).await?;
        let farmer = farmer.ok_or(Error::Unreadable("imported record"))?;
        tx.execute("DELETE FROM known_crops WHERE farmer_id = $1", &values![farmer]).await?;
        tx.execute("DELETE FROM farmer_records WHERE farmer_id = $1", &values![farmer]).await?;
        self.profiles(tx, &[(farmer, new)]).await?;

        // An earlier release withdrew sowings that a later file no longer had.
        let sql = "SELECT idempotency_key, withdrawn_at FROM sowings WHERE farmer_id = $1";
        let before = tx.rows(sql, &values![farmer], |row| Ok((row.text(0)?, row.optional_int(1)?.is_none()))).await?;
        let after = keyed(&new.record.email, &new.record.sowings);
        let (kept, gone): (Vec<_>, _) =
            before.into_iter().partition(|(key, stands)| *stands && after.iter().any(|keyed| keyed.key == *key));
        for (key, _) in &gone {
            let sql = deletion_of_sowings!("idempotency_key = $2");
            delete_sowings(tx, sql, &values![farmer, key], changes).await?;
        }
        let added = after.into_iter().filter(|keyed| !kept.iter().any(|(key, _)| *key == keyed.key));
        let added: Vec<_> = added.map(|keyed| (farmer, Region::of(new.district), keyed)).collect();
        self.sowings(tx, &added, changes).await?;
        let sql = "UPDATE imported_documents SET digest = $1 WHERE email_hash = $2";
        tx.execute(sql, &values![&digest(&new.record), &email_hash(email)]).await.map(drop)
    }
}

/// Saves profiles as the records of farmers. What a record holds beside them stays.
pub(crate) async fn save_profiles(
    tx: &mut Tx<'_>,
    profiles: &[(FarmerId, &Profile, Option<District>)],
    now: Timestamp,
) -> Result<()> {
    // An empty list stands for the e-mail of the account alone.
    let mailid = |profile: &Profile| (!profile.mailid.is_empty()).then(|| json!(profile.mailid).to_string());
    let mailids: Vec<_> = profiles.iter().map(|(_, profile, _)| mailid(profile)).collect();
    let rows = profiles.iter().zip(&mailids).map(|((farmer, profile, district), mailid)| {
        let Profile { number, place, npk, farmerid, water, soil, last_crop, .. } = profile;
        values![
            *farmer,
            number,
            place,
            district.map(District::key),
            npk.nitrogen_g_per_ha,
            npk.phosphorus_g_per_ha,
            npk.potassium_g_per_ha,
            farmerid,
            mailid.as_deref(),
            water.map(Water::key),
            soil.map(Soil::key),
            last_crop.map(LastCrop::key),
            now,
        ]
    });
    tx.execute_all(
        "INSERT INTO farmer_records
             (farmer_id, number, place, district, n_g_ha, p_g_ha, k_g_ha, farmerid, mailid, water, soil, last_crop, saved_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (farmer_id) DO UPDATE SET
             number = excluded.number, place = excluded.place, district = excluded.district,
             n_g_ha = excluded.n_g_ha, p_g_ha = excluded.p_g_ha, k_g_ha = excluded.k_g_ha,
             farmerid = excluded.farmerid, mailid = excluded.mailid, water = excluded.water, soil = excluded.soil,
             last_crop = excluded.last_crop, saved_at = excluded.saved_at, revision = farmer_records.revision + 1",
        &rows.collect::<Vec<_>>(),
    )
    .await?;
    let crops = profiles
        .iter()
        .flat_map(|(farmer, profile, _)| profile.known_crops.iter().map(|crop| values![*farmer, *crop, now]));
    tx.execute_all(ADD_KNOWN_CROP, &crops.collect::<Vec<_>>()).await
}
