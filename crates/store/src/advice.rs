//! What advice is computed from, and the crops that a farmer was drawn.

use crate::demand::SHARDS;
use crate::error::{Error, Result};
use crate::farmers::{OwnRecord, own_record};
use crate::intentions::standing;
use crate::limit::Limit;
use crate::sowings::{read_sowing, sowings_where};
use crate::sql::{Row, Tx, sum_of, values};
use crate::{Consent, FarmerId, Store, consents};
use grow_domain::advice::DrawnCrop;
use grow_domain::calendar::TenDays;
use grow_domain::intention::Intention;
use grow_domain::privacy::Permission;
use grow_domain::sowing::Sowing;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// The crops that a farmer was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviceDraw {
    /// What they were drawn from, as the caller wrote it.
    pub inputs: String,
    /// The crops, in the order of the draw.
    pub crops: Vec<DrawnCrop>,
    /// Time of the draw.
    pub drawn_at: Timestamp,
    /// The cell, and the farmer's number in it. `None`: drawn by an earlier release.
    pub lot: Option<(String, u64)>,
}

/// A cell of farmers whose draws belong together, as the caller names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawCell {
    /// Its key.
    pub key: String,
    /// The season that it belongs to. Numbers of other seasons are forgotten when one is given.
    pub season: String,
}

/// Number of sowings that are read. What was sown before them is harvested.
const MOST_SOWINGS: i64 = 200;

/// What a farmer's advice follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviceInputs {
    /// The record, and the language that the farmer chose.
    pub own: OwnRecord,
    /// What the farmer's consent permits.
    pub permission: Permission,
    /// The crops that the farmer was drawn last.
    pub draw: Option<AdviceDraw>,
    /// The plans that stand, newest first.
    pub intentions: Vec<Intention>,
    /// The newest sowings that are not closed.
    pub sowings: Vec<Sowing>,
}

