//! Sowings and their effect on the supply.

use crate::FarmerId;
use crate::command::Command;
use crate::demand::{self, SupplyChange};
use crate::error::{Error, Result};
use crate::holdings::HeldSowing;
use crate::sql::{Row, Tx, Value};
use crate::{Store, consents, journal};
use grow_domain::sowing::{CountLimits, NewSowing, Sowing};
use grow_domain::{CropYear, District, Kilograms, Region, SquareMetres};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// Outcome of a request to sow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SowingOutcome {
    /// The sowing was recorded.
    Recorded(Sowing),
    /// The key was used before; this is the sowing recorded then.
    Repeated(Sowing),
    /// The key was used for another crop or size. Nothing was written.
    KeyReused,
}

/// A page of sowings, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Sowings of the page.
    pub sowings: Vec<Sowing>,
    /// Cursor of the next page: sowings before this id. `None` on the last page.
    pub next: Option<Uuid>,
}

impl Store {
    /// Records a sowing atomically with its supply and feed entry. Requires consent. The sowing is its own journal
    /// entry.
    ///
    /// The sowing counts to India and to the state of the farmer's current district. A later move does not change that.
    /// Beyond `limits` the sowing is stored without supply and feed entry, until the operator counts it
    /// ([`Store::count_sowing`]). `id` must be derived from `now`, because lists are ordered by id.
    pub async fn record_sowing(
        &self,
        farmer: FarmerId,
        key: String,
        sowing: NewSowing,
        limits: CountLimits,
        id: Uuid,
        now: Timestamp,
    ) -> Result<SowingOutcome> {
        self.write(RecordSowing { farmer, key, sowing, limits, id, now }).await
    }

    /// Withdraws a sowing recorded by mistake, and removes its yield from the supply. `None` if the farmer has no such
    /// sowing.
    pub async fn withdraw_sowing(&self, farmer: FarmerId, id: Uuid, now: Timestamp) -> Result<Option<()>> {
        self.write(WithdrawSowing { farmer, id, now }).await
    }

    /// Returns a page of the farmer's sowings, newest first: at most `limit` with ids before `before`.
    pub async fn sowings(&self, farmer: FarmerId, limit: u8, before: Option<Uuid>) -> Result<Page> {
        let mut reading = self.reading().await?;
        // Read one extra row to detect a further page.
        let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted FROM sowings
                   WHERE farmer_id = $1 AND id < $2 AND withdrawn_at IS NULL ORDER BY id DESC LIMIT $3";
        let older_than = Value::Id(before.unwrap_or(Uuid::max()));
        let params = [Value::Id(farmer.0), older_than, Value::Int(i64::from(limit) + 1)];
        let mut sowings = reading.tx()?.rows(sql, &params, read_sowing).await?;
        let more = sowings.len() > usize::from(limit);
        sowings.truncate(usize::from(limit));
        let next = sowings.last().filter(|_| more).map(|sowing| sowing.id);
        Ok(Page { sowings, next })
    }
}

pub(crate) fn read_sowing(row: &Row<'_>) -> Result<Sowing> {
    Ok(Sowing {
        id: row.id(0)?,
        crop: row.crop(1)?,
        field_size: SquareMetres(row.int(2)?),
        expected_yield: Kilograms(row.int(3)?),
        sown_at: row.timestamp(4)?,
        counted: row.int(5)? == 1,
    })
}

/// Region that a farmer's sowings count to: the state of their district, or India if the district is not known.
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
    limits: CountLimits,
    id: Uuid,
    now: Timestamp,
}

impl Command for RecordSowing {
    type Output = SowingOutcome;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SowingOutcome> {
        let Self { farmer, sowing: NewSowing { crop, field_size }, id, now, .. } = *self;
        match consents::require(tx, farmer).await {
            // A repeated key gets its first answer even after consent was withdrawn.
            Err(Error::NoConsent) => return self.first_answer(tx).await?.ok_or(Error::NoConsent),
            checked => checked?,
        }
        let crop_year = CropYear::of(now);
        let sowing = Sowing {
            id,
            crop,
            field_size: field_size.area(),
            expected_yield: self.sowing.expected_yield(),
            sown_at: now,
            counted: self.counts(tx, crop_year).await?,
        };
        let region = region_of(tx, farmer).await?;
        let recorded = tx
            .execute(
                "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                      field_size_m2, expected_yield_kg, sown_at, counted)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
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
                    Value::Int(sowing.counted.into()),
                ],
            )
            .await?;
        if recorded == 0 {
            return self.first_answer(tx).await?.ok_or(Error::Unreadable("idempotency key"));
        }
        if sowing.counted {
            let change = SupplyChange { kind: "sowing", region, crop, crop_year, sown: sowing.expected_yield };
            demand::change_supplies(tx, now, &[(id, change)]).await?;
        }
        Ok(SowingOutcome::Recorded(sowing))
    }
}

