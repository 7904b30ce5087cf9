//! Opens a database that is there: for a write, or to be read.
//!
//! What is opened to be read stays as it is, and nothing lies beside it afterwards. An older schema, or a log that
//! nobody has open, is read through a temporary copy.

use crate::error::{Error, Result};
use crate::migrate::{self, State};
use crate::sqlite::{FileState, Sqlite, WAL_SUFFIX, resolved, with_suffix};
use crate::{DatabaseUrl, PostgresLimits, Store};
use rusqlite::Connection;
use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// What the operator should know of a database that is opened to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// It lacks steps of this release. The number is its newest one.
    OfAnOlderRelease(PathBuf, i64),
    /// It was not closed, and its log lies beside it.
    NotClosed(PathBuf),
    /// It was not closed, and its log is damaged.
    DamagedLog(PathBuf),
    /// It was not closed, and no log lies beside it.
    WithoutLog(PathBuf),
}

impl Notice {
    /// The notice about a file that was not closed.
    pub(crate) fn of(standing: FileState, database: &Path) -> Option<Self> {
        match standing {
            FileState::WithLog if standing.has_damaged_log(database) => Some(Self::DamagedLog(database.to_owned())),
            FileState::WithLog => Some(Self::NotClosed(database.to_owned())),
            FileState::WithoutLog => Some(Self::WithoutLog(database.to_owned())),
            FileState::Absent | FileState::InUse | FileState::Whole | FileState::Merged => None,
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfAnOlderRelease(database, schema) => write!(
                f,
                "{} {}; a temporary copy of it is read, and it stays as it is. `grow backup FILE` copies it, and a start \
                 of `grow serve` brings it up to date.",
                database.display(),
                migrate::of_an_older_release(*schema)
            ),
            Self::NotClosed(database) => write!(
                f,
                "{0} was not closed: what was written last is in {0}-wal. Keep and copy the two together. The next start \
                 of `grow serve` makes one file of them.",
                database.display()
            ),
            Self::DamagedLog(database) => write!(
                f,
                "{0} was not closed, and {0}-wal is damaged: what was recorded behind the damaged place is not read. Keep a \
                 copy of both files, check the disk, and compare with the newest backup.",
                database.display()
            ),
            Self::WithoutLog(database) => write!(
                f,
                "{0} was not closed, and {0}-wal is not there. If it was copied while a server had it open, what was \
                 recorded last is missing: copy {0}-wal as well, or take a backup by `grow backup FILE`.",
                database.display()
            ),
        }
    }
}

impl Store {
    /// Opens a database of this release for a write.
    pub async fn open_existing(url: &DatabaseUrl) -> Result<Self> {
        if let DatabaseUrl::Sqlite(path) = url {
            let path = &resolved(path);
            match state(path, FileState::examined(path)?)? {
                State::Usable => {}
                State::Absent => return Err(absent(path)),
                State::Old(schema) => {
                    return Err(Error::Setup(format!(
                        "{} {}. Copy it by `grow backup FILE`, and start `grow serve`, which brings it up to date; or set \
                         GROW_DATABASE_URL to the database of your server.",
                        path.display(),
                        migrate::of_an_older_release(schema)
                    )));
                }
            }
        }
        Self::open_with(url, PostgresLimits { start: Duration::ZERO, ..PostgresLimits::default() }).await
    }

    /// Opens a database to be read, and changes nothing of it. Returns what the operator should know. Writes fail.
    pub async fn open_to_read(url: &DatabaseUrl) -> Result<(Self, Vec<Notice>)> {
        let DatabaseUrl::Sqlite(path) = url else { return Ok((Self::open_existing(url).await?, Vec::new())) };
        let path = &resolved(path);
        let standing = FileState::examined(path)?;
        let mut notices: Vec<_> = Notice::of(standing, path).into_iter().collect();
        let is_current = match state(path, standing)? {
            State::Absent => return Err(absent(path)),
            State::Old(schema) => {
                notices.push(Notice::OfAnOlderRelease(path.clone(), schema));
                false
            }
            State::Usable => true,
        };
        let opened = if is_current && matches!(standing, FileState::InUse | FileState::Whole) {
            Sqlite::open_to_read(path, None)?
        } else {
            let (copy, folder) = copy(|copy| vacuum_into(path, standing, copy))?;
            Sqlite::open_to_read(&copy, Some(folder))?
        };
        Ok((Self::of_sqlite(opened), notices))
    }
}

/// What the schema of a file is. Fails for a database of another program.
fn state(path: &Path, standing: FileState) -> Result<State> {
    if standing == FileState::Absent {
        return Ok(State::Absent);
    }
    let connection = standing.open(path)?;
    ensure_grow(path, &connection)?;
    migrate::sqlite_state(&connection)
}

/// Fails for a database of another program.
pub(crate) fn ensure_grow(path: &Path, connection: &Connection) -> Result<()> {
    if migrate::is_of_another_program(connection)? {
        return Err(Error::Setup(format!(
            "{} is a database of another program: set GROW_DATABASE_URL to the database of your server.",
            path.display()
        )));
    }
    Ok(())
}

pub(crate) fn absent(path: &Path) -> Error {
    Error::Setup(format!(
        "There is no database of this Grow at {}: start `grow serve` with it first, or set GROW_DATABASE_URL to the \
         database of your server.",
        std::path::absolute(path).as_deref().unwrap_or(path).display()
    ))
}

/// Makes a file of the current schema in a folder of its own from what `fill` writes into it.
fn copy(fill: impl FnOnce(&Path) -> Result<()>) -> Result<(PathBuf, TempDir)> {
    let broken =
        |error: io::Error| Error::Copy(format!("No temporary copy can be made: {error}. Set TMPDIR to a folder."));
    let folder = tempfile::tempdir().map_err(broken)?;
    let copy = folder.path().join("grow.db");
    fill(&copy)?;
    let mut connection = Connection::open(&copy)?;
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;")?;
    migrate::sqlite(&mut connection)?;
    Ok((copy, folder))
}

/// Copies a database with its log into a new file. Fails if a file that nobody had open is changed meanwhile.
fn vacuum_into(database: &Path, standing: FileState, copy: &Path) -> Result<()> {
    let name = copy.to_str().ok_or_else(|| Error::Copy("The name of the temporary folder is no text.".to_owned()))?;
    let stamps = || {
        [database.to_owned(), with_suffix(database, WAL_SUFFIX)]
            .map(|file| fs::metadata(file).ok().map(|it| (it.ino(), it.len(), it.mtime(), it.mtime_nsec())))
    };
    let before = stamps();
    standing.open(database)?.execute("VACUUM INTO $1", [name])?;
    if !matches!(standing, FileState::InUse | FileState::Whole) && stamps() != before {
        return Err(Error::Setup(format!(
            "A server has begun to use {} meanwhile. Nothing was changed; repeat the command.",
            database.display()
        )));
    }
    Ok(())
}
