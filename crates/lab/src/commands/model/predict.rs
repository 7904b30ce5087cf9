//! `grow-lab model predict`.

use super::files::model;
use anyhow::{Context, bail};
use grow_domain::farmer::Npk;
use grow_domain::gazetteer::{self, Resolution};
use grow_domain::land::LandTable;
use grow_domain::soil_climate::{Basis, Prediction, Predictor};
use grow_domain::{Crop, District, PerCrop, State};
use grow_lab::land;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of a prediction.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = true, args = ["district", "csv"])]
pub(crate) struct Options {
    /// The district
    #[arg(long, requires = "state", conflicts_with = "csv")]
    pub(super) district: Option<String>,
    /// Its state, by name or code
    #[arg(long, requires = "district")]
    pub(super) state: Option<State>,
    /// A CSV file whose header names `state` and `district`: prints a row of sixteen shares for each of its rows
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(super) csv: Option<PathBuf>,
    /// Available nitrogen of the soil, kg/ha; 0 means 'not tested'
    #[arg(long, value_name = "KG_PER_HA", default_value = "0")]
    pub(super) n: String,
    /// Available phosphorus of the soil, kg/ha of P
    #[arg(long, value_name = "KG_PER_HA", default_value = "0")]
    pub(super) p: String,
    /// Available potassium of the soil, kg/ha of K
    #[arg(long, value_name = "KG_PER_HA", default_value = "0")]
    pub(super) k: String,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    /// A model file of your own, as `grow-lab model train` writes it; by default, the land table that Grow ships
    #[arg(long, value_name = "FILE")]
    pub(super) model: Option<PathBuf>,
}

pub(super) fn run(options: &Options, out: &mut impl Write, complaints: &mut impl Write) -> anyhow::Result<ExitCode> {
    let predictor = match &options.model {
        Some(file) => Predictor::of(LandTable::from_bytes(land::table(&model(file)?))?),
        None => Predictor::of(LandTable::shipped()),
    };
    let npk = Npk::from_kg_per_ha(&options.n, &options.p, &options.k)?;
    match (&options.district, options.state, &options.csv) {
        (Some(district), Some(state), None) => {
            let district = find(state, district)?;
            let prediction = predictor.predict(district, npk);
            if options.json {
                write_json(out, predictor.version(), &prediction)?;
            } else {
                write_table(out, predictor.version(), &prediction)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        (None, None, Some(file)) => predict_file(file, &predictor, npk, out, complaints),
        _ => bail!("name a district and its state, or a CSV file"),
    }
}

/// The column and member `basis`.
fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::OwnDistrict => "own-district",
        Basis::Model => "model",
        Basis::None => "none",
    }
}

/// Finds a district of a state by its name, or by an unambiguous other name or spelling.
fn find(state: State, name: &str) -> anyhow::Result<District> {
    let mut of_state = District::all().filter(|district| district.state() == state);
    if let Some(district) = of_state.find(|district| district.name().eq_ignore_ascii_case(name.trim())) {
        return Ok(district);
    }
    match gazetteer::resolve(&format!("{name}, {}", state.name())) {
        Resolution::District(district) if district.state() == state => Ok(district),
        Resolution::Ambiguous(choices) => {
            let names: Vec<_> = choices.iter().map(ToString::to_string).collect();
            bail!("`{name}` in {} could be {}; name one of them", state.name(), names.join("; "))
        }
        _ => bail!("`{name}` is no district of {} that Grow knows", state.name()),
    }
}

fn predict_file(
    file: &Path,
    predictor: &Predictor,
    npk: Npk,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{name} cannot be read"))?;
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
    let header = reader.headers()?.clone();
    let column = |wanted: &str| {
        let at = header.iter().position(|name| name.trim_start_matches('\u{feff}') == wanted);
        at.with_context(|| format!("{name} has no column `{wanted}`"))
    };
    let (state, district) = (column("state")?, column("district")?);

    let mut districts = Vec::new();
    let mut refused = false;
    for row in reader.records() {
        let row = row.with_context(|| format!("{name} is no CSV"))?;
        let text = |at: usize| row.get(at).unwrap_or_default();
        let parsed =
            text(state).parse::<State>().map_err(|_| anyhow::anyhow!("`{}` is no state of India", text(state)));
        match parsed.and_then(|state| find(state, text(district))) {
            Ok(district) => districts.push(district),
            Err(error) => {
                refused = true;
                let line = row.position().map_or(0, csv::Position::line);
                writeln!(complaints, "{name}, line {line}: {error}.")?;
            }
        }
    }
    if refused {
        writeln!(complaints, "Nothing was predicted.")?;
        return Ok(ExitCode::FAILURE);
    }

    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["state", "district"].into_iter().chain(Crop::all().map(Crop::key)).chain(["basis"]))?;
    for district in districts {
        let prediction = predictor.predict(district, npk);
        // Empty where no such land is known.
        let shares =
            prediction.probabilities().map_or_else(PerCrop::default, |shares| shares.millionths().map(decimal));
        let names = [district.state().name(), district.name()];
        let cells = names.into_iter().chain(shares.values().iter().map(String::as_str));
        writer.write_record(cells.chain([basis(prediction.basis())]))?;
    }
    writer.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Formats millionths with six decimals. Sixteen of them sum to exactly 1.
fn decimal(millionths: u32) -> String {
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

fn write_table(out: &mut impl Write, version: &str, prediction: &Prediction) -> std::io::Result<()> {
    let district = prediction.district;
    let Some(shares) = prediction.probabilities() else {
        return writeln!(
            out,
            "No land like that of {district} is known, so no shares are predicted (model {version})."
        );
    };
    let what = match prediction.basis() {
        Basis::OwnDistrict => "What farmers grow there, with what the model expects of such land.",
        Basis::Model | Basis::None => "What the model expects of such land; what farmers grow there is not known.",
    };
    writeln!(out, "On land like that of {district}, of every 100 ha of these sixteen crops grow (model {version}):")?;
    let mut ranked: Vec<_> = shares.millionths().iter().collect();
    ranked.sort_by_key(|(_, share)| std::cmp::Reverse(**share));
    for (crop, share) in ranked {
        writeln!(out, "{:<12}  {}", crop.table_name(), decimal(*share))?;
    }
    writeln!(out, "{what}")
}

fn write_json(out: &mut impl Write, version: &str, prediction: &Prediction) -> anyhow::Result<()> {
    let of_crop = |(crop, share): (Crop, &u32)| (crop.key().to_owned(), (f64::from(*share) / 1e6).into());
    let probabilities = prediction
        .probabilities()
        .map(|shares| shares.millionths().iter().map(of_crop).collect::<serde_json::Map<_, _>>());
    let answer = serde_json::json!({
        "model": version,
        "district": prediction.district.key(),
        "name": prediction.district.name(),
        "state": prediction.district.state().code(),
        "basis": basis(prediction.basis()),
        "probabilities": probabilities,
    });
    writeln!(out, "{answer}")?;
    Ok(())
}
