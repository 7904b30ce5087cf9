//! Schema migrations: numbered, additive files. Each is applied once and never edited afterwards.

use crate::error::{Error, Result};
use crate::{DatabaseUrl, Store};
use rusqlite::OpenFlags;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tokio_postgres::GenericClient;

/// A migration with its text for both engines.
struct Migration {
    version: i64,
    sqlite: &'static str,
    postgres: &'static str,
}

/// Version and checksum of an applied migration.
type Applied = (i64, String);

static MIGRATIONS: [Migration; 19] = [
    Migration {
        version: 1,
        sqlite: include_str!("../migrations/sqlite/0001_initial.sql"),
        postgres: include_str!("../migrations/postgres/0001_initial.sql"),
    },
    Migration {
        version: 2,
        sqlite: include_str!("../migrations/sqlite/0002_district.sql"),
        postgres: include_str!("../migrations/postgres/0002_district.sql"),
    },
    Migration {
        version: 3,
        sqlite: include_str!("../migrations/sqlite/0003_predictions.sql"),
        postgres: include_str!("../migrations/postgres/0003_predictions.sql"),
    },
    Migration {
        version: 4,
        sqlite: include_str!("../migrations/sqlite/0004_own_sessions.sql"),
        postgres: include_str!("../migrations/postgres/0004_own_sessions.sql"),
    },
    Migration {
        version: 5,
        sqlite: include_str!("../migrations/sqlite/0005_privacy.sql"),
        postgres: include_str!("../migrations/postgres/0005_privacy.sql"),
    },
    Migration {
        version: 6,
        sqlite: include_str!("../migrations/sqlite/0006_counted_and_indexed.sql"),
        postgres: include_str!("../migrations/postgres/0006_counted_and_indexed.sql"),
    },
    Migration {
        version: 7,
        sqlite: include_str!("../migrations/sqlite/0007_documents.sql"),
        postgres: include_str!("../migrations/postgres/0007_documents.sql"),
    },
    Migration {
        version: 8,
        sqlite: include_str!("../migrations/sqlite/0008_balances_and_coverage.sql"),
        postgres: include_str!("../migrations/postgres/0008_balances_and_coverage.sql"),
    },
    Migration {
        version: 9,
        sqlite: include_str!("../migrations/sqlite/0009_intentions_and_harvests.sql"),
        postgres: include_str!("../migrations/postgres/0009_intentions_and_harvests.sql"),
    },
    Migration {
        version: 10,
        sqlite: include_str!("../migrations/sqlite/0010_language.sql"),
        postgres: include_str!("../migrations/postgres/0010_language.sql"),
    },
    Migration {
        version: 11,
        sqlite: include_str!("../migrations/sqlite/0011_entered_sizes.sql"),
        postgres: include_str!("../migrations/postgres/0011_entered_sizes.sql"),
    },
    Migration {
        version: 12,
        sqlite: include_str!("../migrations/sqlite/0012_clustered_sowings.sql"),
        postgres: include_str!("../migrations/postgres/0012_clustered_sowings.sql"),
    },
    Migration {
        version: 13,
        sqlite: include_str!("../migrations/sqlite/0013_water_and_soil.sql"),
        postgres: include_str!("../migrations/postgres/0013_water_and_soil.sql"),
    },
    Migration {
        version: 14,
        sqlite: include_str!("../migrations/sqlite/0014_error_and_imports.sql"),
        postgres: include_str!("../migrations/postgres/0014_error_and_imports.sql"),
    },
    Migration {
        version: 15,
        sqlite: include_str!("../migrations/sqlite/0015_observations.sql"),
        postgres: include_str!("../migrations/postgres/0015_observations.sql"),
    },
    Migration {
        version: 16,
        sqlite: include_str!("../migrations/sqlite/0016_even_draws.sql"),
        postgres: include_str!("../migrations/postgres/0016_even_draws.sql"),
    },
    Migration {
        version: 17,
        sqlite: include_str!("../migrations/sqlite/0017_counted_plans.sql"),
        postgres: include_str!("../migrations/postgres/0017_counted_plans.sql"),
    },
    Migration {
        version: 18,
        sqlite: include_str!("../migrations/sqlite/0018_record_revision.sql"),
        postgres: include_str!("../migrations/postgres/0018_record_revision.sql"),
    },
    Migration {
        version: 19,
        sqlite: include_str!("../migrations/sqlite/0019_soil_test_told.sql"),
        postgres: include_str!("../migrations/postgres/0019_soil_test_told.sql"),
    },
];

const LEDGER: &str =
    "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)";
const APPLIED: &str = "SELECT version, checksum FROM schema_migrations ORDER BY version";
const RECORD: &str = "INSERT INTO schema_migrations (version, checksum) VALUES ($1, $2)";

/// Serialises migrations of servers that start at the same time.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(20267)";

