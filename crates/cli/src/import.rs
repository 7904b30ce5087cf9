//! `grow import`: records from the documents of a hosted database, or a whole copy of a database of Grow.

mod reader;
mod staging;
#[cfg(test)]
mod tests;

use crate::{Database, copy};
use anyhow::{Context, bail};
use grow_domain::documents::{Collection, Conflict, Document, Estimate, Note, Record, merge, read_estimates};
use grow_domain::farmer::Place;
use grow_domain::figures::DemandFigure;
use grow_domain::soil_climate::Predictor;
use grow_domain::{Crop, CropYear, District, Email, Kilograms, Region, suitability};
use grow_server::{Clock, Random};
use grow_store::{DatabaseUrl, Imported, NewRecord, Store};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use reader::{Found, Sink};
use serde_json::{Map, Value, json};
use staging::{PARTS, Staged, Staging};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Number of records in a transaction.
const BATCH: usize = 1_000;
/// Number of examples of each kind in the report.
const EXAMPLES: usize = 5;
/// Difference of a probability that the report counts.
const DIFFERS: f64 = 0.05;

/// Import records. docs/IMPORT.md describes the files and the rules.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Files of documents: JSON lines, or JSON by collection, then id. Or the folder of `grow export --all`, for an
    /// empty database
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Leave out documents with a fault instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    /// Whether the sowings count in the supply at once; otherwise they wait for `grow sowings review`
    #[arg(long, default_value = "yes", value_parser = clap::builder::BoolishValueParser::new(), action = clap::ArgAction::Set)]
    count_sowings: bool,
    /// The id of the admin record in `Grow_Admin`; by default, the document that has `estimation_meet`
    #[arg(long, value_name = "ID")]
    admin_id: Option<String>,
    /// The crop year of the demand estimates, by its first calendar year; by default, the current one
    #[arg(long, value_name = "YEAR")]
    crop_year: Option<i64>,
    /// The file for what Grow does not know [default: FILE.left-over.jsonl beside the first file]
    #[arg(long, value_name = "FILE")]
    left_over: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(options: &Options) -> anyhow::Result<ExitCode> {
    let url = options.database.url()?;
    let (mut out, mut complaints) = (io::stdout().lock(), io::stderr().lock());
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
        bar: bar("reading", total_size(&options.files)?, true),
        read_before: 0,
        now,
        admin_id: options.admin_id.as_deref(),
        staging: Staging::new().context("no temporary file can be made")?,
        complaints,
        report: Report::default(),
        left_over: Vec::new(),
        estimates: None,
    };
    for (number, path) in options.files.iter().enumerate() {
        intake.file = number;
        reader::read(path, &mut intake).with_context(|| format!("{} cannot be read", path.display()))?;
        intake.read_before += fs::metadata(path).map_or(0, |metadata| metadata.len());
    }
    intake.bar.finish_and_clear();
    intake.staging.finish()?;
    // Duplicates and conflicts are known before anything is written.
    let mut records = 0;
    for part in 0..PARTS {
        for (_, staged) in intake.staging.part(part)? {
            records += u64::from(intake.join(staged, true).is_some());
        }
    }
    if intake.report.faults > 0 && !options.skip_bad {
        let faults = intake.report.faults;
        writeln!(
            intake.complaints,
            "Nothing was imported: {faults} {}. Mend the file, or leave them out with --skip-bad.",
            if faults == 1 { "document has a fault" } else { "faults were found" }
        )?;
        return Ok(ExitCode::FAILURE);
    }
    let store = Store::open(database).await?;
    let bar = bar("importing", records, false);
    let mut import = Import {
        store: &store,
        clock,
        random: Random::system(),
        predictor: Predictor::of(suitability::shipped()),
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
        for (_, staged) in intake.staging.part(part)? {
            let Some((record, predicted)) = intake.join(staged, false) else { continue };
            batch.push(import.prepare(record, &predicted));
            if batch.len() == BATCH {
                import.write(std::mem::take(&mut batch)).await?;
                bar.inc(BATCH as u64);
            }
        }
    }
    import.write(batch).await?;
    bar.finish_and_clear();
    let changed_figures = import.figures(intake.estimates.as_ref(), &options.files).await?;
    if !options.dry_run && !intake.left_over.is_empty() {
        let path = options.left_over.clone().unwrap_or_else(|| left_over_path(&options.files));
        write_private(&path, &intake.left_over).with_context(|| format!("{} cannot be written", path.display()))?;
        intake.report.left_over = Some(path);
    }
    intake.report.write(out, &import, changed_figures)?;
    Ok(ExitCode::SUCCESS)
}

