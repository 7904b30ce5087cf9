//! Sowings and their effect on the supply.

mod closing;
pub(crate) mod deletion;
mod undo;

pub use closing::{ChangeOutcome, SowingChange};
pub use undo::{End, UndoOutcome, Withdrawn};

use crate::FarmerId;
use crate::demand::{self, SupplyChange};
use crate::error::{Error, Result};
use crate::held::{HeldPage, HeldSowing, requested_at};
use crate::keyed_request::{KeyedRequest, is_repeat};
use crate::sql::{Execution, Row, Tx, values};
use crate::years::{FarmerYearLock, Sums};
use crate::{Store, journal, years};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{Closing, CountLimits, FieldSize, Meaning, NewSowing, Outcome, Sowing, StatedSowing};
use grow_domain::{CropYear, Kilograms, SquareMetres};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// Outcome of a request to sow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SowingOutcome {
    /// The sowing was recorded.
    Recorded(Sowing),
    /// The request was made before; this is the sowing recorded then, as it is now.
    Repeated(Sowing),
    /// The key was used for a request that stated something else. Nothing was written.
    KeyReused,
}

/// A page of sowings, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Sowings of the page.
    pub sowings: Vec<Sowing>,
    /// Number of further ones, which this release cannot read.
    pub unreadable: usize,
    /// Cursor of the next page: sowings before this id. `None` on the last page.
    pub next: Option<Uuid>,
}

impl Store {
    /// Records a sowing atomically with its supply and feed entry. Requires consent. The sowing is its own journal
    /// entry.
    ///
    /// A repeat gets its first answer, whatever has changed meanwhile: the key is looked up before the request is
    /// judged.
    ///
    /// The sowing counts to India and to the state of the farmer's current district. A later move does not change that.
    /// Beyond `limits` the sowing is stored without supply and feed entry, until the operator counts it
    /// ([`Store::count_sowing`]). `id` must be derived from `now`, because lists are ordered by id.
    pub async fn record_sowing(
        &self,
        farmer: FarmerId,
        key: String,
        asked: impl Into<KeyedRequest<StatedSowing, NewSowing>>,
        limits: CountLimits,
        id: Uuid,
        now: Timestamp,
    ) -> Result<SowingOutcome> {
        let (KeyedRequest { stated, judged }, most) = (asked.into(), self.bounds.sowings);
        self.write(async move |tx| {
            let crop_year = CropYear::of(judged.map_or(now, |sowing| sowing.sown_at(now)));
            let year = FarmerYearLock::acquire_if_agreed(tx, farmer, crop_year, Some(&key)).await?;
            let may_be_repeated = year.as_ref().is_none_or(|year| year.is_repeated);
            if may_be_repeated && let Some(first) = first_answer(tx, farmer, &key, stated).await? {
                return Ok(first);
            }
            let sowing = judged?;
            let year = year.ok_or(Error::NoConsent)?;
            year.admit_sowing(most)?;
            let meaning = Some(stated.meaning());
            let recording = Recording { farmer, key: &key, meaning, sowing, limits, id, now };
            Ok(SowingOutcome::Recorded(recording.record(tx, &year).await?))
        })
        .await
    }

    /// Withdraws a sowing recorded by mistake, and removes its yield from the supply. `None` if the farmer has no such
    /// sowing.
    pub async fn withdraw_sowing(&self, farmer: FarmerId, id: Uuid, now: Timestamp) -> Result<Option<()>> {
        self.write(async move |tx| {
            let sql = "UPDATE sowings SET withdrawn_at = $1
                       WHERE farmer_id = $2 AND id = $3 AND withdrawn_at IS NULL
                       RETURNING counted, failed_at, region, crop, sown_at, expected_yield_kg, field_size_m2, id,
                                 counted_at";
            let params = values![now, farmer, id];
            let removal = tx.row(sql, &params, |row| read_removal(row, "withdrawal")).await?;
            let Some(removal) = removal else { return Ok(None) };
            journal::append(tx, farmer, now, "crop_withdraw", &json!({ "sowing": id.to_string() })).await?;
            remove_last(tx, farmer, id, removal, now).await?;
            Ok(Some(()))
        })
        .await
    }

