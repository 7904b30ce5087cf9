//! Farmers by district and water, which the advice of the day is solved for.
//!
//! Farmers are counted range by range while others change. The last count of a large database is stored, so that a
//! restarted server has one at once.

use crate::Store;
use crate::error::{Error, Result};
use crate::limit::Limit;
use crate::ranges::{Range, Ranges};
use crate::sql::{Row, Tx, values};
use crate::unreadable::readable_sums;
use grow_domain::advice::Farmers;
use grow_domain::{District, Water};
use jiff::Timestamp;

impl Store {
    /// Counts the farmers with a saved place. Those without a consent in force do not count.
    pub async fn count_farmers(&self) -> Result<Farmers> {
        let mut counts = Farmers::new();
        let mut ranges = Ranges::of_records(self);
        while let Some(farmers) = ranges.next().await? {
            for (of, count) in self.read_at_one_moment(Limit::Job, async move |tx| count(tx, farmers).await).await? {
                *counts.entry(of).or_default() += count;
            }
        }
        Ok(counts)
    }

    /// Returns the last stored count, whatever its age: any count is nearer to the truth than none.
    pub async fn kept_farmer_counts(&self) -> Result<Option<Farmers>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT counts FROM farmer_counts WHERE only_row = 1";
        // An unreadable count is as good as none: the farmers are counted anew.
        Ok(reading.tx()?.row(sql, &[], |row| Ok(parse(row.text_ref(0)?).ok())).await?.flatten())
    }

    /// Keeps a count.
    pub async fn keep_farmer_counts(&self, counts: &Farmers, now: Timestamp) -> Result<()> {
        let counts = render(counts);
        self.write_within(Limit::Job, async move |tx| {
            let sql = "INSERT INTO farmer_counts (only_row, counted_at, counts) VALUES (1, $1, $2)
                       ON CONFLICT (only_row) DO UPDATE SET counted_at = excluded.counted_at, counts = excluded.counts";
            tx.execute(sql, &values![now, &counts]).await.map(drop)
        })
        .await
    }
}

async fn count(tx: &mut Tx<'_>, farmers: Range) -> Result<Vec<((District, Option<Water>), u32)>> {
    let sql = "SELECT r.district, r.water, COUNT(*) FROM farmer_records r
               WHERE r.farmer_id > $1 AND r.farmer_id <= $2 AND r.district > ''
                 AND (SELECT COUNT(*) FROM consents c WHERE c.farmer_id = r.farmer_id AND c.withdrawn_at IS NULL) > 0
               GROUP BY r.district, r.water";
    let read = |row: &Row<'_>| {
        let district = row.district(0)?.ok_or(Error::Unreadable("district"))?;
        Ok(((district, row.optional(1, "water")?), u32::try_from(row.int(2)?).unwrap_or(u32::MAX)))
    };
    let Range { after, until } = farmers;
    readable_sums(tx, "farmer_records", farmers, sql, &values![after, until], read).await
}

/// A JSON list of districts, waters (`null`: not said) and counts.
fn render(counts: &Farmers) -> String {
    let rows = counts.iter().map(|((district, water), count)| (district.key(), water.map(Water::key), count));
    serde_json::json!(rows.collect::<Vec<_>>()).to_string()
}

fn parse(text: &str) -> Result<Farmers> {
    let rows: Vec<(String, Option<String>, u32)> = serde_json::from_str(text).map_err(|_| UNREADABLE)?;
    let read = |(district, water, count): (String, Option<String>, u32)| {
        let district = District::from_key(&district).ok_or(UNREADABLE)?;
        let water = water.map(|water| Water::from_key(&water).ok_or(UNREADABLE)).transpose()?;
        Ok(((district, water), count))
    };
    rows.into_iter().map(read).collect()
}

const UNREADABLE: Error = Error::Unreadable("count of farmers");
