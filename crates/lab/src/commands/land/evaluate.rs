//! `grow-lab land evaluate`.

use crate::commands::table::{self, Column};
use grow_domain::Water;
use grow_domain::land::LandTable;
use grow_lab::audit::{Count, Counts, WATERS, counts};
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

/// Prints what the advice says of all districts, as the table of docs/ADVICE.md. Whether its bars hold.
fn audit(out: &mut impl Write) -> anyhow::Result<bool> {
    let of_water = counts(&LandTable::shipped());
    let all: Counts = of_water.into_iter().sum();
    writeln!(out, "\nThe advice of each district on twelve days, by the reference figures\n")?;
    let waters = WATERS.map(|water| water.map_or("not told", Water::key));
    writeln!(out, "| | {} | all |", waters.join(" | "))?;
    writeln!(out, "|---|{}", "---|".repeat(waters.len() + 1))?;
    for (count, words) in Count::ALL {
        let cells = of_water.map(|counts| counts.of(count).to_string());
        writeln!(out, "| {words} | {} | {} |", cells.join(" | "), all.of(count))?;
    }
    let missed = all.missed();
    for words in &missed {
        writeln!(out, "\nmissed: {words}")?;
    }
    Ok(missed.is_empty())
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
