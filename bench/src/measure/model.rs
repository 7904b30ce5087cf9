//! Cost of a prediction: in process, and with the binary for all districts of India, once and repeatedly.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use grow_domain::farmer::Npk;
use grow_domain::soil_climate::Predictor;
use grow_domain::{District, suitability};

use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::stats::{Runs, millis, number};

/// List of the districts, one row each; state and district are the first columns.
const DISTRICTS: &str = "data/district_climate.csv";
/// Number of repetitions, so that the start of the program is negligible.
const TIMES_OVER: usize = 20;

pub(super) fn measure(setting: &Setting) -> Result<Section> {
    let districts = districts()?;
    let (once, often) = (setting.folder().join("once.csv"), setting.folder().join("often.csv"));
    std::fs::write(&once, table(&districts, 1))?;
    std::fs::write(&often, table(&districts, TIMES_OVER))?;
    let (mut alone, mut reasoned, mut all, mut each) =
        (Runs::default(), Runs::default(), Runs::default(), Runs::default());
    for _ in 0..setting.extent.runs {
        let model = suitability::shipped();
        alone.0.push(each_district(|district| {
            black_box(model.expect(district));
        }));
        let predictor = Predictor::of(model);
        reasoned.0.push(each_district(|district| {
            black_box(predictor.recommended(&predictor.predict(district, Npk::default())));
        }));
        let short = predict(&setting.binary, &once, districts.len())?;
        let long = predict(&setting.binary, &often, districts.len() * TIMES_OVER)?;
        all.0.push(short);
        each.0.push((long - short) / number(districts.len() * (TIMES_OVER - 1)));
    }
    Ok(Section {
        title: "The model: a prediction, and grow model predict --csv",
        figures: vec![
            Figure::alone("one prediction", Unit::Millis, Target::Under(0.05), &alone),
            Figure::alone("one prediction with own district and reasons", Unit::Millis, Target::Under(0.06), &reasoned),
            Figure::alone(
                "every district of India, from the start to the end",
                Unit::Millis,
                Target::Under(1000.0),
                &all,
            ),
            Figure::alone("one prediction, with reading its row and printing it", Unit::Millis, Target::Beside, &each),
        ],
        remarks: vec![format!(
            "Each of the {} districts got sixteen shares that sum to 1, or none where no land like it is known.",
            districts.len()
        )],
    })
}

/// Returns the time of `predict` in milliseconds: the mean over the districts and repetitions.
fn each_district(predict: impl Fn(District)) -> f64 {
    let predict_all = || District::all().for_each(|district| predict(black_box(district)));
    // Excludes reading the model and the districts.
    predict_all();
    let started = Instant::now();
    (0..TIMES_OVER).for_each(|_| predict_all());
    millis(started.elapsed()) / number(District::all().len() * TIMES_OVER)
}

/// Returns `state,district` of each district.
fn districts() -> Result<Vec<String>> {
    let text = std::fs::read_to_string(DISTRICTS).context(DISTRICTS)?;
    let mut rows = text.lines().filter(|line| !line.starts_with('#'));
    let head = rows.next().unwrap_or_default();
    ensure!(head.starts_with("state,district,"), "{DISTRICTS} begins with {head}");
    let place = |row: &str| row.splitn(3, ',').take(2).collect::<Vec<_>>().join(",");
    Ok(rows.map(place).collect())
}

fn table(districts: &[String], times: usize) -> String {
    let mut text = "state,district\n".to_owned();
    for district in districts.iter().cycle().take(districts.len() * times) {
        // Writing into a String cannot fail.
        let _ok = writeln!(text, "{district}");
    }
    text
}

/// Runs the binary, checks its output, and returns the time in milliseconds.
fn predict(binary: &Path, places: &Path, count: usize) -> Result<f64> {
    let started = Instant::now();
    let output = Command::new(binary).args(["model", "predict", "--csv"]).arg(places).output()?;
    let took = millis(started.elapsed());
    ensure!(output.status.success(), "predict: {}", String::from_utf8_lossy(&output.stderr));
    let answer = String::from_utf8(output.stdout)?;
    let mut rows = 0;
    for row in answer.lines().skip(1) {
        if !row.ends_with(",none") {
            let shares = row.rsplitn(18, ',').skip(1).take(16).map(str::parse::<f64>).collect::<Result<Vec<_>, _>>()?;
            let sum: f64 = shares.iter().sum();
            ensure!((sum - 1.0).abs() < 1e-5, "the shares of {row} sum to {sum}");
        }
        rows += 1;
    }
    ensure!(rows == count, "{rows} rows for {count} places");
    Ok(took)
}
