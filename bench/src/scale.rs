//! What grows with the number of sowings, and what does not: the same requests and jobs on databases of several sizes.
//!
//! The servers of all sizes run at the same time and are asked in turn, so that a slowdown of the machine affects all.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use grow_store::{DatabaseUrl, Store};
use jiff::Timestamp;
use uuid::Uuid;

use crate::client::{Answer, Connection, get};
use crate::farmers::{ADVICE, RECORD, SowingRequest, TEN_SOWINGS, cookie};
use crate::fill::{self, SESSIONS, token};
use crate::load::{self, CONNECTIONS, Lane, Loads, Reads};
use crate::machine::{self, Cores};
use crate::postgres::Postgres;
use crate::process::Server;
use crate::report::{self, Unit};
use crate::setting::{passable_folder, start_grow};
use crate::stats::{Runs, Times, number};

const EACH: u32 = 10;
const LOAD: Duration = Duration::from_millis(500);
/// Maximum time until the servers rest.
const PATIENCE: Duration = Duration::from_mins(10);
/// How many times the figure of the smallest size is allowed.
const MOST: f64 = 1.3;
const BEGIN: &str = "<!-- Written by grow-bench scale: begin -->";
const END: &str = "<!-- Written by grow-bench scale: end -->";
/// Farmers whose data is copied, and others who are erased: with a thousand sowings.
const HANDLED: usize = 100;
const EXPORT: &str = "/api/v1/me/export";
const HOLDER: Uuid = Uuid::from_u128(1);
/// Processor time of a second without background work, seconds.
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
    let folder = passable_folder(&options.disk)?;
    let mut text = measure(options, cores, folder.path(), None).await?;
    println!("{text}");
    let server = Postgres::start(folder.path(), cores).await?;
    let on_postgres = measure(options, cores, folder.path(), Some(&server)).await?;
    println!("{on_postgres}");
    text.push_str(&on_postgres);
    if let Some(document) = &options.write {
        write_between_markers(document, &text)?;
    }
    Ok(())
}

async fn measure(options: &Options, cores: Cores, folder: &Path, postgres: Option<&Postgres>) -> Result<String> {
    let mut databases = Vec::new();
    for sowings in &options.sizes {
        databases.push(Database::fill(*sowings, folder, postgres).await.context("fill")?);
    }
    let mut table = Table::default();
    let filled = |database: &Database| number(database.sowings) / database.filled.as_secs_f64();
    table.add("rows of sowings filled", Unit::PerSecond, false, databases.iter().map(filled).collect());

    starts(&mut table, &databases, options, cores).await?;
    let mut running = Vec::new();
    for database in &databases {
        running.push(database.start(&options.grow, cores).await?);
    }
    settle(&running, postgres).await?;
    table.add("resident memory, idle", Unit::MiB, true, resident(&running)?);
    for ask in [
        Ask::Read("own record", RECORD),
        Ask::Read("own ten sowings", TEN_SOWINGS),
        Ask::Read("advice", ADVICE),
        Ask::Sow,
    ] {
        loads(&mut table, &running, ask, options.turns, postgres).await?;
    }
    table.add("resident memory after these loads", Unit::MiB, true, resident(&running)?);
    exports(&mut table, &running).await?;
    for server in &mut running {
        server.stop().await?;
    }
    jobs(&mut table, &databases).await?;
    sizes(&mut table, &databases, postgres).await?;
    let name = if postgres.is_some() { "PostgreSQL" } else { "SQLite" };
    Ok(format!("**{name}**\n\n{}", table.to_markdown(&options.sizes)))
}

struct Database {
    sowings: u32,
    url: DatabaseUrl,
    address: String,
    folder: PathBuf,
    filled: Duration,
}

impl Database {
    async fn fill(sowings: u32, folder: &Path, postgres: Option<&Postgres>) -> Result<Self> {
        let engine = if postgres.is_some() { "postgres" } else { "sqlite" };
        let folder = folder.join(format!("{engine}-{sowings}"));
        std::fs::create_dir(&folder)?;
        let address = match postgres {
            None => format!("sqlite:{}", folder.join("grow.db").display()),
            Some(server) => server.database(&format!("of_{sowings}")).await?,
        };
        let url: DatabaseUrl = address.parse()?;
        machine::pin_to_all()?;
        let filled = fill::fill(&url, sowings / EACH, EACH, now()).await;
        machine::pin(Cores::of_this_machine().load)?;
        Ok(Self { sowings, url, address, folder, filled: filled? })
    }

    async fn start(&self, binary: &Path, cores: Cores) -> Result<Server> {
        start_grow(binary, &self.folder, &self.address, cores).await
    }
}

fn now() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the sowings are of the season until today")]
    Timestamp::now()
}

