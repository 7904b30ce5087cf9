//! Demand and supply of a region.

use crate::Store;
use crate::coverage::{LandRow, land_row, ratio_row};
use crate::error::{Error, Result};
use crate::feed::{APPEND_TO_FEED, feed_entry};
use crate::sql::{Execution, Row, Tx, Value, added, sum_of, values};
use crate::unreadable::UnreadableRows;
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use grow_domain::demand::DemandRow;
use grow_domain::regional::{Coverage, Given, RatioRow, Ratios, RegionBalance, standing};
use grow_domain::{Crop, CropYear, Kilograms, Region, State};
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A consistent snapshot of demand and supply of all crops of a region in a crop year.
#[derive(Clone, Debug, PartialEq)]
pub struct DemandState {
    /// Revision within region and crop year. Every change by any process increments it.
    pub revision: i64,
    /// One row for each of the sixteen crops, but those whose figure or supply cannot be read. Empty while no figures
    /// exist.
    pub rows: Vec<DemandRow>,
    /// Latest day of the figures. `None` while no figures exist.
    pub figures_as_of: Option<Date>,
    /// Percentage of the region's usual land that is in Grow, as it was last restated.
    pub coverage_percent: f64,
    /// What seasons are of usual ones where something was observed, as it was last restated: the region's own ratios,
    /// and India's of a season in which it has none.
    pub observed: Vec<RatioRow>,
}

/// Reads figures, running sums and coverage of crop year `$1`, as [`StoredRow::read`] expects them: those figures, sums and
/// ratios of seasons that the conditions select. A single statement, so that they are consistent.
macro_rules! demand_where {
    ($figures:literal, $sums:literal, $ratios:literal) => {
        concat!(
            "SELECT CAST(CASE WHEN f.crop_year NOT BETWEEN 1900 AND 2999 THEN 5 ELSE 1 END AS BIGINT),
                    f.region, f.crop, f.as_of, f.domestic_kg, f.exported_kg, f.outside_supply_kg,
                    COALESCE((SELECT ",
            sum_of!("g.revision"),
            "                 FROM demand_figures g
                              WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $1), 0),
                    f.error_percent, f.imported_kg, f.duty_permille, f.duty_as_of, f.import_price_percent,
                    CAST(NULL AS TEXT), f.crop_year
             FROM demand_figures f
             WHERE ",
            $figures,
            " AND (f.crop_year NOT BETWEEN 1900 AND 2999
                   OR f.crop_year = (SELECT MAX(g.crop_year) FROM demand_figures g
                                     WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $1))
             UNION ALL
             SELECT CAST(2 AS BIGINT), s.region, s.crop, '', ",
            sum_of!("s.sown_kg"),
            ", CAST(0 AS BIGINT), CAST(0 AS BIGINT), ",
            sum_of!("s.revision"),
            ", CAST(0 AS BIGINT), NULL, NULL, NULL, NULL, NULL, s.crop_year
             FROM supply s
             WHERE ",
            $sums,
            " AND s.crop_year = $1
             GROUP BY s.region, s.crop, s.crop_year
             UNION ALL
             SELECT CAST(3 AS BIGINT), c.region, c.season, '',
                    c.sown_m2, c.usual_m2, CAST(0 AS BIGINT), c.number,
                    CAST(0 AS BIGINT), NULL, NULL, NULL, NULL, NULL, c.crop_year
             FROM coverage c
             WHERE c.crop_year = $1
               AND c.number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $1)
             UNION ALL
             SELECT CAST(4 AS BIGINT), r.region, r.crop, r.as_of,
                    r.applied, r.observed, CAST(0 AS BIGINT), r.number,
                    CAST(0 AS BIGINT), NULL, NULL, r.season, NULL, r.estimate, r.crop_year
             FROM season_ratios r
             WHERE ",
            $ratios,
            " AND r.crop_year = $1
              AND r.number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $1)"
        )
    };
}

impl Store {
    /// Reads demand and supply of all crops. A state without figures of its own for a crop gets its part of India's.
    pub async fn demand(&self, region: Region, crop_year: CropYear) -> Result<DemandState> {
        let sql = demand_where!("f.region IN ('IN', $2)", "s.region = $2", "1 = 1");
        let stored = self.stored_rows(sql, &values![crop_year, region]).await?;
        let mut state = DemandState {
            revision: stored.revision,
            rows: Vec::new(),
            figures_as_of: stored.figures_as_of,
            coverage_percent: 0.0,
            observed: Vec::new(),
        };
        if stored.figures.is_empty() {
            return Ok(state);
        }
        state.coverage_percent = stored.coverage.percent(region);
        state.observed = stored.coverage.ratios().of(region).collect();
        let row = |crop| stored.row(region, crop, crop_year).or_else(|| stored.row_without_figure(region, crop));
        state.rows = Crop::all().filter_map(row).collect();
        Ok(state)
    }

