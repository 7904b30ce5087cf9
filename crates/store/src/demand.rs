//! Demand and supply of a region.

use crate::Store;
use crate::coverage::{LandRow, land_row, ratio_row};
use crate::error::Result;
use crate::feed::{APPEND_TO_FEED, feed_entry};
use crate::sql::{Execution, Row, Tx, Value};
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use grow_domain::demand::DemandRow;
use grow_domain::regional::{Coverage, Given, RatioRow, Ratios, standing};
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
    /// One row for each of the sixteen crops. Empty while no figures exist.
    pub rows: Vec<DemandRow>,
    /// Latest day of the figures. `None` while no figures exist.
    pub figures_as_of: Option<Date>,
    /// Percentage of the region's usual land that is in Grow, as it was last restated.
    pub coverage_percent: f64,
    /// What seasons are of usual ones where something was observed, as it was last restated: the region's own ratios,
    /// and India's of a season in which it has none.
    pub observed: Vec<RatioRow>,
}

impl Store {
    /// Reads demand and supply of all crops. A state without figures of its own for a crop gets its part of India's.
    pub async fn demand(&self, region: Region, crop_year: CropYear) -> Result<DemandState> {
        let mut reading = self.reading().await?;
        // A single statement, so that figures, supply and coverage are consistent.
        let sql = "SELECT CAST(1 AS BIGINT), f.region, f.crop, f.as_of,
                          f.domestic_kg, f.exported_kg, f.outside_supply_kg,
                          (SELECT CAST(SUM(g.revision) AS BIGINT) FROM demand_figures g
                           WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $1),
                          f.error_percent, f.imported_kg, f.duty_permille, f.duty_as_of, f.import_price_percent,
                          CAST(NULL AS TEXT)
                   FROM demand_figures f
                   WHERE f.region IN ('IN', $2)
                     AND f.crop_year = (SELECT MAX(g.crop_year) FROM demand_figures g
                                        WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $1)
                   UNION ALL
                   SELECT CAST(2 AS BIGINT), s.region, s.crop, '',
                          CAST(SUM(s.sown_kg) AS BIGINT), CAST(0 AS BIGINT), CAST(0 AS BIGINT),
                          CAST(SUM(s.revision) AS BIGINT), CAST(0 AS BIGINT), NULL, NULL, NULL, NULL, NULL
                   FROM supply s
                   WHERE s.region = $2 AND s.crop_year = $1
                   GROUP BY s.region, s.crop
                   UNION ALL
                   SELECT CAST(3 AS BIGINT), c.region, c.season, '',
                          c.sown_m2, c.usual_m2, CAST(0 AS BIGINT), c.number,
                          CAST(0 AS BIGINT), NULL, NULL, NULL, NULL, NULL
                   FROM coverage c
                   WHERE c.crop_year = $1
                     AND c.number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $1)
                   UNION ALL
                   SELECT CAST(4 AS BIGINT), r.region, r.crop, r.as_of,
                          r.applied, r.observed, CAST(0 AS BIGINT), r.number,
                          CAST(0 AS BIGINT), NULL, NULL, r.season, NULL, r.estimate
                   FROM season_ratios r
                   WHERE r.crop_year = $1
                     AND r.number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $1)";
        let params = [Value::Int(crop_year.first_year().into()), Value::Text(region.code())];
        let parts = reading.tx()?.rows(sql, &params, Part::read).await?;

        let mut state = DemandState {
            revision: 0,
            rows: Vec::new(),
            figures_as_of: None,
            coverage_percent: 0.0,
            observed: Vec::new(),
        };
        let (mut figures, mut sown) = (BTreeMap::new(), BTreeMap::<Crop, Kilograms>::new());
        let (mut land, mut ratios, mut restatement) = (Vec::new(), Vec::new(), 0);
        for part in parts {
            match part {
                Part::Figure { region, crop, as_of, given, revision } => {
                    figures.insert((region, crop), given);
                    state.figures_as_of = state.figures_as_of.max(Some(as_of));
                    state.revision += revision;
                }
                Part::Sown { crop, sown: kilograms, revision, .. } => {
                    sown.insert(crop, kilograms);
                    state.revision += revision;
                }
                Part::Land { row, number } => {
                    land.push(row);
                    restatement = number;
                }
                Part::Season(row) => ratios.push(row),
            }
        }
        state.revision += restatement;
        if figures.is_empty() {
            return Ok(state);
        }
        let coverage = Coverage::from_rows(land).with_ratios(Ratios::from_rows(ratios));
        state.coverage_percent = coverage.percent(region);
        state.observed = coverage.ratios().of(region).collect();
        state.rows = Crop::all()
            .map(|crop| {
                let given = |region| figures.get(&(region, crop)).copied();
                let standing = standing(region, crop, crop_year, given, &coverage).unwrap_or_default();
                DemandRow { crop, standing, sown: sown.get(&crop).copied().unwrap_or_default() }
            })
            .collect();
        Ok(state)
    }

    /// Reads demand and supply of a crop in each state, by name. Empty while no figures of it exist.
    pub async fn demand_of_states(&self, crop: Crop, crop_year: CropYear) -> Result<Vec<(State, DemandRow)>> {
        let mut reading = self.reading().await?;
        // A single statement, as above.
        let sql = "SELECT CAST(1 AS BIGINT), f.region, f.crop, f.as_of,
                          f.domestic_kg, f.exported_kg, f.outside_supply_kg, CAST(0 AS BIGINT),
                          f.error_percent, f.imported_kg, f.duty_permille, f.duty_as_of, f.import_price_percent,
                          CAST(NULL AS TEXT)
                   FROM demand_figures f
                   WHERE f.crop = $1
                     AND f.crop_year = (SELECT MAX(g.crop_year) FROM demand_figures g
                                        WHERE g.region = f.region AND g.crop = f.crop AND g.crop_year <= $2)
                   UNION ALL
                   SELECT CAST(2 AS BIGINT), s.region, s.crop, '',
                          CAST(SUM(s.sown_kg) AS BIGINT), CAST(0 AS BIGINT), CAST(0 AS BIGINT), CAST(0 AS BIGINT),
                          CAST(0 AS BIGINT), NULL, NULL, NULL, NULL, NULL
                   FROM supply s
                   WHERE s.crop = $1 AND s.crop_year = $2
                   GROUP BY s.region, s.crop
                   UNION ALL
                   SELECT CAST(3 AS BIGINT), c.region, c.season, '',
                          c.sown_m2, c.usual_m2, CAST(0 AS BIGINT), c.number,
                          CAST(0 AS BIGINT), NULL, NULL, NULL, NULL, NULL
                   FROM coverage c
                   WHERE c.crop_year = $2
                     AND c.number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $2)
                   UNION ALL
                   SELECT CAST(4 AS BIGINT), r.region, r.crop, r.as_of,
                          r.applied, r.observed, CAST(0 AS BIGINT), r.number,
                          CAST(0 AS BIGINT), NULL, NULL, r.season, NULL, r.estimate
                   FROM season_ratios r
                   WHERE r.crop = $1 AND r.crop_year = $2
                     AND r.number = (SELECT MAX(n.number) FROM coverage n WHERE n.crop_year = $2)";
        let params = [Value::Text(crop.key()), Value::Int(crop_year.first_year().into())];
        let (mut figures, mut sown) = (BTreeMap::new(), BTreeMap::new());
        let (mut land, mut ratios) = (Vec::new(), Vec::new());
        for part in reading.tx()?.rows(sql, &params, Part::read).await? {
            match part {
                Part::Figure { region, given, .. } => drop(figures.insert(region, given)),
                Part::Sown { region, sown: kilograms, .. } => drop(sown.insert(region, kilograms)),
                Part::Land { row, .. } => land.push(row),
                Part::Season(row) => ratios.push(row),
            }
        }
        let coverage = Coverage::from_rows(land).with_ratios(Ratios::from_rows(ratios));
        let row = |state| {
            let region = Region::State(state);
            let standing = standing(region, crop, crop_year, |region| figures.get(&region).copied(), &coverage)?;
            Some((state, DemandRow { crop, standing, sown: sown.get(&region).copied().unwrap_or_default() }))
        };
        Ok(State::all().filter_map(row).collect())
    }
}

