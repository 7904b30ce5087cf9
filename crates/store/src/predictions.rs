//! What suits each farmer's soil and climate, kept with what it was predicted from.
//!
//! A prediction is written in the transaction that changes its inputs. One of another model, or of other inputs, is stale: it is
//! made anew when it is read, or by a refresh. Who has not agreed, or took it back, has none.

use crate::command::Command;
use crate::error::{Error, Result};
use crate::farmers::{FarmerId, own_record};
use crate::sql::{Row, Tx, Value};
use crate::{Store, consents};
use grow_domain::District;
use grow_domain::farmer::{FarmerRecord, Npk};
use grow_domain::soil_climate::{Prediction, Predictor, Probabilities};
use jiff::Timestamp;

impl Store {
    /// The record of a farmer and what suits them; no prediction where their district is not known, or they do not agree to
    /// one. A stale prediction is made anew and kept.
    pub async fn prediction(
        &self,
        farmer: FarmerId,
        predictor: &Predictor,
        now: Timestamp,
    ) -> Result<Option<(FarmerRecord, Option<Prediction>)>> {
        let mut reading = self.reading().await?;
        let mut tx = reading.tx()?;
        let Some((_, record)) = own_record(&mut tx, farmer).await? else { return Ok(None) };
        let Some(district) = record.district else { return Ok(Some((record, None))) };
        let kept = kept(&mut tx, farmer).await?;
        if kept.as_ref().is_some_and(|kept| predictor.stands_by(kept, district, record.npk)) {
            return Ok(Some((record, kept)));
        }
        if !consents::stands(&mut tx, farmer).await? {
            return Ok(Some((record, None)));
        }
        drop(reading);
        let command = PredictAnew { farmer, predictor: predictor.clone(), now };
        self.write(command).await
    }

    /// The prediction as it is kept, however old its model is.
    pub async fn kept_prediction(&self, farmer: FarmerId) -> Result<Option<Prediction>> {
        let mut reading = self.reading().await?;
        kept(&mut reading.tx()?, farmer).await
    }
}

/// Keeps what the model predicts from these inputs; nothing where the district is not known, or the farmer does not agree. The
/// caller holds the record, so that nobody takes their consent back in between.
pub(crate) async fn keep(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    (district, npk): (Option<District>, Npk),
    predictor: &Predictor,
    now: Timestamp,
) -> Result<Option<Prediction>> {
    let id = Value::Id(farmer.0);
    let Some(district) = district else {
        tx.execute("DELETE FROM predictions WHERE farmer_id = $1", &[id]).await?;
        return Ok(None);
    };
    let prediction = predictor.predict(district, npk);
    let millionths = prediction.probabilities.millionths().map(|one| one.to_string()).join(",");
    let kept = tx.execute(
        "INSERT INTO predictions (farmer_id, model_version, district, n_g_ha, p_g_ha, k_g_ha, millionths, predicted_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8
         WHERE EXISTS (SELECT 1 FROM consents WHERE farmer_id = $1 AND withdrawn_at IS NULL)
         ON CONFLICT (farmer_id) DO UPDATE SET
             model_version = excluded.model_version, district = excluded.district, n_g_ha = excluded.n_g_ha,
             p_g_ha = excluded.p_g_ha, k_g_ha = excluded.k_g_ha, millionths = excluded.millionths,
             predicted_at = excluded.predicted_at",
        &[
            id,
            Value::Text(&prediction.model_version),
            Value::Text(district.key()),
            Value::Int(npk.nitrogen_g_per_ha),
            Value::Int(npk.phosphorus_g_per_ha),
            Value::Int(npk.potassium_g_per_ha),
            Value::Text(&millionths),
            Value::Int(now.as_microsecond()),
        ],
    )
    .await?;
    Ok((kept > 0).then_some(prediction))
}

async fn kept(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<Prediction>> {
    Ok(held(tx, farmer).await?.map(|(prediction, _)| prediction))
}

/// The prediction as it is kept, and when it was made.
pub(crate) async fn held(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<(Prediction, Timestamp)>> {
    let sql = "SELECT district, n_g_ha, p_g_ha, k_g_ha, model_version, millionths, predicted_at
               FROM predictions WHERE farmer_id = $1";
    tx.row(sql, &[Value::Id(farmer.0)], |row| {
        let prediction = Prediction {
            district: District::from_key(row.text_ref(0)?).ok_or(Error::Unreadable("district"))?,
            npk: read_npk(row, 1)?,
            model_version: row.text(4)?,
            probabilities: read_probabilities(row.text_ref(5)?).ok_or(Error::Unreadable("prediction"))?,
        };
        Ok((prediction, row.timestamp(6)?))
    })
    .await
}

/// Reads N, P and K from three columns, g/ha.
pub(crate) fn read_npk(row: &Row<'_>, first: usize) -> Result<Npk> {
    Ok(Npk {
        nitrogen_g_per_ha: row.int(first)?,
        phosphorus_g_per_ha: row.int(first + 1)?,
        potassium_g_per_ha: row.int(first + 2)?,
    })
}

fn read_probabilities(text: &str) -> Option<Probabilities> {
    let millionths: Vec<u32> = text.split(',').map(|one| one.parse().ok()).collect::<Option<_>>()?;
    Probabilities::from_millionths(millionths.try_into().ok()?)
}

struct PredictAnew {
    farmer: FarmerId,
    predictor: Predictor,
    now: Timestamp,
}

impl Command for PredictAnew {
    type Output = Option<(FarmerRecord, Option<Prediction>)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        // Held until the end, so that nobody changes the inputs meanwhile.
        let sql = "UPDATE farmer_records SET saved_at = saved_at WHERE farmer_id = $1";
        tx.execute(sql, &[Value::Id(self.farmer.0)]).await?;
        let Some((_, record)) = own_record(tx, self.farmer).await? else { return Ok(None) };
        let prediction = keep(tx, self.farmer, (record.district, record.npk), &self.predictor, self.now).await?;
        Ok(Some((record, prediction)))
    }
}
