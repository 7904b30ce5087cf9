//! Storage: one [`Store`] over SQLite or PostgreSQL.
//!
//! Only this crate contains SQL. Every write is a command that runs in one transaction with its journal and feed
//! entries, and returns when it is durable. Methods on a farmer's own data take the farmer's id first.

mod advice;
mod command;
mod consents;
mod copy;
mod demand;
mod erasure;
mod error;
mod farmer_id;
mod farmers;
mod figures;
mod holdings;
mod housekeeping;
mod import;
mod imported;
mod intentions;
mod journal;
mod leases;
mod migrate;
mod observations;
mod postgres;
mod ranges;
mod reconcile;
mod records;
mod restatement;
mod review;
mod sessions;
mod sowings;
mod sql;
mod sqlite;
#[cfg(feature = "testing")]
pub mod testing;
mod url;
mod watermarks;
mod years;

pub use advice::{AdviceDraw, AdviceInputs, DrawCell};
pub use consents::Consent;
pub use copy::{TableFile, copied_columns, copied_tables};
pub use demand::DemandState;
pub use error::{Error, Result};
pub use farmer_id::FarmerId;
pub use farmers::{FarmerAccount, OwnRecord, RecordChange, RecordOutcome, User};
pub use figures::{FigureChange, ReferenceImport};
pub use holdings::{HeldRecord, HeldRequest, HeldSowing, Holdings};
pub use housekeeping::{FEED_KEPT, JOURNAL_KEPT, Lifetimes, SESSIONS_KEPT_AFTER_THEIR_END};
pub use import::{Imported, NewRecord};
pub use imported::FoundRecord;
pub use intentions::{EndOutcome, HeldIntention, IntentionOutcome, SowOutcome};
pub use reconcile::{Account, Difference};
pub use records::StoredRecord;
pub use restatement::Restatement;
pub use review::WaitingSowing;
pub use sessions::{Identity, NewSession, OwnSession, PendingLogin, Session, TokenHash};
pub use sowings::{ChangeOutcome, End, Page, SowingChange, SowingOutcome, UndoOutcome, Withdrawn};
pub use url::DatabaseUrl;

use command::Command;
use grow_domain::bounds::Bounds;
use sql::Tx;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Size of the connection pool to PostgreSQL.
const POSTGRES_CONNECTIONS: usize = 16;

/// The database. Cheap to clone; all clones share one writer or pool.
#[derive(Clone)]
pub struct Store {
    engine: Arc<Engine>,
    commits: Arc<AtomicU64>,
    bounds: Bounds,
}

enum Engine {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Store {
    /// Opens the database and brings its schema up to date.
    pub async fn open(url: &DatabaseUrl) -> Result<Self> {
        Self::open_with(url, POSTGRES_CONNECTIONS).await
    }

    async fn open_with(url: &DatabaseUrl, postgres_connections: usize) -> Result<Self> {
        let commits = Arc::new(AtomicU64::new(0));
        let engine = match url {
            DatabaseUrl::Sqlite(path) => Engine::Sqlite(sqlite::Sqlite::open(path, Arc::clone(&commits))?),
            DatabaseUrl::Postgres(address) => {
                Engine::Postgres(postgres::Postgres::open(address, postgres_connections, Arc::clone(&commits)).await?)
            }
        };
        Ok(Self { engine: Arc::new(engine), commits, bounds: Bounds::NONE })
    }

    /// The same database, with bounds of what a farmer may store. Without, as for the operator's commands, there are
    /// none.
    #[must_use]
    pub fn bounded(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Number of commits of this process. A commit is counted before its writes are answered. Reads that start after
    /// the count see the commit.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// Checks that the database answers and takes writes. Nothing is changed. On SQLite, the check waits for the write
    /// lock as a write does.
    pub async fn ready(&self) -> Result<()> {
        if let Engine::Sqlite(sqlite) = &*self.engine {
            sqlite.check().await?;
        }
        self.figures().await.map(drop)
    }

    async fn write<C: Command>(&self, command: C) -> Result<C::Output> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(command).await,
            Engine::Postgres(postgres) => postgres.write(command).await,
        }
    }

    /// Runs several statements on one snapshot, off the request path. It blocks no writer, so it may scan whole tables.
    async fn read_at_one_moment<C: Command>(&self, question: C) -> Result<C::Output> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => {
                let mut reader = sqlite.reader()?;
                tokio::task::spawn_blocking(move || reader.at_one_moment(&question))
                    .await
                    .unwrap_or(Err(Error::Bug("a read panicked; see the log")))
            }
            Engine::Postgres(postgres) => postgres.at_one_moment(&question).await,
        }
    }

    /// Returns a read connection. On SQLite the read runs on the awaiting thread, so it must be small: by key, or a
    /// page of an index (see docs/adr/0001).
    async fn reading(&self) -> Result<Reading> {
        Ok(match &*self.engine {
            Engine::Sqlite(sqlite) => Reading::Sqlite(sqlite.reader()?),
            Engine::Postgres(postgres) => Reading::Postgres(postgres.reader().await?),
        })
    }
}

enum Reading {
    Sqlite(sqlite::Reader),
    Postgres(postgres::Reader),
}

impl Reading {
    fn tx(&mut self) -> Result<Tx<'_>> {
        match self {
            Self::Sqlite(reader) => reader.tx(),
            Self::Postgres(reader) => Ok(Tx::PostgresRead(reader)),
        }
    }
}
