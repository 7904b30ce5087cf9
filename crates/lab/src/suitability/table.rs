//! Table of observed crop shares by district.

use anyhow::{Context, bail, ensure};
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

/// Number of years of a usual observation.
const USUAL_YEARS: f64 = 10.0;

/// Tolerance of the sum of a district's shares, for rounding in the source.
const SUM_MAY_BE_OFF: f64 = 0.001;

impl Table {
    /// The embedded table: `data/crop_share.csv`. Its header names source, years and licence.
    pub fn observed() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
        static OBSERVED: LazyLock<Table> = LazyLock::new(|| {
            Table::parse(include_str!("../../../../data/crop_share.csv")).expect("data/crop_share.csv is well-formed")
        });
        &OBSERVED
    }

    /// Parses a table: CSV whose header names `state`, `district`, `total16_ha` and a `share_` column for each of the
    /// sixteen crops, in any order; `n_years` is the number of years in the mean, and without it that is one. Other
    /// columns are ignored, and lines that start with `#` are comments. The shares of each row sum to 1.
    ///
    /// A single faulty line rejects the table. The error lists every faulty line, with its number.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
        let (mut rows, mut faults) = (BTreeMap::new(), Vec::new());
        let header = reader.headers().cloned().unwrap_or_default();
        let names =
            ["state", "district", "total16_ha"].map(str::to_owned).into_iter().chain(Crop::all().map(share_column));
        let missing = names.filter(|name| !header.iter().any(|column| column == name));
        faults
            .extend(missing.map(|name| format!("line 1: the column `{name}` is missing; the first line must name it")));
        if !faults.is_empty() {
            return Err(faults);
        }
        for record in reader.records() {
            let row = match record {
                Ok(record) => {
                    let line = record.position().map_or(0, csv::Position::line);
                    read(&header, &record).map_err(|fault| format!("line {line}: {fault}"))
                }
                // The error names its line.
                Err(error) => Err(error.to_string()),
            };
            match row {
                Ok(row) if rows.contains_key(&row.district) => faults.push(format!("{} stands twice", row.district)),
                Ok(row) => {
                    rows.insert(row.district, row);
                }
                Err(fault) => faults.push(fault),
            }
        }
        if rows.is_empty() && faults.is_empty() {
            faults.push("there are no districts; write one line for each below the header".to_owned());
        }
        if faults.is_empty() { Ok(Self(rows.into_values().collect())) } else { Err(faults) }
    }

    /// The observations, by district.
    pub fn rows(&self) -> &[Observation] {
        &self.0
    }

    /// Creates a table from observations. `None` unless they are at least one, in the order of [`District::all`], and
    /// one for each district.
    pub(super) fn from_rows(rows: Vec<Observation>) -> Option<Self> {
        (!rows.is_empty() && rows.is_sorted_by(|a, b| a.district < b.district)).then_some(Self(rows))
    }

    /// The observation of a district.
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
    pub fn uncertainties(&self) -> Vec<f64> {
        let median = self.median_area_ha();
        self.0.iter().map(|row| (median / row.area_ha).sqrt() * USUAL_YEARS / f64::from(row.years)).collect()
    }

    /// SHA-256 of districts, shares, areas and years.
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
    pub fn mean(&self) -> Option<Shares> {
        Shares::from_weights(PerCrop::from_fn(|crop| self.0.iter().map(|row| row.shares.of(crop)).sum()))
    }
}

fn read(header: &StringRecord, row: &StringRecord) -> anyhow::Result<Observation> {
    let text = |name: &str| header.iter().position(|column| column == name).and_then(|at| row.get(at));
    let number = |name: &str| {
        let text = text(name).unwrap_or_default();
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
        number.with_context(|| format!("{name} is `{text}`; write a number, 0 or more"))
    };
    let (state, name) = (text("state").unwrap_or_default(), text("district").unwrap_or_default());
    let Ok(state) = state.parse::<State>() else { bail!("`{state}` is no state or union territory of India") };
    let district = District::all()
        .find(|district| district.state() == state && district.name().eq_ignore_ascii_case(name))
        .with_context(|| {
            format!("`{name}` is no district of {}; write the name as in data/district_climate.csv", state.name())
        })?;
    let area_ha = number("total16_ha")?;
    ensure!(area_ha > 0.0, "total16_ha is 0; leave out a district that grows none of the crops");
    let years = text("n_years").unwrap_or("1");
    let years = years.parse().ok().filter(|years| (1..=100).contains(years));
    let years = years.context("n_years is no number of years, 1 to 100")?;
    let mut weights = PerCrop::all(0.0);
    for crop in Crop::all() {
        weights[crop] = number(&share_column(crop))?;
    }
    let sum = weights.sum();
    let shares = Shares::from_weights(weights).filter(|_| (sum - 1.0).abs() <= SUM_MAY_BE_OFF);
    let shares = shares.with_context(|| format!("the shares sum to {sum:.4} and not to 1"))?;
    Ok(Observation { district, shares, area_ha, years })
}

/// The column of a crop: `share_red_gram`.
fn share_column(crop: Crop) -> String {
    format!("share_{}", crop.facts().table_name.to_ascii_lowercase().replace(' ', "_"))
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
        Table::parse(text).unwrap_err()
    }

    #[test]
    fn the_products_own_table_holds_602_districts_of_32_states() {
        let table = Table::observed();
        assert_eq!(table.rows().len(), 602);
        let states: std::collections::BTreeSet<_> = table.rows().iter().map(|row| row.district.state()).collect();
        assert_eq!(states.len(), 32);
        let anantapur = table.of(District::from_key("ap-anantapur").unwrap()).unwrap();
        assert!((anantapur.shares.of(Crop::Groundnut) - 0.683_326).abs() < 1e-5);
        assert_eq!(table.of(District::from_key("mh-mumbai").or(District::all().last()).unwrap()), None);
        assert!((table.mean().unwrap().of(Crop::Paddy) - 0.50).abs() < 0.05);
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
    fn a_header_that_lacks_a_column_is_refused() {
        assert_eq!(
            faults(&header().replace("total16_ha", "area").replace("share_ragi", "share_wheat")),
            [
                "line 1: the column `total16_ha` is missing; the first line must name it",
                "line 1: the column `share_ragi` is missing; the first line must name it",
            ]
        );
        assert_eq!(faults("").len(), 19);
        assert_eq!(faults(&header()), ["there are no districts; write one line for each below the header"]);
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
        ];
        assert_eq!(
            faults(&format!("{}\n{}", header(), rows.join("\n"))),
            [
                "line 3: `Atlantis` is no state or union territory of India",
                "Erode, Tamil Nadu stands twice",
                "line 5: total16_ha is 0; leave out a district that grows none of the crops",
                "line 6: total16_ha is `NaN`; write a number, 0 or more",
                "line 7: the shares sum to 0.9000 and not to 1",
                "line 8: share_cholam is `-0.5`; write a number, 0 or more",
                "line 9: share_paddy is `inf`; write a number, 0 or more",
            ]
        );
        let short = faults(&format!("{}\n{}", header(), paddy("Tamil Nadu,Salem")));
        assert!(short[0].contains("line: 2") && short[0].contains("18 fields"), "{short:?}");
    }
}
