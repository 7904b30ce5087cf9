//! SQLite: a writer thread with group commit; reads run on the calling thread.

mod checkpointer;
mod file;
mod file_state;
mod lock;
mod log;
mod readers;

pub(crate) use file::DatabaseFile;
pub(crate) use file::{BESIDE, JOURNAL_SUFFIX, SHARED_MEMORY_SUFFIX, WAL_SUFFIX, files_of, make_folder, with_suffix};
pub(crate) use file_state::FileState;
pub(crate) use lock::Lock;
pub(crate) use readers::Reader;

use crate::error::{Error, Result};
use crate::limit::{FOR_THE_WRITE, Limit};
use crate::migrate;
use crate::sql::{Command, Tx, finish_at_once};
use crate::unreadable::UnreadableRows;
use checkpointer::{Checkpointer, checkpoint};
use file::keep_statements;
use readers::Readers;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// Oldest accepted version. Earlier versions can lose a commit when a checkpoint resets the log.
const OLDEST_SAFE_SQLITE: i32 = 3_051_003;
/// Capacity of the write queue. Further writes get [`Error::Busy`].
const QUEUE: usize = 4_096;
/// Maximum number of writes in a group commit. It bounds the wait of the first.
const GROUP: usize = 256;
/// Pause between two tries to take the write lock while another process holds it. SQLite's own pauses grow to 100 ms,
/// and the lock of a busy process is free for a few milliseconds at a time.
const BETWEEN_TRIES: Duration = Duration::from_millis(2);
/// Number of group commits between checkpoints. A checkpoint also runs when the writer is idle.
const GROUPS_BETWEEN_CHECKPOINTS: u32 = 512;
/// Number of changed rows between checkpoints. An import changes many with each commit.
const ROWS_BETWEEN_CHECKPOINTS: u64 = 20_000;
const IDLE_BEFORE_CHECKPOINT: Duration = Duration::from_millis(500);

/// A SQLite database: a queue to the writer thread, and a pool of read connections.
pub(crate) struct Sqlite {
    /// `None` if the database is closed or opened read-only.
    writer: Mutex<Option<WriterThread>>,
    readers: Readers,
    /// Writes that were committed.
    written: AtomicU64,
    /// Calls that wait for their commit.
    waiting: AtomicUsize,
    /// Held while the database is open for writing.
    in_use: Mutex<Option<Lock>>,
    /// The folder of a temporary copy, which goes with this value.
    _folder: Option<TempDir>,
}

struct WriterThread {
    writes: SyncSender<Box<dyn Job>>,
    /// Returns its connection when nobody queues writes any more.
    thread: JoinHandle<Connection>,
}

impl Sqlite {
    /// Opens the file and starts the writer. Creates the file and its folder if missing. Fails before anything is
    /// opened for writing if what lies beside the file is not its own.
    pub(crate) fn open(path: &Path, commits: Arc<AtomicU64>) -> Result<Self> {
        if rusqlite::version_number() < OLDEST_SAFE_SQLITE {
            return Err(Error::Setup(format!("SQLite {} is too old: Grow needs 3.51.3", rusqlite::version())));
        }
        let path = &resolved(path);
        make_folder(path)?;
        let (in_use, is_first) = Lock::join(path)?;
        let unusable = |error: &dyn std::fmt::Display| {
            Error::Setup(format!("The database {} cannot be opened: {error}.", path.display()))
        };
        if is_first {
            let standing = FileState::at_rest(path)?;
            standing.ensure_writable(path)?;
            if standing != FileState::Absent {
                let is_others = standing.open(path).and_then(|connection| migrate::is_of_another_program(&connection));
                if is_others.map_err(|error| unusable(&error))? {
                    return Err(Error::Setup(format!(
                        "{} is a database of another program: set GROW_DATABASE_URL to a file of its own.",
                        path.display()
                    )));
                }
            }
        }
        file::make(path)?;
        let mut connection = open_writer(path).map_err(|error| unusable(&error))?;
        migrate::sqlite(&mut connection)?;
        if is_first {
            in_use.share(path)?;
        }
        let file = Arc::new(DatabaseFile::opened(path).map_err(|error| unusable(&error))?);
        Self::start(path, connection, file, commits, in_use)
    }

