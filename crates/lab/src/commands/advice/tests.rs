use super::*;
use clap::Parser;
use grow_lab::simulation::World;

#[derive(clap::Parser)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

fn ask(arguments: &[&str]) -> String {
    let line = Line::try_parse_from(["advice"].iter().chain(arguments)).unwrap();
    let mut out = Vec::new();
    assert_eq!(run(line.command, &mut out).unwrap(), ExitCode::SUCCESS);
    String::from_utf8(out).unwrap()
}

const REPORT: &str = include_str!("../../../../../docs/ADVICE.md");

#[test]
fn the_report_is_what_the_command_writes() {
    let stale = "run `grow-lab advice simulate --write docs/ADVICE.md`";
    for line in report::TEMPLATE.lines().filter(|line| !line.starts_with("{{")) {
        assert!(REPORT.lines().any(|written| written == line), "{stale}: {line}");
    }
    assert!(!REPORT.contains("{{"));
    let world = World::of_reference();
    assert!(REPORT.contains(&report::check(&world)), "{stale}: the simulation or its settings have changed");
}

#[test]
fn a_simulation_answers_with_a_row_for_each_policy_adoption_and_recorded_part() {
    let arguments = [
        "simulate",
        "--adoption",
        "0.2,0.4",
        "--recorded",
        "0.3",
        "--figures-error",
        "15",
        "--years",
        "2",
        "--seed",
        "5",
        "--json",
    ];
    let out = ask(&arguments);
    assert_eq!(out.lines().count(), 5 * 2);
    for line in out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((row["seed"].as_u64(), row["recorded"].as_f64()), (Some(5), Some(0.3)), "{line}");
        for figure in ["adoption", "imbalance", "gluts_percent", "shortages_percent", "price_sd"] {
            assert!(row[figure].is_number(), "{figure}: {line}");
        }
        assert_eq!(row["figures_error"].as_f64(), Some(15.0), "{line}");
        assert!(row["net_followers_over_others"].as_f64().unwrap() > 0.3, "{line}");
    }
    assert_eq!(out, ask(&arguments), "the same on every run");
    let table = ask(&["simulate", "--adoption", "0.2", "--years", "1"]);
    for policy in ["habit", "need", "suited", "share", "prices"] {
        assert!(table.lines().any(|line| line.starts_with(policy)), "{table}");
    }
}

#[test]
fn a_part_is_from_0_to_1() {
    for bad in ["1.5", "-0.1", "much", "NaN"] {
        assert!(Line::try_parse_from(["advice", "simulate", &format!("--adoption={bad}")]).is_err(), "{bad}");
    }
    for bad in ["101", "-1", "ten", "NaN"] {
        assert!(Line::try_parse_from(["advice", "simulate", &format!("--figures-error={bad}")]).is_err(), "{bad}");
    }
}

#[test]
fn a_chart_is_told_in_words_and_has_a_line_for_each_policy() {
    for chart in ["imbalance", "gluts", "income"] {
        assert!(REPORT.contains(&format!("](advice/{chart}.svg)")), "{chart}");
    }
    let lines = ["habit", "prices"].map(|name| plot::Line { name, points: vec![(0.0, 0.1), (1.0, 0.5)] });
    let chart = plot::Chart { title: "Gluts", top: 0.3, grid: 0.1, digits: 1, lines: lines.into() };
    let svg = chart.svg();
    assert!(svg.contains("aria-label=\"Gluts\"") && svg.contains("prefers-color-scheme:dark"), "{svg}");
    assert_eq!(svg.matches("class=\"l1\"").count(), 2, "the line and its name: {svg}");
    assert!(svg.contains("L308.0 44.0"), "a line ends where it leaves the chart: {svg}");
}
