//! Changes of a recorded sowing: its end and its maturity.

use super::{read_removal, read_sowing, remove_last, sowings_where};
use crate::FarmerId;
use crate::command::Command;
use crate::error::{Error, Result};
use crate::sql::{Holding, Row, Tx, Value};
use crate::{Store, journal, years};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{Closing, Outcome, Sowing, most_harvested};
use grow_domain::{CropYear, Kilograms};
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
        self.write(ChangeSowing { farmer, id, change, most: self.bounds.changes, now }).await
    }
}

struct ChangeSowing {
    farmer: FarmerId,
    id: Uuid,
    change: SowingChange,
    /// Maximum number of changes in a crop year.
    most: u32,
    now: Timestamp,
}

impl Command for ChangeSowing {
    type Output = Option<ChangeOutcome>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let Self { farmer, id, change, most, now } = *self;
        let turn = years::take_if_agreed(tx, farmer, CropYear::of(now), None).await?;
        let sql = tx.held(Holding {
            sqlite: sowings_where!(", withdrawn_at", "farmer_id = $1 AND id = $2"),
            postgres: sowings_where!(", withdrawn_at", "farmer_id = $1 AND id = $2 FOR UPDATE"),
        });
        let read = |row: &Row<'_>| Ok((read_sowing(row)?, row.optional_timestamp(12)?.is_some()));
        let found = tx.row(sql, &[Value::Id(farmer.0), Value::Id(id)], read).await?;
        let Some((mut sowing, is_withdrawn)) = found else { return Ok(None) };
        if change.stands(&sowing) {
            return Ok(Some(ChangeOutcome::Changed(sowing)));
        }
        let turn = turn.ok_or(Error::NoConsent)?;
        if is_withdrawn {
            return Ok(None);
        }
        if sowing.closing.is_some() {
            return Ok(Some(ChangeOutcome::Closed));
        }
        match change {
            SowingChange::Maturity(maturity) => {
                turn.count_change(tx, most).await?;
                self.set_maturity(tx, maturity).await?;
                sowing.maturity = Some(maturity);
            }
            SowingChange::Close(outcome) => {
                match outcome {
                    Outcome::Harvested(kilograms) => {
                        let most = most_harvested(sowing.crop, sowing.field_size.area());
                        if kilograms.is_some_and(|kilograms| kilograms > most) {
                            return Ok(Some(ChangeOutcome::TooLarge(most)));
                        }
                        self.harvest(tx, kilograms).await?;
                    }
                    Outcome::Failed => self.fail(tx).await?,
                }
                sowing.closing = Some(Closing { outcome, at: now });
            }
        }
        Ok(Some(ChangeOutcome::Changed(sowing)))
    }
}

impl ChangeSowing {
    async fn set_maturity(&self, tx: &mut Tx<'_>, maturity: Maturity) -> Result<()> {
        let sql = "UPDATE sowings SET maturity = $1 WHERE farmer_id = $2 AND id = $3";
        tx.execute(sql, &[Value::Text(maturity.key()), Value::Id(self.farmer.0), Value::Id(self.id)]).await?;
        let body = json!({ "sowing": self.id.to_string(), "maturity": maturity.key() });
        journal::append(tx, self.farmer, self.now, "crop_maturity", &body).await
    }

    async fn harvest(&self, tx: &mut Tx<'_>, kilograms: Option<Kilograms>) -> Result<()> {
        let sql = "UPDATE sowings SET harvested_at = $1, harvested_kg = $2 WHERE farmer_id = $3 AND id = $4";
        let kilograms = kilograms.map(|kilograms| kilograms.0);
        let params = [
            Value::Int(self.now.as_microsecond()),
            Value::optional_int(kilograms),
            Value::Id(self.farmer.0),
            Value::Id(self.id),
        ];
        tx.execute(sql, &params).await?;
        let body = json!({ "sowing": self.id.to_string(), "harvested_kg": kilograms });
        journal::append(tx, self.farmer, self.now, "crop_harvest", &body).await
    }

    async fn fail(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "UPDATE sowings SET failed_at = $1 WHERE farmer_id = $2 AND id = $3
                   RETURNING counted, harvested_at, region, crop, sown_at, expected_yield_kg, field_size_m2, id,
                             counted_at";
        let params = [Value::Int(self.now.as_microsecond()), Value::Id(self.farmer.0), Value::Id(self.id)];
        let removal = tx.row(sql, &params, |row| read_removal(row, "failed")).await?;
        let removal = removal.ok_or(Error::Bug("a sowing that is locked was not found"))?;
        journal::append(tx, self.farmer, self.now, "crop_fail", &json!({ "sowing": self.id.to_string() })).await?;
        remove_last(tx, self.farmer, self.id, removal, self.now).await
    }
}
