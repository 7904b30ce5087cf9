//! SQLite: one thread writes, in groups; reads run where they are asked for.

mod readers;

pub(crate) use readers::Reader;

use crate::command::Command;
use crate::error::{Error, Result};
use crate::sql::{Tx, finish_at_once};
use readers::Readers;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// SQLite older than this can lose a commit when a checkpoint resets the log.
const OLDEST_SAFE_SQLITE: i32 = 3_051_003;
/// How many writes may wait. More than this is answered [`Error::Busy`].
const QUEUE: usize = 4_096;
/// How many writes share one commit at most, so that the first of them does not wait for long.
const GROUP: usize = 256;
/// The log is moved into the database whenever this many groups have been committed, or no write came for a while.
const GROUPS_BETWEEN_CHECKPOINTS: u32 = 512;
const IDLE_BEFORE_CHECKPOINT: Duration = Duration::from_millis(500);
/// A log of this many pages (of 4 KiB) is worth a warning.
const LONG_LOG: i64 = 65_536;

/// A SQLite database: a queue to its one writer and a set of connections that only read.
pub(crate) struct Sqlite {
    writes: SyncSender<Box<dyn Job>>,
    readers: Readers,
}

impl Sqlite {
    /// Opens the file, making it and its folder if they are missing, and starts the writer.
    pub(crate) fn open(path: &Path, commits: Arc<AtomicU64>) -> Result<Self> {
        if rusqlite::version_number() < OLDEST_SAFE_SQLITE {
            return Err(Error::Setup(format!("SQLite {} is too old: Grow needs 3.51.3", rusqlite::version())));
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)
                .map_err(|error| Error::Setup(format!("The folder {} cannot be made: {error}.", folder.display())))?;
        }
        let mut connection = open_writer(path)
            .map_err(|error| Error::Setup(format!("The database {} cannot be opened: {error}.", path.display())))?;
        crate::migrate::sqlite(&mut connection)?;
        let (writes, queue) = sync_channel(QUEUE);
        let checkpointer = Checkpointer::start(path)?;
        let answers = answer_in_the_runtime();
        thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || Writer { connection, commits, checkpointer, answers }.run(&queue))
            .map_err(|error| Error::Setup(format!("The writer cannot be started: {error}.")))?;
        Ok(Self { writes, readers: Readers::of(path) })
    }

    /// Queues a write and waits until it is durable.
    pub(crate) async fn write<C: Command>(&self, command: C) -> Result<C::Output> {
        let (answer, answered) = oneshot::channel();
        self.writes.try_send(Box::new(Waiting { command, outcome: None, answer })).map_err(|error| match error {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Disconnected(_) => Error::Closed,
        })?;
        answered.await.map_err(|_| Error::Closed)?
    }

    /// Lends a reading connection; it comes back when it is dropped.
    pub(crate) fn reader(&self) -> Result<Reader> {
        self.readers.lend()
    }
}

fn open_writer(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA busy_timeout = 5000;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA secure_delete = ON;
         PRAGMA wal_autocheckpoint = 0;
         PRAGMA temp_store = MEMORY;",
    )?;
    let journal: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if journal != "wal" {
        // A file system without shared memory, such as a network share.
        return Err(Error::Setup(format!("its file system cannot hold a write-ahead log ({journal})")));
    }
    keep_statements(&connection, 64)?;
    Ok(connection)
}

/// Keeps prepared statements, and keeps them prepared: without the stability guarantee SQLite plans a statement again whenever
/// another value is bound to it.
fn keep_statements(connection: &Connection, count: usize) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(count);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// A queued write, whatever it writes.
trait Job: Send {
    /// Runs the write; false if it failed, and with it the transaction.
    fn run(&mut self, connection: &mut Connection) -> bool;
    /// Runs the write in a savepoint of its own: one that fails leaves the others of its group alone. An error is one of the whole
    /// group: the transaction is no longer what it was.
    fn run_in_savepoint(&mut self, connection: &mut Connection) -> rusqlite::Result<()>;
    fn answer(self: Box<Self>, commit: &Result<(), NotCommitted>);
}

/// Why a group was not committed.
#[derive(Clone, Debug, thiserror::Error)]
enum NotCommitted {
    #[error("another process holds the database")]
    Busy,
    #[error("{0}")]
    Failed(String),
}

impl From<rusqlite::Error> for NotCommitted {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => Self::Busy,
            _ => Self::Failed(error.to_string()),
        }
    }
}

struct Waiting<C: Command> {
    command: C,
    outcome: Option<Result<C::Output>>,
    answer: oneshot::Sender<Result<C::Output>>,
}

impl<C: Command> Job for Waiting<C> {
    fn run(&mut self, connection: &mut Connection) -> bool {
        let write = || finish_at_once(self.command.run(&mut Tx::Sqlite(connection)));
        let outcome = catch_unwind(AssertUnwindSafe(write)).unwrap_or(Err(Error::Bug("it panicked; see the log")));
        self.outcome.insert(outcome).is_ok()
    }

