//! `grow export`: the records as documents of a hosted database.

use crate::copy;
use crate::counted::{counted, one_or_many};
use crate::database::{Database, open_to_read};
use crate::private_file::{create_new, make_private};
use anyhow::Context;
use grow_domain::documents::{Collection, Estimate, Predicted, admin_line};
use grow_domain::land::LandTable;
use grow_domain::soil_climate::Predictor;
use grow_domain::{CropYear, Region};
use grow_server::Clock;
use grow_store::{DatabaseUrl, Store, StoredRecord};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Number of farmers of a page.
const PAGE: u16 = 500;
const DOCUMENTS: &str = "documents.jsonl";
/// File of the same documents as one object.
const NESTED: &str = "documents.json";

/// Export records. docs/IMPORT.md describes the files.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write to; it must be empty or not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Add every table, so that `grow import DIR` fills a database without farmers
    #[arg(long)]
    all: bool,
    /// Add the documents as one JSON object by collection, then id
    #[arg(long)]
    nested: bool,
    /// Add the predicted probabilities of farmers who agree to the privacy notice
    #[arg(long)]
    predictions: bool,
    /// The id of the admin record with the demand estimates
    #[arg(long, value_name = "ID", default_value = "admin@grow.invalid")]
    admin_id: String,
    #[command(flatten)]
    database: Database,
}

#[cfg(test)]
impl Options {
    /// An export into a folder.
    pub(crate) fn to(folder: &Path, all: bool) -> Self {
        Self {
            folder: folder.to_owned(),
            all,
            nested: true,
            predictions: false,
            admin_id: "admin@grow.invalid".to_owned(),
            database: Database { database_url: String::new() },
        }
    }
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(options: &Options) -> anyhow::Result<ExitCode> {
    let url = options.database.url()?;
    run(options, &url, &Clock::system(), &mut io::stdout().lock()).await
}

pub(crate) async fn run(
    options: &Options,
    database: &DatabaseUrl,
    clock: &Clock,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let store = open_to_read(database).await?;
    make_private(&options.folder)?;
    let predictor = options.predictions.then(|| Predictor::of(LandTable::shipped()));
    let (farmers, documents) = write_documents(&store, options, predictor.as_ref(), clock).await?;
    if options.nested {
        write_nested(&options.folder)?;
    }
    if options.all {
        copy::write(&store, &options.folder).await?;
    }
    let (of, are) = (counted(farmers, "farmer"), one_or_many(documents, "is", "are"));
    writeln!(out, "{} of {of} {are} in {}.", counted(documents, "document"), options.folder.display())?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Deserialize)]
struct Line<'l> {
    collection: &'l str,
    #[serde(borrow)]
    id: &'l RawValue,
    #[serde(borrow)]
    data: &'l RawValue,
}

/// Writes the documents of the lines again, as one object. Each collection takes a pass over the lines.
fn write_nested(folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(NESTED);
    let broken = || format!("{} cannot be written", path.display());
    let mut out = BufWriter::new(create_new(&path).with_context(broken)?);
    for (number, collection) in Collection::ALL.into_iter().enumerate() {
        let name = collection.name();
        write!(out, "{}\n\"{name}\": {{", if number == 0 { "{" } else { "},\n" }).with_context(broken)?;
        let mut separator = "\n";
        for line in BufReader::new(File::open(folder.join(DOCUMENTS))?).lines() {
            let line = line?;
            let Line { collection, id, data } = serde_json::from_str(&line)?;
            if collection == name {
                write!(out, "{separator}{id}: {data}").with_context(broken)?;
                separator = ",\n";
            }
        }
    }
    writeln!(out, "\n}}\n}}").with_context(broken)?;
    out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).with_context(broken)
}

/// Writes the documents of every farmer by e-mail, and the admin record first.
async fn write_documents(
    store: &Store,
    options: &Options,
    predictor: Option<&Predictor>,
    clock: &Clock,
) -> anyhow::Result<(u64, u64)> {
    let path = options.folder.join(DOCUMENTS);
    let broken = || format!("{} cannot be written", path.display());
    let mut out = BufWriter::new(create_new(&path).with_context(broken)?);
    let (mut farmers, mut documents) = (0, 0);
    let estimates = store.demand(Region::India, CropYear::of(clock.now())).await?.rows;
    if !estimates.is_empty() {
        let rows = estimates.iter().map(|row| (row.crop, Estimate { demand: row.demand(), met: row.met() })).collect();
        writeln!(out, "{}", admin_line(&options.admin_id, &rows)).with_context(broken)?;
        documents += 1;
    }
    let progress = progress();
    let mut after = None;
    let mut waiting: Option<StoredRecord> = None;
    loop {
        let (page, next) = store.stored_records(after, PAGE).await?;
        progress.inc(page.len() as u64);
        for stored in page {
            // Two accounts with one e-mail are one document.
            match &mut waiting {
                Some(first) if first.record.email == stored.record.email => first.record.absorb(stored.record),
                _ => {
                    if let Some(ready) = waiting.replace(stored) {
                        farmers += 1;
                        documents += write_one(&mut out, &ready, predictor).with_context(broken)?;
                    }
                }
            }
        }
        after = next;
        if after.is_none() {
            break;
        }
    }
    progress.finish_and_clear();
    if let Some(ready) = waiting {
        farmers += 1;
        documents += write_one(&mut out, &ready, predictor).with_context(broken)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).with_context(broken)?;
    Ok((farmers, documents))
}

/// Number and rate of the farmers written so far. It is drawn on a terminal alone.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message("exporting");
    match ProgressStyle::with_template("{msg:10} {human_pos:>10} farmers  {per_sec:>12}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn write_one(out: &mut impl Write, stored: &StoredRecord, predictor: Option<&Predictor>) -> io::Result<u64> {
    let profile = stored.record.profile.as_ref();
    let (npk, water) = profile.map(|profile| (profile.npk, profile.water)).unwrap_or_default();
    let permitted = predictor.filter(|_| stored.permission.to_compute()).zip(stored.district);
    let predicted = permitted.map(|(predictor, district)| predictor.predict(district, npk).watered(water));
    let predicted = predicted.as_ref().and_then(|prediction| prediction.probabilities());
    let predicted = predicted.map(Predicted::of).unwrap_or_default();
    let lines = stored.record.lines(&predicted);
    for (_, line) in &lines {
        writeln!(out, "{line}")?;
    }
    Ok(lines.len() as u64)
}
