//! The servers under measurement: Grow with its farmers, and the yardstick.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::api::{self, Farmer};
use crate::client::{Answer, Connection, get};
use crate::load::{CONNECTIONS, Lane, Window};
use crate::machine::Cores;
use crate::postgres::Postgres;
use crate::process::{PATIENCE, Server, free_address};
use crate::sowers::Sowers;

/// Size of the measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) runs: usize,
    /// Number of loads per server in a run, interleaved with the other servers.
    pub(crate) turns: usize,
    /// Duration of a load.
    pub(crate) window: Window,
    /// Number of open demand streams.
    pub(crate) streams: usize,
    /// Timed fan-outs per run.
    pub(crate) rounds: usize,
    /// Blocks of fifty single writes per run.
    pub(crate) blocks: usize,
    /// Number of crashes under load.
    pub(crate) crashes: usize,
    /// Number of starts per run.
    pub(crate) starts: usize,
    /// Number of imported farmers.
    pub(crate) imported: usize,
    /// Number of farmers who sow in the loads.
    pub(crate) sowers: usize,
    /// Loads on PostgreSQL in a run, and the seconds of each.
    pub(crate) postgres: (usize, u64),
    /// Sowings of an account that is exported.
    pub(crate) exported: usize,
    /// Sowings of a database that is migrated.
    pub(crate) migrated: u32,
}

impl Extent {
    /// Size for docs/performance.md.
    pub(crate) const FULL: Self = Self {
        runs: 3,
        turns: 8,
        window: Window { warm_up: Duration::from_millis(100), measured: Duration::from_millis(500) },
        streams: 2000,
        rounds: 100,
        blocks: 6,
        crashes: 10,
        starts: 5,
        imported: 100_000,
        sowers: 2048,
        postgres: (3, 4),
        exported: 200_000,
        migrated: 1_000_000,
    };
    /// Size for a quick check.
    pub(crate) const QUICK: Self = Self {
        runs: 3,
        turns: 3,
        window: Window { warm_up: Duration::from_millis(100), measured: Duration::from_millis(300) },
        streams: 2000,
        rounds: 30,
        blocks: 2,
        crashes: 3,
        starts: 3,
        imported: 10_000,
        sowers: 768,
        postgres: (1, 3),
        exported: 50_000,
        migrated: 100_000,
    };
}

/// The two servers and the data for the load.
pub(crate) struct Setting {
    pub(crate) extent: Extent,
    pub(crate) cores: Cores,
    pub(crate) binary: PathBuf,
    /// Sentences about what could not be measured.
    pub(crate) skipped: Vec<String>,
    pub(crate) bare: Server,
    /// One farmer per connection, each with exactly ten sowings.
    pub(crate) farmers: Vec<Farmer>,
    /// Farmers who sow in the loads.
    pub(crate) sowers: Sowers,
    grow: Option<Server>,
    head_bytes: usize,
    folder: TempDir,
}

impl Setting {
    /// Starts Grow on a database with the farmers who sow, in a new folder under `disk`. Signs the other farmers in and
    /// adds ten sowings for each. Starts the yardstick with the same bytes as Grow.
    pub(crate) async fn prepare(binary: &Path, disk: &Path, extent: Extent, cores: Cores) -> Result<Self> {
        let binary = binary.canonicalize().with_context(|| format!("{}: build it first", binary.display()))?;
        std::fs::create_dir_all(disk)?;
        let folder = passable_folder(disk)?;
        let sowers = Sowers::prepare(&database_in(folder.path()), extent.sowers).await?;
        let grow = start_grow(&binary, folder.path(), cores).await?;

        let (farmers, receipt) = farmers_with_ten_sowings(&grow).await?;
        std::fs::write(folder.path().join("receipt"), &receipt)?;

        let mut connection = Connection::open(grow.address).await?;
        let overview = connection.ask(&get(grow.address, api::DEMAND, None)).await?;
        overview.expect_status(200)?;
        std::fs::write(folder.path().join("overview"), overview.body)?;
        let head_bytes = overview.head.len();
        let bare = start_bare(folder.path(), "overview", head_bytes, cores).await?;
        let (bare_body, bare_head) = {
            let mut connection = Connection::open(bare.address).await?;
            let answer = connection.ask(&get(bare.address, "/demand", None)).await?;
            (answer.body.to_vec(), answer.head.len())
        };
        ensure!(bare_body == overview.body, "the yardstick does not serve Grow's bytes");
        ensure!(bare_head.abs_diff(head_bytes) < 128, "heads of {bare_head} and {head_bytes} bytes");
        Ok(Self {
            extent,
            cores,
            binary,
            skipped: Vec::new(),
            bare,
            farmers,
            sowers,
            grow: Some(grow),
            head_bytes,
            folder,
        })
    }

    /// Starts a private PostgreSQL on the measured disk, on one core or on all. `None` if this machine has none, which
    /// is noted for `what`.
    pub(crate) async fn postgres(&mut self, what: &str, core: Option<usize>) -> Result<Option<Postgres>> {
        let started = Postgres::start(self.folder.path(), core, self.cores).await?;
        Ok(started.inspect_err(|reason| self.skipped.push(format!("{what} ({reason})"))).ok())
    }

