//! What a farmer has stored in a crop year, as sums, and the lock for a farmer's write.
//!
//! The sums are what bounds and count limits are judged by, so that a sowing costs the same for every farmer. Every
//! write that adds to a farmer's record locks them first, which requires consent, and serialises these writes.

use crate::FarmerId;
use crate::consents::CURRENT;
use crate::error::{Error, Result};
use crate::places;
use crate::sql::{Row, Tx, Value, values};
use grow_domain::privacy;
use grow_domain::sowing::{CountLimits, FieldSize};
use grow_domain::{CropYear, Region, SquareMetres};

/// A farmer's crop year, locked until the transaction ends, with its sums.
pub(crate) struct FarmerYearLock {
    farmer: FarmerId,
    crop_year: CropYear,
    /// Region that the farmer's sowings and plans count to: the state of their district, or India.
    pub(crate) region: Region,
    sowings: i64,
    counted: i64,
    counted_area: SquareMetres,
    changes: i64,
    /// Whether the farmer has a sowing of the key.
    pub(crate) is_repeated: bool,
}

impl FarmerYearLock {
    /// Requires consent to the current notice and locks the farmer's crop year.
    pub(crate) async fn acquire(tx: &mut Tx<'_>, farmer: FarmerId, crop_year: CropYear) -> Result<Self> {
        Self::acquire_if_agreed(tx, farmer, crop_year, None).await?.ok_or(Error::NoConsent)
    }

    /// The same for what may have been asked for before, such as a sowing under a key. `None` without consent: a repeat
    /// is answered all the same.
    pub(crate) async fn acquire_if_agreed(
        tx: &mut Tx<'_>,
        farmer: FarmerId,
        crop_year: CropYear,
        key: Option<&str>,
    ) -> Result<Option<Self>> {
        let sql = "SELECT r.district, y.sowings, y.counted, y.counted_m2, y.changes, s.id, r.place
                   FROM consents c
                   LEFT JOIN farmer_records r ON r.farmer_id = c.farmer_id
                   LEFT JOIN farmer_years y ON y.farmer_id = c.farmer_id AND y.crop_year = $1
                   LEFT JOIN sowings s ON s.farmer_id = c.farmer_id AND s.idempotency_key = $2
                   WHERE c.farmer_id = $3 AND c.version = $4 AND c.withdrawn_at IS NULL";
        let version = privacy::notice().version;
        let params = values![crop_year, key, farmer, version];
        let unreadable = tx.unreadable();
        let read = |row: &Row<'_>| {
            let district = unreadable.or_none("farmer_records", || farmer.0.to_string(), row.district(0))?.flatten();
            let sum = |column| Ok::<_, Error>(row.optional_int(column)?.unwrap_or(0));
            let year = Self {
                farmer,
                crop_year,
                region: Region::of(district),
                sowings: sum(1)?,
                counted: sum(2)?,
                counted_area: SquareMetres(sum(3)?),
                changes: sum(4)?,
                is_repeated: row.optional_id(5)?.is_some(),
            };
            Ok((year, district, row.optional_text(6)?.unwrap_or_default()))
        };
        // The sums are read by a second statement, which sees what was committed while the first waited for its lock.
        let year = tx.row_under_lock((CURRENT.postgres, &values![farmer, version]), sql, &params, read).await?;
        let Some((year, district, place)) = year else { return Ok(None) };
        Ok(Some(Self { region: places::region(tx, farmer, &place, district).await?, ..year }))
    }

    /// Returns whether a further sowing counts without review.
    pub(crate) fn counts(&self, limits: CountLimits, field_size: FieldSize) -> bool {
        let counted = u32::try_from(self.counted).unwrap_or(u32::MAX);
        limits.admit(counted, self.counted_area, field_size)
    }

    /// Refuses a further sowing beyond the bound.
    pub(crate) fn admit_sowing(&self, most: u32) -> Result<()> {
        if self.sowings < most.into() { Ok(()) } else { Err(Error::TooManySowings(most)) }
    }

    /// Counts a change of the record, or refuses it beyond the bound.
    pub(crate) async fn count_change(&self, tx: &mut Tx<'_>, most: u32) -> Result<()> {
        if self.changes >= most.into() {
            return Err(Error::TooManyChanges(most));
        }
        tx.execute(ADD, &Sums { changes: 1, ..Sums::default() }.row(self.farmer, self.crop_year)).await.map(drop)
    }
}

/// Adds to the sums of a farmer and crop year.
pub(crate) const ADD: &str = "
    INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (farmer_id, crop_year) DO UPDATE SET
        sowings = farmer_years.sowings + excluded.sowings,
        counted = farmer_years.counted + excluded.counted,
        counted_m2 = farmer_years.counted_m2 + excluded.counted_m2,
        changes = farmer_years.changes + excluded.changes";

/// Amounts to add to the sums of a farmer and crop year.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    pub(crate) sowings: i64,
    pub(crate) counted: i64,
    pub(crate) counted_area: SquareMetres,
    pub(crate) changes: i64,
}

impl Sums {
    /// The amounts of a sowing that begins to count.
    pub(crate) fn counted(area: SquareMetres) -> Self {
        Self { counted: 1, counted_area: area, ..Self::default() }
    }

    /// The amounts of a sowing that leaves the supply.
    pub(crate) fn no_longer_counted(area: SquareMetres) -> Self {
        Self { counted: -1, counted_area: SquareMetres(-area.0), ..Self::default() }
    }

    /// The parameters of [`ADD`].
    pub(crate) fn row(self, farmer: FarmerId, crop_year: CropYear) -> [Value<'static>; 6] {
        values![farmer, crop_year, self.sowings, self.counted, self.counted_area, self.changes]
    }
}

/// Sums the sowings of a farmer anew, after rows were moved to the farmer.
pub(crate) async fn sum_again(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<()> {
    let sql = "INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
               SELECT farmer_id, crop_year, COUNT(*),
                      SUM(CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN 1 ELSE 0 END),
                      SUM(CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1
                               THEN field_size_m2 ELSE 0 END), 0
               FROM sowings WHERE farmer_id = $1 GROUP BY farmer_id, crop_year
               ON CONFLICT (farmer_id, crop_year) DO UPDATE SET
                   sowings = excluded.sowings, counted = excluded.counted, counted_m2 = excluded.counted_m2";
    tx.execute(sql, &values![farmer]).await.map(drop)
}
