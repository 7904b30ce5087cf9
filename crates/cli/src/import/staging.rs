//! Documents on their way into the database, grouped by e-mail in bounded memory.

use grow_domain::Email;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use tempfile::TempDir;

/// Number of parts. One part at a time is in memory.
pub(super) const PARTS: usize = 128;

/// A checked document.
#[derive(Serialize, Deserialize)]
pub(super) struct Staged {
    pub(super) email: String,
    pub(super) collection: String,
    pub(super) update_time: Option<String>,
    /// Number of the file, and the line in it.
    pub(super) file: usize,
    pub(super) line: u64,
    pub(super) data: Value,
}

/// Files of documents, which are deleted with this value. All documents of an e-mail are in one of them.
pub(super) struct Staging {
    folder: TempDir,
    parts: Vec<BufWriter<File>>,
}

impl Staging {
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let parts = (0..PARTS).map(|part| Ok(BufWriter::new(File::create(folder.path().join(part.to_string()))?)));
        Ok(Self { parts: parts.collect::<io::Result<_>>()?, folder })
    }

    pub(super) fn add(&mut self, email: &Email, staged: &Staged) -> io::Result<()> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(email);
        let part = usize::try_from(hash % PARTS as u64).unwrap_or(0);
        let Some(out) = self.parts.get_mut(part) else { return Ok(()) };
        serde_json::to_writer(&mut *out, staged)?;
        out.write_all(b"\n")
    }

    /// Ends the writing.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.parts.iter_mut().try_for_each(Write::flush)
    }

    /// Reads the documents of a part by e-mail, each in the order of the files.
    pub(super) fn part(&self, part: usize) -> io::Result<BTreeMap<String, Vec<Staged>>> {
        let mut by_email = BTreeMap::<String, Vec<Staged>>::new();
        for line in BufReader::new(File::open(self.folder.path().join(part.to_string()))?).lines() {
            let staged: Staged = serde_json::from_str(&line?)?;
            by_email.entry(staged.email.clone()).or_default().push(staged);
        }
        Ok(by_email)
    }
}
