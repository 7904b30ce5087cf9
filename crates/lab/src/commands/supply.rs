//! `grow-lab supply`: what was observed of a season, as a file for `grow supply observe`.

use anyhow::{Context, bail};
use grow_domain::observation::{self, HEADER, Measure, YearBasis};
use grow_domain::{Crop, Season};
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write observations of a season.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Print the weekly sowing tables of a season as a file for `grow supply observe`
    Example(Options),
}

/// Options of the example.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The tables as printed: a CSV file with the columns `as_of`, `season`, `crop_year`, `crop`, `level`,
    /// `area_this_year_lakh_ha`, `area_last_year_lakh_ha`, `normal_of_season_lakh_ha`, `last_year_final_lakh_ha`,
    /// `scope` and `source`
    file: PathBuf,
    /// The season
    #[arg(long, default_value = "kharif")]
    season: Season,
    /// The year of the tables, which runs from July to June
    #[arg(long, default_value = "2025-26")]
    year: String,
}

/// Runs the command. Results go to `out`.
pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Command::Example(options) = command;
    let name = options.file.display();
    let text = std::fs::read_to_string(&options.file).with_context(|| format!("{name} cannot be read"))?;
    let file = example(&text, options.season, &options.year).with_context(|| name.to_string())?;
    if let Err(refusals) = observation::parse(&file, after(&options.year)?) {
        let refusals: Vec<_> = refusals.iter().map(ToString::to_string).collect();
        bail!("the example would be refused: {}", refusals.join("; "));
    }
    out.write_all(file.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A day on which everything of a source's year is known.
fn after(year: &str) -> anyhow::Result<Date> {
    let first: i16 = year.split('-').next().unwrap_or_default().parse().context("the year is one such as 2025-26")?;
    Date::new(first.saturating_add(1), 12, 31).context("the year is one such as 2025-26")
}

/// The columns that are read.
const COLUMNS: [&str; 11] = [
    "as_of",
    "season",
    "crop_year",
    "crop",
    "level",
    "scope",
    "source",
    "area_this_year_lakh_ha",
    "area_last_year_lakh_ha",
    "normal_of_season_lakh_ha",
    "last_year_final_lakh_ha",
];

/// The file of a season: the sixteen crops, all of India. A normal or a last year that has not changed since the table
/// before is not repeated.
fn example(tables: &str, season: Season, year: &str) -> anyhow::Result<String> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(tables.as_bytes());
    let headers = reader.headers()?.clone();
    let mut places = [0; COLUMNS.len()];
    for (place, column) in places.iter_mut().zip(COLUMNS) {
        *place = headers.iter().position(|header| header == column).with_context(|| format!("no column {column}"))?;
    }
    let (year_basis, mut told) = (format!("{year} {}", YearBasis::JulyToJune.key()), BTreeMap::new());
    let mut file = format!(
        "# Area sown by week, {season} {year}, all of India, lakh hectares; the season's normal where it has changed.\n\
         # Source: Government of India, Department of Agriculture and Farmers Welfare, minutes of the Crop Weather\n\
         # Watch Group, as printed. Written by `grow-lab supply example`. Licence: NOTICE.\n{HEADER}\n"
    );
    for row in reader.records() {
        let row = row?;
        let cells = places.map(|place| row.get(place).unwrap_or_default());
        let [as_of, of_season, of_year, crop, level, scope, source, area, last, normal, last_whole] = cells;
        if [of_season, of_year, level, scope] != [season.key(), year, "crop", "India"] {
            continue;
        }
        let crop: Crop = crop.parse().with_context(|| format!("`{crop}` is none of the sixteen crops"))?;
        let season = if crop == Crop::Sugarcane { Season::Year } else { season };
        let mut line = |measure: Measure, value: &str| {
            let measure = measure.key();
            file.extend(
                [source, as_of, &year_basis, crop.key(), season.key(), "IN", measure, value]
                    .map(|cell| format!("{cell},")),
            );
            file.push_str("lakh_ha\n");
        };
        if !area.is_empty() && !last.is_empty() {
            line(Measure::AreaSown, area);
            line(Measure::AreaLastYear, last);
        }
        for (measure, value) in [(Measure::NormalOfSeason, normal), (Measure::LastYearWhole, last_whole)] {
            let is_new = !value.is_empty() && told.insert((crop, measure), value.to_owned()).as_deref() != Some(value);
            if is_new {
                line(measure, value);
            }
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_become_observations_of_the_sixteen_crops() {
        let tables = format!(
            "{},note\n\
             2025-06-06,kharif,2025-26,red_gram,crop,India,first,0.07,0.12,44.71,,\n\
             2025-06-06,kharif,2025-26,total,total,India,first,1,1,1,,\n\
             2025-06-06,rabi,2024-25,onion,crop,major producing states,first,1,1,1,,\n\
             2025-06-13,kharif,2025-26,red_gram,crop,India,second,0.3,0.41,44.71,46.45,\n\
             2025-06-13,kharif,2025-26,sugarcane,crop,India,second,55.07,54.88,52.51,,\n",
            COLUMNS.join(",")
        );
        let file = example(&tables, Season::Kharif, "2025-26").unwrap();
        let lines: Vec<_> = file.lines().skip(4).collect();
        assert_eq!(lines.len(), 9, "{file}");
        assert_eq!(lines[0], "first,2025-06-06,2025-26 July-June,redGram,kharif,IN,area_sown,0.07,lakh_ha");
        assert!(lines[5].ends_with("redGram,kharif,IN,last_year_whole,46.45,lakh_ha"), "the normal is the same");
        assert!(lines[6].contains("sugarcane,year,IN,area_sown,55.07"), "it stands all year");
        assert_eq!(observation::parse(&file, after("2025-26").unwrap()).unwrap().len(), 9);
    }

    #[test]
    fn a_file_without_a_column_is_refused() {
        let error = example("as_of,season\n", Season::Kharif, "2025-26").unwrap_err();
        assert_eq!(error.to_string(), "no column crop_year");
    }
}
