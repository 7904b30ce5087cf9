//! The report on the advice, docs/ADVICE.md, and its plots.

use super::plot::{Chart, Line};
use super::run::{simulate, verdict};
use super::variants::{SEEDS, SETTINGS, Variant, WORLDS};
use anyhow::Context;
use grow_lab::simulation::{Bar, Outcome, Policy, Row, Scenario, SeedRow, World, bars, mean, seed_by_seed};
use std::path::Path;

/// The text of the report. A line that is a name in double braces is replaced by a table.
pub(super) const TEMPLATE: &str = include_str!("report.md");

/// Writes the report, and its plots in the folder `advice` beside it.
pub(super) fn write(file: &Path, world: &World, judged: &[Row]) -> anyhow::Result<()> {
    let tables = [
        ("bars", bars_table(judged)),
        ("policies", policies(judged)),
        ("errors", errors(judged)),
        ("farmers", farmers(judged)),
        ("few", few(world)),
        ("settings", variants(world, &SETTINGS)),
        ("worlds", variants(world, &WORLDS)),
        ("check", check(world)),
    ];
    let mut report = TEMPLATE.to_owned();
    for (name, table) in tables {
        report = report.replace(&format!("{{{{{name}}}}}\n"), &table);
    }
    save(file, &report)?;
    let folder = file.with_file_name("advice");
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (name, chart) in charts(judged) {
        save(&folder.join(name), &chart.svg())?;
    }
    Ok(())
}

fn save(file: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}

/// A Markdown table.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<_> = head.iter().map(|&cell| cell.to_owned()).collect();
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    [line(&head), rule].into_iter().chain(rows.iter().map(|row| line(row))).collect()
}

/// The mean over the seeds, with figures that are 10 % wrong.
fn usually(rows: &[Row], policy: Policy, adoption: f64) -> Outcome {
    mean(rows, policy, adoption, 10.0).unwrap_or_default()
}

/// What a policy does, for a reader who does not know its key.
fn described(policy: Policy) -> &'static str {
    match policy {
        Policy::Habit => "no advice (`habit`)",
        Policy::Need => "highest need first (`need`)",
        Policy::Suited => "best suited first (`suited`)",
        Policy::Share => "in proportion to suitability (`share`)",
        Policy::Prices => "**crowding prices** (`prices`)",
    }
}

fn bars_table(judged: &[Row]) -> String {
    let row = |bar: &Bar| {
        let worst = bar.worst.map_or_else(|| "none".to_owned(), |worst| format!("{worst:.3}"));
        vec![bar.name.to_owned(), bar.demand.to_owned(), worst, verdict(bar).to_owned(), bar.at.clone()]
    };
    table(&["what", "bar", "worst case", "verdict", "where"], &bars(judged).iter().map(row).collect::<Vec<_>>())
}

/// The seeds one by one, at 30 % following, with figures that are 10 % wrong.
pub(super) fn seeds(judged: &[Row]) -> String {
    let head =
        ["seed", "imbalance, `prices`", "best other", "gluts, `prices`", "`need`", "followers net", "losing land"];
    let row = |SeedRow { seed, prices, need, best_other }: &SeedRow| {
        vec![
            seed.to_string(),
            format!("{:.3}", prices.imbalance),
            format!("{best_other:.3}"),
            format!("{:.1} %", prices.gluts_percent),
            format!("{:.1} %", need.gluts_percent),
            format!("{:.2}", prices.net_followers_over_others),
            format!("{:.1} %", prices.losing_percent),
        ]
    };
    table(&head, &seed_by_seed(judged).iter().map(row).collect::<Vec<_>>())
}

/// Heads of the cells of [`balance`].
const BALANCE: [&str; 6] = ["imbalance at 10 %", "at 30 %", "at 60 %", "at 100 %", "gluts at 30 %", "at 100 %"];

/// Imbalance at each adoption, and gluts at two.
fn balance(of: impl Fn(f64) -> Outcome) -> impl Iterator<Item = String> {
    let imbalance = Bar::ADOPTIONS.map(|adoption| format!("{:.3}", of(adoption).imbalance));
    imbalance.into_iter().chain([0.3, 1.0].map(|adoption| format!("{:.1} %", of(adoption).gluts_percent)))
}

fn policies(judged: &[Row]) -> String {
    let farmers = ["shortages at 30 %", "followers net, against others, at 30 %", "at 100 %"];
    let head: Vec<_> = ["advice"].into_iter().chain(BALANCE).chain(farmers).collect();
    let row = |policy: Policy| {
        let of = |adoption| usually(judged, policy, adoption);
        let mut cells = vec![described(policy).to_owned()];
        cells.extend(balance(of));
        cells.push(format!("{:.1} %", of(0.3).shortages_percent));
        cells.extend([0.3, 1.0].map(|adoption| format!("{:.2}", of(adoption).net_followers_over_others)));
        cells
    };
    table(&head, &Policy::ALL.map(row))
}

/// Crowding prices beside no advice, by the error of the figures.
fn errors(judged: &[Row]) -> String {
    let head: Vec<_> = ["figures wrong by", "no advice"].into_iter().chain(BALANCE).collect();
    let row = |error: f64| {
        let of = |adoption| mean(judged, Policy::Prices, adoption, error).unwrap_or_default();
        let mut cells = vec![format!("{error} %"), format!("{:.3}", usually(judged, Policy::Habit, 0.0).imbalance)];
        cells.extend(balance(of));
        cells
    };
    table(&head, &Bar::FIGURES_ERRORS.map(row))
}

