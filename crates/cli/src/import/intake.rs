//! Checks and stages the documents of the files.

use super::reader::{Found, Sink};
use super::report::Report;
use super::staging::{Staged, Staging};
use grow_domain::documents::{Collection, Document, Estimate, Record, merge, read_estimates};
use grow_domain::{Crop, Email};
use indicatif::ProgressBar;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// Checks the documents of the files, stages the good ones, and collects what the report says of them.
pub(super) struct Intake<'a, W> {
    pub(super) files: &'a [PathBuf],
    /// Number of the current file.
    pub(super) file: usize,
    pub(super) bar: ProgressBar,
    pub(super) read_before: u64,
    pub(super) now: Timestamp,
    pub(super) admin_id: Option<&'a str>,
    pub(super) staging: Staging,
    pub(super) complaints: &'a mut W,
    pub(super) report: Report,
    pub(super) estimates: Option<BTreeMap<Crop, Estimate>>,
}

impl<W: Write> Sink for Intake<'_, W> {
    fn found(&mut self, found: Found) -> io::Result<()> {
        let Found { collection, id, mut data, twice, update_time, line } = found;
        if !twice.is_empty() {
            for fault in twice {
                self.complain(line, Some((collection, &id)), &fault.to_string());
            }
            return self.set_aside(collection, &id, &data);
        }
        let is_admin = match self.admin_id {
            Some(admin) => id == admin,
            None => data.get("estimation_meet").is_some(),
        };
        if collection == Collection::Requests && is_admin {
            return self.admin(&id, &mut data, line);
        }
        let Some(email) = Email::parse(&id) else {
            self.complain(line, Some((collection, &id)), "the id is no e-mail address");
            return self.set_aside(collection, &id, &data);
        };
        match Document::read(collection, &data, self.now) {
            Ok(document) => {
                self.report.note(collection, &document);
                if !document.unknown.is_empty() {
                    self.set_aside(collection, &id, &Value::Object(document.unknown))?;
                }
                let collection = collection.name().to_owned();
                let update_time = update_time.map(Timestamp::as_microsecond);
                let staged =
                    Staged { email: email.as_str().to_owned(), collection, update_time, file: self.file, line, data };
                self.staging.add(&email, &staged)
            }
            Err(faults) => {
                for fault in faults {
                    self.complain(line, Some((collection, &id)), &fault.to_string());
                }
                self.set_aside(collection, &id, &data)
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

    fn set_aside(&mut self, collection: Collection, id: &str, data: &Value) -> io::Result<()> {
        self.staging.set_aside(&json!({ "collection": collection.name(), "id": id, "data": data }))
    }

    fn admin(&mut self, id: &str, data: &mut Value, line: u64) -> io::Result<()> {
        let Some(fields) = data.as_object_mut() else {
            self.complain(line, Some((Collection::Requests, id)), "the admin record is no object");
            return Ok(());
        };
        let estimates = fields.remove("estimation_meet");
        let rest = std::mem::take(fields);
        if !rest.is_empty() {
            self.report.unknown(&rest);
            self.set_aside(Collection::Requests, id, &Value::Object(rest))?;
        }
        if self.estimates.is_some() {
            self.complain(
                line,
                Some((Collection::Requests, id)),
                "there is a second admin record; name one with --admin-id",
            );
            return Ok(());
        }
        match read_estimates(&estimates.unwrap_or(Value::Null)) {
            Ok(estimates) => self.estimates = Some(estimates),
            Err(faults) => {
                for fault in faults {
                    self.complain(line, Some((Collection::Requests, id)), &fault.to_string());
                }
            }
        }
        Ok(())
    }

    /// Joins the documents of an e-mail. With `is_first`, faults and conflicts are told.
    pub(super) fn join(
        &mut self,
        staged: Vec<Staged>,
        is_first: bool,
    ) -> io::Result<Option<(Record, BTreeMap<Crop, f64>)>> {
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
                    self.set_aside(collection, &key, &data)?;
                }
                continue;
            }
            if let Ok(mut document) = Document::read(collection, &data, self.now) {
                document.updated = update_time.and_then(|time| Timestamp::from_microsecond(time).ok());
                documents.insert(collection, document);
            }
        }
        let Some(email) = email.filter(|_| !documents.is_empty()) else { return Ok(None) };
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
                self.set_aside(Collection::Requests, &email, &json!({ "crop_add": request }))?;
            }
        }
        Ok(Some((record, predicted)))
    }
}
