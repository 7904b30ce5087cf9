//! Data export: everything stored about a farmer.

use crate::FarmerId;
use crate::advice::AdviceDraw;
use crate::command::Command;
use crate::consents::{self, Consent};
use crate::error::Result;
use crate::farmers::{own_record, read_language};
use crate::intentions::HeldIntention;
use crate::records::read_mailid;
use crate::sessions::{Identity, OwnSession};
use crate::sql::{Tx, Value};
use crate::{Store, advice, intentions, sessions, sowings};
use grow_domain::farmer::FarmerRecord;
use grow_domain::sowing::{FieldSize, Sowing};
use grow_domain::{Crop, Language};
use jiff::Timestamp;
use serde_json::json;

/// Everything stored about a farmer.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdings {
    /// Id.
    pub farmer: FarmerId,
    /// Identity at the identity provider.
    pub identity: Identity,
    /// Time of the first sign-in.
    pub created_at: Timestamp,
    /// The language that the farmer chose.
    pub language: Option<Language>,
    /// Saved record, if any.
    pub record: Option<HeldRecord>,
    /// Known crops, with the time of adding.
    pub known_crops: Vec<(Crop, Timestamp)>,
    /// Sowings, the oldest first.
    pub sowings: Vec<HeldSowing>,
    /// Plans to sow, the oldest first.
    pub intentions: Vec<HeldIntention>,
    /// The crops that the farmer was drawn last.
    pub advice_draw: Option<AdviceDraw>,
    /// Requests, the oldest first: the journal, each sowing, and each plan.
    pub requests: Vec<HeldRequest>,
    /// Sessions, the last used first.
    pub sessions: Vec<OwnSession>,
    /// Consents, the oldest first.
    pub consents: Vec<Consent>,
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
    /// Time of the last change.
    pub saved_at: Timestamp,
}

/// A sowing with all its stored columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSowing {
    /// The sowing.
    pub sowing: Sowing,
    /// Idempotency key.
    pub key: String,
    /// Time of withdrawal.
    pub withdrawn_at: Option<Timestamp>,
}

/// An entry of the request journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldRequest {
    /// Time of the transaction.
    pub at: Timestamp,
    /// Kind of request.
    pub kind: String,
    /// Parameters as JSON.
    pub body: String,
}

impl Store {
    /// Returns a consistent snapshot of everything stored about a farmer. `None` if the farmer does not exist.
    pub async fn holdings(&self, farmer: FarmerId) -> Result<Option<Holdings>> {
        self.read_at_one_moment(Gather { farmer }).await
    }
}

struct Gather {
    farmer: FarmerId,
}

impl Command for Gather {
    type Output = Option<Holdings>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let Self { farmer } = *self;
        let Some((identity, created_at, language)) = account(tx, farmer).await? else { return Ok(None) };
        let sowings = sowings::held(tx, farmer).await?;
        let intentions = intentions::held(tx, farmer).await?;
        Ok(Some(Holdings {
            farmer,
            identity,
            created_at,
            language,
            record: record(tx, farmer).await?,
            known_crops: known_crops(tx, farmer).await?,
            requests: requests(tx, farmer, &sowings, &intentions).await?,
            sowings,
            intentions,
            advice_draw: advice::draw_of(tx, farmer).await?,
            sessions: sessions::of_farmer(tx, farmer, Timestamp::MIN, Timestamp::MIN).await?,
            consents: consents::history(tx, farmer).await?,
        }))
    }
}

async fn account(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<(Identity, Timestamp, Option<Language>)>> {
    let sql = "SELECT display_name, photo_url, email, issuer, subject, created_at, email_verified, language
               FROM farmers WHERE id = $1";
    tx.row(sql, &[Value::Id(farmer.0)], |row| {
        let user = crate::farmers::read_user(row)?;
        let identity = Identity { issuer: row.text(3)?, subject: row.text(4)?, user, email_verified: row.int(6)? == 1 };
        Ok((identity, row.timestamp(5)?, read_language(row, 7)?))
    })
    .await
}

async fn record(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<HeldRecord>> {
    let sql = "SELECT saved_at, farmerid, mailid FROM farmer_records WHERE farmer_id = $1";
    let held =
        tx.row(sql, &[Value::Id(farmer.0)], |row| Ok((row.timestamp(0)?, row.text(1)?, read_mailid(row, 2)?))).await?;
    let Some((saved_at, farmerid, mailid)) = held else { return Ok(None) };
    Ok(own_record(tx, farmer).await?.map(|own| HeldRecord { record: own.record, farmerid, mailid, saved_at }))
}

async fn known_crops(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<(Crop, Timestamp)>> {
    let sql = "SELECT crop, added_at FROM known_crops WHERE farmer_id = $1 ORDER BY added_at, crop";
    tx.rows(sql, &[Value::Id(farmer.0)], |row| Ok((row.crop(0)?, row.timestamp(1)?))).await
}

/// The request to sow or to plan a crop, with the size as it was entered unless that was in hectares.
fn asked(crop: Crop, field_size: FieldSize) -> serde_json::Value {
    let mut body = json!({ "crop_name": crop.table_name(), "field_size_m2": field_size.area().0 });
    if let (Some(members), Some(entered)) = (body.as_object_mut(), field_size.entered()) {
        members.insert("entered".to_owned(), entered.to_string().into());
    }
    body
}

/// The journal of a farmer, with the requests to sow and to plan. A sowing or a plan is its own record of the request.
async fn requests(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    sowings: &[HeldSowing],
    intentions: &[HeldIntention],
) -> Result<Vec<HeldRequest>> {
    let sql = "SELECT at, kind, body FROM request_journal WHERE farmer_id = $1 ORDER BY id";
    let mut requests = tx
        .rows(sql, &[Value::Id(farmer.0)], |row| {
            Ok(HeldRequest { at: row.timestamp(0)?, kind: row.text(1)?, body: row.text(2)? })
        })
        .await?;
    requests.extend(sowings.iter().map(|HeldSowing { sowing, .. }| {
        let body = asked(sowing.crop, sowing.field_size);
        HeldRequest { at: sowing.sown_at, kind: "crop_add".to_owned(), body: body.to_string() }
    }));
    requests.extend(intentions.iter().map(|HeldIntention { intention, .. }| {
        let body = asked(intention.crop, intention.field_size);
        HeldRequest { at: intention.planned_at, kind: "intention".to_owned(), body: body.to_string() }
    }));
    requests.sort_by_key(|request| request.at);
    Ok(requests)
}
