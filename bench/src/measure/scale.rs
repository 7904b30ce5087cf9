//! What grows with the number of sowings, and what does not: the same requests and jobs on databases of several sizes.
//!
//! The servers of all sizes run at the same time and are asked in turn, so that a slowdown of the machine affects all.

mod table;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use grow_store::{DatabaseUrl, FarmerId, Store};
use jiff::Timestamp;
use uuid::Uuid;

use crate::api::{ADVICE, DEMAND, Farmer, RECORD, Sowings, TEN_SOWINGS};
use crate::client::{Answer, Connection};
use crate::fill::{self, Season, token};
use crate::load::{self, CONNECTIONS, Lane, Outcome, Window};
use crate::machine::{self, Cores};
use crate::postgres::Postgres;
use crate::process::Server;
use crate::setting::spawn_grow;
use crate::stats::{Runs, Times, number};
use table::{Row, Table, Unit};

/// Sowings of each farmer.
const EACH: u32 = 10;
/// Maximum time of a start.
const PATIENCE: Duration = Duration::from_mins(1);
/// Farmers whose data is copied, and others who are erased: with a thousand sowings.
const HANDLED: usize = 100;
/// Owner of the jobs' leases.
const HOLDER: Uuid = Uuid::from_u128(1);
/// Processor time of a second in which nothing works in the background.
const CALM: f64 = 0.03;

/// Options of `grow-bench scale`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Binary to measure.
    #[arg(long, value_name = "PATH", default_value = "target/dist/grow")]
    grow: PathBuf,
    /// Folder on the disk to measure. A temporary folder is created in it.
    #[arg(long, value_name = "FOLDER", default_value = "target")]
    disk: PathBuf,
    /// Numbers of sowings. The first is what the others are compared with.
    #[arg(long, value_delimiter = ',', default_value = "10000,1000000,20000000")]
    sizes: Vec<u32>,
    /// Loads of half a second for each request and size.
    #[arg(long, default_value_t = 12)]
    turns: usize,
    /// Write the tables into this document, between its markers.
    #[arg(long, value_name = "PATH")]
    write: Option<PathBuf>,
}

/// Measures on both engines, and prints or writes the tables.
#[expect(clippy::print_stdout, reason = "the result of the command")]
pub(crate) async fn run(options: &Options) -> Result<()> {
    let cores = Cores::of_this_machine();
    machine::pin(cores.load)?;
    let disk = options.disk.canonicalize()?;
    let folder = crate::setting::passable_folder(&disk)?;
    let mut text = String::new();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let table = measure(options, cores, folder.path(), engine).await?;
        println!("{table}");
        text.push_str(&table);
    }
    if let Some(document) = &options.write {
        table::write_between_markers(document, &text)?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Engine {
    Sqlite,
    Postgres,
}

async fn measure(options: &Options, cores: Cores, folder: &Path, engine: Engine) -> Result<String> {
    let postgres = match engine {
        Engine::Sqlite => None,
        Engine::Postgres => match Postgres::start(folder, Some(cores.server), cores).await? {
            Ok(server) => Some(server),
            Err(reason) => return Ok(format!("PostgreSQL was not measured: {reason}.\n")),
        },
    };
    let mut databases = Vec::new();
    for sowings in &options.sizes {
        databases.push(Database::fill(*sowings, folder, postgres.as_ref()).await.context("fill")?);
    }
    let mut table = Table::of(&databases.iter().map(|database| database.season.sowings()).collect::<Vec<_>>());
    let filled = |database: &Database| number(database.season.sowings()) / database.filled.as_secs_f64();
    table.add(Row::plain("rows of sowings filled", Unit::PerSecond, databases.iter().map(filled).collect()));

    starts(&mut table, &databases, options, cores).await?;
    let mut running = Vec::new();
    for database in &databases {
        running.push(Running { server: database.start(&options.grow, cores).await?, database });
    }
    settle(&running, postgres.as_ref()).await?;
    table.add(Row::compared("resident memory, idle", Unit::MiB, resident(&running)?));
    for what in [Ask::Record, Ask::TenSowings, Ask::Advice, Ask::Sow] {
        loads(&mut table, &running, what, options.turns, postgres.as_ref()).await?;
    }
    table.add(Row::compared("resident memory after these loads", Unit::MiB, resident(&running)?));
    exports(&mut table, &running).await?;
    for one in running {
        one.server.stop().await?;
    }
    jobs(&mut table, &databases).await?;
    sizes(&mut table, &databases, postgres.as_ref()).await?;
    let name = if postgres.is_some() { "PostgreSQL" } else { "SQLite" };
    Ok(table.to_markdown(name))
}

/// A filled database.
struct Database {
    season: Season,
    url: DatabaseUrl,
    folder: PathBuf,
    filled: Duration,
}

impl Database {
    async fn fill(sowings: u32, folder: &Path, postgres: Option<&Postgres>) -> Result<Self> {
        #[expect(clippy::disallowed_methods, reason = "the sowings are of the season until today")]
        let season = Season::until(Timestamp::now(), sowings / EACH, sowings)?;
        let engine = if postgres.is_some() { "postgres" } else { "sqlite" };
        let folder = folder.join(format!("{engine}-{sowings}"));
        std::fs::create_dir(&folder)?;
        let url = match postgres {
            None => format!("sqlite:{}", folder.join("grow.db").display()),
            Some(server) => server.database(&format!("of_{sowings}"), None).await?,
        };
        let url: DatabaseUrl = url.parse()?;
        machine::pin_to_all()?;
        let filled = fill::fill(&url, &season).await;
        machine::pin(Cores::of_this_machine().load)?;
        Ok(Self { season, url, folder, filled: filled? })
    }

    fn address(&self) -> String {
        match &self.url {
            DatabaseUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
            DatabaseUrl::Postgres(address) => address.clone(),
        }
    }

    async fn start(&self, binary: &Path, cores: Cores) -> Result<Server> {
        let grow = spawn_grow(binary, &self.folder, &self.address(), cores)?;
        grow.answering(DEMAND, PATIENCE).await
    }

    /// Farmers who are erased: none of those with a session.
    fn handled(&self) -> impl Iterator<Item = FarmerId> {
        let sessions: Vec<_> = self.season.sessions().map(|session| session.farmer.number).collect();
        let others = self.season.all_farmers().filter(move |farmer| sessions.binary_search(&farmer.number).is_err());
        others.take(HANDLED).map(|farmer| FarmerId(farmer.id()))
    }
}

/// A server on a filled database.
struct Running<'d> {
    server: Server,
    database: &'d Database,
}