    /// Returns a page of the farmer's sowings, newest first: at most `limit` with ids before `before`.
    pub async fn sowings(&self, farmer: FarmerId, limit: u8, before: Option<Uuid>) -> Result<Page> {
        let mut reading = self.reading().await?;
        // Read one extra row to detect a further page.
        let sql = sowings_where!("", "farmer_id = $1 AND id < $2 AND withdrawn_at IS NULL ORDER BY id DESC LIMIT $3");
        let params = values![farmer, before.unwrap_or(Uuid::max()), i64::from(limit) + 1];
        let mut tx = reading.tx()?;
        let unreadable = tx.unreadable();
        let read =
            |row: &Row<'_>| Ok((row.id(0).ok(), unreadable.or_none("sowings", || row.key(&[0]), read_sowing(row))?));
        let mut rows = tx.rows(sql, &params, read).await?;
        let more = rows.len() > usize::from(limit);
        rows.truncate(usize::from(limit));
        let next = rows.iter().rev().find_map(|(id, _)| *id).filter(|_| more);
        let unreadable = rows.iter().filter(|(_, sowing)| sowing.is_none()).count();
        Ok(Page { sowings: rows.into_iter().filter_map(|(_, sowing)| sowing).collect(), unreadable, next })
    }
}

/// Writes a query for sowings: the columns of [`read_sowing`], further columns, and a condition.
macro_rules! sowings_where {
    ($further:literal, $condition:literal) => {
        concat!(
            "SELECT id, crop, field_size_m2, expected_yield_kg, sown_at, counted, region,
                    maturity, harvested_at, harvested_kg, failed_at, entered",
            $further,
            " FROM sowings WHERE ",
            $condition
        )
    };
}
pub(crate) use sowings_where;

/// Reads a sowing from the twelve columns of [`sowings_where`].
pub(crate) fn read_sowing(row: &Row<'_>) -> Result<Sowing> {
    let closing = match (row.optional_timestamp(8)?, row.optional_timestamp(10)?) {
        (Some(at), _) => Some(Closing { outcome: Outcome::Harvested(row.optional_int(9)?.map(Kilograms)), at }),
        (None, Some(at)) => Some(Closing { outcome: Outcome::Failed, at }),
        (None, None) => None,
    };
    Ok(Sowing {
        id: row.id(0)?,
        crop: row.crop(1)?,
        field_size: row.field_size(2, 11)?,
        expected_yield: row.kilograms(3)?,
        sown_at: row.timestamp(4)?,
        counted: row.int(5)? == 1,
        region: row.region(6)?,
        maturity: row.optional(7, "maturity")?,
        closing,
    })
}

/// The size of a field as it was entered, as it is stored. `None` in hectares.
pub(crate) fn as_entered(field_size: FieldSize) -> Option<String> {
    field_size.entered().map(|entered| entered.to_string())
}

/// The answer to the first request of a key, even if its sowing was withdrawn since.
async fn first_answer(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    key: &str,
    stated: StatedSowing,
) -> Result<Option<SowingOutcome>> {
    let sql = sowings_where!(", meaning", "farmer_id = $1 AND idempotency_key = $2");
    let read = |row: &Row<'_>| Ok((read_sowing(row)?, row.optional_id(12).ok().flatten()));
    let first = tx.row(sql, &values![farmer, key], read).await?;
    Ok(first.map(|(first, meaning)| {
        let is_repeat = is_repeat(meaning, stated.meaning(), || stated.is_of(&first));
        if is_repeat { SowingOutcome::Repeated(first) } else { SowingOutcome::KeyReused }
    }))
}

/// A sowing that is to be recorded.
pub(crate) struct Recording<'r> {
    pub(crate) farmer: FarmerId,
    pub(crate) key: &'r str,
    /// What its request means. `None` of a plan that was sown.
    pub(crate) meaning: Option<Meaning>,
    pub(crate) sowing: NewSowing,
    pub(crate) limits: CountLimits,
    pub(crate) id: Uuid,
    pub(crate) now: Timestamp,
}

