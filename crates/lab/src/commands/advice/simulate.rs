//! `grow-lab advice simulate`.

use super::report;
use super::run::{simulate, verdict};
use crate::commands::table::{self, Column};
use grow_lab::simulation::{Bar, Policy, Row, Scenario, World, bars};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of the simulation.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Seed of weather, demand and misjudgements
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Parts of the land whose farmers follow advice
    #[arg(long, value_delimiter = ',', default_value = "0.1,0.2,0.3,0.6,1", value_parser = part)]
    pub(super) adoption: Vec<f64>,
    /// Parts of their land that are recorded in Grow
    #[arg(long, value_delimiter = ',', default_value = "0.5", value_parser = part)]
    pub(super) recorded: Vec<f64>,
    /// Part of the records that name another crop
    #[arg(long = "false", value_name = "PART", default_value = "0.1", value_parser = part)]
    pub(super) false_records: f64,
    /// How wrong the demand figures are for good: standard deviation between crops
    #[arg(long, value_name = "PERCENT", default_value = "10", value_parser = percent)]
    pub(super) figures_error: f64,
    /// Number of years, of three seasons each
    #[arg(long, default_value_t = 20)]
    pub(super) years: usize,
    /// Print one JSON object for each scenario
    #[arg(long)]
    pub(super) json: bool,
    /// Judge the bars as well, over twenty other seeds (takes minutes)
    #[arg(long)]
    pub(super) bars: bool,
    /// Judge the bars, and fail where one is missed
    #[arg(long)]
    pub(super) strict: bool,
    /// Write the report, such as docs/ADVICE.md, and its plots in the folder `advice` beside it (takes minutes)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(super) write: Option<PathBuf>,
}

/// Parses a part from 0 to 1.
fn part(text: &str) -> Result<f64, String> {
    let part: Option<f64> = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "write a part from 0 to 1, such as 0.3".to_owned())
}

/// Parses a percentage from 0 to 100.
fn percent(text: &str) -> Result<f64, String> {
    let percent: Option<f64> = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "write a percentage from 0 to 100, such as 10".to_owned())
}

pub(super) fn run(options: &Options, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let world = World::of_reference();
    let rows = if options.write.is_some() { Vec::new() } else { simulate(&world, scenarios(options)) };
    if options.json {
        for row in &rows {
            writeln!(out, "{}", json_of(row))?;
        }
    } else if !rows.is_empty() {
        write_table(&rows, out)?;
    }
    if !(options.bars || options.strict || options.write.is_some()) {
        return Ok(ExitCode::SUCCESS);
    }
    let judged = simulate(&world, Bar::scenarios());
    let bars = bars(&judged);
    if let Some(file) = &options.write {
        report::write(file, &world, &judged)?;
    }
    if !options.json {
        writeln!(out, "Seeds, 30 % following, figures 10 % wrong\n{}", report::seeds(&judged))?;
        write_bars(&bars, out)?;
    }
    let all_met = bars.iter().all(|bar| bar.is_met);
    Ok(if all_met || !options.strict { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every policy with every adoption and recorded part.
fn scenarios(options: &Options) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for policy in Policy::ALL {
        for adoption in &options.adoption {
            for recorded in &options.recorded {
                scenarios.push(Scenario {
                    false_records: options.false_records,
                    figures_error: options.figures_error,
                    years: options.years,
                    ..Scenario::new(policy, *adoption, *recorded, options.seed)
                });
            }
        }
    }
    scenarios
}

fn json_of(Row { scenario, outcome }: &Row) -> serde_json::Value {
    json!({
        "policy": scenario.policy.key(),
        "adoption": scenario.adoption,
        "recorded": scenario.recorded,
        "figures_error": scenario.figures_error,
        "seed": scenario.seed,
        "imbalance": outcome.imbalance,
        "gluts_percent": outcome.gluts_percent,
        "shortages_percent": outcome.shortages_percent,
        "price_sd": outcome.price_sd,
        "net_followers_over_others": outcome.net_followers_over_others,
        "losing_percent": outcome.losing_percent,
        "losing_alone_percent": outcome.losing_alone_percent,
        "others_losing_alone_percent": outcome.others_losing_alone_percent,
        "poor_draws_percent": outcome.poor_draws_percent,
        "income_followers_over_others": outcome.income_followers_over_others,
        "gross_followers_over_others": outcome.gross_followers_over_others,
    })
}

fn write_table(rows: &[Row], out: &mut impl Write) -> anyhow::Result<()> {
    let columns = [
        Column::Text("policy"),
        Column::Figure("adoption"),
        Column::Figure("recorded"),
        Column::Figure("imbalance"),
        Column::Figure("gluts %"),
        Column::Figure("shortages %"),
        Column::Figure("price sd"),
        Column::Figure("followers net / others"),
        Column::Figure("lose 10 %, % of land"),
        Column::Figure("poor draws %"),
    ];
    let cells = |Row { scenario, outcome }: &Row| {
        [
            scenario.policy.to_string(),
            scenario.adoption.to_string(),
            scenario.recorded.to_string(),
            format!("{:.3}", outcome.imbalance),
            format!("{:.1}", outcome.gluts_percent),
            format!("{:.1}", outcome.shortages_percent),
            format!("{:.2}", outcome.price_sd),
            format!("{:.2}", outcome.net_followers_over_others),
            format!("{:.1}", outcome.losing_percent),
            format!("{:.1}", outcome.poor_draws_percent),
        ]
    };
    table::write(out, columns, &rows.iter().map(cells).collect::<Vec<_>>())?;
    Ok(())
}

fn write_bars(bars: &[Bar], out: &mut impl Write) -> anyhow::Result<()> {
    let (first, last) = Bar::SEEDS;
    writeln!(out, "\nBars, figures 10 % wrong, means over the seeds {first} to {last}")?;
    let columns = [
        Column::Text("what"),
        Column::Text("bar"),
        Column::Figure("worst"),
        Column::Text("verdict"),
        Column::Text("where"),
    ];
    let rows: Vec<_> = bars
        .iter()
        .map(|bar| {
            let worst = bar.worst.map_or_else(|| "none".to_owned(), |worst| format!("{worst:.3}"));
            [bar.name.to_owned(), bar.demand.to_owned(), worst, verdict(bar).to_owned(), bar.at.clone()]
        })
        .collect();
    table::write(out, columns, &rows)?;
    Ok(())
}
