use super::*;
use clap::Parser;

#[derive(clap::Parser)]
struct Line {
    #[command(subcommand)]
    advice: Advice,
}

fn ask(arguments: &[&str]) -> String {
    let line = Line::try_parse_from(["advice"].iter().chain(arguments)).unwrap();
    let mut out = Vec::new();
    let Advice::Draw(options) = line.advice;
    draw::run(&options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn many_farmers_are_shown_crops_as_often_as_promised() {
    let out = ask(&["draw", "--farmers", "40000", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(answer["largest_difference_points"].as_f64().unwrap() < 1.0, "{out}");
    let drawn: u64 = answer["crops"].as_array().unwrap().iter().map(|crop| crop["farmers"].as_u64().unwrap()).sum();
    assert_eq!(drawn + answer["without_crop"].as_u64().unwrap(), 40_000);
    let november = ask(&["draw", "--farmers", "2000", "--day", "2026-11-23"]);
    assert!(november.starts_with("First crops of 2000 farmers on 2026-11-23\n"), "{november}");
}