impl RecordSowing {
    /// Returns whether the sowing is within the limits. The lock on the consent serialises the farmer's sowings.
    async fn counts(&self, tx: &mut Tx<'_>, crop_year: CropYear) -> Result<bool> {
        if self.limits == CountLimits::NONE {
            return Ok(true);
        }
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(field_size_m2), 0) AS BIGINT)
                   FROM (SELECT field_size_m2 FROM sowings
                         WHERE farmer_id = $1 AND crop_year = $2 AND withdrawn_at IS NULL AND counted = 1
                         LIMIT $3) AS standing";
        let year = Value::Int(crop_year.first_year().into());
        let params = [Value::Id(self.farmer.0), year, Value::Int(self.limits.sowings.into())];
        let standing = tx.row(sql, &params, |row| Ok((row.int(0)?, SquareMetres(row.int(1)?)))).await?;
        let (sowings, area) = standing.unwrap_or_default();
        let sowings = u32::try_from(sowings).unwrap_or(u32::MAX);
        Ok(self.limits.admit(sowings, area, self.sowing.field_size))
    }

    /// The sowing previously recorded under the key, even if withdrawn since.
    async fn first_answer(&self, tx: &mut Tx<'_>) -> Result<Option<SowingOutcome>> {
        let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted FROM sowings
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

/// Withdraws a sowing and removes its yield from the supply. `None` if the farmer has no such standing sowing.
async fn withdraw(tx: &mut Tx<'_>, farmer: FarmerId, id: Uuid, now: Timestamp) -> Result<Option<()>> {
    let sql = "UPDATE sowings SET withdrawn_at = $1
               WHERE farmer_id = $2 AND id = $3 AND withdrawn_at IS NULL
               RETURNING counted, region, crop, crop_year, expected_yield_kg";
    let params = [Value::Int(now.as_microsecond()), Value::Id(farmer.0), Value::Id(id)];
    let withdrawn = tx.row(sql, &params, |row| Ok((row.int(0)? == 1, read_withdrawal(row, 1)?))).await?;
    let Some((counted, change)) = withdrawn else { return Ok(None) };
    journal::append(tx, farmer, now, "crop_withdraw", &json!({ "sowing": id.to_string() })).await?;
    if counted {
        demand::change_supplies(tx, now, &[(id, change)]).await?;
    }
    Ok(Some(()))
}

/// Withdraws every standing sowing of a farmer.
pub(crate) async fn withdraw_all(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE sowings SET withdrawn_at = $1 WHERE farmer_id = $2 AND withdrawn_at IS NULL
               RETURNING id, counted, region, crop, crop_year, expected_yield_kg";
    let params = [Value::Int(now.as_microsecond()), Value::Id(farmer.0)];
    let withdrawn = tx.rows(sql, &params, |row| Ok((row.int(1)? == 1, (row.id(0)?, read_withdrawal(row, 2)?)))).await?;
    let changes: Vec<_> = withdrawn.into_iter().filter_map(|(counted, change)| counted.then_some(change)).collect();
    demand::change_supplies(tx, now, &changes).await
}

/// Reads the supply change of a withdrawal from four columns: region, crop, crop year and yield.
fn read_withdrawal(row: &Row<'_>, first: usize) -> Result<SupplyChange> {
    Ok(SupplyChange {
        kind: "withdrawal",
        region: row.region(first)?,
        crop: row.crop(first + 1)?,
        crop_year: row.crop_year(first + 2)?,
        sown: -Kilograms(row.int(first + 3)?),
    })
}

/// Returns every sowing of a farmer with all its stored columns, the oldest first.
pub(crate) async fn held(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<HeldSowing>> {
    let sql =
        "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted, idempotency_key, region, withdrawn_at
               FROM sowings WHERE farmer_id = $1 ORDER BY id";
    tx.rows(sql, &[Value::Id(farmer.0)], |row| {
        Ok(HeldSowing {
            sowing: read_sowing(row)?,
            key: row.text(6)?,
            region: row.region(7)?,
            withdrawn_at: row.optional_timestamp(8)?,
        })
    })
    .await
}
