//! The database file: created with owner-only permissions, and checked while it is open.
//!
//! Writes to a deleted, replaced or corrupted file would be lost. As soon as this is detected, the database is marked
//! unusable: nothing is written until a restart.

use crate::error::{Error, Result};
use crate::unreadable::UnreadableRows;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::ffi::OsString;
use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// File name suffix of the write-ahead log.
pub(crate) const WAL_SUFFIX: &str = "-wal";
/// File name suffix of the index of that log.
pub(crate) const SHARED_MEMORY_SUFFIX: &str = "-shm";
/// File name suffix of a rollback journal.
pub(crate) const JOURNAL_SUFFIX: &str = "-journal";
/// File name suffix of the file whose lock tells whether somebody uses the database.
pub(super) const LOCK_SUFFIX: &str = "-lock";

/// Endings of the files that lie beside a database.
pub(crate) const BESIDE: [&str; 4] = [WAL_SUFFIX, SHARED_MEMORY_SUFFIX, JOURNAL_SUFFIX, LOCK_SUFFIX];

/// A database file that is open, and its write-ahead log.
pub(crate) struct DatabaseFile {
    path: PathBuf,
    log: PathBuf,
    /// Device and inode of the two files. A database at rest has no log.
    opened: [Option<FileId>; 2],
    /// Modification time and size of the database at the last check.
    written: Mutex<Written>,
    /// Size of the database. It never shrinks: nothing vacuums it.
    size: AtomicU64,
    unusable: OnceLock<&'static str>,
    /// Whether the last write found no room on the disk.
    full: AtomicBool,
    /// The rows that could not be read.
    pub(crate) unreadable: Arc<UnreadableRows>,
}

type FileId = (u64, u64);
type Written = (i64, i64, u64);

/// Creates the database file and its folder with owner-only permissions. Warns if an existing file is readable by
/// others.
pub(super) fn make(path: &Path) -> Result<()> {
    make_folder(path)?;
    // SQLite gives its log the permissions of the database.
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            for file in [path.to_owned(), log_of(path)] {
                warn_if_others_may_read(&file);
            }
        }
        Err(error) => {
            return Err(Error::Setup(format!("The database {} cannot be made: {error}.", path.display())));
        }
    }
    Ok(())
}

/// Creates the folder of a file with owner-only permissions.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|error| Error::Setup(format!("The folder {} cannot be made: {error}.", folder.display())))
}

fn warn_if_others_may_read(file: &Path) {
    let Ok(metadata) = fs::metadata(file) else { return };
    let others = metadata.mode() & 0o077;
    if others != 0 {
        tracing::warn!(
            file = %file.display(),
            mode = format!("{:o}", metadata.mode() & 0o777),
            "other users of this computer may read the farmers' data; run: chmod 600 {}",
            file.display()
        );
    }
}

fn log_of(path: &Path) -> PathBuf {
    with_suffix(path, WAL_SUFFIX)
}

/// The files of a database that hold farmers' data, whether they are there or not.
pub(crate) fn files_of(path: &Path) -> [PathBuf; 4] {
    ["", WAL_SUFFIX, SHARED_MEMORY_SUFFIX, JOURNAL_SUFFIX].map(|suffix| with_suffix(path, suffix))
}

pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

impl DatabaseFile {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Watches a database and its log, if there is one.
    pub(super) fn opened(path: &Path) -> io::Result<Self> {
        let (path, log) = (path.to_owned(), log_of(path));
        let metadata = fs::metadata(&path)?;
        Ok(Self {
            opened: [Some(id(&metadata)), fs::metadata(&log).ok().as_ref().map(id)],
            written: Mutex::new(written(&metadata)),
            size: AtomicU64::new(metadata.len()),
            path,
            log,
            unusable: OnceLock::new(),
            full: AtomicBool::new(false),
            unreadable: Arc::default(),
        })
    }

    /// Fails if the database is marked unusable.
    pub(super) fn ensure_usable(&self) -> Result<()> {
        self.unusable.get().map_or(Ok(()), |reason| Err(Error::Unusable(reason)))
    }

    /// Checks that both files are still those opened, as every commit does: a commit to a deleted or replaced file is
    /// lost.
    pub(super) fn ensure_in_place(&self) -> Result<()> {
        self.ensure_usable()?;
        self.in_place();
        self.ensure_usable()
    }

    /// Checks that both files are still those opened, and reads the database again if its modification time or size
    /// changed by another process.
    pub(super) fn check(&self) -> Result<()> {
        self.ensure_usable()?;
        if let Some(database) = self.in_place()
            && std::mem::replace(&mut *self.written(), written(&database)) != written(&database)
        {
            // A new connection reads the first page from the file; an open one has it cached.
            let _ = self.watch(|| read_anew(&self.path));
        }
        self.ensure_usable()
    }

    /// Notes what a checkpoint of this process has written to the database.
    pub(super) fn note_checkpoint(&self) {
        if let Ok(database) = fs::metadata(&self.path) {
            *self.written() = written(&database);
        }
    }

    /// Returns the database file's metadata if both files are those opened and whole; otherwise marks the database
    /// unusable.
    fn in_place(&self) -> Option<Metadata> {
        let found = [fs::metadata(&self.path), fs::metadata(&self.log)].map(Result::ok);
        let same = found.iter().zip(self.opened).all(|(found, opened)| found.as_ref().map(id) == opened);
        let [database, _] = found;
        if !same {
            self.mark_unusable("its file was deleted or replaced while Grow was running");
        }
        let database = database.filter(|_| same)?;
        // Cached pages and the log would hide for a while that the file was truncated.
        if database.len() < self.size.fetch_max(database.len(), Ordering::Relaxed) {
            self.mark_unusable("its file was cut short while Grow was running");
            return None;
        }
        Some(database)
    }

    /// Runs an operation on the database. Marks the database unusable if SQLite reports corruption, and notes a lack of
    /// room.
    pub(crate) fn watch<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let outcome = work();
        match &outcome {
            Err(Error::Sqlite(error))
                if matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) =>
            {
                self.mark_unusable("its file is damaged");
            }
            Err(Error::DiskFull) => self.full.store(true, Ordering::Relaxed),
            _ => {}
        }
        outcome
    }

    /// Returns whether the last write found no room on the disk.
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Notes that a write succeeded.
    pub(super) fn found_room(&self) {
        if self.is_full() {
            self.full.store(false, Ordering::Relaxed);
        }
    }

    fn mark_unusable(&self, reason: &'static str) {
        if self.unusable.set(reason).is_ok() {
            tracing::error!(
                database = %self.path.display(),
                "THE DATABASE CANNOT BE USED: {reason}. Nothing is written from here on. Stop Grow, put the right file in \
                 its place (see docs/SECURITY.md), and start again."
            );
        }
    }

    fn written(&self) -> std::sync::MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_anew(path: &Path) -> Result<()> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(())
}

fn id(metadata: &Metadata) -> FileId {
    (metadata.dev(), metadata.ino())
}

fn written(metadata: &Metadata) -> Written {
    (metadata.mtime(), metadata.mtime_nsec(), metadata.len())
}

/// Caches prepared statements. The query planner stability guarantee prevents a new plan for each bound value.
pub(super) fn keep_statements(connection: &Connection, count: usize) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(count);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}