fn total_size(files: &[PathBuf]) -> anyhow::Result<u64> {
    files.iter().try_fold(0, |sum, path| {
        let metadata = fs::metadata(path).with_context(|| format!("{} cannot be read", path.display()))?;
        if metadata.is_dir() {
            bail!("{} is a folder; a copy of a database is imported alone", path.display());
        }
        Ok(sum + metadata.len())
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

fn write_private(path: &Path, lines: &[String]) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    for line in lines {
        writeln!(file, "{line}")?;
    }
    file.sync_all()
}

/// Checks the documents of the files, stages the good ones, and collects what the report says of them.
struct Intake<'a, W> {
    files: &'a [PathBuf],
    /// Number of the current file.
    file: usize,
    bar: ProgressBar,
    read_before: u64,
    now: Timestamp,
    admin_id: Option<&'a str>,
    staging: Staging,
    complaints: &'a mut W,
    report: Report,
    /// Lines of the file for what Grow does not know.
    left_over: Vec<String>,
    estimates: Option<BTreeMap<Crop, Estimate>>,
}

impl<W: Write> Sink for Intake<'_, W> {
    fn found(&mut self, found: Found) -> io::Result<()> {
        let Found { collection, id, mut data, update_time, line } = found;
        let is_admin = match self.admin_id {
            Some(admin) => id == admin,
            None => data.get("estimation_meet").is_some(),
        };
        if collection == Collection::Requests && is_admin {
            self.admin(&id, &mut data, line);
            return Ok(());
        }
        let Some(email) = Email::parse(&id) else {
            self.complain(line, Some((collection, &id)), "the id is no e-mail address");
            self.set_aside(collection, &id, &data);
            return Ok(());
        };
        match Document::read(collection, &data, self.now) {
            Ok(document) => {
                self.report.note(collection, &document);
                if !document.unknown.is_empty() {
                    self.set_aside(collection, &id, &Value::Object(document.unknown));
                }
                let collection = collection.name().to_owned();
                let staged =
                    Staged { email: email.as_str().to_owned(), collection, update_time, file: self.file, line, data };
                self.staging.add(&email, &staged)
            }
            Err(faults) => {
                for fault in faults {
                    self.complain(line, Some((collection, &id)), &fault.to_string());
                }
                self.set_aside(collection, &id, &data);
                Ok(())
            }
        }
    }

    fn fault(&mut self, line: u64, sentence: String) {
        self.complain(line, None, &sentence);
    }

    fn progress(&mut self, bytes: u64) {
        self.bar.set_position(self.read_before + bytes);
    }
}

impl<W: Write> Intake<'_, W> {
    fn complain(&mut self, line: u64, document: Option<(Collection, &str)>, sentence: &str) {
        self.complain_of(self.file, line, document, sentence);
    }

    fn complain_of(&mut self, file: usize, line: u64, document: Option<(Collection, &str)>, sentence: &str) {
        self.report.faults += 1;
        let name = self.files.get(file).map(|path| path.display().to_string()).unwrap_or_default();
        let path = document.map(|(collection, id)| {
            let id: String = id.chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            format!(", {}/{id}", collection.name())
        });
        let written = writeln!(self.complaints, "{name}, line {line}{}: {sentence}.", path.unwrap_or_default());
        // A closed standard error loses the sentence, not the count.
        drop(written);
    }

    fn set_aside(&mut self, collection: Collection, id: &str, data: &Value) {
        let line = json!({ "collection": collection.name(), "id": id, "data": data });
        self.left_over.push(line.to_string());
    }

    fn admin(&mut self, id: &str, data: &mut Value, line: u64) {
        let Some(fields) = data.as_object_mut() else {
            self.complain(line, Some((Collection::Requests, id)), "the admin record is no object");
            return;
        };
        let estimates = fields.remove("estimation_meet");
        let rest = std::mem::take(fields);
        if !rest.is_empty() {
            self.report.unknown(&rest);
            self.set_aside(Collection::Requests, id, &Value::Object(rest));
        }
        if self.estimates.is_some() {
            self.complain(
                line,
                Some((Collection::Requests, id)),
                "there is a second admin record; name one with --admin-id",
            );
            return;
        }
        match read_estimates(&estimates.unwrap_or(Value::Null)) {
            Ok(estimates) => self.estimates = Some(estimates),
            Err(faults) => {
                for fault in faults {
                    self.complain(line, Some((Collection::Requests, id)), &fault.to_string());
                }
            }
        }
    }

    /// Joins the documents of an e-mail. With `is_first`, faults and conflicts are told.
    fn join(&mut self, staged: Vec<Staged>, is_first: bool) -> Option<(Record, BTreeMap<Crop, f64>)> {
        let mut documents = BTreeMap::new();
        let mut email = None;
        for Staged { email: key, collection, update_time, file, line, data } in staged {
            let Some((collection, parsed)) = Collection::from_name(&collection).zip(Email::parse(&key)) else {
                continue;
            };
            email = Some(parsed);
            if documents.contains_key(&collection) {
                if is_first {
                    let sentence = "there is another document of this e-mail in the collection; keep one of them";
                    self.complain_of(file, line, Some((collection, &key)), sentence);
                    self.set_aside(collection, &key, &data);
                }
                continue;
            }
            if let Ok(mut document) = Document::read(collection, &data, self.now) {
                document.updated = update_time.and_then(|time| time.parse().ok());
                documents.insert(collection, document);
            }
        }
        let email = email.filter(|_| !documents.is_empty())?;
        let documents: Vec<_> = documents.into_iter().collect();
        let mut predicted = BTreeMap::new();
        for (_, document) in &documents {
            predicted.extend(&document.predicted);
        }
        let request = documents.iter().find_map(|(_, document)| document.crop_add);
        let (record, conflicts) = merge(email, &documents);
        if is_first {
            self.report.conflicts(&record.email, &conflicts);
            let is_sown =
                |(crop, size)| record.sowings.iter().any(|sowing| (sowing.crop, sowing.field_size) == (crop, size));
            if let Some((crop, size)) = request.filter(|request| !is_sown(*request)) {
                self.report.unsown += 1;
                let request = json!({ "crop_name": crop.table_name(), "field_size": size.hectares() });
                let email = record.email.as_str().to_owned();
                self.set_aside(Collection::Requests, &email, &json!({ "crop_add": request }));
            }
        }
        Some((record, predicted))
    }
}

