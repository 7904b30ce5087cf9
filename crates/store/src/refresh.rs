//! Predicting for everybody anew after the model has changed: one run at a time, in batches, beside a server that goes on.

use crate::Store;
use crate::command::Command;
use crate::error::{Error, Result};
use crate::farmers::FarmerId;
use crate::predictions::{keep, read_npk};
use crate::sql::{Tx, Value};
use grow_domain::District;
use grow_domain::soil_climate::Predictor;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// How many farmers share one transaction: few enough that a farmer's own save never waits for long.
const BATCH: i64 = 256;

/// How long a run may be silent before another one may take over.
pub const LEASE: SignedDuration = SignedDuration::from_secs(60);

/// The records of farmers who agree to a prediction, where it is missing, or is not what this model predicts of today's inputs.
macro_rules! stale {
    ($version:literal) => {
        concat!(
            "farmer_records r LEFT JOIN predictions p ON p.farmer_id = r.farmer_id
             WHERE r.district IS NOT NULL AND (p.farmer_id IS NULL OR p.model_version <> ",
            $version,
            " OR p.district <> r.district OR p.n_g_ha <> r.n_g_ha OR p.p_g_ha <> r.p_g_ha OR p.k_g_ha <> r.k_g_ha)
             AND EXISTS (SELECT 1 FROM consents c WHERE c.farmer_id = r.farmer_id AND c.withdrawn_at IS NULL)"
        )
    };
}

/// A run that refreshes predictions.
#[derive(Clone, Debug)]
pub struct RefreshRun {
    id: Uuid,
    predictor: Predictor,
}

impl RefreshRun {
    /// A run towards the predictions of a model; the random bytes tell it from any other run.
    #[must_use]
    pub fn new(random: [u8; 16], predictor: Predictor) -> Self {
        Self { id: uuid::Builder::from_random_bytes(random).into_uuid(), predictor }
    }

    /// The model.
    #[must_use]
    pub fn predictor(&self) -> &Predictor {
        &self.predictor
    }
}

/// What a step of a run has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshStep {
    /// So many predictions were made anew, in the order of farmers up to this one; there may be more.
    Refreshed(u64, FarmerId),
    /// Nothing is stale any more; the run has ended.
    Done,
    /// Another run is under way, and nothing was done. It may be taken over at this time, if it is silent until then.
    HeldByAnother(Timestamp),
}

impl Store {
    /// How many predictions are stale.
    pub async fn stale_predictions(&self, predictor: &Predictor) -> Result<i64> {
        let mut reading = self.reading().await?;
        let sql = concat!("SELECT COUNT(*) FROM ", stale!("$1"));
        let count = reading.tx()?.row(sql, &[Value::Text(predictor.version())], |row| row.int(0)).await?;
        Ok(count.unwrap_or(0))
    }

    /// Makes the next stale predictions anew, of farmers after `after`, and holds the lease of the run for another while. What
    /// was refreshed stays so: a run that was killed is continued by the next one.
    pub async fn refresh_predictions(
        &self,
        run: &RefreshRun,
        after: Option<FarmerId>,
        now: Timestamp,
    ) -> Result<RefreshStep> {
        self.write(RefreshBatch { run: run.clone(), after, now }).await
    }
}

struct RefreshBatch {
    run: RefreshRun,
    after: Option<FarmerId>,
    now: Timestamp,
}

impl Command for RefreshBatch {
    type Output = RefreshStep;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<RefreshStep> {
        let Self { run: RefreshRun { id, predictor }, after, now } = self;
        if let Some(until) = hold_lease(tx, *id, *now).await? {
            return Ok(RefreshStep::HeldByAnother(until));
        }
        // Changing nothing holds the records until the end, so that nobody changes them meanwhile.
        let sql = concat!(
            "UPDATE farmer_records SET saved_at = saved_at WHERE farmer_id IN (SELECT r.farmer_id FROM ",
            stale!("$1"),
            " AND r.farmer_id > $2 ORDER BY r.farmer_id LIMIT $3)
              RETURNING farmer_id, district, n_g_ha, p_g_ha, k_g_ha"
        );
        let after = after.map_or(Uuid::nil(), |farmer| farmer.0);
        let params = [Value::Text(predictor.version()), Value::Id(after), Value::Int(BATCH)];
        let stale = tx
            .rows(sql, &params, |row| {
                let district = |key: String| District::from_key(&key).ok_or(Error::Unreadable("district"));
                let district = row.optional_text(1)?.map(district).transpose()?;
                Ok((FarmerId(row.id(0)?), (district, read_npk(row, 2)?)))
            })
            .await?;
        let Some(last) = stale.iter().map(|(farmer, _)| farmer.0).max() else {
            tx.execute("DELETE FROM leases WHERE work = $1", &[Value::Text(WORK)]).await?;
            return Ok(RefreshStep::Done);
        };
        for (farmer, inputs) in &stale {
            keep(tx, *farmer, *inputs, predictor, *now).await?;
        }
        Ok(RefreshStep::Refreshed(stale.len() as u64, FarmerId(last)))
    }
}

/// The name of this work among the leases.
const WORK: &str = "refresh predictions";

/// Takes the lease, or holds it for longer. Where another run has it, tells until when.
async fn hold_lease(tx: &mut Tx<'_>, run: Uuid, now: Timestamp) -> Result<Option<Timestamp>> {
    let until = now.saturating_add(LEASE).unwrap_or(now);
    let ours = tx
        .execute(
            "INSERT INTO leases (work, holder, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
             WHERE leases.holder = excluded.holder OR leases.expires_at <= $4",
            &[Value::Text(WORK), Value::Id(run), Value::Int(until.as_microsecond()), Value::Int(now.as_microsecond())],
        )
        .await?;
    if ours == 1 {
        return Ok(None);
    }
    tx.row("SELECT expires_at FROM leases WHERE work = $1", &[Value::Text(WORK)], |row| row.timestamp(0)).await
}
