//! `grow import`: records from the documents of a hosted database, or a whole copy of a database of Grow.

mod faults;
mod intake;
mod reader;
mod records;
mod report;
mod shape;
mod staging;
#[cfg(test)]
mod tests;

use crate::copy;
use crate::database::{Database, open};
use crate::foreign::regular;
use anyhow::{Context, bail};
use faults::Faults;
use grow_domain::CropYear;
use grow_domain::land::LandTable;
use grow_domain::soil_climate::Predictor;
use grow_server::{Clock, Random};
use grow_store::DatabaseUrl;
use indicatif::{ProgressBar, ProgressStyle};
use intake::Intake;
use records::Import;
use report::Report;
use staging::{LeftOver, PARTS, Staging};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Number of records in a transaction. On SQLite nobody else writes meanwhile.
const BATCH: usize = 500;
/// Pause between two transactions on SQLite, in which other processes get the write lock. A server that waits for it
/// looks every two milliseconds.
const BETWEEN_BATCHES: Duration = Duration::from_millis(5);

/// Import records. docs/IMPORT.md describes the files and the rules.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Files of documents: JSON lines, or JSON by collection, then id. Or the folder of `grow export --all`, for a
    /// database without farmers
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Leave out documents with a fault instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    /// Count the sowings in the supply at once (yes), or let them wait for `grow sowings review` (no)
    #[arg(
        long,
        value_name = "yes|no",
        default_value = "yes",
        hide_possible_values = true,
        value_parser = clap::builder::BoolishValueParser::new(),
        action = clap::ArgAction::Set
    )]
    count_sowings: bool,
    /// The id of the admin record in `Grow_Admin`; by default, the document that has `estimation_meet`
    #[arg(long, value_name = "ID")]
    admin_id: Option<String>,
    /// The crop year of the demand estimates, by its first calendar year; by default, the current one
    #[arg(long, value_name = "YEAR")]
    crop_year: Option<i64>,
    /// A new file for what Grow does not know or leaves out [default: FILE.left-over.jsonl beside the first file]
    #[arg(long, value_name = "FILE")]
    left_over: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(options: &Options) -> anyhow::Result<ExitCode> {
    let url = options.database.url()?;
    let (mut out, mut complaints) = (io::stdout().lock(), io::stderr());
    run(options, &url, &Clock::system(), &mut out, &mut complaints).await
}

/// Runs the command. The report goes to `out`, faults to `complaints`.
async fn run(
    options: &Options,
    database: &DatabaseUrl,
    clock: &Clock,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    if let [folder] = &options.files[..]
        && folder.is_dir()
    {
        return copy::restore(folder, database, options.dry_run, out).await;
    }
    let size = total_size(&options.files)?;
    let store = open(database, options.dry_run).await?;
    let now = clock.now();
    let crop_year = match options.crop_year {
        None => CropYear::of(now),
        Some(year) => {
            CropYear::from_first_year(year).context("--crop-year takes a year of four digits, such as 2026")?
        }
    };
    let mut intake = Intake {
        files: &options.files,
        file: 0,
        bar: bar("reading", size, true),
        read_before: 0,
        now,
        admin_id: options.admin_id.as_deref(),
        staging: Staging::new().context("no temporary file can be made")?,
        filled: 0,
        known: 0,
        refusals: Vec::new(),
        faults: Faults::default(),
        report: Report::default(),
        estimates: None,
    };
    let records = intake.read()?;
    if intake.refuse(options.skip_bad, complaints)? {
        return Ok(ExitCode::FAILURE);
    }
    let left_over = if options.dry_run {
        None
    } else {
        let path = options.left_over.clone().unwrap_or_else(|| left_over_path(&options.files));
        intake.staging.left_over(path).context("Nothing was imported")?
    };
    let bar = bar("importing", records, false);
    let mut import = Import {
        store: &store,
        clock,
        random: Random::system(),
        predictor: Predictor::of(LandTable::shipped()),
        districts: HashMap::new(),
        dry_run: options.dry_run,
        counted: options.count_sowings,
        crop_year,
        sown: BTreeMap::new(),
        outcomes: BTreeMap::new(),
        unresolved: 0,
        compared: 0,
        differ: 0,
    };
    let mut batch = Vec::with_capacity(BATCH);
    for part in 0..PARTS {
        for (email, staged) in intake.staging.part(part)? {
            let Some((record, predicted)) = intake.join(email, staged, false)? else { continue };
            batch.push(import.prepare(record, &predicted));
            if batch.len() == BATCH {
                import.write(std::mem::take(&mut batch)).await?;
                bar.inc(BATCH as u64);
                if !options.dry_run && matches!(database, DatabaseUrl::Sqlite(_)) {
                    tokio::time::sleep(BETWEEN_BATCHES).await;
                }
            }
        }
    }
    import.write(batch).await?;
    bar.finish_and_clear();
    let changed_figures = import.figures(intake.estimates.as_ref(), &options.files).await?;
    intake.report.left_over = left_over.map(LeftOver::keep).transpose()?;
    intake.report.write(out, &import, changed_figures, intake.faults.count())?;
    Ok(ExitCode::SUCCESS)
}

fn total_size(files: &[PathBuf]) -> anyhow::Result<u64> {
    files.iter().try_fold(0, |sum, path| {
        if path.is_dir() {
            bail!("{} is a folder; a copy of a database is imported alone", path.display());
        }
        Ok(sum + regular(path)?.len())
    })
}

/// A progress bar with rate and time left. It is drawn on a terminal alone.
fn bar(what: &'static str, length: u64, is_bytes: bool) -> ProgressBar {
    let template = if is_bytes {
        "{msg:10} {bar:30} {percent:>3} %  {bytes_per_sec:>12}  {eta} left"
    } else {
        "{msg:10} {bar:30} {percent:>3} %  {per_sec:>12}  {eta} left"
    };
    let bar = ProgressBar::new(length).with_message(what);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn left_over_path(files: &[PathBuf]) -> PathBuf {
    let mut name = files.first().map(|path| path.as_os_str().to_owned()).unwrap_or_default();
    name.push(".left-over.jsonl");
    name.into()
}
