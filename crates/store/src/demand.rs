//! Demand and supply of a region.

use crate::Store;
use crate::error::Result;
use crate::sql::{Tx, Value};
use grow_domain::demand::DemandRow;
use grow_domain::regional::{self, Basis, Given};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use jiff::Timestamp;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A consistent snapshot of demand and supply of all crops of a region in a crop year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandState {
    /// Revision within region and crop year. Every change by any process increments it.
    pub revision: i64,
    /// One row for each of the sixteen crops. Empty while no figures exist.
    pub rows: Vec<DemandRow>,
}

impl Store {
    /// Reads demand and supply of all crops. A state without figures of its own for a crop gets its part of India's.
    pub async fn demand(&self, region: Region, crop_year: CropYear) -> Result<DemandState> {
        let mut reading = self.reading().await?;
        // A single statement, so that figures and supply are consistent.
        let sql = "SELECT f.region, f.crop, CAST(1 AS BIGINT), f.demand_kg, f.outside_supply_kg,
                          (SELECT CAST(SUM(g.revision) AS BIGINT) FROM demand_figures g
                           WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $1)
                   FROM demand_figures f
                   WHERE f.region IN ('IN', $2)
                     AND f.crop_year = (SELECT MAX(g.crop_year) FROM demand_figures g
                                        WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $1)
                   UNION ALL
                   SELECT s.region, s.crop, CAST(0 AS BIGINT), CAST(0 AS BIGINT),
                          CAST(SUM(s.sown_kg) AS BIGINT), CAST(SUM(s.revision) AS BIGINT)
                   FROM supply s
                   WHERE s.region = $2 AND s.crop_year = $1
                   GROUP BY s.region, s.crop";
        let params = [Value::Int(crop_year.first_year().into()), Value::Text(region.code())];
        let parts = reading
            .tx()?
            .rows(sql, &params, |row| {
                Ok(Part {
                    region: row.region(0)?,
                    crop: row.crop(1)?,
                    is_figure: row.int(2)? == 1,
                    demand: Kilograms(row.int(3)?),
                    supply: Kilograms(row.int(4)?),
                    revision: row.int(5)?,
                })
            })
            .await?;
        Ok(DemandState {
            revision: parts.iter().map(|part| part.revision).sum(),
            rows: if parts.iter().any(|part| part.is_figure) {
                Crop::all().map(|crop| standing(&parts, region, crop, crop_year)).collect()
            } else {
                Vec::new()
            },
        })
    }
}

/// A demand figure, or a sum of sowings.
struct Part {
    region: Region,
    crop: Crop,
    is_figure: bool,
    demand: Kilograms,
    /// Outside supply of a figure, or the sum of the sowings.
    supply: Kilograms,
    revision: i64,
}

fn standing(parts: &[Part], region: Region, crop: Crop, crop_year: CropYear) -> DemandRow {
    let of_crop = || parts.iter().filter(|part| part.crop == crop);
    let given = |region| {
        let figure = of_crop().find(|part| part.is_figure && part.region == region)?;
        Some(Given { demand: figure.demand, outside_supply: figure.supply })
    };
    let (figure, basis) =
        regional::figures(region, crop, crop_year, given).unwrap_or((Given::default(), Basis::Imported));
    let sown: Kilograms = of_crop().filter(|part| !part.is_figure).map(|part| part.supply).sum();
    DemandRow { crop, demand: figure.demand, met: figure.outside_supply + sown, basis }
}

/// A change of the supply from sowings.
#[derive(Clone, Copy)]
pub(crate) struct SupplyChange {
    pub(crate) kind: &'static str,
    /// A state, or India if the state is not known.
    pub(crate) region: Region,
    pub(crate) crop: Crop,
    pub(crate) crop_year: CropYear,
    pub(crate) sown: Kilograms,
}

/// Key of a shard of a running sum: region, first year of the crop year, crop, shard.
type SupplyRow = (&'static str, i16, &'static str, u8);

/// Applies changes to the running sums of states and of India, and appends them to the change feed. A hash of the
/// change's id selects the shard.
///
/// Every transaction locks rows in the same order, states before India, so that transactions cannot deadlock. India's
/// rows have the most writers and are locked last.
pub(crate) async fn change_supplies(tx: &mut Tx<'_>, now: Timestamp, changes: &[(Uuid, SupplyChange)]) -> Result<()> {
    let (mut states, mut india) = (BTreeMap::<SupplyRow, Kilograms>::new(), BTreeMap::<SupplyRow, Kilograms>::new());
    for (id, SupplyChange { region, crop, crop_year, sown, .. }) in changes {
        let [.., last_byte] = *id.as_bytes();
        let row = |region: Region| (region.code(), crop_year.first_year(), crop.key(), last_byte % tx.supply_shards());
        india.entry(row(Region::India)).or_default().0 += sown.0;
        if *region != Region::India {
            states.entry(row(*region)).or_default().0 += sown.0;
        }
    }
    for (row, sown) in states {
        add_to_supply(tx, row, sown).await?;
    }
    for (_, SupplyChange { kind, region, crop, crop_year, sown }) in changes {
        let year = Value::Int(crop_year.first_year().into());
        append_to_feed(tx, now, kind, Value::Text(region.code()), Value::Text(crop.key()), year, *sown).await?;
    }
    for (row, sown) in india {
        add_to_supply(tx, row, sown).await?;
    }
    Ok(())
}

async fn add_to_supply(tx: &mut Tx<'_>, (region, year, crop, shard): SupplyRow, sown: Kilograms) -> Result<()> {
    tx.execute(
        "INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision) VALUES ($1, $2, $3, $4, $5, 1)
         ON CONFLICT (region, crop_year, crop, shard)
         DO UPDATE SET sown_kg = supply.sown_kg + excluded.sown_kg, revision = supply.revision + 1",
        &[
            Value::Text(region),
            Value::Int(year.into()),
            Value::Text(crop),
            Value::Int(shard.into()),
            Value::Int(sown.0),
        ],
    )
    .await?;
    Ok(())
}

/// Appends a change to the feed.
pub(crate) async fn append_to_feed(
    tx: &mut Tx<'_>,
    now: Timestamp,
    kind: &'static str,
    region: Value<'_>,
    crop: Value<'_>,
    crop_year: Value<'_>,
    sown: Kilograms,
) -> Result<()> {
    let sql = "INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg) VALUES ($1, $2, $3, $4, $5, $6)";
    let at = Value::Int(now.as_microsecond());
    tx.execute(sql, &[at, Value::Text(kind), region, crop, crop_year, Value::Int(sown.0)]).await?;
    Ok(())
}
