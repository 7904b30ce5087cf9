//! The lock file of a database: it lies beside it while processes of Grow use it.
//!
//! The database file itself cannot be locked, because SQLite uses its locks.

use super::file::{LOCK_SUFFIX, with_suffix};
use crate::error::{Error, Result};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long a start waits for another command that has the database to itself.
const WAIT: Duration = Duration::from_secs(2);
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// A lock of a database, until it is dropped. Its last user deletes the file.
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks a database that nobody uses for one process alone. None: somebody uses it.
    pub(crate) fn alone(database: &Path) -> Result<Option<Self>> {
        Self::take(database, File::try_lock)
    }

    /// Locks a database with others. Returns whether nobody else uses it: then it is locked for this process alone
    /// until [`Lock::share`].
    pub(crate) fn join(database: &Path) -> Result<(Self, bool)> {
        let give_up_at = Instant::now() + WAIT;
        loop {
            if let Some(lock) = Self::alone(database)? {
                return Ok((lock, true));
            }
            if let Some(lock) = Self::take(database, File::try_lock_shared)? {
                return Ok((lock, false));
            }
            if Instant::now() >= give_up_at {
                return Err(taken(database));
            }
            thread::park_timeout(BETWEEN_TRIES);
        }
    }

    /// Lets others use the database, too.
    pub(crate) fn share(&self, database: &Path) -> Result<()> {
        self.file.try_lock_shared().map_err(|_| taken(database))
    }

    /// Returns whether somebody uses a database. Creates nothing.
    pub(crate) fn is_held(database: &Path) -> Result<bool> {
        let path = with_suffix(database, LOCK_SUFFIX);
        let found = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => Err(error),
            Ok(file) => match file.try_lock() {
                Ok(()) => Ok(false),
                Err(TryLockError::WouldBlock) => Ok(true),
                Err(TryLockError::Error(error)) => Err(error),
            },
        };
        found.map_err(|error| Error::Setup(format!("The file {} cannot be read: {error}.", path.display())))
    }

    fn take(database: &Path, try_lock: impl Fn(&File) -> Result<(), TryLockError>) -> Result<Option<Self>> {
        let path = with_suffix(database, LOCK_SUFFIX);
        let broken = |error: io::Error| Error::Setup(format!("The file {} cannot be made: {error}.", path.display()));
        loop {
            let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&path);
            let file = file.map_err(broken)?;
            match try_lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(broken(error)),
            }
            // Its last user may have deleted it meanwhile.
            if is_at(&file, &path) {
                return Ok(Some(Self { file, path }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.file.try_lock().is_ok() && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().map(id).ok() == fs::metadata(path).map(id).ok()
}

fn taken(database: &Path) -> Error {
    Error::Setup(format!(
        "Another command has {} to itself, such as a restore, or a start that brings it up to date. Start again when that \
         is done.",
        database.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_user_of_a_database_deletes_its_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("grow.db");
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let (first, is_alone) = Lock::join(&database).unwrap();
        assert!(is_alone && Lock::is_held(&database).unwrap());
        first.share(&database).unwrap();
        let (second, is_alone) = Lock::join(&database).unwrap();
        assert!(!is_alone && Lock::alone(&database).unwrap().is_none());
        drop(first);
        assert!(Lock::is_held(&database).unwrap() && files() == 1);
        drop(second);
        assert!(!Lock::is_held(&database).unwrap() && files() == 0);
    }

    #[test]
    fn a_restore_makes_a_start_wait_and_then_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("grow.db");
        let restore = Lock::alone(&database).unwrap().unwrap();
        let error = Lock::join(&database).err().unwrap().to_string();
        assert!(error.contains("to itself, such as a restore"), "{error}");
        drop(restore);
        assert!(Lock::join(&database).unwrap().1);
    }
}
