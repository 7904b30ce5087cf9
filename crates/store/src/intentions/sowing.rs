//! A plan becomes a sowing.

use super::{read_ended, take_from_planned, today};
use crate::command::Command;
use crate::error::{Error, Result};
use crate::sowings::{Recording, read_sowing, sowings_where};
use crate::sql::{Tx, Value};
use crate::{FarmerId, Store, years};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing, Sowing, SownOn};
use grow_domain::{Crop, CropYear, Invalid};
use jiff::Timestamp;
use uuid::Uuid;

/// Outcome of a request to turn a plan into a sowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SowOutcome {
    /// The sowing that it became, now or earlier.
    Sown(Sowing),
    /// The plan had ended otherwise. Nothing was written.
    Ended,
}

impl Store {
    /// Turns a plan into a sowing of the same crop and field, in one transaction. Asked again, it returns the same
    /// sowing. Requires a day and consent the first time. `None` if the farmer has never had the plan.
    ///
    /// `sowing_id` must be derived from `now`, because lists are ordered by id.
    #[expect(clippy::too_many_arguments, reason = "the parameters of a sowing, and the plan")]
    pub async fn sow_intention(
        &self,
        farmer: FarmerId,
        id: Uuid,
        sown_on: Result<Option<SownOn>, Invalid>,
        maturity: Option<Maturity>,
        limits: CountLimits,
        sowing_id: Uuid,
        now: Timestamp,
    ) -> Result<Option<SowOutcome>> {
        let most = self.bounds.sowings;
        self.write(SowIntention { farmer, id, sown_on, maturity, limits, most, sowing_id, now }).await
    }
}

struct SowIntention {
    farmer: FarmerId,
    id: Uuid,
    sown_on: Result<Option<SownOn>, Invalid>,
    maturity: Option<Maturity>,
    limits: CountLimits,
    /// Maximum number of sowings in a crop year.
    most: u32,
    sowing_id: Uuid,
    now: Timestamp,
}

/// A plan as far as a sowing needs it.
struct Plan {
    crop: Crop,
    field_size: FieldSize,
    sowing: Option<Uuid>,
}

impl Command for SowIntention {
    type Output = Option<SowOutcome>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let Self { farmer, id, sown_on, maturity, limits, most, now, .. } = *self;
        let crop_year = CropYear::of(sown_on.ok().flatten().map_or(now, |day| day.at(now)));
        let turn = years::take_if_agreed(tx, farmer, crop_year, None).await?;
        let Some(plan) = self.plan(tx).await? else { return Ok(None) };
        if let Some(sowing) = plan.sowing {
            return Ok(Some(SowOutcome::Sown(self.sowing(tx, sowing).await?)));
        }
        let sown_on = sown_on?;
        let turn = turn.ok_or(Error::NoConsent)?;
        turn.admit_sowing(most)?;
        let sql = "UPDATE intentions SET ended_at = $1, outcome = 'sown', sowing_id = $2
                   WHERE farmer_id = $3 AND id = $4 AND ended_at IS NULL AND ends_on >= $5
                   RETURNING id, region, crop, ends_on, counted_kg";
        let (at, today) = (Value::Int(now.as_microsecond()), today(now));
        let params = [at, Value::Id(self.sowing_id), Value::Id(farmer.0), Value::Id(id), Value::Text(&today)];
        let Some(ended) = tx.row(sql, &params, read_ended).await? else { return Ok(Some(SowOutcome::Ended)) };
        take_from_planned(tx, now, &[ended]).await?;
        let Plan { crop, field_size, .. } = plan;
        let recording = Recording {
            farmer,
            // No key of a request contains a blank.
            key: &format!("intention {id}"),
            meaning: None,
            sowing: NewSowing { crop, field_size, sown_on, maturity },
            limits,
            id: self.sowing_id,
            now,
        };
        Ok(Some(SowOutcome::Sown(recording.record(tx, &turn).await?)))
    }
}

impl SowIntention {
    async fn plan(&self, tx: &mut Tx<'_>) -> Result<Option<Plan>> {
        let sql = "SELECT crop, field_size_m2, entered, sowing_id FROM intentions WHERE farmer_id = $1 AND id = $2";
        tx.row(sql, &[Value::Id(self.farmer.0), Value::Id(self.id)], |row| {
            Ok(Plan { crop: row.crop(0)?, field_size: row.field_size(1, 2)?, sowing: row.optional_id(3)? })
        })
        .await
    }

    /// The sowing that the plan became, even if withdrawn since.
    async fn sowing(&self, tx: &mut Tx<'_>, id: Uuid) -> Result<Sowing> {
        let sql = sowings_where!("", "farmer_id = $1 AND id = $2");
        let sowing = tx.row(sql, &[Value::Id(self.farmer.0), Value::Id(id)], read_sowing).await?;
        sowing.ok_or(Error::Unreadable("sowing of a plan"))
    }
}
