//! What can go wrong with the database, as far as a caller can act on it.

use std::error::Error as StdError;
use std::io;
use tokio_postgres::error::SqlState;

/// The result of a storage call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the store could not do what it was asked. 'Not found' is never one of these: it is `Ok(None)`.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// More writes are waiting than the store lets wait. Nothing was written; try again in a moment.
    #[error("too many writes are waiting")]
    Busy,
    /// The store was closed while this write was waiting. Nothing was written.
    #[error("the store is closed")]
    Closed,
    /// The configured database cannot be used. The text says what to do.
    #[error("{0}")]
    Setup(String),
    /// The database was found damaged, deleted or replaced while it was open. Nothing was written, and nothing will be until a
    /// restart.
    #[error("the database cannot be used: {0}")]
    Unusable(&'static str),
    /// No statement was answered in time. Nothing was written.
    #[error("PostgreSQL did not answer in time")]
    Late,
    /// The disk of the database is full. Nothing was written.
    #[error("the disk is full")]
    DiskFull,
    /// The commit failed. Most likely nothing was written, but only trying again can tell.
    #[error("the commit failed: {0}")]
    Commit(String),
    /// SQLite refused.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
    /// PostgreSQL refused or was lost.
    #[error("PostgreSQL: {0}")]
    Postgres(tokio_postgres::Error),
    /// No connection to PostgreSQL could be had.
    #[error("PostgreSQL: {0}")]
    Pool(#[from] deadpool_postgres::PoolError),
    /// The farmer has not agreed that this be written down, or took it back. Nothing was written.
    #[error("the farmer does not agree to it")]
    NoConsent,
    /// A stored value is not what the schema promises.
    #[error("the database holds an unreadable {0}")]
    Unreadable(&'static str),
    /// A write did what no write may do. The store undid it.
    #[error("a write failed inside the store: {0}")]
    Bug(&'static str),
}

impl Error {
    /// Whether the database cannot be reached for now. Nothing was written.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Closed | Self::Pool(_) | Self::Late | Self::Unusable(_) => true,
            Self::Postgres(error) => is_lost(error),
            _ => false,
        }
    }

    /// Whether the same transaction may do better once more: 40001 (serialization), 40P01 (deadlock), or 23503 (foreign key), since
    /// every key leads to a farmer: who was erased meanwhile is found to be gone the next time.
    pub(crate) fn asks_for_a_retry(&self) -> bool {
        let Self::Postgres(error) = self else { return false };
        matches!(
            error.code(),
            Some(
                &SqlState::T_R_SERIALIZATION_FAILURE
                    | &SqlState::T_R_DEADLOCK_DETECTED
                    | &SqlState::FOREIGN_KEY_VIOLATION
            )
        )
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::DiskFull,
            _ => Self::Sqlite(error),
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.code() {
            Some(&SqlState::DISK_FULL) => Self::DiskFull,
            // A statement or a lock that took longer than its limit.
            Some(&SqlState::QUERY_CANCELED | &SqlState::LOCK_NOT_AVAILABLE) => Self::Late,
            _ => Self::Postgres(error),
        }
    }
}

/// Whether an error tells of a connection that is gone, and not of a statement.
pub(crate) fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed()
        || error.source().is_some_and(<dyn StdError>::is::<io::Error>)
        // Class 08: the connection; 57P: the server was told to end, or is not ready yet.
        || error.code().is_some_and(|code| code.code().starts_with("08") || code.code().starts_with("57P"))
}
