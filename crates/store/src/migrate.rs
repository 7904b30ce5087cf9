//! Schema migrations: numbered files. Each is applied once and never edited afterwards.
//!
//! A step adds what the release before does without, so that nodes of two releases work on one database at the same
//! time. What the release before still uses is taken away by a step that says so ([`Migration::needs`]).

use crate::error::{Error, Result};
use crate::postgres::Session;
use crate::progress::{tell_each, tell_no_more};
use sha2::{Digest, Sha256};
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tokio_postgres::error::SqlState;

/// A migration with its text for both engines.
#[derive(Clone, Copy)]
struct Migration {
    version: i64,
    /// The step that a release must know to use a database with this one.
    needs: i64,
    sqlite: &'static str,
    postgres: &'static str,
}

struct Applied {
    version: i64,
    checksum: String,
    /// As [`Migration::needs`]. `None` of a step before [`FIRST_NEED`].
    needs: Option<i64>,
}

/// The first step of which a database tells what it needs.
const FIRST_NEED: i64 = 21;

macro_rules! migration {
    ($version:literal, $name:literal) => {
        migration!($version, $name, needs: FIRST_NEED)
    };
    ($version:literal, $name:literal, needs: $needs:expr) => {
        Migration {
            version: $version,
            needs: $needs,
            sqlite: include_str!(concat!("../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../migrations/postgres/", $name, ".sql")),
        }
    };
}

static MIGRATIONS: [Migration; 27] = [
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
    migration!(21, "0021_needs"),
    migration!(22, "0022_months"),
    migration!(23, "0023_farmer_counts"),
    migration!(24, "0024_meanings"),
    migration!(25, "0025_last_crop"),
    migration!(26, "0026_draws_that_stand"),
    migration!(27, "0027_market_prices"),
];

const LEDGER: &str =
    "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)";
/// The third column, `needs`, is there from [`FIRST_NEED`] on.
const APPLIED: &str = "SELECT * FROM schema_migrations ORDER BY version";
/// Serialises migrations. A database without steps has no such row; there the primary key of the first step serialises
/// them.
const LOCK: &str = "SELECT version FROM schema_migrations WHERE version = 1 FOR UPDATE";
const RECORD: &str = "INSERT INTO schema_migrations (version, checksum) VALUES ($1, $2)";
const RECORD_WITH_NEED: &str = "INSERT INTO schema_migrations (version, checksum, needs) VALUES ($1, $2, $3)";

/// The first line of a step of PostgreSQL whose statements run by themselves, such as indexes that are built while the
/// servers work. Empty lines separate the statements. Each may be repeated.
const ALONE: &str = "-- Outside a transaction.\n";

/// Attempts of migrations that begin at the same time.
const ATTEMPTS: u32 = 5;

/// What the schema of a database is to this release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// There is none.
    Absent,
    /// It lacks steps. The number is its newest one.
    Old(i64),
    /// It has all steps of this release, and perhaps further ones that this release does without.
    Usable,
}

impl State {
    fn of(outstanding: &[&Migration], applied: &[Applied]) -> Self {
        let newest = applied.iter().map(|step| step.version).max().unwrap_or(0);
        if outstanding.is_empty() { Self::Usable } else { Self::Old(newest) }
    }
}

/// The notice about a schema that lacks steps.
pub(crate) fn of_an_older_release(schema: i64) -> String {
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    format!("is of an older release ({schema}, this is {newest})")
}

/// Returns what the schema of a SQLite database is to this release, or an error if it cannot be used.
pub(crate) fn sqlite_state(connection: &rusqlite::Connection) -> Result<State> {
    if !connection.table_exists(None, "schema_migrations")? {
        return Ok(State::Absent);
    }
    let applied = sqlite_applied(connection)?;
    Ok(State::of(&outstanding(&MIGRATIONS, &applied, |migration| migration.sqlite)?, &applied))
}

/// Returns whether a SQLite database holds tables and none of Grow's.
pub(crate) fn is_of_another_program(connection: &rusqlite::Connection) -> Result<bool> {
    let tables: i64 = connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables > 0 && !connection.table_exists(None, "schema_migrations")?)
}

/// The same for PostgreSQL.
pub(crate) async fn postgres_state(session: &Session) -> Result<State> {
    let there = session.query_one("SELECT to_regclass('schema_migrations') IS NOT NULL", &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(State::Absent);
    }
    let applied = postgres_applied(session).await?;
    Ok(State::of(&outstanding(&MIGRATIONS, &applied, |migration| migration.postgres)?, &applied))
}

