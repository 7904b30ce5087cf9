//! `grow demand`: the operator's demand figures.

use crate::counted::{counted, one_or_many};
use crate::database::{OnDatabase, open, open_to_read};
use crate::table::{self, Column, tonnes};
use crate::{refusable, supply};
use anyhow::bail;
use grow_domain::crop_year::in_india;
use grow_domain::demand::DemandRow;
use grow_domain::figures::{self, DemandFigure, Imports};
use grow_domain::regional::{Basis, RegionBalance, Shares, UseBy};
use grow_domain::{CropYear, Kilograms, Region};
use grow_server::Clock;
use grow_store::{DatabaseUrl, FigureChange, ReferenceImport, Store};
use jiff::Timestamp;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show or replace the demand figures.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Demand {
    /// Put the figures of a CSV file in place of those of the same region, crop and crop year. Other figures stay.
    ///
    /// The first line is `region,crop,crop_year,demand_tonnes,domestic_tonnes,exported_tonnes,usual_supply_tonnes,
    /// usual_land_ha,years,as_of,source,confidence`, and may go on with `error_percent,imported_tonnes,duty_percent,
    /// duty_as_of,import_price_percent`; lines that start with # are comments. Demand is the sum of its two parts; with
    /// both empty no balance is known, and it is the usual supply. Without an error it is 3, 7 or 15 % by the first
    /// word of the confidence: high, medium, low. Imports stand beside the supply and are never in it. Crop years are
    /// the last two, this and the next; days are written as 2026-11-23, and none is after today. One bad line refuses
    /// the whole file.
    Import {
        /// The file, in UTF-8.
        #[arg(required_unless_present = "reference")]
        file: Option<PathBuf>,
        /// Bring the figures of this release in place of those of earlier releases. What you gave or changed stays.
        #[arg(long, conflicts_with = "file")]
        reference: bool,
        /// Show what would change, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Show the figures that were given, with the source of each; or all parts of what holds for a region now.
    Show {
        /// IN, or a state such as IN-TN. For a crop without figures of the state's own, its part of India's is shown.
        #[arg(value_name = "REGION")]
        region: Option<Region>,
    },
    /// Restate the outside supply by the land that is in Grow now, and by what was observed of the seasons. The server
    /// does so every night.
    Restate {
        /// Show what would change, and change nothing.
        #[arg(long)]
        dry_run: bool,
        /// Restate even if a national figure moves by more than 5 %.
        #[arg(long)]
        confirm: bool,
    },
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(OnDatabase { command, database }: OnDatabase<Demand>) -> anyhow::Result<ExitCode> {
    let (mut out, mut complaints) = (std::io::stdout().lock(), std::io::stderr());
    run(command, &database.url()?, Clock::system().now(), &mut out, &mut complaints).await
}

/// Runs the command. Results go to `out`, reasons of a rejected file to `complaints`.
async fn run(
    demand: Demand,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    match demand {
        Demand::Import { file: Some(file), dry_run, .. } => {
            import(&file, dry_run, database, now, out, complaints).await
        }
        Demand::Import { file: None, dry_run, .. } => {
            import_reference(&open(database, dry_run).await?, dry_run, now, out).await?;
            Ok(ExitCode::SUCCESS)
        }
        Demand::Show { region: None } => {
            let mut figures = open_to_read(database).await?.figures().await?;
            figures.sort_by_key(|figure| (figure.region, figure.crop_year, figure.crop));
            table::write(out, COLUMNS, &figures.iter().map(shown).collect::<Vec<_>>())?;
            Ok(ExitCode::SUCCESS)
        }
        Demand::Show { region: Some(region) } => {
            show_region(&open_to_read(database).await?, region, CropYear::of(now), out).await?;
            Ok(ExitCode::SUCCESS)
        }
        Demand::Restate { dry_run, confirm } => {
            let store = open(database, dry_run).await?;
            restate(&store, dry_run, confirm, now, out, complaints).await
        }
    }
}

/// Shows all parts of the figures of a region.
async fn show_region(store: &Store, region: Region, crop_year: CropYear, out: &mut impl Write) -> anyhow::Result<()> {
    const COLUMNS: [Column; 8] = [
        Column::Text("Crop"),
        Column::Figure("Demand, t"),
        Column::Figure("used here"),
        Column::Figure("exported"),
        Column::Figure("Usual supply, t"),
        Column::Figure("Outside Grow, t"),
        Column::Figure("In Grow, t"),
        Column::Text("How it is known"),
    ];
    let figures = store.figures().await?;
    let state = store.demand(region, crop_year).await?;
    let rows: Vec<_> = state
        .rows
        .iter()
        .filter_map(|row| {
            let RegionBalance { domestic, exported, usual, outside, .. } = row.standing;
            let [demand, domestic, exported, usual, outside, sown] =
                [row.demand(), domestic, exported, usual, outside, row.sown].map(tonnes);
            let why = origin(&figures, region, row, crop_year)?;
            Some([row.crop.table_name().to_owned(), demand, domestic, exported, usual, outside, sown, why])
        })
        .collect();
    table::write(out, COLUMNS, &rows)?;
    writeln!(out, "\n{:.2} % of the usual land of {} is in Grow.", state.coverage_percent, region.name())?;
    Ok(())
}

/// How a state's figures follow from India's, and the source.
fn origin(figures: &[DemandFigure], region: Region, row: &DemandRow, crop_year: CropYear) -> Option<String> {
    let figure = |region| figures::in_force(figures, region, row.crop, crop_year);
    let (Region::State(state), Basis::PartOfIndia(by)) = (region, row.standing.basis) else {
        return figure(region).map(source);
    };
    let percent = |shares: &Shares| format!("{:.2} %", shares.fraction(state) * 100.0);
    let grown = percent(Shares::of_production(row.crop));
    let part = match by {
        UseBy::Population => {
            let people = percent(&Shares::of_population(crop_year));
            format!("{people} of India's use by population, {grown} of its supply by production")
        }
        UseBy::Processing => {
            let mills = Shares::of_processing(row.crop).map(percent).unwrap_or_default();
            format!("{mills} of India's use by its mills, {grown} of its supply by production")
        }
        UseBy::Production => format!("{grown} of India's supply by production; no balance is known, shown as grown"),
    };
    Some(format!("{part}; {}", source(figure(Region::India)?)))
}

async fn restate(
    store: &Store,
    dry_run: bool,
    confirm: bool,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    const LAND: [Column; 4] = [
        Column::Text("Region"),
        Column::Text("Season"),
        Column::Figure("In Grow, ha"),
        Column::Figure("Usual land, ha"),
    ];
    let restatement = store.restatement(CropYear::of(now)).await?;
    if restatement.changes.is_empty() && restatement.fits() {
        writeln!(out, "The outside supply fits the land that is in Grow and what was observed. Nothing was changed.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let land: Vec<_> = restatement
        .after
        .rows()
        .map(|((region, season), land)| {
            [region.to_string(), season.to_string(), table::hectares(land.sown), table::hectares(land.usual)]
        })
        .collect();
    table::write(out, LAND, &land)?;
    writeln!(out)?;
    supply::write_ratios(out, restatement.after.ratios())?;
    supply::write_outside_changes(out, &restatement.changes)?;
    let count = restatement.changes.len();
    if dry_run {
        writeln!(out, "{} would change. Nothing was changed.", counted(count, "figure"))?;
        return Ok(ExitCode::SUCCESS);
    }
    if restatement.is_large() && !confirm {
        writeln!(
            complaints,
            "A national figure would move by more than 5 %. Nothing was changed. If land and seasons are right, repeat with --confirm."
        )?;
        return Ok(ExitCode::FAILURE);
    }
    if !store.restate(&restatement, now).await? {
        bail!("another restatement came first; nothing was changed, so look again");
    }
    write_live(out, &counted(count, "figure"), count)?;
    Ok(ExitCode::SUCCESS)
}

async fn import(
    file: &Path,
    dry_run: bool,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let today = in_india(now).date();
    let Some(figures) = refusable::read(file, |text| figures::parse(text, today), complaints)? else {
        return Ok(ExitCode::FAILURE);
    };
    let store = open(database, dry_run).await?;
    let given = counted(figures.len(), "figure");
    let changes =
        if dry_run { store.compare_figures(figures).await? } else { store.import_figures(figures, now).await? };
    write_changes(out, &changes)?;
    match changes.len() {
        0 => writeln!(out, "What the file has, {given}, stands there already. Nothing was changed.")?,
        count if dry_run => writeln!(out, "{count} of {given} would change. Nothing was changed.")?,
        count => write_live(out, &format!("{count} of {given}"), count)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Brings the reference set of this release, or shows what it would change.
async fn import_reference(store: &Store, dry_run: bool, now: Timestamp, out: &mut impl Write) -> anyhow::Result<()> {
    let ReferenceImport { changes, kept } =
        if dry_run { store.compare_reference().await? } else { store.import_reference(now).await? };
    write_changes(out, &changes)?;
    if !kept.is_empty() {
        table::write(out, COLUMNS, &kept.iter().map(shown).collect::<Vec<_>>())?;
        writeln!(out, "\n{} kept: given or changed here, not by a release.\n", counted(kept.len(), "figure"))?;
    }
    match changes.len() {
        0 => writeln!(out, "There are no newer figures in this release. Nothing was changed.")?,
        count if dry_run => writeln!(out, "{} would change. Nothing was changed.", counted(count, "figure"))?,
        count => write_live(out, &counted(count, "figure"), count)?,
    }
    Ok(())
}

fn write_live(out: &mut impl Write, changed: &str, count: usize) -> std::io::Result<()> {
    writeln!(out, "{changed} changed. {} live.", one_or_many(count, "It is", "They are"))
}

fn write_changes(out: &mut impl Write, changes: &[FigureChange]) -> anyhow::Result<()> {
    if !changes.is_empty() {
        table::write(out, COLUMNS, &changes.iter().map(changed).collect::<Vec<_>>())?;
        writeln!(out)?;
    }
    Ok(())
}

const COLUMNS: [Column; 6] = [
    Column::Text("Region"),
    Column::Text("Crop"),
    Column::Text("Year"),
    Column::Figure("Demand, t"),
    Column::Figure("Usual supply, t"),
    Column::Text("Source"),
];
type Cells = [String; COLUMNS.len()];

fn shown(figure: &DemandFigure) -> Cells {
    cells(figure, tonnes(figure.demand()), tonnes(figure.usual_supply))
}

fn changed(FigureChange { old, new }: &FigureChange) -> Cells {
    let step = |weight: fn(&DemandFigure) -> Kilograms| match old {
        Some(old) if weight(old) == weight(new) => tonnes(weight(new)),
        Some(old) => format!("{} -> {}", tonnes(weight(old)), tonnes(weight(new))),
        None => format!("none -> {}", tonnes(weight(new))),
    };
    cells(new, step(DemandFigure::demand), step(|figure| figure.usual_supply))
}

fn cells(figure: &DemandFigure, demand: String, usual_supply: String) -> Cells {
    [
        figure.region.to_string(),
        figure.crop.table_name().to_owned(),
        figure.crop_year.to_string(),
        demand,
        usual_supply,
        source(figure),
    ]
}

/// Source, years, confidence and error of a figure, and what is imported.
fn source(figure: &DemandFigure) -> String {
    let DemandFigure { source, years, confidence, error_percent, imports, .. } = figure;
    let imported = imports.map(imported).unwrap_or_default();
    format!("{source} ({years}; {confidence}; error {error_percent} %{imported})")
}

fn imported(Imports { usual, duty_permille, duty_as_of, price_percent }: Imports) -> String {
    let duty = f64::from(duty_permille) / 10.0;
    let price = price_percent.map(|price| format!(" at {price} % of the support price")).unwrap_or_default();
    format!("; imports {} t{price}, duty {duty} % on {duty_as_of}", tonnes(usual))
}

#[cfg(test)]
mod tests;