/// Writes records and compares predictions.
struct Import<'a> {
    store: &'a Store,
    clock: &'a Clock,
    random: Random,
    predictor: Predictor,
    districts: HashMap<String, Option<District>>,
    dry_run: bool,
    counted: bool,
    crop_year: CropYear,
    /// Expected yields of the crop year's sowings, which the estimates contain.
    sown: BTreeMap<Crop, Kilograms>,
    outcomes: BTreeMap<Imported, u64>,
    unresolved: u64,
    compared: u64,
    differ: u64,
}

impl Import<'_> {
    fn prepare(&mut self, record: Record, predicted: &BTreeMap<Crop, f64>) -> NewRecord {
        let place = record.profile.as_ref().map(|profile| profile.place.clone()).unwrap_or_default();
        let district = *self
            .districts
            .entry(place.clone())
            .or_insert_with_key(|place| Place::parse(place).ok().and_then(|place| place.district()));
        self.unresolved += u64::from(!place.is_empty() && district.is_none());
        if let Some(district) = district.filter(|_| !predicted.is_empty()) {
            let npk = record.profile.as_ref().map(|profile| profile.npk).unwrap_or_default();
            let ours = self.predictor.predict(district, npk).probabilities;
            let differs = Crop::all().zip(ours.millionths()).any(|(crop, millionths)| {
                let theirs = predicted.get(&crop).copied().unwrap_or(0.0);
                (theirs - f64::from(*millionths) / 1e6).abs() > DIFFERS
            });
            self.compared += 1;
            self.differ += u64::from(differs);
        }
        NewRecord { record, district, farmer: self.random.id(self.clock.now()) }
    }

    async fn write(&mut self, batch: Vec<NewRecord>) -> anyhow::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let sown: Vec<_> = batch
            .iter()
            .map(|new| {
                let of_year = new.record.sowings.iter().filter(|sowing| CropYear::of(sowing.sown_at) == self.crop_year);
                of_year.map(|sowing| (sowing.crop, sowing.expected_yield)).collect::<Vec<_>>()
            })
            .collect();
        let outcomes = if self.dry_run {
            self.store.compare_records(&batch).await?
        } else {
            self.store.import_records(batch, self.counted, self.clock.now()).await?
        };
        for (outcome, sown) in outcomes.into_iter().zip(sown) {
            *self.outcomes.entry(outcome).or_default() += 1;
            if outcome != Imported::Erased {
                for (crop, kilograms) in sown {
                    self.sown.entry(crop).or_default().0 += kilograms.0;
                }
            }
        }
        Ok(())
    }

    /// Turns the estimates into demand figures. `met` contains the sowings of the files, so that the outside supply is
    /// the rest. Returns the number of changed figures.
    async fn figures(
        &self,
        estimates: Option<&BTreeMap<Crop, Estimate>>,
        files: &[PathBuf],
    ) -> anyhow::Result<Option<usize>> {
        let Some(estimates) = estimates else { return Ok(None) };
        let names: Vec<_> =
            files.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy()).collect();
        let source = format!("estimation_meet of {}", names.join(", "));
        let figures = estimates.iter().map(|(crop, Estimate { demand, met })| {
            let sown = if self.counted { self.sown.get(crop).copied().unwrap_or_default() } else { Kilograms(0) };
            DemandFigure {
                region: Region::India,
                crop: *crop,
                crop_year: self.crop_year,
                demand: *demand,
                outside_supply: Kilograms((met.0 - sown.0).max(0)),
                years: self.crop_year.to_string(),
                source: source.clone(),
                confidence: "as imported".to_owned(),
            }
        });
        let figures: Vec<_> = figures.collect();
        let changes = if self.dry_run {
            self.store.compare_figures(figures).await?
        } else {
            self.store.import_figures(figures, self.clock.now()).await?
        };
        Ok(Some(changes.len()))
    }
}