impl Running<'_> {
    fn farmers(&self) -> Vec<Farmer> {
        let sessions = self.database.season.sessions();
        sessions.map(|session| Farmer::with_session(self.server.address, &token(session.number))).collect()
    }
}

/// Waits until the servers have done what they do after a start, such as reading the land of all sowings.
async fn settle(running: &[Running<'_>], postgres: Option<&Postgres>) -> Result<()> {
    let used = || {
        let of_grow = running.iter().map(|one| machine::processor_seconds(one.server.pid())).sum::<Result<f64>>()?;
        anyhow::Ok(of_grow + postgres.map_or(Ok(0.0), Postgres::processor_seconds)?)
    };
    let began = Instant::now();
    let mut calm = 0;
    while calm < 3 {
        ensure!(began.elapsed() < PATIENCE * 10, "the servers do not come to rest");
        let before = used()?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        calm = if used()? - before < CALM { calm + 1 } else { 0 };
    }
    Ok(())
}

fn resident(running: &[Running<'_>]) -> Result<Vec<f64>> {
    running.iter().map(|one| one.server.resident_mib()).collect()
}

/// Starts a server on each several times, in turn.
async fn starts(table: &mut Table, databases: &[Database], options: &Options, cores: Cores) -> Result<()> {
    let mut times = vec![Vec::new(); databases.len()];
    for _ in 0..options.turns {
        for (database, times) in databases.iter().zip(&mut times) {
            let server = database.start(&options.grow, cores).await?;
            times.push(server.first_answer);
            server.stop().await?;
        }
    }
    let [median, p99] = [50, 99]
        .map(|percent| times.iter().map(|times| Times::new(times.clone()).percentile(percent)).collect::<Vec<_>>());
    table.add(Row::plain("from the start to the first answer, median", Unit::Millis, median));
    table.add(Row::compared("from the start to the first answer, p99", Unit::Millis, p99));
    Ok(())
}

/// What the loads ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    Record,
    TenSowings,
    Advice,
    Sow,
}

impl Ask {
    fn name(self) -> &'static str {
        match self {
            Self::Record => "own record",
            Self::TenSowings => "own ten sowings",
            Self::Advice => "advice",
            Self::Sow => "sowing",
        }
    }

    /// A request of a farmer, and the next one of the same farmer after its answer.
    fn lane(self, farmers: &[Farmer]) -> Strangers {
        let requests = match self {
            Self::Record => Requests::Reads(farmers.iter().map(|farmer| farmer.get(RECORD)).collect()),
            Self::TenSowings => Requests::Reads(farmers.iter().map(|farmer| farmer.get(TEN_SOWINGS)).collect()),
            Self::Advice => Requests::Reads(farmers.iter().map(|farmer| farmer.get(ADVICE)).collect()),
            Self::Sow => Requests::Sowings(farmers.iter().map(Farmer::sowings).collect()),
        };
        Strangers { requests, turn: 0, answers: 0, bytes: 0 }
    }
}

