//! A server as a child process, pinned to a core and stopped by its pid.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};

use crate::client::{Connection, get};
use crate::machine::{self, Cores};

const PATIENCE: Duration = Duration::from_secs(20);

/// A running server. Killed on drop.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    log: PathBuf,
    started: Instant,
    /// Time from spawn to the first 200.
    pub(crate) first_answer: Duration,
}

/// Returns a loopback address with a port that is currently free.
pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

impl Server {
    /// Starts a server on the servers' core. Its output goes to `log`.
    pub(crate) fn spawn(command: &mut Command, address: SocketAddr, cores: Cores, log: &Path) -> Result<Self> {
        let output = std::fs::OpenOptions::new().create(true).append(true).open(log)?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        // A child inherits the affinity of the thread that starts it.
        machine::pin(cores.server)?;
        let started = Instant::now();
        let child = command.spawn();
        machine::pin(cores.load)?;
        let child = child.with_context(|| format!("start {}", command.get_program().display()))?;
        Ok(Self { child, address, log: log.to_owned(), started, first_answer: Duration::ZERO })
    }

    /// Waits for the first 200 of `path`.
    pub(crate) async fn answering(mut self, path: &str, patience: Duration) -> Result<Self> {
        self.wait_for_answer(path, patience).await?;
        self.first_answer = self.started.elapsed();
        Ok(self)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn resident_mib(&self) -> Result<f64> {
        machine::resident_mib(self.pid())
    }

    /// Sends SIGTERM and waits for the exit.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                ensure!(status.success(), "ended with {status}: {}", self.last_words());
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        bail!("still running {} s after SIGTERM", PATIENCE.as_secs())
    }

    async fn wait_for_answer(&mut self, path: &str, patience: Duration) -> Result<()> {
        let request = get(self.address, path, None);
        while self.started.elapsed() < patience {
            if let Some(status) = self.child.try_wait()? {
                bail!("ended at its start with {status}: {}", self.last_words());
            }
            if let Ok(mut connection) = Connection::open(self.address).await {
                return connection.ask(&request).await?.expect_status(200);
            }
            // No pause: the time to the first answer is measured.
            tokio::task::yield_now().await;
        }
        bail!("no answer after {} s: {}", patience.as_secs(), self.last_words())
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().rev().take(5).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only if the process has exited.
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}
