//! Backups of a SQLite database: a copy of one moment, and the way back.

use crate::error::{Error, Result};
use crate::migrate::{self, State};
use crate::opening::{Notice, absent, ensure_grow};
use crate::progress::{tell_each, tell_no_more};
use crate::sqlite::{
    BESIDE, FileState, JOURNAL_SUFFIX, Lock, SHARED_MEMORY_SUFFIX, WAL_SUFFIX, make_folder, resolved, with_suffix,
};
use crate::store::Engine;
use crate::{DatabaseUrl, Store, erasure, generation};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// Time between two reports of progress.
const BETWEEN_REPORTS: Duration = Duration::from_secs(2);
/// Suffix of a file until it is complete.
const PARTIAL_SUFFIX: &str = ".partial";
/// Suffix of the database that a backup replaces, with the time in UTC.
const REPLACED_SUFFIX: &str = ".replaced-%Y%m%dT%H%M%SZ";
/// Suffix of a log that belonged to another database.
const OTHER_LOG_SUFFIX: &str = ".other-log";
const OTHER_JOURNAL_SUFFIX: &str = ".other-journal";

/// The result of a restore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Where the former database is, if there was one. A log beside it belongs to it.
    pub replaced: Option<PathBuf>,
    /// What the operator should know of a backup that is a file which was not closed.
    pub notice: Option<Notice>,
}

impl Store {
    /// Writes a copy of a SQLite database as it is now into a new file that only its owner can read. Returns its bytes.
    ///
    /// The file has its name when the copy is whole, checked and on the disk. `report` gets the bytes written so far
    /// and those of the database, every two seconds.
    pub async fn back_up(&self, into: PathBuf, report: impl FnMut(u64, u64) + Send + 'static) -> Result<u64> {
        let Engine::Sqlite(sqlite) = &*self.engine else { return Err(of_postgres("backed up")) };
        let mut reader = sqlite.reader()?;
        let written = tokio::task::spawn_blocking(move || {
            back_up(&into, |partial| {
                let copied = reader.copy_into(|connection| vacuum_into(connection, partial, report));
                drop(reader);
                copied
            })
        });
        written.await.unwrap_or(Err(Error::Bug("a backup panicked; see the log")))
    }

    /// The same of a SQLite database of any release, with or without a server. Nothing of it is changed.
    pub fn back_up_file(url: &DatabaseUrl, into: &Path, report: impl FnMut(u64, u64) + Send + 'static) -> Result<u64> {
        let DatabaseUrl::Sqlite(path) = url else { return Err(of_postgres("backed up")) };
        let database = resolved(path);
        let standing = FileState::examined(&database)?;
        if standing == FileState::Absent {
            return Err(absent(&database));
        }
        if standing.has_damaged_log(&database) {
            return Err(Error::Copy(format!(
                "{} Nothing was copied: start `grow serve`, which keeps the whole log under a name of its own, and repeat \
                 the command.",
                Notice::DamagedLog(database)
            )));
        }
        let mut connection = standing.open(&database)?;
        ensure_grow(&database, &connection)?;
        back_up(into, |partial| Ok(vacuum_into(&mut connection, partial, report).map(drop)?))
    }

    /// Puts a backup in the place of a SQLite database that no server uses. Ends all sessions, begins another
    /// generation, and keeps the list of erased farmers. A log that lies beside the backup is taken in. The database of
    /// before is kept beside it under a new name.
    pub fn restore(url: &DatabaseUrl, backup: &Path, generation: Uuid, now: Timestamp) -> Result<Restored> {
        match url {
            DatabaseUrl::Sqlite(database) => restore(&resolved(database), backup, generation, now),
            DatabaseUrl::Postgres(_) => Err(of_postgres("restored")),
        }
    }
}

fn of_postgres(done: &str) -> Error {
    Error::Setup(format!(
        "A PostgreSQL database is {done} by its own tools, such as pgBackRest: see docs/OPERATIONS.md."
    ))
}