/// Waits until the servers have done what they do after a start, such as reading the land of all sowings.
async fn settle(running: &[Server], postgres: Option<&Postgres>) -> Result<()> {
    let used = || {
        let of_grow = running.iter().map(|server| machine::processor_seconds(server.pid())).sum::<Result<f64>>()?;
        anyhow::Ok(of_grow + postgres.map_or(Ok(0.0), Postgres::processor_seconds)?)
    };
    let began = Instant::now();
    let mut calm = 0;
    while calm < 3 {
        ensure!(began.elapsed() < PATIENCE, "the servers do not come to rest");
        let before = used()?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        calm = if used()? - before < CALM { calm + 1 } else { 0 };
    }
    Ok(())
}

fn resident(running: &[Server]) -> Result<Vec<f64>> {
    running.iter().map(Server::resident_mib).collect()
}

/// Starts a server on each several times, in turn.
async fn starts(table: &mut Table, databases: &[Database], options: &Options, cores: Cores) -> Result<()> {
    let mut times = vec![Vec::new(); databases.len()];
    for _ in 0..options.turns {
        for (database, times) in databases.iter().zip(&mut times) {
            let mut server = database.start(&options.grow, cores).await?;
            times.push(server.first_answer);
            server.stop().await?;
        }
    }
    let times: Vec<_> = times.into_iter().map(Times::new).collect();
    table.add("start, median", Unit::Millis, false, times.iter().map(Times::median).collect());
    table.add("start, p99", Unit::Millis, true, times.iter().map(|times| times.percentile(99)).collect());
    Ok(())
}

/// What the loads ask for.
#[derive(Clone, Copy)]
enum Ask {
    Read(&'static str, &'static str),
    Sow,
}

/// Farmers who sow one after another on one connection.
struct InTurn {
    requests: Vec<SowingRequest>,
    reads: Reads,
}

impl Lane for InTurn {
    fn request(&mut self) -> &[u8] {
        self.requests.rotate_left(1);
        self.requests.first_mut().map_or(&[], SowingRequest::next)
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(201)?;
        self.reads.check(Answer { status: 200, ..answer })
    }
}

/// Results of the loads of one request on one server.
#[derive(Default)]
struct Asked {
    loads: Loads,
    /// Answers, warm-up included.
    answers: f64,
    bytes: f64,
    /// Processor time of PostgreSQL, in seconds.
    postgres_seconds: f64,
    /// Bytes that were added to its log.
    log_bytes: f64,
}

impl Asked {
    fn times(&self) -> Times {
        Times::together(self.loads.0.iter().map(|outcome| &outcome.times))
    }

    async fn load(&mut self, server: &Server, ask: Ask, postgres: Option<&Postgres>) -> Result<()> {
        // A farmer asks on one connection.
        let cookies = |first| (first..SESSIONS).step_by(CONNECTIONS).map(|number| cookie(&token(number)));
        let before = used_by(postgres).await?;
        let (lanes, outcome) = match ask {
            Ask::Read(_, path) => {
                let request = |cookie: String| get(server.address, path, Some(&cookie));
                let lanes = (0..CONNECTIONS).map(|first| Reads::of(cookies(first).map(request).collect())).collect();
                load::run(lanes, LOAD, server).await?
            }
            Ask::Sow => {
                let request = |cookie: String| SowingRequest::new(server.address, &cookie);
                let lane =
                    |first| InTurn { requests: cookies(first).map(request).collect(), reads: Reads::of(Vec::new()) };
                let (lanes, outcome) = load::run((0..CONNECTIONS).map(lane).collect(), LOAD, server).await?;
                (lanes.into_iter().map(|lane| lane.reads).collect(), outcome)
            }
        };
        let after = used_by(postgres).await?;
        self.loads.0.push(outcome);
        self.answers += lanes.iter().map(|lane| f64::from(lane.answers)).sum::<f64>();
        self.bytes += lanes.iter().map(|lane| f64::from(lane.bytes)).sum::<f64>();
        self.postgres_seconds += after.0 - before.0;
        self.log_bytes += after.1 - before.1;
        Ok(())
    }
}

/// Loads of one request on each server, in turn. The first of each is not counted: farmers who ask for the first time
/// today are signed in, and drawn crops, once.
async fn loads(
    table: &mut Table,
    running: &[Server],
    ask: Ask,
    turns: usize,
    postgres: Option<&Postgres>,
) -> Result<()> {
    let mut all: Vec<_> = running.iter().map(|_| Asked::default()).collect();
    for server in running {
        Asked::default().load(server, ask, postgres).await?;
    }
    for _ in 0..turns {
        for (server, asked) in running.iter().zip(&mut all) {
            asked.load(server, ask, postgres).await?;
        }
    }
    let name = match ask {
        Ask::Read(name, _) => name,
        Ask::Sow => "sowing",
    };
    let mut row = |what: &str, unit, is_compared, figure: &dyn Fn(&Asked) -> f64| {
        table.add(&format!("{name}, {what}"), unit, is_compared, all.iter().map(figure).collect());
    };
    row("median", Unit::Millis, false, &|asked| asked.times().median());
    row("p99", Unit::Millis, true, &|asked| asked.times().percentile(99));
    row("processor time of Grow", Unit::Micros, false, &|asked| asked.loads.micros().median());
    if postgres.is_some() {
        row("processor time of PostgreSQL", Unit::Micros, false, &|asked| asked.postgres_seconds * 1e6 / asked.answers);
    }
    row("answer", Unit::Bytes, false, &|asked| asked.bytes / asked.answers);
    if postgres.is_some() && matches!(ask, Ask::Sow) {
        row("log of PostgreSQL", Unit::Bytes, false, &|asked| asked.log_bytes / asked.answers);
    }
    Ok(())
}

