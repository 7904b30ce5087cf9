//! Checkpoints of the write-ahead log.

use super::file::DatabaseFile;
use crate::error::{Error, Result};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Size of the log that causes a warning, in pages of 4 KiB.
const LONG_LOG: i64 = 65_536;

/// Longest time between two checks of the database file.
const BETWEEN_CHECKS: Duration = Duration::from_millis(500);

/// Runs checkpoints on a separate connection and thread, so that no commit waits for them, and checks the database file
/// before each and on a timer.
pub(super) struct Checkpointer {
    requests: SyncSender<()>,
    finished: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Checkpointer {
    pub(super) fn start(path: &Path, file: Arc<DatabaseFile>) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;")?;
        let (requests, queue) = sync_channel(1);
        let finished = Arc::new(AtomicBool::new(false));
        let tell = Arc::clone(&finished);
        let thread = thread::Builder::new()
            .name("sqlite-checkpoint".to_owned())
            .spawn(move || {
                loop {
                    let asked = queue.recv_timeout(BETWEEN_CHECKS);
                    if let Err(RecvTimeoutError::Disconnected) = asked {
                        return;
                    }
                    // A checkpoint into a replaced file would corrupt it.
                    if file.check().is_err() || asked.is_err() {
                        continue;
                    }
                    let outcome = checkpoint(&connection);
                    file.note_checkpoint();
                    match outcome {
                        Ok(_) => tell.store(true, Ordering::Release),
                        Err(error) => {
                            tracing::warn!(%error, "the checkpoint of the write-ahead log failed");
                        }
                    }
                }
            })
            .map_err(|error| Error::Setup(format!("The checkpoint thread cannot be started: {error}.")))?;
        Ok(Self { requests, finished, thread })
    }

    /// Ends the thread, and closes its connection.
    pub(super) fn end(self) {
        drop(self.requests);
        let _ = self.thread.join();
    }

    /// Requests a checkpoint, unless one is pending.
    pub(super) fn ask(&self) {
        let _ = self.requests.try_send(());
    }

    /// Returns whether a checkpoint has finished since the last call.
    pub(super) fn has_finished(&self) -> bool {
        self.finished.swap(false, Ordering::Acquire)
    }
}

/// Checkpoints the pages that no reader needs. Returns whether the whole log was written back.
pub(super) fn checkpoint(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = "PRAGMA wal_checkpoint(PASSIVE)";
    let (log, moved): (i64, i64) = connection.query_row(sql, [], |row| Ok((row.get(1)?, row.get(2)?)))?;
    if log > LONG_LOG {
        tracing::warn!(pages = log, moved, "the write-ahead log is long; does another process hold the database open?");
    }
    Ok(log == moved)
}
