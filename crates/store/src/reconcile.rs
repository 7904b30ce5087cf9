//! The proof that the running sums are what was sown.

use crate::Store;
use crate::command::Command;
use crate::error::Result;
use crate::sql::Tx;
use grow_domain::{Crop, CropYear, Kilograms, Region};

/// A sum that is not what it should be: three accounts of the same supply that must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub region: Region,
    /// Of what.
    pub crop: Crop,
    /// When.
    pub crop_year: CropYear,
    /// What the running sums say.
    pub supply: Kilograms,
    /// What the recorded sowings come to.
    pub sowings: Kilograms,
    /// What the entries of the change feed come to.
    pub feed: Kilograms,
}

impl Store {
    /// Compares the supply with the sum of sowings and with the change feed, of each state and of India as a whole, over the
    /// whole database and at one moment. Empty when all agree.
    pub async fn differences(&self) -> Result<Vec<Difference>> {
        self.read_at_one_moment(Compare).await
    }
}

/// A sowing names the state that it counts to, or India where that is not known. In India every sowing counts.
struct Compare;

impl Command for Compare {
    type Output = Vec<Difference>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let sql = "SELECT region, crop, crop_year,
                          CAST(SUM(supply) AS BIGINT), CAST(SUM(sown) AS BIGINT), CAST(SUM(fed) AS BIGINT)
                   FROM (SELECT region, crop, crop_year, sown_kg AS supply, 0 AS sown, 0 AS fed FROM supply
                         UNION ALL
                         SELECT region, crop, crop_year, 0, expected_yield_kg, 0 FROM sowings
                         WHERE withdrawn_at IS NULL AND region <> 'IN'
                         UNION ALL
                         SELECT 'IN', crop, crop_year, 0, expected_yield_kg, 0 FROM sowings WHERE withdrawn_at IS NULL
                         UNION ALL
                         SELECT region, crop, crop_year, 0, 0, sown_kg FROM change_feed WHERE region <> 'IN'
                         UNION ALL
                         SELECT 'IN', crop, crop_year, 0, 0, sown_kg FROM change_feed) AS accounts
                   GROUP BY region, crop, crop_year
                   HAVING SUM(supply) <> SUM(sown) OR SUM(sown) <> SUM(fed)";
        tx.rows(sql, &[], |row| {
            Ok(Difference {
                region: row.region(0)?,
                crop: row.crop(1)?,
                crop_year: row.crop_year(2)?,
                supply: Kilograms(row.int(3)?),
                sowings: Kilograms(row.int(4)?),
                feed: Kilograms(row.int(5)?),
            })
        })
        .await
    }
}
