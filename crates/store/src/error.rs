//! Storage errors that a caller can act on.

use grow_domain::Invalid;
use rusqlite::ErrorCode;
use rusqlite::ffi::SQLITE_IOERR_WRITE;
use std::error::Error as StdError;
use std::io;
use std::time::Duration;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::WasNull;

/// The result of a storage call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A storage error. 'Not found' is `Ok(None)` instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The write queue is full. Nothing was written; the caller may retry.
    #[error("too many writes are waiting")]
    Busy,
    /// Another process held the write lock of SQLite for longer than a write waits. Nothing was written.
    #[error("another process is writing to the database")]
    Locked,
    /// The store was closed while this write was waiting. Nothing was written.
    #[error("the store is closed")]
    Closed,
    /// The configured database cannot be used. The text says how to fix it.
    #[error("{0}")]
    Setup(String),
    /// The open database was damaged, deleted or replaced. Nothing is written until a restart.
    #[error("the database cannot be used: {0}")]
    Unusable(&'static str),
    /// A statement timed out. Nothing was written.
    #[error("PostgreSQL did not answer in time")]
    Late,
    /// The disk of the database takes no more. Nothing was written.
    #[error("there is no room on the disk of the database")]
    DiskFull,
    /// The commit failed, and its outcome is unknown. Most likely nothing was written.
    #[error("the commit failed: {0}")]
    Commit(String),
    /// An error of SQLite.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
    /// An error of PostgreSQL or of the connection to it.
    #[error("PostgreSQL: {0}")]
    Postgres(tokio_postgres::Error),
    /// No connection to PostgreSQL is available.
    #[error("PostgreSQL: {0}")]
    Pool(#[from] deadpool::managed::PoolError<tokio_postgres::Error>),
    /// The request is new and asks for something that cannot be recorded. Nothing was written.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The farmer has not consented to the current notice. Nothing was written.
    #[error("the farmer has not consented to the current notice")]
    NoConsent,
    /// The farmer has stored as many sowings in the crop year as the bounds allow. Nothing was written.
    #[error("the farmer has stored {0} sowings in the crop year")]
    TooManySowings(u32),
    /// The farmer has made as many changes in the crop year as the bounds allow. Nothing was written.
    #[error("the farmer has made {0} changes in the crop year")]
    TooManyChanges(u32),
    /// The farmer has agreed to the notice as often in 24 hours as the bounds allow. Nothing was written.
    #[error("the farmer has agreed to the notice too often")]
    TooManyAgreements {
        /// Time until the next agreement is taken.
        again_in: Duration,
    },
    /// A stored value violates the schema.
    #[error("the database holds an unreadable {0}")]
    Unreadable(&'static str),
    /// A file of a copy of the database cannot be written or read. The text says which, and what to do.
    #[error("{0}")]
    Copy(String),
    /// A write violated an invariant of the store and was rolled back.
    #[error("a write failed inside the store: {0}")]
    Bug(&'static str),
}

impl Error {
    /// Returns whether the database is unavailable. Nothing was written.
    pub fn is_away(&self) -> bool {
        match self {
            Self::Closed | Self::Pool(_) | Self::Late | Self::Unusable(_) => true,
            // A primary that has become a standby refuses writes.
            Self::Postgres(error) => is_lost(error) || error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION),
            _ => false,
        }
    }

    /// Returns whether a retry of the transaction may succeed: 40001 (serialization failure), 40P01 (deadlock) or 23503
    /// (foreign key). Every foreign key refers to a farmer, and the retry finds a farmer erased meanwhile missing.
    pub(crate) fn is_retryable(&self) -> bool {
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

/// A quota and a limit of the size of a file make a write fail like a full disk. SQLite names only a full disk so.
impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error() {
            Some(code) if code.code == ErrorCode::DiskFull || code.extended_code == SQLITE_IOERR_WRITE => {
                Self::DiskFull
            }
            Some(code) if code.code == ErrorCode::DatabaseBusy => Self::Locked,
            _ => match error {
                rusqlite::Error::Utf8Error(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..) => Self::Unreadable("value"),
                error => Self::Sqlite(error),
            },
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.code() {
            Some(&SqlState::DISK_FULL) => Self::DiskFull,
            // A statement or lock timeout.
            Some(&SqlState::QUERY_CANCELED | &SqlState::LOCK_NOT_AVAILABLE) => Self::Late,
            _ if error.source().is_some_and(<dyn StdError>::is::<WasNull>) => Self::Unreadable("value"),
            _ => Self::Postgres(error),
        }
    }
}

/// Returns whether the connection is lost, as opposed to a failed statement.
pub(crate) fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed()
        || error.source().is_some_and(<dyn StdError>::is::<io::Error>)
        // Class 08: connection exception. 57P: the server is shutting down or starting.
        || error.code().is_some_and(|code| code.code().starts_with("08") || code.code().starts_with("57P"))
}