/// Makes a file of what `copy` writes into another name of it, which is whole, checked and on the disk.
fn back_up(into: &Path, copy: impl FnOnce(&Path) -> Result<()>) -> Result<u64> {
    if BESIDE.iter().any(|ending| into.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes())) {
        let told = "is the name of a file beside a database: name the backup without that ending.";
        return Err(Error::Copy(format!("{} {told}", into.display())));
    }
    if into.try_exists().unwrap_or(true) {
        return Err(Error::Copy(format!("{} is there already: name a new file for the backup.", into.display())));
    }
    let partial = with_suffix(into, PARTIAL_SUFFIX);
    let made = make(&partial)?;
    let checked = copy(&partial).and_then(|()| check(&partial)).and_then(|()| {
        made.sync_all().map_err(|error| broken(&partial, &error))?;
        fs::rename(&partial, into).map_err(|error| broken(into, &error))?;
        sync_folder(into)
    });
    if let Err(error) = checked {
        let _ = fs::remove_file(&partial);
        return Err(error);
    }
    fs::metadata(into).map(|metadata| metadata.len()).map_err(|error| broken(into, &error))
}

/// Creates an empty file that only its owner can read, in place of one that an interrupted run left.
fn make(partial: &Path) -> Result<File> {
    for suffix in ["", WAL_SUFFIX, SHARED_MEMORY_SUFFIX, JOURNAL_SUFFIX] {
        remove(&with_suffix(partial, suffix))?;
    }
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(partial);
    made.map_err(|error| broken(partial, &error))
}

/// Copies a database as it is now into an empty file.
fn vacuum_into(
    connection: &mut Connection,
    empty: &Path,
    mut report: impl FnMut(u64, u64) + Send + 'static,
) -> rusqlite::Result<usize> {
    let whole = size_of(connection)?;
    let written = empty.to_owned();
    tell_each(BETWEEN_REPORTS, connection, move || {
        report(fs::metadata(&written).map_or(0, |metadata| metadata.len()), whole);
    })?;
    let path = empty.to_str().ok_or_else(|| rusqlite::Error::InvalidPath(empty.to_owned()))?;
    let copied = connection.execute("VACUUM INTO $1", [path]);
    tell_no_more(connection)?;
    copied
}

fn restore(database: &Path, backup: &Path, generation: Uuid, now: Timestamp) -> Result<Restored> {
    let unfit = |reason: &str| Error::Copy(format!("{} cannot be restored: {reason}.", backup.display()));
    let Ok(metadata) = fs::metadata(backup).map(|it| (it.is_file(), it.dev(), it.ino())) else {
        return Err(unfit("there is no such file"));
    };
    if !metadata.0 {
        return Err(unfit("it is no file"));
    }
    if fs::metadata(database).is_ok_and(|it| (true, it.dev(), it.ino()) == metadata) {
        return Err(unfit("it is the database itself"));
    }
    let backup = &resolved(backup);
    let standing = FileState::examined(backup)?;
    let opened = standing.open(backup).and_then(|source| Ok((migrate::sqlite_state(&source)?, source)));
    let mut source = match opened {
        Ok((State::Old(_) | State::Usable, source)) => source,
        Ok((State::Absent, _)) => return Err(unfit("it is no backup of Grow")),
        Err(Error::Sqlite(error)) => return Err(unfit(&format!("it is damaged or no backup of Grow ({error})"))),
        Err(error) => return Err(error),
    };
    ensure_sound(&source).map_err(|error| unfit(&format!("it is damaged ({error})")))?;
    make_folder(database)?;
    let Some(_alone) = Lock::alone(database)? else {
        return Err(Error::Setup(format!(
            "A server or another command uses {}. Stop it first; nothing was changed.",
            database.display()
        )));
    };

    let partial = with_suffix(database, PARTIAL_SUFFIX);
    let made = make(&partial)?;
    let copied = vacuum_into(&mut source, &partial, |_, _| {}).map_err(Error::from).and_then(|_| {
        prepare(&partial, database, generation)?;
        made.sync_all().map_err(|error| broken(&partial, &error))
    });
    if let Err(error) = copied {
        for suffix in ["", JOURNAL_SUFFIX] {
            let _ = fs::remove_file(with_suffix(&partial, suffix));
        }
        return Err(error);
    }
    let replaced = name_anew(database, now)?;
    fs::rename(&partial, database).map_err(|error| broken(database, &error))?;
    for suffix in [WAL_SUFFIX, SHARED_MEMORY_SUFFIX, JOURNAL_SUFFIX] {
        remove(&with_suffix(database, suffix))?;
    }
    sync_folder(database)?;
    Ok(Restored { replaced, notice: Notice::of(standing, backup) })
}

