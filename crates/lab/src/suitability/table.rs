//! Table of observed crop shares by district.

use csv::StringRecord;
use grow_domain::land::Shares;
use grow_domain::{Crop, District, PerCrop, State};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Observed shares of a district, mean of several years.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The district.
    pub district: District,
    /// Share of each crop.
    pub shares: Shares,
    /// Total area of the sixteen crops, ha a year. Land sown twice a year counts twice.
    pub area_ha: f64,
    /// Number of years in the mean.
    pub years: u16,
}

/// Observations, at most one for each district, in the order of [`District::all`].
#[derive(Clone, Debug, PartialEq)]
pub struct Table(Vec<Observation>);

/// Required columns, in addition to a `share_` column for each of the sixteen crops.
pub const COLUMNS: [&str; 3] = ["state", "district", "total16_ha"];

/// Optional column: the number of years in the mean. A table without it is of one year.
const YEARS: &str = "n_years";

/// Number of years of a usual observation.
const USUAL_YEARS: f64 = 10.0;

/// Prefix of a share's column: `share_red_gram`.
const SHARE: &str = "share_";

/// Tolerance of the sum of a district's shares, for rounding in the source.
const SUM_MAY_BE_OFF: f64 = 0.001;

/// A line for which a table is rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Refusal {
    /// Line number from 1; comments and empty lines count.
    pub line: u64,
    /// Description of the fault.
    pub fault: Fault,
}

/// A fault in a line, with what is expected instead.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Fault {
    #[error("this is no CSV: {0}")]
    Csv(String),
    #[error("the column `{0}` is missing; the first line must name it")]
    MissingColumn(String),
    #[error("there are two columns `{0}`; keep one of them")]
    ColumnTwice(String),
    #[error("`{0}` is none of the sixteen crops; a share's column is named as in `share_red_gram`")]
    UnknownCrop(String),
    #[error("there are no districts; write one line for each below the header")]
    NoDistricts,
    #[error("{expected} columns are expected, as in the header, and there are {found}")]
    Columns { expected: usize, found: usize },
    #[error("`{0}` is no state or union territory of India")]
    UnknownState(String),
    #[error("`{name}` is no district of {}; write the name as in data/district_climate.csv", .state.name())]
    UnknownDistrict { state: State, name: String },
    #[error("{0} stands on line {1} already; keep one of the two")]
    DistrictTwice(District, u64),
    #[error("{column} is `{text}`; write a number, 0 or more")]
    Number { column: String, text: String },
    #[error("n_years is `{0}`; write the number of years in the mean, 1 to 100")]
    Years(String),
    #[error("total16_ha is 0; leave out a district that grows none of the crops")]
    NoArea,
    #[error("the shares sum to {0:.4} and not to 1")]
    Sum(f64),
}