    /// Reads demand and supply of a crop in each state, by name. Empty while no figures of it exist.
    pub async fn demand_of_states(&self, crop: Crop, crop_year: CropYear) -> Result<Vec<(State, DemandRow)>> {
        let sql = demand_where!("f.crop = $2", "s.crop = $2", "r.crop = $2");
        let stored = self.stored_rows(sql, &values![crop_year, crop]).await?;
        let row = |state| Some((state, stored.row(Region::State(state), crop, crop_year)?));
        Ok(State::all().filter_map(row).collect())
    }

    async fn stored_rows(&self, sql: &'static str, params: &[Value<'_>]) -> Result<StoredRows> {
        let mut reading = self.reading().await?;
        let mut tx = reading.tx()?;
        let unreadable = tx.unreadable();
        let rows = tx.rows(sql, params, |row| StoredRow::read(row, &unreadable)).await?;
        Ok(StoredRows::of(rows, unreadable.is_any_of("demand_figures")))
    }
}

/// A row of the statements that read demand and supply.
enum StoredRow {
    /// A figure (its kind is 1, or 5 if its crop year cannot be read). `given` is `None` if it cannot be read.
    Figure {
        region: Region,
        crop: Crop,
        given: Option<(Given, Date)>,
        revision: i64,
    },
    /// A running sum. `sown` is `None` if it cannot be read.
    Sown {
        region: Region,
        crop: Crop,
        sown: Option<Kilograms>,
        revision: i64,
    },
    Land {
        row: LandRow,
        number: i64,
    },
    Season(RatioRow),
    /// A row of a crop, region or season that this release does not know.
    Unknown,
}

impl StoredRow {
    fn read(row: &Row<'_>, unreadable: &UnreadableRows) -> Result<Self> {
        let (kind, key) = (row.int(0)?, || row.key(&[1, 2, 14]));
        let read = match kind {
            1 | 5 => unreadable.or_none("demand_figures", key, Self::figure(row, unreadable)),
            2 => unreadable.or_none("supply", key, Self::sown(row, unreadable)),
            3 => {
                let land = || Ok(Self::Land { row: land_row(row, [1, 2, 4, 5])?, number: row.int(7)? });
                unreadable.or_none("coverage", key, land())
            }
            _ => {
                let ratio = ratio_row(row, [1, 2, 11, 4, 5, 13, 3]);
                unreadable.or_none("season_ratios", || row.key(&[1, 2, 11, 14]), ratio.map(Self::Season))
            }
        };
        Ok(read?.unwrap_or(Self::Unknown))
    }

    fn figure(row: &Row<'_>, unreadable: &UnreadableRows) -> Result<Self> {
        let given = || {
            if row.int(0)? == 5 {
                return Err(Error::Unreadable("crop year"));
            }
            let given = Given {
                balance: row.balance(4, 5)?,
                usual: row.figure(6)?,
                error_percent: row.small(8, "error")?,
                imports: row.imports([9, 10, 11, 12])?,
            };
            Ok((given, row.date(3)?))
        };
        Ok(Self::Figure {
            region: row.region(1)?,
            crop: row.crop(2)?,
            given: unreadable.or_none("demand_figures", || row.key(&[1, 2, 14]), given())?,
            revision: row.int(7)?,
        })
    }

    fn sown(row: &Row<'_>, unreadable: &UnreadableRows) -> Result<Self> {
        Ok(Self::Sown {
            region: row.region(1)?,
            crop: row.crop(2)?,
            sown: unreadable.or_none("supply", || row.key(&[1, 2, 14]), row.kilograms(4))?,
            revision: row.int(7)?,
        })
    }
}

/// What the statements answer, by region and crop.
struct StoredRows {
    figures: BTreeMap<(Region, Crop), Option<Given>>,
    sown: BTreeMap<(Region, Crop), Option<Kilograms>>,
    coverage: Coverage,
    figures_as_of: Option<Date>,
    /// Whether there is a figure that cannot be read. It may be that of a crop without one.
    has_unreadable_figure: bool,
    revision: i64,
}

