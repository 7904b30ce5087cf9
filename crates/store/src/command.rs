//! A transaction as a value. It can wait in a queue, share a commit, be retried, or run on another thread.

use crate::error::Result;
use crate::sql::Tx;
use std::time::Duration;

/// Time limit of a call to PostgreSQL, from the wait for a connection to the answer of the last statement. It keeps
/// failed requests within three seconds.
pub(crate) const LONGEST_CALL: Duration = Duration::from_millis(2_500);

/// The part of a time limit that is kept for the write itself while it waits for SQLite's write lock.
pub(crate) const FOR_THE_WRITE: Duration = Duration::from_millis(500);

/// An atomic write, or a consistent read of several statements.
pub(crate) trait Command: Send + Sync + 'static {
    /// Result of the command.
    type Output: Send + 'static;

    /// Time limit on PostgreSQL, and of the wait for SQLite's write lock, with [`FOR_THE_WRITE`]. Only background work
    /// may exceed [`LONGEST_CALL`].
    const LIMIT: Duration = LONGEST_CALL;

    /// Runs the command. It may run several times; the effects of a failed attempt are rolled back before the next.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<Self::Output>> + Send;
}

/// Time limit of an operator's command and of a background job.
pub(crate) const LONGEST_JOB: Duration = Duration::from_mins(2);
