//! Demand and supply of a region: the sums that every screen shows.

use crate::Store;
use crate::error::Result;
use crate::sql::{Tx, Value};
use grow_domain::demand::DemandRow;
use grow_domain::regional::{self, Basis, Given};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use jiff::Timestamp;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The standing of all crops of a region in a crop year, at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandState {
    /// Numbers the state within its region and crop year: it grows with every change, by any process.
    pub revision: i64,
    /// One row for each of the sixteen crops, or none at all while the operator has given no figures.
    pub rows: Vec<DemandRow>,
}

impl Store {
    /// Reads the standing of all crops. Of a crop that a state has no figures of its own for, it has its part of India's.
    pub async fn demand(&self, region: Region, crop_year: CropYear) -> Result<DemandState> {
        let mut reading = self.reading().await?;
        // One statement, so that figures and supply are of one moment.
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

/// A figure that holds, or the sum of what was sown.
struct Part {
    region: Region,
    crop: Crop,
    is_figure: bool,
    demand: Kilograms,
    /// From outside, where this is a figure; else sown.
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

/// A change of what is sown in a place.
#[derive(Clone, Copy)]
pub(crate) struct SupplyChange {
    pub(crate) kind: &'static str,
    /// A state, or India where the state is not known.
    pub(crate) region: Region,
    pub(crate) crop: Crop,
    pub(crate) crop_year: CropYear,
    pub(crate) sown: Kilograms,
}

/// One of the rows over which a running sum is spread: region, first year of the crop year, crop, shard.
type SupplyRow = (&'static str, i16, &'static str, u8);

/// Applies changes to the running sums, of their states and of India, and writes each to the feed. The id of a change chooses the
/// shard; any well-mixed id will do.
///
/// Every transaction locks the rows of states before those of India, and each kind in the order of its rows, so no two
/// transactions wait for each other. India's rows, which most writers need, are locked last.
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

/// Writes a change to the feed.
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