impl StoredRows {
    fn of(rows: Vec<StoredRow>, has_unreadable_figure: bool) -> Self {
        let (mut figures, mut sown, mut figures_as_of) = (BTreeMap::new(), BTreeMap::new(), None);
        let (mut land, mut ratios, mut restatement, mut revisions) = (Vec::new(), Vec::new(), 0, 0_i64);
        for row in rows {
            match row {
                StoredRow::Figure { region, crop, given, revision } => {
                    figures_as_of = figures_as_of.max(given.map(|(_, as_of)| as_of));
                    figures.insert((region, crop), given.map(|(given, _)| given));
                    revisions = revisions.saturating_add(revision);
                }
                StoredRow::Sown { region, crop, sown: kilograms, revision } => {
                    sown.insert((region, crop), kilograms);
                    revisions = revisions.saturating_add(revision);
                }
                StoredRow::Land { row, number } => {
                    land.push(row);
                    restatement = number;
                }
                StoredRow::Season(row) => ratios.push(row),
                StoredRow::Unknown => {}
            }
        }
        let coverage = Coverage::from_rows(land).with_ratios(Ratios::from_rows(ratios));
        let revision = revisions.saturating_add(restatement);
        Self { figures, sown, coverage, figures_as_of, has_unreadable_figure, revision }
    }

    /// The row of a crop. `None` without a figure, and if the figure or the supply cannot be read.
    fn row(&self, region: Region, crop: Crop, crop_year: CropYear) -> Option<DemandRow> {
        let own = self.figures.get(&(region, crop));
        // Where the region's own figure cannot be read, its part of India's would be another one.
        if own.is_some_and(Option::is_none) {
            return None;
        }
        let given = |region| self.figures.get(&(region, crop)).copied().flatten();
        let standing = standing(region, crop, crop_year, given, &self.coverage)?;
        Some(DemandRow { crop, standing, sown: self.sown(region, crop)? })
    }

    /// The row of a crop without a figure. `None` if there may be one that cannot be read.
    fn row_without_figure(&self, region: Region, crop: Crop) -> Option<DemandRow> {
        let is_lost = |region| self.figures.contains_key(&(region, crop));
        if self.has_unreadable_figure || is_lost(region) || is_lost(Region::India) {
            return None;
        }
        Some(DemandRow { crop, standing: RegionBalance::default(), sown: self.sown(region, crop)? })
    }

    /// Expected yield of the sowings. `None` if the running sum cannot be read.
    fn sown(&self, region: Region, crop: Crop) -> Option<Kilograms> {
        self.sown.get(&(region, crop)).copied().unwrap_or(Some(Kilograms(0)))
    }
}

/// A change of the supply from sowings.
#[derive(Clone, Copy)]
pub(crate) struct SupplyChange {
    pub(crate) kind: &'static str,
    /// A state, or India if the state is not known.
    pub(crate) region: Region,
    pub(crate) crop: Crop,
    /// Decides the crop year, and the ten days of the running sum.
    pub(crate) sown_at: Timestamp,
    pub(crate) sown: Kilograms,
}

/// Number of shards that the supply has room for in each ten days.
pub(crate) const SHARDS: i64 = 64;

/// Key of a shard of a running sum: region, first year of the crop year, crop, shard.
type SupplyRow<'v> = (&'v str, i16, &'v str, i64);

/// The shard of a region's running sum that a change belongs to. The ten days of the sowing in its crop year (1 to 36)
/// and a hash of the change's id select it, so that the sums by ten days take no write of their own.
fn supply_row_of<'v>(region: &'v str, crop: &'v str, sown_at: Timestamp, tx: &Tx<'_>, id: Uuid) -> SupplyRow<'v> {
    let ten_days = TenDays::of(in_india(sown_at).date()).in_crop_year();
    let shard = i64::from(ten_days) * SHARDS + shard_of(tx, id);
    (region, CropYear::of(sown_at).first_year(), crop, shard)
}

macro_rules! add_to_supply {
    ($rows:literal) => {
        concat!(
            "INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision) VALUES ",
            $rows,
            " ON CONFLICT (region, crop_year, crop, shard) DO UPDATE SET sown_kg = ",
            added!("supply.sown_kg", "excluded.sown_kg"),
            ", revision = ",
            added!("supply.revision", "1")
        )
    };
}

