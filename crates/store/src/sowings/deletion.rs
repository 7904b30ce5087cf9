//! Deletion of sowings, with all that the feed and the running sums have of them.

use super::{came_at, ended_in_feed};
use crate::demand::{Sown, SupplyChanges};
use crate::error::{Error, Result};
use crate::sql::{Row, Tx, Value, values};
use grow_domain::{Crop, Region};
use jiff::Timestamp;

/// Deletes those of a farmer's sowings that a condition selects. `$1` is the farmer's id.
macro_rules! deletion_of_sowings {
    ($which:literal) => {
        concat!(
            "DELETE FROM sowings WHERE farmer_id = $1 AND ",
            $which,
            " RETURNING counted, region, crop, sown_at, expected_yield_kg, id, counted_at, failed_at, withdrawn_at"
        )
    };
}
pub(crate) use deletion_of_sowings;

/// Deletes sowings by [`deletion_of_sowings!`]. Those in the supply leave it. Returns the number of rows.
///
/// The feed says of every time what the sowings say, also of the time before the deletion. So a sowing leaves it at the
/// time at which it came, and one that has ended comes back to it at its end. One that cannot be read is deleted, too:
/// what it had in the supply stays there.
pub(crate) async fn delete_sowings(
    tx: &mut Tx<'_>,
    sql: &'static str,
    params: &[Value<'_>],
    changes: &mut SupplyChanges,
) -> Result<u64> {
    let read = |row: &Row<'_>| {
        let sown: Sown = (row.text(1)?, row.text(2)?, row.timestamp(3)?);
        let came_at = came_at(row.id(5)?, row.optional_timestamp(6)?).unwrap_or(Timestamp::UNIX_EPOCH);
        let ended_at = row.optional_timestamp(7)?.or(row.optional_timestamp(8)?);
        Ok::<_, Error>((row.int(0)? == 1, sown, row.kilograms(4)?, came_at, ended_at))
    };
    let sowings = tx.rows(sql, params, |row| Ok(read(row).ok())).await?;
    let deleted = sowings.len() as u64;
    for (_, sown, kilograms, came_at, ended_at) in sowings.into_iter().flatten().filter(|(counted, ..)| *counted) {
        if !is_in_supply(tx, &sown).await? {
            continue;
        }
        if let Some(ended_at) = ended_at {
            changes.add(sown.clone(), kilograms, ended_in_feed(ended_at, Some(came_at)));
        }
        changes.add(sown, -kilograms, came_at);
    }
    Ok(deleted)
}

/// Whether a sowing can be in the supply. One of a crop or region that this release does not know may be of a newer
/// one, which has sums of it, or damaged: then its sum is another one, and nothing tells which.
async fn is_in_supply(tx: &mut Tx<'_>, (region, crop, _): &Sown) -> Result<bool> {
    if region.parse::<Region>().is_ok() && crop.parse::<Crop>().is_ok() {
        return Ok(true);
    }
    let sql = "SELECT region FROM supply WHERE region = $1 AND crop = $2 LIMIT 1";
    let params = values![region, crop];
    Ok(tx.row(sql, &params, |row| row.text(0)).await?.is_some())
}
