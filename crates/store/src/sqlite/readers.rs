//! Pool of read connections.

use super::file::{DatabaseFile, keep_statements};
use crate::command::Command;
use crate::error::{Error, Result};
use crate::sql::{Tx, finish_at_once};
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Page cache of a read connection. Small, because every commit invalidates it and the operating system caches the
/// file.
const READER_CACHE_KIB: i32 = 512;

/// Pool of read connections. Its size is the maximum number ever in use at once.
pub(super) struct Readers {
    path: PathBuf,
    file: Arc<DatabaseFile>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    /// Creates the pool for a database file.
    pub(super) fn of(path: &Path, file: Arc<DatabaseFile>) -> Self {
        Self { path: path.to_owned(), file, idle: Arc::default() }
    }

    pub(super) fn file(&self) -> &DatabaseFile {
        &self.file
    }

    /// Borrows an idle connection, or opens one.
    pub(super) fn lend(&self) -> Result<Reader> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.open()?,
        };
        Ok(Reader { connection: Some(connection), file: Arc::clone(&self.file), home: Arc::clone(&self.idle) })
    }

    fn open(&self) -> Result<Connection> {
        self.file.ensure_usable()?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.execute_batch("PRAGMA busy_timeout = 2000; PRAGMA query_only = ON;")?;
        connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
        keep_statements(&connection, 32)?;
        Ok(connection)
    }
}

/// A borrowed read connection.
pub(crate) struct Reader {
    connection: Option<Connection>,
    file: Arc<DatabaseFile>,
    home: Arc<Mutex<Vec<Connection>>>,
}

impl Reader {
    pub(crate) fn tx(&mut self) -> Result<Tx<'_>> {
        let connection = self.connection.as_mut().ok_or(Error::Closed)?;
        Ok(Tx::Sqlite(connection, &self.file))
    }

    /// Runs a read on the snapshot of its first statement.
    pub(crate) fn at_one_moment<C: Command>(&mut self, question: &C) -> Result<C::Output> {
        let connection = self.connection.as_mut().ok_or(Error::Closed)?;
        connection.execute_batch("BEGIN")?;
        let answer = finish_at_once(question.run(&mut Tx::Sqlite(connection, &self.file)));
        connection.execute_batch("ROLLBACK")?;
        answer
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // A panic may leave a transaction open; such a connection is closed.
        if let Some(connection) = self.connection.take().filter(Connection::is_autocommit) {
            self.home.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sqlite;
    use super::*;

    fn open() -> (Sqlite, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        (Sqlite::open(&folder.path().join("grow.db"), Arc::default()).unwrap(), folder)
    }

    /// Reads twice, with a write by another connection in between.
    struct ReadTwice {
        path: PathBuf,
    }

    impl Command for ReadTwice {
        type Output = [Option<i64>; 2];

        async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
            let newest = "SELECT MAX(version) FROM schema_migrations";
            let before = tx.row(newest, &[], |row| row.int(0)).await?;
            let other = Connection::open(&self.path)?;
            other.execute("INSERT INTO schema_migrations (version, checksum) VALUES (100, 'test')", [])?;
            Ok([before, tx.row(newest, &[], |row| row.int(0)).await?])
        }
    }

    #[tokio::test]
    async fn a_read_at_one_moment_does_not_see_what_others_write_meanwhile() {
        let (sqlite, folder) = open();
        let mut reader = sqlite.reader().unwrap();
        let [before, after] = reader.at_one_moment(&ReadTwice { path: folder.path().join("grow.db") }).unwrap();
        assert_eq!(before, after);
        let sql = "SELECT MAX(version) FROM schema_migrations";
        let newest = finish_at_once(reader.tx().unwrap().row(sql, &[], |row| row.int(0))).unwrap();
        assert_eq!(newest, Some(100), "and the next read does");
    }

    #[tokio::test]
    async fn a_reading_connection_cannot_write() {
        let (sqlite, _folder) = open();
        let mut reader = sqlite.reader().unwrap();
        let outcome = finish_at_once(reader.tx().unwrap().execute("DELETE FROM schema_migrations", &[]));
        assert!(matches!(outcome, Err(Error::Sqlite(_))));
    }
}