impl Table {
    /// The embedded table: `data/crop_share.csv`. Its header names source, years and licence.
    #[must_use]
    pub fn observed() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
        static OBSERVED: LazyLock<Table> = LazyLock::new(|| {
            Table::parse(include_str!("../../../../data/crop_share.csv")).expect("data/crop_share.csv is well-formed")
        });
        &OBSERVED
    }

    /// Parses a table: CSV whose header names [`COLUMNS`] and the sixteen shares in any order. Other columns are
    /// ignored, and lines that start with `#` are comments. The shares of each row sum to 1.
    ///
    /// A single faulty line rejects the table. The error lists every faulty line.
    pub fn parse(text: &str) -> Result<Self, Vec<Refusal>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut lines = reader.records().map(|record| match record {
            Ok(record) => (line_of(record.position()), Ok(record)),
            Err(error) => (line_of(error.position()), Err(Fault::Csv(error.to_string()))),
        });

        let header = lines.next().unwrap_or((1, Ok(StringRecord::new())));
        let header_line = header.0;
        let header = header.1.map_err(|fault| vec![Refusal { line: header_line, fault }])?;
        let columns = Columns::find(&header).map_err(|faults| {
            faults.into_iter().map(|fault| Refusal { line: header_line, fault }).collect::<Vec<_>>()
        })?;

        let mut found = BTreeMap::<District, (u64, Observation)>::new();
        let mut refusals = Vec::new();
        for (line, record) in lines {
            match record.and_then(|record| columns.read(&record)) {
                Err(fault) => refusals.push(Refusal { line, fault }),
                Ok(observation) => {
                    if let Some((first, _)) = found.get(&observation.district) {
                        refusals.push(Refusal { line, fault: Fault::DistrictTwice(observation.district, *first) });
                    } else {
                        found.insert(observation.district, (line, observation));
                    }
                }
            }
        }
        if found.is_empty() && refusals.is_empty() {
            refusals.push(Refusal { line: header_line, fault: Fault::NoDistricts });
        }
        if refusals.is_empty() {
            Ok(Self(found.into_values().map(|(_, observation)| observation).collect()))
        } else {
            Err(refusals)
        }
    }

    /// The observations, by district.
    #[must_use]
    pub fn rows(&self) -> &[Observation] {
        &self.0
    }

    /// Creates a table from observations. `None` unless they are at least one, in the order of [`District::all`], and
    /// one for each district.
    pub(super) fn from_rows(rows: Vec<Observation>) -> Option<Self> {
        (!rows.is_empty() && rows.is_sorted_by(|a, b| a.district < b.district)).then_some(Self(rows))
    }

    /// The observation of a district.
    #[must_use]
    pub fn of(&self, district: District) -> Option<&Observation> {
        self.0.get(self.position(district)?)
    }

    /// Position of a district in [`Table::rows`].
    pub(super) fn position(&self, district: District) -> Option<usize> {
        self.0.binary_search_by_key(&district, |row| row.district).ok()
    }

    /// The median area of the sixteen crops in a district, ha.
    fn median_area_ha(&self) -> f64 {
        let mut areas: Vec<_> = self.0.iter().map(|row| row.area_ha).collect();
        areas.sort_by(f64::total_cmp);
        areas.get(areas.len() / 2).copied().unwrap_or(1.0)
    }

    /// Weight of each district in the training: its area relative to the median area, clamped to `lightest..=1`.
    #[must_use]
    pub fn weights(&self, lightest: f64) -> Vec<f64> {
        let median = self.median_area_ha();
        self.0.iter().map(|row| (row.area_ha / median).clamp(lightest, 1.0)).collect()
    }

    /// For each district, the factor by which the variance of its observation exceeds that of ten years on the median
    /// area.
    ///
    /// It falls with the years, and with the square root of the area: neighbouring fields are alike, so the variance of
    /// a mean falls more slowly than its area grows (Fairfield Smith, An empirical law describing heterogeneity in the
    /// yields of agricultural crops, 1938).
    #[must_use]
    pub fn uncertainties(&self) -> Vec<f64> {
        let median = self.median_area_ha();
        self.0.iter().map(|row| (median / row.area_ha).sqrt() * USUAL_YEARS / f64::from(row.years)).collect()
    }

    /// SHA-256 of districts, shares, areas and years.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for row in self.rows() {
            hash.update(row.district.key());
            for number in row.shares.as_array().iter().chain([&row.area_ha, &f64::from(row.years)]) {
                hash.update(number.to_le_bytes());
            }
        }
        hash.finalize().into()
    }

    /// The observations that satisfy the predicate.
    #[must_use]
    pub fn only(&self, is_kept: impl Fn(District) -> bool) -> Self {
        Self(self.0.iter().filter(|row| is_kept(row.district)).cloned().collect())
    }

    /// The unweighted mean share of each crop. `None` for an empty table.
    #[must_use]
    pub fn mean(&self) -> Option<Shares> {
        Shares::from_weights(PerCrop::from_fn(|crop| self.0.iter().map(|row| row.shares.of(crop)).sum()))
    }
}

