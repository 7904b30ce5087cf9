//! Fills a database in bulk with a season of a large region: farmers of every district, and their sowings since the
//! crop year began.
//!
//! What is kept of them is as the server leaves it: sums of supply, of the feed and of each farmer agree, entries of the
//! feed are there for as long as they are kept, and what the farmers did stands in the journal.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use grow_domain::{Crop, CropYear, District, Region};
use grow_store::{DatabaseUrl, FEED_KEPT, FarmerId, PostgresLimits, Store};
use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;

/// Farmers with a session: as many in a small database as in a large one.
pub(crate) const SESSIONS: usize = 500;
const CLOSING: Duration = Duration::from_secs(5);

/// Token of a session of the filled database.
pub(crate) fn token(number: usize) -> String {
    format!("filled{number:037}")
}

/// Id of the farmer of a session, and that of a farmer without one. The farmers have the numbers 1 to `farmers`.
pub(crate) fn farmer_ids(session: usize, farmers: u32) -> Result<[FarmerId; 2]> {
    let number = 1 + session * (usize::try_from(farmers)? / SESSIONS);
    Ok([number, number + 1].map(|number| FarmerId(Uuid::from_u128(number as u128))))
}

enum Engine {
    Sqlite(Connection),
    Postgres(Client),
}

impl Engine {
    async fn open(database: &DatabaseUrl) -> Result<Self> {
        match database {
            DatabaseUrl::Sqlite(path) => {
                let connection = Connection::open(path)?;
                // The process that migrated the database may still be closing it.
                let begun = Instant::now();
                while let Err(error) = connection.execute_batch("PRAGMA journal_mode = OFF") {
                    ensure!(begun.elapsed() < CLOSING, error);
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                // An interrupted fill is started anew, so nothing needs to be durable.
                connection.execute_batch(
                    "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000; BEGIN",
                )?;
                Ok(Self::Sqlite(connection))
            }
            DatabaseUrl::Postgres(address) => {
                let (client, connection) = tokio_postgres::connect(address, NoTls).await.context("PostgreSQL")?;
                // An error of the connection is that of the statement that waits for it.
                tokio::spawn(connection);
                // The references are valid by construction, and checking each row would be slow.
                client
                    .batch_execute("SET session_replication_role = replica")
                    .await
                    .context("a superuser is needed")?;
                Ok(Self::Postgres(client))
            }
        }
    }

    async fn run(&self, sql: &str) -> Result<()> {
        match self {
            Self::Sqlite(connection) => connection.execute_batch(sql).with_context(|| sql.to_owned()),
            Self::Postgres(client) => client.batch_execute(sql).await.with_context(|| sql.to_owned()),
        }
    }

    /// A UUID of two numbers.
    fn id(&self, high: &str, low: &str) -> String {
        match self {
            Self::Sqlite(_) => format!("unhex(printf('%016x%016x', {high}, {low}))"),
            Self::Postgres(_) => {
                format!("(lpad(to_hex(CAST({high} AS BIGINT)), 16, '0') || lpad(to_hex({low}), 16, '0'))::uuid")
            }
        }
    }

    fn bytes(&self, hexadecimal: &str) -> String {
        match self {
            Self::Sqlite(_) => format!("X'{hexadecimal}'"),
            Self::Postgres(_) => format!(r"'\x{hexadecimal}'"),
        }
    }
}

/// Fills a database whose schema is brought up to date with farmers, of whom each has the same number of sowings, the
/// last of them an hour before `now`. Returns the time without that of the schema.
pub(crate) async fn fill(database: &DatabaseUrl, farmers: u32, each: u32, now: Timestamp) -> Result<Duration> {
    ensure!(
        usize::try_from(farmers)? >= 2 * SESSIONS && (1..=400).contains(&each),
        "too few farmers, or too many sowings"
    );
    Store::migrate(database, PostgresLimits::default()).await?;
    let started = Instant::now();
    // The reconciler leaves out the feed of the last minutes.
    let now = now - SignedDuration::from_hours(1);
    let year = CropYear::of(now);
    let days = (0..366).map(|days| now - SignedDuration::from_hours(24 * days));
    let days: Vec<_> = days.take_while(|moment| CropYear::of(*moment) == year).collect();
    let begun = days.last().context("a day")?.as_microsecond();
    ensure!(days.len() > 1, "the crop year begins today: there is no season yet");

    let engine = Engine::open(database).await?;
    engine.run(&numbers(farmers, each, &days)?).await?;
    engine.run(&of_farmers(&engine, begun)).await?;
    engine.run(&sessions(&engine, farmers, now)?).await?;
    // SQLite stores sowings by farmer, PostgreSQL in the order in which they come.
    let (is_clustered, shards) = if matches!(engine, Engine::Sqlite(_)) { (true, 1) } else { (false, 16) };
    let part = (now.as_microsecond() - begun) / i64::from(each);
    let first_year = year.first_year();
    for round in 0..if is_clustered { 1 } else { each } {
        let last = if is_clustered { each } else { round };
        let rounds = format!("n BETWEEN {round} AND {last}");
        engine.run(&sowings(&engine, &rounds, begun, part, first_year.into())).await?;
    }
    engine.run(&sums(first_year.into(), shards, now)?).await?;
    // As a database at rest.
    let last = if is_clustered { ["COMMIT", "PRAGMA journal_mode = WAL"] } else { ["VACUUM ANALYZE", "CHECKPOINT"] };
    for step in last {
        engine.run(step).await?;
    }
    Ok(started.elapsed())
}

/// The numbers that the rows are reckoned from. `chance` has no pattern.
fn numbers(farmers: u32, each: u32, days: &[Timestamp]) -> Result<String> {
    let series = |table: &str, from: u32, to: u32, columns: &str| {
        format!(
            "CREATE TEMP TABLE {table} AS
             WITH RECURSIVE s (n) AS (SELECT CAST({from} AS BIGINT) UNION ALL SELECT n + 1 FROM s WHERE n < {to})
             SELECT n{columns} FROM s;"
        )
    };
    let mut sql = "CREATE TEMP TABLE districts (number BIGINT PRIMARY KEY, key TEXT, name TEXT, region TEXT);
         CREATE TEMP TABLE crops (number BIGINT PRIMARY KEY, key TEXT);
         CREATE TEMP TABLE ten_days (begun BIGINT PRIMARY KEY, number BIGINT);"
        .to_owned();
    for (number, district) in District::all().enumerate() {
        let (key, name, region) = (district.key(), district.name().replace('\'', "''"), Region::of(Some(district)));
        write!(sql, "INSERT INTO districts VALUES ({number}, '{key}', '{name}', '{}');", region.code())?;
    }
    for (number, crop) in Crop::all().enumerate() {
        write!(sql, "INSERT INTO crops VALUES ({number}, '{}');", crop.key())?;
    }
    let mut last = None;
    for day in days.iter().rev() {
        let ten_days = TenDays::of(in_india(*day).date()).in_crop_year();
        if last.replace(ten_days) != Some(ten_days) {
            write!(sql, "INSERT INTO ten_days VALUES ({}, {ten_days});", day.as_microsecond())?;
        }
    }
    sql.push_str(&series("rounds", 0, each - 1, ""));
    let districts = District::all().len();
    sql.push_str(&series("farmer_numbers", 1, farmers, ", n * 2654435761 % 4294967296 AS chance"));
    write!(
        sql,
        "CREATE TEMP TABLE filling AS
         SELECT n, chance, key AS district, name AS place, region
         FROM farmer_numbers CROSS JOIN districts WHERE number = chance % {districts} ORDER BY n"
    )?;
    Ok(sql)
}

fn of_farmers(engine: &Engine, begun: i64) -> String {
    let id = engine.id("0", "n");
    let language = "CASE chance % 3 WHEN 0 THEN 'en' WHEN 1 THEN 'hi' ELSE 'ta' END";
    let version = grow_domain::privacy::notice().version;
    format!(
        "INSERT INTO farmers (id, issuer, subject, email, email_key, email_verified, display_name, created_at, language)
         SELECT {id}, 'https://issuer.example', 'farmer-' || n, 'farmer' || n || '@example.org',
                'farmer' || n || '@example.org', 1, 'Farmer ' || n, {begun}, {language}
         FROM filling ORDER BY n;
         INSERT INTO farmer_records (farmer_id, number, place, district, n_g_ha, p_g_ha, k_g_ha, saved_at, land_m2,
                                     water, soil, soil_test_told)
         SELECT {id}, 9000000000 + n, place, district, 60000 + 1000 * (chance % 21), 30000 + 1000 * (chance % 13),
                30000 + 1000 * (chance % 8), {begun}, 4000 + 2000 * (chance % 21),
                CASE chance / 8 % 3 WHEN 0 THEN 'all_season' WHEN 1 THEN 'once_or_twice' ELSE 'rain_only' END,
                CASE chance / 32 % 3 WHEN 0 THEN 'light' WHEN 1 THEN 'medium' ELSE 'heavy' END, 1
         FROM filling ORDER BY n;
         INSERT INTO consents (farmer_id, number, version, language, given_at)
         SELECT {id}, 1, {version}, {language}, {begun} FROM filling ORDER BY n;
         INSERT INTO request_journal (farmer_id, at, kind, body)
         SELECT {id}, {begun}, 'npk', '{{\"n_g_ha\":60000,\"p_g_ha\":30000,\"k_g_ha\":30000}}' FROM filling ORDER BY n"
    )
}

fn sessions(engine: &Engine, farmers: u32, now: Timestamp) -> Result<String> {
    let mut sql = String::new();
    for number in 0..SESSIONS {
        let [FarmerId(farmer), _] = farmer_ids(number, farmers)?;
        let hash = Sha256::digest(token(number)).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
        let (hash, farmer) = (
            engine.bytes(&hash),
            match engine {
                Engine::Sqlite(_) => engine.bytes(&farmer.simple().to_string()),
                Engine::Postgres(_) => format!("'{farmer}'"),
            },
        );
        let now = now.as_microsecond();
        write!(
            sql,
            "INSERT INTO sessions (token_hash, farmer_id, created_at, seen_at, id)
             VALUES ({hash}, {farmer}, {now}, {now}, {farmer});"
        )?;
    }
    Ok(sql)
}

/// Sowings of some rounds: each farmer has one in each part of the season.
fn sowings(engine: &Engine, rounds: &str, begun: i64, part: i64, year: i64) -> String {
    let (farmer, id) = (engine.id("0", "n"), engine.id("at", "n"));
    let crops = Crop::all().len();
    format!(
        "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year, field_size_m2,
                              expected_yield_kg, sown_at, counted)
         SELECT {farmer}, '00000000-0000-4000-8000-' || (100000000000 + n * 400 + round), {id}, region, (SELECT key FROM crops WHERE number = chance / 256 % {crops}), {year},
                1000 + chance % 20 * 1000, 300 + chance % 20 * 300, at, 1
         FROM (SELECT n, round, region, chance, {begun} + {part} * round + chance * 4096 % {part} AS at
               FROM (SELECT f.n, r.n AS round, f.region, (f.n * 400 + r.n) * 2654435761 % 4294967296 AS chance
                     FROM filling f CROSS JOIN (SELECT n FROM rounds WHERE {rounds}) r) AS drawn) AS sown
         ORDER BY n, round"
    )
}