/// What crowding prices leave to those who follow.
fn farmers(judged: &[Row]) -> String {
    let head = [
        "land that follows",
        "followers net / others",
        "land where followers net 10 % less",
        "single followers 10 % under the others' mean",
        "single others",
        "draws under half of the mean margin",
        "hectares alike",
        "by gross value",
    ];
    let row = |adoption: f64| {
        let of = usually(judged, Policy::Prices, adoption);
        let percent = |of: f64| format!("{of:.1} %");
        vec![
            format!("{:.0} %", adoption * 100.0),
            format!("{:.2}", of.net_followers_over_others),
            percent(of.losing_percent),
            percent(of.losing_alone_percent),
            percent(of.others_losing_alone_percent),
            percent(of.poor_draws_percent),
            format!("{:.2}", of.income_followers_over_others),
            format!("{:.2}", of.gross_followers_over_others),
        ]
    };
    table(&head, &Bar::ADOPTIONS.map(row))
}

/// Few users.
fn few(world: &World) -> String {
    let head =
        ["land that follows", "imbalance", "of no advice", "followers net / others", "land where they net 10 % less"];
    let outcome = |policy: Policy, adoption: f64| {
        let scenario = |seed| Scenario { figures_error: 10.0, ..Scenario::new(policy, adoption, 0.5, seed) };
        let rows = simulate(world, SEEDS.map(scenario).to_vec());
        Outcome::mean(&rows.iter().map(|row| row.outcome).collect::<Vec<_>>())
    };
    let habit = outcome(Policy::Habit, 0.0).imbalance;
    let row = |adoption: f64| {
        let of = outcome(Policy::Prices, adoption);
        vec![
            format!("{} %", adoption * 100.0),
            format!("{:.4}", of.imbalance),
            format!("{habit:.4}"),
            format!("{:.2}", of.net_followers_over_others),
            format!("{:.1} %", of.losing_percent),
        ]
    };
    table(&head, &[0.001, 0.01, 0.05].map(row))
}

fn variants(world: &World, variants: &[Variant]) -> String {
    let head = [
        "what differs",
        "imbalance at 10 %",
        "at 30 %",
        "at 60 %",
        "at 100 %",
        "gluts at 30 %",
        "at 100 %",
        "followers net at 30 %",
        "at 100 %",
        "losing land at 30 %",
        "at 100 %",
        "poor draws at 30 %",
    ];
    let row = |variant: &Variant| {
        let of = Bar::ADOPTIONS.map(|adoption| {
            let rows = simulate(world, SEEDS.map(|seed| (variant.of)(adoption, seed)).to_vec());
            Outcome::mean(&rows.iter().map(|row| row.outcome).collect::<Vec<_>>())
        });
        let [_, at_30, _, at_100] = of;
        let mut cells = vec![variant.name.to_owned()];
        cells.extend(of.map(|outcome| format!("{:.3}", outcome.imbalance)));
        cells.extend([at_30, at_100].map(|outcome| format!("{:.1} %", outcome.gluts_percent)));
        cells.extend([at_30, at_100].map(|outcome| format!("{:.2}", outcome.net_followers_over_others)));
        cells.extend([at_30, at_100].map(|outcome| format!("{:.1} %", outcome.losing_percent)));
        cells.push(format!("{:.1} %", at_30.poor_draws_percent));
        cells
    };
    table(&head, &variants.iter().map(row).collect::<Vec<_>>())
}

/// One seed of every policy at 30 %, which a test simulates again.
pub(super) fn check(world: &World) -> String {
    let (seed, _) = Bar::SEEDS;
    let scenario = |policy| Scenario { figures_error: 10.0, ..Scenario::new(policy, 0.3, 0.5, seed) };
    let rows = simulate(world, Policy::ALL.map(scenario).to_vec());
    let head = ["advice", "imbalance", "gluts", "shortages", "price sd", "followers net", "losing land", "poor draws"];
    let row = |Row { scenario, outcome }: &Row| {
        vec![
            format!("`{}`", scenario.policy),
            format!("{:.4}", outcome.imbalance),
            format!("{:.2} %", outcome.gluts_percent),
            format!("{:.2} %", outcome.shortages_percent),
            format!("{:.4}", outcome.price_sd),
            format!("{:.4}", outcome.net_followers_over_others),
            format!("{:.2} %", outcome.losing_percent),
            format!("{:.2} %", outcome.poor_draws_percent),
        ]
    };
    table(&head, &rows.iter().map(row).collect::<Vec<_>>())
}

fn charts(judged: &[Row]) -> [(&'static str, Chart); 3] {
    let lines = |figure: fn(&Outcome) -> f64| -> Vec<Line> {
        let line = |policy: Policy| {
            let habit = usually(judged, Policy::Habit, 0.0);
            let start = (0.0, figure(&habit));
            let points = Bar::ADOPTIONS.map(|adoption| (adoption, figure(&usually(judged, policy, adoption))));
            Line { name: policy.key(), points: [start].into_iter().chain(points).collect() }
        };
        Policy::ALL.map(line).into()
    };
    [
        (
            "imbalance.svg",
            Chart {
                title: "Imbalance of supply and demand, by value",
                top: 0.4,
                grid: 0.1,
                digits: 1,
                lines: lines(|outcome| outcome.imbalance),
            },
        ),
        (
            "gluts.svg",
            Chart {
                title: "Crops and years with a glut, per cent",
                top: 40.0,
                grid: 10.0,
                digits: 0,
                lines: lines(|outcome| outcome.gluts_percent),
            },
        ),
        (
            "income.svg",
            Chart {
                title: "What is left to followers, others = 1",
                top: 1.2,
                grid: 0.2,
                digits: 1,
                lines: lines(|outcome| outcome.net_followers_over_others),
            },
        ),
    ]
}
