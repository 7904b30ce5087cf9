//! `grow supply`: what was observed of the seasons of this crop year.

use crate::counted::{counted, one_or_many};
use crate::database::{OnDatabase, open, open_to_read};
use crate::refusable;
use crate::table::{self, Column, tonnes};
use grow_domain::crop_year::in_india;
use grow_domain::figures::DemandFigure;
use grow_domain::observation::{self, Effect, Observation, Reckoning, reckon};
use grow_domain::regional::{self, OutsideChange, Ratios};
use grow_domain::{CropYear, Region, figures};
use grow_server::Clock;
use grow_store::{DatabaseUrl, Store};
use jiff::Timestamp;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show or add to what was observed of the seasons.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Supply {
    /// Add the observations of a CSV file: areas sown so far, and estimates of production. They move the outside supply
    /// with the next restatement.
    ///
    /// The first line is `source,as_of,year_basis,crop,season,region,measure,value,unit`; lines that start with # are
    /// comments. `year_basis` is the source's year with its months, such as `2025-26 July-June`. `season` is `kharif`,
    /// `rabi` or `summer`, or `year` for sugarcane. `measure` is one of `area_sown` with `area_last_year` of the same
    /// day, `normal_of_season` and `last_year_whole`, in `hectares`, `thousand_ha` or `lakh_ha`; or `production_normal`
    /// and `production_estimate_1` to `_4` or `_final`, in `tonnes`, `thousand_tonnes` or `lakh_tonnes` (paddy
    /// unmilled, seed cotton). Of two of a kind the later `as_of` holds. Years are the last two, this and the next;
    /// days are written as 2026-11-23, and none is after today. One bad line refuses the whole file.
    Observe {
        /// The file, in UTF-8.
        file: PathBuf,
        /// Show what would change, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Show what was observed of a region's seasons, and each step from there to what they are of usual ones.
    Show {
        /// IN, or a state such as IN-TN.
        #[arg(value_name = "REGION")]
        region: Region,
    },
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(OnDatabase { command, database }: OnDatabase<Supply>) -> anyhow::Result<ExitCode> {
    let (mut out, mut complaints) = (std::io::stdout().lock(), std::io::stderr());
    run(command, &database.url()?, Clock::system().now(), &mut out, &mut complaints).await
}

/// Runs the command. Results go to `out`, reasons of a refused file to `complaints`.
async fn run(
    supply: Supply,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    match supply {
        Supply::Observe { file, dry_run } => observe(&file, dry_run, database, now, out, complaints).await,
        Supply::Show { region } => {
            let store = open_to_read(database).await?;
            let (observations, figures) = (store.observations().await?, store.figures().await?);
            let of_region: Vec<_> = observations.into_iter().filter(|it| it.subject.region == region).collect();
            show(out, &of_region, &figures, CropYear::of(now), region)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Shows the observations of a crop year that hold, and how each season is reckoned.
fn show(
    out: &mut impl Write,
    observations: &[Observation],
    figures: &[DemandFigure],
    crop_year: CropYear,
    region: Region,
) -> anyhow::Result<()> {
    let reckoned = reckon(observations, figures, crop_year);
    if reckoned.is_empty() {
        let code = region.code();
        writeln!(
            out,
            "Nothing was observed of {code} in crop year {crop_year}. `grow supply observe FILE` adds to it."
        )?;
        return Ok(());
    }
    let of_year: Vec<_> = observations.iter().filter(|it| it.subject.crop_year == crop_year).cloned().collect();
    let holding = observation::compare(&[], &of_year);
    table::write(out, COLUMNS, &holding.iter().map(|(it, _)| cells(it, it.value.to_string())).collect::<Vec<_>>())?;
    writeln!(out)?;
    write_steps(out, &reckoned, figures)
}

/// Writes each season with its steps.
fn write_steps(out: &mut impl Write, reckoned: &[Reckoning], figures: &[DemandFigure]) -> anyhow::Result<()> {
    for Reckoning { subject, steps, ratio } in reckoned {
        writeln!(out, "{subject}")?;
        for step in steps {
            writeln!(out, "  {step}")?;
        }
        match ratio {
            Ok((ratio, _)) => {
                let figure = figures::in_force(figures, Region::India, subject.crop, subject.crop_year);
                let error = figure.map(|figure| figure.error_percent).filter(|error| ratio.is_flagged(*error));
                let flag = error.map(|error| {
                    format!(" CHECK: further from a usual season than twice the figure's error of {error} %.")
                });
                writeln!(out, "  {} of a usual season.{}", ratio.applied, flag.unwrap_or_default())?;
            }
            Err(unknown) => writeln!(out, "  Taken as a usual season: {unknown}.")?,
        }
    }
    Ok(())
}

/// Writes what seasons are of usual ones. Nothing if nothing was observed.
pub(crate) fn write_ratios(out: &mut impl Write, ratios: &Ratios) -> std::io::Result<()> {
    const COLUMNS: [Column; 6] = [
        Column::Text("Region"),
        Column::Text("Crop"),
        Column::Text("Season"),
        Column::Figure("Observed"),
        Column::Figure("Applied"),
        Column::Text("As of"),
    ];
    if ratios.is_empty() {
        return Ok(());
    }
    let rows = ratios.rows().map(|((region, crop, season), ratio)| {
        let [observed, applied] = [ratio.observed, ratio.applied].map(|part| part.to_string());
        let crop = crop.table_name().to_owned();
        [region.to_string(), crop, season.to_string(), observed, applied, ratio.as_of.to_string()]
    });
    table::write(out, COLUMNS, &rows.collect::<Vec<_>>())?;
    writeln!(out)
}

async fn observe(
    file: &Path,
    dry_run: bool,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let today = in_india(now).date();
    let Some(given) = refusable::read(file, |text| observation::parse(text, today), complaints)? else {
        return Ok(ExitCode::FAILURE);
    };
    let store = open(database, dry_run).await?;
    let standing = store.observations().await?;
    let effects = if dry_run {
        observation::compare(&standing, &given)
    } else {
        store.import_observations(given.clone(), now).await?
    };
    let kept = observation::to_keep(&standing, &given).len();
    let of_file = counted(given.len(), "observation");
    write_effects(out, &effects)?;
    let figures = store.figures().await?;
    let after = after(&standing, &given);
    write_steps_of(out, &after, &given, &figures)?;
    write_effect_on_supply(&store, out, &after, &figures, CropYear::of(now)).await?;
    match kept {
        0 => writeln!(out, "Nothing in the file is newer than what stands. Nothing was changed.")?,
        _ if dry_run => writeln!(out, "{kept} of {of_file} would be added. Nothing was changed.")?,
        _ => writeln!(out, "{kept} of {of_file} {} added.", one_or_many(kept, "was", "were"))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The observations as they stand after a file.
fn after(standing: &[Observation], given: &[Observation]) -> Vec<Observation> {
    let kept = observation::to_keep(standing, given);
    let is_replaced = |old: &Observation| {
        kept.iter().any(|new| (new.subject, new.measure, new.as_of) == (old.subject, old.measure, old.as_of))
    };
    let stays = standing.iter().filter(|old| !is_replaced(old));
    stays.chain(kept.iter().copied()).cloned().collect()
}

/// Writes what a file adds and replaces, and what changes nothing.
fn write_effects(out: &mut impl Write, effects: &[(Observation, Effect)]) -> std::io::Result<()> {
    let rows = effects.iter().filter_map(|(it, effect)| {
        let value = match effect {
            Effect::Added => it.value.to_string(),
            Effect::Replaces(old) => format!("{} of {} -> {}", old.value, old.as_of, it.value),
            Effect::IsOlderThan(newer) => format!("{}: older than {} of {}", it.value, newer.value, newer.as_of),
            Effect::Stands => return None,
        };
        Some(cells(it, value))
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    table::write(out, COLUMNS, &rows)?;
    writeln!(out)
}

/// Writes the steps of the seasons that a file tells of.
fn write_steps_of(
    out: &mut impl Write,
    after: &[Observation],
    given: &[Observation],
    figures: &[DemandFigure],
) -> anyhow::Result<()> {
    let mut years: Vec<_> = given.iter().map(|it| it.subject.crop_year).collect();
    years.sort_unstable();
    years.dedup();
    for crop_year in years {
        let mut reckoned = reckon(after, figures, crop_year);
        reckoned.retain(|it| given.iter().any(|given| given.subject == it.subject));
        write_steps(out, &reckoned, figures)?;
    }
    writeln!(out)?;
    Ok(())
}

/// Writes how the outside supply of this crop year would move by what was observed, and when it does.
async fn write_effect_on_supply(
    store: &Store,
    out: &mut impl Write,
    after: &[Observation],
    figures: &[DemandFigure],
    crop_year: CropYear,
) -> anyhow::Result<()> {
    let before = store.coverage(crop_year).await?;
    let ratios = Ratios::from_rows(reckon(after, figures, crop_year).iter().filter_map(Reckoning::row));
    let told: Vec<_> = ratios.rows().map(|((region, crop, _), _)| (region, crop)).collect();
    let changes = regional::outside_changes(figures, crop_year, &before, &before.clone().with_ratios(ratios));
    let mut shown = changes.clone();
    shown.retain(|change| change.region == Region::India || told.contains(&(change.region, change.crop)));
    if shown.is_empty() {
        writeln!(out, "The outside supply of crop year {crop_year} stays as it is.")?;
        return Ok(());
    }
    write_outside_changes(out, &shown)?;
    if changes.iter().any(OutsideChange::is_large) {
        writeln!(
            out,
            "A national figure moves by more than 5 %, so the server does not restate it by itself. Check the steps; \
             `grow demand restate --confirm` puts it into force."
        )?;
    } else {
        writeln!(out, "The supply moves at 02:00 in India, or with `grow demand restate`.")?;
    }
    Ok(())
}

/// Writes the outside supply before and after a restatement.
pub(crate) fn write_outside_changes(out: &mut impl Write, changes: &[OutsideChange]) -> std::io::Result<()> {
    const COLUMNS: [Column; 4] = [
        Column::Text("Region"),
        Column::Text("Crop"),
        Column::Figure("Outside supply, t"),
        Column::Figure("becomes, t"),
    ];
    let row = |change: &OutsideChange| {
        let crop = change.crop.table_name().to_owned();
        [change.region.to_string(), crop, tonnes(change.before), tonnes(change.after)]
    };
    table::write(out, COLUMNS, &changes.iter().map(row).collect::<Vec<_>>())?;
    writeln!(out)
}

const COLUMNS: [Column; 8] = [
    Column::Text("Region"),
    Column::Text("Crop"),
    Column::Text("Season"),
    Column::Text("Measure"),
    Column::Text("As of"),
    Column::Figure("Value"),
    Column::Text("Source's year"),
    Column::Text("Source"),
];

fn cells(observation: &Observation, value: String) -> [String; COLUMNS.len()] {
    let Observation { subject, measure, as_of, year_basis, source, .. } = observation;
    let year = subject.crop_year.first_year();
    [
        subject.region.to_string(),
        subject.crop.table_name().to_owned(),
        subject.season.to_string(),
        measure.key().to_owned(),
        as_of.to_string(),
        value,
        format!("{year}-{:02} {}", (year + 1) % 100, year_basis.key()),
        source.clone(),
    ]
}

#[cfg(test)]
mod tests;
