//! `grow-lab calendar`: the calendar of sowing beside the land that is sown.

use crate::commands::table::{self, Column};
use anyhow::Context;
use grow_domain::calendar::{MonthDay, calendar_of, days_between};
use grow_domain::land::LandTable;
use grow_domain::{Crop, District, Region, Season};
use jiff::civil::Date;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check the calendar of sowing.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// List what districts sow in a season in which they have no window, the largest land first
    Check(Options),
}

/// Options of the check.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Least part of a season's land, from 0 to 1
    #[arg(long, default_value_t = 0.05)]
    least: f64,
    /// Least land of the crop in the season, ha
    #[arg(long, default_value_t = 500.0)]
    least_ha: f64,
    /// List the crops that have a window, too
    #[arg(long)]
    all: bool,
    /// Compare with the windows of districts in a table with the columns crop, region, districts, season
    /// and latest: list those that end more than 14 days before or after ours
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// A crop in a season of a district, and whose window there is.
struct Found {
    district: District,
    season: Season,
    crop: Crop,
    share: f64,
    hectares: f64,
    window: Window,
}

/// Whose window of the season there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Window {
    District,
    State,
    India,
    None,
}

/// Runs the command. Results go to `out`.
pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Command::Check(options) = command;
    let mut found = find(options.least);
    found.retain(|found| found.hectares >= options.least_ha);
    found.sort_by(|a, b| b.hectares.total_cmp(&a.hectares));
    let shown = found.iter().filter(|found| options.all || found.window == Window::None);
    let columns = [
        Column::Text("district"),
        Column::Text("season"),
        Column::Text("crop"),
        Column::Figure("% of the season's land"),
        Column::Figure("ha"),
        Column::Text("window"),
    ];
    table::write(out, columns, &shown.map(cells).collect::<Vec<_>>())?;
    writeln!(out)?;
    for (window, name) in [
        (Window::District, "of the district"),
        (Window::State, "of the state"),
        (Window::India, "of India"),
        (Window::None, "none"),
    ] {
        let of = found.iter().filter(|found| found.window == window);
        let hectares: f64 = of.clone().map(|found| found.hectares).sum();
        writeln!(out, "window {name}: {} crops of a district and season, {hectares:.0} ha", of.count())?;
    }
    if let Some(path) = &options.against {
        let apart = compare(path).with_context(|| path.display().to_string())?;
        writeln!(out, "\nwindows that end elsewhere in {}: {}", path.display(), apart.len())?;
        let columns = [
            Column::Text("district"),
            Column::Text("season"),
            Column::Text("crop"),
            Column::Text("latest there"),
            Column::Text("latest here"),
        ];
        table::write(out, columns, &apart)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Days by which the latest days of two sources may differ.
const WITHIN: i64 = 14;

/// The district, season and crop of each window of the table that ends elsewhere than all of ours of that season, with
/// its latest day and the nearest of ours.
fn compare(path: &Path) -> anyhow::Result<Vec<[String; 5]>> {
    let mut apart = Vec::new();
    for row in csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path)?.deserialize::<HashMap<String, String>>() {
        let row = row?;
        let cell = |name: &str| row.get(name).map(String::as_str).with_context(|| format!("no column {name}"));
        let (crop, region): (Crop, Region) = (cell("crop")?.parse()?, cell("region")?.parse()?);
        let season = match cell("season")? {
            "annual" => Season::Year,
            season => season.parse()?,
        };
        let latest = in_2027(cell("latest")?)?;
        for name in cell("districts")?.split(';').map(str::trim) {
            let is_named = |of: &District| Region::State(of.state()) == region && of.name() == name;
            let Some(district) = District::all().find(is_named) else { continue };
            let calendar = calendar_of(crop, district);
            let ours = calendar.windows().iter().filter(|window| window.season == season);
            let nearest = ours.map(|window| window.extremes.until).min_by_key(|until| days_apart(*until, latest));
            if nearest.is_none_or(|until| days_apart(until, latest) > WITHIN) {
                let here = nearest.map_or_else(|| "none".to_owned(), |until| until.to_string());
                let there = MonthDay::of(latest).to_string();
                apart.push([district.to_string(), season.to_string(), crop.to_string(), there, here]);
            }
        }
    }
    Ok(apart)
}

fn in_2027(day: &str) -> anyhow::Result<Date> {
    format!("2027-{day}").parse().with_context(|| format!("`{day}` is no day of a year"))
}

/// Days between two days of the year, the shorter way around.
fn days_apart(day: MonthDay, other: Date) -> i64 {
    let apart = in_2027(&day.to_string()).map_or(0, |day| days_between(day, other).abs());
    apart.min(365 - apart)
}

/// Crops with at least this part of a season's land. Land is known where the district was observed.
fn find(least: f64) -> Vec<Found> {
    let table = LandTable::shipped();
    let mut found = Vec::new();
    for district in District::all() {
        let land = table.of_district(district);
        let area_ha = land.observed.as_ref().map_or(0.0, |observed| f64::from(observed.area_ha));
        for season in [Season::Kharif, Season::Rabi, Season::Summer] {
            let (Some(parts), Some(shares)) = (land.parts(season, None), land.shares_in(season, None)) else {
                continue;
            };
            for (crop, part) in parts.iter().filter(|(crop, _)| shares.of(*crop) >= least) {
                let (share, hectares) = (shares.of(crop), part * area_ha);
                found.push(Found { district, season, crop, share, hectares, window: window(crop, district, season) });
            }
        }
    }
    found
}

fn window(crop: Crop, district: District, season: Season) -> Window {
    let calendar = calendar_of(crop, district);
    let of_season = calendar.windows().iter().find(|window| window.season == season);
    of_season.map_or(Window::None, |window| match (window.region, window.districts.is_empty()) {
        (Region::India, _) => Window::India,
        (Region::State(_), true) => Window::State,
        (Region::State(_), false) => Window::District,
    })
}

fn cells(found: &Found) -> [String; 6] {
    let window = match found.window {
        Window::District => "district",
        Window::State => "state",
        Window::India => "India",
        Window::None => "none",
    };
    [
        found.district.to_string(),
        found.season.to_string(),
        found.crop.to_string(),
        format!("{:.1}", found.share * 100.0),
        format!("{:.0}", found.hectares),
        window.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_without_a_window_of_sowing_is_listed() {
        let mut out = Vec::new();
        let code =
            run(Command::Check(Options { least: 0.05, least_ha: 500.0, all: false, against: None }), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(code, ExitCode::SUCCESS);
        assert!(out.lines().next().unwrap().starts_with("district"), "{out}");
        let counts: Vec<_> = out.lines().filter(|line| line.starts_with("window ")).collect();
        assert_eq!(counts.len(), 4, "{out}");
    }

    #[test]
    fn windows_of_another_table_that_end_elsewhere_are_listed() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "crop,region,districts,season,latest").unwrap();
        writeln!(file, "groundnut,IN-TN,Erode; Salem,kharif,09-02").unwrap();
        writeln!(file, "bengalGram,IN-PB,Ludhiana; Nowhere,rabi,11-30").unwrap();
        let apart = compare(file.path()).unwrap();
        let [row] = &apart[..] else { panic!("{apart:?}") };
        assert_eq!(row[1..], ["rabi", "bengalGram", "11-30", "11-10"].map(str::to_owned));
        writeln!(file, "wheat,IN-PB,Ludhiana,rabi,11-30").unwrap();
        assert!(compare(file.path()).is_err(), "no crop of ours");
    }
}
