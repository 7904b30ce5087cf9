//! How a database file stands before it is opened: whether somebody has it open, and what lies beside it.
//!
//! SQLite reads any log of the right name into a database, and a log does not say whose it is. A database at rest is in
//! rollback mode, as a backup is: a log beside one is never its own. One in WAL mode was not closed: then database and
//! log are read together, before anything is opened for writing.

use super::file::{JOURNAL_SUFFIX, WAL_SUFFIX, with_suffix};
use super::lock::Lock;
use super::log;
use crate::error::{Error, Result};
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long another process may keep a reader from a database in rollback mode.
const BUSY: Duration = Duration::from_secs(5);
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Size of the head of a log. One without frames is no longer.
const LOG_HEAD: u64 = 32;

/// How a database file stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileState {
    /// There is no file, or there is nothing in it.
    Absent,
    /// Somebody has it open, who has looked at what lies beside it.
    InUse,
    /// It is at rest: all of it is in the file.
    Whole,
    /// It was not closed. What was written last is in its log.
    WithLog,
    /// It was not closed, and its log is empty: all of it is in the file.
    Merged,
    /// It was not closed, or copied while it was open, and there is no log.
    WithoutLog,
}

impl FileState {
    /// Looks at a database file and at what lies beside it. Fails if that is not its own. Creates nothing.
    fn of(database: &Path) -> Result<Self> {
        // While this process has it open, no other handle of the file may be closed: that would end SQLite's locks.
        if database.is_file() && Lock::is_held(database)? { Ok(Self::InUse) } else { Self::at_rest(database) }
    }

    /// The same, and reads a database with the log that is left beside it. Fails if the two do not fit.
    pub(crate) fn examined(database: &Path) -> Result<Self> {
        let standing = Self::of(database)?;
        if standing == Self::WithLog {
            ensure_own_log(database)?;
        }
        Ok(standing)
    }

    /// The same of a database that nobody else has open, without reading the log.
    pub(crate) fn at_rest(database: &Path) -> Result<Self> {
        let unreadable = |error: io::Error| Error::Setup(format!("{} cannot be read: {error}.", database.display()));
        let log = Sidecar::of(database, WAL_SUFFIX);
        let journal = Sidecar::of(database, JOURNAL_SUFFIX);
        let metadata = match fs::metadata(database) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return if log.has_pages() { Err(lost(database)) } else { Ok(Self::Absent) };
            }
            Err(error) => return Err(unreadable(error)),
        };
        if !metadata.is_file() {
            return Err(Error::Setup(format!("{} is no file: name a file for the database.", database.display())));
        }
        if metadata.len() == 0 {
            return if log.has_pages() { Err(lost(database)) } else { Ok(Self::Absent) };
        }
        let head = Head::read(database).map_err(unreadable)?.ok_or_else(|| {
            Error::Setup(format!(
                "{} is no SQLite database: it is encrypted, compressed, cut short or of another kind.",
                database.display()
            ))
        })?;
        if journal.is_hot() && !head.has_left(&journal.bytes(), database) {
            return Err(strange_journal(database));
        }
        if metadata.len() < head.least_bytes && !log.has_pages() {
            return Err(Error::Setup(format!(
                "{} is cut short: {} of its {} bytes are there. Restore the newest backup: grow restore FILE.",
                database.display(),
                metadata.len(),
                head.least_bytes
            )));
        }
        match (head.is_in_wal_mode, log) {
            (false, log) if log.has_pages() => Err(strange_log(database)),
            (false, _) => Ok(Self::Whole),
            (true, log) if log.has_pages() => {
                let of_pages = log.bytes().get(8..12).map(number);
                if of_pages == Some(head.page_size) { Ok(Self::WithLog) } else { Err(strange_log(database)) }
            }
            (true, Sidecar { length: Some(_), .. }) => Ok(Self::Merged),
            (true, _) => Ok(Self::WithoutLog),
        }
    }

    /// Fails if a database must not be opened for writing: it has a second name, or does not fit its log.
    pub(crate) fn ensure_writable(self, database: &Path) -> Result<()> {
        let names = fs::metadata(database).map_or(1, |metadata| metadata.nlink());
        if names > 1 {
            return Err(Error::Setup(format!(
                "{} has {names} names (hard links), and its log would belong to one of them: two servers would damage \
                 it. Copy it to a file of its own, or delete the other names.",
                database.display()
            )));
        }
        if self == Self::WithoutLog {
            tracing::warn!(
                database = %database.display(),
                "no log lies beside the database, which was not closed; if it was copied while a server had it open, \
                 what was recorded last may be missing: copy its -wal file as well"
            );
        }
        if self == Self::WithLog {
            tracing::info!("the database was not closed; it is read with its log before it is opened");
            ensure_own_log(database)?;
            if self.has_damaged_log(database) {
                keep_log(database)?;
            }
        }
        Ok(())
    }

    /// Whether the log holds entries that are not read, because one before them is damaged.
    pub(crate) fn has_damaged_log(self, database: &Path) -> bool {
        self == Self::WithLog && log::is_damaged(&with_suffix(database, WAL_SUFFIX)).unwrap_or(true)
    }

    /// Opens a database to be read with what belongs to it. Creates nothing beside it.
    pub(crate) fn open(self, database: &Path) -> Result<Connection> {
        match self {
            Self::WithLog => with_log(database),
            Self::Merged | Self::WithoutLog => without_log(database),
            Self::Absent | Self::InUse | Self::Whole => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                let connection = Connection::open_with_flags(database, flags)?;
                connection.busy_timeout(BUSY)?;
                Ok(connection)
            }
        }
    }
}

