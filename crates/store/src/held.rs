//! Sowings, plans and requests with all their stored columns.

use crate::error::{Error, Result};
use crate::sql::{Row, Tx, Value};
use grow_domain::documents::DocumentSowing;
use grow_domain::intention::Intention;
use grow_domain::sowing::{FieldSize, Outcome, Sowing};
use grow_domain::{Crop, Kilograms};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// A page of a farmer's rows with all their stored columns.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPage<K, T> {
    /// Rows in the order of their keys.
    pub rows: Vec<T>,
    /// Rows that this release cannot read.
    pub as_stored: Vec<AsStored>,
    /// Key of the last row, after which the next page begins. `None`: there are no more.
    pub last: Option<K>,
}

/// A row that this release cannot read, column by column.
#[derive(Clone, Debug, PartialEq)]
pub struct AsStored {
    /// Table.
    pub table: &'static str,
    /// Values by column: integers, texts and ids.
    pub columns: serde_json::Map<String, serde_json::Value>,
}

impl<K, T> HeldPage<K, T> {
    /// Reads a page. The key is in the first column.
    pub(crate) async fn read(
        tx: &mut Tx<'_>,
        table: &'static str,
        sql: &'static str,
        params: &[Value<'_>],
        key: impl Fn(&Row<'_>) -> Result<K> + Send + Sync,
        read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
    ) -> Result<Self> {
        let mut page = Self { rows: Vec::new(), as_stored: Vec::new(), last: None };
        let row = |row: &Row<'_>| Ok((key(row).ok(), or_as_stored(table, row, read(row))?));
        for (key, row) in tx.rows(sql, params, row).await? {
            page.last = key.or(page.last);
            match row {
                Ok(row) => page.rows.push(row),
                Err(row) => page.as_stored.push(row),
            }
        }
        Ok(page)
    }
}

/// Returns what was read of a row, or the row as it is stored if it cannot be read.
pub(crate) fn or_as_stored<T>(table: &'static str, row: &Row<'_>, read: Result<T>) -> Result<Result<T, AsStored>> {
    match read {
        Ok(read) => Ok(Ok(read)),
        Err(Error::Unreadable(_)) => Ok(Err(AsStored { table, columns: row.as_stored() })),
        Err(error) => Err(error),
    }
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

/// A plan with all its stored columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldIntention {
    /// The plan.
    pub intention: Intention,
    /// Idempotency key.
    pub key: String,
    /// When the farmer ended it.
    pub ended_at: Option<Timestamp>,
    /// How the farmer ended it: `dropped` or `sown`.
    pub outcome: Option<String>,
    /// The sowing that it became.
    pub sowing: Option<Uuid>,
    /// How much of it counts in the advice until it ends.
    pub counted: Kilograms,
}

/// An entry of the request journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldRequest {
    /// When the request arrived.
    pub at: Timestamp,
    /// Kind of request.
    pub kind: String,
    /// Parameters as JSON.
    pub body: String,
}

impl HeldSowing {
    /// The sowing as documents have it. `None` if it was withdrawn or failed.
    pub fn document(&self) -> Option<DocumentSowing> {
        let Sowing { crop, field_size, expected_yield, sown_at, closing, .. } = self.sowing;
        let has_failed = closing.is_some_and(|closing| closing.outcome == Outcome::Failed);
        let stands = self.withdrawn_at.is_none() && !has_failed;
        stands.then(|| DocumentSowing { sown_at, crop, field_size: field_size.area(), expected_yield })
    }

    /// When the request that recorded it arrived. The sowing itself may be of an earlier day.
    pub fn recorded_at(&self) -> Timestamp {
        requested_at(self.sowing.id).unwrap_or(self.sowing.sown_at)
    }

    /// The request that recorded it: a sowing is its own journal entry.
    pub fn request(&self) -> HeldRequest {
        asked("crop_add", self.recorded_at(), self.sowing.crop, self.sowing.field_size)
    }
}

impl HeldIntention {
    /// The request that recorded it: a plan is its own journal entry.
    pub fn request(&self) -> HeldRequest {
        let Intention { crop, field_size, planned_at, .. } = self.intention;
        asked("intention", planned_at, crop, field_size)
    }
}

/// The time that an id was derived from, to the millisecond.
pub(crate) fn requested_at(id: Uuid) -> Option<Timestamp> {
    let (seconds, nanoseconds) = id.get_timestamp()?.to_unix();
    Timestamp::new(i64::try_from(seconds).ok()?, i32::try_from(nanoseconds).ok()?).ok()
}

/// The request to sow or to plan a crop, with the size as it was entered unless that was in hectares.
fn asked(kind: &str, at: Timestamp, crop: Crop, field_size: FieldSize) -> HeldRequest {
    let mut body = json!({ "crop_name": crop.table_name(), "field_size_m2": field_size.area().0 });
    if let (Some(members), Some(entered)) = (body.as_object_mut(), field_size.entered()) {
        members.insert("entered".to_owned(), entered.to_string().into());
    }
    HeldRequest { at, kind: kind.to_owned(), body: body.to_string() }
}
