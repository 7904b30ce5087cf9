//! The end of a sowing is undone.

use super::closing::last_crop_is_as_before;
use super::{came_at, ended_in_feed, read_sowing, sowings_where};
use crate::demand::{self, SupplyChange};
use crate::error::{Error, Result};
use crate::sql::{Holding, Row, values};
use crate::years::{FarmerYearLock, Sums};
use crate::{FarmerId, Store, journal, years};
use grow_domain::CropYear;
use grow_domain::sowing::{Outcome, Sowing, undo_until};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// An end of a sowing that can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was harvested, or it failed.
    Closing,
    /// It was withdrawn.
    Withdrawal,
}

/// Outcome of a request to undo an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoOutcome {
    /// The sowing without this end. One that had not ended so is as it was.
    Undone(Sowing),
    /// It ended more than a day ago. Nothing was written.
    TooLate,
}

/// A sowing that was withdrawn a short time ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// The sowing.
    pub sowing: Sowing,
    /// Time of withdrawal.
    pub at: Timestamp,
}

/// Number of withdrawn sowings that are listed.
const MOST_LISTED: i64 = 50;

impl Store {
    /// Undoes the end of a sowing within a day, so that it stands as before, in its own crop year. Requires consent,
    /// unless the sowing has not ended so. `None` if the farmer has no such sowing; one that was withdrawn can be
    /// changed only after that is undone.
    ///
    /// A sowing that was in the supply returns to it, whatever its farmer has sown meanwhile.
    pub async fn undo_end(&self, farmer: FarmerId, id: Uuid, end: End, now: Timestamp) -> Result<Option<UndoOutcome>> {
        let most = self.bounds.changes;
        self.write(async move |tx| {
            let ids = values![farmer, id];
            // The day of a sowing does not change, so it can be read before its crop year is locked.
            let sql = "SELECT sown_at FROM sowings WHERE farmer_id = $1 AND id = $2";
            let Some(sown_at) = tx.row(sql, &ids, |row| row.timestamp(0)).await? else { return Ok(None) };
            let year = FarmerYearLock::acquire_if_agreed(tx, farmer, CropYear::of(sown_at), None).await?;
            let sql = tx.held(Holding {
                sqlite: sowings_where!(", withdrawn_at, counted_at", "farmer_id = $1 AND id = $2"),
                postgres: sowings_where!(", withdrawn_at, counted_at", "farmer_id = $1 AND id = $2 FOR UPDATE"),
            });
            let read =
                |row: &Row<'_>| Ok((read_sowing(row)?, row.optional_timestamp(12)?, row.optional_timestamp(13)?));
            let Some((mut sowing, withdrawn_at, counted_at)) = tx.row(sql, &ids, read).await? else { return Ok(None) };
            let has_failed = sowing.closing.is_some_and(|closing| closing.outcome == Outcome::Failed);
            let (ended_at, was_taken_out) = match end {
                End::Withdrawal => (withdrawn_at, !has_failed),
                End::Closing => (sowing.closing.map(|closing| closing.at), has_failed),
            };
            let Some(ended_at) = ended_at else { return Ok(Some(UndoOutcome::Undone(sowing))) };
            let year = year.ok_or(Error::NoConsent)?;
            if end == End::Closing && withdrawn_at.is_some() {
                return Ok(None);
            }
            if now > undo_until(ended_at) {
                return Ok(Some(UndoOutcome::TooLate));
            }
            year.count_change(tx, most).await?;
            let sql = match end {
                End::Withdrawal => "UPDATE sowings SET withdrawn_at = NULL WHERE farmer_id = $1 AND id = $2",
                End::Closing => {
                    "UPDATE sowings SET harvested_at = NULL, harvested_kg = NULL, failed_at = NULL
                     WHERE farmer_id = $1 AND id = $2"
                }
            };
            tx.execute(sql, &ids).await?;
            let undone = match (end, has_failed) {
                (End::Withdrawal, _) => "crop_withdraw",
                (End::Closing, true) => "crop_fail",
                (End::Closing, false) => "crop_harvest",
            };
            let body = json!({ "sowing": id.to_string(), "undone": undone });
            journal::append(tx, farmer, now, "crop_undo", &body).await?;
            if end == End::Closing {
                last_crop_is_as_before(tx, farmer, sowing.crop).await?;
                sowing.closing = None;
            }
            if sowing.counted && was_taken_out {
                let Sowing { region, crop, sown_at, expected_yield: sown, .. } = sowing;
                let change = SupplyChange { kind: "undo", region, crop, sown_at, sown };
                let sums = Sums::counted(sowing.field_size.area()).row(farmer, CropYear::of(sown_at));
                // The entry has the time of the end that it undoes, so that the feed agrees with the sowing at any time.
                let at = ended_in_feed(ended_at, came_at(id, counted_at));
                demand::change_supply_last(tx, at, (id, change), &[(years::ADD, &sums)]).await?;
            }
            Ok(Some(UndoOutcome::Undone(sowing)))
        })
        .await
    }

    /// Returns the farmer's sowings whose withdrawal can be undone, newest first.
    pub async fn withdrawn_sowings(&self, farmer: FarmerId, now: Timestamp) -> Result<Vec<Withdrawn>> {
        let mut reading = self.reading().await?;
        let sql = sowings_where!(
            ", withdrawn_at",
            "farmer_id = $1 AND withdrawn_at IS NOT NULL ORDER BY withdrawn_at DESC LIMIT $2"
        );
        let params = values![farmer, MOST_LISTED];
        let read = |row: &Row<'_>| Ok(Withdrawn { sowing: read_sowing(row)?, at: row.timestamp(12)? });
        let withdrawn = reading.tx()?.readable_rows("sowings", &[0], sql, &params, read).await?;
        Ok(withdrawn.into_iter().filter(|withdrawn| now <= undo_until(withdrawn.at)).collect())
    }
}
