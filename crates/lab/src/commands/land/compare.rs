//! `grow-lab land compare`: shares of the table beside those of an independent computation.

use anyhow::{Context, bail};
use grow_domain::land::LandTable;
use grow_domain::{Crop, District, Season, State, Water};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of the comparison.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A CSV file with the columns `state`, `district`, `season`, `water` (a key, or `not told`),
    /// `part_of_the_years_land` and `shares` (`paddy 0.373; maize 0.205`), sugarcane left out
    file: PathBuf,
    /// Print what differs by more than this
    #[arg(long, default_value_t = 0.03)]
    tolerance: f64,
}

pub(super) fn run(options: &Options, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let name = options.file.display();
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_path(&options.file)
        .with_context(|| format!("{name} cannot be read"))?;
    let table = LandTable::shipped();
    let (mut compared, mut apart) = (0, 0);
    for row in reader.records() {
        let row = row.with_context(|| format!("{name} is no CSV"))?;
        let line = row.position().map_or(0, csv::Position::line);
        let told = Told::read(&row).with_context(|| format!("{name}, line {line}"))?;
        let Some(mut parts) = table.of_district(told.district).parts(told.season, told.water) else {
            bail!("{name}, line {line}: no land like that of {} is known", told.district)
        };
        parts[Crop::Sugarcane] = 0.0;
        let land = parts.sum();
        let share = |crop: Crop| parts[crop] / land.max(f64::MIN_POSITIVE);
        let mut figures = vec![("land".to_owned(), land, told.land)];
        figures.extend(told.shares.iter().map(|(crop, told)| (crop.key().to_owned(), share(*crop), *told)));
        for (what, ours, theirs) in figures {
            compared += 1;
            if (ours - theirs).abs() > options.tolerance {
                apart += 1;
                let water = told.water.map_or("not told", Water::key);
                writeln!(
                    out,
                    "{}, {}, {water} ({:.2} % of the year's land): {what} {ours:.3}, elsewhere {theirs:.3}",
                    told.district,
                    told.season,
                    100.0 * told.land
                )?;
            }
        }
    }
    writeln!(out, "{apart} of {compared} figures differ by more than {}.", options.tolerance)?;
    Ok(ExitCode::SUCCESS)
}

struct Told {
    district: District,
    season: Season,
    water: Option<Water>,
    land: f64,
    shares: Vec<(Crop, f64)>,
}

impl Told {
    fn read(row: &csv::StringRecord) -> anyhow::Result<Self> {
        let text = |column: usize| row.get(column).unwrap_or_default();
        let (state, name): (State, _) = (text(0).parse()?, text(1));
        let of_state = District::all().find(|district| district.state() == state && district.name() == name);
        let share = |pair: &str| -> anyhow::Result<(Crop, f64)> {
            let (crop, share) = pair.trim().split_once(' ').context("a share has no crop")?;
            Ok((crop.parse()?, share.parse()?))
        };
        Ok(Self {
            district: of_state.with_context(|| format!("`{name}` is no district of {}", state.name()))?,
            season: text(2).parse()?,
            water: if text(3) == "not told" { None } else { Some(text(3).parse()?) },
            land: text(4).parse()?,
            shares: text(5).split(';').map(share).collect::<anyhow::Result<_>>()?,
        })
    }
}
