//! PostgreSQL: a connection pool, with retries of serialisation failures and deadlocks.

mod breaker;
mod call;
mod reader;
mod transaction;

pub(crate) use reader::Reader;
pub(crate) use transaction::Transaction;

use crate::command::{Command, LONGEST_CALL};
use crate::error::{Error, Result};
use breaker::Breaker;
use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime, TimeoutType};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Config, NoTls};

/// Maximum number of attempts while [`Error::is_retryable`].
const ATTEMPTS: u32 = 10;
/// Pause after the first attempt. It grows linearly with the attempts.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(2);
/// Maximum wait for a connection of the pool.
const WAIT_FOR_A_CONNECTION: Duration = Duration::from_secs(2);
/// `tcp_user_timeout`: maximum time without acknowledgement of sent data.
const UNACKNOWLEDGED: Duration = Duration::from_secs(5);
/// Timeouts that PostgreSQL enforces: of statements, of lock waits, and of idle transactions.
const LIMITS: &str = "-c statement_timeout=2400 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000";
/// Connections for exports and background jobs. Their statements may take long, and do not take the place of short
/// ones.
const LONG_CONNECTIONS: usize = 4;

/// A PostgreSQL database.
pub(crate) struct Postgres {
    pool: Pool,
    long: Pool,
    commits: Arc<AtomicU64>,
    breaker: Arc<Breaker>,
}

impl Postgres {
    /// Connects to the address and brings the schema up to date.
    pub(crate) async fn open(url: &str, connections: usize, commits: Arc<AtomicU64>) -> Result<Self> {
        let config = configure(url)?;
        let breaker = Arc::new(Breaker::of(config.clone()));
        let (pool, long) = (pool(config.clone(), connections)?, pool(config, LONG_CONNECTIONS)?);
        crate::migrate::postgres(&mut *pool.get().await?).await?;
        Ok(Self { pool, long, commits, breaker })
    }

    /// Runs a write in one transaction. Returns when it is durable or timed out.
    pub(crate) async fn write<C: Command>(&self, command: C) -> Result<C::Output> {
        let deadline = Instant::now() + C::LIMIT;
        let mut attempt = 1;
        loop {
            match self.attempt(&command, deadline).await {
                Err(error) if error.is_retryable() && attempt < ATTEMPTS => {
                    tracing::debug!(attempt, %error, "the transaction is tried again");
                    sleep(BETWEEN_ATTEMPTS * attempt).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn attempt<C: Command>(&self, command: &C, deadline: Instant) -> Result<C::Output> {
        let client = self.lend(self.pool_of::<C>(), deadline).await?;
        let outcome = call::write(client, command, deadline, &self.breaker).await;
        if outcome.is_ok() {
            self.commits.fetch_add(1, Ordering::AcqRel);
        }
        outcome
    }

    /// Runs a read on the snapshot of its first statement.
    pub(crate) async fn at_one_moment<C: Command>(&self, question: &C) -> Result<C::Output> {
        let deadline = Instant::now() + C::LIMIT;
        let client = self.lend(self.pool_of::<C>(), deadline).await?;
        call::read(client, question, deadline, &self.breaker).await
    }

    /// Lends a connection for the reads of one call.
    pub(crate) async fn reader(&self) -> Result<Reader> {
        let deadline = Instant::now() + LONGEST_CALL;
        let client = self.lend(&self.pool, deadline).await?;
        Ok(Reader { client, breaker: Arc::clone(&self.breaker), deadline })
    }

    /// The connections for the statements of a command.
    fn pool_of<C: Command>(&self) -> &Pool {
        if C::LIMIT > LONGEST_CALL { &self.long } else { &self.pool }
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

/// Creates a pool of one connection for the address. It connects on first use.
pub(crate) fn connect(url: &str) -> Result<Pool> {
    pool(configure(url)?, 1)
}

fn configure(url: &str) -> Result<Config> {
    let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
        Error::Setup(format!("GROW_DATABASE_URL is no PostgreSQL address: {error}."))
    })?;
    if let Some(host) = unencrypted_host(&config) {
        return Err(Error::Setup(format!(
            "Grow cannot encrypt the way to PostgreSQL yet, and {host} is another computer. If nobody else can listen on the \
             way there, say so by sslmode=disable at the end of GROW_DATABASE_URL."
        )));
    }
    let options = config.get_options().map_or(LIMITS.to_owned(), |theirs| format!("{LIMITS} {theirs}"));
    config.options(options).tcp_user_timeout(UNACKNOWLEDGED).connect_timeout(WAIT_FOR_A_CONNECTION);
    Ok(config)
}

fn pool(config: Config, connections: usize) -> Result<Pool> {
    let manager = Manager::from_config(config, NoTls, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    Pool::builder(manager)
        .max_size(connections)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAIT_FOR_A_CONNECTION))
        .create_timeout(Some(WAIT_FOR_A_CONNECTION))
        .build()
        .map_err(|error| Error::Setup(format!("The pool of connections cannot be made: {error}.")))
}

/// Returns a remote host that would be reached without encryption, unless `sslmode=disable` allows it.
fn unencrypted_host(config: &Config) -> Option<String> {
    if config.get_ssl_mode() == SslMode::Disable {
        return None;
    }
    let is_here = |host: &str| host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    let names = config.get_hosts().iter().filter_map(|host| match host {
        Host::Tcp(name) => Some(name.clone()),
        Host::Unix(_) => None,
    });
    names.chain(config.get_hostaddrs().iter().map(IpAddr::to_string)).find(|host| !is_here(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_local_database_is_reached_without_encryption_unless_allowed() {
        for (url, refused) in [
            ("postgres://grow@127.0.0.1:5432/grow", None),
            ("postgres://grow@localhost/grow", None),
            ("postgres://grow@[::1]/grow", None),
            ("postgres://grow@%2Fvar%2Frun%2Fpostgresql/grow", None),
            ("postgres://grow@db.example/grow", Some("db.example")),
            ("postgres://grow@10.0.0.1/grow?sslmode=prefer", Some("10.0.0.1")),
            ("postgres://grow@10.0.0.1/grow?sslmode=require", Some("10.0.0.1")),
            ("postgres://grow@localhost,db.example/grow", Some("db.example")),
            ("postgres://grow@localhost/grow?hostaddr=10.0.0.1", Some("10.0.0.1")),
            ("postgres://grow@localhost.example/grow", Some("localhost.example")),
            ("postgres://grow@db.example/grow?sslmode=disable", None),
        ] {
            assert_eq!(unencrypted_host(&url.parse().unwrap()).as_deref(), refused, "{url}");
        }
    }
}
