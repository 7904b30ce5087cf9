//! The demand overview at one time, in each format. Each format is created on first use and then shared.

use crate::representation::{Representation, hash, weak_tag};
use bytes::Bytes;
use grow_domain::demand::{DemandRow, Summary};
use grow_domain::regional::{Basis, RegionBalance, UseBy};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::DemandState;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::OnceLock;
use utoipa::ToSchema;

/// Demand and supply of all crops of a region in a crop year.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DemandOverview {
    /// The region's code.
    #[schema(example = "IN")]
    pub(crate) region: &'static str,
    /// The region's name.
    #[schema(example = "India")]
    pub(crate) region_name: &'static str,
    pub(crate) basis: FigureBasis,
    /// The first calendar year of the crop year, which runs from 1 May to 30 April.
    #[schema(example = 2026)]
    pub(crate) crop_year: i16,
    /// Counts the changes of these figures within the crop year: of two overviews of a region, the later one has the
    /// greater crop year, or in the same year the greater revision.
    #[schema(example = 17)]
    pub(crate) revision: i64,
    /// Time of the last change, for display. It follows the clock of a server; order states by `revision`.
    pub(crate) as_of: Timestamp,
    /// The latest day on which a figure for demand or usual supply was compiled.
    #[schema(value_type = Option<String>, format = Date, example = "2026-11-23")]
    pub(crate) figures_as_of: Option<Date>,
    /// Percentage of the region's usual land under the sixteen crops that is in Grow, as it was restated last, once a
    /// day. The outside supply leaves it out.
    #[schema(example = 0.4)]
    pub(crate) coverage_percent: f64,
    pub(crate) summary: DemandSummary,
    /// One row for each crop whose figures are known.
    pub(crate) crops: Vec<CropDemand>,
    /// Keys of the crops whose figures are missing or cannot be read; missing where there are none. They are not in the
    /// summary either.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["ragi"]))]
    pub(crate) not_known: Vec<&'static str>,
}

/// Where demand and usual supply of a region come from: `imported`, all were given for this very region; `derived`, all
/// are its part of India's; `mixed`, some crops are so and some so, and each row says it.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FigureBasis {
    Imported,
    Derived,
    Mixed,
}

impl FigureBasis {
    fn of(rows: &[DemandRow]) -> Self {
        let imported = rows.iter().filter(|row| row.standing.basis == Basis::Given).count();
        match imported {
            0 if !rows.is_empty() => Self::Derived,
            all if all == rows.len() => Self::Imported,
            _ => Self::Mixed,
        }
    }
}

/// What a state's part of India's domestic use goes by: `population`, what people eat; `processing`, what its mills
/// take; `production`, because no balance of supply and use is known. Its usual supply and its exports go by
/// production.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowBasis {
    Population,
    Processing,
    Production,
}

impl RowBasis {
    /// `None` where the figures were given for the region itself.
    pub(crate) fn of(basis: Basis) -> Option<Self> {
        match basis {
            Basis::Given => None,
            Basis::PartOfIndia(UseBy::Population) => Some(Self::Population),
            Basis::PartOfIndia(UseBy::Processing) => Some(Self::Processing),
            Basis::PartOfIndia(UseBy::Production) => Some(Self::Production),
        }
    }
}

/// The four figures above the table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DemandSummary {
    /// Mean demand of a crop, tonnes.
    average_demand_tonnes: f64,
    /// Mean supply met of a crop, tonnes.
    average_met_tonnes: f64,
    /// All supply met as a percentage of all demand.
    met_percent: f64,
    /// All demand minus all supply met, tonnes; negative when there is a surplus.
    total_need_tonnes: f64,
    /// Whether the total need is beyond the error of the sum; missing where it is within it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_beyond_error: bool,
}

/// The standing of one crop.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CropDemand {
    /// The crop's key.
    #[schema(example = "groundnut")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "GROUNDNUT")]
    name: &'static str,
    /// What is wanted of the region's growers: `domestic_tonnes` and `exported_tonnes`.
    demand_tonnes: f64,
    /// What is met: `outside_tonnes` and `sown_tonnes`.
    met_tonnes: f64,
    /// What is left: demand minus met, tonnes; negative when there is a surplus.
    need_tonnes: f64,
    /// Met as a percentage of demand; 0 if demand is 0.
    met_percent: f64,
    /// Use in the region, tonnes; the usual supply where no balance is known.
    domestic_tonnes: f64,
    /// Usual exports, tonnes.
    exported_tonnes: f64,
    /// What all growers of the region bring in a usual year, tonnes.
    usual_tonnes: f64,
    /// What growers outside Grow bring: the usual supply, moved by what was observed of this year's seasons, less what
    /// grows on land that is in Grow, tonnes.
    outside_tonnes: f64,
    /// Expected yield of the sowings in Grow, tonnes.
    sown_tonnes: f64,
    /// Whether a balance of supply and use is known. Without one, demand is the usual supply, and no need is made up.
    has_balance: bool,
    /// Whether the need, or the surplus, is beyond the error of the figure; missing where about as much is on the way
    /// as is needed, and without a balance.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_beyond_error: bool,
    /// Whether imports hold its price today; missing where they do not. `/api/v1/demand/sources` has their terms.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_imported: bool,
    /// What the region's part of India's domestic use goes by; missing where figures were given for this very region.
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<RowBasis>,
}