    fn start(
        path: &Path,
        connection: Connection,
        file: Arc<DatabaseFile>,
        commits: Arc<AtomicU64>,
        in_use: Lock,
    ) -> Result<Self> {
        // The writer waits for the lock itself.
        connection.busy_timeout(Duration::ZERO)?;
        let (writes, queue) = sync_channel(QUEUE);
        let checkpointer = Checkpointer::start(path, Arc::clone(&file))?;
        let answers = answer_in_the_runtime();
        let readers = Readers::of(path, Arc::clone(&file));
        let thread = thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || Writer { connection, file, commits, checkpointer, answers }.run(&queue))
            .map_err(|error| Error::Setup(format!("The writer cannot be started: {error}.")))?;
        Ok(Self {
            writer: Mutex::new(Some(WriterThread { writes, thread })),
            readers,
            written: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            in_use: Mutex::new(Some(in_use)),
            _folder: None,
        })
    }

    /// Opens a file that is in use or at rest to be read. The folder is deleted at the end.
    pub(crate) fn open_to_read(path: &Path, folder: Option<TempDir>) -> Result<Self> {
        let file = DatabaseFile::opened(path)
            .map_err(|error| Error::Setup(format!("The database {} cannot be read: {error}.", path.display())))?;
        Ok(Self {
            writer: Mutex::default(),
            readers: Readers::of(path, Arc::new(file)),
            written: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            in_use: Mutex::default(),
            _folder: folder,
        })
    }

    /// Commits what is queued, interrupts the reads, and leaves the database as one file unless others have it open.
    /// Later calls fail. Blocks for a moment.
    pub(crate) fn close(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let connection = writer.and_then(|WriterThread { writes, thread }| {
            drop(writes);
            thread.join().ok()
        });
        self.readers.close();
        if let Some(connection) = connection {
            rest(&connection, self.readers.file());
        }
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Queues a write. Returns when it is durable.
    pub(crate) async fn write<T: Send + 'static>(&self, limit: Limit, command: impl Command<T>) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let give_up_at = Instant::now() + limit.usual().saturating_sub(FOR_THE_WRITE);
        self.queue(Box::new(Waiting { command, outcome: None, answer, give_up_at }))?;
        let _waiting = Waiter::of(&self.waiting);
        let outcome = answered.await.map_err(|_| Error::Closed)?;
        if outcome.is_ok() {
            self.written.fetch_add(1, Ordering::Relaxed);
        }
        outcome
    }

    fn queue(&self, job: Box<dyn Job>) -> Result<()> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let WriterThread { writes, .. } = writer.as_ref().ok_or(Error::Closed)?;
        writes.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Disconnected(_) => Error::Closed,
        })
    }

    /// How many writes were committed, and how many calls wait for theirs.
    pub(crate) fn written_and_waiting(&self) -> (u64, usize) {
        (self.written.load(Ordering::Relaxed), self.waiting.load(Ordering::Relaxed))
    }

    /// The rows that could not be read.
    pub(crate) fn unreadable(&self) -> &UnreadableRows {
        &self.readers.file().unreadable
    }

    /// Checks that a write would succeed: the files are those that were opened, the write lock can be taken, and there
    /// is room if there was none for the last write. Of a database that is opened to be read, the files alone.
    pub(crate) async fn check(&self) -> Result<()> {
        let file = self.readers.file();
        file.check()?;
        let is_to_be_read = self.in_use.lock().unwrap_or_else(PoisonError::into_inner).is_none();
        // Takes the write lock. Changes nothing, but writes a page if the last write found no room.
        let try_to_write = async |tx: &mut Tx<'_>| match tx {
            Tx::Sqlite(connection, file) if file.is_full() => {
                // Nothing reads this number, and its page is written also if it stays the same.
                file.watch(|| Ok(connection.execute_batch("PRAGMA user_version = 0")?))?;
                Ok(true)
            }
            _ => Ok(false),
        };
        if !is_to_be_read && self.write(Limit::Call, try_to_write).await? {
            file.found_room();
        }
        Ok(())
    }

    /// Borrows a read connection. Dropping it returns it to the pool.
    pub(crate) fn reader(&self) -> Result<Reader> {
        self.readers.lend()
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}

