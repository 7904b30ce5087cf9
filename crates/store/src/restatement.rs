//! Restatement of the outside supply by the land that is in Grow, and by what was observed of the seasons.
//!
//! Outside supply is derived from the usual supply, the coverage and the ratios of the seasons when it is read. A
//! restatement appends new ones; until the next one a sowing changes `met` by exactly its expected yield.

use crate::coverage::{land_row, ratio_row};
use crate::error::{Error, Result};
use crate::feed::append_to_feed;
use crate::figures;
use crate::limit::Limit;
use crate::ranges::{Range, Ranges};
use crate::sql::{Row, Tx, sum_of, values};
use crate::unreadable::readable_sums;
use crate::watermarks::{self, Watermark};
use crate::{Store, leases};
use grow_domain::calendar::season_of;
use grow_domain::observation::{Estimate, Reckoning, reckon};
use grow_domain::regional::{self, Coverage, OutsideChange, Ratio, RatioRow, Ratios, UsualLand};
use grow_domain::{CropYear, Region, Season, SquareMetres};
use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Name of the daily job in leases and watermarks.
const WORK: &str = "restate";

/// What a restatement would change.
#[derive(Clone, Debug, PartialEq)]
pub struct Restatement {
    /// Crop year.
    pub crop_year: CropYear,
    /// Coverage in force.
    pub before: Coverage,
    /// Coverage by the sowings that stand now, with the ratios of the seasons.
    pub after: Coverage,
    /// How these ratios follow from what was observed.
    pub seasons: Vec<Reckoning>,
    /// Regions and crops whose outside supply changes, India first.
    pub changes: Vec<OutsideChange>,
}

impl Restatement {
    /// Whether it moves a national figure by more than 5 %.
    pub fn is_large(&self) -> bool {
        self.changes.iter().any(OutsideChange::is_large)
    }

    /// Whether it changes nothing: neither the land in Grow nor the ratios differ.
    pub fn fits(&self) -> bool {
        self.before.has_same_land(&self.after) && self.before.ratios() == self.after.ratios()
    }
}

impl Store {
    /// Compares the coverage in force with the sowings and the observations that stand now.
    pub async fn restatement(&self, crop_year: CropYear) -> Result<Restatement> {
        let mut sown = BTreeMap::<_, SquareMetres>::new();
        let mut ranges = Ranges::of_sowings(self);
        while let Some(farmers) = ranges.next().await? {
            let land =
                self.read_at_one_moment(Limit::Job, async move |tx| land_of_sowings(tx, farmers, crop_year).await);
            for (region, season, area) in land.await? {
                sown.entry((region, season)).or_default().0 += area.0;
            }
        }
        let figures = self.figures().await?;
        let before = self.coverage(crop_year).await?;
        let seasons = reckon(&self.observations().await?, &figures, crop_year);
        let ratios = Ratios::from_rows(seasons.iter().filter_map(Reckoning::row));
        let after = Coverage::new(&sown, &UsualLand::given(&figures, crop_year)).with_ratios(ratios);
        let changes = regional::outside_changes(&figures, crop_year, &before, &after);
        Ok(Restatement { crop_year, before, after, seasons, changes })
    }

    /// Puts a restatement into force. Returns false, and changes nothing, if another one came first.
    pub async fn restate(&self, restatement: &Restatement, now: Timestamp) -> Result<bool> {
        if restatement.fits() {
            return Ok(true);
        }
        let restatement = restatement.clone();
        self.write_within(Limit::Job, async move |tx| {
            let Restatement { crop_year, before, after, seasons, changes } = &restatement;
            figures::lock(tx).await?;
            let (number, current) = in_force(tx, *crop_year).await?;
            if current != *before {
                return Ok(false);
            }
            let rows = after.rows().map(|((region, season), land)| {
                values![*crop_year, number.saturating_add(1), region, season, land.sown, land.usual, now]
            });
            let sql = "INSERT INTO coverage (crop_year, number, region, season, sown_m2, usual_m2, restated_at)
                       VALUES ($1, $2, $3, $4, $5, $6, $7)";
            tx.execute_all(sql, &rows.collect::<Vec<_>>()).await?;
            append_ratios(tx, *crop_year, number.saturating_add(1), seasons).await?;
            for change in changes.iter().filter(|change| change.region == Region::India) {
                let of = (change.region.code(), change.crop.key());
                append_to_feed(tx, now, "restatement", of, *crop_year).await?;
            }
            Ok(true)
        })
        .await
    }

    /// The coverage in force.
    pub async fn coverage(&self, crop_year: CropYear) -> Result<Coverage> {
        let mut reading = self.reading().await?;
        Ok(in_force(&mut reading.tx()?, crop_year).await?.1)
    }