    /// Returns the running Grow.
    pub(crate) fn grow(&self) -> Result<&Server> {
        self.grow.as_ref().context("Grow is not running")
    }

    /// Restarts Grow on the same database.
    pub(crate) async fn restart_grow(&mut self) -> Result<()> {
        if let Some(grow) = self.grow.take() {
            grow.stop().await?;
        }
        self.grow = Some(start_grow(&self.binary, self.folder.path(), self.cores).await?);
        Ok(())
    }

    /// Starts another instance of the yardstick.
    pub(crate) async fn second_bare(&self) -> Result<Server> {
        start_bare(self.folder.path(), "overview", self.head_bytes, self.cores).await
    }

    /// Starts an instance of the yardstick that serves the bytes of another answer.
    pub(crate) async fn bare_with(&self, answer: &Answer<'_>) -> Result<Server> {
        std::fs::write(self.folder.path().join("answer"), answer.body)?;
        start_bare(self.folder.path(), "answer", answer.head.len(), self.cores).await
    }

    /// Creates a temporary folder on the measured disk.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Stops both servers with SIGTERM.
    pub(crate) async fn stop(self) -> Result<()> {
        if let Some(grow) = self.grow {
            grow.stop().await.context("grow")?;
        }
        self.bare.stop().await.context("yardstick")
    }
}

/// Signs a farmer in for each connection and adds ten sowings for each. Returns them and the answer to a sowing.
pub(crate) async fn farmers_with_ten_sowings(grow: &Server) -> Result<(Vec<Farmer>, Vec<u8>)> {
    let mut farmers = Vec::with_capacity(CONNECTIONS);
    let mut receipt = Vec::new();
    for number in 0..CONNECTIONS {
        let farmer = Farmer::sign_in(grow.address, &format!("farmer{number:02}@example.org")).await?;
        let mut connection = Connection::open(grow.address).await?;
        let mut sowings = farmer.sowings();
        for _ in 0..10 {
            let answer = connection.ask(sowings.request()).await?;
            answer.body.clone_into(&mut receipt);
            sowings.check(answer)?;
        }
        farmers.push(farmer);
    }
    Ok((farmers, receipt))
}

/// Creates a temporary folder in `disk`. PostgreSQL runs as another user, and has its folder in it.
pub(crate) fn passable_folder(disk: &Path) -> Result<TempDir> {
    let passable = Permissions::from_mode(0o711);
    Ok(tempfile::Builder::new().prefix("bench-").permissions(passable).tempdir_in(disk.canonicalize()?)?)
}

/// Address of the SQLite database in `folder`.
pub(crate) fn database_in(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("grow.db").display())
}

/// Starts Grow on the SQLite database in `folder`, which it creates if it is missing.
pub(crate) async fn start_grow(binary: &Path, folder: &Path, cores: Cores) -> Result<Server> {
    let grow = spawn_grow(binary, folder, &database_in(folder), cores)?;
    grow.answering(api::DEMAND, PATIENCE).await.context("grow")
}

/// A process of Grow that brings the schema of a database up to date.
pub(crate) fn migrating(binary: &Path, database: &str) -> Command {
    let mut command = Command::new(binary);
    command.arg("migrate").env("GROW_DATABASE_URL", database).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts Grow on a database, with its log in `folder`.
///
/// The limits are those of production, except the rates of a farmer and of an address.
pub(crate) fn spawn_grow(binary: &Path, folder: &Path, database: &str, cores: Cores) -> Result<Server> {
    let address = free_address()?;
    let mut command = Command::new(binary);
    command
        .arg("serve")
        .env("GROW_LISTEN", address.to_string())
        .env("GROW_PUBLIC_URL", format!("http://{address}"))
        .env("GROW_DATABASE_URL", database)
        // All load comes from one address, and each connection asks for one farmer as fast as it can.
        .env("GROW_FARMER_REQUESTS", "4000000000")
        .env("GROW_ADDRESS_REQUESTS", "4000000000")
        .env("GROW_SIGN_IN_REQUESTS", "4000000000")
        .env("GROW_LOG", "warn");
    Server::spawn(&mut command, address, cores, &folder.join("grow.log")).context("grow")
}

/// Starts the yardstick with the body in a file of `folder`.
async fn start_bare(folder: &Path, body: &str, head_bytes: usize, cores: Cores) -> Result<Server> {
    let address = free_address()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["yardstick", "--listen", &address.to_string(), "--head-bytes", &head_bytes.to_string()]);
    command.arg("--overview").arg(folder.join(body)).arg("--receipt").arg(folder.join("receipt"));
    command.arg("--journal").arg(folder.join(format!("journal-{}", address.port())));
    let bare = Server::spawn(&mut command, address, cores, &folder.join("bare.log"))?;
    bare.answering("/demand", PATIENCE).await.context("yardstick")
}