/// The file that a symbolic link leads to: SQLite's log lies beside that.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_owned())
}

/// Merges the log into the database and deletes it. While another process has the database open, the log stays.
fn rest(connection: &Connection, file: &DatabaseFile) {
    if file.check().is_err() {
        // The log of its name may be another database's.
        let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        return;
    }
    let rested = connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0));
    if rested.as_deref() != Ok("delete") {
        let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        tracing::info!(
            database = %file.path().display(),
            "another process has the database open: its log stays beside it and belongs to it"
        );
    }
}

/// Counts a waiting call until it is answered or cancelled.
struct Waiter<'w>(&'w AtomicUsize);

impl<'w> Waiter<'w> {
    fn of(waiting: &'w AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn open_writer(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    // A sowing changes a few bytes in each of several pages, and the log takes whole pages: small ones cost less. A
    // database keeps the page size that it was created with.
    connection.execute_batch(
        "PRAGMA page_size = 2048;
         PRAGMA busy_timeout = 5000;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA secure_delete = ON;
         PRAGMA wal_autocheckpoint = 0;
         PRAGMA temp_store = MEMORY;",
    )?;
    let journal: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if journal != "wal" {
        // The file system has no shared memory, such as a network share.
        return Err(Error::Setup(format!("its file system cannot hold a write-ahead log ({journal})")));
    }
    keep_statements(&connection, 64)?;
    Ok(connection)
}

/// A queued write, with its command type erased.
trait Job: Send {
    /// When it stops waiting for the lock of the database.
    fn give_up_at(&self) -> Instant;
    /// Runs the write. Returns false if it failed after changing rows, which must be rolled back.
    fn run(&mut self, connection: &mut Connection, file: &DatabaseFile) -> bool;
    /// Runs the write in a savepoint, so that its failure does not affect the rest of the group. Returns whether it
    /// changed rows. An error fails the whole group, because the transaction is lost.
    fn run_in_savepoint(&mut self, connection: &mut Connection, file: &DatabaseFile) -> Result<bool, NotCommitted>;
    fn answer(self: Box<Self>, commit: &Result<(), NotCommitted>);
}

/// Why a group was not committed.
#[derive(Clone, Debug, thiserror::Error)]
enum NotCommitted {
    #[error("another process holds the write lock")]
    Locked,
    #[error("there is no room on the disk")]
    DiskFull,
    #[error("{0}")]
    Unusable(&'static str),
    #[error("{0}")]
    Failed(String),
}

impl From<Error> for NotCommitted {
    fn from(error: Error) -> Self {
        match error {
            Error::Unusable(reason) => Self::Unusable(reason),
            Error::Locked => Self::Locked,
            Error::DiskFull => Self::DiskFull,
            error => Self::Failed(error.to_string()),
        }
    }
}

impl From<rusqlite::Error> for NotCommitted {
    fn from(error: rusqlite::Error) -> Self {
        Error::from(error).into()
    }
}

struct Waiting<T, C: Command<T>> {
    command: C,
    outcome: Option<Result<T>>,
    answer: oneshot::Sender<Result<T>>,
    give_up_at: Instant,
}

impl<T: Send, C: Command<T>> Job for Waiting<T, C> {
    fn give_up_at(&self) -> Instant {
        self.give_up_at
    }

    fn run(&mut self, connection: &mut Connection, file: &DatabaseFile) -> bool {
        let before = connection.total_changes();
        let write = || finish_at_once((self.command)(&mut Tx::Sqlite(connection, file)));
        let outcome = catch_unwind(AssertUnwindSafe(write)).unwrap_or(Err(Error::Bug("it panicked; see the log")));
        let is_ok = self.outcome.insert(outcome).is_ok();
        is_ok || (connection.total_changes() == before && !connection.is_autocommit())
    }

