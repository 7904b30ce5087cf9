//! A private PostgreSQL, which ends with the benchmark, and pgbench on it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use grow_domain::CropYear;
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use jiff::Timestamp;
use tokio_postgres::{Client, NoTls};

use crate::machine::{self, Cores};

/// Starts the server as a user that it accepts.
const SCRIPT: &str = "scripts/private-postgres";
/// A sowing for pgbench.
const ONE_STATEMENT: &str = "bench/one-statement.sql";

/// A PostgreSQL server with the durability that it ships with. Ended on drop, and its folder deleted.
pub(crate) struct Postgres {
    script: Child,
    /// Address of the database that it begins with.
    admin: String,
    postmaster: u32,
}

impl Postgres {
    /// Starts a server with its data in `folder`, on one core or on all. The inner error says why there is none.
    pub(crate) async fn start(folder: &Path, core: Option<usize>, cores: Cores) -> Result<Result<Self, String>> {
        let mut command = Command::new(SCRIPT);
        command.arg("--durable").env("TMPDIR", folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The server inherits the affinity of the thread that starts it.
        core.map_or_else(machine::pin_to_all, machine::pin)?;
        let script = command.spawn();
        machine::pin(cores.load)?;
        let mut script =
            script.with_context(|| format!("{SCRIPT}: start the benchmark in the folder of the project"))?;
        let mut admin = String::new();
        BufReader::new(script.stdout.take().context("output")?).read_line(&mut admin)?;
        let admin = admin.trim().to_owned();
        if admin.is_empty() {
            let mut reason = String::new();
            script.stderr.take().context("output")?.read_to_string(&mut reason)?;
            script.wait()?;
            return Ok(Err(reason.trim().to_owned()));
        }
        let mut server = Self { script, admin, postmaster: 0 };
        let client = server.client(&server.admin).await?;
        for (setting, wanted) in [("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on")] {
            let is: String = client.query_one(&format!("SHOW {setting}"), &[]).await?.get(0);
            ensure!(is == wanted, "PostgreSQL has {setting} {is}");
        }
        let backend: i32 = client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0);
        server.postmaster = machine::parent(u32::try_from(backend)?)?;
        Ok(Ok(server))
    }

    /// Creates a database, empty or as a copy of another one that nobody uses. Returns its address.
    pub(crate) async fn database(&self, name: &str, copied_from: Option<&str>) -> Result<String> {
        let template = copied_from.map(|name| format!("TEMPLATE {name}")).unwrap_or_default();
        self.client(&self.admin).await?.batch_execute(&format!("CREATE DATABASE {name} {template}")).await?;
        let (server, _) = self.admin.rsplit_once('/').context("an address without a database")?;
        Ok(format!("{server}/{name}"))
    }

    /// Connects to a database of the server.
    pub(crate) async fn client(&self, address: &str) -> Result<Client> {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await.context("PostgreSQL")?;
        // An error of the connection is that of the statement that waits for it.
        tokio::spawn(connection);
        Ok(client)
    }

    /// Returns the processor time of all its processes, in seconds.
    pub(crate) fn processor_seconds(&self) -> Result<f64> {
        machine::family_seconds(self.postmaster)
    }

    /// Returns the length of its log since it was made.
    pub(crate) async fn log_bytes(&self) -> Result<f64> {
        let sql = "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS DOUBLE PRECISION)";
        Ok(self.client(&self.admin).await?.query_one(sql, &[]).await?.get(0))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The script ends at the end of its input, and then the server.
        drop(self.script.stdin.take());
        let _ended = self.script.wait();
    }
}

/// pgbench on a database of Grow.
pub(crate) struct Pgbench {
    program: PathBuf,
    database: String,
}

/// Result of a load by pgbench.
pub(crate) struct Transactions {
    pub(crate) per_second: f64,
    pub(crate) count: f64,
}

impl Pgbench {
    /// On a database with farmers who sow. The inner error says why there is none.
    pub(crate) fn on(database: String) -> Result<Self, String> {
        let program = program().ok_or("pgbench is not installed")?;
        Ok(Self { program, database })
    }

    /// Sows by one prepared statement each, without a pause, with 16 clients on the core of the load.
    pub(crate) fn sow(&self, seconds: u64, now: Timestamp) -> Result<Transactions> {
        let variables = [
            ("year", i64::from(CropYear::of(now).first_year())),
            ("ten_days", TenDays::of(in_india(now).date()).in_crop_year().into()),
            ("at", now.as_microsecond()),
        ];
        let mut command = Command::new(&self.program);
        command.args(["-M", "prepared", "-c", "16", "-j", "1", "-n", "-T", &seconds.to_string(), "-f", ONE_STATEMENT]);
        command.args(variables.map(|(name, value)| format!("-D{name}={value}")));
        let output = command.arg(&self.database).output().context("pgbench")?;
        ensure!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
        Transactions::read(&String::from_utf8(output.stdout)?)
    }
}

impl Transactions {
    /// Reads the report of pgbench. The rate is without the time to connect.
    fn read(report: &str) -> Result<Self> {
        let after = |label: &str| -> Result<f64> {
            let rest = report.lines().find_map(|line| line.strip_prefix(label));
            let number = rest.and_then(|rest| rest.split(|end: char| " /".contains(end)).find(|word| !word.is_empty()));
            number.with_context(|| format!("no '{label}' in: {report}"))?.parse().context("a number of pgbench")
        };
        Ok(Self { per_second: after("tps =")?, count: after("number of transactions actually processed:")? })
    }
}

/// pgbench from PATH, otherwise of an installed version, as the script chooses the server.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = std::env::split_paths(&path).chain(installed.map(|version| version.path().join("bin")));
    folders.map(|folder| folder.join("pgbench")).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_pgbench_is_read() {
        let report = "number of transactions actually processed: 9703\nnumber of failed transactions: 0 (0.000%)\n\
                      latency average = 4.952 ms\ntps = 3230.855302 (without initial connection time)\n";
        let read = Transactions::read(report).unwrap();
        assert!((read.per_second - 3_230.855_302).abs() < 1e-9);
        assert!((read.count - 9703.0).abs() < 1e-9);
        assert!(Transactions::read("pgbench: error").is_err());
    }
}
