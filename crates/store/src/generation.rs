//! The generation of a store: its id until a backup of it is restored.

use crate::Store;
use crate::error::Result;
use crate::limit::Limit;
use crate::reconcile;
use crate::sql::{Row, values};
use uuid::Uuid;

/// The generation of a store, and the number of its newest change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// A client that knows another id has to expect that changes were lost: a backup was restored.
    pub id: Uuid,
    /// Grows with each sowing, plan, withdrawal, end and figure.
    pub newest_change: i64,
}

impl Store {
    /// The generation of the store. None before its first one begins.
    pub async fn generation(&self) -> Result<Option<Generation>> {
        self.read_at_one_moment(Limit::Call, async move |tx| {
            let sql = "SELECT id, (SELECT COALESCE(MAX(seq), 0) FROM change_feed) FROM generation WHERE only_row = 1";
            let unreadable = tx.unreadable();
            let read = |row: &Row<'_>| {
                // Without a readable id, what was lost is unknown: a new generation begins.
                let id = unreadable.or_none("generation", String::new, row.id(0))?;
                Ok(id.zip(Some(row.int(1)?)).map(|(id, newest_change)| Generation { id, newest_change }))
            };
            let Some(generation) = tx.row(sql, &[], read).await?.flatten() else { return Ok(None) };
            // Entries that have expired are deleted, and only those that are added up. The sequence of PostgreSQL would
            // not do: after a recovery it is ahead by up to 32.
            let added_up = reconcile::added_up_to(tx).await?;
            Ok(Some(Generation { newest_change: generation.newest_change.max(added_up), ..generation }))
        })
        .await
    }

    /// Begins a generation: the store is new, or a backup was restored.
    pub async fn begin_generation(&self, id: Uuid) -> Result<()> {
        self.write(async move |tx| tx.execute(BEGIN, &values![id]).await.map(drop)).await
    }
}

pub(crate) const BEGIN: &str = "INSERT INTO generation (only_row, id) VALUES (1, $1)
                                ON CONFLICT (only_row) DO UPDATE SET id = excluded.id";
