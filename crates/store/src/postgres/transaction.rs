//! A transaction on a connection of the pool.

use crate::error::{Error, Result, is_lost};
use deadpool_postgres::ClientWrapper;
use futures_util::future::join;
use tokio_postgres::Statement;

/// An open transaction.
pub(crate) struct Transaction<'c> {
    pub(crate) client: &'c ClientWrapper,
    pub(super) commit: Commit,
}

/// How far the commit is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Commit {
    NotSent,
    Sent,
    Answered,
}

impl Transaction<'_> {
    /// Prepares a statement, once for each connection.
    pub(crate) async fn prepare(&self, sql: &str) -> Result<Statement> {
        #[cfg(feature = "testing")]
        crate::testing::plans::check_on_postgres(self.client, sql, true).await;
        Ok(self.client.prepare_cached(sql).await?)
    }

    /// Sends the commit right after the last statements. If one of them fails, PostgreSQL rolls back instead.
    pub(crate) async fn commit_after<T>(
        &mut self,
        statements: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<()> {
        self.commit = Commit::Sent;
        let (executed, committed) = join(statements, self.client.batch_execute("COMMIT")).await;
        self.commit = Commit::Answered;
        executed.map_err(not_committed)?;
        committed.map_err(not_committed)
    }
}

/// An error of a commit. If the connection was lost, the outcome is unknown.
pub(super) fn not_committed(error: tokio_postgres::Error) -> Error {
    if is_lost(&error) { Error::Commit(error.to_string()) } else { error.into() }
}
