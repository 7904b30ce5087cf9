//! The report on the advice, docs/ADVICE.md, and its plots.

use super::plot::{Chart, Line};
use super::simulate::{simulate, verdict};
use super::variants::{SEEDS, SETTINGS, Variant, WORLDS};
use anyhow::Context;
use grow_domain::Crop;
use grow_domain::advice::ByCrop;
use grow_domain::land::LandTable;
use grow_lab::audit::{self, Counts};
use grow_lab::simulation::{Bar, Outcome, Policy, Response, Row, Scenario, SeedRow, World, bars, seed_by_seed};
use std::path::Path;

/// The text of the report. A line that is a name in double braces is replaced by a table.
pub(super) const TEMPLATE: &str = include_str!("report.md");

/// Adoptions of the tables of variants.
const TRIED: [f64; 4] = [0.1, 0.3, 0.6, 1.0];

/// Writes the report, and its plots in the folder `advice` beside it.
pub(super) fn write(file: &Path, world: &World, judged: &[Row]) -> anyhow::Result<()> {
    let tables = [
        ("audit", audit()),
        ("bars", bars_table(judged)),
        ("seeds", seeds(judged)),
        ("policies", policies(judged)),
        ("records", records(judged)),
        ("settings", variants(world, &SETTINGS)),
        ("worlds", variants(world, &WORLDS)),
        ("parameters", parameters()),
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

/// What the advice says of all districts, and its bars.
fn audit() -> String {
    let counts = audit::counts(&LandTable::shipped());
    let head: Vec<_> = ["water"].into_iter().chain(Counts::COLUMNS).collect();
    let row = |(water, counts): &(&str, Counts)| {
        [(*water).to_owned()].into_iter().chain(counts.cells().map(|count| count.to_string())).collect()
    };
    let bars = counts.last().map(|(_, all)| all.bars()).into_iter().flatten();
    let bars = bars.map(|(bar, holds)| format!("- {}: {bar}\n", if holds { "met" } else { "missed" }));
    let table = table(&head, &counts.iter().map(row).collect::<Vec<_>>());
    format!("{table}\n{}\n\n{}", Counts::LEGEND, bars.collect::<String>())
}

/// The mean over the seeds, with half of the land recorded and no false records, if not said otherwise.
fn mean(rows: &[Row], policy: Policy, adoption: f64, recorded: f64, false_records: f64) -> Outcome {
    let same = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let reads_records = matches!(policy, Policy::Need | Policy::Prices);
    let is_case = |scenario: &Scenario| {
        scenario.policy == policy
            && (policy == Policy::Habit || same(scenario.adoption, adoption))
            && (!reads_records || (same(scenario.recorded, recorded) && same(scenario.false_records, false_records)))
    };
    let outcomes: Vec<_> = rows.iter().filter(|row| is_case(&row.scenario)).map(|row| row.outcome).collect();
    Outcome::mean(&outcomes)
}

fn usually(rows: &[Row], policy: Policy, adoption: f64) -> Outcome {
    mean(rows, policy, adoption, 0.5, 0.0)
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

/// The seeds one by one, at 30 % following and half recorded.
pub(super) fn seeds(judged: &[Row]) -> String {
    let head = ["seed", "imbalance, `prices`", "best other", "gluts, `prices`", "`need`", "followers earn"];
    let row = |SeedRow { seed, prices, need, best_other }: &SeedRow| {
        vec![
            seed.to_string(),
            format!("{:.3}", prices.imbalance),
            format!("{best_other:.3}"),
            format!("{:.1} %", prices.gluts_percent),
            format!("{:.1} %", need.gluts_percent),
            format!("{:.3}", prices.income_followers_over_others),
        ]
    };
    table(&head, &seed_by_seed(judged).iter().map(row).collect::<Vec<_>>())
}

fn policies(judged: &[Row]) -> String {
    let head = [
        "advice",
        "imbalance at 10 %",
        "at 30 %",
        "at 60 %",
        "at 100 %",
        "gluts at 30 %",
        "at 100 %",
        "shortages at 30 %",
        "followers earn, against others, at 30 %",
        "by gross value",
    ];
    let row = |policy: Policy| {
        let of = |adoption| usually(judged, policy, adoption);
        let mut cells = vec![described(policy).to_owned()];
        cells.extend(TRIED.map(|adoption| format!("{:.3}", of(adoption).imbalance)));
        cells.extend([0.3, 1.0].map(|adoption| format!("{:.1} %", of(adoption).gluts_percent)));
        cells.push(format!("{:.1} %", of(0.3).shortages_percent));
        cells.push(format!("{:.2}", of(0.3).income_followers_over_others));
        cells.push(format!("{:.2}", of(0.3).gross_followers_over_others));
        cells
    };
    table(&head, &Policy::ALL.map(row))
}

/// Imbalance and gluts of the two policies that read records, by what is recorded.
fn records(judged: &[Row]) -> String {
    let head = [
        "recorded",
        "false",
        "`need`: imbalance at 30 %",
        "gluts",
        "`prices`: imbalance at 30 %",
        "gluts",
        "`prices`: imbalance at 60 %",
        "gluts",
        "followers earn, at 60 %",
    ];
    let mut rows = Vec::new();
    for recorded in Bar::RECORDED {
        for false_records in Bar::FALSE {
            let of = |policy, adoption| mean(judged, policy, adoption, recorded, false_records);
            let mut cells = vec![format!("{:.0} %", recorded * 100.0), format!("{:.0} %", false_records * 100.0)];
            for (policy, adoption) in [(Policy::Need, 0.3), (Policy::Prices, 0.3), (Policy::Prices, 0.6)] {
                let outcome = of(policy, adoption);
                cells.push(format!("{:.3}", outcome.imbalance));
                cells.push(format!("{:.1} %", outcome.gluts_percent));
            }
            cells.push(format!("{:.3}", of(Policy::Prices, 0.6).income_followers_over_others));
            rows.push(cells);
        }
    }
    table(&head, &rows)
}

fn variants(world: &World, variants: &[Variant]) -> String {
    let head = [
        "what differs",
        "imbalance at 10 %",
        "at 30 %",
        "at 60 %",
        "at 100 %",
        "gluts at 10 %",
        "at 30 %",
        "at 60 %",
        "at 100 %",
        "followers earn, at 30 %",
        "at 60 %",
    ];
    let row = |variant: &Variant| {
        let of = TRIED.map(|adoption| {
            let rows = simulate(world, SEEDS.map(|seed| (variant.of)(adoption, seed)).to_vec());
            Outcome::mean(&rows.iter().map(|row| row.outcome).collect::<Vec<_>>())
        });
        let mut cells = vec![variant.name.to_owned()];
        cells.extend(of.map(|outcome| format!("{:.3}", outcome.imbalance)));
        cells.extend(of.map(|outcome| format!("{:.1} %", outcome.gluts_percent)));
        let [_, at_30, at_60, _] = of;
        cells.extend([at_30, at_60].map(|outcome| format!("{:.2}", outcome.income_followers_over_others)));
        cells
    };
    table(&head, &variants.iter().map(row).collect::<Vec<_>>())
}

/// The parameters of each crop.
pub(super) fn parameters() -> String {
    let Response { price, flexibility, short_run, long_run } = Response::of_reference();
    let head = ["crop", "usual price, rupees a quintal", "price flexibility", "area, next year", "area, in the end"];
    let rows: Vec<_> = Crop::all()
        .map(|crop| {
            let figure = |of: &ByCrop| of.get(crop as usize).map(f64::to_string).unwrap_or_default();
            let figures = [price, flexibility, short_run, long_run].map(figure);
            [crop.facts().display_name.to_owned()].into_iter().chain(figures).collect()
        })
        .collect();
    table(&head, &rows)
}

/// One seed of every policy at 30 %, which a test simulates again.
pub(super) fn check(world: &World) -> String {
    let (seed, _) = Bar::SEEDS;
    let rows = simulate(world, Policy::ALL.map(|policy| Scenario::new(policy, 0.3, 0.5, seed)).to_vec());
    let head = ["advice", "imbalance", "gluts", "shortages", "price sd", "followers earn", "by gross value"];
    let row = |Row { scenario, outcome }: &Row| {
        vec![
            format!("`{}`", scenario.policy),
            format!("{:.4}", outcome.imbalance),
            format!("{:.2} %", outcome.gluts_percent),
            format!("{:.2} %", outcome.shortages_percent),
            format!("{:.4}", outcome.price_sd),
            format!("{:.4}", outcome.income_followers_over_others),
            format!("{:.4}", outcome.gross_followers_over_others),
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
                title: "Crops and seasons with a glut, per cent",
                top: 40.0,
                grid: 10.0,
                digits: 0,
                lines: lines(|outcome| outcome.gluts_percent),
            },
        ),
        (
            "income.svg",
            Chart {
                title: "What followers earn, others = 1",
                top: 1.2,
                grid: 0.2,
                digits: 1,
                lines: lines(|outcome| outcome.income_followers_over_others),
            },
        ),
    ]
}
