//! Stores for tests, empty and with the current schema, on both engines.

#![expect(clippy::expect_used, clippy::missing_panics_doc, reason = "a test that cannot be set up has failed")]

pub(crate) mod plans;

use crate::store::Connection;
use crate::{DatabaseUrl, FarmerId, HeldIntention, HeldRequest, HeldSowing, PostgresLimits, Store, TokenHash};
use grow_domain::figures::{Balance, DemandFigure};
use grow_domain::{Crop, CropYear, Kilograms, Region};
use jiff::Timestamp;
use jiff::civil::date;
use std::io::{BufRead, BufReader, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tokio_postgres::NoTls;
use uuid::Uuid;

/// A figure for demand and usual supply in kilograms, without exports.
pub fn figure(region: Region, crop: Crop, crop_year: CropYear, demand: i64, usual_supply: i64) -> DemandFigure {
    DemandFigure {
        region,
        crop,
        crop_year,
        balance: Some(Balance { domestic: Kilograms(demand), exported: Kilograms(0) }),
        usual_supply: Kilograms(usual_supply),
        usual_land: None,
        years: "2025-26".to_owned(),
        as_of: date(2026, 6, 1),
        source: "a test".to_owned(),
        confidence: "high".to_owned(),
        error_percent: 3,
        imports: None,
    }
}

/// A store of its own for one test.
pub struct TestStore {
    store: Store,
    url: DatabaseUrl,
    _folder: Option<TempDir>,
    server: Option<Server>,
}

impl TestStore {
    /// The address of its database, for a second store or a second process on it.
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Stops every process of the store's own PostgreSQL, as a machine does that hangs: connections stay, nobody
    /// answers.
    ///
    /// # Panics
    /// If the store is none of [`postgres_alone`].
    pub fn hang(&self) {
        self.server.as_ref().expect("a PostgreSQL of its own").signal("-STOP");
    }

    /// Resumes the processes.
    ///
    /// # Panics
    /// As [`TestStore::hang`].
    pub fn resume(&self) {
        self.server.as_ref().expect("a PostgreSQL of its own").signal("-CONT");
    }

    /// Does something to the servers of a store of [`postgres_replicated`]; scripts/private-postgres says what.
    ///
    /// # Panics
    /// If it cannot be done.
    pub async fn drill(&self, drill: &str) {
        self.server.as_ref().expect("a PostgreSQL of its own").order(drill).await;
    }

    /// Locks a table on PostgreSQL, so that every statement on it waits until the lock is dropped.
    ///
    /// # Panics
    /// If the store is on SQLite.
    pub async fn lock_table(&self, table: &str) -> TableLock {
        let DatabaseUrl::Postgres(address) = &self.url else { panic!("a store on PostgreSQL") };
        let (client, _) = connected(address).await;
        client.batch_execute(&format!("BEGIN; LOCK TABLE {table}")).await.expect("the lock");
        TableLock(client)
    }

    /// Runs statements behind the store's back.
    pub async fn tamper(&self, sql: &str) {
        match &self.url {
            DatabaseUrl::Sqlite(path) => {
                rusqlite::Connection::open(path).and_then(|connection| connection.execute_batch(sql)).expect(sql);
            }
            DatabaseUrl::Postgres(address) => run(address, sql).await,
        }
    }

    /// Runs a statement behind the store's back, if the schema permits what it writes. Returns whether it does.
    pub async fn try_to_tamper(&self, sql: &str) -> bool {
        match &self.url {
            DatabaseUrl::Sqlite(path) => rusqlite::Connection::open(path)
                .and_then(|connection| connection.execute_batch(&format!("PRAGMA foreign_keys = ON; {sql}")))
                .is_ok(),
            DatabaseUrl::Postgres(address) => connected(address).await.0.batch_execute(sql).await.is_ok(),
        }
    }

    /// Opens the database a second time, as a server does that starts.
    pub async fn reopened(&self) -> Store {
        Store::open_with(&self.url, limits(4)).await.expect("the database opens")
    }

    /// Takes the write lock of SQLite, as another process does, until the returned value is dropped.
    ///
    /// # Panics
    /// If the store is on PostgreSQL.
    pub fn lock(&self) -> WriteLock {
        let DatabaseUrl::Sqlite(path) = &self.url else { panic!("PostgreSQL has no such lock") };
        let connection = rusqlite::Connection::open(path).expect("a connection");
        connection.execute_batch("BEGIN IMMEDIATE").expect("the lock");
        WriteLock { _connection: connection }
    }

    /// Every column of the schema, as (table, column).
    pub async fn columns(&self) -> Vec<(String, String)> {
        let sql = match &self.url {
            DatabaseUrl::Sqlite(_) => {
                "SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
                 WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
            }
            DatabaseUrl::Postgres(_) => {
                "SELECT table_name::text, column_name::text FROM information_schema.columns
                 WHERE table_schema = 'public'
                   AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass)"
            }
        };
        let mut reading = self.store.reading().await.expect("a connection");
        let columns = reading.tx().expect("a connection").rows(sql, &[], |row| Ok((row.text(0)?, row.text(1)?))).await;
        columns.expect(sql)
    }

    /// Every row of every table as text that begins with the table's name; ids are 32 hexadecimal digits in it. In the
    /// order of the text.
    pub async fn everything(&self) -> Vec<String> {
        let mut tables: Vec<_> = self.columns().await.into_iter().map(|(table, _)| table).collect();
        tables.sort();
        tables.dedup();
        let mut rows = match &self.url {
            DatabaseUrl::Sqlite(path) => sqlite_rows(path, &tables),
            DatabaseUrl::Postgres(address) => postgres_rows(address, &tables).await,
        };
        rows.sort();
        rows
    }

    /// The one number that a query answers, read behind the store's back.
    pub async fn number(&self, sql: &'static str) -> i64 {
        match &self.url {
            DatabaseUrl::Sqlite(path) => rusqlite::Connection::open(path)
                .and_then(|connection| connection.query_row(sql, [], |row| row.get(0)))
                .expect(sql),
            DatabaseUrl::Postgres(address) => ask(address, &format!("SELECT ({sql})::text")).await.parse().expect(sql),
        }
    }

    /// Erases a farmer: closes the account and runs the job to its end. Returns the hashes of the session tokens.
    pub async fn erase(&self, farmer: FarmerId, now: Timestamp) -> Option<Vec<TokenHash>> {
        let ended = self.store.close_account(farmer, now).await.expect("the account is closed")?;
        while self.store.erase_batch(farmer, Uuid::nil(), now).await.expect("a batch").expect("the lease") {}
        Some(ended)
    }

    /// All requests of a farmer: the journal, each sowing, and each plan, the oldest first.
    pub async fn requests(&self, farmer: FarmerId) -> Vec<HeldRequest> {
        let journal = self.store.held_requests(farmer, None, u16::MAX).await.expect("the journal").rows;
        let sowings = self.store.held_sowings(farmer, None, u16::MAX).await.expect("the sowings").rows;
        let plans = self.store.held_intentions(farmer, None, u16::MAX).await.expect("the plans").rows;
        let journal = journal.into_iter().map(|(_, request)| request);
        let mut requests: Vec<_> = journal
            .chain(sowings.iter().map(HeldSowing::request))
            .chain(plans.iter().map(HeldIntention::request))
            .collect();
        requests.sort_by_key(|request| request.at);
        requests
    }

    /// What keeps a statement from other engines that speak PostgreSQL.
    pub fn of_one_engine(statement: &str) -> Option<&'static str> {
        plans::of_one_engine(statement)
    }

    /// The tables that a statement reads from end to end, of those that grow with farmers.
    pub async fn scans(&self, statement: &str) -> Vec<String> {
        match &self.store.reading().await.expect("a connection").connection {
            Connection::Sqlite(_) => {
                let DatabaseUrl::Sqlite(path) = &self.url else { return Vec::new() };
                plans::scans_of_sqlite(&rusqlite::Connection::open(path).expect("a connection"), statement)
            }
            Connection::Postgres(reader) => plans::scans_of_postgres(reader.client(), statement, false).await,
        }
    }
}