fn line_of(position: Option<&csv::Position>) -> u64 {
    position.map_or(1, csv::Position::line)
}

/// Positions of the columns.
struct Columns {
    count: usize,
    state: usize,
    district: usize,
    area: usize,
    years: Option<usize>,
    shares: Vec<(Crop, usize)>,
}

impl Columns {
    fn find(header: &StringRecord) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut shares = BTreeMap::new();
        let mut named = BTreeMap::new();
        for (at, name) in header.iter().enumerate() {
            let crop = name.strip_prefix(SHARE).map(|crop| crop.replace('_', " ").parse::<Crop>());
            let before = match crop {
                Some(Ok(crop)) => shares.insert(crop, at),
                Some(Err(_)) => {
                    faults.push(Fault::UnknownCrop(shown(name.trim_start_matches(SHARE))));
                    None
                }
                None => named.insert(name, at),
            };
            if before.is_some() {
                faults.push(Fault::ColumnTwice(shown(name)));
            }
        }
        let [state, district, area] = COLUMNS.map(|name| named.get(name).copied());
        let missing = COLUMNS.into_iter().zip([state, district, area]).filter(|(_, at)| at.is_none());
        faults.extend(missing.map(|(name, _)| Fault::MissingColumn(name.to_owned())));
        let unseen = Crop::all().filter(|crop| !shares.contains_key(crop));
        faults.extend(unseen.map(|crop| Fault::MissingColumn(share_column(crop))));
        match (state, district, area) {
            (Some(state), Some(district), Some(area)) if faults.is_empty() => {
                let years = named.get(YEARS).copied();
                Ok(Self { count: header.len(), state, district, area, years, shares: shares.into_iter().collect() })
            }
            _ => Err(faults),
        }
    }

    fn read(&self, row: &StringRecord) -> Result<Observation, Fault> {
        if row.len() != self.count {
            return Err(Fault::Columns { expected: self.count, found: row.len() });
        }
        let text = |at: usize| row.get(at).unwrap_or_default();
        let state: State = text(self.state).parse().map_err(|_| Fault::UnknownState(shown(text(self.state))))?;
        let name = text(self.district);
        let district = District::all()
            .find(|district| district.state() == state && district.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| Fault::UnknownDistrict { state, name: shown(name) })?;
        let area_ha = number(COLUMNS[2], text(self.area))?;
        if area_ha == 0.0 {
            return Err(Fault::NoArea);
        }
        let years = self.years.map_or(Ok(1), |at| years(text(at)))?;
        let mut weights = PerCrop::all(0.0);
        for (crop, at) in &self.shares {
            weights[*crop] = number(&share_column(*crop), text(*at))?;
        }
        let sum = weights.sum();
        let shares = Shares::from_weights(weights).filter(|_| (sum - 1.0).abs() <= SUM_MAY_BE_OFF);
        Ok(Observation { district, shares: shares.ok_or(Fault::Sum(sum))?, area_ha, years })
    }
}

fn share_column(crop: Crop) -> String {
    format!("{SHARE}{}", crop.facts().table_name.to_ascii_lowercase().replace(' ', "_"))
}

fn number(column: &str, text: &str) -> Result<f64, Fault> {
    text.parse::<f64>()
        .ok()
        .filter(|number| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| Fault::Number { column: column.to_owned(), text: shown(text) })
}

fn years(text: &str) -> Result<u16, Fault> {
    let years = text.parse().ok().filter(|years| (1..=100).contains(years));
    years.ok_or_else(|| Fault::Years(shown(text)))
}