    /// The ratios of the seasons in force, each with its source.
    pub async fn season_ratios(&self, crop_year: CropYear) -> Result<Vec<(RatioRow, String)>> {
        let mut reading = self.reading().await?;
        season_ratios(&mut reading.tx()?, crop_year).await
    }

    /// Takes the restatement of a day for this process. Returns false if another process has it, or it is done. A new
    /// database begins with the next day. Days are numbered from any origin.
    pub async fn take_restatement(&self, holder: Uuid, day: i64, now: Timestamp) -> Result<bool> {
        self.write(async move |tx| {
            let Some(done) = watermarks::read(tx, WORK, now).await? else {
                watermarks::write(tx, WORK, up_to(day, now)).await?;
                return Ok(false);
            };
            // A position after tomorrow was written by a clock that was ahead. Tomorrow may have begun at another
            // server.
            let is_done = (day..=day + 1).contains(&done.position);
            Ok(!is_done && leases::take(tx, WORK, holder).await?)
        })
        .await
    }

    /// Marks the restatement of a day as done.
    pub async fn finish_restatement(&self, day: i64, now: Timestamp) -> Result<()> {
        self.write(async move |tx| watermarks::write(tx, WORK, up_to(day, now)).await).await
    }
}

/// The number of the latest restatement, 0 if there was none, and its coverage.
async fn in_force(tx: &mut Tx<'_>, crop_year: CropYear) -> Result<(i64, Coverage)> {
    let sql = "SELECT region, season, sown_m2, usual_m2, number FROM coverage
               WHERE crop_year = $1 AND number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $1)";
    let read = |row: &Row<'_>| Ok((land_row(row, [0, 1, 2, 3])?, row.int(4)?));
    let rows = tx.readable_rows("coverage", &[0, 1], sql, &values![crop_year], read).await?;
    let number = rows.first().map_or(0, |(_, number)| *number);
    let ratios = season_ratios(tx, crop_year).await?;
    let ratios = Ratios::from_rows(ratios.into_iter().map(|(row, _)| row));
    Ok((number, Coverage::from_rows(rows.into_iter().map(|(row, _)| row)).with_ratios(ratios)))
}

async fn season_ratios(tx: &mut Tx<'_>, crop_year: CropYear) -> Result<Vec<(RatioRow, String)>> {
    let sql = "SELECT region, crop, season, applied, observed, estimate, as_of, source FROM season_ratios
               WHERE crop_year = $1 AND number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $1)";
    let read = |row: &Row<'_>| Ok((ratio_row(row, [0, 1, 2, 3, 4, 5, 6])?, row.text(7)?));
    tx.readable_rows("season_ratios", &[0, 1, 2], sql, &values![crop_year], read).await
}

/// The land of the counted sowings of some farmers.
async fn land_of_sowings(
    tx: &mut Tx<'_>,
    farmers: Range,
    crop_year: CropYear,
) -> Result<Vec<(Region, Season, SquareMetres)>> {
    // Days in India, numbered from 1970. NULL: the time cannot be read.
    let sql = concat!(
        "SELECT region, crop,
                CASE WHEN sown_at BETWEEN -2208988800000000 AND 10413792000000000
                     THEN CAST((sown_at + 19800000000 - (sown_at + 19800000000) % 86400000000) / 86400000000 AS BIGINT)
                END AS day, ",
        sum_of!("field_size_m2"),
        " FROM sowings
         WHERE farmer_id > $1 AND farmer_id <= $2 AND crop_year = $3
           AND withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1
         GROUP BY region, crop, day"
    );
    let Range { after, until } = farmers;
    let params = values![after, until, crop_year];
    let read = |row: &Row<'_>| {
        let day = row.optional_int(2)?.ok_or(Error::Unreadable("day"))?;
        let sown_on = date(1970, 1, 1).saturating_add(day.days());
        let region = row.region(0)?;
        Ok((region, season_of(row.crop(1)?, region, sown_on), row.square_metres(3)?))
    };
    readable_sums(tx, "sowings", farmers, sql, &params, read).await
}

async fn append_ratios(tx: &mut Tx<'_>, crop_year: CropYear, number: i64, seasons: &[Reckoning]) -> Result<()> {
    let sql = "INSERT INTO season_ratios
                   (crop_year, number, region, crop, season, applied, observed, estimate, as_of, source)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    for Reckoning { subject, ratio, .. } in seasons {
        let Ok((Ratio { applied, observed, estimate, as_of }, source)) = ratio else { continue };
        let as_of = as_of.to_string();
        let row = values![
            crop_year,
            number,
            subject.region,
            subject.crop,
            subject.season,
            applied.0,
            observed.0,
            estimate.map(Estimate::key),
            &as_of,
            source
        ];
        tx.execute(sql, &row).await?;
    }
    Ok(())
}

/// The watermark of a day that is done.
fn up_to(day: i64, now: Timestamp) -> Watermark {
    Watermark { position: day, seen: day, seen_at: now }
}
