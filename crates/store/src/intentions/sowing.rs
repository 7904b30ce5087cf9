//! A plan becomes a sowing.

use super::{read_ended, take_from_planned, today};
use crate::error::{Error, Result};
use crate::sowings::{Recording, read_sowing, sowings_where};
use crate::sql::{Row, values};
use crate::years::FarmerYearLock;
use crate::{FarmerId, Store};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{CountLimits, NewSowing, Sowing, SownOn};
use grow_domain::{CropYear, Invalid};
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
        self.write(async move |tx| {
            let crop_year = CropYear::of(sown_on.ok().flatten().map_or(now, |day| day.at(now)));
            let year = FarmerYearLock::acquire_if_agreed(tx, farmer, crop_year, None).await?;
            let sql = "SELECT crop, field_size_m2, entered, sowing_id FROM intentions WHERE farmer_id = $1 AND id = $2";
            let plan = |row: &Row<'_>| Ok((row.crop(0)?, row.field_size(1, 2)?, row.optional_id(3)?));
            let plan = tx.row(sql, &values![farmer, id], plan).await?;
            let Some((crop, field_size, sowing)) = plan else { return Ok(None) };
            if let Some(sowing) = sowing {
                // Withdrawn sowings are found as well.
                let sql = sowings_where!("", "farmer_id = $1 AND id = $2");
                let sowing = tx.row(sql, &values![farmer, sowing], read_sowing).await?;
                return sowing
                    .map(|sowing| Some(SowOutcome::Sown(sowing)))
                    .ok_or(Error::Unreadable("sowing of a plan"));
            }
            let sown_on = sown_on?;
            let year = year.ok_or(Error::NoConsent)?;
            year.admit_sowing(most)?;
            let sql = "UPDATE intentions SET ended_at = $1, outcome = 'sown', sowing_id = $2
                       WHERE farmer_id = $3 AND id = $4 AND ended_at IS NULL AND ends_on >= $5
                       RETURNING id, region, crop, ends_on, counted_kg";
            let today = today(now);
            let params = values![now, sowing_id, farmer, id, &today];
            let Some(ended) = tx.row(sql, &params, read_ended).await? else { return Ok(Some(SowOutcome::Ended)) };
            take_from_planned(tx, now, &[ended]).await?;
            let recording = Recording {
                farmer,
                // No key of a request contains a blank.
                key: &format!("intention {id}"),
                meaning: None,
                sowing: NewSowing { crop, field_size, sown_on, maturity },
                limits,
                id: sowing_id,
                now,
            };
            Ok(Some(SowOutcome::Sown(recording.record(tx, &year).await?)))
        })
        .await
    }
}
