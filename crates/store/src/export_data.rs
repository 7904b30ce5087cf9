//! Data export: everything stored about a farmer. What grows with the years is read in pages.

use crate::FarmerId;
use crate::advice::AdviceDraw;
use crate::consents::{self, Consent};
use crate::error::Result;
use crate::farmers::{own_record, read_language};
use crate::held::{AsStored, HeldIntention, HeldPage, HeldRequest, HeldSowing};
use crate::limit::Limit;
use crate::records::read_mailid;
use crate::sessions::{Identity, OwnSession};
use crate::sql::{Row, Tx, values};
use crate::{Store, advice, intentions, sessions, sowings, unreadable};
use grow_domain::farmer::FarmerRecord;
use grow_domain::{Crop, Language};
use jiff::Timestamp;
use uuid::Uuid;

/// Everything stored about a farmer but sowings, plans and the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportData {
    /// Id.
    pub farmer: FarmerId,
    /// Identity at the identity provider.
    pub identity: Identity,
    /// Time of the first sign-in. `None` if it cannot be read.
    pub created_at: Option<Timestamp>,
    /// The language that the farmer chose.
    pub language: Option<Language>,
    /// Saved record, if any.
    pub record: Option<HeldRecord>,
    /// Known crops, with the time of adding.
    pub known_crops: Vec<(Crop, Timestamp)>,
    /// The crops that the farmer was drawn last.
    pub advice_draw: Option<AdviceDraw>,
    /// The farmer's numbers in the draws of the season, by cell.
    pub draw_numbers: Vec<(String, u64)>,
    /// Sessions, the last used first.
    pub sessions: Vec<OwnSession>,
    /// Consents, the oldest first.
    pub consents: Vec<Consent>,
    /// The rows among these that this release cannot read.
    pub as_stored: Vec<AsStored>,
}

/// A saved record with all its stored columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldRecord {
    /// The record.
    pub record: FarmerRecord,
    /// The farmer's number in the application that the record was imported from; empty otherwise.
    pub farmerid: String,
    /// E-mails of an imported record. Empty stands for the e-mail of the account.
    pub mailid: Vec<String>,
    /// Time of the last change. `None` if it cannot be read.
    pub saved_at: Option<Timestamp>,
}

impl Store {
    /// Returns everything stored about a farmer but what [`Store::held_sowings`], [`Store::held_intentions`] and
    /// [`Store::held_requests`] return. `None` if the farmer does not exist.
    pub async fn export_data(&self, farmer: FarmerId) -> Result<Option<ExportData>> {
        self.read_at_one_moment(Limit::Page, async move |tx| {
            let Some((identity, created_at, language)) = account(tx, farmer).await? else { return Ok(None) };
            Ok(Some(ExportData {
                farmer,
                identity,
                created_at,
                language,
                record: record(tx, farmer).await?,
                known_crops: known_crops(tx, farmer).await?,
                advice_draw: advice::draw_of(tx, farmer).await?,
                draw_numbers: advice::numbers_of(tx, farmer).await?,
                sessions: sessions::of_farmer(tx, farmer, Timestamp::MIN, Timestamp::MIN).await?,
                consents: consents::history(tx, farmer).await?,
                as_stored: unreadable::as_stored(tx, farmer).await?,
            }))
        })
        .await
    }

    /// Returns a page of a farmer's sowings, also withdrawn and failed ones, in the order of ids.
    pub async fn held_sowings(
        &self,
        farmer: FarmerId,
        after: Option<Uuid>,
        limit: u16,
    ) -> Result<HeldPage<Uuid, HeldSowing>> {
        let after = after.unwrap_or(Uuid::nil());
        self.read_at_one_moment(Limit::Page, async move |tx| sowings::held(tx, farmer, after, limit).await).await
    }

    /// Returns a page of a farmer's plans, also ended ones, in the order of ids.
    pub async fn held_intentions(
        &self,
        farmer: FarmerId,
        after: Option<Uuid>,
        limit: u16,
    ) -> Result<HeldPage<Uuid, HeldIntention>> {
        let after = after.unwrap_or(Uuid::nil());
        self.read_at_one_moment(Limit::Page, async move |tx| intentions::held(tx, farmer, after, limit).await).await
    }

    /// Returns a page of a farmer's journal with the numbers of its entries, the oldest first.
    pub async fn held_requests(
        &self,
        farmer: FarmerId,
        after: Option<i64>,
        limit: u16,
    ) -> Result<HeldPage<i64, (i64, HeldRequest)>> {
        let after = after.unwrap_or(0);
        self.read_at_one_moment(Limit::Page, async move |tx| {
            let sql =
                "SELECT id, at, kind, body FROM request_journal WHERE farmer_id = $1 AND id > $2 ORDER BY id LIMIT $3";
            let params = values![farmer, after, limit];
            let read = |row: &Row<'_>| {
                Ok((row.int(0)?, HeldRequest { at: row.timestamp(1)?, kind: row.text(2)?, body: row.text(3)? }))
            };
            HeldPage::read(tx, "request_journal", sql, &params, |row| row.int(0), read).await
        })
        .await
    }
}

async fn account(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<(Identity, Option<Timestamp>, Option<Language>)>> {
    let sql = "SELECT display_name, photo_url, email, issuer, subject, created_at, email_verified, language
               FROM farmers WHERE id = $1 AND issuer <> 'closed'";
    tx.row(sql, &values![farmer], |row| {
        let user = crate::farmers::read_user(row)?;
        let identity = Identity { issuer: row.text(3)?, subject: row.text(4)?, user, email_verified: row.int(6)? == 1 };
        Ok((identity, row.timestamp(5).ok(), read_language(row, 7)?))
    })
    .await
}

async fn record(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<HeldRecord>> {
    let sql = "SELECT saved_at, farmerid, mailid FROM farmer_records WHERE farmer_id = $1";
    let read = |row: &Row<'_>| Ok((row.timestamp(0).ok(), row.text(1)?, read_mailid(row, 2).unwrap_or_default()));
    let Some((saved_at, farmerid, mailid)) = tx.row(sql, &values![farmer], read).await? else { return Ok(None) };
    Ok(own_record(tx, farmer).await?.map(|own| HeldRecord { record: own.record, farmerid, mailid, saved_at }))
}

async fn known_crops(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<(Crop, Timestamp)>> {
    let sql = "SELECT crop, added_at, farmer_id FROM known_crops WHERE farmer_id = $1 ORDER BY added_at, crop";
    let read = |row: &Row<'_>| Ok((row.crop(0)?, row.timestamp(1)?));
    tx.readable_rows("known_crops", &[2], sql, &values![farmer], read).await
}