impl Store {
    /// Returns what a farmer's advice follows from. `None` if the farmer does not exist.
    pub async fn advice_inputs(&self, farmer: FarmerId, now: Timestamp) -> Result<Option<AdviceInputs>> {
        let mut reading = self.reading().await?;
        let mut tx = reading.tx()?;
        let Some(own) = own_record(&mut tx, farmer).await? else { return Ok(None) };
        // One statement for both: this is read for every farmer who opens the app.
        let sql =
            "SELECT c.version, c.language, c.given_at, c.withdrawn_at, d.inputs, d.crops, d.drawn_at, d.cell, d.number,
                    d.filled
                   FROM farmers f
                   LEFT JOIN consents c ON c.farmer_id = f.id
                   LEFT JOIN advice_draws d ON d.farmer_id = f.id
                   WHERE f.id = $1 ORDER BY c.number DESC LIMIT 1";
        let unreadable = tx.unreadable();
        let key = || farmer.0.to_string();
        let both = |row: &Row<'_>| {
            let consent = row.optional_int(0)?.map(|_| consents::read_consent(row, 0)).transpose();
            let consent = unreadable.or_none("consents", key, consent)?.flatten();
            let permission = consent.as_ref().map(Consent::permits).unwrap_or_default();
            let draw = row.optional_text(4)?.map(|_| read_draw(row, 4)).transpose();
            Ok((permission, unreadable.or_none("advice_draws", key, draw)?.flatten()))
        };
        let (permission, draw) = tx.row(sql, &values![farmer], both).await?.unwrap_or_default();
        let sql = sowings_where!(
            "",
            "farmer_id = $1 AND withdrawn_at IS NULL AND harvested_at IS NULL AND failed_at IS NULL
             ORDER BY id DESC LIMIT $2"
        );
        let params = values![farmer, MOST_SOWINGS];
        let sowings = tx.readable_rows("sowings", &[0], sql, &params, read_sowing).await?;
        let intentions = standing(&mut tx, farmer, now).await?;
        Ok(Some(AdviceInputs { own, permission, draw, intentions, sowings }))
    }

    /// Expected yields of the plans that stand on a day in India, by region and crop. India's contain those of the
    /// states.
    pub async fn planned(&self, today: Date) -> Result<BTreeMap<(Region, Crop), Kilograms>> {
        let mut planned = BTreeMap::<_, Kilograms>::new();
        let sums = self.read_at_one_moment(Limit::Job, async move |tx| {
            let sql = concat!(
                "SELECT region, crop, ",
                sum_of!("planned_kg"),
                " FROM planned WHERE ends_on >= $1 GROUP BY region, crop"
            );
            let read = |row: &Row<'_>| Ok((row.region(0)?, row.crop(1)?, row.kilograms(2)?));
            tx.readable_rows("planned", &[0, 1], sql, &values![&today.to_string()], read).await
        });
        for (region, crop, kilograms) in sums.await?.into_iter().filter(|(_, _, planned)| planned.0 > 0) {
            planned.entry((Region::India, crop)).or_default().0 += kilograms.0;
            if region != Region::India {
                planned.insert((region, crop), kilograms);
            }
        }
        Ok(planned)
    }

    /// Expected yields of the counted sowings of a crop year, of one crop or of all, by region, crop and ten days of
    /// sowing. India's contain those of the states. It reads tens of thousands of rows late in a year.
    pub async fn sown_by_bin(
        &self,
        crop_year: CropYear,
        crop: Option<Crop>,
    ) -> Result<BTreeMap<(Region, Crop, TenDays), Kilograms>> {
        self.read_at_one_moment(Limit::Job, async move |tx| {
            const { assert!(SHARDS == 64, "the statement divides by it") };
            let of_all = concat!(
                "SELECT region, crop, CAST((shard - shard % 64) / 64 AS BIGINT) AS ten_days, ",
                sum_of!("sown_kg"),
                " FROM supply WHERE crop_year = $1 GROUP BY region, crop, ten_days"
            );
            let of_one = concat!(
                "SELECT region, crop, CAST((shard - shard % 64) / 64 AS BIGINT) AS ten_days, ",
                sum_of!("sown_kg"),
                " FROM supply WHERE crop = $1 AND crop_year = $2 GROUP BY region, crop, ten_days"
            );
            let read = |row: &Row<'_>| {
                let ten_days = u8::try_from(row.int(2)?).ok().and_then(TenDays::of_crop_year);
                Ok((ten_days, (row.region(0)?, row.crop(1)?, row.kilograms(3)?)))
            };
            let rows = match crop {
                None => tx.readable_rows("supply", &[0, 1, 2], of_all, &values![crop_year], read).await?,
                Some(crop) => {
                    let params = values![crop, crop_year];
                    tx.readable_rows("supply", &[0, 1, 2], of_one, &params, read).await?
                }
            };
            // Without ten days are only sums that the reconciler finds at fault.
            let placed = rows.into_iter().filter_map(|(ten_days, row)| Some((ten_days?, row)));
            let placed = placed.filter(|(_, (_, _, sown))| sown.0 != 0);
            Ok(placed.map(|(ten_days, (region, crop, sown))| ((region, crop, ten_days), sown)).collect())
        })
        .await
    }

    /// Returns the crops that a farmer was drawn last.
    pub async fn advice_draw(&self, farmer: FarmerId) -> Result<Option<AdviceDraw>> {
        let mut reading = self.reading().await?;
        draw_of(&mut reading.tx()?, farmer).await
    }

    /// Returns the farmer's number in a cell: the one given before, or the next. Requires consent.
    pub async fn draw_number(&self, farmer: FarmerId, cell: DrawCell) -> Result<u64> {
        self.write(async move |tx| {
            consents::require(tx, farmer).await?;
            let DrawCell { key: cell, season } = &cell;
            // It locks the cell, so that a farmer who asks twice at once gets one number.
            let sql = "INSERT INTO advice_cells (cell, next) VALUES ($1, 0)
                       ON CONFLICT (cell) DO UPDATE SET next = advice_cells.next RETURNING next";
            let next =
                tx.row(sql, &values![cell], |row| row.int(0)).await?.ok_or(Error::Bug("a cell has no next number"))?;
            let own = "SELECT number FROM advice_numbers WHERE farmer_id = $1 AND cell = $2";
            if let Some(number) = tx.row(own, &values![farmer, cell], |row| row.int(0)).await? {
                return read_number(number);
            }
            tx.execute("UPDATE advice_cells SET next = next + 1 WHERE cell = $1", &values![cell]).await?;
            tx.execute("DELETE FROM advice_numbers WHERE farmer_id = $1 AND season <> $2", &values![farmer, season])
                .await?;
            let sql = "INSERT INTO advice_numbers (farmer_id, cell, season, number) VALUES ($1, $2, $3, $4)";
            tx.execute(sql, &values![farmer, cell, season, next]).await?;
            read_number(next)
        })
        .await
    }

    /// Keeps the crops that a farmer was drawn. Requires consent.
    pub async fn keep_advice_draw(&self, farmer: FarmerId, draw: AdviceDraw) -> Result<()> {
        self.write(async move |tx| {
            consents::require(tx, farmer).await?;
            let AdviceDraw { inputs, crops, drawn_at, lot } = &draw;
            let filled = crops.iter().map(|drawn| drawn.filled_percent.map(|percent| percent.to_string()));
            let filled = filled.collect::<Option<Vec<_>>>().map(|filled| filled.join(","));
            let crops = crops.iter().map(|drawn| drawn.crop.key()).collect::<Vec<_>>().join(",");
            let lot = lot.as_ref();
            let cell = lot.map(|(cell, _)| cell);
            let number = lot.map(|(_, number)| i64::try_from(*number).unwrap_or(i64::MAX));
            let sql = "INSERT INTO advice_draws (farmer_id, inputs, crops, drawn_at, cell, number, filled)
                       VALUES ($1, $2, $3, $4, $5, $6, $7)
                       ON CONFLICT (farmer_id)
                       DO UPDATE SET inputs = excluded.inputs, crops = excluded.crops, drawn_at = excluded.drawn_at,
                                     cell = excluded.cell, number = excluded.number,
                                     filled = excluded.filled";
            tx.execute(sql, &values![farmer, inputs, &crops, *drawn_at, cell, number, filled.as_ref()]).await.map(drop)
        })
        .await
    }
}