/// The sums of each farmer, of the states and of India, the entries of the feed that are still kept, and that the whole
/// feed was added up.
fn sums(year: i64, shards: u32, now: Timestamp) -> Result<String> {
    let (kept, now) = (now.saturating_sub(FEED_KEPT)?.as_microsecond(), now.as_microsecond());
    Ok(format!(
        "INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
         SELECT farmer_id, {year}, COUNT(*), COUNT(*), SUM(field_size_m2), 1 FROM sowings GROUP BY farmer_id;
         INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
         SELECT region, {year}, crop, shard, SUM(expected_yield_kg), COUNT(*)
         FROM (SELECT region, crop, expected_yield_kg, field_size_m2 / 1000 % {shards} + 64 * (
                   SELECT number FROM ten_days WHERE begun <= sown_at ORDER BY begun DESC LIMIT 1) AS shard
               FROM sowings) AS sown
         GROUP BY region, crop, shard;
         INSERT INTO feed_sums (region, crop, crop_year, sown_kg)
         SELECT region, crop, {year}, SUM(sown_kg) FROM supply GROUP BY region, crop;
         INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
         SELECT 'IN', {year}, crop, shard, SUM(sown_kg), SUM(revision) FROM supply GROUP BY crop, shard;
         INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg)
         SELECT sown_at, 'sowing', region, crop, {year}, expected_yield_kg FROM sowings
         WHERE sown_at >= {kept} ORDER BY sown_at;
         INSERT INTO watermarks (work, position, seen, seen_at)
         SELECT 'reconcile', COALESCE(MAX(seq), 0), COALESCE(MAX(seq), 0), {now} FROM change_feed"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_filled_agrees_with_itself_and_every_farmer_has_their_sowings() {
        let folder = tempfile::tempdir().unwrap();
        let database: DatabaseUrl = format!("sqlite:{}", folder.path().join("grow.db").display()).parse().unwrap();
        fill(&database, 1_000, 10, "2026-11-26T08:00:00Z".parse().unwrap()).await.unwrap();
        let store = Store::open(&database).await.unwrap();
        assert_eq!(store.differences().await.unwrap(), []);
        let ids = farmer_ids(7, 1_000).unwrap();
        for farmer in ids {
            assert_eq!(store.sowings(farmer, 100, None).await.unwrap().sowings.len(), 10);
        }
        let token = grow_store::TokenHash::of(&token(7));
        assert_eq!(store.session(token).await.unwrap().unwrap().farmer, ids[0]);
    }
}
