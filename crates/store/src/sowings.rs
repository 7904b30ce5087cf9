//! Sowings, and with them the supply: the heart of the store.

use crate::command::Command;
use crate::demand::{self, SupplyChange};
use crate::error::{Error, Result};
use crate::farmers::FarmerId;
use crate::holdings::HeldSowing;
use crate::sql::{Row, Tx, Value};
use crate::{Store, consents, journal};
use grow_domain::sowing::{NewSowing, Sowing};
use grow_domain::{Crop, CropYear, District, Kilograms, Region, SquareMetres};
use jiff::Timestamp;
use serde_json::json;
use std::cmp::Reverse;
use uuid::Uuid;

/// What became of a request to sow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SowingOutcome {
    /// It was recorded just now.
    Recorded(Sowing),
    /// It had been recorded under this key before; this is that sowing.
    Repeated(Sowing),
    /// The key belongs to a sowing of another crop or size. Nothing was written.
    KeyReused,
}

/// A part of a list, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The sowings of this part.
    pub sowings: Vec<Sowing>,
    /// Ask for what comes before this id to go on; `None` at the end.
    pub next: Option<Uuid>,
}

impl Store {
    /// Records a sowing: key, sowing, journal entry, supply and feed entry, all or none. It needs the farmer's consent, and counts
    /// to India and to the state of the farmer's district, for ever: who moves later takes no sowing along. `id` names the new
    /// sowing and must come from `now`, since the list is in the order of ids.
    pub async fn record_sowing(
        &self,
        farmer: FarmerId,
        key: String,
        sowing: NewSowing,
        id: Uuid,
        now: Timestamp,
    ) -> Result<SowingOutcome> {
        self.write(RecordSowing { farmer, key, sowing, id, now }).await
    }

    /// Takes a sowing back that was recorded by mistake; its yield leaves the supply. `None` if the farmer has no such sowing.
    pub async fn withdraw_sowing(&self, farmer: FarmerId, id: Uuid, now: Timestamp) -> Result<Option<()>> {
        self.write(WithdrawSowing { farmer, id, now }).await
    }

    /// The farmer's sowings, newest first: at most `limit` that are older than `before`.
    pub async fn sowings(&self, farmer: FarmerId, limit: u8, before: Option<Uuid>) -> Result<Page> {
        let mut reading = self.reading().await?;
        // Sorted here: a farmer has few, they lie side by side in the order of their keys, and a sorter in SQL costs more.
        let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at FROM sowings
                   WHERE farmer_id = $1 AND id < $2 AND withdrawn_at IS NULL";
        let params = [Value::Id(farmer.0), Value::Id(before.unwrap_or(Uuid::max()))];
        let mut sowings = reading.tx()?.rows(sql, &params, read_sowing).await?;
        sowings.sort_unstable_by_key(|sowing| Reverse(sowing.id));
        let more = sowings.len() > usize::from(limit);
        sowings.truncate(usize::from(limit));
        let next = sowings.last().filter(|_| more).map(|sowing| sowing.id);
        Ok(Page { sowings, next })
    }
}

fn read_sowing(row: &Row<'_>) -> Result<Sowing> {
    Ok(Sowing {
        id: row.id(0)?,
        crop: row.crop(1)?,
        field_size: SquareMetres(row.int(2)?),
        expected_yield: Kilograms(row.int(3)?),
        sown_at: row.timestamp(4)?,
    })
}

