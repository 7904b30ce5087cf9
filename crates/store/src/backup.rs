//! Backups of a SQLite database: a copy of one moment, and the way back.

use crate::error::{Error, Result};
use crate::migrate::{self, State};
use crate::progress::tell_each;
use crate::sqlite::{SHARED_MEMORY_SUFFIX, WAL_SUFFIX, lock_file, make_folder, with_suffix};
use crate::store::Engine;
use crate::{DatabaseUrl, Store, erasure, generation};
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// Time between two reports of progress.
const BETWEEN_REPORTS: Duration = Duration::from_secs(2);
/// Added to the name of a file until it is whole.
const PARTIAL_SUFFIX: &str = ".partial";
/// Added to the name of the database that a backup takes the place of.
const REPLACED_SUFFIX: &str = ".replaced";

impl Store {
    /// Writes a copy of a SQLite database as it is now into a new file that only its owner can read. Returns its bytes.
    ///
    /// The file has its name when the copy is whole, checked and on the disk. `report` gets the bytes written so far and
    /// those of the database, every two seconds.
    pub async fn back_up(&self, into: PathBuf, report: impl FnMut(u64, u64) + Send + 'static) -> Result<u64> {
        let Engine::Sqlite(sqlite) = &*self.engine else { return Err(of_postgres("backed up")) };
        let database = sqlite.path();
        tokio::task::spawn_blocking(move || back_up(&database, &into, report))
            .await
            .unwrap_or(Err(Error::Bug("a backup panicked; see the log")))
    }

    /// Puts a backup in the place of a SQLite database that no server uses. Ends all sessions, begins another
    /// generation, and keeps the list of erased farmers. The database of before is kept beside it; returns where, if
    /// there was one.
    pub fn restore(url: &DatabaseUrl, backup: &Path, generation: Uuid) -> Result<Option<PathBuf>> {
        match url {
            DatabaseUrl::Sqlite(database) => restore(database, backup, generation),
            DatabaseUrl::Postgres(_) => Err(of_postgres("restored")),
        }
    }
}

fn of_postgres(done: &str) -> Error {
    Error::Setup(format!(
        "A PostgreSQL database is {done} by its own tools, such as pgBackRest: see docs/OPERATIONS.md."
    ))
}

fn back_up(database: &Path, into: &Path, mut report: impl FnMut(u64, u64) + Send + 'static) -> Result<u64> {
    if into.try_exists().unwrap_or(true) {
        return Err(Error::Copy(format!("{} is there already: name a new file for the backup.", into.display())));
    }
    let partial = with_suffix(into, PARTIAL_SUFFIX);
    let mut connection = open(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let whole = size_of(&connection)?;
    // One that was broken off is begun anew.
    remove(&partial)?;
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial);
    let made = made.map_err(|error| broken(&partial, &error))?;
    let written = partial.clone();
    tell_each(BETWEEN_REPORTS, &mut connection, move || {
        report(fs::metadata(&written).map_or(0, |metadata| metadata.len()), whole);
    })?;
    let path = partial.to_str().ok_or_else(|| Error::Copy("The name of the file is no text.".to_owned()))?;
    let copied = connection.execute("VACUUM INTO $1", [path]).map_err(Error::from);
    let checked = copied.and_then(|_| check(&partial)).and_then(|()| {
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

fn restore(database: &Path, backup: &Path, generation: Uuid) -> Result<Option<PathBuf>> {
    let unfit = |reason: &str| Error::Copy(format!("{} cannot be restored: {reason}.", backup.display()));
    if !backup.is_file() {
        return Err(unfit("there is no such file"));
    }
    match migrate::sqlite_state(backup) {
        Ok(State::Old | State::Usable) => {}
        Ok(State::Absent) => return Err(unfit("it is no backup of Grow")),
        Err(Error::Sqlite(error)) => return Err(unfit(&format!("it is damaged or no backup of Grow ({error})"))),
        Err(error) => return Err(error),
    }
    check(backup).map_err(|error| unfit(&format!("it is damaged ({error})")))?;
    make_folder(database)?;
    let _alone = lock(database)?;

    let partial = with_suffix(database, PARTIAL_SUFFIX);
    remove(&partial)?;
    let copied = copy(backup, &partial).and_then(|()| prepare(&partial, database, generation));
    if let Err(error) = copied {
        let _ = fs::remove_file(&partial);
        return Err(error);
    }
    let replaced = set_aside(database)?;
    fs::rename(&partial, database).map_err(|error| broken(database, &error))?;
    sync_folder(database)?;
    Ok(replaced)
}

/// Makes sure that no server uses the database, as long as the returned file lives.
fn lock(database: &Path) -> Result<File> {
    let file = lock_file(database)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Setup(format!(
            "A server or another command uses {}. Stop it first; nothing was changed.",
            database.display()
        ))),
        Err(TryLockError::Error(error)) => Err(broken(database, &error)),
    }
}

/// Copies a file into a new one that only its owner can read.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = || {
        let mut made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
        io::copy(&mut File::open(from)?, &mut made)?;
        made.sync_all()
    };
    copied().map_err(|error| broken(to, &error))
}

/// Brings a restored database up to date. What is older than the backup must not come back: sessions, and erased
/// farmers.
fn prepare(restored: &Path, former: &Path, id: Uuid) -> Result<()> {
    let mut connection = open(restored, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    migrate::sqlite(&mut connection)?;
    let tx = connection.transaction()?;
    tx.execute_batch("DELETE FROM sessions; DELETE FROM logins;")?;
    tx.execute(generation::BEGIN, [id.as_bytes().as_slice()])?;
    // The former database may be damaged: then the file of erased farmers has them, which the server reads at its start.
    if let Ok(erased) = erased_in(former) {
        let mut list = tx.prepare(erasure::LIST)?;
        for (farmer, at) in erased {
            list.execute((farmer, at))?;
        }
    }
    tx.commit()?;
    // One file, without a log.
    connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    drop(connection);
    check(restored)
}

fn erased_in(database: &Path) -> Result<Vec<(Vec<u8>, i64)>> {
    let connection = open(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mut statement = connection.prepare("SELECT farmer_id, erased_at FROM erased_farmers")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Gives a database a second name, and moves its logs to that: SQLite would read them into any other database.
fn set_aside(database: &Path) -> Result<Option<PathBuf>> {
    let replaced = with_suffix(database, REPLACED_SUFFIX);
    for suffix in ["", WAL_SUFFIX, SHARED_MEMORY_SUFFIX] {
        remove(&with_suffix(&replaced, suffix))?;
    }
    let is_there = database.exists();
    if is_there {
        // The log of a database that is not damaged goes into it.
        let _ = open(database, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .and_then(|connection| Ok(connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?));
    }
    for suffix in [WAL_SUFFIX, SHARED_MEMORY_SUFFIX] {
        let (from, to) = (with_suffix(database, suffix), with_suffix(&replaced, suffix));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(broken(&to, &error)),
            _ => {}
        }
    }
    if !is_there {
        return Ok(None);
    }
    fs::hard_link(database, &replaced).map_err(|error| broken(&replaced, &error))?;
    Ok(Some(replaced))
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

fn size_of(connection: &Connection) -> Result<u64> {
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let bytes: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}

/// Reads a whole database, and fails if anything in it does not fit.
fn check(database: &Path) -> Result<()> {
    let connection = open(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
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