fn sqlite_applied(connection: &rusqlite::Connection) -> Result<Vec<Applied>> {
    let mut statement = connection.prepare(APPLIED)?;
    let tells_needs = statement.column_count() > 2;
    let rows = statement.query_map([], |row| {
        let needs = if tells_needs { row.get(2)? } else { None };
        Ok(Applied { version: row.get(0)?, checksum: row.get(1)?, needs })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

async fn postgres_applied(session: &Session) -> Result<Vec<Applied>> {
    let rows = session.query(APPLIED, &[]).await?;
    let applied = rows.iter().map(|row| {
        let needs = if row.len() > 2 { row.get(2) } else { None };
        Applied { version: row.get(0), checksum: row.get(1), needs }
    });
    Ok(applied.collect())
}

/// Migrates a SQLite database, in one transaction: ended in the middle, it starts again.
pub(crate) fn sqlite(connection: &mut rusqlite::Connection) -> Result<()> {
    let begun = Instant::now();
    tell_each(BETWEEN_LINES, connection, move || tell(begun))?;
    let migrated = migrate_sqlite(connection, &MIGRATIONS);
    tell_no_more(connection)?;
    migrated
}

/// Makes the schema that lacks the last step.
#[cfg(feature = "testing")]
pub(crate) fn sqlite_before_the_last_step(connection: &mut rusqlite::Connection) -> Result<()> {
    let [before @ .., _] = &MIGRATIONS;
    migrate_sqlite(connection, before)
}

fn migrate_sqlite(connection: &mut rusqlite::Connection, migrations: &[Migration]) -> Result<()> {
    let tx = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    tx.execute_batch(LEDGER)?;
    for migration in outstanding(migrations, &sqlite_applied(&tx)?, |migration| migration.sqlite)? {
        tx.execute_batch(migration.sqlite)?;
        let (version, checksum) = (migration.version, checksum(migration.sqlite));
        if version < FIRST_NEED {
            tx.execute(RECORD, (version, checksum))?;
        } else {
            tx.execute(RECORD_WITH_NEED, (version, checksum, migration.needs))?;
        }
    }
    Ok(tx.commit()?)
}

/// Time between two lines about a migration.
const BETWEEN_LINES: Duration = Duration::from_secs(2);

/// Tells the operator that a migration is under way.
fn tell(begun: Instant) {
    let seconds = begun.elapsed().as_secs();
    tracing::info!(seconds, "the database is brought up to date; ended now, it would start again");
}

/// Awaits a statement, and logs progress meanwhile.
async fn follow(begun: Instant, session: &Session, sql: &str) -> Result<()> {
    let mut step = pin!(session.batch_execute(sql));
    loop {
        match timeout(BETWEEN_LINES, &mut step).await {
            Ok(done) => return Ok(done?),
            Err(_) => tell(begun),
        }
    }
}

/// Migrates a PostgreSQL database. Steps are applied in one transaction, up to one that needs none.
pub(crate) async fn postgres(session: &Session) -> Result<()> {
    migrate_postgres(session, &MIGRATIONS).await
}

async fn migrate_postgres(session: &Session, migrations: &[Migration]) -> Result<()> {
    // A migration, and the wait for another one, have no time limit.
    session.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0").await?;
    let begun = Instant::now();
    let mut attempt = 1;
    loop {
        match next_steps(session, migrations, begun).await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                session.batch_execute("ROLLBACK").await?;
                if !another_was_first(&error) || attempt == ATTEMPTS {
                    return Err(error);
                }
                attempt += 1;
            }
        }
    }
}

/// Applies the steps up to one that runs outside a transaction, or that one. Returns false if none is left.
async fn next_steps(session: &Session, migrations: &[Migration], begun: Instant) -> Result<bool> {
    session.batch_execute("BEGIN").await?;
    session.batch_execute(LEDGER).await?;
    session.query(LOCK, &[]).await?;
    let missing = outstanding(migrations, &postgres_applied(session).await?, |migration| migration.postgres)?;
    match missing.first().map(|first| (first, first.postgres.strip_prefix(ALONE))) {
        None => {
            session.batch_execute("COMMIT").await?;
            return Ok(false);
        }
        Some((first, Some(statements))) => {
            session.batch_execute("COMMIT").await?;
            for statement in statements.split("\n\n") {
                follow(begun, session, statement).await?;
            }
            record(session, first).await?;
        }
        Some((_, None)) => {
            for migration in missing.iter().take_while(|migration| !migration.postgres.starts_with(ALONE)) {
                follow(begun, session, migration.postgres).await?;
                record(session, migration).await?;
            }
            session.batch_execute("COMMIT").await?;
        }
    }
    Ok(true)
}

async fn record(session: &Session, migration: &Migration) -> Result<()> {
    let (version, checksum) = (migration.version, checksum(migration.postgres));
    if version < FIRST_NEED {
        session.execute(RECORD, &[&version, &checksum]).await?;
    } else {
        session.execute(RECORD_WITH_NEED, &[&version, &checksum, &migration.needs]).await?;
    }
    Ok(())
}

/// Whether another migration, begun at the same time, has made the same table or recorded the same step.
fn another_was_first(error: &Error) -> bool {
    let Error::Postgres(error) = error else { return false };
    matches!(
        error.code(),
        Some(&(SqlState::UNIQUE_VIOLATION | SqlState::DUPLICATE_TABLE | SqlState::T_R_DEADLOCK_DETECTED))
    )
}

/// Returns the missing migrations, or an error if the database has one that this release cannot work with. A gap is
/// allowed, because migrations of parallel branches may be released out of order.
fn outstanding<'m>(
    migrations: &'m [Migration],
    applied: &[Applied],
    text: impl Fn(&Migration) -> &'static str,
) -> Result<Vec<&'m Migration>> {
    let newest = migrations.iter().map(|migration| migration.version).max().unwrap_or(0);
    for Applied { version, checksum: recorded, needs } in applied {
        match migrations.iter().find(|migration| migration.version == *version) {
            None if needs.is_some_and(|needs| needs <= newest) => {}
            None => {
                return Err(Error::Setup(format!(
                    "The database is from a newer Grow (schema {version}), and this one cannot use it. Start that version, \
                     or restore an older backup."
                )));
            }
            Some(known) if *recorded != checksum(text(known)) => {
                return Err(Error::Setup(format!(
                    "Schema step {version} of the database is not the one this Grow knows. Start the version that made it."
                )));
            }
            Some(_) => {}
        }
    }
    let lacks = |migration: &&Migration| applied.iter().all(|step| step.version != migration.version);
    Ok(migrations.iter().filter(lacks).collect())
}

