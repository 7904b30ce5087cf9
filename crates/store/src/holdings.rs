//! Data export: everything stored about a farmer.

use crate::FarmerId;
use crate::command::Command;
use crate::consents::{self, Consent};
use crate::error::Result;
use crate::farmers::own_record;
use crate::sessions::{Identity, OwnSession};
use crate::sql::{Tx, Value};
use crate::{Store, sessions, sowings};
use grow_domain::farmer::FarmerRecord;
use grow_domain::sowing::Sowing;
use grow_domain::{Crop, Region};
use jiff::Timestamp;

/// Everything stored about a farmer.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdings {
    /// Id.
    pub farmer: FarmerId,
    /// Identity at the identity provider.
    pub identity: Identity,
    /// Time of the first sign-in.
    pub created_at: Timestamp,
    /// Saved record and time of its last change, if any.
    pub record: Option<(FarmerRecord, Timestamp)>,
    /// Known crops, with the time of adding.
    pub known_crops: Vec<(Crop, Timestamp)>,
    /// Sowings, the oldest first.
    pub sowings: Vec<HeldSowing>,
    /// Journal entries, the oldest first.
    pub requests: Vec<HeldRequest>,
    /// Sessions, the last used first.
    pub sessions: Vec<OwnSession>,
    /// Consents, the oldest first.
    pub consents: Vec<Consent>,
}

/// A sowing with all its stored columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSowing {
    /// The sowing.
    pub sowing: Sowing,
    /// Idempotency key.
    pub key: String,
    /// Region that it counts to, in addition to India.
    pub region: Region,
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
        let Some((identity, created_at)) = account(tx, farmer).await? else { return Ok(None) };
        Ok(Some(Holdings {
            farmer,
            identity,
            created_at,
            record: record(tx, farmer).await?,
            known_crops: known_crops(tx, farmer).await?,
            sowings: sowings::held(tx, farmer).await?,
            requests: requests(tx, farmer).await?,
            sessions: sessions::of_farmer(tx, farmer, Timestamp::MIN, Timestamp::MIN).await?,
            consents: consents::history(tx, farmer).await?,
        }))
    }
}

async fn account(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<(Identity, Timestamp)>> {
    let sql = "SELECT display_name, photo_url, email, issuer, subject, created_at FROM farmers WHERE id = $1";
    tx.row(sql, &[Value::Id(farmer.0)], |row| {
        let user = crate::farmers::read_user(row)?;
        Ok((Identity { issuer: row.text(3)?, subject: row.text(4)?, user }, row.timestamp(5)?))
    })
    .await
}

async fn record(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<(FarmerRecord, Timestamp)>> {
    let sql = "SELECT saved_at FROM farmer_records WHERE farmer_id = $1";
    let Some(saved_at) = tx.row(sql, &[Value::Id(farmer.0)], |row| row.timestamp(0)).await? else { return Ok(None) };
    Ok(own_record(tx, farmer).await?.map(|(_, record)| (record, saved_at)))
}

async fn known_crops(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<(Crop, Timestamp)>> {
    let sql = "SELECT crop, added_at FROM known_crops WHERE farmer_id = $1 ORDER BY added_at, crop";
    tx.rows(sql, &[Value::Id(farmer.0)], |row| Ok((row.crop(0)?, row.timestamp(1)?))).await
}

async fn requests(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<HeldRequest>> {
    let sql = "SELECT at, kind, body FROM request_journal WHERE farmer_id = $1 ORDER BY id";
    tx.rows(sql, &[Value::Id(farmer.0)], |row| {
        Ok(HeldRequest { at: row.timestamp(0)?, kind: row.text(1)?, body: row.text(2)? })
    })
    .await
}