/// Where a farmer's sowings count: in the state of their district, and in India alone while that is not known.
async fn region_of(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Region> {
    let sql = "SELECT district FROM farmer_records WHERE farmer_id = $1 AND district IS NOT NULL";
    let state = tx
        .row(sql, &[Value::Id(farmer.0)], |row| {
            District::from_key(row.text_ref(0)?).map(District::state).ok_or(Error::Unreadable("district"))
        })
        .await?;
    Ok(state.map_or(Region::India, Region::State))
}

struct RecordSowing {
    farmer: FarmerId,
    key: String,
    sowing: NewSowing,
    id: Uuid,
    now: Timestamp,
}

impl Command for RecordSowing {
    type Output = SowingOutcome;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SowingOutcome> {
        let Self { farmer, sowing: NewSowing { crop, field_size }, id, now, .. } = *self;
        let sowing = Sowing {
            id,
            crop,
            field_size: field_size.area(),
            expected_yield: self.sowing.expected_yield(),
            sown_at: now,
        };
        match consents::require(tx, farmer).await {
            // What was recorded while they agreed is answered as before.
            Err(Error::NoConsent) => return self.first_answer(tx).await?.ok_or(Error::NoConsent),
            checked => checked?,
        }
        let crop_year = sowing.crop_year();
        let region = region_of(tx, farmer).await?;
        let recorded = tx
            .execute(
                "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                      field_size_m2, expected_yield_kg, sown_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                 ON CONFLICT (farmer_id, idempotency_key) DO NOTHING",
                &[
                    Value::Id(farmer.0),
                    Value::Text(&self.key),
                    Value::Id(id),
                    Value::Text(region.code()),
                    Value::Text(crop.key()),
                    Value::Int(crop_year.first_year().into()),
                    Value::Int(sowing.field_size.0),
                    Value::Int(sowing.expected_yield.0),
                    Value::Int(now.as_microsecond()),
                ],
            )
            .await?;
        if recorded == 0 {
            return self.first_answer(tx).await?.ok_or(Error::Unreadable("idempotency key"));
        }
        let request = json!({ "crop_name": crop.table_name(), "field_size_m2": sowing.field_size.0 });
        journal::append(tx, farmer, now, "crop_add", &request).await?;
        let change = SupplyChange { kind: "sowing", region, crop, crop_year, sown: sowing.expected_yield };
        demand::change_supply(tx, id, now, change).await?;
        Ok(SowingOutcome::Recorded(sowing))
    }
}

impl RecordSowing {
    /// The sowing that the key was used for before, even if it has been withdrawn since.
    async fn first_answer(&self, tx: &mut Tx<'_>) -> Result<Option<SowingOutcome>> {
        let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at FROM sowings
                   WHERE farmer_id = $1 AND idempotency_key = $2";
        let first = tx.row(sql, &[Value::Id(self.farmer.0), Value::Text(&self.key)], read_sowing).await?;
        Ok(first.map(|first| {
            let same = first.crop == self.sowing.crop && first.field_size == self.sowing.field_size.area();
            if same { SowingOutcome::Repeated(first) } else { SowingOutcome::KeyReused }
        }))
    }
}

struct WithdrawSowing {
    farmer: FarmerId,
    id: Uuid,
    now: Timestamp,
}

impl Command for WithdrawSowing {
    type Output = Option<()>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<()>> {
        withdraw(tx, self.farmer, self.id, self.now).await
    }
}

/// Takes a sowing back, and its yield out of the supply. `None` if the farmer has no such sowing that stands.
pub(crate) async fn withdraw(tx: &mut Tx<'_>, farmer: FarmerId, id: Uuid, now: Timestamp) -> Result<Option<()>> {
    let sql = "UPDATE sowings SET withdrawn_at = $1
               WHERE farmer_id = $2 AND id = $3 AND withdrawn_at IS NULL
               RETURNING region, crop, crop_year, expected_yield_kg";
    let params = [Value::Int(now.as_microsecond()), Value::Id(farmer.0), Value::Id(id)];
    let change = tx
        .row(sql, &params, |row| {
            Ok(SupplyChange {
                kind: "withdrawal",
                region: row.region(0)?,
                crop: row.crop(1)?,
                crop_year: row.crop_year(2)?,
                sown: -Kilograms(row.int(3)?),
            })
        })
        .await?;
    let Some(change) = change else { return Ok(None) };
    journal::append(tx, farmer, now, "crop_withdraw", &json!({ "sowing": id.to_string() })).await?;
    demand::change_supply(tx, id, now, change).await?;
    Ok(Some(()))
}

/// Every sowing of a farmer with all that is written down of it, the oldest first.
pub(crate) async fn held(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<HeldSowing>> {
    let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, idempotency_key, region, withdrawn_at
               FROM sowings WHERE farmer_id = $1 ORDER BY id";
    tx.rows(sql, &[Value::Id(farmer.0)], |row| {
        Ok(HeldSowing {
            sowing: read_sowing(row)?,
            key: row.text(5)?,
            region: row.region(6)?,
            withdrawn_at: row.optional_timestamp(7)?,
        })
    })
    .await
}

impl Row<'_> {
    pub(crate) fn timestamp(&self, column: usize) -> Result<Timestamp> {
        Timestamp::from_microsecond(self.int(column)?).map_err(|_| Error::Unreadable("time"))
    }

    pub(crate) fn optional_timestamp(&self, column: usize) -> Result<Option<Timestamp>> {
        let time = self.optional_int(column)?.map(Timestamp::from_microsecond);
        time.transpose().map_err(|_| Error::Unreadable("time"))
    }

    pub(crate) fn crop(&self, column: usize) -> Result<Crop> {
        self.text_ref(column)?.parse().map_err(|_| Error::Unreadable("crop"))
    }

    pub(crate) fn region(&self, column: usize) -> Result<Region> {
        self.text_ref(column)?.parse().map_err(|_| Error::Unreadable("region"))
    }

    pub(crate) fn crop_year(&self, column: usize) -> Result<CropYear> {
        CropYear::from_first_year(self.int(column)?).ok_or(Error::Unreadable("crop year"))
    }
}