    fn run_in_savepoint(&mut self, connection: &mut Connection, file: &DatabaseFile) -> Result<bool, NotCommitted> {
        connection.prepare_cached("SAVEPOINT one_write")?.execute([])?;
        let before = connection.total_changes();
        let stays = self.run(connection, file);
        if !stays {
            // Some failures, such as a full disk, roll back the whole transaction; then no savepoint exists.
            if connection.is_autocommit()
                && let Some(Err(Error::DiskFull)) = self.outcome
            {
                return Err(NotCommitted::DiskFull);
            }
            connection.prepare_cached("ROLLBACK TO one_write")?.execute([])?;
        }
        connection.prepare_cached("RELEASE one_write")?.execute([])?;
        Ok(stays && connection.total_changes() != before)
    }

    fn answer(self: Box<Self>, commit: &Result<(), NotCommitted>) {
        let answer = match (self.outcome, commit) {
            // It has not run, or it found the damage.
            (None | Some(Err(Error::Sqlite(_))), Err(NotCommitted::Unusable(reason))) => Err(Error::Unusable(reason)),
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (_, Err(NotCommitted::Locked)) => Err(Error::Locked),
            (_, Err(NotCommitted::DiskFull)) => Err(Error::DiskFull),
            (_, Err(NotCommitted::Unusable(reason))) => Err(Error::Commit((*reason).to_owned())),
            (_, Err(NotCommitted::Failed(reason))) => Err(Error::Commit(reason.clone())),
            (None, Ok(())) => Err(Error::Bug("it was never run")),
        };
        // The caller may have been cancelled; the write is committed nevertheless.
        let _ = self.answer.send(answer);
    }
}

/// A group and the outcome of its commit.
type Answered = (Vec<Box<dyn Job>>, Result<(), NotCommitted>);

/// Answers groups on the runtime: one wake-up for a group instead of one for each write.
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

/// The writer. It commits queued writes in groups, and answers after the commit.
struct Writer {
    connection: Connection,
    file: Arc<DatabaseFile>,
    commits: Arc<AtomicU64>,
    checkpointer: Checkpointer,
    answers: UnboundedSender<Answered>,
}

impl Writer {
    /// Commits what is queued until nobody queues any more, and ends the checkpoints.
    fn run(mut self, queue: &Receiver<Box<dyn Job>>) -> Connection {
        self.commit_all(queue);
        self.checkpointer.end();
        self.connection
    }

    fn commit_all(&mut self, queue: &Receiver<Box<dyn Job>>) {
        let mut groups = 0;
        let mut rows = self.connection.total_changes();
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
            // Let writers that are about to queue join this commit, which costs the same for one as for many.
            thread::yield_now();
            let mut group = vec![first];
            let commit = self.commit(&mut group, queue);
            if group.is_empty() {
                // All of it gave up while the database was locked.
                continue;
            }
            if self.answers.send((group, commit)).is_err() {
                // The runtime has shut down, so no caller is left.
                return;
            }
            groups += 1;
            let changed = self.connection.total_changes();
            if groups >= GROUPS_BETWEEN_CHECKPOINTS || changed.saturating_sub(rows) >= ROWS_BETWEEN_CHECKPOINTS {
                (groups, rows) = (0, changed);
                self.checkpointer.ask();
            }
            if self.checkpointer.has_finished() {
                self.restart_log();
            }
        }
    }

    fn commit(&mut self, group: &mut Vec<Box<dyn Job>>, queue: &Receiver<Box<dyn Job>>) -> Result<(), NotCommitted> {
        let result = self.commit_together(group, queue).map_err(|error| match self.file.ensure_usable() {
            Err(Error::Unusable(reason)) => NotCommitted::Unusable(reason),
            _ => error,
        });
        if let Err(error) = &result
            && !group.is_empty()
        {
            tracing::error!(%error, writes = group.len(), "a group of writes was not committed");
            if !self.connection.is_autocommit()
                && let Err(error) = self.connection.execute_batch("ROLLBACK")
            {
                tracing::error!(%error, "a group of writes could not be rolled back");
            }
        }
        result
    }

