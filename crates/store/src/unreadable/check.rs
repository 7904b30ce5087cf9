//! Reads every row of farmers, of figures and of prices, to find those that this release cannot read.

use super::UnreadableRow;
use crate::coverage::{land_row, ratio_row};
use crate::error::{Error, Result};
use crate::farmers::{read_land, read_units};
use crate::held::{AsStored, or_as_stored};
use crate::limit::Limit;
use crate::ranges::{EndOfPart, Range, Ranges};
use crate::records::read_mailid;
use crate::sowings::{read_sowing, sowings_where};
use crate::sql::{Row, Tx, Value, values};
use crate::{FarmerId, Store, advice, consents, figures, intentions, observations, prices};
use grow_domain::rotation::LastCrop;
use grow_domain::{Soil, Water};
use uuid::Uuid;

/// A table, and how its rows are read.
#[derive(Clone, Copy)]
struct Table {
    name: &'static str,
    /// Columns that name a row.
    key: &'static [usize],
    select: &'static str,
    read: fn(&Row<'_>) -> Result<()>,
}

/// Tables with rows of farmers: `select` is for a range of them. The second text is the query of the end of a part.
static OF_FARMERS: [(Table, EndOfPart); 8] = [
    (
        Table {
            name: "farmers",
            key: &[0],
            select: "SELECT id, issuer, subject, email, display_name, photo_url, created_at, language
                     FROM farmers WHERE id > $1 AND id <= $2",
            read: |row| row.id(0).and(row.timestamp(6)).map(drop),
        },
        EndOfPart("SELECT id FROM farmers WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "farmer_records",
            key: &[0],
            select: "SELECT farmer_id, number, place, n_g_ha, p_g_ha, k_g_ha, district, land_m2, land_entered,
                            land_unit, unit_sizes, farmerid, mailid, water, soil, saved_at, last_crop
                     FROM farmer_records WHERE farmer_id > $1 AND farmer_id <= $2",
            read: |row| {
                row.id(0)?;
                row.district(6)?;
                row.npk(3)?;
                read_land(row)?;
                read_units(row, 9)?;
                read_mailid(row, 12)?;
                row.optional::<Water>(13, "water")?;
                row.optional::<Soil>(14, "soil")?;
                row.timestamp(15)?;
                row.optional::<LastCrop>(16, "last crop").map(drop)
            },
        },
        EndOfPart("SELECT farmer_id FROM farmer_records WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "known_crops",
            key: &[0],
            select: "SELECT farmer_id, crop, added_at FROM known_crops WHERE farmer_id > $1 AND farmer_id <= $2",
            read: |row| row.crop(1).and(row.timestamp(2)).map(drop),
        },
        EndOfPart("SELECT farmer_id FROM known_crops WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "sowings",
            key: &[0],
            select: sowings_where!(", withdrawn_at, counted_at", "farmer_id > $1 AND farmer_id <= $2"),
            read: |row| {
                read_sowing(row)?;
                row.optional_timestamp(12)?;
                row.optional_timestamp(13).map(drop)
            },
        },
        EndOfPart("SELECT farmer_id FROM sowings WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "intentions",
            key: &[0],
            select: "SELECT id, crop, field_size_m2, expected_yield_kg, planned_at, ends_on, region, entered, ended_at,
                            counted_kg
                     FROM intentions WHERE farmer_id > $1 AND farmer_id <= $2",
            read: |row| {
                intentions::read_intention(row)?;
                row.optional_timestamp(8)?;
                row.kilograms(9).map(drop)
            },
        },
        EndOfPart("SELECT farmer_id FROM intentions WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "consents",
            key: &[4, 5],
            select: "SELECT version, language, given_at, withdrawn_at, farmer_id, number FROM consents
                     WHERE farmer_id > $1 AND farmer_id <= $2",
            read: |row| consents::read_consent(row, 0).map(drop),
        },
        EndOfPart("SELECT farmer_id FROM consents WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "advice_draws",
            key: &[6],
            select: "SELECT inputs, crops, drawn_at, cell, number, filled, farmer_id FROM advice_draws
                     WHERE farmer_id > $1 AND farmer_id <= $2",
            read: |row| advice::read_draw(row, 0).map(drop),
        },
        EndOfPart("SELECT farmer_id FROM advice_draws WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
    (
        Table {
            name: "sessions",
            key: &[0],
            select: "SELECT id, farmer_id, device, created_at, seen_at FROM sessions
                     WHERE farmer_id > $1 AND farmer_id <= $2",
            read: |row| row.timestamp(3).and(row.timestamp(4)).map(drop),
        },
        EndOfPart("SELECT farmer_id FROM sessions WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
    ),
];

/// Tables of figures and of running sums, which are small.
static OF_FIGURES: [Table; 7] = [
    Table {
        name: "demand_figures",
        key: &[0, 1, 2],
        select: figures::ALL,
        read: |row| figures::read_figure(row).map(drop),
    },
    Table {
        name: "observations",
        key: &[1, 2, 0, 3],
        select: observations::ALL,
        read: |row| observations::read(row).map(drop),
    },
    Table { name: "markets", key: &[0], select: prices::MARKETS, read: |row| prices::read_market(row).map(drop) },
    Table {
        name: "supply",
        key: &[0, 1, 2, 3],
        select: "SELECT region, crop, crop_year, shard, sown_kg FROM supply",
        read: |row| row.region(0).and(row.crop(1)).and(row.crop_year(2)).and(row.kilograms(4)).map(drop),
    },
    Table {
        name: "planned",
        key: &[0, 1, 2],
        select: "SELECT region, crop, ends_on, planned_kg FROM planned",
        read: |row| row.region(0).and(row.crop(1)).and(row.date(2)).and(row.kilograms(3)).map(drop),
    },
    Table {
        name: "coverage",
        key: &[0, 1, 4],
        select: "SELECT region, season, sown_m2, usual_m2, crop_year FROM coverage",
        read: |row| land_row(row, [0, 1, 2, 3]).and(row.crop_year(4)).map(drop),
    },
    Table {
        name: "season_ratios",
        key: &[0, 1, 2, 7],
        select: "SELECT region, crop, season, applied, observed, estimate, as_of, crop_year FROM season_ratios",
        read: |row| ratio_row(row, [0, 1, 2, 3, 4, 5, 6]).and(row.crop_year(7)).map(drop),
    },
];

impl Store {
    /// Reads every row of farmers, of figures and of prices, in parts. Returns those that cannot be read.
    pub async fn check_rows(&self) -> Result<Vec<UnreadableRow>> {
        let mut found = Vec::new();
        for (table, end_of_part) in OF_FARMERS {
            let mut ranges = Ranges::by(self, end_of_part);
            while let Some(farmers) = ranges.next().await? {
                let farmers = Some(farmers);
                found.extend(
                    self.read_at_one_moment(Limit::Job, async move |tx| check(tx, table, farmers).await).await?,
                );
            }
        }
        for table in OF_FIGURES {
            found.extend(self.read_at_one_moment(Limit::Job, async move |tx| check(tx, table, None).await).await?);
        }
        found.extend(self.check_prices().await?);
        Ok(found)
    }
}

async fn check(tx: &mut Tx<'_>, table: Table, farmers: Option<Range>) -> Result<Vec<UnreadableRow>> {
    let Table { name, key, select, read } = table;
    let unreadable = tx.unreadable();
    let row = |row: &Row<'_>| unreadable.or_unreadable(name, || row.key(key), read(row));
    let found = match farmers {
        Some(Range { after, until }) => tx.rows(select, &values![after, until], row).await?,
        None => tx.rows(select, &[], row).await?,
    };
    Ok(found.into_iter().filter_map(Result::err).collect())
}

/// Runs a query of sums of a table of farmers in a range, and reads the sums but those that cannot be read. The rows of
/// such a sum are noted one by one.
pub(crate) async fn readable_sums<T>(
    tx: &mut Tx<'_>,
    table: &'static str,
    farmers: Range,
    sql: &'static str,
    params: &[Value<'_>],
    read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
) -> Result<Vec<T>> {
    let read = |row: &Row<'_>| match read(row) {
        Err(Error::Unreadable(_)) => Ok(None),
        read => read.map(Some),
    };
    let sums = tx.rows(sql, params, read).await?;
    if sums.iter().any(Option::is_none)
        && let Some((table, _)) = OF_FARMERS.iter().find(|(of, _)| of.name == table)
    {
        check(tx, *table, Some(farmers)).await?;
    }
    Ok(sums.into_iter().flatten().collect())
}

/// The rows of a farmer that cannot be read, but those of sowings and plans, as they are stored.
pub(crate) async fn as_stored(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<AsStored>> {
    let only = values![Uuid::from_u128(farmer.0.as_u128().saturating_sub(1)), farmer];
    let mut rows = Vec::new();
    for (Table { name, select, read, .. }, _) in &OF_FARMERS {
        if !["sowings", "intentions"].contains(name) {
            let row = |row: &Row<'_>| or_as_stored(name, row, read(row));
            rows.extend(tx.rows(select, &only, row).await?.into_iter().filter_map(Result::err));
        }
    }
    Ok(rows)
}
