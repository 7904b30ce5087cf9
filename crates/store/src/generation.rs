//! The generation of a store: its name until a backup of it is restored.

use crate::Store;
use crate::command::Command;
use crate::error::Result;
use crate::sql::{Tx, Value};
use uuid::Uuid;

/// The generation of a store, and the number of its newest change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Another one means that a backup was restored, so that changes may be lost.
    pub id: Uuid,
    /// Grows with each sowing, plan, withdrawal, end and figure.
    pub newest_change: i64,
}

impl Store {
    /// The generation of the store. A store without one gets `fresh`.
    pub async fn generation(&self, fresh: Uuid) -> Result<Generation> {
        self.write(ReadGeneration { fresh }).await
    }

    /// Begins another generation: a backup was restored.
    pub async fn begin_generation(&self, id: Uuid) -> Result<()> {
        self.write(BeginGeneration { id }).await
    }
}

struct ReadGeneration {
    fresh: Uuid,
}

impl Command for ReadGeneration {
    type Output = Generation;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Generation> {
        let fresh = [Value::Id(self.fresh)];
        tx.execute("INSERT INTO generation (only_row, id) VALUES (1, $1) ON CONFLICT DO NOTHING", &fresh).await?;
        let id = tx.row("SELECT id FROM generation WHERE only_row = 1", &[], |row| row.id(0)).await?;
        let newest = tx.row("SELECT COALESCE(MAX(seq), 0) FROM change_feed", &[], |row| row.int(0)).await?;
        Ok(Generation { id: id.unwrap_or(self.fresh), newest_change: newest.unwrap_or(0) })
    }
}

struct BeginGeneration {
    id: Uuid,
}

impl Command for BeginGeneration {
    type Output = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.execute("UPDATE generation SET id = $1 WHERE only_row = 1", &[Value::Id(self.id)]).await?;
        Ok(())
    }
}
