//! Checks and stages the documents of the files.

use super::faults::{Complaint, Faults};
use super::reader::{self, Found, Sink};
use super::report::Report;
use super::staging::{PARTS, Staged, Staging};
use crate::counted::{counted, one_or_many};
use anyhow::Context;
use grow_domain::documents::{Collection, Document, Estimate, Estimates, Fault, Record, merge, read_estimates};
use grow_domain::{Crop, Email};
use indicatif::ProgressBar;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// Checks the documents of the files, stages the good ones, and collects what the report says of them.
pub(super) struct Intake<'a> {
    pub(super) files: &'a [PathBuf],
    pub(super) file: usize,
    pub(super) bar: ProgressBar,
    pub(super) read_before: u64,
    pub(super) now: Timestamp,
    pub(super) admin_id: Option<&'a str>,
    pub(super) staging: Staging,
    /// Number of documents of the current file that have a field.
    pub(super) filled: u64,
    /// Number of these whose id is an e-mail address, or that of the admin record.
    pub(super) known: u64,
    /// Why files cannot be read at all.
    pub(super) refusals: Vec<String>,
    pub(super) faults: Faults,
    pub(super) report: Report,
    pub(super) estimates: Option<BTreeMap<Crop, Estimate>>,
}

impl Sink for Intake<'_> {
    fn found(&mut self, found: Found) -> io::Result<bool> {
        let Found { collection, id, mut data, twice, update_time, line } = found;
        let is_empty = data.as_object().is_some_and(|fields| fields.values().all(Value::is_null));
        if is_empty {
            self.report.empty += 1;
            return Ok(true);
        }
        self.filled += 1;
        if !twice.is_empty() {
            self.known += 1;
            self.faulty(line, collection, &id, twice);
            return Ok(false);
        }
        let is_admin = match self.admin_id {
            Some(admin) => id == admin,
            None => data.get("estimation_meet").is_some(),
        };
        if collection == Collection::Requests && is_admin {
            self.known += 1;
            return self.admin(&id, &mut data, line);
        }
        let Some(email) = Email::parse_public(&id) else {
            let sentence = "the id is no e-mail address".to_owned();
            self.complain(
                line,
                Some((collection, &id)),
                Complaint { kind: "an id that is no e-mail address", sentence },
            );
            return Ok(false);
        };
        self.known += 1;
        match Document::read(collection, &data, self.now) {
            Ok(document) => {
                self.report.note(collection, &document);
                if !document.unknown.is_empty() {
                    self.set_aside(collection, &id, &Value::Object(document.unknown))?;
                }
                let collection = collection.name().to_owned();
                let update_time = update_time.map(Timestamp::as_microsecond);
                let staged = Staged { id, collection, update_time, file: self.file, line, data };
                self.staging.add(&email, &staged)?;
                Ok(true)
            }
            Err(faults) => {
                self.faulty(line, collection, &id, faults);
                Ok(false)
            }
        }
    }

    fn fault(&mut self, line: u64, fault: Complaint) {
        self.complain(line, None, fault);
    }

    fn left_out(&mut self, bytes: &mut dyn Read) -> io::Result<()> {
        self.staging.leave_out(bytes)
    }

    fn refused(&mut self, sentence: String) {
        self.refusals.push(sentence);
    }

    fn progress(&mut self, bytes: u64) {
        self.bar.set_position(self.read_before + bytes);
    }
}

