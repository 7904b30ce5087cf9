//! The servers under measurement, each with the same farmers: Grow, and the yardstick.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::client::{Connection, get};
use crate::farmers::{DEMAND, RECORD, Sowers, TEN_SOWINGS, read};
use crate::load::Lane as _;
use crate::machine::Cores;
use crate::process::{Server, free_address};

const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Each has a load of each kind on each server.
    pub(crate) runs: usize,
    pub(crate) load: Duration,
    pub(crate) streams: usize,
    /// Timed fan-outs per run.
    pub(crate) fan_outs: usize,
    /// Number of farmers who sow in the loads.
    pub(crate) sowers: usize,
}

impl Extent {
    /// Size for docs/performance.md.
    pub(crate) const FULL: Self =
        Self { runs: 8, load: Duration::from_secs(2), streams: 2000, fan_outs: 50, sowers: 2048 };
    /// Size for a quick check.
    pub(crate) const QUICK: Self =
        Self { runs: 3, load: Duration::from_millis(300), streams: 2000, fan_outs: 20, sowers: 512 };
}

/// The two servers and the farmers who sow on them.
pub(crate) struct Setting {
    pub(crate) extent: Extent,
    pub(crate) cores: Cores,
    pub(crate) binary: PathBuf,
    pub(crate) bare: Server,
    pub(crate) grow: Server,
    pub(crate) sowers: Sowers,
    pub(crate) bare_sowers: Sowers,
    folder: TempDir,
}

impl Setting {
    /// Starts Grow on a database with the farmers, in a new folder under `disk`, and the yardstick on a copy of it, with
    /// Grow's bytes.
    pub(crate) async fn prepare(binary: &Path, disk: &Path, extent: Extent, cores: Cores) -> Result<Self> {
        let binary = binary.canonicalize().with_context(|| format!("{}: build it first", binary.display()))?;
        std::fs::create_dir_all(disk)?;
        let folder = passable_folder(disk)?;
        let path = folder.path();
        let sowers = Sowers::prepare(&database_in(path), extent.sowers).await?;
        std::fs::copy(path.join("grow.db"), path.join("bare.db"))?;
        let grow = start_grow(&binary, path, &database_in(path), cores).await?;

        let mut connection = Connection::open(grow.address).await?;
        let mut head_bytes = 0;
        for (name, request) in [
            ("record", read(grow.address, 0, RECORD)),
            ("sowings", read(grow.address, 0, TEN_SOWINGS)),
            ("overview", get(grow.address, DEMAND, None)),
        ] {
            let answer = connection.ask(&request).await?;
            answer.expect_status(200).context(name)?;
            head_bytes = answer.head.len();
            std::fs::write(path.join(name), answer.body)?;
        }
        let record = std::fs::read_to_string(path.join("record"))?;
        ensure!(record.contains(r#""complete":true"#), "the record is not complete: {record}");
        let mut sowing = sowers.sowings(grow.address)?;
        let answer = connection.ask(sowing.request()).await?;
        std::fs::write(path.join("sowing"), answer.body)?;
        sowing.check(answer)?;
        drop(sowing);

        let bare = start_bare(path, head_bytes, cores).await?;
        let bare_sowers = Sowers::all(extent.sowers);
        Ok(Self { extent, cores, binary, bare, grow, sowers, bare_sowers, folder })
    }

    /// Restarts Grow on the same database.
    pub(crate) async fn restart_grow(&mut self) -> Result<()> {
        let path = self.folder.path();
        self.grow.stop().await?;
        self.grow = start_grow(&self.binary, path, &database_in(path), self.cores).await?;
        Ok(())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Stops both servers with SIGTERM.
    pub(crate) async fn stop(mut self) -> Result<()> {
        self.grow.stop().await.context("grow")?;
        self.bare.stop().await.context("yardstick")
    }
}

/// Creates a temporary folder in `disk`. PostgreSQL runs as another user, and has its folder in it.
pub(crate) fn passable_folder(disk: &Path) -> Result<TempDir> {
    let passable = Permissions::from_mode(0o711);
    Ok(tempfile::Builder::new().prefix("bench-").permissions(passable).tempdir_in(disk.canonicalize()?)?)
}

/// Address of the SQLite database in `folder`.
fn database_in(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("grow.db").display())
}

/// Starts Grow on a database, with its log in `folder`.
///
/// The limits are those of production, except the rates of a farmer and of an address.
pub(crate) async fn start_grow(binary: &Path, folder: &Path, database: &str, cores: Cores) -> Result<Server> {
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
        .env("GROW_LOG", "warn");
    let grow = Server::spawn(&mut command, address, cores, &folder.join("grow.log"))?;
    grow.answering(DEMAND, PATIENCE).await.context("grow")
}

/// Starts the yardstick on the copy of the database in `folder`.
async fn start_bare(folder: &Path, head_bytes: usize, cores: Cores) -> Result<Server> {
    let address = free_address()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["yardstick", "--listen", &address.to_string(), "--head-bytes", &head_bytes.to_string()]);
    command.arg("--database").arg(folder.join("bare.db")).arg("--answers").arg(folder);
    let bare = Server::spawn(&mut command, address, cores, &folder.join("bare.log"))?;
    bare.answering(DEMAND, PATIENCE).await.context("yardstick")
}