impl From<&DemandRow> for CropDemand {
    fn from(row: &DemandRow) -> Self {
        Self {
            crop: row.crop.key(),
            name: row.crop.table_name(),
            demand_tonnes: row.demand().tonnes(),
            met_tonnes: row.met().tonnes(),
            need_tonnes: row.need().tonnes(),
            met_percent: row.met_percent(),
            domestic_tonnes: row.standing.domestic.tonnes(),
            exported_tonnes: row.standing.exported.tonnes(),
            usual_tonnes: row.standing.usual.tonnes(),
            outside_tonnes: row.standing.outside.tonnes(),
            sown_tonnes: row.sown.tonnes(),
            has_balance: row.standing.has_balance,
            is_beyond_error: row.is_beyond_error(),
            is_imported: row.standing.imports.is_some(),
            basis: RowBasis::of(row.standing.basis),
        }
    }
}

impl From<Summary> for DemandSummary {
    fn from(summary: Summary) -> Self {
        let Summary { average_demand_tonnes, average_met_tonnes, met_percent, total_need, is_beyond_error } = summary;
        let total_need_tonnes = total_need.tonnes();
        Self { average_demand_tonnes, average_met_tonnes, met_percent, total_need_tonnes, is_beyond_error }
    }
}

/// The columns of the table as CSV. New ones are added at the end.
const CSV_HEADER: &str = "crop,demand_tonnes,met_tonnes,need_tonnes,met_percent,usual_supply_tonnes,domestic_tonnes,\
                          exported_tonnes,use_by,region,crop_year";

/// A revision of the demand: the crop year, and the number of changes in it. Later revisions are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Revision {
    crop_year: CropYear,
    number: i64,
}

impl Revision {
    /// Parses the revision of an event id of any region.
    pub(super) fn of_id(id: &str) -> Option<Self> {
        let mut parts = id.rsplitn(4, '-').skip(1);
        let (number, year) = (parts.next()?, parts.next()?);
        let crop_year = CropYear::from_first_year(year.parse().ok()?)?;
        Some(Self { crop_year, number: number.parse().ok()? })
    }
}

/// The overview at one time.
pub(crate) struct Overview {
    region: Region,
    crop_year: CropYear,
    as_of: Timestamp,
    state: DemandState,
    written: OnceLock<Written>,
    csv: OnceLock<Bytes>,
    event: OnceLock<Bytes>,
}

/// The serialised overview.
struct Written {
    id: String,
    json: Representation,
}

impl Overview {
    pub(crate) fn new(region: Region, crop_year: CropYear, as_of: Timestamp, state: DemandState) -> Self {
        let (written, csv, event) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { region, crop_year, as_of, state, written, csv, event }
    }

    pub(crate) fn revision(&self) -> Revision {
        Revision { crop_year: self.crop_year, number: self.state.revision }
    }

    fn written(&self) -> &Written {
        self.written.get_or_init(|| {
            let json = to_json(&self.body(self.rows()));
            let (year, revision, hash) = (self.crop_year, self.state.revision, hash(&json));
            let id = match self.region {
                Region::India => format!("{year}-{revision}-{hash}"),
                Region::State(state) => format!("{}-{year}-{revision}-{hash}", state.code()),
            };
            Written { json: Representation::json(json, weak_tag(&id)), id }
        })
    }

    /// The id of the revision: year, revision and a hash, because another database may reach the same numbers. The id
    /// of a state begins with the state's code, because two regions may reach the same numbers, too.
    pub(crate) fn id(&self) -> &str {
        &self.written().id
    }

    /// The response of `GET /api/v1/demand`, with the id as its `ETag`.
    pub(crate) fn json(&self) -> &Representation {
        &self.written().json
    }

    pub(crate) fn region(&self) -> Region {
        self.region
    }

    pub(crate) fn crop_year(&self) -> CropYear {
        self.crop_year
    }

    pub(crate) fn as_of(&self) -> Timestamp {
        self.as_of
    }

    /// The rows of all crops. Empty if the operator has imported no figures.
    pub(crate) fn rows(&self) -> &[DemandRow] {
        &self.state.rows
    }

    /// The crops whose figures are missing or cannot be read.
    fn not_known(&self) -> impl Iterator<Item = Crop> {
        Crop::all().filter(|crop| self.rows().iter().all(|row| row.crop != *crop))
    }