    fn run_in_savepoint(&mut self, connection: &mut Connection) -> rusqlite::Result<()> {
        connection.prepare_cached("SAVEPOINT one_write")?.execute([])?;
        if !self.run(connection) {
            // Some failures, such as a full disk, make SQLite undo the whole transaction; then there is no savepoint left.
            connection.prepare_cached("ROLLBACK TO one_write")?.execute([])?;
        }
        connection.prepare_cached("RELEASE one_write")?.execute([])?;
        Ok(())
    }

    fn answer(self: Box<Self>, commit: &Result<(), NotCommitted>) {
        let answer = match (self.outcome, commit) {
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (_, Err(NotCommitted::Busy)) => Err(Error::Busy),
            (_, Err(NotCommitted::Failed(reason))) => Err(Error::Commit(reason.clone())),
            (None, Ok(())) => Err(Error::Bug("it was never run")),
        };
        // Whoever asked may have left in the meantime; the write stands all the same.
        let _ = self.answer.send(answer);
    }
}

/// A group and what became of it.
type Answered = (Vec<Box<dyn Job>>, Result<(), NotCommitted>);

/// Hands groups over to the runtime, which wakes those who wait: one wake-up for a group instead of one for each write.
fn answer_in_the_runtime() -> UnboundedSender<Answered> {
    let (answers, mut groups) = unbounded_channel::<Answered>();
    tokio::spawn(async move {
        while let Some((group, commit)) = groups.recv().await {
            for job in group {
                job.answer(&commit);
            }
        }
    });
    answers
}

/// The one writer. It takes whatever waits, commits it together, and answers only then.
struct Writer {
    connection: Connection,
    commits: Arc<AtomicU64>,
    checkpointer: Checkpointer,
    answers: UnboundedSender<Answered>,
}

impl Writer {
    fn run(mut self, queue: &Receiver<Box<dyn Job>>) {
        let mut groups = 0;
        loop {
            let first = match queue.recv_timeout(IDLE_BEFORE_CHECKPOINT) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    if groups > 0 {
                        groups = 0;
                        self.checkpointer.ask();
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // Whoever is about to ask gets in before the commit, which costs the same for one as for many.
            thread::yield_now();
            let mut group = vec![first];
            let commit = self.commit(&mut group, queue);
            if self.answers.send((group, commit)).is_err() {
                // The runtime is gone, and with it everybody who could wait.
                return;
            }
            groups += 1;
            if groups >= GROUPS_BETWEEN_CHECKPOINTS {
                groups = 0;
                self.checkpointer.ask();
            }
            if self.checkpointer.has_finished() {
                self.start_the_log_over();
            }
        }
    }

    fn commit(&mut self, group: &mut Vec<Box<dyn Job>>, queue: &Receiver<Box<dyn Job>>) -> Result<(), NotCommitted> {
        let result = self.commit_together(group, queue);
        if let Err(error) = &result {
            tracing::error!(%error, writes = group.len(), "a group of writes was not committed");
            if !self.connection.is_autocommit()
                && let Err(error) = self.connection.execute_batch("ROLLBACK")
            {
                tracing::error!(%error, "and it could not be rolled back");
            }
        }
        if let Err(NotCommitted::Busy) = &result {
            // Each would wait as long in vain.
            group.extend(queue.try_iter());
        }
        result
    }

    /// A write hardly ever fails, and a savepoint costs a copy of every page that it touches: so a group runs without any, and only
    /// one with a failure in it is undone and runs again with one for each.
    fn commit_together(
        &mut self,
        group: &mut Vec<Box<dyn Job>>,
        queue: &Receiver<Box<dyn Job>>,
    ) -> Result<(), NotCommitted> {
        self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        if !self.run_with_whoever_comes(group, queue) {
            if !self.connection.is_autocommit() {
                self.connection.prepare_cached("ROLLBACK")?.execute([])?;
            }
            self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
            for job in group {
                job.run_in_savepoint(&mut self.connection)?;
            }
        }
        self.connection.prepare_cached("COMMIT")?.execute([])?;
        self.commits.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }

    /// Runs the group and what is queued meanwhile; false at the first write that fails.
    fn run_with_whoever_comes(&mut self, group: &mut Vec<Box<dyn Job>>, queue: &Receiver<Box<dyn Job>>) -> bool {
        let mut done = 0;
        loop {
            if !group.iter_mut().skip(done).all(|job| job.run(&mut self.connection)) {
                return false;
            }
            done = group.len();
            if done == GROUP {
                return true;
            }
            match queue.try_recv() {
                Ok(next) => group.push(next),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return true,
            }
        }
    }

    /// Moves the little that came into the log during the checkpoint beside it. The log is then written from its start again,
    /// over bytes that are there: a flush need not wait for a file that grows, and the log stays small under a steady load.
    fn start_the_log_over(&self) {
        if let Err(error) = checkpoint(&self.connection) {
            tracing::warn!(%error, "the write-ahead log could not be started over");
        }
    }
}

/// Moves the log into the database on a connection and a thread of its own, so that no commit waits for it.
struct Checkpointer {
    requests: SyncSender<()>,
    finished: Arc<AtomicBool>,
}

impl Checkpointer {
    fn start(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;")?;
        let (requests, queue) = sync_channel(1);
        let finished = Arc::new(AtomicBool::new(false));
        let tell = Arc::clone(&finished);
        thread::Builder::new()
            .name("sqlite-checkpoint".to_owned())
            .spawn(move || {
                while queue.recv().is_ok() {
                    match checkpoint(&connection) {
                        Ok(_) => tell.store(true, Ordering::Release),
                        Err(error) => {
                            tracing::warn!(%error, "the write-ahead log could not be moved into the database");
                        }
                    }
                }
            })
            .map_err(|error| Error::Setup(format!("The checkpoint thread cannot be started: {error}.")))?;
        Ok(Self { requests, finished })
    }