/// Farmers who ask one after another on one connection.
struct Strangers {
    requests: Requests,
    turn: usize,
    answers: u32,
    bytes: u32,
}

enum Requests {
    Reads(Vec<Vec<u8>>),
    Sowings(Vec<Sowings>),
}

impl Lane for Strangers {
    fn request(&mut self) -> &[u8] {
        self.turn += 1;
        match &mut self.requests {
            Requests::Reads(reads) => reads.get(self.turn % reads.len()).map_or(&[], Vec::as_slice),
            Requests::Sowings(sowings) => {
                let turn = self.turn % sowings.len();
                sowings.get_mut(turn).map_or(&[], Lane::request)
            }
        }
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        self.answers += 1;
        self.bytes += u32::try_from(answer.head.len() + answer.body.len())?;
        answer.expect_status(if matches!(self.requests, Requests::Reads(_)) { 200 } else { 201 })
    }
}

/// What the loads of one request on one server came to.
#[derive(Default)]
struct Asked {
    outcomes: Vec<Outcome>,
    /// With the warm-up of each load.
    answers: f64,
    bytes: f64,
    /// Processor time of PostgreSQL, in seconds.
    postgres_seconds: f64,
    /// Bytes that were added to its log.
    log_bytes: f64,
}

impl Asked {
    fn times(&self) -> Times {
        Times::together(self.outcomes.iter().map(|outcome| &outcome.times))
    }

    /// Processor time of Grow for one answer, in microseconds.
    fn micros(&self) -> f64 {
        self.outcomes.iter().map(|outcome| outcome.server_seconds).sum::<f64>() * 1e6 / number(self.times().len())
    }
}

