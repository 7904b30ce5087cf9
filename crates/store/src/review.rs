//! Review of sowings beyond the count limits.

use crate::demand::{self, SupplyChange};
use crate::error::Result;
use crate::sowings::{read_sowing, sowings_where};
use crate::sql::{Row, values};
use crate::years::Sums;
use crate::{FarmerId, Store, journal, years};
use grow_domain::sowing::Sowing;
use grow_domain::{CropYear, Kilograms, SquareMetres};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

/// A sowing that waits to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingSowing {
    /// Owner.
    pub farmer: FarmerId,
    /// The sowing.
    pub sowing: Sowing,
}

impl Store {
    /// Returns a page of waiting sowings, the oldest first: at most `limit` with ids after `after`. The id is the cursor
    /// of the next page; `None` after the last one.
    pub async fn waiting_sowings(&self, after: Option<Uuid>, limit: u16) -> Result<(Vec<WaitingSowing>, Option<Uuid>)> {
        let mut reading = self.reading().await?;
        let sql = sowings_where!(
            ", farmer_id",
            "withdrawn_at IS NULL AND failed_at IS NULL AND counted = 0 AND id > $1 ORDER BY id LIMIT $2"
        );
        let params = values![after.unwrap_or(Uuid::nil()), limit];
        let mut tx = reading.tx()?;
        let unreadable = tx.unreadable();
        let read = |row: &Row<'_>| {
            let (id, farmer) = (row.id(0)?, FarmerId(row.id(12)?));
            let sowing = unreadable.or_none("sowings", || id.to_string(), read_sowing(row))?;
            Ok((id, sowing.map(|sowing| WaitingSowing { farmer, sowing })))
        };
        let page = tx.rows(sql, &params, read).await?;
        let next = page.last().map(|(id, _)| *id);
        Ok((page.into_iter().filter_map(|(_, waiting)| waiting).collect(), next))
    }

    /// Counts a waiting sowing: adds its yield to the supply. `None` if no sowing with this id waits.
    pub async fn count_sowing(&self, id: Uuid, now: Timestamp) -> Result<Option<()>> {
        self.write(async move |tx| {
            let sql = "UPDATE sowings SET counted = 1, counted_at = $1
                       WHERE id = $2 AND withdrawn_at IS NULL AND failed_at IS NULL AND counted = 0
                       RETURNING farmer_id, region, crop, sown_at, expected_yield_kg, field_size_m2";
            let counted = tx
                .row(sql, &values![now, id], |row| {
                    let change = SupplyChange {
                        kind: "count",
                        region: row.region(1)?,
                        crop: row.crop(2)?,
                        sown_at: row.timestamp(3)?,
                        sown: Kilograms(row.int(4)?),
                    };
                    Ok((FarmerId(row.id(0)?), change, SquareMetres(row.int(5)?)))
                })
                .await?;
            let Some((farmer, change, area)) = counted else { return Ok(None) };
            journal::append(tx, farmer, now, "crop_count", &json!({ "sowing": id.to_string() })).await?;
            let sums = Sums::counted(area).row(farmer, CropYear::of(change.sown_at));
            demand::change_supply_last(tx, now, (id, change), &[(years::ADD, &sums)]).await?;
            Ok(Some(()))
        })
        .await
    }
}