impl Intake<'_> {
    /// Reads the files, so that duplicates and conflicts are known before anything is written. Returns the number of
    /// records.
    pub(super) fn read(&mut self) -> anyhow::Result<u64> {
        for (number, path) in self.files.iter().enumerate() {
            self.file = number;
            let faults_before = self.faults.count();
            reader::read(path, self).with_context(|| format!("{} cannot be read", path.display()))?;
            self.end_of_file(faults_before);
            self.read_before += fs::metadata(path).map_or(0, |metadata| metadata.len());
        }
        self.bar.finish_and_clear();
        self.staging.finish()?;
        let mut records = 0;
        for part in 0..PARTS {
            for (email, staged) in self.staging.part(part)? {
                records += u64::from(self.join(email, staged, true)?.is_some());
            }
        }
        Ok(records)
    }

    /// Writes what is wrong with the files. Returns whether nothing is imported of them.
    pub(super) fn refuse(&self, skip_bad: bool, complaints: &mut impl Write) -> io::Result<bool> {
        for refusal in &self.refusals {
            writeln!(complaints, "{refusal}.")?;
        }
        self.faults.write(complaints)?;
        match self.faults.count() {
            _ if !self.refusals.is_empty() => writeln!(complaints, "Nothing was imported.")?,
            0 => return Ok(false),
            _ if skip_bad => return Ok(false),
            count => {
                let (faults, were) = (counted(count, "fault"), one_or_many(count, "was", "were"));
                let advice = "Mend the file, or leave out what has a fault with --skip-bad";
                writeln!(complaints, "Nothing was imported: {faults} {were} found. {advice}.")?;
            }
        }
        Ok(true)
    }

    /// Tells what is true of a whole file, once it is read.
    fn end_of_file(&mut self, faults_before: u64) {
        let name = self.files.get(self.file).map(|path| path.display().to_string()).unwrap_or_default();
        let has_faults = self.faults.count() > faults_before;
        if self.filled == 0 && !has_faults && self.refusals.is_empty() {
            self.refusals.push(format!(
                "{name} has no document with a field: there is nothing to import; see that the export was written"
            ));
        } else if self.filled > 0 && self.known == 0 {
            self.refusals.push(format!(
                "No document of {name} has an e-mail address as its id: Grow knows a farmer by e-mail, so put the e-mail of \
                 each in the place of its id"
            ));
        }
        (self.filled, self.known) = (0, 0);
    }

    fn faulty(&mut self, line: u64, collection: Collection, id: &str, faults: Vec<Fault>) {
        for fault in faults {
            let (kind, sentence) = (fault.reason.kind(), fault.to_string());
            self.complain(line, Some((collection, id)), Complaint { kind, sentence });
        }
    }

    fn complain(&mut self, line: u64, document: Option<(Collection, &str)>, fault: Complaint) {
        self.complain_of(self.file, line, document, fault);
    }

    fn complain_of(&mut self, file: usize, line: u64, document: Option<(Collection, &str)>, fault: Complaint) {
        let name = self.files.get(file).map(|path| path.display().to_string()).unwrap_or_default();
        let path = document.map(|(collection, id)| {
            let id: String = id.chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            format!(", {}/{id}", collection.name())
        });
        let Complaint { kind, sentence } = fault;
        self.faults.add(kind, format!("{name}, line {line}{}: {sentence}", path.unwrap_or_default()));
    }

    fn set_aside(&mut self, collection: Collection, id: &str, data: &Value) -> io::Result<()> {
        self.staging.set_aside(&json!({ "collection": collection.name(), "id": id, "data": data }))
    }

    /// Takes the admin record. Returns whether it is taken, and not left out.
    fn admin(&mut self, id: &str, data: &mut Value, line: u64) -> io::Result<bool> {
        let Some(fields) = data.as_object_mut() else {
            let sentence = "the admin record is no object".to_owned();
            let fault = Complaint { kind: "an admin record that is no object", sentence };
            self.complain(line, Some((Collection::Requests, id)), fault);
            return Ok(false);
        };
        let estimates = fields.remove("estimation_meet");
        let rest = std::mem::take(fields);
        if self.estimates.is_some() {
            let sentence = "there is a second admin record; name one with --admin-id".to_owned();
            self.complain(
                line,
                Some((Collection::Requests, id)),
                Complaint { kind: "a second admin record", sentence },
            );
            return Ok(false);
        }
        match read_estimates(&estimates.unwrap_or(Value::Null)) {
            Ok(Estimates { by_crop, notes }) => {
                self.report.notes(&notes);
                self.estimates = Some(by_crop);
            }
            Err(faults) => {
                self.faulty(line, Collection::Requests, id, faults);
                return Ok(false);
            }
        }
        if !rest.is_empty() {
            self.report.unknown(&rest);
            self.set_aside(Collection::Requests, id, &Value::Object(rest))?;
        }
        Ok(true)
    }

    /// Joins the documents of an e-mail. With `is_first`, faults and conflicts are told.
    pub(super) fn join(
        &mut self,
        email: Email,
        mut staged: Vec<Staged>,
        is_first: bool,
    ) -> io::Result<Option<(Record, BTreeMap<Crop, f64>)>> {
        let mut documents = BTreeMap::new();
        // Of two documents in a collection the later one stays, or the first one of those without a time.
        staged.sort_by_key(|staged| Reverse(staged.update_time));
        for Staged { id, collection, update_time, file, line, data } in staged {
            let Some(collection) = Collection::from_name(&collection) else { continue };
            let update_time = update_time.and_then(|time| Timestamp::from_microsecond(time).ok());
            if documents.contains_key(&collection) {
                if is_first {
                    let kind = "a second document of an e-mail";
                    let sentence =
                        "there is another document of this e-mail in the collection; keep one of them".to_owned();
                    self.complain_of(file, line, Some((collection, &id)), Complaint { kind, sentence });
                    let mut line = json!({ "collection": collection.name(), "id": id, "data": data });
                    if let (Some(time), Some(line)) = (update_time, line.as_object_mut()) {
                        line.insert("update_time".to_owned(), time.to_string().into());
                    }
                    self.staging.set_aside(&line)?;
                }
                continue;
            }
            if let Ok(mut document) = Document::read(collection, &data, self.now) {
                document.updated = update_time;
                documents.insert(collection, document);
            }
        }
        if documents.is_empty() {
            return Ok(None);
        }
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