    /// Takes the write lock. While another process holds it, further writes join the group, and each write leaves it
    /// when its time is up, answered.
    fn begin(&self, group: &mut Vec<Box<dyn Job>>, queue: &Receiver<Box<dyn Job>>) -> Result<(), NotCommitted> {
        loop {
            match self.try_to_begin() {
                Err(NotCommitted::Locked) => {}
                outcome => return outcome,
            }
            let now = Instant::now();
            let late: Vec<_> = group.extract_if(.., |job| job.give_up_at() <= now).collect();
            if !late.is_empty() {
                tracing::warn!(writes = late.len(), "another process held the write lock for too long");
                let _ = self.answers.send((late, Err(NotCommitted::Locked)));
            }
            if group.is_empty() {
                return Err(NotCommitted::Locked);
            }
            if group.len() >= QUEUE {
                thread::park_timeout(BETWEEN_TRIES);
                continue;
            }
            match queue.recv_timeout(BETWEEN_TRIES) {
                Ok(next) => group.push(next),
                Err(RecvTimeoutError::Timeout) => {}
                // The store is closed, so no caller is left.
                Err(RecvTimeoutError::Disconnected) => return Err(NotCommitted::Locked),
            }
        }
    }

    fn try_to_begin(&self) -> Result<(), NotCommitted> {
        let begun = self.file.watch(|| Ok(self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?));
        self.file.ensure_usable()?;
        Ok(begun.map(drop)?)
    }

    /// Commits a group, first without savepoints, because a savepoint copies every page that it touches. If a write
    /// fails after changing rows, the group is rolled back and repeated with a savepoint for each write.
    fn commit_together(
        &mut self,
        group: &mut Vec<Box<dyn Job>>,
        queue: &Receiver<Box<dyn Job>>,
    ) -> Result<(), NotCommitted> {
        self.file.ensure_usable()?;
        self.begin(group, queue)?;
        let before = self.connection.total_changes();
        let has_changed = if self.run_and_drain_queue(group, queue) {
            self.connection.total_changes() != before
        } else {
            if !self.connection.is_autocommit() {
                self.connection.prepare_cached("ROLLBACK")?.execute([])?;
            }
            self.begin(group, queue)?;
            let mut has_changed = false;
            for job in group {
                has_changed |= job.run_in_savepoint(&mut self.connection, &self.file)?;
            }
            has_changed
        };
        self.file.watch(|| Ok(self.connection.prepare_cached("COMMIT")?.execute([])?))?;
        if has_changed {
            self.commits.fetch_add(1, Ordering::AcqRel);
            self.file.found_room();
        }
        Ok(self.file.ensure_in_place()?)
    }

    /// Runs the group and writes queued meanwhile. Returns false at the first failure after changed rows.
    fn run_and_drain_queue(&mut self, group: &mut Vec<Box<dyn Job>>, queue: &Receiver<Box<dyn Job>>) -> bool {
        let mut done = 0;
        loop {
            if !group.iter_mut().skip(done).all(|job| job.run(&mut self.connection, &self.file)) {
                return false;
            }
            done = group.len();
            if done >= GROUP {
                return true;
            }
            match queue.try_recv() {
                Ok(next) => group.push(next),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return true,
            }
        }
    }

    /// Checkpoints the pages written during the last checkpoint, so that SQLite restarts the log at its beginning.
    /// Overwriting is faster than growing the file, and the log stays small under steady load.
    fn restart_log(&self) {
        if let Err(error) = checkpoint(&self.connection) {
            tracing::warn!(%error, "the write-ahead log could not be restarted");
        }
        self.file.note_checkpoint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::LONGEST_CALL;
    use crate::sql::Value;

    #[derive(Clone, Copy)]
    enum End {
        Well,
        /// Succeeds with a row of half a megabyte.
        Large,
        Refuse,
        Fail,
        Panic,
    }

    /// A test write: refuses, or writes one row and then fails, panics or succeeds. Counts its runs.
    fn counted(version: i64, end: End, runs: Arc<AtomicU64>) -> impl Command<i64> {
        async move |tx: &mut Tx<'_>| {
            runs.fetch_add(1, Ordering::Relaxed);
            if let End::Refuse = end {
                return Err(Error::NoConsent);
            }
            let sql = "INSERT INTO schema_migrations (version, checksum) VALUES ($1, 'test')";
            tx.execute(sql, &[Value::Int(version)]).await?;
            if let End::Large = end {
                let sql = "UPDATE schema_migrations SET checksum = hex(zeroblob(250000)) WHERE version = $1";
                tx.execute(sql, &[Value::Int(version)]).await?;
            }
            match end {
                End::Well | End::Large | End::Refuse => Ok(version),
                End::Fail => Err(Error::Unreadable("on purpose")),
                End::Panic => panic!("on purpose"),
            }
        }
    }

