//! A write as a value: what to do in one transaction, so that it can wait in a queue, share a commit and be tried again.

use crate::error::Result;
use crate::sql::Tx;

/// One write. All of it happens or none of it.
pub(crate) trait Command: Send + Sync + 'static {
    /// What the caller learns.
    type Output: Send + 'static;

    /// Does the write. It may run more than once, each time on a database that shows nothing of the time before.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<Self::Output>> + Send;
}
