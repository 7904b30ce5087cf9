//! PostgreSQL: pools of connections, with retries of serialisation failures and deadlocks.

mod address;
mod breaker;
mod call;
mod reader;
mod sessions;
mod tls;
mod transaction;

pub(crate) use reader::Reader;
pub(crate) use sessions::Session;
pub(crate) use transaction::Transaction;

use crate::error::{Error, Result};
use crate::limit::{LONGEST_CALL, LONGEST_JOB, Limit};
use crate::load::PoolLoad;
use crate::migrate::{self, State};
use crate::sql::Command;
use crate::unreadable::UnreadableRows;
use address::{Address, sentence_of};
use breaker::Breaker;
use deadpool::managed::{PoolError, TimeoutType};
use sessions::{Client, Connector, Pool};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_postgres::error::SqlState;

/// Maximum number of attempts while [`Error::is_retryable`].
const ATTEMPTS: u32 = 10;
/// Pause after the first attempt. It grows linearly with the attempts.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(2);
/// The part of the time limit of a call that is kept for it while it waits for a connection or a lock.
const AFTER_A_WAIT: Duration = Duration::from_millis(500);
/// The part of the time limit of a read that is kept for PostgreSQL's answer that it was too long.
const FOR_THE_ANSWER: Duration = Duration::from_millis(100);
/// What every session asks of PostgreSQL: to wait for the standbys at each commit, to end what nobody waits for, and to
/// roll back a transaction that was forgotten.
const EVERY_SESSION: &str = "-c synchronous_commit=on -c client_connection_check_interval=1000 \
                             -c idle_in_transaction_session_timeout=10000";
/// How long a full disk is believed to be full without a further write.
const FULL: Duration = Duration::from_secs(30);
/// Connections for exports and background jobs. Their statements may take long, and do not take the place of short
/// ones.
const LONG_CONNECTIONS: usize = 4;
/// Time between two attempts to reach the database at the start.
const BETWEEN_CONNECTS: Duration = Duration::from_millis(500);
/// Time between two lines about a database that cannot be reached at the start.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// How PostgreSQL is used.
#[derive(Clone, Copy, Debug)]
pub struct PostgresLimits {
    /// Connections for reads, and as many again for writes.
    pub connections: usize,
    /// Time limit of a call, from the wait for a connection to the answer of the last statement.
    pub call: Duration,
    /// The same for a background job and an operator's command.
    pub job: Duration,
    /// Time that a start waits for a database that cannot be reached.
    pub start: Duration,
}

impl Default for PostgresLimits {
    fn default() -> Self {
        Self { connections: 16, call: LONGEST_CALL, job: LONGEST_JOB, start: Duration::from_secs(30) }
    }
}

/// A PostgreSQL database.
///
/// Writes have connections of their own: while a standby is away, each of their commits waits, and reads go on.
pub(crate) struct Postgres {
    reads: Pool,
    writes: Pool,
    long: Pool,
    limits: PostgresLimits,
    commits: Arc<AtomicU64>,
    breaker: Arc<Breaker>,
    /// When a write found no room on the disk, if none has succeeded since.
    full_since: Mutex<Option<Instant>>,
    unreadable: Arc<UnreadableRows>,
}

impl Postgres {
    /// Connects to a database whose schema this release can use.
    pub(crate) async fn open(url: &str, limits: PostgresLimits, commits: Arc<AtomicU64>) -> Result<Self> {
        let connector = Connector::of(Address::parse(url)?);
        let state = migrate::postgres_state(&reach(&connector, limits.start).await?).await?;
        let problem = match state {
            State::Usable => None,
            State::Absent => Some("has no tables of Grow yet".to_owned()),
            State::Old(schema) => Some(migrate::of_an_older_release(schema)),
        };
        if let Some(problem) = problem {
            let address = connector.address();
            return Err(Error::Setup(format!(
                "The database at {address} {problem}. Bring it up to date with `grow migrate`, or set GROW_DATABASE_URL to \
                 the database of your server."
            )));
        }
        let wait = limits.call.saturating_sub(AFTER_A_WAIT);
        let pool = |options: &str, connections| {
            connector.with_options(&format!("{EVERY_SESSION} {options}")).pool(connections, wait)
        };
        let statement = limits.call.saturating_sub(FOR_THE_ANSWER);
        Ok(Self {
            reads: pool(&format!("-c statement_timeout={}", statement.as_millis()), limits.connections)?,
            // A time limit of statements would also end a commit's wait for the standbys.
            writes: pool(&format!("-c statement_timeout=0 -c lock_timeout={}", wait.as_millis()), limits.connections)?,
            long: pool(
                &format!("-c statement_timeout=0 -c lock_timeout={}", limits.job.as_millis()),
                LONG_CONNECTIONS,
            )?,
            limits,
            commits,
            breaker: Arc::new(Breaker::of(connector.clone())),
            full_since: Mutex::new(None),
            unreadable: Arc::clone(connector.unreadable()),
        })
    }

    /// The rows that could not be read.
    pub(crate) fn unreadable(&self) -> &UnreadableRows {
        &self.unreadable
    }

    /// The pools at this moment.
    pub(crate) fn pools(&self) -> Vec<PoolLoad> {
        let pools = [("reads", &self.reads), ("writes", &self.writes), ("long", &self.long)];
        let load = |(name, pool): (_, &Pool)| {
            let status = pool.status();
            PoolLoad { name, open: status.size, lent: status.size - status.available, waiting: status.waiting }
        };
        pools.map(load).into()
    }

