//! A database of the release before, migrated to this one: the time that it takes, and what a crash leaves.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use grow_domain::farmer::Place;
use grow_domain::{CropYear, Region, privacy};
use jiff::Timestamp;
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

use crate::api::{DEMAND, SOWING_KG, read_met_kg};
use crate::postgres::Postgres;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Setting, migrating, spawn_grow, start_grow};
use crate::stats::Runs;

/// The last schema step of the release before.
const STEP: i64 = 11;
/// Folder of the schema steps of an engine.
const STEPS: &str = "crates/store/migrations";
/// Sowings of each farmer.
const SOWINGS_EACH: u32 = 10;
/// Maximum time of a start.
const PATIENCE: Duration = Duration::from_mins(10);
/// Part of a migration's time after which the other one is killed.
const MIDDLE: f64 = 0.4;

pub(super) async fn measure(setting: &mut Setting) -> Result<Section> {
    let folder = setting.folder().join("migration");
    std::fs::create_dir(&folder)?;
    let [before, whole, killed] = ["before", "whole", "killed"].map(|name| folder.join(name).join("grow.db"));
    for file in [&before, &whole, &killed] {
        std::fs::create_dir(file.parent().context("a folder")?)?;
    }
    let sowings = setting.extent.migrated;
    let empty = folder.join("empty");
    std::fs::create_dir(&empty)?;
    let grow = start_grow(&setting.binary, &empty, setting.cores).await?;
    let other_kg = read_met_kg(grow.address).await?;
    grow.stop().await?;
    fill_sqlite(&before, sowings).context("a database of the release before")?;
    for copy in [&whole, &killed] {
        std::fs::copy(&before, copy)?;
    }
    std::fs::remove_file(&before)?;
    let copies = [Database::Sqlite(whole), Database::Sqlite(killed)];
    let sqlite = migrate(setting, copies, other_kg).await.context("SQLite")?;

    let postgres = match setting.postgres("the migration on PostgreSQL", Some(setting.cores.server)).await? {
        Some(server) => {
            let before = server.database("before", None).await?;
            fill_postgres(&server, &before, sowings).await.context("a database of the release before")?;
            let mut copies = Vec::new();
            for name in ["whole", "killed"] {
                let address = server.database(name, Some("before")).await?;
                copies.push(Database::Postgres { server: &server, address, folder: folder.join(name) });
            }
            let copies = copies.try_into().ok().context("two copies")?;
            Some(migrate(setting, copies, other_kg).await.context("PostgreSQL")?)
        }
        None => None,
    };

    let target = if sowings == 1_000_000 { Target::Under(60.0) } else { Target::Beside };
    let seconds = |name: &str, target, time: Duration| {
        Figure::alone(name, Unit::Seconds, target, &Runs(vec![time.as_secs_f64()]))
    };
    let mut figures = Vec::new();
    for (engine, migrated) in [("SQLite", Some(sqlite)), ("PostgreSQL", postgres)] {
        if let Some(Migrated { whole, again }) = migrated {
            figures.push(seconds(&format!("on {engine}"), target, whole));
            let name = format!("on {engine}, started again after it was killed (SIGKILL) in the middle");
            figures.push(seconds(&name, Target::Beside, again));
        }
    }
    Ok(Section {
        title: "Migration: a database of the release before",
        figures,
        remarks: vec![format!(
            "Schema step {STEP}, {sowings} sowings of {} farmers. A migration that was killed after {:.0} % of the time had \
             changed nothing. After each that ended, every sowing and its yield were in the database, in the sums of its \
             farmer and in `met`.",
            sowings / SOWINGS_EACH,
            MIDDLE * 100.0
        )],
    })
}

/// Times of the two migrations.
struct Migrated {
    whole: Duration,
    again: Duration,
}