    impl Sqlite {
        async fn try_write(&self, version: i64, end: End) -> Result<i64> {
            self.write(Limit::Call, counted(version, end, Arc::default())).await
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
    fn the_writer_syncs_every_commit() {
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
        let writes = (100..).zip(ends).map(|(version, end)| sqlite.try_write(version, end));
        let outcomes = futures_util::future::join_all(writes).await;
        assert!(matches!(outcomes[1], Err(Error::Unreadable(_))));
        assert!(matches!(outcomes[3], Err(Error::Bug(_))));
        let mut reader = sqlite.reader().unwrap();
        let sql = "SELECT version FROM schema_migrations WHERE checksum = 'test' ORDER BY version";
        let stored = finish_at_once(reader.tx().unwrap().rows(sql, &[], |row| row.int(0))).unwrap();
        assert_eq!(stored, [100, 102, 104]);
    }

    #[tokio::test]
    async fn a_write_that_is_refused_before_it_wrote_anything_does_not_repeat_its_group() {
        let (sqlite, folder) = open();
        let path = folder.path().join("new/grow.db");
        let file = Arc::new(DatabaseFile::opened(&path).unwrap());
        let checkpointer = Checkpointer::start(&path, Arc::clone(&file)).unwrap();
        let (answers, _groups) = unbounded_channel();
        let connection = open_writer(&path).unwrap();
        let mut one_writer = Writer { connection, file, commits: Arc::default(), checkpointer, answers };
        let (_writes, queue) = sync_channel(1);
        for (first, ends, runs) in
            [(100, [End::Well, End::Refuse, End::Well], [1, 1, 1]), (200, [End::Well, End::Fail, End::Well], [2, 2, 1])]
        {
            let counts: [Arc<AtomicU64>; 3] = Default::default();
            let job = |((version, end), runs): ((i64, End), &Arc<AtomicU64>)| -> Box<dyn Job> {
                let (command, give_up_at) = (counted(version, end, Arc::clone(runs)), Instant::now() + LONGEST_CALL);
                Box::new(Waiting { command, outcome: None, answer: oneshot::channel().0, give_up_at })
            };
            let mut group: Vec<_> = (first..).zip(ends).zip(&counts).map(job).collect();
            one_writer.commit(&mut group, &queue).unwrap();
            let counts: Vec<_> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
            assert_eq!(counts, runs);
        }
        let mut reader = sqlite.reader().unwrap();
        let sql = "SELECT COUNT(*) FROM schema_migrations WHERE checksum = 'test'";
        let stored = finish_at_once(reader.tx().unwrap().row(sql, &[], |row| row.int(0))).unwrap();
        assert_eq!(stored, Some(4));
    }

    #[tokio::test]
    async fn a_write_that_waits_two_seconds_for_the_lock_fails_alone() {
        let (sqlite, folder) = open();
        let other = Connection::open(folder.path().join("new/grow.db")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let begun = Instant::now();
        let job = sqlite.write(Limit::Job, counted(100, End::Well, Arc::default()));
        let refused = async {
            let (first, ready) = tokio::join!(sqlite.try_write(200, End::Well), sqlite.check());
            let waited = begun.elapsed();
            assert!(matches!(first, Err(Error::Locked)), "{first:?}");
            assert!(matches!(ready, Err(Error::Locked)), "{ready:?}");
            assert!((1_900..2_500).contains(&waited.as_millis()), "{waited:?}");
            other.execute_batch("ROLLBACK").unwrap();
        };
        let (job, ()) = tokio::join!(job, refused);
        assert_eq!(job.unwrap(), 100, "it waits longer");
        assert_eq!(sqlite.try_write(300, End::Well).await.unwrap(), 300);
        sqlite.check().await.unwrap();
    }

    #[tokio::test]
    async fn a_lock_that_is_free_for_a_few_milliseconds_at_a_time_is_taken() {
        let (sqlite, folder) = open();
        let other = Connection::open(folder.path().join("new/grow.db")).unwrap();
        let (stop, stopped) = sync_channel::<()>(1);
        let goes_on =
            move |millis| stopped.recv_timeout(Duration::from_millis(millis)) == Err(RecvTimeoutError::Timeout);
        let (tell, locked) = sync_channel(0);
        // As an import, which writes most of the time.
        let other = thread::spawn(move || {
            other.busy_timeout(Duration::from_secs(5)).unwrap();
            for turns in 1.. {
                other.execute_batch("BEGIN IMMEDIATE").unwrap();
                let _ = tell.try_send(());
                let still_holds = goes_on(250);
                other.execute_batch("ROLLBACK").unwrap();
                if !still_holds || !goes_on(5) {
                    return turns;
                }
            }
            0
        });
        for version in 100..105 {
            locked.recv().unwrap();
            assert_eq!(sqlite.try_write(version, End::Well).await.unwrap(), version);
        }
        stop.send(()).unwrap();
        let turns = other.join().unwrap();
        assert!(turns <= 10, "five writes waited for {turns} turns of the other");
    }

    #[tokio::test]
    async fn a_check_changes_nothing_and_is_no_commit() {
        let folder = tempfile::tempdir().unwrap();
        let commits = Arc::new(AtomicU64::new(0));
        let sqlite = Sqlite::open(&folder.path().join("grow.db"), Arc::clone(&commits)).unwrap();
        let log = folder.path().join("grow.db-wal");
        let before = (commits.load(Ordering::Acquire), std::fs::metadata(&log).unwrap().len());
        sqlite.check().await.unwrap();
        assert_eq!((commits.load(Ordering::Acquire), std::fs::metadata(&log).unwrap().len()), before);
    }

    #[tokio::test]
    async fn without_room_nothing_is_saved_and_it_is_said_until_a_write_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grow.db");
        drop(Sqlite::open(&path, Arc::default()).unwrap());
        let connection = open_writer(&path).unwrap();
        let pages: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        connection.pragma_update(None, "max_page_count", pages + 20).unwrap();
        let file = Arc::new(DatabaseFile::opened(&path).unwrap());
        let sqlite =
            Sqlite::start(&path, connection, Arc::clone(&file), Arc::default(), Lock::join(&path).unwrap().0).unwrap();
        // While another process holds the lock, the writes become one group.
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let ends = [End::Well, End::Well, End::Large];
        let writes = (100..).zip(ends).map(|(version, end)| sqlite.try_write(version, end));
        let unlocked = async { other.execute_batch("ROLLBACK").unwrap() };
        for outcome in tokio::join!(futures_util::future::join_all(writes), unlocked).0 {
            assert!(matches!(outcome, Err(Error::DiskFull)), "{outcome:?}");
        }
        assert!(file.is_full());
        sqlite.check().await.unwrap();
        assert!(!file.is_full(), "the check wrote a page");
        assert!(matches!(sqlite.try_write(200, End::Large).await, Err(Error::DiskFull)));
        assert!(file.is_full());
        assert!(matches!(sqlite.try_write(300, End::Refuse).await, Err(Error::NoConsent)));
        assert!(file.is_full(), "nothing was written");
        assert_eq!(sqlite.try_write(400, End::Well).await.unwrap(), 400);
        assert!(!file.is_full());
        let mut reader = sqlite.reader().unwrap();
        let sql = "SELECT version FROM schema_migrations WHERE version >= 100";
        let stored = finish_at_once(reader.tx().unwrap().rows(sql, &[], |row| row.int(0))).unwrap();
        assert_eq!(stored, [400]);
    }

    #[tokio::test]
    async fn an_answered_write_is_seen_by_every_later_read() {
        let (sqlite, _folder) = open();
        for version in 100..150 {
            assert_eq!(sqlite.try_write(version, End::Well).await.unwrap(), version);
            let mut reader = sqlite.reader().unwrap();
            let sql = "SELECT MAX(version) FROM schema_migrations";
            let newest = finish_at_once(reader.tx().unwrap().row(sql, &[], |row| row.int(0))).unwrap();
            assert_eq!(newest, Some(version));
        }
    }
}
