//! What to do in one transaction, as a value: so it can wait in a queue, share a commit, be tried again, or run on another thread.

use crate::error::Result;
use crate::sql::Tx;

/// One write, all of it or none; or a read of several statements, all of one moment.
pub(crate) trait Command: Send + Sync + 'static {
    /// What the caller learns.
    type Output: Send + 'static;

    /// Does it. It may run more than once, each time on a database that shows nothing of the time before.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<Self::Output>> + Send;
}