/// The write lock of a SQLite database.
pub struct WriteLock {
    _connection: rusqlite::Connection,
}

impl Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// A locked table. The end of its connection ends the lock.
pub struct TableLock(#[expect(dead_code, reason = "held for its Drop")] tokio_postgres::Client);

/// Few connections, since many tests run at once against one server.
fn limits(connections: usize) -> PostgresLimits {
    PostgresLimits { connections, ..PostgresLimits::default() }
}

/// An empty SQLite store in a folder that goes when the test ends.
pub async fn sqlite() -> TestStore {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let url = DatabaseUrl::Sqlite(folder.path().join("grow.db"));
    let store = Store::open(&url).await.expect("a new SQLite store");
    TestStore { store, url, _folder: Some(folder), server: None }
}

/// Makes a SQLite database in a file as the release before left it, with a farmer.
pub fn sqlite_of_the_release_before(file: &Path) {
    let mut connection = rusqlite::Connection::open(file).expect("a new file");
    crate::migrate::sqlite_before_the_last_step(&mut connection).expect("the schema");
    let farmer = "INSERT INTO farmers (id, issuer, subject, email, display_name, created_at)
                  VALUES (zeroblob(16), 'https://issuer', 'meena', 'meena@example.in', 'Meena', 0);
                  INSERT INTO farmer_records (farmer_id, number, place, saved_at)
                  VALUES (zeroblob(16), '98765', 'Erode', 0)";
    connection.execute_batch(farmer).expect("a farmer");
}

/// An empty PostgreSQL store: a clone of a template that was migrated once, on a private server that ends with the
/// process.
pub async fn postgres() -> TestStore {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let server = server().await;
    let name = format!("grow_test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    server.run(&format!("CREATE DATABASE {name} TEMPLATE {}", server.template)).await;
    let url = DatabaseUrl::Postgres(server.database(&name));
    let store = Store::open_with(&url, limits(4)).await.expect("a cloned PostgreSQL store");
    TestStore { store, url, _folder: None, server: None }
}

/// A store on a PostgreSQL server of its own, which a test may disturb.
pub async fn postgres_alone() -> TestStore {
    let server = Server::start().await;
    let url = DatabaseUrl::Postgres(server.admin.clone());
    Store::migrate(&url, limits(1)).await.expect("an empty PostgreSQL");
    let store = Store::open_with(&url, limits(4)).await.expect("a PostgreSQL of its own");
    TestStore { store, url, _folder: None, server: Some(server) }
}

/// A store on a PostgreSQL server of its own with a synchronous standby. A call may take one second.
pub async fn postgres_replicated() -> TestStore {
    let server = Server::start_with(&["--replicated"]).await;
    let url = DatabaseUrl::Postgres(server.admin.clone());
    Store::migrate(&url, limits(1)).await.expect("an empty PostgreSQL");
    let limits = PostgresLimits { call: Duration::from_secs(1), ..limits(4) };
    let store = Store::open_with(&url, limits).await.expect("a PostgreSQL with a standby");
    TestStore { store, url, _folder: None, server: Some(server) }
}

/// A private PostgreSQL. The script that runs it ends it when this process, which holds its input, is gone.
struct Server {
    admin: String,
    template: String,
    /// Where its postmaster's id is written.
    folder: PathBuf,
    /// The way to the script.
    orders: Arc<Mutex<(ChildStdin, BufReader<ChildStdout>)>>,
    _script: Child,
}

async fn server() -> &'static Server {
    static SERVER: OnceCell<Server> = OnceCell::const_new();
    SERVER
        .get_or_init(async || {
            let server = Server::start().await;
            server.make_template().await;
            server
        })
        .await
}

impl Server {
    async fn start() -> Self {
        Self::start_with(&[]).await
    }

    async fn start_with(options: &[&str]) -> Self {
        let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/private-postgres"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("scripts/private-postgres runs");
        let mut admin = String::new();
        let input = script.stdin.take().expect("its input is ours");
        let mut output = BufReader::new(script.stdout.take().expect("its output is ours"));
        output.read_line(&mut admin).expect("it prints an address");
        let admin = admin.trim().to_owned();
        assert!(admin.starts_with("postgres://"), "scripts/private-postgres did not start; see its message above");
        let folder = ask(&admin, "SHOW data_directory").await.into();
        let template = format!("grow_template_{}", std::process::id());
        Self { admin, template, folder, orders: Arc::new(Mutex::new((input, output))), _script: script }
    }

    async fn order(&self, order: &str) {
        let (orders, order) = (Arc::clone(&self.orders), order.to_owned());
        let done = tokio::task::spawn_blocking(move || {
            let mut answer = String::new();
            let (input, output) = &mut *orders.lock().expect("no drill has failed before");
            writeln!(input, "{order}").and_then(|()| output.read_line(&mut answer)).expect("the script runs");
            answer
        });
        assert_eq!(done.await.expect("the drill ends"), "done\n");
    }

    async fn make_template(&self) {
        self.run(&format!("CREATE DATABASE {}", self.template)).await;
        let template = DatabaseUrl::Postgres(self.database(&self.template));
        Store::migrate(&template, limits(1)).await.expect("the template is migrated");
    }

    /// Sends a signal to the postmaster and to each of its processes.
    fn signal(&self, signal: &str) {
        let written = std::fs::read_to_string(self.folder.join("postmaster.pid")).expect("a server that runs");
        let postmaster = written.lines().next().expect("its id").to_owned();
        let children = Command::new("pgrep").args(["-P", &postmaster]).output().expect("pgrep runs").stdout;
        let children = String::from_utf8(children).expect("ids");
        let processes = [postmaster.as_str()].into_iter().chain(children.lines());
        let status = Command::new("kill").arg(signal).args(processes).status().expect("kill runs");
        assert!(status.success(), "kill {signal}");
    }

    fn database(&self, name: &str) -> String {
        let (server, _) = self.admin.rsplit_once('/').unwrap_or((&self.admin, ""));
        format!("{server}/{name}")
    }

    async fn run(&self, sql: &str) {
        run(&self.admin, sql).await;
    }
}

fn sqlite_rows(path: &Path, tables: &[String]) -> Vec<String> {
    let connection = rusqlite::Connection::open(path).expect("a connection");
    let mut all = Vec::new();
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).expect(table);
        let columns = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let cells = (0..columns).map(|column| row.get(column).map(cell)).collect::<rusqlite::Result<Vec<_>>>()?;
            Ok(format!("{table} ({})", cells.join(",")))
        };
        let rows = statement.query_map([], row).expect(table);
        all.extend(rows.map(|row| row.expect(table)));
    }
    all
}

