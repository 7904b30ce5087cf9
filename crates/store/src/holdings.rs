//! Everything that is held about a farmer, for the farmer to take along.

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

/// All that is held about a farmer.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdings {
    /// Their id here.
    pub farmer: FarmerId,
    /// Who they are to the identity provider.
    pub identity: Identity,
    /// When they first signed in.
    pub created_at: Timestamp,
    /// What they saved, and when last; `None` where nothing was.
    pub record: Option<(FarmerRecord, Timestamp)>,
    /// The crops that they know, and since when.
    pub known_crops: Vec<(Crop, Timestamp)>,
    /// Their sowings, the oldest first.
    pub sowings: Vec<HeldSowing>,
    /// What they asked for, the oldest first.
    pub requests: Vec<HeldRequest>,
    /// Where they are signed in, the last used first.
    pub sessions: Vec<OwnSession>,
    /// What they agreed to, the oldest first.
    pub consents: Vec<Consent>,
}

/// A sowing with all that is written down of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSowing {
    /// The sowing.
    pub sowing: Sowing,
    /// What it was asked for with.
    pub key: String,
    /// Where it counts, besides India.
    pub region: Region,
    /// When it was taken back.
    pub withdrawn_at: Option<Timestamp>,
}

/// An entry of the journal of requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldRequest {
    /// When it was granted.
    pub at: Timestamp,
    /// What was asked for.
    pub kind: String,
    /// With what, as JSON.
    pub body: String,
}

impl Store {
    /// Everything that is held about a farmer, at one moment. `None`: there is no such farmer.
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