/// Processor time of PostgreSQL in seconds, and the length of its log in bytes.
async fn used_by(postgres: Option<&Postgres>) -> Result<(f64, f64)> {
    let Some(server) = postgres else { return Ok((0.0, 0.0)) };
    Ok((server.processor_seconds()?, server.log_bytes().await?))
}

/// Times of the copies of some farmers' data, for a thousand sowings.
async fn exports(table: &mut Table, running: &[Server]) -> Result<()> {
    let mut times = vec![Runs::default(); running.len()];
    for _ in 0..3 {
        for (server, times) in running.iter().zip(&mut times) {
            let (mut sowings, began) = (0, Instant::now());
            let mut connection = Connection::open(server.address).await?;
            for number in (0..SESSIONS).rev().take(HANDLED) {
                let answer = connection.ask(&get(server.address, EXPORT, Some(&cookie(&token(number))))).await?;
                answer.expect_status(200).context("export")?;
                sowings += memchr::memmem::find_iter(answer.body, b"\"is_counted\":").count();
            }
            times.0.push(began.elapsed().as_secs_f64() * 1e6 / number(sowings));
        }
    }
    table.add("export, for 1,000 sowings", Unit::Millis, true, times.iter().map(Runs::median).collect());
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
        compared.push(runs.median() * 1e6 / number(database.sowings));
        erased.push(erase(&store, database.sowings / EACH).await? * 1e3);
        ensure!(store.differences().await?.is_empty(), "sums do not agree after erasures");
    }
    table.add("reconcile, for 1,000 sowings", Unit::Millis, true, compared);
    table.add("erasure, for 1,000 sowings of 100 farmers", Unit::Millis, true, erased);
    Ok(())
}

/// Erases farmers who have no session, and returns the seconds.
async fn erase(store: &Store, farmers: u32) -> Result<f64> {
    let began = Instant::now();
    for number in 0..HANDLED {
        let [_, farmer] = fill::farmer_ids(number, farmers)?;
        store.close_account(farmer, now()).await?.context("an account")?;
        while store.erase_batch(farmer, HOLDER, now()).await?.context("the lease")? {}
    }
    Ok(began.elapsed().as_secs_f64())
}

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
    table.add("database", Unit::MiB, false, mib.collect());
    let each = sizes.iter().zip(databases).map(|(kib, database)| kib * 1024.0 / number(database.sowings));
    table.add("database, for each sowing with its farmer's tenth", Unit::Bytes, false, each.collect());
    Ok(())
}

#[derive(Default)]
struct Table(Vec<Vec<String>>);

impl Table {
    /// Adds a row. If it is compared, no larger size may have more than [`MOST`] times the figure of the first.
    fn add(&mut self, name: &str, unit: Unit, is_compared: bool, values: Vec<f64>) {
        let most = values.iter().copied().fold(0.0, f64::max);
        let ratio = values.first().filter(|_| is_compared).map(|first| most / first);
        let mut cells = vec![name.to_owned()];
        cells.extend(values.into_iter().map(|value| unit.show(value)));
        cells.push(ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default());
        cells.push(ratio.map(|ratio| if ratio <= MOST { "met" } else { "missed" }).unwrap_or_default().to_owned());
        self.0.push(cells);
    }

    fn to_markdown(&self, sizes: &[u32]) -> String {
        let mut headings = vec!["figure".to_owned()];
        headings.extend(sizes.iter().map(|size| format!("{size} sowings")));
        headings.extend(["most of the first", "at most 1.3"].map(str::to_owned));
        report::table(std::iter::once(headings).chain(self.0.iter().cloned()).collect())
    }
}

/// Replaces what stands between the markers of a document.
fn write_between_markers(document: &Path, text: &str) -> Result<()> {
    let page = std::fs::read_to_string(document).with_context(|| document.display().to_string())?;
    let missing = || format!("{} lacks the lines {BEGIN} and {END}", document.display());
    let (before, rest) = page.split_once(BEGIN).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    Ok(std::fs::write(document, format!("{before}{BEGIN}\n{text}{END}{after}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_grows_is_missed() {
        let mut table = Table::default();
        table.add("flat", Unit::Millis, true, vec![1.0, 1.3, 0.9]);
        table.add("grown", Unit::Millis, true, vec![1.0, 1.2, 1.4]);
        table.add("plain", Unit::Bytes, false, vec![1.0, 9.0, 99.0]);
        let verdicts: Vec<_> = table.0.iter().filter_map(|cells| cells.last()).collect();
        assert_eq!(verdicts, ["met", "missed", ""]);
    }
}
