//! Moving the write-ahead log into the database.

use super::DatabaseFile;
use crate::error::{Error, Result};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// A log of this many pages (of 4 KiB) is worth a warning.
const LONG_LOG: i64 = 65_536;

/// Moves the log into the database on a connection and a thread of its own, so that no commit waits for it.
pub(super) struct Checkpointer {
    requests: SyncSender<()>,
    finished: Arc<AtomicBool>,
}

impl Checkpointer {
    /// Starts the thread.
    pub(super) fn start(path: &Path, file: Arc<DatabaseFile>) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;")?;
        let (requests, queue) = sync_channel(1);
        let finished = Arc::new(AtomicBool::new(false));
        let tell = Arc::clone(&finished);
        thread::Builder::new()
            .name("sqlite-checkpoint".to_owned())
            .spawn(move || {
                while queue.recv().is_ok() {
                    // A checkpoint into a file that is not ours would garble it.
                    if file.check().is_err() {
                        continue;
                    }
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
    pub(super) fn ask(&self) {
        let _ = self.requests.try_send(());
    }

    /// Whether a checkpoint has been made since this was last asked.
    pub(super) fn has_finished(&self) -> bool {
        self.finished.swap(false, Ordering::Acquire)
    }
}

/// Moves as much of the log into the database as no reader still needs; true if that was all of it.
pub(super) fn checkpoint(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = "PRAGMA wal_checkpoint(PASSIVE)";
    let (log, moved): (i64, i64) = connection.query_row(sql, [], |row| Ok((row.get(1)?, row.get(2)?)))?;
    if log > LONG_LOG {
        tracing::warn!(pages = log, moved, "the write-ahead log is long; does another process hold the database open?");
    }
    Ok(log == moved)
}
