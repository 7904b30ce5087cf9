//! The report of an import.

use super::records::Import;
use crate::counted::{counted, one_or_many};
use grow_domain::Email;
use grow_domain::documents::{Collection, Conflict, Document, Note};
use grow_store::Imported;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: usize = 5;

/// What the command says at the end.
#[derive(Default)]
pub(super) struct Report {
    /// Documents without a field.
    pub(super) empty: u64,
    pub(super) documents: BTreeMap<Collection, u64>,
    pub(super) sowings: u64,
    pub(super) notes: BTreeMap<Note, u64>,
    pub(super) unknown: BTreeMap<String, u64>,
    pub(super) conflicts: BTreeMap<(&'static str, Collection, Collection), (u64, Vec<String>)>,
    /// Requests to sow without a sowing.
    pub(super) unsown: u64,
    pub(super) left_over: Option<PathBuf>,
}

impl Report {
    pub(super) fn note(&mut self, collection: Collection, document: &Document) {
        *self.documents.entry(collection).or_default() += 1;
        self.sowings += document.sowings.len() as u64;
        self.notes(&document.notes);
        self.unknown(&document.unknown);
    }

    pub(super) fn notes(&mut self, notes: &[Note]) {
        for note in notes {
            *self.notes.entry(*note).or_default() += 1;
        }
    }

    /// Counts unknown fields by path, without the numbers of list entries.
    pub(super) fn unknown(&mut self, fields: &Map<String, Value>) {
        for path in fields.keys() {
            let digits = |c: char| c.is_ascii_digit();
            let parts: Vec<_> = path.split('[').map(|part| part.trim_start_matches(digits)).collect();
            *self.unknown.entry(parts.join("[")).or_default() += 1;
        }
    }

    pub(super) fn conflicts(&mut self, email: &Email, conflicts: &[Conflict]) {
        for Conflict { field, kept, dropped } in conflicts {
            let (count, examples) = self.conflicts.entry((field, *kept, *dropped)).or_default();
            *count += 1;
            if examples.len() < EXAMPLES {
                examples.push(email.as_str().to_owned());
            }
        }
    }

    pub(super) fn write(
        &self,
        out: &mut impl Write,
        import: &Import<'_>,
        changed_figures: Option<usize>,
        faults: u64,
    ) -> io::Result<()> {
        let documents = |collection: Collection| self.documents.get(&collection).copied().unwrap_or(0);
        let [farmers, sowings, requests] = Collection::ALL.map(documents);
        writeln!(
            out,
            "Read {} of Grow, {sowings} of grow and {requests} of Grow_Admin, with {}.",
            counted(farmers, "document"),
            counted(self.sowings, "sowing")
        )?;
        let would = import.dry_run;
        for (outcome, count) in &import.outcomes {
            let of = |one, many| one_or_many(*count, one, many);
            let (verb, what) = match (outcome, would) {
                (Imported::Added, false) => (of("was", "were"), "added"),
                (Imported::Added, true) => ("would", "be added"),
                (Imported::Changed, false) => (of("was", "were"), "changed: the file differs from the last import"),
                (Imported::Changed, true) => ("would", "change: the file differs from the last import"),
                (Imported::Unchanged, _) => (of("is", "are"), "as imported before"),
                (Imported::Kept, _) => {
                    (of("keeps", "keep"), "their record in their own account; theirs was left alone")
                }
                (Imported::Erased, _) => ("erased", "their record; it was not brought back"),
            };
            writeln!(out, "{} {verb} {what}.", counted(*count, "farmer"))?;
        }
        for (note, count) in &self.notes {
            writeln!(out, "{}.", note.of(*count))?;
        }
        for ((field, kept, dropped), (count, examples)) in &self.conflicts {
            let more = if *count > examples.len() as u64 { ", ..." } else { "" };
            let (kept, dropped) = (kept.name(), dropped.name());
            writeln!(
                out,
                "{} {field} of {kept} was kept over that of {dropped}: {}{more}.",
                counted(*count, "time"),
                examples.join(", ")
            )?;
        }
        if self.unsown > 0 {
            writeln!(
                out,
                "{} of crop_add without a sowing, and so without a date: set aside.",
                counted(self.unsown, "request")
            )?;
        }
        if import.unresolved > 0 {
            let places = counted(import.unresolved, "place");
            writeln!(out, "{places} without a known district: sowings there count to India alone.")?;
        }
        if import.compared > 0 {
            let (compared, differ) = (import.compared, import.differ);
            writeln!(
                out,
                "Predictions are not imported. Compared: {compared}; different by more than 0.05: {differ}."
            )?;
        }
        for (path, count) in &self.unknown {
            writeln!(out, "{} {path} not known to Grow.", counted(*count, "field"))?;
        }
        if let Some(path) = &self.left_over {
            writeln!(out, "What Grow does not know or left out is kept in {}.", path.display())?;
        }
        if let Some(changed) = changed_figures {
            let figures = counted(changed, "demand figure");
            writeln!(out, "{figures} {}.", if would { "would change" } else { "changed" })?;
        }
        if self.empty > 0 {
            writeln!(out, "{} without a field: nothing was added.", counted(self.empty, "document"))?;
        }
        if faults > 0 {
            writeln!(out, "{}: documents with a fault were left out.", counted(faults, "fault"))?;
        }
        writeln!(out, "{}", if would { "Nothing was changed." } else { "Done." })
    }
}