/// A row of the statements that read demand and supply.
enum Part {
    Figure { region: Region, crop: Crop, as_of: Date, given: Given, revision: i64 },
    Sown { region: Region, crop: Crop, sown: Kilograms, revision: i64 },
    Land { row: LandRow, number: i64 },
    Season(RatioRow),
}

impl Part {
    fn read(row: &Row<'_>) -> Result<Self> {
        Ok(match row.int(0)? {
            1 => Self::Figure {
                region: row.region(1)?,
                crop: row.crop(2)?,
                as_of: row.date(3)?,
                given: Given {
                    balance: row.balance(4, 5)?,
                    usual: Kilograms(row.int(6)?),
                    error_percent: row.small(8, "error")?,
                    imports: row.imports([9, 10, 11, 12])?,
                },
                revision: row.int(7)?,
            },
            2 => Self::Sown {
                region: row.region(1)?,
                crop: row.crop(2)?,
                sown: Kilograms(row.int(4)?),
                revision: row.int(7)?,
            },
            4 => Self::Season(ratio_row(row, [1, 2, 11, 4, 5, 13, 3])?),
            _ => Self::Land { row: land_row(row, [1, 2, 4, 5])?, number: row.int(7)? },
        })
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
type SupplyRow = (&'static str, i16, &'static str, i64);

impl SupplyChange {
    /// The running sum of a region that it changes. The ten days of the sowing in its crop year (1 to 36) and a hash of
    /// the change's id select the shard, so that the sums by ten days take no write of their own.
    fn row_of(&self, region: Region, tx: &Tx<'_>, id: Uuid) -> SupplyRow {
        let ten_days = TenDays::of(in_india(self.sown_at).date()).in_crop_year();
        let shard = i64::from(ten_days) * SHARDS + shard_of(tx, id);
        (region.code(), CropYear::of(self.sown_at).first_year(), self.crop.key(), shard)
    }
}

/// Adds to the running sum of a state, and then to India's: every transaction locks rows in the same order, states
/// before India, so that transactions cannot deadlock. India's rows have the most writers and are locked last.
const ADD_TO_STATE_AND_INDIA: &str = "
    INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
    VALUES ($1, $2, $3, $4, $5, 1), ('IN', $2, $3, $4, $5, 1)
    ON CONFLICT (region, crop_year, crop, shard)
    DO UPDATE SET sown_kg = supply.sown_kg + excluded.sown_kg, revision = supply.revision + 1";

/// Adds to the running sum of one region.
const ADD_TO_REGION: &str = "
    INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision) VALUES ($1, $2, $3, $4, $5, 1)
    ON CONFLICT (region, crop_year, crop, shard)
    DO UPDATE SET sown_kg = supply.sown_kg + excluded.sown_kg, revision = supply.revision + 1";

/// Applies a change to the running sums of its state and of India, appends it to the change feed, and adds to the sums
/// of its farmer. These are the last statements of the transaction: `before` are those that go with them.
pub(crate) async fn change_supply_last(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (id, change): (Uuid, SupplyChange),
    before: &[Execution<'_>],
) -> Result<()> {
    let SupplyChange { kind, region, crop, sown, .. } = change;
    let sums = if region == Region::India { ADD_TO_REGION } else { ADD_TO_STATE_AND_INDIA };
    let row = change.row_of(region, tx, id);
    let (supply, entry) = (supply_row(row, sown), feed_entry(now, kind, region, crop, row.1, sown));
    let mut statements = before.to_vec();
    statements.extend([(APPEND_TO_FEED, &entry[..]), (sums, &supply[..])]);
    tx.execute_last(&statements).await
}

/// Selects a shard by a hash of an id.
pub(crate) fn shard_of(tx: &Tx<'_>, id: Uuid) -> i64 {
    let [.., last_byte] = *id.as_bytes();
    (last_byte % tx.supply_shards()).into()
}

fn supply_row((region, year, crop, shard): SupplyRow, sown: Kilograms) -> [Value<'static>; 5] {
    [Value::Text(region), Value::Int(year.into()), Value::Text(crop), Value::Int(shard), Value::Int(sown.0)]
}

/// Changes of the supply that belong together, summed by region, crop, ten days of sowing, and time of the change.
pub(crate) struct SupplyChanges {
    kind: &'static str,
    sums: BTreeMap<ChangeKey, (Timestamp, Kilograms)>,
}

/// What changes are summed by: region, crop, crop year and ten days of the sowing, and the time of the change.
type ChangeKey = (Region, Crop, CropYear, TenDays, Timestamp);

impl SupplyChanges {
    pub(crate) fn of(kind: &'static str) -> Self {
        Self { kind, sums: BTreeMap::new() }
    }

    /// Adds a change. `at`: from when on the feed has it.
    pub(crate) fn add(&mut self, (region, crop, sown_at): Sown, kilograms: Kilograms, at: Timestamp) {
        let ten_days = TenDays::of(in_india(sown_at).date());
        let key = (region, crop, CropYear::of(sown_at), ten_days, at);
        self.sums.entry(key).or_insert((sown_at, Kilograms(0))).1.0 += kilograms.0;
    }

    /// Applies the changes to the running sums of states and of India, and appends them to the change feed.
    pub(crate) async fn apply(self, tx: &mut Tx<'_>) -> Result<()> {
        let kind = self.kind;
        let changes = self.sums.into_iter().filter(|(_, (_, sown))| sown.0 != 0);
        let changes = changes.map(|((region, crop, _, _, at), (sown_at, sown))| {
            (at, SupplyChange { kind, region, crop, sown_at, sown })
        });
        let changes: Vec<_> = changes.collect();
        let (mut states, mut india) =
            (BTreeMap::<SupplyRow, Kilograms>::new(), BTreeMap::<SupplyRow, Kilograms>::new());
        for (_, change) in &changes {
            india.entry(change.row_of(Region::India, tx, Uuid::nil())).or_default().0 += change.sown.0;
            if change.region != Region::India {
                states.entry(change.row_of(change.region, tx, Uuid::nil())).or_default().0 += change.sown.0;
            }
        }
        let rows = |sums: BTreeMap<SupplyRow, Kilograms>| {
            let other = sums.into_iter().filter(|(_, sown)| sown.0 != 0);
            other.map(|(row, sown)| supply_row(row, sown)).collect::<Vec<_>>()
        };
        tx.execute_all(ADD_TO_REGION, &rows(states)).await?;
        let entries = changes.iter().map(|(at, SupplyChange { kind, region, crop, sown_at, sown })| {
            feed_entry(*at, kind, *region, *crop, CropYear::of(*sown_at).first_year(), *sown)
        });
        tx.execute_all(APPEND_TO_FEED, &entries.collect::<Vec<_>>()).await?;
        tx.execute_all(ADD_TO_REGION, &rows(india)).await
    }
}

/// Region, crop and time of a sowing.
pub(crate) type Sown = (Region, Crop, Timestamp);