fn cell(value: rusqlite::types::Value) -> String {
    match value {
        rusqlite::types::Value::Null => String::new(),
        rusqlite::types::Value::Integer(number) => number.to_string(),
        rusqlite::types::Value::Real(number) => number.to_string(),
        rusqlite::types::Value::Text(text) => without_hyphens_of_ids(&text),
        rusqlite::types::Value::Blob(bytes) => match uuid::Uuid::from_slice(&bytes) {
            Ok(id) => id.simple().to_string(),
            Err(_) => format!("{bytes:x?}"),
        },
    }
}

async fn postgres_rows(address: &str, tables: &[String]) -> Vec<String> {
    let (client, connection) = connected(address).await;
    let mut all = Vec::new();
    for table in tables {
        let rows = client.query(&format!("SELECT t::text FROM {table} t"), &[]).await.expect(table);
        all.extend(rows.iter().map(|row| format!("{table} {}", without_hyphens_of_ids(row.get(0)))));
    }
    ended(client, connection).await;
    all
}

/// The text, with each id in it as 32 digits.
fn without_hyphens_of_ids(text: &str) -> String {
    let is_of_an_id = |c: char| c.is_ascii_hexdigit() || c == '-';
    let words = text.split_inclusive(|c| !is_of_an_id(c));
    words
        .map(|word| {
            let id = word.trim_end_matches(|c| !is_of_an_id(c));
            match uuid::Uuid::try_parse(id) {
                Ok(parsed) => word.replace(id, &parsed.simple().to_string()),
                Err(_) => word.to_owned(),
            }
        })
        .collect()
}

