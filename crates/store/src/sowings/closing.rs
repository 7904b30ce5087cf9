//! Changes of a recorded sowing: its end and its maturity.

use super::{read_removal, read_sowing, remove_last, sowings_where};
use crate::FarmerId;
use crate::error::{Error, Result};
use crate::sql::{Holding, Row, Tx, values};
use crate::years::FarmerYearLock;
use crate::{Store, journal};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{Closing, Outcome, Sowing, most_harvested};
use grow_domain::{Crop, CropYear, Kilograms};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// A change of a sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SowingChange {
    /// Closes it.
    Close(Outcome),
    /// Sets how long the variety stands.
    Maturity(Maturity),
}

impl SowingChange {
    /// Whether a sowing is so already, as one is whose change was asked for before.
    fn stands(self, sowing: &Sowing) -> bool {
        match self {
            Self::Close(outcome) => sowing.closing.is_some_and(|closing| closing.outcome == outcome),
            Self::Maturity(maturity) => sowing.maturity == Some(maturity),
        }
    }
}

/// Outcome of a change of a sowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeOutcome {
    /// The sowing as it is now. What stands already is not changed again.
    Changed(Sowing),
    /// The sowing was closed in another way before. Nothing was written.
    Closed,
    /// The harvest is larger than this, which is not believed. Nothing was written.
    TooLarge(Kilograms),
}

impl Store {
    /// Closes a sowing, or sets its maturity. Requires consent, unless it stands so already. `None` if the farmer has
    /// no such sowing.
    ///
    /// A failed sowing leaves the supply if it was counted; one that waits can no longer be counted. A harvested one
    /// stays in the supply.
    pub async fn change_sowing(
        &self,
        farmer: FarmerId,
        id: Uuid,
        change: SowingChange,
        now: Timestamp,
    ) -> Result<Option<ChangeOutcome>> {
        let most = self.bounds.changes;
        self.write(async move |tx| {
            let year = FarmerYearLock::acquire_if_agreed(tx, farmer, CropYear::of(now), None).await?;
            let sql = tx.held(Holding {
                sqlite: sowings_where!(", withdrawn_at", "farmer_id = $1 AND id = $2"),
                postgres: sowings_where!(", withdrawn_at", "farmer_id = $1 AND id = $2 FOR UPDATE"),
            });
            let ids = values![farmer, id];
            let read = |row: &Row<'_>| Ok((read_sowing(row)?, row.optional_timestamp(12)?.is_some()));
            let Some((mut sowing, is_withdrawn)) = tx.row(sql, &ids, read).await? else { return Ok(None) };
            if change.stands(&sowing) {
                return Ok(Some(ChangeOutcome::Changed(sowing)));
            }
            let year = year.ok_or(Error::NoConsent)?;
            if is_withdrawn {
                return Ok(None);
            }
            if sowing.closing.is_some() {
                return Ok(Some(ChangeOutcome::Closed));
            }
            let named = id.to_string();
            match change {
                SowingChange::Maturity(maturity) => {
                    year.count_change(tx, most).await?;
                    let sql = "UPDATE sowings SET maturity = $1 WHERE farmer_id = $2 AND id = $3";
                    tx.execute(sql, &values![maturity.key(), farmer, id]).await?;
                    let body = json!({ "sowing": named, "maturity": maturity.key() });
                    journal::append(tx, farmer, now, "crop_maturity", &body).await?;
                    sowing.maturity = Some(maturity);
                }
                SowingChange::Close(outcome @ Outcome::Harvested(kilograms)) => {
                    let most = most_harvested(sowing.crop, sowing.field_size.area());
                    if kilograms.is_some_and(|kilograms| kilograms > most) {
                        return Ok(Some(ChangeOutcome::TooLarge(most)));
                    }
                    let kilograms = kilograms.map(|kilograms| kilograms.0);
                    let sql =
                        "UPDATE sowings SET harvested_at = $1, harvested_kg = $2 WHERE farmer_id = $3 AND id = $4";
                    tx.execute(sql, &values![now, kilograms, farmer, id]).await?;
                    last_crop_is(tx, farmer, sowing.crop, now).await?;
                    let body = json!({ "sowing": named, "harvested_kg": kilograms });
                    journal::append(tx, farmer, now, "crop_harvest", &body).await?;
                    sowing.closing = Some(Closing { outcome, at: now });
                }
                SowingChange::Close(outcome @ Outcome::Failed) => {
                    let sql = "UPDATE sowings SET failed_at = $1 WHERE farmer_id = $2 AND id = $3
                               RETURNING counted, harvested_at, region, crop, sown_at, expected_yield_kg, field_size_m2,
                                         id, counted_at";
                    let removal = tx.row(sql, &values![now, farmer, id], |row| read_removal(row, "failed")).await?;
                    let removal = removal.ok_or(Error::Bug("a sowing that is locked was not found"))?;
                    last_crop_is(tx, farmer, sowing.crop, now).await?;
                    journal::append(tx, farmer, now, "crop_fail", &json!({ "sowing": named })).await?;
                    remove_last(tx, farmer, id, removal, now).await?;
                    sowing.closing = Some(Closing { outcome, at: now });
                }
            }
            Ok(Some(ChangeOutcome::Changed(sowing)))
        })
        .await
    }
}

/// The crop of a sowing that ends stands last on the farmer's field.
async fn last_crop_is(tx: &mut Tx<'_>, farmer: FarmerId, crop: Crop, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO farmer_records (farmer_id, saved_at, revision, last_crop) VALUES ($1, $2, 1, $3)
               ON CONFLICT (farmer_id) DO UPDATE SET
                   last_crop_before = farmer_records.last_crop, last_crop = excluded.last_crop,
                   saved_at = excluded.saved_at, revision = farmer_records.revision + 1";
    tx.execute(sql, &values![farmer, now, crop.key()]).await.map(drop)
}

/// What stood last before a sowing of this crop ended stands last again, unless the farmer has said another since.
pub(super) async fn last_crop_is_as_before(tx: &mut Tx<'_>, farmer: FarmerId, crop: Crop) -> Result<()> {
    let sql = "UPDATE farmer_records
               SET last_crop = last_crop_before, last_crop_before = NULL, revision = revision + 1
               WHERE farmer_id = $1 AND last_crop = $2";
    tx.execute(sql, &values![farmer, crop.key()]).await.map(drop)
}