impl Recording<'_> {
    /// Records the sowing. These are the last statements of the transaction.
    pub(crate) async fn record(self, tx: &mut Tx<'_>, year: &FarmerYearLock) -> Result<Sowing> {
        let Self { farmer, key, meaning, sowing: new, limits, id, now } = self;
        let NewSowing { crop, field_size, maturity, .. } = new;
        let sown_at = new.sown_at(now);
        let sowing = Sowing {
            id,
            crop,
            field_size,
            expected_yield: new.expected_yield(),
            sown_at,
            counted: year.counts(limits, field_size),
            region: year.region,
            maturity,
            closing: None,
        };
        let entered = as_entered(field_size);
        let crop_year = CropYear::of(sown_at);
        let row = values![
            farmer,
            key,
            id,
            sowing.region,
            crop,
            crop_year,
            field_size.area(),
            sowing.expected_yield,
            sown_at,
            sowing.counted,
            maturity.map(Maturity::key),
            entered.as_deref(),
            meaning.map(|Meaning(id)| id)
        ];
        let insert = "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year, field_size_m2,
                                           expected_yield_kg, sown_at, counted, maturity, entered, meaning)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        let counted = if sowing.counted { Sums::counted(field_size.area()) } else { Sums::default() };
        let sums = Sums { sowings: 1, ..counted }.row(farmer, crop_year);
        let statements: [Execution<'_>; 2] = [(insert, &row), (years::ADD, &sums)];
        if sowing.counted {
            let (region, sown) = (sowing.region, sowing.expected_yield);
            let change = SupplyChange { kind: "sowing", region, crop, sown_at, sown };
            demand::change_supply_last(tx, now, (id, change), &statements).await?;
        } else {
            tx.execute_last(&statements).await?;
        }
        Ok(sowing)
    }
}

/// A removal from the supply: the change, the land, and the time at which the sowing entered the supply.
type Removal = Option<(SupplyChange, SquareMetres, Option<Timestamp>)>;

/// Reads what leaves the supply with a sowing from nine columns: counted, time of failure, region, crop, time of
/// sowing, yield, land, id, time of counting. `None` if the sowing was not in the supply.
fn read_removal(row: &Row<'_>, kind: &'static str) -> Result<Removal> {
    let is_in_supply = row.int(0)? == 1 && row.optional_int(1)?.is_none();
    let change = SupplyChange {
        kind,
        region: row.region(2)?,
        crop: row.crop(3)?,
        sown_at: row.timestamp(4)?,
        sown: -Kilograms(row.int(5)?),
    };
    Ok(is_in_supply.then_some((change, SquareMetres(row.int(6)?), came_at(row.id(7)?, row.optional_timestamp(8)?))))
}

/// The time at which a sowing entered the supply: when it was recorded, or counted later.
fn came_at(id: Uuid, counted_at: Option<Timestamp>) -> Option<Timestamp> {
    counted_at.or_else(|| requested_at(id))
}

/// The time of the feed entry that ends a sowing: not before the sowing entered the supply, also if another clock says
/// so.
fn ended_in_feed(ended_at: Timestamp, came_at: Option<Timestamp>) -> Timestamp {
    came_at.map_or(ended_at, |came_at| ended_at.max(came_at))
}

/// Takes a sowing from the supply and from what counts of its farmer. These are the last statements of the transaction.
async fn remove_last(tx: &mut Tx<'_>, farmer: FarmerId, id: Uuid, removal: Removal, now: Timestamp) -> Result<()> {
    let Some((change, area, came_at)) = removal else { return Ok(()) };
    let sums = Sums::no_longer_counted(area).row(farmer, CropYear::of(change.sown_at));
    let at = ended_in_feed(now, came_at);
    demand::change_supply_last(tx, at, (id, change), &[(years::ADD, &sums)]).await
}

/// Returns a page of a farmer's sowings with all their stored columns, the oldest first: at most `limit` after an id.
pub(crate) async fn held(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    after: Uuid,
    limit: u16,
) -> Result<HeldPage<Uuid, HeldSowing>> {
    let sql = sowings_where!(
        ", idempotency_key, withdrawn_at, crop_year, counted_at",
        "farmer_id = $1 AND id > $2 ORDER BY id LIMIT $3"
    );
    let params = values![farmer, after, limit];
    let read = |row: &Row<'_>| {
        Ok(HeldSowing { sowing: read_sowing(row)?, key: row.text(12)?, withdrawn_at: row.optional_timestamp(13)? })
    };
    HeldPage::read(tx, "sowings", sql, &params, |row| row.id(0), read).await
}
