//! Sowings and their effect on the supply.

mod closing;

pub use closing::{ChangeOutcome, SowingChange};

use crate::FarmerId;
use crate::command::Command;
use crate::demand::{self, SupplyChange};
use crate::error::{Error, Result};
use crate::holdings::HeldSowing;
use crate::sql::{Row, Tx, Value};
use crate::{Store, consents, journal};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{Closing, CountLimits, FieldSize, NewSowing, Outcome, Sowing};
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
    /// The key was used for another crop, size or day. Nothing was written.
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
        let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted, region,
                          maturity, harvested_at, harvested_kg, failed_at, entered
                   FROM sowings
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

/// Reads a sowing from twelve columns, as [`Store::sowings`] names them.
pub(crate) fn read_sowing(row: &Row<'_>) -> Result<Sowing> {
    let maturity = |key: String| key.parse::<Maturity>().map_err(|_| Error::Unreadable("maturity"));
    let closing = match (row.optional_timestamp(8)?, row.optional_timestamp(10)?) {
        (Some(at), _) => Some(Closing { outcome: Outcome::Harvested(row.optional_int(9)?.map(Kilograms)), at }),
        (None, Some(at)) => Some(Closing { outcome: Outcome::Failed, at }),
        (None, None) => None,
    };
    Ok(Sowing {
        id: row.id(0)?,
        crop: row.crop(1)?,
        field_size: row.field_size(2, 11)?,
        expected_yield: Kilograms(row.int(3)?),
        sown_at: row.timestamp(4)?,
        counted: row.int(5)? == 1,
        region: row.region(6)?,
        maturity: row.optional_text(7)?.map(maturity).transpose()?,
        closing,
    })
}

/// The size of a field as it was entered, as it is stored. `None` in hectares.
pub(crate) fn as_entered(field_size: FieldSize) -> Option<String> {
    field_size.entered().map(|entered| entered.to_string())
}