/// What the command says at the end.
#[derive(Default)]
struct Report {
    faults: u64,
    documents: BTreeMap<Collection, u64>,
    sowings: u64,
    notes: BTreeMap<Note, u64>,
    unknown: BTreeMap<String, u64>,
    conflicts: BTreeMap<(&'static str, Collection, Collection), (u64, Vec<String>)>,
    /// Requests to sow without a sowing.
    unsown: u64,
    left_over: Option<PathBuf>,
}

impl Report {
    fn note(&mut self, collection: Collection, document: &Document) {
        *self.documents.entry(collection).or_default() += 1;
        self.sowings += document.sowings.len() as u64;
        for note in &document.notes {
            *self.notes.entry(note.clone()).or_default() += 1;
        }
        self.unknown(&document.unknown);
    }

    /// Counts unknown fields by path, without the numbers of list entries.
    fn unknown(&mut self, fields: &Map<String, Value>) {
        for path in fields.keys() {
            let digits = |c: char| c.is_ascii_digit();
            let parts: Vec<_> = path.split('[').map(|part| part.trim_start_matches(digits)).collect();
            *self.unknown.entry(parts.join("[")).or_default() += 1;
        }
    }

    fn conflicts(&mut self, email: &Email, conflicts: &[Conflict]) {
        for Conflict { field, kept, dropped } in conflicts {
            let (count, examples) = self.conflicts.entry((field, *kept, *dropped)).or_default();
            *count += 1;
            if examples.len() < EXAMPLES {
                examples.push(email.as_str().to_owned());
            }
        }
    }

    fn write(&self, out: &mut impl Write, import: &Import<'_>, changed_figures: Option<usize>) -> io::Result<()> {
        let documents = |collection: Collection| self.documents.get(&collection).copied().unwrap_or(0);
        let [farmers, sowings, requests] = Collection::ALL.map(documents);
        writeln!(
            out,
            "Read {farmers} documents of Grow, {sowings} of grow and {requests} of Grow_Admin, with {} sowings.",
            self.sowings
        )?;
        let would = import.dry_run;
        for (outcome, count) in &import.outcomes {
            let what = match (outcome, would) {
                (Imported::Added, false) => "farmers were added",
                (Imported::Added, true) => "farmers would be added",
                (Imported::Changed, false) => "farmers were changed: the file differs from the last import",
                (Imported::Changed, true) => "farmers would change: the file differs from the last import",
                (Imported::Unchanged, _) => "farmers are as they were imported before",
                (Imported::Kept, _) => "farmers keep their record in their own account; theirs was left alone",
                (Imported::Erased, _) => "farmers erased their record; it was not brought back",
            };
            writeln!(out, "{count} {what}.")?;
        }
        for (note, count) in &self.notes {
            writeln!(out, "{count} {note}.")?;
        }
        for ((field, kept, dropped), (count, examples)) in &self.conflicts {
            let more = if *count > examples.len() as u64 { ", ..." } else { "" };
            let (kept, dropped) = (kept.name(), dropped.name());
            writeln!(
                out,
                "{count} times {field} of {kept} was kept over that of {dropped}: {}{more}.",
                examples.join(", ")
            )?;
        }
        if self.unsown > 0 {
            writeln!(
                out,
                "{} requests of crop_add have no sowing; they have no date, and were set aside.",
                self.unsown
            )?;
        }
        if import.unresolved > 0 {
            writeln!(out, "{} places name no district; their sowings count to India alone.", import.unresolved)?;
        }
        if import.compared > 0 {
            let (compared, differ) = (import.compared, import.differ);
            writeln!(out, "Predictions are not imported: of {compared} compared, {differ} differ by more than 0.05.")?;
        }
        for (path, count) in &self.unknown {
            writeln!(out, "{count} fields {path} are not known to Grow.")?;
        }
        if let Some(path) = &self.left_over {
            writeln!(out, "What Grow does not know is kept in {}.", path.display())?;
        }
        if let Some(changed) = changed_figures {
            writeln!(out, "{changed} demand figures {}.", if would { "would change" } else { "changed" })?;
        }
        if self.faults > 0 {
            writeln!(out, "{} faults: their documents were left out.", self.faults)?;
        }
        writeln!(out, "{}", if would { "Nothing was changed." } else { "Done." })
    }
}
