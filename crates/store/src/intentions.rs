//! Intentions: plans to sow, and the running sums of those that stand.
//!
//! A plan ends by itself after its last day: from then on no reading finds it, and nothing is written. Plans do not
//! touch the supply; their entries in the change feed have no weight.

mod sowing;

pub use sowing::SowOutcome;

use crate::demand::shard_of;
use crate::error::{Error, Result};
use crate::feed::append_to_feed;
use crate::held::{HeldIntention, HeldPage};
use crate::keyed_request::{KeyedRequest, is_repeat};
use crate::sowings::as_entered;
use crate::sql::{Row, Tx, added, values};
use crate::years::FarmerYearLock;
use crate::{FarmerId, Store, journal};
use grow_domain::crop_year::in_india;
use grow_domain::intention::{self, EarlierPlans, Intention, MOST_INTENTIONS, NewIntention, StandingPlans, TooMuch};
use grow_domain::sowing::{CountLimits, StatedIntention};
use grow_domain::{CropYear, Kilograms, SquareMetres};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// Outcome of a request to plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntentionOutcome {
    /// The plan was recorded.
    Recorded(Intention),
    /// The request was made before; this is the plan recorded then, which may have ended since.
    Repeated(Intention),
    /// The key was used for a request that stated something else. Nothing was written.
    KeyReused,
    /// The farmer's plans that stand leave no room for it. Nothing was written.
    TooMuch(TooMuch),
}

/// Outcome of a request to end a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOutcome {
    /// The plan was dropped.
    Dropped,
    /// The plan had ended before. Nothing was written.
    Ended,
}

impl Store {
    /// Records a plan to sow with its feed entry. Requires consent. The plan is its own journal entry. A repeat gets its
    /// first answer, whatever has changed meanwhile.
    ///
    /// It counts to the state of the farmer's current district, as much as the farmer's earlier plans make likely. `id`
    /// must be derived from `now`, because lists are ordered by id.
    pub async fn plan_sowing(
        &self,
        farmer: FarmerId,
        key: String,
        asked: impl Into<KeyedRequest<StatedIntention, NewIntention>>,
        limits: CountLimits,
        id: Uuid,
        now: Timestamp,
    ) -> Result<IntentionOutcome> {
        let (KeyedRequest { stated, judged }, most) = (asked.into(), self.bounds.changes);
        self.write(async move |tx| {
            let year = FarmerYearLock::acquire_if_agreed(tx, farmer, CropYear::of(now), None).await?;
            if let Some(first) = first_answer(tx, farmer, &key, stated).await? {
                return Ok(first);
            }
            let plan = judged?;
            let year = year.ok_or(Error::NoConsent)?;
            let Plans { land, standing, earlier } = plans(tx, farmer, now).await?;
            if let Err(too_much) = intention::admit(&limits, land, standing, plan.field_size) {
                return Ok(IntentionOutcome::TooMuch(too_much));
            }
            year.count_change(tx, most).await?;
            let region = year.region;
            let intention = Intention {
                id,
                crop: plan.crop,
                field_size: plan.field_size,
                expected_yield: plan.expected_yield(),
                planned_at: now,
                ends_on: plan.ends_on(region, now),
                region,
            };
            let ends_on = intention.ends_on.to_string();
            let entered = as_entered(plan.field_size);
            let counted = earlier.counted(intention.expected_yield);
            let crop = intention.crop;
            tx.execute(
                "INSERT INTO intentions (farmer_id, idempotency_key, id, region, crop, field_size_m2,
                                         expected_yield_kg, planned_at, ends_on, entered, counted_kg, meaning)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                &values![
                    farmer,
                    &key,
                    id,
                    region,
                    crop,
                    intention.field_size.area(),
                    intention.expected_yield,
                    now,
                    &ends_on,
                    entered.as_deref(),
                    counted,
                    stated.meaning().0
                ],
            )
            .await?;
            tx.execute(
                concat!(
                    "INSERT INTO planned (region, crop, ends_on, shard, planned_kg) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (region, crop, ends_on, shard) DO UPDATE SET planned_kg = ",
                    added!("planned.planned_kg", "excluded.planned_kg")
                ),
                &values![region, crop, &ends_on, shard_of(tx, id), counted],
            )
            .await?;
            append_to_feed(tx, now, "intention", (region.code(), crop.key()), CropYear::of(now)).await?;
            Ok(IntentionOutcome::Recorded(intention))
        })
        .await
    }

    /// Returns the plans of a farmer that stand, newest first.
    pub async fn intentions(&self, farmer: FarmerId, now: Timestamp) -> Result<Vec<Intention>> {
        let mut reading = self.reading().await?;
        standing(&mut reading.tx()?, farmer, now).await
    }

    /// Drops a plan. `None` if the farmer has never had it.
    pub async fn drop_intention(&self, farmer: FarmerId, id: Uuid, now: Timestamp) -> Result<Option<EndOutcome>> {
        self.write(async move |tx| {
            let sql = "UPDATE intentions SET ended_at = $1, outcome = 'dropped'
                       WHERE farmer_id = $2 AND id = $3 AND ended_at IS NULL AND ends_on >= $4
                       RETURNING id, region, crop, ends_on, counted_kg";
            let today = today(now);
            let params = values![now, farmer, id, &today];
            if let Some(ended) = tx.row(sql, &params, read_ended).await? {
                journal::append(tx, farmer, now, "intention_drop", &json!({ "intention": id.to_string() })).await?;
                take_from_planned(tx, now, &[ended]).await?;
                return Ok(Some(EndOutcome::Dropped));
            }
            let sql = "SELECT id FROM intentions WHERE farmer_id = $1 AND id = $2";
            let known = tx.row(sql, &values![farmer, id], |row| row.id(0)).await?;
            Ok(known.map(|_| EndOutcome::Ended))
        })
        .await
    }
}