/// Adds to the running sum of a state, and then to India's: every transaction locks rows in the same order, states
/// before India, so that transactions cannot deadlock. India's rows have the most writers and are locked last.
const ADD_TO_STATE_AND_INDIA: &str = add_to_supply!("($1, $2, $3, $4, $5, 1), ('IN', $2, $3, $4, $5, 1)");

/// Adds to the running sum of one region.
const ADD_TO_REGION: &str = add_to_supply!("($1, $2, $3, $4, $5, 1)");

/// Applies a change to the running sums of its state and of India, appends it to the change feed, and adds to the sums
/// of its farmer. These are the last statements of the transaction: `before` are those that go with them.
pub(crate) async fn change_supply_last(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (id, change): (Uuid, SupplyChange),
    before: &[Execution<'_>],
) -> Result<()> {
    let SupplyChange { kind, region, crop, sown_at, sown } = change;
    let sums = if region == Region::India { ADD_TO_REGION } else { ADD_TO_STATE_AND_INDIA };
    let row = supply_row_of(region.code(), crop.key(), sown_at, tx, id);
    let (supply, entry) = (supply_row(row, sown), feed_entry(now, kind, row.0, row.2, row.1, sown));
    let mut statements = before.to_vec();
    statements.extend([(APPEND_TO_FEED, &entry[..]), (sums, &supply[..])]);
    tx.execute_last(&statements).await
}

/// Selects a shard by a hash of an id.
pub(crate) fn shard_of(tx: &Tx<'_>, id: Uuid) -> i64 {
    let [.., last_byte] = *id.as_bytes();
    (last_byte % tx.supply_shards()).into()
}

fn supply_row((region, year, crop, shard): SupplyRow<'_>, sown: Kilograms) -> [Value<'_>; 5] {
    values![region, year, crop, shard, sown]
}

/// Changes of the supply that belong together, summed by region, crop, ten days of sowing, and time of the change.
pub(crate) struct SupplyChanges {
    kind: &'static str,
    sums: BTreeMap<ChangeKey, (Timestamp, Kilograms)>,
}

/// What changes are summed by: region, crop, crop year and ten days of the sowing, and the time of the change.
type ChangeKey = (String, String, CropYear, TenDays, Timestamp);

impl SupplyChanges {
    pub(crate) fn of(kind: &'static str) -> Self {
        Self { kind, sums: BTreeMap::new() }
    }

    /// Adds a change. `at`: the time of its feed entry.
    pub(crate) fn add(&mut self, (region, crop, sown_at): Sown, kilograms: Kilograms, at: Timestamp) {
        let ten_days = TenDays::of(in_india(sown_at).date());
        let key = (region, crop, CropYear::of(sown_at), ten_days, at);
        self.sums.entry(key).or_insert((sown_at, Kilograms(0))).1.0 += kilograms.0;
    }

    /// Applies the changes to the running sums of states and of India, and appends them to the change feed.
    pub(crate) async fn apply(self, tx: &mut Tx<'_>) -> Result<()> {
        let (india, kind) = (Region::India.code(), self.kind);
        let changes: Vec<_> = self.sums.iter().filter(|(_, (_, sown))| sown.0 != 0).collect();
        let mut sums = [BTreeMap::<SupplyRow<'_>, Kilograms>::new(), BTreeMap::new()];
        let [of_states, of_india] = &mut sums;
        for ((region, crop, ..), (sown_at, sown)) in &changes {
            of_india.entry(supply_row_of(india, crop, *sown_at, tx, Uuid::nil())).or_default().0 += sown.0;
            if region != india {
                of_states.entry(supply_row_of(region, crop, *sown_at, tx, Uuid::nil())).or_default().0 += sown.0;
            }
        }
        let [states, india] = sums.map(|sums| {
            let other = sums.into_iter().filter(|(_, sown)| sown.0 != 0);
            other.map(|(row, sown)| supply_row(row, sown)).collect::<Vec<_>>()
        });
        tx.execute_all(ADD_TO_REGION, &states).await?;
        let entries = changes.iter().map(|((region, crop, crop_year, _, at), (_, sown))| {
            feed_entry(*at, kind, region, crop, crop_year.first_year(), *sown)
        });
        tx.execute_all(APPEND_TO_FEED, &entries.collect::<Vec<_>>()).await?;
        tx.execute_all(ADD_TO_REGION, &india).await
    }
}

/// Region, crop and time of a sowing. Region and crop are as they are stored: they may be of another release.
pub(crate) type Sown = (String, String, Timestamp);