impl Store {
    /// Opens a database created by a server, without migrating it.
    pub async fn open_existing(url: &DatabaseUrl) -> Result<Self> {
        let is_ready = match url {
            DatabaseUrl::Sqlite(path) => path.exists() && sqlite_is_ready(path)?,
            DatabaseUrl::Postgres(address) => postgres_is_ready(address).await?,
        };
        if !is_ready {
            return Err(Error::Setup(format!(
                "There is no database of this Grow at {url}: start `grow serve` with it first, or set GROW_DATABASE_URL to \
                 the database of your server."
            )));
        }
        Self::open(url).await
    }
}

fn sqlite_is_ready(path: &Path) -> Result<bool> {
    let connection = rusqlite::Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    if !connection.table_exists(None, "schema_migrations")? {
        return Ok(false);
    }
    Ok(outstanding(&sqlite_applied(&connection)?, |migration| migration.sqlite)?.is_empty())
}

async fn postgres_is_ready(address: &str) -> Result<bool> {
    let client = crate::postgres::connect(address)?.get().await?;
    let there = client.query_one("SELECT to_regclass('schema_migrations') IS NOT NULL", &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(false);
    }
    Ok(outstanding(&postgres_applied(&**client).await?, |migration| migration.postgres)?.is_empty())
}

fn sqlite_applied(connection: &rusqlite::Connection) -> Result<Vec<Applied>> {
    let mut statement = connection.prepare(APPLIED)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

async fn postgres_applied(client: &impl GenericClient) -> Result<Vec<Applied>> {
    Ok(client.query(APPLIED, &[]).await?.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Migrates a SQLite database, in one transaction: ended in the middle, it starts again.
pub(crate) fn sqlite(connection: &mut rusqlite::Connection) -> Result<()> {
    let mut progress = Progress::new();
    connection.progress_handler(
        STEPS_BETWEEN_LOOKS,
        Some(move || {
            progress.tell();
            false
        }),
    )?;
    let migrated = migrate_sqlite(connection);
    connection.progress_handler(0, None::<fn() -> bool>)?;
    migrated
}

fn migrate_sqlite(connection: &mut rusqlite::Connection) -> Result<()> {
    let tx = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    tx.execute_batch(LEDGER)?;
    for migration in outstanding(&sqlite_applied(&tx)?, |migration| migration.sqlite)? {
        tx.execute_batch(migration.sqlite)?;
        tx.execute(RECORD, (migration.version, checksum(migration.sqlite)))?;
    }
    Ok(tx.commit()?)
}

/// Number of steps of SQLite's virtual machine between two looks at the clock.
const STEPS_BETWEEN_LOOKS: i32 = 1_000_000;
/// Time between two lines about a migration.
const BETWEEN_LINES: Duration = Duration::from_secs(2);

/// Tells the operator that a migration is under way.
struct Progress {
    started: Instant,
    lines: u32,
}

impl Progress {
    fn new() -> Self {
        Self { started: Instant::now(), lines: 0 }
    }

    /// Writes a line, if one is due.
    fn tell(&mut self) {
        if self.started.elapsed() >= BETWEEN_LINES * (self.lines + 1) {
            self.lines += 1;
            let seconds = self.started.elapsed().as_secs();
            tracing::info!(seconds, "the database is brought up to date; ended now, it would start again");
        }
    }
}

/// Migrates a PostgreSQL database, in one transaction: ended in the middle, it starts again.
pub(crate) async fn postgres(client: &mut tokio_postgres::Client) -> Result<()> {
    let tx = client.transaction().await?;
    // A migration, and the wait for another server's migrations, have no time limit.
    tx.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
    tx.batch_execute(POSTGRES_LOCK).await?;
    tx.batch_execute(LEDGER).await?;
    let mut progress = Progress::new();
    for migration in outstanding(&postgres_applied(&tx).await?, |migration| migration.postgres)? {
        let mut step = pin!(tx.batch_execute(migration.postgres));
        loop {
            match timeout(BETWEEN_LINES, &mut step).await {
                Ok(done) => break done?,
                Err(_) => progress.tell(),
            }
        }
        tx.execute(RECORD, &[&migration.version, &checksum(migration.postgres)]).await?;
    }
    Ok(tx.commit().await?)
}

/// Returns the missing migrations, or an error if an applied one is unknown or differs. A gap is allowed, because
/// migrations of parallel branches may be released out of order.
fn outstanding(applied: &[Applied], text: impl Fn(&Migration) -> &'static str) -> Result<Vec<&'static Migration>> {
    for (version, recorded) in applied {
        let Some(known) = MIGRATIONS.iter().find(|migration| migration.version == *version) else {
            return Err(Error::Setup(format!(
                "The database is from a newer Grow (schema {version}). Start that version, or restore an older backup."
            )));
        };
        if *recorded != checksum(text(known)) {
            return Err(Error::Setup(format!(
                "Schema step {version} of the database is not the one this Grow knows. Start the version that made it."
            )));
        }
    }
    let lacks = |migration: &&Migration| applied.iter().all(|(version, _)| *version != migration.version);
    Ok(MIGRATIONS.iter().filter(lacks).collect())
}

fn checksum(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}