/// The plans of a farmer that stand, newest first.
pub(crate) async fn standing(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<Vec<Intention>> {
    let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, planned_at, ends_on, region, entered
               FROM intentions
               WHERE farmer_id = $1 AND ended_at IS NULL AND ends_on >= $2 ORDER BY id DESC LIMIT $3";
    let most = i64::try_from(MOST_INTENTIONS).unwrap_or(i64::MAX);
    let today = today(now);
    let params = values![farmer, &today, most];
    tx.readable_rows("intentions", &[0], sql, &params, read_intention).await
}

/// Today in India, as it is stored.
fn today(now: Timestamp) -> String {
    in_india(now).date().to_string()
}

/// Reads a plan from eight columns, as [`standing`] names them.
pub(crate) fn read_intention(row: &Row<'_>) -> Result<Intention> {
    Ok(Intention {
        id: row.id(0)?,
        crop: row.crop(1)?,
        field_size: row.field_size(2, 7)?,
        expected_yield: row.kilograms(3)?,
        planned_at: row.timestamp(4)?,
        ends_on: row.date(5)?,
        region: row.region(6)?,
    })
}

/// The answer to the first request of a key, even if its plan has ended since.
async fn first_answer(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    key: &str,
    stated: StatedIntention,
) -> Result<Option<IntentionOutcome>> {
    let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, planned_at, ends_on, region, entered, meaning
               FROM intentions
               WHERE farmer_id = $1 AND idempotency_key = $2";
    let read = |row: &Row<'_>| Ok((read_intention(row)?, row.optional_id(8)?));
    let first = tx.row(sql, &values![farmer, key], read).await?;
    Ok(first.map(|(first, meaning)| {
        let is_repeat = is_repeat(meaning, stated.meaning(), || stated.is_of(&first));
        if is_repeat { IntentionOutcome::Repeated(first) } else { IntentionOutcome::KeyReused }
    }))
}

/// All plans of the farmer, as sums. The lock on the consent serialises the farmer's plans.
async fn plans(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<Plans> {
    let sql = "SELECT COALESCE(SUM(CASE WHEN ended_at IS NULL AND ends_on >= $1 THEN 1 ELSE 0 END), 0),
                      CAST(COALESCE(SUM(CASE WHEN ended_at IS NULL AND ends_on >= $1
                                             THEN field_size_m2 ELSE 0 END), 0) AS BIGINT),
                      COALESCE(SUM(CASE WHEN ended_at IS NULL AND ends_on < $1 OR outcome = 'sown'
                                          OR ended_at - planned_at >= $2 THEN 1 ELSE 0 END), 0),
                      COALESCE(SUM(CASE WHEN outcome = 'sown' THEN 1 ELSE 0 END), 0),
                      (SELECT land_m2 FROM farmer_records WHERE farmer_id = $3)
               FROM intentions WHERE farmer_id = $3";
    let slip = i64::try_from(EarlierPlans::SLIP.as_micros()).unwrap_or(i64::MAX);
    let today = today(now);
    let params = values![&today, slip, farmer];
    let plans = tx.row(sql, &params, |row| {
        let number = |column| Ok::<_, Error>(u32::try_from(row.int(column)?).unwrap_or(u32::MAX));
        Ok(Plans {
            standing: StandingPlans { number: number(0)? as usize, area: SquareMetres(row.int(1)?) },
            earlier: EarlierPlans { ended: number(2)?, sown: number(3)? },
            land: row.optional_int(4)?.map(SquareMetres),
        })
    });
    Ok(plans.await?.unwrap_or_default())
}

/// What a further plan is judged by.
#[derive(Default)]
struct Plans {
    /// All the land that the farmer has, if they have said so.
    land: Option<SquareMetres>,
    standing: StandingPlans,
    earlier: EarlierPlans,
}

/// Deletes a batch of a farmer's plans. Those that stand leave the running sums. Returns the number of rows.
pub(crate) async fn erase(tx: &mut Tx<'_>, farmer: FarmerId, batch: i64, now: Timestamp) -> Result<u64> {
    let sql = "DELETE FROM intentions WHERE farmer_id = $1 AND id IN
                   (SELECT id FROM intentions WHERE farmer_id = $1 ORDER BY id LIMIT $2)
               RETURNING id, region, crop, ends_on, counted_kg, ended_at";
    let read = |row: &Row<'_>| Ok::<_, Error>((read_ended(row)?, row.optional_int(5)?.is_none()));
    // One that cannot be read is deleted, too. What it had in the sums stays there until its last day.
    let plans = tx.rows(sql, &values![farmer, batch], |row| Ok(read(row).ok())).await?;
    let number = plans.len() as u64;
    // Plans past their last day included, because the clock may be set back.
    let stood = plans.into_iter().flatten().filter(|(_, is_open)| *is_open);
    take_from_planned(tx, now, &stood.map(|(plan, _)| plan).collect::<Vec<_>>()).await?;
    Ok(number)
}

/// What a plan that was ended leaves behind. Region and crop are as they are stored: they may be of another release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ended {
    region: String,
    crop: String,
    ends_on: String,
    id: Uuid,
    counted: Kilograms,
}

/// Reads a plan that was ended from five columns: id, region, crop, last day, and what of it counts.
fn read_ended(row: &Row<'_>) -> Result<Ended> {
    Ok(Ended {
        region: row.text(1)?,
        crop: row.text(2)?,
        ends_on: row.text(3)?,
        id: row.id(0)?,
        counted: row.kilograms(4)?,
    })
}

/// Takes plans from the running sums. Every transaction does so before it changes the supply, and in one order, so that
/// transactions cannot deadlock.
async fn take_from_planned(tx: &mut Tx<'_>, now: Timestamp, ended: &[Ended]) -> Result<()> {
    let mut rows: Vec<_> = ended.iter().map(|ended| (ended, shard_of(tx, ended.id))).collect();
    rows.sort_by_key(|(Ended { region, crop, ends_on, .. }, shard)| (region, crop, ends_on, *shard));
    for (Ended { region, crop, ends_on, counted, .. }, shard) in &rows {
        let sql = concat!(
            "UPDATE planned SET planned_kg = ",
            added!("planned_kg", "$1"),
            " WHERE region = $2 AND crop = $3 AND ends_on = $4 AND shard = $5"
        );
        let params = values![-counted.0, region, crop, ends_on, *shard];
        tx.execute(sql, &params).await?;
    }
    for (Ended { region, crop, .. }, _) in rows {
        append_to_feed(tx, now, "intention_end", (region, crop), CropYear::of(now)).await?;
    }
    Ok(())
}

/// Returns a page of a farmer's plans with all their stored columns, the oldest first: at most `limit` after an id.
pub(crate) async fn held(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    after: Uuid,
    limit: u16,
) -> Result<HeldPage<Uuid, HeldIntention>> {
    let sql = "SELECT id, crop, field_size_m2, expected_yield_kg, planned_at, ends_on, region, entered,
                      idempotency_key, ended_at, outcome, sowing_id, counted_kg
               FROM intentions WHERE farmer_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    let params = values![farmer, after, limit];
    let read = |row: &Row<'_>| {
        Ok(HeldIntention {
            intention: read_intention(row)?,
            key: row.text(8)?,
            ended_at: row.optional_timestamp(9)?,
            outcome: row.optional_text(10)?,
            sowing: row.optional_id(11)?,
            counted: row.kilograms(12)?,
        })
    };
    HeldPage::read(tx, "intentions", sql, &params, |row| row.id(0), read).await
}
