//! `grow-lab model card`: the table of the hill districts in the model card.

use grow_domain::farmer::Npk;
use grow_domain::land::{LandTable, Probabilities};
use grow_domain::soil_climate::{Basis, Predictor};
use grow_domain::{Climate, District};
use grow_lab::suitability::fields::field_climate;
use std::io::Write;
use std::process::ExitCode;

/// Writes a row for each district whose temperatures the grid of 1 degree gives wrongly, or that ICRISAT's means
/// corrected.
pub(super) fn run(out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let predictor = Predictor::of(LandTable::shipped());
    writeln!(out, "| district | fields, m | grid, °C | fields, °C | basis | crops above 0.1 |")?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for district in District::all().filter(|district| is_hill(*district)) {
        let prediction = predictor.predict(district, Npk::default());
        let basis = match prediction.basis() {
            Basis::OwnDistrict => "own district",
            Basis::Model => "model",
            Basis::None => "none",
        };
        let recommended = prediction.probabilities().map(Probabilities::recommended).unwrap_or_default();
        let crops: Vec<_> = recommended
            .into_iter()
            .map(|(crop, share)| format!("{} {share:.2}", crop.table_name().to_lowercase()))
            .collect();
        let (grid, fields) = (district.climate(), field_climate(district));
        writeln!(
            out,
            "| {district} | {:.0} | {:.1} | {:.1} | {basis} | {} |",
            grid.terrain.low_m,
            yearly_mean(grid),
            yearly_mean(fields),
            crops.join(", ")
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_hill(district: District) -> bool {
    let source = &district.climate().temperature_source;
    source.ends_with("(hill:unverified)") || source.ends_with("+icrisat_shift")
}

/// Mean temperature of the year, degrees Celsius.
fn yearly_mean(climate: &Climate) -> f64 {
    climate.tmin_c.iter().chain(&climate.tmax_c).sum::<f64>() / 24.0
}