    /// Asks for a checkpoint, unless one is already asked for.
    fn ask(&self) {
        let _ = self.requests.try_send(());
    }

    /// Whether a checkpoint has been made since this was last asked.
    fn has_finished(&self) -> bool {
        self.finished.swap(false, Ordering::Acquire)
    }
}

/// Moves as much of the log into the database as no reader still needs; true if that was all of it.
fn checkpoint(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = "PRAGMA wal_checkpoint(PASSIVE)";
    let (log, moved): (i64, i64) = connection.query_row(sql, [], |row| Ok((row.get(1)?, row.get(2)?)))?;
    if log > LONG_LOG {
        tracing::warn!(pages = log, moved, "the write-ahead log is long; does another process hold the database open?");
    }
    Ok(log == moved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::Value;

    /// Writes one row, and then fails, panics or succeeds.
    struct Write {
        version: i64,
        end: End,
    }

    #[derive(Clone, Copy)]
    enum End {
        Well,
        Fail,
        Panic,
    }

    impl Command for Write {
        type Output = i64;

        async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
            let sql = "INSERT INTO schema_migrations (version, checksum) VALUES ($1, 'test')";
            tx.execute(sql, &[Value::Int(self.version)]).await?;
            match self.end {
                End::Well => Ok(self.version),
                End::Fail => Err(Error::Unreadable("on purpose")),
                End::Panic => panic!("on purpose"),
            }
        }
    }

    fn open() -> (Sqlite, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = Sqlite::open(&folder.path().join("new/grow.db"), Arc::default()).unwrap();
        (sqlite, folder)
    }

    fn pragma(connection: &Connection, name: &str) -> String {
        connection
            .query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, rusqlite::types::Value>(0))
            .map(|value| format!("{value:?}"))
            .unwrap()
    }

    #[test]
    fn the_writer_is_as_durable_as_it_claims() {
        let folder = tempfile::tempdir().unwrap();
        let connection = open_writer(&folder.path().join("grow.db")).unwrap();
        assert_eq!(pragma(&connection, "journal_mode"), "Text(\"wal\")");
        assert_eq!(pragma(&connection, "synchronous"), "Integer(2)", "FULL");
        assert_eq!(pragma(&connection, "foreign_keys"), "Integer(1)");
        assert_eq!(pragma(&connection, "secure_delete"), "Integer(1)", "what is deleted is overwritten");
        assert!(rusqlite::version_number() >= OLDEST_SAFE_SQLITE);
    }

    #[tokio::test]
    async fn a_write_that_fails_or_panics_leaves_the_others_of_its_group_alone() {
        let (sqlite, _folder) = open();
        let ends = [End::Well, End::Fail, End::Well, End::Panic, End::Well];
        let writes = (100..).zip(ends).map(|(version, end)| sqlite.write(Write { version, end }));
        let outcomes = futures_util::future::join_all(writes).await;
        assert!(matches!(outcomes[1], Err(Error::Unreadable(_))));
        assert!(matches!(outcomes[3], Err(Error::Bug(_))));
        let mut reader = sqlite.reader().unwrap();
        let sql = "SELECT version FROM schema_migrations WHERE checksum = 'test' ORDER BY version";
        let stored = finish_at_once(reader.tx().unwrap().rows(sql, &[], |row| row.int(0))).unwrap();
        assert_eq!(stored, [100, 102, 104]);
    }

    #[tokio::test]
    async fn an_answered_write_is_seen_by_every_later_read() {
        let (sqlite, _folder) = open();
        for version in 100..150 {
            assert_eq!(sqlite.write(Write { version, end: End::Well }).await.unwrap(), version);
            let mut reader = sqlite.reader().unwrap();
            let sql = "SELECT MAX(version) FROM schema_migrations";
            let newest = finish_at_once(reader.tx().unwrap().row(sql, &[], |row| row.int(0))).unwrap();
            assert_eq!(newest, Some(version));
        }
    }
}
