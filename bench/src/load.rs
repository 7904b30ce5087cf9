//! Closed-loop load: each connection sends its next request as soon as it is answered.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;

use crate::client::{Answer, Connection};
use crate::machine;
use crate::stats::{Times, number};

/// Number of connections.
pub(crate) const CONNECTIONS: usize = 16;

/// Duration of a load.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Excluded from the results.
    pub(crate) warm_up: Duration,
    pub(crate) measured: Duration,
}

/// Requests of one connection, and checks of the answers.
pub(crate) trait Lane: Send + 'static {
    /// Returns the next request.
    fn request(&mut self) -> &[u8];
    /// Checks its answer. An error stops the whole measurement.
    fn check(&mut self, answer: Answer<'_>) -> Result<()>;
}

/// Result of a load.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) per_second: f64,
    pub(crate) times: Times,
    /// Length of the window in seconds.
    pub(crate) seconds: f64,
    /// Processor time that the server used in the window, in seconds. The kernel counts it in steps of 10 ms, so that
    /// only the sum of several loads is precise.
    pub(crate) server_seconds: f64,
}

/// Returns one lane per connection.
pub(crate) async fn lanes<L: Lane>(address: SocketAddr, mut lane: impl FnMut() -> L) -> Result<Vec<(Connection, L)>> {
    let mut lanes = Vec::with_capacity(CONNECTIONS);
    for _ in 0..CONNECTIONS {
        lanes.push((Connection::open(address).await?, lane()));
    }
    Ok(lanes)
}

/// Runs each lane on its own connection for the window. Returns the lanes with their results.
pub(crate) async fn run<L: Lane>(
    lanes: Vec<(Connection, L)>,
    window: Window,
    server: u32,
) -> Result<(Vec<(Connection, L)>, Outcome)> {
    let begin = Instant::now() + window.warm_up;
    let end = begin + window.measured;
    let mut running = JoinSet::new();
    for (connection, lane) in lanes {
        running.spawn(ask_until(connection, lane, begin, end));
    }
    tokio::time::sleep_until(begin.into()).await;
    let busy_before = machine::processor_seconds(server)?;
    tokio::time::sleep_until(end.into()).await;
    let busy = machine::processor_seconds(server)? - busy_before;

    let (mut lanes, mut times) = (Vec::new(), Vec::new());
    let patience = Duration::from_secs(20);
    while let Some(ended) = tokio::time::timeout(patience, running.join_next()).await.context("no answer for 20 s")? {
        let (connection, lane, its_times) = ended??;
        lanes.push((connection, lane));
        times.extend(its_times);
    }
    let seconds = window.measured.as_secs_f64();
    let per_second = number(times.len()) / seconds;
    Ok((lanes, Outcome { per_second, times: Times::new(times), seconds, server_seconds: busy }))
}

async fn ask_until<L: Lane>(
    mut connection: Connection,
    mut lane: L,
    begin: Instant,
    end: Instant,
) -> Result<(Connection, L, Vec<Duration>)> {
    let mut times = Vec::new();
    let mut now = Instant::now();
    while now < end {
        let answer = connection.ask(lane.request()).await?;
        let answered = Instant::now();
        lane.check(answer)?;
        if begin <= now && answered <= end {
            times.push(answered - now);
        }
        now = answered;
    }
    Ok((connection, lane, times))
}

/// Repeats one request and expects one status.
pub(crate) struct Same {
    pub(crate) request: Vec<u8>,
    pub(crate) status: u16,
}

impl Lane for Same {
    fn request(&mut self) -> &[u8] {
        &self.request
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(self.status)
    }
}

/// Sends the same request on all connections.
pub(crate) async fn same(
    address: SocketAddr,
    request: &[u8],
    status: u16,
    window: Window,
    server: u32,
) -> Result<Outcome> {
    let lanes = lanes(address, || Same { request: request.to_vec(), status }).await?;
    Ok(run(lanes, window, server).await?.1)
}
