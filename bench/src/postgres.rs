//! A private PostgreSQL, which ends with the benchmark.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use tokio_postgres::{Client, NoTls};

use crate::machine::{self, Cores};

/// Starts the server as a user that it accepts.
const SCRIPT: &str = "scripts/private-postgres";

/// A PostgreSQL server with the durability that it ships with. Ended on drop, and its folder deleted.
pub(crate) struct Postgres {
    script: Child,
    /// Address of the database that it begins with.
    admin: String,
    postmaster: u32,
}

impl Postgres {
    /// Starts a server with its data in `folder`, on the servers' core.
    pub(crate) async fn start(folder: &Path, cores: Cores) -> Result<Self> {
        let mut command = Command::new(SCRIPT);
        command.arg("--durable").env("TMPDIR", folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // The server inherits the affinity of the thread that starts it.
        machine::pin(cores.server)?;
        let script = command.spawn();
        machine::pin(cores.load)?;
        let mut script =
            script.with_context(|| format!("{SCRIPT}: start the benchmark in the folder of the project"))?;
        let mut admin = String::new();
        BufReader::new(script.stdout.take().context("output")?).read_line(&mut admin)?;
        let admin = admin.trim().to_owned();
        ensure!(!admin.is_empty(), "{SCRIPT} has ended");
        let mut server = Self { script, admin, postmaster: 0 };
        let client = server.client(&server.admin).await?;
        for (setting, wanted) in [("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on")] {
            let is: String = client.query_one(&format!("SHOW {setting}"), &[]).await?.get(0);
            ensure!(is == wanted, "PostgreSQL has {setting} {is}");
        }
        let backend: i32 = client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0);
        server.postmaster = machine::parent(u32::try_from(backend)?)?;
        Ok(server)
    }

    /// Creates an empty database. Returns its address.
    pub(crate) async fn database(&self, name: &str) -> Result<String> {
        self.client(&self.admin).await?.batch_execute(&format!("CREATE DATABASE {name}")).await?;
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