    /// Runs a write in one transaction. Returns when it is durable or timed out.
    pub(crate) async fn write<T>(&self, limit: Limit, command: impl Command<T>) -> Result<T> {
        let deadline = Instant::now() + limit.given(self.limits.call, self.limits.job);
        let mut attempt = 1;
        loop {
            match self.attempt(limit, &command, deadline).await {
                Err(error) if error.is_retryable() && attempt < ATTEMPTS => {
                    tracing::debug!(attempt, %error, "the transaction is tried again");
                    sleep(BETWEEN_ATTEMPTS * attempt).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn attempt<T>(&self, limit: Limit, command: &impl Command<T>, deadline: Instant) -> Result<T> {
        let client = self.lend(self.pool_of(limit, &self.writes), deadline).await?;
        let outcome = call::write(client, command, deadline, &self.breaker).await;
        match &outcome {
            Ok(_) => {
                self.commits.fetch_add(1, Ordering::AcqRel);
                *self.full_since() = None;
            }
            Err(Error::DiskFull) => *self.full_since() = Some(Instant::now()),
            Err(_) => {}
        }
        outcome
    }

    fn full_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.full_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if a write found no room just now, and none has succeeded since. A trial would not tell: a small write may
    /// find the room that a sowing does not.
    pub(crate) fn ensure_room(&self) -> Result<()> {
        let is_full = self.full_since().is_some_and(|since| since.elapsed() < FULL);
        if is_full { Err(Error::DiskFull) } else { Ok(()) }
    }

    /// Runs a read on the snapshot of its first statement.
    pub(crate) async fn at_one_moment<T>(&self, limit: Limit, question: &impl Command<T>) -> Result<T> {
        let deadline = Instant::now() + limit.given(self.limits.call, self.limits.job);
        let client = self.lend(self.pool_of(limit, &self.reads), deadline).await?;
        call::read(client, question, deadline, &self.breaker).await
    }

    /// Lends a connection for the reads of one call.
    pub(crate) async fn reader(&self) -> Result<Reader> {
        let deadline = Instant::now() + self.limits.call;
        let client = self.lend(&self.reads, deadline).await?;
        Ok(Reader { client, breaker: Arc::clone(&self.breaker), deadline })
    }

    /// The connections for the statements of a transaction.
    fn pool_of<'p>(&'p self, limit: Limit, short: &'p Pool) -> &'p Pool {
        match limit {
            Limit::Call => short,
            Limit::Page | Limit::Job | Limit::Copy => &self.long,
        }
    }

    /// Lends a connection. Where none becomes free, a probe tells a busy pool from a database that hangs.
    async fn lend(&self, pool: &Pool, deadline: Instant) -> Result<Client> {
        let lent = async {
            match pool.get().await {
                Err(PoolError::Timeout(TimeoutType::Wait)) if self.breaker.probe().await => Err(Error::Busy),
                Err(PoolError::Timeout(_)) => Err(Error::Late),
                lent => Ok(lent?),
            }
        };
        self.breaker.bounded(deadline, lent).await
    }
}

pub(crate) async fn connect(url: &str, limits: PostgresLimits) -> Result<Session> {
    reach(&Connector::of(Address::parse(url)?), limits.start).await
}

/// Connects, and waits for a database that cannot be reached yet.
async fn reach(connector: &Connector, wait: Duration) -> Result<Session> {
    let give_up_at = Instant::now() + wait;
    let mut next_line = Instant::now();
    loop {
        let (problem, may_pass) = match timeout(sessions::TO_CONNECT, connector.connect()).await {
            Ok(Ok(session)) => return Ok(session),
            Ok(Err(error)) => unreachable(connector.address(), &error),
            Err(_) => (no_answer(connector.address(), "no answer within five seconds"), true),
        };
        let now = Instant::now();
        if !may_pass || now >= give_up_at {
            return Err(Error::Setup(problem));
        }
        if now >= next_line {
            let seconds = (give_up_at - now).as_secs_f64().ceil();
            tracing::warn!("{problem} It is tried for {seconds} s more.");
            next_line = now + BETWEEN_LINES;
        }
        sleep_until(give_up_at.min(now + BETWEEN_CONNECTS)).await;
    }
}

/// Says why there is no connection and what to check, and whether it may pass by itself.
fn unreachable(address: &Address, error: &tokio_postgres::Error) -> (String, bool) {
    let reason = sentence_of(error);
    match error.code() {
        Some(&(SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION)) => (
            format!(
                "PostgreSQL at {address} refuses the user of GROW_DATABASE_URL ({reason}). Check user and password."
            ),
            false,
        ),
        Some(&SqlState::INVALID_CATALOG_NAME) => (
            format!("PostgreSQL at {address} has no such database ({reason}). Create it, with createdb for example."),
            false,
        ),
        Some(_) => (format!("PostgreSQL at {address} takes no connection: {reason}."), true),
        None if reason.contains("certificate") => (
            format!(
                "The certificate of PostgreSQL at {address} does not fit: {reason}. sslrootcert in GROW_DATABASE_URL must \
                 name the file of the authority that signed it, and the host must be a name in it."
            ),
            false,
        ),
        None => (no_answer(address, &reason), true),
    }
}

fn no_answer(address: &Address, reason: &str) -> String {
    format!(
        "PostgreSQL at {address} cannot be reached: {reason}. Check that it runs there, and host and port in \
         GROW_DATABASE_URL."
    )
}
