use super::*;
use clap::Parser;
use grow_domain::District;
use grow_lab::suitability::Table;
use std::path::PathBuf;
use tempfile::TempDir;

#[derive(clap::Parser)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

struct Answer {
    code: ExitCode,
    out: String,
    complaints: String,
}

fn try_ask(arguments: &[&str]) -> anyhow::Result<Answer> {
    let line = Line::try_parse_from(["model"].iter().chain(arguments))?;
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let code = run(line.command, &mut out, &mut complaints)?;
    Ok(Answer { code, out: String::from_utf8(out)?, complaints: String::from_utf8(complaints)? })
}

fn ask(arguments: &[&str]) -> Answer {
    try_ask(arguments).unwrap()
}

/// A file in a folder of its own.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    (folder, path)
}

/// The embedded table of shares.
const SHARES: &str = include_str!("../../../../../data/crop_share.csv");

/// The header and the rows of these states from the embedded table.
fn shares_of(states: &[&str]) -> String {
    let is_kept = |line: &str| line.starts_with("state,") || states.iter().any(|s| line.starts_with(&format!("{s},")));
    SHARES.lines().filter(|line| is_kept(line)).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn states_that_were_left_out_are_predicted_better_than_by_any_baseline() {
    // The full evaluation, restricted to two folds.
    let arguments = ["evaluate", "--states", "GA,Punjab", "--strict"];
    let Answer { code, out, complaints } = ask(&arguments);
    assert_eq!(code, ExitCode::SUCCESS, "{out}");
    assert!(out.starts_with("24 districts of 2 of 32 states, each of which was left out whole\n"), "{out}");
    for row in ["model", "national share", "EcoCrop envelope", "15 nearest districts", "Goa", "Punjab", "0.70 to 1.00"]
    {
        assert!(out.lines().any(|line| line.starts_with(row)), "{row}: {out}");
    }
    assert!(!out.contains("passed") && !out.contains("missed"), "the bars are for all states");
    assert_eq!(complaints.lines().count(), 2, "{complaints}");
}

#[test]
fn every_bar_is_told_with_its_figure_and_a_missed_one_fails_a_strict_run() {
    // Five small states are too little data to reach the thresholds.
    let (_folder, path) = file("shares.csv", shares_of(&["Goa", "Kerala", "Punjab", "Sikkim", "Tripura"]));
    let shares = path.display().to_string();
    let arguments = ["evaluate", "--shares", &shares, "--split", "states"];
    let Answer { code, out, .. } = ask(&arguments);
    assert_eq!(code, ExitCode::SUCCESS, "{out}");
    for bar in ["KL ", "cross-entropy ", "overlap@3 ", "overlap@5 ", "coverage ", "KL of the answered "] {
        let line = out.lines().find(|line| line.starts_with(bar)).unwrap();
        assert!(line.ends_with("passed") || line.ends_with("missed"), "{line}");
    }
    assert!(out.contains("missed"), "{out}");
    let strict = ask(&[&arguments[..], &["--strict"]].concat());
    assert_eq!(strict.code, ExitCode::FAILURE);
    assert_eq!(strict.out, out, "the same on every run");
    let blocks = ask(&["evaluate", "--shares", &shares, "--split", "blocks"]);
    assert!(blocks.out.contains("blocks of 4 degrees, each of which was left out whole"), "{}", blocks.out);
}

#[test]
fn a_state_without_observed_districts_cannot_be_left_out() {
    let error = try_ask(&["evaluate", "--states", "Lakshadweep"]).err().unwrap();
    assert_eq!(error.to_string(), "the table has no district of Lakshadweep");
}

#[test]
fn training_writes_a_model_that_predicts() {
    let (folder, path) = file("shares.csv", shares_of(&["Goa", "Kerala", "Punjab"]));
    let model = folder.path().join("own.grow").display().to_string();
    let Answer { code, out, complaints } =
        ask(&["train", "--shares", &path.display().to_string(), "--seed", "5", "--out", &model]);
    assert_eq!(code, ExitCode::SUCCESS, "{complaints}");
    assert!(out.contains("of 31 districts") && out.contains("bytes are in"), "{out}");
    assert!(complaints.lines().last().unwrap().starts_with("10 of 10: cross-entropy "), "{complaints}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");
    let Answer { out, .. } = ask(&["predict", "--district", "Patiala", "--state", "PB", "--model", &model]);
    assert!(out.starts_with("On land like that of Patiala, Punjab, of every 100 ha"), "{out}");
}

#[test]
fn a_bad_table_is_refused_with_its_lines_and_nothing_is_written() {
    let bad =
        shares_of(&["Goa", "Kerala"]).replace("Goa,North Goa", "Goa,Atlantis").replace("share_ragi", "share_teff");
    let (folder, path) = file("shares.csv", bad);
    let model = folder.path().join("own.grow").display().to_string();
    let shares = path.display().to_string();
    let Answer { code, out, complaints } = ask(&["train", "--shares", &shares, "--out", &model]);
    assert_eq!((code, out.as_str()), (ExitCode::FAILURE, ""));
    assert_eq!(
        complaints.replace(&shares, "FILE"),
        "FILE, line 1: the column `share_ragi` is missing; the first line must name it.\n\
         Nothing was written.\n"
    );

    std::fs::write(&path, shares_of(&["Goa", "Kerala"]).replace("Goa,North Goa", "Goa,Atlantis")).unwrap();
    let Answer { complaints, .. } = ask(&["train", "--shares", &shares, "--out", &model]);
    assert!(complaints.contains("line 2: `Atlantis` is no district of Goa"), "{complaints}");

    std::fs::write(&path, b"state\xff").unwrap();
    let Answer { complaints, .. } = ask(&["train", "--shares", &shares, "--out", &model]);
    assert!(complaints.contains("is not UTF-8 text"), "{complaints}");

    std::fs::write(&path, shares_of(&["Goa"])).unwrap();
    let error = try_ask(&["train", "--shares", &shares, "--out", &model]).err().unwrap();
    assert!(error.to_string().contains("at least 2 are needed"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_that_is_no_model_is_refused_with_a_clear_sentence() {
    let (_folder, path) = file("model.grow", "state,district");
    let path = path.display().to_string();
    let error = try_ask(&["predict", "--district", "Erode", "--state", "TN", "--model", &path]).err().unwrap();
    let sentence = format!("{path} is refused: this is no model file of Grow; `grow-lab model train` writes one");
    assert_eq!(format!("{error:#}"), sentence);
}

#[test]
fn a_prediction_in_json_holds_sixteen_probabilities_and_the_soil_moves_them() {
    let arguments = ["predict", "--district", "erode", "--state", "Tamil Nadu", "--json"];
    let shares = |arguments: &[&str]| -> serde_json::Value { serde_json::from_str(&ask(arguments).out).unwrap() };
    let untested = shares(&arguments);
    assert_eq!(untested["district"], "tn-erode");
    let probabilities = untested["probabilities"].as_object().unwrap();
    assert_eq!(probabilities.len(), 16);
    let sum: f64 = probabilities.values().map(|share| share.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let tested = shares(&[&arguments[..], &["--n", "180", "--p", "30", "--k", "250"]].concat());
    assert_ne!(tested, untested);
}

#[test]
fn invalid_soil_values_and_districts_are_refused() {
    for (arguments, reason) in [
        (["--district", "Erode", "--state", "TN", "--n", "NaN"], "from 0 to 2000 kg/ha"),
        (["--district", "Erode", "--state", "TN", "--n", "2001"], "from 0 to 2000 kg/ha"),
        (["--district", "Atlantis", "--state", "TN", "--n", "0"], "`Atlantis` is no district of Tamil Nadu"),
        (["--district", "Erode", "--state", "XX", "--n", "0"], "no state or union territory"),
    ] {
        let error = try_ask(&[&["predict"][..], &arguments].concat()).err().unwrap();
        assert!(error.to_string().contains(reason), "{error}");
    }
    assert!(try_ask(&["predict"]).is_err(), "a place or a file is needed");
}

#[test]
fn all_734_districts_of_a_file_get_a_row_of_shares_that_sum_to_exactly_1_or_none() {
    let mut rows = "district,state\n".to_owned();
    for district in District::all() {
        rows.extend([district.name(), ",", district.state().name(), "\n"]);
    }
    let (_folder, path) = file("places.csv", rows);
    let Answer { code, out, .. } = ask(&["predict", "--csv", &path.display().to_string()]);
    assert_eq!(code, ExitCode::SUCCESS);
    let mut lines = out.lines();
    let header: Vec<_> = lines.next().unwrap().split(',').collect();
    assert_eq!(header[..4], ["state", "district", "paddy", "cholam"]);
    assert_eq!(header[18..], ["basis"]);
    let mut unknown = Vec::new();
    let mut count = 0;
    for (line, district) in lines.zip(District::all()) {
        let cells: Vec<_> = line.split(',').collect();
        assert_eq!(cells[..2], [district.state().name(), district.name()]);
        assert_eq!(cells.len(), 19, "{line}");
        let (shares, basis) = (&cells[2..18], cells[18]);
        if basis == "none" {
            assert!(shares.iter().all(|share| share.is_empty()), "{line}");
            unknown.push(district.key());
        } else {
            assert_eq!(basis == "own-district", Table::observed().of(district).is_some(), "{line}");
            let millionths: u32 = shares.iter().map(|share| share.replace('.', "").parse::<u32>().unwrap()).sum();
            assert_eq!(millionths, 1_000_000, "{line}");
        }
        count += 1;
    }
    assert_eq!(count, 734);
    for key in ["la-leh", "la-kargil", "hp-lahul-and-spiti"] {
        assert!(unknown.contains(&key), "{unknown:?}");
    }
    assert!(unknown.len() < 20, "{unknown:?}");
}

#[test]
fn land_like_none_known_is_said_and_has_no_shares() {
    let leh = ["predict", "--district", "Leh", "--state", "Ladakh"];
    assert!(ask(&leh).out.starts_with("No land like that of Leh, Ladakh is known, so no shares are predicted"));
    let json: serde_json::Value = serde_json::from_str(&ask(&[&leh[..], &["--json"]].concat()).out).unwrap();
    assert_eq!((&json["basis"], &json["probabilities"]), (&"none".into(), &serde_json::Value::Null));
}

#[test]
fn the_model_card_holds_the_table_of_the_hill_districts() {
    let Answer { code, out, .. } = ask(&["card"]);
    assert_eq!((code, out.lines().count()), (ExitCode::SUCCESS, 92));
    let card = include_str!("../../../../../docs/MODEL.md");
    assert!(card.contains(&out), "put what `grow-lab model card` prints into docs/MODEL.md");
}

#[test]
fn a_file_with_an_unknown_place_is_refused_with_its_line() {
    let (_folder, path) = file("places.csv", "# ours\nstate,district\nTN,Erode\nTN,Atlantis\nXX,Erode\n");
    let name = path.display().to_string();
    let Answer { code, out, complaints } = ask(&["predict", "--csv", &name]);
    assert_eq!((code, out.as_str()), (ExitCode::FAILURE, ""));
    assert_eq!(
        complaints.replace(&name, "FILE"),
        "FILE, line 4: `Atlantis` is no district of Tamil Nadu that Grow knows.\n\
         FILE, line 5: `XX` is no state of India.\n\
         Nothing was predicted.\n"
    );
    let (_folder, path) = file("places.csv", "place\nErode\n");
    let error = try_ask(&["predict", "--csv", &path.display().to_string()]).err().unwrap();
    assert!(error.to_string().contains("has no column `state`"), "{error}");
}
