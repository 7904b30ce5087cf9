//! Stored farmers as records of documents, for exports.

use crate::error::{Error, Result};
use crate::farmers::OfRow;
use crate::limit::Limit;
use crate::sql::{Row, Tx, values};
use crate::{FarmerId, Store, consents, places};
use grow_domain::documents::{DocumentSowing, Profile, Record};
use grow_domain::privacy::Permission;
use grow_domain::{District, Email};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A stored farmer as a record of documents.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRecord {
    /// Id. With the e-mail it is the cursor of the next page.
    pub farmer: FarmerId,
    /// The record.
    pub record: Record,
    /// District of the place, if known and certain.
    pub district: Option<District>,
    /// What the farmer's consent permits.
    pub permission: Permission,
}

impl Store {
    /// Returns a page of the farmers with a saved record or a sowing, by e-mail, after a cursor. Withdrawn and failed
    /// sowings are left out. The flag tells whether more pages follow.
    pub async fn stored_records(
        &self,
        after: Option<(String, FarmerId)>,
        limit: u16,
    ) -> Result<(Vec<StoredRecord>, Option<(String, FarmerId)>)> {
        self.read_at_one_moment(Limit::Job, async move |tx| {
            let sql =
                "SELECT id, email_key FROM farmers WHERE (email_key, id) > ($1, $2) ORDER BY email_key, id LIMIT $3";
            let (email, farmer) =
                after.as_ref().map_or(("", Uuid::nil()), |(email, farmer)| (email.as_str(), farmer.0));
            let params = values![email, farmer, limit];
            let unreadable = tx.unreadable();
            let read = |row: &Row<'_>| Ok((unreadable.or_none("farmers", || row.key(&[0]), row.id(0))?, row.text(1)?));
            let page = tx.rows(sql, &params, read).await?;
            let mut records = Vec::with_capacity(page.len());
            for farmer in page.iter().filter_map(|(farmer, _)| *farmer) {
                records.extend(stored(tx, FarmerId(farmer)).await?);
            }
            let more = page.len() == usize::from(limit);
            let next = page.into_iter().next_back().filter(|_| more);
            let next = next.map(|(farmer, email)| (email, FarmerId(farmer.unwrap_or(Uuid::max()))));
            Ok((records, next))
        })
        .await
    }

    /// Returns a farmer's own record as a record of documents, without sowings. `None` if the farmer does not exist.
    pub async fn stored_profile(&self, farmer: FarmerId) -> Result<Option<StoredRecord>> {
        self.read_at_one_moment(Limit::Call, async move |tx| without_sowings(tx, farmer).await).await
    }
}

/// Reads the e-mails of a record. Empty stands for the e-mail of the account.
pub(crate) fn read_mailid(row: &Row<'_>, column: usize) -> Result<Vec<String>> {
    let list = row.optional_text(column)?.map(|list| serde_json::from_str(&list)).transpose();
    Ok(list.map_err(|_| Error::Unreadable("e-mail list"))?.unwrap_or_default())
}

/// The record of a farmer. `None` if nothing is saved, or if the e-mail cannot key a document.
pub(crate) async fn stored(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<StoredRecord>> {
    let Some(mut stored) = without_sowings(tx, farmer).await? else { return Ok(None) };
    let sql = "SELECT sown_at, crop, field_size_m2, expected_yield_kg, id FROM sowings
               WHERE farmer_id = $1 AND withdrawn_at IS NULL AND failed_at IS NULL";
    let read = |row: &Row<'_>| {
        Ok(DocumentSowing {
            sown_at: row.timestamp(0)?,
            crop: row.crop(1)?,
            field_size: row.square_metres(2)?,
            expected_yield: row.kilograms(3)?,
        })
    };
    stored.record.sowings = tx.readable_rows("sowings", &[4], sql, &values![farmer], read).await?;
    stored.record.sowings.sort_unstable();
    Ok((stored.record.profile.is_some() || !stored.record.sowings.is_empty()).then_some(stored))
}

/// The record of a farmer without the sowings. `None` if there is no such farmer, or if the e-mail cannot key a
/// document.
async fn without_sowings(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<StoredRecord>> {
    let sql = "SELECT f.email_key, r.number, r.place, r.n_g_ha, r.p_g_ha, r.k_g_ha, r.district, r.farmerid, r.mailid,
                      r.water, r.soil, r.last_crop
               FROM farmers f LEFT JOIN farmer_records r ON r.farmer_id = f.id WHERE f.id = $1";
    let unreadable = tx.unreadable();
    let of = OfRow { unreadable: &unreadable, table: "farmer_records", farmer };
    let account = tx
        .row(sql, &values![farmer], |row| {
            let email = Email::stored(row.text_ref(0)?);
            if row.optional_text(1)?.is_none() {
                return Ok((email, None, None));
            }
            let profile = Profile {
                number: row.text(1)?,
                place: row.text(2)?,
                mailid: of.or_none(read_mailid(row, 8))?.unwrap_or_default(),
                npk: of.or_none(row.npk(3))?.unwrap_or_default(),
                farmerid: row.text(7)?,
                known_crops: BTreeSet::new(),
                water: of.or_none(row.optional(9, "water"))?.flatten(),
                soil: of.or_none(row.optional(10, "soil"))?.flatten(),
                last_crop: of.or_none(row.optional(11, "last crop"))?.flatten(),
            };
            Ok((email, Some(profile), of.or_none(row.district(6))?.flatten()))
        })
        .await?;
    let Some((Some(email), mut profile, district)) = account else { return Ok(None) };
    let place = profile.as_ref().map(|profile| profile.place.as_str()).unwrap_or_default();
    let district = places::certain(tx, farmer, place, district).await?;
    let sql = "SELECT crop, farmer_id FROM known_crops WHERE farmer_id = $1";
    let known_crops = tx.readable_rows("known_crops", &[1], sql, &values![farmer], |row| row.crop(0)).await?;
    if let Some(profile) = &mut profile {
        profile.known_crops = known_crops.into_iter().collect();
    }
    let permission = consents::permission(tx, farmer).await?;
    let record = Record { email, profile, sowings: Vec::new() };
    Ok(Some(StoredRecord { farmer, record, district, permission }))
}
