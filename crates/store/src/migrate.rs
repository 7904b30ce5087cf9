//! Schema migrations: numbered, additive files. Each is applied once and never edited afterwards.

use crate::error::{Error, Result};
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

macro_rules! migration {
    ($version:literal, $name:literal) => {
        Migration {
            version: $version,
            sqlite: include_str!(concat!("../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../migrations/postgres/", $name, ".sql")),
        }
    };
}

static MIGRATIONS: [Migration; 20] = [
    migration!(1, "0001_initial"),
    migration!(2, "0002_district"),
    migration!(3, "0003_predictions"),
    migration!(4, "0004_own_sessions"),
    migration!(5, "0005_privacy"),
    migration!(6, "0006_counted_and_indexed"),
    migration!(7, "0007_documents"),
    migration!(8, "0008_balances_and_coverage"),
    migration!(9, "0009_intentions_and_harvests"),
    migration!(10, "0010_language"),
    migration!(11, "0011_entered_sizes"),
    migration!(12, "0012_clustered_sowings"),
    migration!(13, "0013_water_and_soil"),
    migration!(14, "0014_error_and_imports"),
    migration!(15, "0015_observations"),
    migration!(16, "0016_even_draws"),
    migration!(17, "0017_counted_plans"),
    migration!(18, "0018_record_revision"),
    migration!(19, "0019_soil_test_told"),
    migration!(20, "0020_generation"),
];

const LEDGER: &str =
    "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)";
const APPLIED: &str = "SELECT version, checksum FROM schema_migrations ORDER BY version";
const RECORD: &str = "INSERT INTO schema_migrations (version, checksum) VALUES ($1, $2)";

/// Serialises migrations of servers that start at the same time.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(20267)";

/// Whether a database has been brought up to date by a server.
pub(crate) fn sqlite_is_ready(path: &Path) -> Result<bool> {
    let connection = rusqlite::Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    if !connection.table_exists(None, "schema_migrations")? {
        return Ok(false);
    }
    Ok(outstanding(&sqlite_applied(&connection)?, |migration| migration.sqlite)?.is_empty())
}

/// The same for PostgreSQL.
pub(crate) async fn postgres_is_ready(client: &impl GenericClient) -> Result<bool> {
    let there = client.query_one("SELECT to_regclass('schema_migrations') IS NOT NULL", &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(false);
    }
    Ok(outstanding(&postgres_applied(client).await?, |migration| migration.postgres)?.is_empty())
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
