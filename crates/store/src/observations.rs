//! What the operator told of the seasons.

use crate::Store;
use crate::error::Result;
use crate::figures;
use crate::limit::Limit;
use crate::sql::{Row, Tx, values};
use grow_domain::observation::{self, Effect, Measure, Observation, Subject};
use jiff::Timestamp;

impl Store {
    /// All observations, those of former weeks and years too, in the order of a parsed file.
    pub async fn observations(&self) -> Result<Vec<Observation>> {
        let mut reading = self.reading().await?;
        all(&mut reading.tx()?).await
    }

    /// Keeps the observations of a file that are not older than what stands, in one transaction. They take effect with
    /// the next restatement. Returns what the newest of each kind do.
    pub async fn import_observations(
        &self,
        given: Vec<Observation>,
        now: Timestamp,
    ) -> Result<Vec<(Observation, Effect)>> {
        self.write_within(Limit::Job, async move |tx| {
            figures::lock(tx).await?;
            let standing = all(tx).await?;
            let sql = "INSERT INTO observations
                           (crop_year, region, crop, season, measure, as_of, value, year_basis, source, imported_at)
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                       ON CONFLICT (crop_year, region, crop, season, measure, as_of) DO UPDATE SET
                           value = excluded.value, year_basis = excluded.year_basis, source = excluded.source,
                           imported_at = excluded.imported_at";
            for Observation { subject, measure, as_of, value, year_basis, source } in
                observation::to_keep(&standing, &given)
            {
                let as_of = as_of.to_string();
                let row = values![
                    subject.crop_year,
                    subject.region,
                    subject.crop,
                    subject.season,
                    measure.key(),
                    &as_of,
                    value.value(),
                    year_basis.key(),
                    source,
                    now
                ];
                tx.execute(sql, &row).await?;
            }
            Ok(observation::compare(&standing, &given))
        })
        .await
    }
}

async fn all(tx: &mut Tx<'_>) -> Result<Vec<Observation>> {
    let mut all = tx.readable_rows("observations", &[1, 2, 0, 3], ALL, &[], read).await?;
    all.sort_by_key(|it| (it.subject, it.measure, it.as_of));
    Ok(all)
}

pub(crate) const ALL: &str =
    "SELECT crop_year, region, crop, season, measure, as_of, value, year_basis, source FROM observations";

pub(crate) fn read(row: &Row<'_>) -> Result<Observation> {
    let subject =
        Subject { crop_year: row.crop_year(0)?, region: row.region(1)?, crop: row.crop(2)?, season: row.season(3)? };
    let measure: Measure = row.parsed(4, "measure")?;
    Ok(Observation {
        subject,
        measure,
        as_of: row.date(5)?,
        value: measure.amount(row.figure(6)?.0),
        year_basis: row.parsed(7, "year of a source")?,
        source: row.text(8)?,
    })
}
