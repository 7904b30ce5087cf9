//! Closed-loop load: each connection sends its next request as soon as it is answered.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;

use crate::client::{Answer, Connection};
use crate::machine;
use crate::process::Server;
use crate::report::{Figure, Target, Unit};
use crate::stats::{Runs, Times, number};

pub(crate) const CONNECTIONS: usize = 16;
/// Time that is excluded from the results of a load.
const WARM_UP: Duration = Duration::from_millis(100);

/// Requests of one connection, and checks of the answers.
pub(crate) trait Lane: Send + 'static {
    fn request(&mut self) -> &[u8];
    /// Checks its answer. An error stops the whole measurement.
    fn check(&mut self, answer: Answer<'_>) -> Result<()>;
}

/// Result of a load.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) per_second: f64,
    pub(crate) times: Times,
    /// Processor time that the server used for one answer, in microseconds.
    pub(crate) micros: f64,
}

/// Runs each lane on a connection of its own. Returns the lanes with their results.
pub(crate) async fn run<L: Lane>(lanes: Vec<L>, measured: Duration, server: &Server) -> Result<(Vec<L>, Outcome)> {
    let mut connections = Vec::with_capacity(lanes.len());
    for _ in &lanes {
        connections.push(Connection::open(server.address).await?);
    }
    let begin = Instant::now() + WARM_UP;
    let end = begin + measured;
    let mut running = JoinSet::new();
    for (connection, lane) in connections.into_iter().zip(lanes) {
        running.spawn(ask_until(connection, lane, begin, end));
    }
    let awake = (machine::count() > 1).then(|| tokio::spawn(stay_awake()));
    tokio::time::sleep_until(begin.into()).await;
    let before = machine::processor_seconds(server.pid())?;
    tokio::time::sleep_until(end.into()).await;
    let used = machine::processor_seconds(server.pid())? - before;
    if let Some(awake) = awake {
        awake.abort();
    }

    let (mut lanes, mut times) = (Vec::new(), Vec::new());
    let patience = Duration::from_secs(20);
    while let Some(ended) = tokio::time::timeout(patience, running.join_next()).await.context("no answer for 20 s")? {
        let (lane, its_times) = ended??;
        lanes.push(lane);
        times.extend(its_times);
    }
    let (seconds, answers) = (measured.as_secs_f64(), number(times.len()));
    let times = Times::new(times);
    Ok((lanes, Outcome { per_second: answers / seconds, times, micros: used * 1e6 / answers }))
}

/// Keeps the core of the load from sleeping: waking it would be a part of each answer.
async fn stay_awake() {
    loop {
        tokio::task::yield_now().await;
    }
}

async fn ask_until<L: Lane>(
    mut connection: Connection,
    mut lane: L,
    begin: Instant,
    end: Instant,
) -> Result<(L, Vec<Duration>)> {
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
    Ok((lane, times))
}

/// Reads that a connection repeats in turn.
pub(crate) struct Reads {
    requests: Vec<Vec<u8>>,
    turn: usize,
    /// Answers and their bytes, also in the warm-up.
    pub(crate) answers: u32,
    pub(crate) bytes: u32,
}

impl Reads {
    pub(crate) fn of(requests: Vec<Vec<u8>>) -> Self {
        Self { requests, turn: 0, answers: 0, bytes: 0 }
    }
}

impl Lane for Reads {
    fn request(&mut self) -> &[u8] {
        self.turn += 1;
        self.requests.get(self.turn % self.requests.len()).map_or(&[], Vec::as_slice)
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        self.answers += 1;
        self.bytes += u32::try_from(answer.head.len() + answer.body.len())?;
        answer.expect_status(200)
    }
}

/// Repeats one `GET` on all connections.
pub(crate) async fn same(server: &Server, path: &str, measured: Duration) -> Result<Outcome> {
    let lane = |address: SocketAddr| Reads::of(vec![crate::client::get(address, path, None)]);
    let lanes = (0..CONNECTIONS).map(|_| lane(server.address)).collect();
    Ok(run(lanes, measured, server).await?.1)
}

/// The loads of all runs on one server.
#[derive(Debug, Default)]
pub(crate) struct Loads(pub(crate) Vec<Outcome>);

impl Loads {
    pub(crate) fn rates(&self) -> Runs {
        self.each(|outcome| outcome.per_second)
    }

    pub(crate) fn p99(&self) -> Runs {
        self.each(|outcome| outcome.times.percentile(99))
    }

    pub(crate) fn micros(&self) -> Runs {
        self.each(|outcome| outcome.micros)
    }

    /// Rows of the rate, the processor time of an answer and its p99, against those of another server.
    pub(crate) fn rows(&self, name: &str, rate: Target, micros: Target, bare: &Self) -> [Figure; 3] {
        let row = |what: &str, unit, target, figure: fn(&Self) -> Runs| {
            Figure::against(&format!("{name}{what}"), unit, target, figure(self), figure(bare))
        };
        [
            row("", Unit::PerSecond, rate, Self::rates),
            row(", processor time", Unit::Micros, micros, Self::micros),
            row(", p99", Unit::Millis, Target::Beside, Self::p99),
        ]
    }

    fn each(&self, figure: impl Fn(&Outcome) -> f64) -> Runs {
        Runs(self.0.iter().map(figure).collect())
    }
}
