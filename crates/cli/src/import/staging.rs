//! Documents on their way into the database, grouped by e-mail, and the lines that are left over, both on disk.

use anyhow::{Context, bail};
use grow_domain::Email;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek as _, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempDir};

/// Number of parts. One part at a time is in memory.
pub(super) const PARTS: usize = 128;

#[derive(Serialize, Deserialize)]
pub(super) struct Staged {
    /// An e-mail as the file writes it.
    pub(super) id: String,
    pub(super) collection: String,
    /// Time of the last write, microseconds of Unix time.
    pub(super) update_time: Option<i64>,
    /// Number of the file, and the line in it.
    pub(super) file: usize,
    pub(super) line: u64,
    pub(super) data: Value,
}

/// What Grow does not know, in a file that only its owner reads. It is deleted with this value unless it is kept.
pub(super) struct LeftOver {
    file: NamedTempFile,
    path: PathBuf,
}

impl LeftOver {
    /// Gives the file its name. Nothing is replaced.
    pub(super) fn keep(self) -> anyhow::Result<PathBuf> {
        let Self { file, path } = self;
        file.persist_noclobber(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        Ok(path)
    }
}

/// Files of documents, which are deleted with this value. All documents of an e-mail are in one of them.
pub(super) struct Staging {
    folder: TempDir,
    parts: Vec<BufWriter<File>>,
    left_over: BufWriter<File>,
    has_left_over: bool,
}

impl Staging {
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let parts = (0..PARTS).map(|part| Ok(BufWriter::new(File::create(folder.path().join(part.to_string()))?)));
        let left_over = BufWriter::new(tempfile::tempfile()?);
        Ok(Self { parts: parts.collect::<io::Result<_>>()?, left_over, has_left_over: false, folder })
    }

    pub(super) fn add(&mut self, email: &Email, staged: &Staged) -> io::Result<()> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(email);
        let part = usize::try_from(hash % PARTS as u64).unwrap_or(0);
        let Some(out) = self.parts.get_mut(part) else { return Ok(()) };
        serde_json::to_writer(&mut *out, staged)?;
        out.write_all(b"\n")
    }

    /// Adds a line to the file for what Grow does not know.
    pub(super) fn set_aside(&mut self, line: &Value) -> io::Result<()> {
        self.has_left_over = true;
        writeln!(self.left_over, "{line}")
    }

    /// Adds what is left out to that file, as its bytes stand.
    pub(super) fn leave_out(&mut self, bytes: &mut dyn Read) -> io::Result<()> {
        self.has_left_over = true;
        io::copy(bytes, &mut self.left_over)?;
        self.left_over.write_all(b"\n")
    }

    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.parts.iter_mut().try_for_each(Write::flush)
    }

    /// Writes the lines that were set aside to a file beside the path. `None` if there are none. Fails if there is
    /// anything at the path already, such as a link.
    pub(super) fn left_over(&mut self, path: PathBuf) -> anyhow::Result<Option<LeftOver>> {
        if !self.has_left_over {
            return Ok(None);
        }
        if path.symlink_metadata().is_ok() {
            bail!("{} is there already; move it away, or name a new file with --left-over", path.display());
        }
        let file = self.copy_left_over(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Some(LeftOver { file, path }))
    }

    fn copy_left_over(&mut self, path: &Path) -> io::Result<NamedTempFile> {
        self.left_over.flush()?;
        let lines = self.left_over.get_mut();
        lines.rewind()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = NamedTempFile::new_in(folder)?;
        io::copy(lines, &mut file)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// Reads the documents of a part by e-mail, each in the order of the files.
    pub(super) fn part(&self, part: usize) -> io::Result<BTreeMap<Email, Vec<Staged>>> {
        let mut by_email = BTreeMap::<_, Vec<_>>::new();
        for line in BufReader::new(File::open(self.folder.path().join(part.to_string()))?).lines() {
            let staged: Staged = serde_json::from_str(&line?)?;
            if let Some(email) = Email::parse_public(&staged.id) {
                by_email.entry(email).or_default().push(staged);
            }
        }
        Ok(by_email)
    }
}