/// Shortens a rejected text and escapes control characters, for quoting in a message.
fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> String {
        let shares: Vec<_> = Crop::all().map(share_column).collect();
        format!("state,district,total16_ha,{}", shares.join(","))
    }

    /// A row with the given first cells, all of whose area is paddy.
    fn paddy(first: &str) -> String {
        format!("{first},1{}", ",0".repeat(15))
    }

    fn faults(text: &str) -> Vec<String> {
        Table::parse(text).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_products_own_table_holds_558_districts_of_32_states() {
        let table = Table::observed();
        assert_eq!(table.rows().len(), 558);
        let states: std::collections::BTreeSet<_> = table.rows().iter().map(|row| row.district.state()).collect();
        assert_eq!(states.len(), 32);
        let anantapur = table.of(District::from_key("ap-anantapur").unwrap()).unwrap();
        assert!((anantapur.shares.of(Crop::Groundnut) - 0.683_326).abs() < 1e-5);
        assert_eq!(table.of(District::from_key("mh-mumbai").or(District::all().last()).unwrap()), None);
        assert!((table.mean().unwrap().of(Crop::Paddy) - 0.40).abs() < 0.1);
    }

    #[test]
    fn columns_may_stand_in_any_order_among_others_and_comments_count_as_lines() {
        let text = format!("# by letter\nnote,{}\nok,{}\n", header(), paddy("Tamil Nadu,ERODE,5"));
        let table = Table::parse(&text).unwrap();
        let [row] = table.rows() else { panic!("{table:?}") };
        assert_eq!((row.district.key(), row.area_ha), ("tn-erode", 5.0));
        assert!(row.shares.of(Crop::Paddy) >= 1.0);
        let broken = text.replace("ERODE", "Atlantis");
        assert_eq!(
            faults(&broken),
            ["line 3: `Atlantis` is no district of Tamil Nadu; write the name as in data/district_climate.csv"]
        );
    }

    #[test]
    fn a_header_that_lacks_a_column_or_names_another_crop_is_refused() {
        assert_eq!(
            faults(&header().replace("total16_ha", "area").replace("share_ragi", "share_wheat")),
            [
                "line 1: `wheat` is none of the sixteen crops; a share's column is named as in `share_red_gram`",
                "line 1: the column `total16_ha` is missing; the first line must name it",
                "line 1: the column `share_ragi` is missing; the first line must name it",
            ]
        );
        assert_eq!(faults(&format!("{},state", header())), ["line 1: there are two columns `state`; keep one of them"]);
        assert_eq!(faults("").len(), 19);
        assert_eq!(faults(&header()), ["line 1: there are no districts; write one line for each below the header"]);
    }

    #[test]
    fn every_bad_row_is_told_with_its_line() {
        let rows = [
            paddy("Tamil Nadu,Erode,1"),
            paddy("Atlantis,Erode,1"),
            paddy("Tamil Nadu,Erode,1"),
            paddy("Tamil Nadu,Salem,0"),
            paddy("Tamil Nadu,Salem,NaN"),
            paddy("Tamil Nadu,Salem,1").replace(",1,0", ",0.9,0"),
            paddy("Tamil Nadu,Salem,1").replace(",1,0", ",1.5,-0.5"),
            paddy("Tamil Nadu,Salem,1").replace(",1,0", ",inf,0"),
            paddy("Tamil Nadu,Salem"),
        ];
        assert_eq!(
            faults(&format!("{}\n{}", header(), rows.join("\n"))),
            [
                "line 3: `Atlantis` is no state or union territory of India",
                "line 4: Erode, Tamil Nadu stands on line 2 already; keep one of the two",
                "line 5: total16_ha is 0; leave out a district that grows none of the crops",
                "line 6: total16_ha is `NaN`; write a number, 0 or more",
                "line 7: the shares sum to 0.9000 and not to 1",
                "line 8: share_cholam is `-0.5`; write a number, 0 or more",
                "line 9: share_paddy is `inf`; write a number, 0 or more",
                "line 10: 19 columns are expected, as in the header, and there are 18",
            ]
        );
    }
}
