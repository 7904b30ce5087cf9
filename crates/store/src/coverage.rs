//! Rows of the coverage and of the ratios of the seasons.

use crate::error::{Error, Result};
use crate::sql::Row;
use grow_domain::regional::{Land, Millionths, Ratio, RatioRow};
use grow_domain::{Region, Season};

pub(crate) type LandRow = ((Region, Season), Land);

/// Reads a row of the coverage from the columns of region, season, land in Grow and usual land.
pub(crate) fn land_row(row: &Row<'_>, [region, season, sown, usual]: [usize; 4]) -> Result<LandRow> {
    let land = Land { sown: row.square_metres(sown)?, usual: row.square_metres(usual)? };
    Ok(((row.region(region)?, row.season(season)?), land))
}

/// Reads a ratio from the columns of region, crop, season, applied, observed, estimate and day.
pub(crate) fn ratio_row(
    row: &Row<'_>,
    [region, crop, season, applied, observed, estimate, as_of]: [usize; 7],
) -> Result<RatioRow> {
    let ratio = Ratio {
        applied: millionths(row, applied)?,
        observed: millionths(row, observed)?,
        estimate: row.optional(estimate, "estimate")?,
        as_of: row.date(as_of)?,
    };
    Ok(((row.region(region)?, row.crop(crop)?, row.season(season)?), ratio))
}

/// A ratio. No season is a hundred times a usual one.
fn millionths(row: &Row<'_>, column: usize) -> Result<Millionths> {
    let ratio = row.int(column)?;
    if (0..100 * Millionths::WHOLE.0).contains(&ratio) {
        Ok(Millionths(ratio))
    } else {
        Err(Error::Unreadable("ratio"))
    }
}
