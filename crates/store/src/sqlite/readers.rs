//! Pool of read connections.

use super::file::{DatabaseFile, keep_statements};
use crate::error::{Error, Result};
use crate::sql::{Command, Tx, finish_at_once};
use rusqlite::{Connection, InterruptHandle, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Page cache of a read connection. Small, because every commit invalidates it and the operating system caches the
/// file.
const READER_CACHE_KIB: i32 = 512;
/// How long the end of the pool waits for reads that it has interrupted.
const LAST_READS: Duration = Duration::from_secs(5);
/// Time until a read is interrupted again, which may have been between two statements.
const BETWEEN_INTERRUPTS: Duration = Duration::from_millis(20);

/// Pool of read connections. Its size is the maximum number ever in use at once.
pub(super) struct Readers {
    path: PathBuf,
    file: Arc<DatabaseFile>,
    pool: Arc<Pool>,
}

#[derive(Default)]
struct Pool {
    connections: Mutex<Connections>,
    returned: Condvar,
}

#[derive(Default)]
struct Connections {
    idle: Vec<ReadConnection>,
    lent: Vec<Arc<InterruptHandle>>,
    /// Number of connections that are being opened.
    opening: usize,
    is_closed: bool,
}

struct ReadConnection {
    connection: Connection,
    interrupt: Arc<InterruptHandle>,
}

impl Pool {
    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Readers {
    pub(super) fn of(path: &Path, file: Arc<DatabaseFile>) -> Self {
        Self { path: path.to_owned(), file, pool: Arc::default() }
    }

    pub(super) fn file(&self) -> &DatabaseFile {
        &self.file
    }

    /// Borrows an idle connection, or opens one.
    pub(super) fn lend(&self) -> Result<Reader> {
        let mut connections = self.pool.connections();
        if connections.is_closed {
            return Err(Error::Closed);
        }
        let connection = if let Some(idle) = connections.idle.pop() {
            idle
        } else {
            connections.opening += 1;
            drop(connections);
            let mut opened = self.open();
            connections = self.pool.connections();
            if connections.is_closed {
                opened = Err(Error::Closed);
            }
            connections.opening -= 1;
            self.pool.returned.notify_all();
            opened?
        };
        connections.lent.push(Arc::clone(&connection.interrupt));
        drop(connections);
        Ok(Reader { connection: Some(connection), file: Arc::clone(&self.file), home: Arc::clone(&self.pool) })
    }

    fn open(&self) -> Result<ReadConnection> {
        self.file.ensure_usable()?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.execute_batch("PRAGMA busy_timeout = 2000; PRAGMA query_only = ON;")?;
        connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
        keep_statements(&connection, 32)?;
        Ok(ReadConnection { interrupt: Arc::new(connection.get_interrupt_handle()), connection })
    }

    /// Interrupts the reads and closes the connections.
    pub(super) fn close(&self) {
        let give_up_at = Instant::now() + LAST_READS;
        let mut connections = self.pool.connections();
        connections.is_closed = true;
        connections.idle.clear();
        while (!connections.lent.is_empty() || connections.opening > 0) && Instant::now() < give_up_at {
            connections.lent.iter().for_each(|lent| lent.interrupt());
            let waited = self.pool.returned.wait_timeout(connections, BETWEEN_INTERRUPTS);
            connections = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

pub(crate) struct Reader {
    connection: Option<ReadConnection>,
    file: Arc<DatabaseFile>,
    home: Arc<Pool>,
}

impl Reader {
    pub(crate) fn tx(&mut self) -> Result<Tx<'_>> {
        let ReadConnection { connection, .. } = self.connection.as_mut().ok_or(Error::Closed)?;
        Ok(Tx::Sqlite(connection, &self.file))
    }

    /// Runs a read on the snapshot of its first statement.
    pub(crate) fn at_one_moment<T>(&mut self, question: &impl Command<T>) -> Result<T> {
        let ReadConnection { connection, .. } = self.connection.as_mut().ok_or(Error::Closed)?;
        connection.execute_batch("BEGIN")?;
        let answer = finish_at_once(question(&mut Tx::Sqlite(connection, &self.file)));
        connection.execute_batch("ROLLBACK")?;
        answer
    }

    /// Runs a statement that copies the database into another file, which counts as a write.
    pub(crate) fn copy_into(&mut self, copy: impl FnOnce(&mut Connection) -> rusqlite::Result<usize>) -> Result<()> {
        let ReadConnection { connection, .. } = self.connection.as_mut().ok_or(Error::Closed)?;
        connection.execute_batch("PRAGMA query_only = OFF")?;
        let copied = copy(connection);
        connection.execute_batch("PRAGMA query_only = ON")?;
        copied?;
        Ok(())
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some(lent) = self.connection.take() else { return };
        let interrupt = Arc::clone(&lent.interrupt);
        // A panic may leave a transaction open; such a connection is closed.
        let mut usable = Some(lent).filter(|lent| lent.connection.is_autocommit());
        let mut connections = self.home.connections();
        if connections.is_closed {
            drop(connections);
            usable = None;
            connections = self.home.connections();
        }
        connections.idle.extend(usable);
        connections.lent.retain(|lent| !Arc::ptr_eq(lent, &interrupt));
        self.home.returned.notify_all();
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

    #[tokio::test]
    async fn a_read_at_one_moment_does_not_see_what_others_write_meanwhile() {
        let (sqlite, folder) = open();
        let mut reader = sqlite.reader().unwrap();
        let (sql, path) = ("SELECT MAX(version) FROM schema_migrations", folder.path().join("grow.db"));
        let read_twice = async move |tx: &mut Tx<'_>| {
            let before = tx.row(sql, &[], |row| row.int(0)).await?;
            let other = Connection::open(&path)?;
            other.execute("INSERT INTO schema_migrations (version, checksum) VALUES (100, 'test')", [])?;
            Ok([before, tx.row(sql, &[], |row| row.int(0)).await?])
        };
        let [before, after] = reader.at_one_moment(&read_twice).unwrap();
        assert_eq!(before, after);
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