/// Brings a restored database up to date. What is older than the backup must not come back: sessions, and erased
/// farmers.
fn prepare(restored: &Path, former: &Path, id: Uuid) -> Result<()> {
    let mut connection =
        Connection::open_with_flags(restored, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    migrate::sqlite(&mut connection)?;
    let tx = connection.transaction()?;
    tx.execute_batch("DELETE FROM sessions; DELETE FROM logins;")?;
    tx.execute(generation::BEGIN, [id.as_bytes().as_slice()])?;
    // The former database may be damaged: then the file of erased farmers has them, which the server reads at its
    // start.
    if let Ok(erased) = erased_in(former) {
        let mut list = tx.prepare(erasure::LIST)?;
        for (farmer, at) in erased {
            list.execute((farmer, at))?;
        }
    }
    tx.commit()?;
    ensure_sound(&connection)
}

fn erased_in(database: &Path) -> Result<Vec<(Vec<u8>, i64)>> {
    let connection = FileState::at_rest(database)?.open(database)?;
    let mut statement = connection.prepare("SELECT farmer_id, erased_at FROM erased_farmers")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Gives a database and its log a second name, which no file has had. Neither is opened. A log of another database gets
/// a name that no database reads.
fn name_anew(database: &Path, now: Timestamp) -> Result<Option<PathBuf>> {
    let fit = database.exists() && !matches!(FileState::at_rest(database), Err(Error::Setup(_)));
    let suffixes = if fit { [WAL_SUFFIX, JOURNAL_SUFFIX] } else { [OTHER_LOG_SUFFIX, OTHER_JOURNAL_SUFFIX] };
    let time = now.to_zoned(TimeZone::UTC).strftime(REPLACED_SUFFIX).to_string();
    let mut number = 1;
    let replaced = loop {
        let suffix = if number == 1 { time.clone() } else { format!("{time}-{number}") };
        let name = with_suffix(database, &suffix);
        let beside = [WAL_SUFFIX, JOURNAL_SUFFIX, OTHER_LOG_SUFFIX, OTHER_JOURNAL_SUFFIX];
        let is_taken = beside.iter().any(|suffix| with_suffix(&name, suffix).exists());
        match if is_taken { Err(io::ErrorKind::AlreadyExists.into()) } else { fs::hard_link(database, &name) } {
            Ok(()) => break Some(name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            // Only a log may be left of the database.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !name.exists() => break None,
            Err(error) => return Err(broken(&name, &error)),
        }
    };
    let kept = replaced.clone().unwrap_or_else(|| with_suffix(database, &time));
    for (suffix, renamed) in [WAL_SUFFIX, JOURNAL_SUFFIX].into_iter().zip(suffixes) {
        let renamed = with_suffix(&kept, renamed);
        match fs::hard_link(with_suffix(database, suffix), &renamed) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(broken(&renamed, &error)),
            _ => {}
        }
    }
    sync_folder(database)?;
    Ok(replaced)
}

fn size_of(connection: &Connection) -> rusqlite::Result<u64> {
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let bytes: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}

/// Reads a whole database, and fails if anything in it does not fit.
fn check(database: &Path) -> Result<()> {
    ensure_sound(&FileState::Whole.open(database)?)
}

fn ensure_sound(connection: &Connection) -> Result<()> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(Error::Copy(format!("the copy is damaged: {found}"))) }
}

fn sync_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| broken(folder, &error))
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(broken(file, &error)),
        _ => Ok(()),
    }
}

fn broken(path: &Path, error: &io::Error) -> Error {
    Error::Copy(format!("{} cannot be written: {error}.", path.display()))
}
