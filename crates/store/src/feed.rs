//! The change feed: what changed, for other servers and for the reconciler.

use crate::error::Result;
use crate::sql::{Tx, Value, values};
use grow_domain::{CropYear, Kilograms};
use jiff::Timestamp;

pub(crate) const APPEND_TO_FEED: &str =
    "INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg) VALUES ($1, $2, $3, $4, $5, $6)";

/// The values of an entry.
pub(crate) fn feed_entry<'v>(
    now: Timestamp,
    kind: &'static str,
    region: &'v str,
    crop: &'v str,
    crop_year: i16,
    sown: Kilograms,
) -> [Value<'v>; 6] {
    values![now, kind, region, crop, crop_year, sown]
}

/// Appends an entry to the feed that says that figures or plans have changed, without a weight.
pub(crate) async fn append_to_feed(
    tx: &mut Tx<'_>,
    now: Timestamp,
    kind: &'static str,
    (region, crop): (&str, &str),
    crop_year: CropYear,
) -> Result<()> {
    let entry = feed_entry(now, kind, region, crop, crop_year.first_year(), Kilograms(0));
    tx.execute(APPEND_TO_FEED, &entry).await.map(drop)
}