/// Migrates one database, and another one that is killed in the middle and started again.
/// `other_kg`: `met` without sowings.
async fn migrate(setting: &Setting, [whole, killed]: [Database<'_>; 2], other_kg: u64) -> Result<Migrated> {
    let took = migrate_whole(setting, &whole, other_kg).await?;

    let mut grow = migrating(&setting.binary, &killed.address()).spawn()?;
    tokio::time::sleep(took.mul_f64(MIDDLE)).await;
    grow.kill()?;
    grow.wait()?;
    let step = killed.numbers("SELECT MAX(version) FROM schema_migrations").await?;
    ensure!(step == [STEP], "schema step {step:?} after {:.0} % of the time: not in the middle", MIDDLE * 100.0);
    Ok(Migrated { whole: took, again: migrate_whole(setting, &killed, other_kg).await? })
}

/// Migrates a database of the release before, and checks what has become of it. Returns the time of the migration.
async fn migrate_whole(setting: &Setting, database: &Database<'_>, other_kg: u64) -> Result<Duration> {
    let begun = Instant::now();
    ensure!(migrating(&setting.binary, &database.address()).status()?.success(), "grow migrate");
    let took = begun.elapsed();
    let grow = spawn_grow(&setting.binary, database.folder()?, &database.address(), setting.cores)?;
    let grow = grow.answering(DEMAND, PATIENCE).await?;
    let sowings = setting.extent.migrated;
    let met = read_met_kg(grow.address).await?;
    let sown = met.checked_sub(other_kg).context("met is less than without sowings")?;
    ensure!(sown == u64::from(groundnuts(sowings)) * SOWING_KG, "{sown} kg of the sowings in met");
    let sums = "SELECT (SELECT COUNT(*) FROM sowings),
                       (SELECT CAST(SUM(expected_yield_kg) AS BIGINT) FROM sowings),
                       (SELECT COUNT(DISTINCT idempotency_key) FROM sowings),
                       (SELECT CAST(SUM(sowings) AS BIGINT) FROM farmer_years),
                       (SELECT COUNT(*) FROM farmers)";
    let all = i64::from(sowings);
    let expected = [all, all * i64::try_from(SOWING_KG)?, all, all, all / i64::from(SOWINGS_EACH)];
    let found = database.numbers(sums).await?;
    ensure!(found == expected, "{found:?} instead of {expected:?}");
    let step = database.numbers("SELECT MAX(version) FROM schema_migrations").await?;
    ensure!(step.first() > Some(&STEP), "schema step {step:?}: nothing was migrated");
    grow.stop().await?;
    Ok(took)
}

/// A database to migrate.
enum Database<'s> {
    Sqlite(PathBuf),
    Postgres { server: &'s Postgres, address: String, folder: PathBuf },
}

impl Database<'_> {
    fn address(&self) -> String {
        match self {
            Self::Sqlite(file) => format!("sqlite:{}", file.display()),
            Self::Postgres { address, .. } => address.clone(),
        }
    }

    /// Folder for the log of the server.
    fn folder(&self) -> Result<&Path> {
        match self {
            Self::Sqlite(file) => file.parent().context("a folder"),
            Self::Postgres { folder, .. } => Ok(folder),
        }
    }

    /// Returns the numbers of the one row of a query.
    async fn numbers(&self, sql: &str) -> Result<Vec<i64>> {
        match self {
            Self::Sqlite(file) => Ok(Connection::open(file)?
                .query_row(sql, [], |row| (0..row.as_ref().column_count()).map(|column| row.get(column)).collect())?),
            Self::Postgres { server, address, .. } => {
                let row = server.client(address).await?.query_one(sql, &[]).await?;
                Ok((0..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>()?)
            }
        }
    }
}

/// SQL of an engine for what the engines spell differently.
#[derive(Clone, Copy)]
struct Dialect {
    /// Folder of its schema steps.
    folder: &'static str,
    /// Hexadecimal digits of a number, as many as a width.
    hex: fn(&str, u8) -> String,
    /// Id of 32 hexadecimal digits.
    id: fn(&str) -> String,
    /// Table `n` with the column `i`, from 0 to a number.
    numbers_to: fn(u32) -> String,
}

const SQLITE: Dialect = Dialect {
    folder: "sqlite",
    hex: |number, width| format!("format('%0{width}x', {number})"),
    id: |digits| format!("unhex({digits})"),
    numbers_to: |last| {
        format!(
            "(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {last}) SELECT i FROM n) AS n"
        )
    },
};

const POSTGRES: Dialect = Dialect {
    folder: "postgres",
    hex: |number, width| format!("lpad(to_hex({number}), {width}, '0')"),
    id: |digits| format!("({digits})::uuid"),
    numbers_to: |last| format!("generate_series(0::bigint, {last}) AS n(i)"),
};

/// Creates a SQLite database as the release before leaves it.
fn fill_sqlite(path: &Path, sowings: u32) -> Result<()> {
    let connection = Connection::open(path)?;
    // As the release before creates it.
    connection.execute_batch("PRAGMA page_size = 2048")?;
    connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")?;
    connection.execute_batch(&format!("BEGIN; {}; COMMIT", script(SQLITE, sowings)?))?;
    connection.execute_batch("PRAGMA journal_mode = WAL")?;
    Ok(())
}

/// Creates the same on PostgreSQL.
async fn fill_postgres(server: &Postgres, address: &str, sowings: u32) -> Result<()> {
    let client = server.client(address).await?;
    client.batch_execute(&format!("BEGIN; {}; COMMIT", script(POSTGRES, sowings)?)).await?;
    // As autovacuum has done in a database that has stood for a while.
    Ok(client.batch_execute("VACUUM ANALYZE").await?)
}

/// Returns the statements that create the schema of the release before, and the rows.
fn script(dialect: Dialect, sowings: u32) -> Result<String> {
    Ok(format!("{};\n{}", schema(dialect)?, rows(dialect, sowings)?))
}

/// The schema steps and their ledger, as the release before writes them.
fn schema(dialect: Dialect) -> Result<String> {
    let folder = Path::new(STEPS).join(dialect.folder);
    let mut files = Vec::new();
    for file in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        let version: i64 = name.split('_').next().unwrap_or_default().parse().with_context(|| name.clone())?;
        files.push((version, file.path()));
    }
    files.sort();
    let mut sql =
        "CREATE TABLE schema_migrations (version BIGINT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL);\n".to_owned();
    for (version, path) in files.into_iter().filter(|(version, _)| *version <= STEP) {
        let text = std::fs::read_to_string(path)?;
        let checksum = format!("{:x}", Sha256::digest(&text));
        // Writing into a String cannot fail.
        let _ok = writeln!(sql, "{text};\nINSERT INTO schema_migrations VALUES ({version}, '{checksum}');");
    }
    Ok(sql)
}

