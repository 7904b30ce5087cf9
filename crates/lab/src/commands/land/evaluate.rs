//! `grow-lab land evaluate`.

use crate::commands::table::{self, Column};
use grow_domain::Water;
use grow_domain::land::LandTable;
use grow_lab::audit::{Counts, WATERS, count, days};
use grow_lab::land::evaluation::{Land, Row, judge};
use std::io::Write;
use std::process::ExitCode;

/// Options of the evaluation.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Fail where a bar is missed
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(options: &Options, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let rows = judge();
    writeln!(out, "KL from the season's true shares, own district left out, each district with one vote\n")?;
    let columns = [
        Column::Text("land"),
        Column::Text("left out"),
        Column::Text("season"),
        Column::Figure("districts"),
        Column::Figure("without"),
        Column::Figure("by state"),
        Column::Figure("nearest first"),
        Column::Figure("bar"),
        Column::Text("verdict"),
    ];
    table::write(out, columns, &rows.iter().map(cells).collect::<Vec<_>>())?;
    writeln!(
        out,
        "\n'without': by the year's shares, or by the season's without water. 'by state': as for a district"
    )?;
    writeln!(out, "without figures if its state alone told them. 'nearest first': as the table has it.")?;
    let is_sound = audit(out)?;
    let passed = is_sound && rows.iter().all(Row::passed);
    Ok(if passed || !options.strict { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints what the advice says of all districts. Whether its bars hold.
fn audit(out: &mut impl Write) -> anyhow::Result<bool> {
    let table = LandTable::shipped();
    writeln!(out, "\nThe advice of each district whose land is known, on eight days, by the reference figures\n")?;
    let mut lines = Vec::new();
    let mut all = Counts::default();
    for water in WATERS {
        let of_days: Counts = days().into_iter().map(|day| count(&table, day, water)).sum();
        lines.push(counted(water.map_or("not told", |water| water.key()), of_days));
        all = [all, of_days].into_iter().sum();
    }
    lines.push(counted("all", all));
    let columns = [
        Column::Text("water"),
        Column::Figure("cells"),
        Column::Figure("advised"),
        Column::Figure("under 2 % of the land"),
        Column::Figure("irrigated, on rain alone"),
        Column::Figure("90 of 100 sow one"),
        Column::Figure("less than 85 % grow it"),
        Column::Figure("empty"),
        Column::Figure("for lack of water"),
        Column::Figure("common and open"),
        Column::Figure("neither shown nor told"),
    ];
    table::write(out, columns, &lines)?;
    let bars = [
        ("advised crops under 2 % of the season's land: at most 2 %", all.rare * 50 <= all.advised),
        ("crops that are irrigated there, advised on rain alone: none", all.irrigated == 0),
        ("cells that crowd into one crop that under 85 % of the open land grows: at most 5 %", all.crowded * 20 <= all.cells),
        ("common crops neither shown nor told why: at most 5 %", all.untold * 20 <= all.common),
    ];
    writeln!(out)?;
    for (bar, holds) in bars {
        writeln!(out, "{}: {bar}", if holds { "passed" } else { "missed" })?;
    }
    Ok(bars.iter().all(|(_, holds)| *holds))
}

fn counted(water: &str, counts: Counts) -> [String; 11] {
    let Counts { cells, advised, rare, irrigated, one_crop, crowded, empty, dry, common, untold } = counts;
    let [a, b, c, d, e, f, g, h, i, j] =
        [cells, advised, rare, irrigated, one_crop, crowded, empty, dry, common, untold].map(|count| count.to_string());
    [water.to_owned(), a, b, c, d, e, f, g, h, i, j]
}

fn cells(row: &Row) -> [String; 9] {
    let (land, left_out) = match row.land {
        Land::All => ("all", "phi"),
        Land::With(water) => (named(water), "i"),
        Land::WithoutSeasons(water) => (named(water), "phi and i"),
    };
    let verdict = match (row.bar, row.passed()) {
        (None, _) => "",
        (Some(_), true) => "passed",
        (Some(_), false) => "missed",
    };
    [
        land.to_owned(),
        left_out.to_owned(),
        row.season.to_string(),
        row.districts.to_string(),
        format!("{:.3}", row.without),
        format!("{:.3}", row.by_state),
        format!("{:.3}", row.by_near),
        row.bar.map(|bar| bar.to_string()).unwrap_or_default(),
        verdict.to_owned(),
    ]
}

fn named(water: Water) -> &'static str {
    match water {
        Water::AllSeason => "irrigated",
        Water::OnceOrTwice => "watered once or twice",
        Water::RainOnly => "rain-fed",
    }
}
