//! A transaction on a connection of the pool.

use super::sessions::Session;
use crate::error::{Error, Result, is_lost};
use futures_util::future::join;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Statement};

/// Gives a transaction that changes nothing something to commit, so that its commit waits for the standbys like any
/// other. The standbys then have everything that it has read.
const MARK: &str = "SELECT pg_logical_emit_message(true, 'grow', '')";

pub(crate) struct Transaction<'c> {
    pub(crate) client: &'c Session,
    pub(super) commit: Commit,
    /// Whether it is known to have changed a row.
    pub(crate) has_changed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Commit {
    NotSent,
    Sent,
    Answered,
}

impl<'c> Transaction<'c> {
    pub(super) fn on(client: &'c Session) -> Self {
        Self { client, commit: Commit::NotSent, has_changed: false }
    }
}

impl Transaction<'_> {
    /// Prepares a statement, once for each connection.
    pub(crate) async fn prepare(&self, sql: &str) -> Result<Statement> {
        #[cfg(feature = "testing")]
        crate::testing::plans::check_on_postgres(self.client, sql, true).await;
        Ok(self.client.prepare_cached(sql).await?)
    }

    pub(crate) async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let statement = self.prepare(sql).await?;
        Ok(self.client.query(&statement, params).await?)
    }

    /// Sends the commit right after the last statements, which change rows. If one of them fails, PostgreSQL rolls back
    /// instead.
    pub(crate) async fn commit_after<T>(
        &mut self,
        statements: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<()> {
        self.commit = Commit::Sent;
        self.client.begin_commit();
        let (executed, committed) = join(statements, self.client.batch_execute("COMMIT")).await;
        self.commit = Commit::Answered;
        executed.map_err(not_committed)?;
        committed.map_err(not_committed)
    }

    /// Commits, unless it is done.
    pub(super) async fn commit(&mut self) -> Result<()> {
        if self.commit == Commit::Answered {
            return Ok(());
        }
        let (client, has_changed) = (self.client, self.has_changed);
        self.commit_after(async { if has_changed { Ok(()) } else { client.batch_execute(MARK).await } }).await
    }
}

/// An error of a commit. If the connection was lost, the outcome is unknown.
pub(super) fn not_committed(error: tokio_postgres::Error) -> Error {
    if is_lost(&error) { Error::Commit(error.to_string()) } else { error.into() }
}