fn checksum(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::{self, PostgresLimits};
    use crate::{DatabaseUrl, testing};

    const fn step(version: i64, needs: i64, postgres: &'static str) -> Migration {
        Migration { version, needs, sqlite: "", postgres }
    }

    static NEXT_RELEASE: [Migration; 3] = [
        step(101, FIRST_NEED, "CREATE TABLE later (a BIGINT NOT NULL)"),
        step(
            102,
            101,
            "-- Outside a transaction.\nDROP INDEX CONCURRENTLY IF EXISTS later_by_a;\n\n\
             CREATE INDEX CONCURRENTLY later_by_a ON later (a);",
        ),
        step(103, 103, "ALTER TABLE later ADD COLUMN b BIGINT"),
    ];

    #[tokio::test]
    async fn an_index_is_built_while_servers_work_and_a_release_uses_what_it_need_not_know() {
        let store = testing::postgres().await;
        let DatabaseUrl::Postgres(address) = store.url() else { panic!("a PostgreSQL store") };
        let session = postgres::connect(address, PostgresLimits::default()).await.unwrap();
        let all: Vec<_> = MIGRATIONS.iter().chain(&NEXT_RELEASE).copied().collect();
        migrate_postgres(&session, &all).await.unwrap();
        let valid = "SELECT COUNT(*) FROM pg_index WHERE indexrelid = 'later_by_a'::regclass AND indisvalid";
        assert_eq!(store.number(valid).await, 1);

        let mut applied = postgres_applied(&session).await.unwrap();
        let usable = |applied: &[Applied], known: i64| {
            let known: Vec<_> = all.iter().filter(|step| step.version <= known).copied().collect();
            outstanding(&known, applied, |step| step.postgres).map(|missing| missing.is_empty())
        };
        assert!(usable(&applied, 103).unwrap());
        assert!(usable(&applied, 102).is_err(), "step 103 needs to be known");
        applied.pop();
        assert!(usable(&applied, 101).unwrap(), "step 102 does not");
        assert!(usable(&applied, 100).is_err(), "but it needs step 101");
        applied.pop();
        assert!(!usable(&applied, 102).unwrap(), "a step is missing");
    }
}