/// Fails if the log beside a database is of another one, or if the two are damaged.
fn ensure_own_log(database: &Path) -> Result<()> {
    let is_sound = |opened: Result<Connection>| {
        let found = opened.and_then(|connection| {
            Ok(connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))?)
        });
        found.is_ok_and(|found| found == "ok")
    };
    if is_sound(with_log(database)) {
        Ok(())
    } else if is_sound(without_log(database)) {
        Err(strange_log(database))
    } else {
        Err(Error::Setup(format!(
            "{} is damaged, with its log and without. Keep both files, and restore the newest backup: grow restore FILE.",
            database.display()
        )))
    }
}

/// Copies a damaged log to a name of its own before it is taken in.
fn keep_log(database: &Path) -> Result<()> {
    let log = with_suffix(database, WAL_SUFFIX);
    let mut names = (1..1_000).map(|number| with_suffix(database, &format!(".damaged-log-{number}")));
    let kept = names.find(|name| !name.exists()).unwrap_or_else(|| with_suffix(database, ".damaged-log"));
    fs::copy(&log, &kept).map_err(|error| {
        Error::Setup(format!("{} is damaged and cannot be copied to {}: {error}.", log.display(), kept.display()))
    })?;
    tracing::error!(
        log = %log.display(),
        kept = %kept.display(),
        "the log of the database is damaged: what was recorded behind the damaged place is not read. The whole log is \
         kept. Check the disk, and compare with the newest backup"
    );
    Ok(())
}

/// Opens a database that nobody has open, with its log. The index of the log is in memory.
fn with_log(database: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags_and_vfs(database, flags, "unix-none")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))?;
    Ok(connection)
}

/// Opens a database that nobody has open, as if no log were there.
fn without_log(database: &Path) -> Result<Connection> {
    let path = percent_encode(database.as_os_str().as_bytes(), NON_ALPHANUMERIC);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)?)
}

/// A file beside a database.
struct Sidecar {
    path: PathBuf,
    length: Option<u64>,
}

impl Sidecar {
    fn of(database: &Path, suffix: &str) -> Self {
        let path = with_suffix(database, suffix);
        Self { length: fs::metadata(&path).ok().map(|metadata| metadata.len()), path }
    }