pub(crate) async fn draw_of(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<AdviceDraw>> {
    let sql = "SELECT inputs, crops, drawn_at, cell, number, filled FROM advice_draws WHERE farmer_id = $1";
    let unreadable = tx.unreadable();
    let read = |row: &Row<'_>| unreadable.or_none("advice_draws", || farmer.0.to_string(), read_draw(row, 0));
    Ok(tx.row(sql, &values![farmer], read).await?.flatten())
}

pub(crate) async fn numbers_of(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<(String, u64)>> {
    let sql = "SELECT cell, number, farmer_id FROM advice_numbers WHERE farmer_id = $1 ORDER BY cell";
    let read = |row: &Row<'_>| Ok((row.text(0)?, read_number(row.int(1)?)?));
    tx.readable_rows("advice_numbers", &[2, 0], sql, &values![farmer], read).await
}

fn read_number(number: i64) -> Result<u64> {
    number.try_into().map_err(|_| Error::Unreadable("number in a draw"))
}

/// Reads a draw from six columns: inputs, crops, time, cell, number, filled.
pub(crate) fn read_draw(row: &Row<'_>, first: usize) -> Result<AdviceDraw> {
    let filled = row.optional_text(first + 5)?;
    let mut filled = filled.iter().flat_map(|filled| filled.split(','));
    let mut drawn = |key: &str| {
        let percent = filled.next().map(str::parse).transpose().map_err(|_| Error::Unreadable("fill of a drawn crop"));
        let crop = key.parse().map_err(|_| Error::Unreadable("drawn crop"))?;
        Ok(DrawnCrop { crop, filled_percent: percent? })
    };
    let keys = row.text_ref(first + 1)?.split(',').filter(|key| !key.is_empty());
    let crops = keys.map(&mut drawn);
    Ok(AdviceDraw {
        inputs: row.text(first)?,
        crops: crops.collect::<Result<_>>()?,
        drawn_at: row.timestamp(first + 2)?,
        lot: row
            .optional_text(first + 3)?
            .zip(row.optional_int(first + 4)?)
            .map(|(cell, number)| Ok::<_, Error>((cell, read_number(number)?)))
            .transpose()?,
    })
}