/// Loads of one request on each server, in turn. The first of each is not counted: farmers who ask for the first time
/// today are signed in, and drawn crops, once.
async fn loads(
    table: &mut Table,
    running: &[Running<'_>],
    ask: Ask,
    turns: usize,
    postgres: Option<&Postgres>,
) -> Result<()> {
    let mut all: Vec<_> = running.iter().map(|_| Asked::default()).collect();
    for turn in 0..=turns {
        for (one, asked) in running.iter().zip(&mut all) {
            let mut this = Asked::default();
            load(&mut this, &one.server, &one.farmers(), ask, postgres).await?;
            if turn > 0 {
                asked.outcomes.append(&mut this.outcomes);
                asked.answers += this.answers;
                asked.bytes += this.bytes;
                asked.postgres_seconds += this.postgres_seconds;
                asked.log_bytes += this.log_bytes;
            }
        }
    }
    let mut row = |what: &str, unit, is_compared, figure: &dyn Fn(&Asked) -> f64| {
        let name = format!("{}, {what}", ask.name());
        let row = if is_compared { Row::compared } else { Row::plain };
        table.add(row(&name, unit, all.iter().map(figure).collect()));
    };
    row("median", Unit::Millis, false, &|asked| asked.times().median());
    row("p99", Unit::Millis, true, &|asked| asked.times().percentile(99));
    row("processor time of Grow", Unit::Micros, false, &Asked::micros);
    if postgres.is_some() {
        row("processor time of PostgreSQL", Unit::Micros, false, &|asked| asked.postgres_seconds * 1e6 / asked.answers);
    }
    row("answer", Unit::Bytes, false, &|asked| asked.bytes / asked.answers);
    if postgres.is_some() && ask == Ask::Sow {
        row("log of PostgreSQL", Unit::Bytes, false, &|asked| asked.log_bytes / asked.answers);
    }
    Ok(())
}

async fn load(
    asked: &mut Asked,
    server: &Server,
    farmers: &[Farmer],
    ask: Ask,
    postgres: Option<&Postgres>,
) -> Result<()> {
    const WINDOW: Window = Window { warm_up: Duration::from_millis(100), measured: Duration::from_millis(500) };
    let mut lanes = Vec::new();
    for first in 0..CONNECTIONS {
        // A farmer asks on one connection.
        let own: Vec<_> = farmers.iter().skip(first).step_by(CONNECTIONS).cloned().collect();
        lanes.push((Connection::open(server.address).await?, ask.lane(&own)));
    }
    let before = used_by(postgres).await?;
    let (lanes, outcome) = load::run(lanes, WINDOW, server.pid()).await?;
    let after = used_by(postgres).await?;
    asked.outcomes.push(outcome);
    asked.answers = lanes.iter().map(|(_, lane)| f64::from(lane.answers)).sum();
    asked.bytes = lanes.iter().map(|(_, lane)| f64::from(lane.bytes)).sum();
    (asked.postgres_seconds, asked.log_bytes) = (after.0 - before.0, after.1 - before.1);
    Ok(())
}

/// Processor time of PostgreSQL in seconds, and the length of its log in bytes.
async fn used_by(postgres: Option<&Postgres>) -> Result<(f64, f64)> {
    let Some(server) = postgres else { return Ok((0.0, 0.0)) };
    Ok((server.processor_seconds()?, server.log_bytes().await?))
}

/// Times of the copies of some farmers' data, for a thousand sowings.
async fn exports(table: &mut Table, running: &[Running<'_>]) -> Result<()> {
    let mut times = vec![Runs::default(); running.len()];
    for _ in 0..3 {
        for (one, times) in running.iter().zip(&mut times) {
            let farmers = one.farmers();
            let (mut sowings, began) = (0, Instant::now());
            let mut connection = Connection::open(one.server.address).await?;
            for farmer in farmers.iter().rev().take(HANDLED) {
                let answer = connection.ask(&farmer.get("/api/v1/me/export")).await?;
                answer.expect_status(200).context("export")?;
                sowings += memchr::memmem::find_iter(answer.body, b"\"is_counted\":").count();
            }
            times.0.push(began.elapsed().as_secs_f64() * 1e6 / number(sowings));
        }
    }
    table.add(Row::compared("export, for 1,000 sowings", Unit::Millis, times.iter().map(Runs::median).collect()));
    Ok(())
}

/// Times of the jobs that read or delete many rows, for a thousand sowings. No server runs.
async fn jobs(table: &mut Table, databases: &[Database]) -> Result<()> {
    let [mut compared, mut erased] = std::array::from_fn(|_| Vec::new());
    for database in databases {
        let store = Store::open_existing(&database.url).await?;
        let mut runs = Runs::default();
        for _ in 0..3 {
            let began = Instant::now();
            ensure!(store.differences().await?.is_empty(), "sums do not agree");
            runs.0.push(began.elapsed().as_secs_f64());
        }
        compared.push(runs.median() * 1e6 / number(database.season.sowings()));
        erased.push(erase(&store, database).await? * 1e3);
        ensure!(store.differences().await?.is_empty(), "sums do not agree after erasures");
    }
    table.add(Row::compared("reconcile, for 1,000 sowings", Unit::Millis, compared));
    table.add(Row::compared("erasure, for 1,000 sowings of 100 farmers", Unit::Millis, erased));
    Ok(())
}

/// Erases farmers, and returns the seconds.
async fn erase(store: &Store, database: &Database) -> Result<f64> {
    let now = database.season.now;
    let farmers: Vec<_> = database.handled().collect();
    ensure!(farmers.len() == HANDLED, "too few farmers");
    let began = Instant::now();
    for farmer in farmers {
        store.close_account(farmer, now).await?.context("an account")?;
        while store.erase_batch(farmer, HOLDER, now).await?.context("the lease")? {}
    }
    Ok(began.elapsed().as_secs_f64())
}

/// Sizes of the databases.
async fn sizes(table: &mut Table, databases: &[Database], postgres: Option<&Postgres>) -> Result<()> {
    let mut sizes = Vec::new();
    for database in databases {
        let kib = match (&database.url, postgres) {
            (DatabaseUrl::Postgres(address), Some(server)) => {
                let sql = "SELECT pg_database_size(current_database()) / 1024";
                u32::try_from(server.client(address).await?.query_one(sql, &[]).await?.get::<_, i64>(0))?
            }
            _ => u32::try_from(std::fs::metadata(database.folder.join("grow.db"))?.len() / 1024)?,
        };
        sizes.push(number(kib));
    }
    let mib = sizes.iter().map(|kib| kib / 1024.0);
    table.add(Row::plain("database", Unit::MiB, mib.collect()));
    let each = sizes.iter().zip(databases).map(|(kib, database)| kib * 1024.0 / number(database.season.sowings()));
    table.add(Row::plain("database, for each sowing with its farmer's tenth", Unit::Bytes, each.collect()));
    Ok(())
}