    /// Of a log: whether there may be pages in it.
    fn has_pages(&self) -> bool {
        self.length.is_some_and(|length| length > LOG_HEAD)
    }

    /// Of a rollback journal: whether SQLite would read it.
    fn is_hot(&self) -> bool {
        self.bytes().first().is_some_and(|first| *first != 0)
    }

    /// Its first pages.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let read = File::open(&self.path).and_then(|file| file.take(1 << 18).read_to_end(&mut bytes));
        if read.is_err() {
            bytes.clear();
        }
        bytes
    }
}

/// What the first page of a database tells.
struct Head {
    is_in_wal_mode: bool,
    page_size: u32,
    /// Bytes of the pages that the header counts; 0 where it does not say that the count is of its newest change.
    least_bytes: u64,
    first_page: Vec<u8>,
}

impl Head {
    /// None: the file is no database.
    fn read(database: &Path) -> io::Result<Option<Self>> {
        let mut start = Vec::new();
        File::open(database)?.take(1 << 16).read_to_end(&mut start)?;
        if !start.starts_with(MAGIC) {
            return Ok(None);
        }
        let (Some(size), Some(version)) = (start.get(16..18), start.get(19)) else { return Ok(None) };
        let page_size = match number(size) {
            1 => 65_536,
            size => size,
        };
        let is_in_wal_mode = *version == 2;
        let [change, pages, counted_at] = [24, 28, 92].map(|at| start.get(at..at + 4).map_or(0, number));
        let least_bytes = if change == counted_at { u64::from(pages) * u64::from(page_size) } else { 0 };
        start.truncate(page_size as usize);
        Ok(Some(Self { is_in_wal_mode, page_size, least_bytes, first_page: start }))
    }

    /// Whether a rollback journal was left by a change of the mode of this database, the only change that Grow makes
    /// with one: it holds the first page, of which the mode and its number stand in the first hundred bytes.
    fn has_left(&self, journal: &[u8], database: &Path) -> bool {
        let field = |at: usize| journal.get(at..at + 4).map(number);
        let (Some(before), Some(sector), Some(page_size)) = (field(16), field(20), field(24)) else { return false };
        let pages = fs::metadata(database).map_or(0, |metadata| metadata.len() / u64::from(self.page_size));
        if before == 0 {
            return pages <= 1;
        }
        let record = sector as usize;
        let of_first_page = field(record) == Some(1);
        let page = journal.get(record + 4..).and_then(|rest| rest.get(100..self.page_size as usize));
        let ends_there = journal.len() <= record + self.page_size as usize + 8 || field(8) == Some(1);
        page_size == self.page_size
            && u64::from(before) == pages
            && of_first_page
            && ends_there
            && page.is_some_and(|page| Some(page) == self.first_page.get(100..))
    }
}

/// A number as SQLite writes it.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn lost(database: &Path) -> Error {
    Error::Setup(format!(
        "There is nothing in {0}, and a log of a database lies beside it: {0}-wal. Nothing was changed. Put back the \
         database that the log belongs to, or restore a backup: grow restore FILE.",
        database.display()
    ))
}

fn strange_log(database: &Path) -> Error {
    Error::Setup(format!(
        "A log of another database lies beside {0}: {0}-wal. Nothing was changed. To use {0} as it is, without that log: \
         mv {0}-wal {0}.other-log. Or put back the database that the log belongs to. A backup is put in its place by grow \
         restore FILE, not by copying.",
        database.display()
    ))
}

fn strange_journal(database: &Path) -> Error {
    Error::Setup(format!(
        "A journal that Grow has not written lies beside {0}: {0}-journal. Nothing was changed. If it is of another \
         database: mv {0}-journal {0}.other-journal. If another program has changed {0}, let that one open it once.",
        database.display()
    ))
}