/// Number of sowings of groundnut, every third one.
fn groundnuts(sowings: u32) -> u32 {
    sowings.div_ceil(3)
}

/// Farmers with consent and a profile, and their sowings with feed and supply.
fn rows(dialect: Dialect, sowings: u32) -> Result<String> {
    #[expect(clippy::disallowed_methods, reason = "the sowings have to be of this crop year")]
    let now = Timestamp::now();
    let (at, year) = (now.as_microsecond(), CropYear::of(now).first_year());
    let district = Place::parse("Thanjavur")?.district().context("a district")?;
    let (region, shard) =
        (Region::of(Some(district)).code(), 64 * u32::from(TenDays::of(in_india(now).date()).in_crop_year()));
    let (version, district) = (privacy::notice().version, district.key());
    let farmers = sowings / SOWINGS_EACH;
    let Dialect { hex, id, numbers_to, .. } = dialect;
    // Ids of version 7, in the order of time.
    let millis = now.as_millisecond() - 86_400_000;
    let farmer = |number: &str| id(&format!("{} || '70008' || {}", hex(&millis.to_string(), 12), hex(number, 15)));
    let sowing = id(&format!("{} || '70009' || {}", hex(&format!("({millis} + i)"), 12), hex("i", 15)));
    let key = format!("{} || '-0000-4000-8000-' || {}", hex("((i * 2654435761) % 4294967296)", 8), hex("i", 12));
    let (all_farmers, all_sowings) = (numbers_to(farmers - 1), numbers_to(sowings - 1));
    let (its_id, owner) = (farmer("i"), farmer(&format!("(i % {farmers})")));
    Ok(format!(
        "INSERT INTO farmers (id, issuer, subject, email, email_key, display_name, created_at)
         SELECT {its_id}, 'https://issuer.example', 'farmer-' || i, 'farmer' || i || '@example.org',
                'farmer' || i || '@example.org', 'Farmer ' || i, {at} FROM {all_farmers};
         INSERT INTO farmer_records (farmer_id, number, place, district, saved_at)
         SELECT {its_id}, '9876543210', 'Thanjavur', '{district}', {at} FROM {all_farmers};
         INSERT INTO consents (farmer_id, number, version, language, given_at)
         SELECT {its_id}, 1, {version}, 'en', {at} FROM {all_farmers};
         INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                              field_size_m2, expected_yield_kg, sown_at, counted)
         SELECT {owner}, {key}, {sowing}, '{region}',
                CASE i % 3 WHEN 0 THEN 'groundnut' WHEN 1 THEN 'paddy' ELSE 'maize' END, {year},
                12500, {SOWING_KG}, {at}, 1 FROM {all_sowings};
         INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg)
         SELECT sown_at, 'sowing', region, crop, crop_year, expected_yield_kg FROM sowings;
         INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
         SELECT region, crop_year, crop, {shard}, SUM(expected_yield_kg), COUNT(*) FROM sowings
         GROUP BY region, crop_year, crop;
         INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
         SELECT 'IN', crop_year, crop, {shard}, SUM(expected_yield_kg), COUNT(*) FROM sowings
         GROUP BY crop_year, crop"
    ))
}
