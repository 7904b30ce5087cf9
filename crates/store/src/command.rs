//! What to do in one transaction, as a value: so it can wait in a queue, share a commit, be tried again, or run on another thread.

use crate::error::Result;
use crate::sql::Tx;
use std::time::Duration;

/// How long a call to PostgreSQL may take, from the wait for a connection to the answer of the last statement. A request that
/// cannot be answered is told so within three seconds.
pub(crate) const LONGEST_CALL: Duration = Duration::from_millis(2_500);

/// One write, all of it or none; or a read of several statements, all of one moment.
pub(crate) trait Command: Send + Sync + 'static {
    /// What the caller learns.
    type Output: Send + 'static;

    /// How long it may take on PostgreSQL. Only what nobody waits for may take longer than [`LONGEST_CALL`].
    const LIMIT: Duration = LONGEST_CALL;

    /// Does it. It may run more than once, each time on a database that shows nothing of the time before.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<Self::Output>> + Send;
}

/// The limit of an operator's command, and of a job beside the requests.
pub(crate) const LONGEST_JOB: Duration = Duration::from_mins(2);