/// Region that a farmer's sowings count to: the state of their district, or India if the district is not known.
pub(crate) async fn region_of(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Region> {
    let sql = "SELECT district FROM farmer_records WHERE farmer_id = $1 AND district IS NOT NULL";
    let district = |row: &Row<'_>| District::from_key(row.text_ref(0)?).ok_or(Error::Unreadable("district"));
    Ok(Region::of(tx.row(sql, &[Value::Id(farmer.0)], district).await?))
}

pub(crate) struct RecordSowing {
    pub(crate) farmer: FarmerId,
    pub(crate) key: String,
    pub(crate) sowing: NewSowing,
    pub(crate) limits: CountLimits,
    pub(crate) id: Uuid,
    pub(crate) now: Timestamp,
}

impl Command for RecordSowing {
    type Output = SowingOutcome;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SowingOutcome> {
        match consents::require(tx, self.farmer).await {
            // A repeated key gets its first answer even after consent was withdrawn.
            Err(Error::NoConsent) => return self.first_answer(tx).await?.ok_or(Error::NoConsent),
            checked => checked?,
        }
        self.record(tx).await
    }
}

impl RecordSowing {
    /// Records the sowing. The caller has locked the consent.
    pub(crate) async fn record(&self, tx: &mut Tx<'_>) -> Result<SowingOutcome> {
        let Self { farmer, sowing: NewSowing { crop, field_size, maturity, .. }, id, now, .. } = *self;
        let sown_at = self.sowing.sown_at(now);
        let crop_year = CropYear::of(sown_at);
        let sowing = Sowing {
            id,
            crop,
            field_size,
            expected_yield: self.sowing.expected_yield(),
            sown_at,
            counted: self.counts(tx, crop_year).await?,
            region: region_of(tx, farmer).await?,
            maturity,
            closing: None,
        };
        let region = sowing.region;
        let entered = as_entered(field_size);
        let recorded = tx
            .execute(
                "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                      field_size_m2, expected_yield_kg, sown_at, counted, maturity, entered)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                 ON CONFLICT (farmer_id, idempotency_key) DO NOTHING",
                &[
                    Value::Id(farmer.0),
                    Value::Text(&self.key),
                    Value::Id(id),
                    Value::Text(region.code()),
                    Value::Text(crop.key()),
                    Value::Int(crop_year.first_year().into()),
                    Value::Int(field_size.area().0),
                    Value::Int(sowing.expected_yield.0),
                    Value::Int(sown_at.as_microsecond()),
                    Value::Int(sowing.counted.into()),
                    Value::optional_text(maturity.map(Maturity::key)),
                    Value::optional_text(entered.as_deref()),
                ],
            )
            .await?;
        if recorded == 0 {
            return self.first_answer(tx).await?.ok_or(Error::Unreadable("idempotency key"));
        }
        if sowing.counted {
            let change = SupplyChange { kind: "sowing", region, crop, sown_at, sown: sowing.expected_yield };
            demand::change_supplies(tx, now, &[(id, change)]).await?;
        }
        Ok(SowingOutcome::Recorded(sowing))
    }

    /// Returns whether the sowing is within the limits. The lock on the consent serialises the farmer's sowings.
    async fn counts(&self, tx: &mut Tx<'_>, crop_year: CropYear) -> Result<bool> {
        if self.limits == CountLimits::NONE {
            return Ok(true);
        }
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(field_size_m2), 0) AS BIGINT)
                   FROM (SELECT field_size_m2 FROM sowings
                         WHERE farmer_id = $1 AND crop_year = $2
                           AND withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1
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
        let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted, region,
                          maturity, harvested_at, harvested_kg, failed_at, entered
                   FROM sowings WHERE farmer_id = $1 AND idempotency_key = $2";
        let first = tx.row(sql, &[Value::Id(self.farmer.0), Value::Text(&self.key)], read_sowing).await?;
        Ok(first.map(|first| {
            let NewSowing { crop, field_size, sown_on, .. } = self.sowing;
            let same_day = sown_on.is_none_or(|day| day.day() == first.sown_on());
            if same_day && first.crop == crop && first.field_size == field_size {
                SowingOutcome::Repeated(first)
            } else {
                SowingOutcome::KeyReused
            }
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
               RETURNING counted, failed_at, region, crop, sown_at, expected_yield_kg";
    let params = [Value::Int(now.as_microsecond()), Value::Id(farmer.0), Value::Id(id)];
    let Some(change) = tx.row(sql, &params, |row| read_removal(row, 0, "withdrawal")).await? else { return Ok(None) };
    journal::append(tx, farmer, now, "crop_withdraw", &json!({ "sowing": id.to_string() })).await?;
    if let Some(change) = change {
        demand::change_supplies(tx, now, &[(id, change)]).await?;
    }
    Ok(Some(()))
}

/// Withdraws every standing sowing of a farmer.
pub(crate) async fn withdraw_all(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE sowings SET withdrawn_at = $1 WHERE farmer_id = $2 AND withdrawn_at IS NULL
               RETURNING id, counted, failed_at, region, crop, sown_at, expected_yield_kg";
    let params = [Value::Int(now.as_microsecond()), Value::Id(farmer.0)];
    let withdrawn = tx.rows(sql, &params, |row| Ok((row.id(0)?, read_removal(row, 1, "withdrawal")?))).await?;
    let changes: Vec<_> = withdrawn.into_iter().filter_map(|(id, change)| Some((id, change?))).collect();
    demand::change_supplies(tx, now, &changes).await
}

/// Reads the supply change of a sowing that leaves the supply from six columns: counted, time of failure, region, crop,
/// time of sowing, yield. `None` if it was not in the supply.
fn read_removal(row: &Row<'_>, first: usize, kind: &'static str) -> Result<Option<SupplyChange>> {
    let is_in_supply = row.int(first)? == 1 && row.optional_int(first + 1)?.is_none();
    let change = SupplyChange {
        kind,
        region: row.region(first + 2)?,
        crop: row.crop(first + 3)?,
        sown_at: row.timestamp(first + 4)?,
        sown: -Kilograms(row.int(first + 5)?),
    };
    Ok(is_in_supply.then_some(change))
}

/// Returns every sowing of a farmer with all its stored columns, the oldest first.
pub(crate) async fn held(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<HeldSowing>> {
    let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted, region,
                      maturity, harvested_at, harvested_kg, failed_at, entered, idempotency_key, withdrawn_at
               FROM sowings WHERE farmer_id = $1 ORDER BY id";
    tx.rows(sql, &[Value::Id(farmer.0)], |row| {
        Ok(HeldSowing { sowing: read_sowing(row)?, key: row.text(12)?, withdrawn_at: row.optional_timestamp(13)? })
    })
    .await
}