/// A connection to the server, and the task that drives it.
async fn connected(address: &str) -> (tokio_postgres::Client, JoinHandle<Result<(), tokio_postgres::Error>>) {
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.expect("the private server answers");
    (client, tokio::spawn(connection))
}

/// Waits until the server has seen the end of a connection: a database that is in use is no template.
async fn ended(client: tokio_postgres::Client, connection: JoinHandle<Result<(), tokio_postgres::Error>>) {
    drop(client);
    connection.await.expect("the connection ends").expect("and ends well");
}

/// The one value that a query answers.
async fn ask(address: &str, sql: &str) -> String {
    let (client, connection) = connected(address).await;
    let answer = client.query_one(sql, &[]).await.expect(sql).get(0);
    ended(client, connection).await;
    answer
}

async fn run(address: &str, sql: &str) {
    let (client, connection) = connected(address).await;
    client.batch_execute(sql).await.expect(sql);
    ended(client, connection).await;
}

/// Writes each test twice: once for SQLite, once for PostgreSQL.
#[macro_export]
macro_rules! both_stores {
    ($($(#[$meta:meta])* async fn $name:ident($store:ident) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn check($store: $crate::testing::TestStore) $body

            #[tokio::test]
            $(#[$meta])*
            async fn sqlite() {
                check($crate::testing::sqlite().await).await;
            }

            #[tokio::test]
            $(#[$meta])*
            async fn postgres() {
                check($crate::testing::postgres().await).await;
            }
        }
    )*};
}