    /// The table as CSV, with the byte order mark by which a spreadsheet knows UTF-8. The use of a state of which
    /// nothing is known is empty, and so is what follows from it.
    pub(crate) fn csv(&self) -> Bytes {
        self.csv
            .get_or_init(|| {
                let mut text = format!("\u{feff}{CSV_HEADER}\r\n");
                let (region, year) = (self.region.code(), self.crop_year);
                for row in self.rows() {
                    let RegionBalance { usual, domestic, exported, basis, .. } = row.standing;
                    let [demand, met, need, grown, used, exported] =
                        [row.demand(), row.met(), row.need(), usual, domestic, exported].map(Kilograms::tonnes);
                    let (name, percent) = (row.crop.table_name(), row.met_percent());
                    let is_known = row.standing.has_balance || self.region == Region::India;
                    let known = |figure: String| if is_known { figure } else { String::new() };
                    let [need, percent, used] =
                        [format!("{need:.3}"), format!("{percent:.5}"), format!("{used:.3}")].map(known);
                    let use_by = match basis {
                        Basis::Given => "given",
                        Basis::PartOfIndia(UseBy::Population) => "population",
                        Basis::PartOfIndia(UseBy::Processing) => "processing",
                        Basis::PartOfIndia(UseBy::Production) => "not known",
                    };
                    let _ = write!(
                        text,
                        "{name},{demand:.3},{met:.3},{need},{percent},{grown:.3},{used},{exported:.3},{use_by},\
                         {region},{year}\r\n"
                    );
                }
                text.into()
            })
            .clone()
    }

    /// The event that replaces the whole overview.
    pub(crate) fn event(&self) -> Bytes {
        self.event.get_or_init(|| frame("overview", self.id(), self.json().plain())).clone()
    }

    /// The event that updates a stream from the previous revision: only the changed rows.
    pub(crate) fn change_since(&self, before: &Self) -> Bytes {
        let changed: Vec<_> = self.rows().iter().filter(|row| !before.rows().contains(row)).copied().collect();
        frame("change", self.id(), &to_json(&self.body(&changed)))
    }

    fn body(&self, rows: &[DemandRow]) -> DemandOverview {
        DemandOverview {
            region: self.region.code(),
            region_name: self.region.name(),
            basis: FigureBasis::of(self.rows()),
            crop_year: self.crop_year.first_year(),
            revision: self.state.revision,
            as_of: self.as_of,
            figures_as_of: self.state.figures_as_of,
            coverage_percent: self.state.coverage_percent,
            summary: Summary::of(self.rows()).into(),
            crops: rows.iter().map(CropDemand::from).collect(),
            not_known: self.not_known().map(Crop::key).collect(),
        }
    }
}

fn to_json(body: &DemandOverview) -> Bytes {
    serde_json::to_vec(body).unwrap_or_default().into()
}

fn frame(event: &str, id: &str, json: &[u8]) -> Bytes {
    let head = format!("id: {id}\nevent: {event}\ndata: ");
    [head.as_bytes(), json, b"\n\n"].concat().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{HeaderMap, header};

    fn overview(revision: i64, met: i64) -> Overview {
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().unwrap();
        let rows = Crop::all()
            .map(|crop| DemandRow {
                crop,
                standing: RegionBalance { domestic: Kilograms(10_000), ..RegionBalance::default() },
                sown: Kilograms(if crop == Crop::Groundnut { met } else { 0 }),
            })
            .collect();
        let state = DemandState { revision, rows, figures_as_of: None, coverage_percent: 0.0, observed: Vec::new() };
        Overview::new(Region::India, CropYear::of(now), now, state)
    }

    #[test]
    fn a_change_holds_only_the_rows_that_differ() {
        let (before, after) = (overview(7, 0), overview(8, 3_000));
        let event = String::from_utf8(after.change_since(&before).to_vec()).unwrap();
        assert!(event.starts_with(&format!("id: {}\nevent: change\ndata: {{", after.id())), "{event}");
        assert!(event.ends_with("}\n\n"));
        let data: serde_json::Value = serde_json::from_str(event.split_once("data: ").unwrap().1).unwrap();
        assert_eq!(data["crops"].as_array().unwrap().len(), 1);
        assert_eq!(data["crops"][0]["name"], "GROUNDNUT");
        assert_eq!(data["crops"][0]["met_tonnes"], 3.0);
        assert_eq!(data["summary"]["total_need_tonnes"], 157.0);
    }

    #[test]
    fn the_table_for_a_spreadsheet_has_the_decimals_of_the_specification() {
        let csv = String::from_utf8(overview(7, 3_000).csv().to_vec()).unwrap();
        let groundnut = "GROUNDNUT,10.000,3.000,7.000,30.00000,0.000,10.000,0.000,given,IN,2026";
        assert!(csv.contains(&format!("\r\n{groundnut}\r\n")), "{csv}");
        assert!(csv.starts_with("\u{feff}crop,demand_tonnes,"), "a spreadsheet knows UTF-8 by it");
        assert_eq!(csv.lines().count(), 17);
    }

    #[test]
    fn another_state_has_another_tag() {
        let tag = |overview: Overview| overview.json().answer(&HeaderMap::new()).headers()[header::ETAG].clone();
        assert_ne!(tag(overview(7, 0)), tag(overview(8, 0)));
        assert_ne!(tag(overview(7, 0)), tag(overview(7, 1)));
    }
}
