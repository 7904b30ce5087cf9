//! A connection for the reads of one call.

use super::breaker::Breaker;
use super::sessions::Client;
use crate::error::Result;
use crate::unreadable::UnreadableRows;
use std::sync::Arc;
use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// A connection for reading, and the deadline of the call that reads.
pub(crate) struct Reader {
    pub(super) client: Client,
    pub(super) breaker: Arc<Breaker>,
    pub(super) deadline: Instant,
}

impl Reader {
    /// The connection itself.
    #[cfg(feature = "testing")]
    pub(crate) fn client(&self) -> &deadpool_postgres::ClientWrapper {
        &self.client
    }

    pub(crate) fn unreadable(&self) -> &Arc<UnreadableRows> {
        &self.client.unreadable
    }

    pub(crate) async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let query = async {
            #[cfg(feature = "testing")]
            crate::testing::plans::check_on_postgres(&self.client, sql, false).await;
            let statement = self.client.prepare_cached(sql).await?;
            Ok(self.client.query(&statement, params).await?)
        };
        self.breaker.bounded(self.deadline, query).await
    }
}
