//! PostgreSQL: a connection pool, with retries of serialisation failures and deadlocks.

use crate::command::{Command, LONGEST_CALL};
use crate::error::{Error, Result, is_lost};
use crate::sql::Tx;
use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Transaction};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, IsolationLevel, NoTls, Row};

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

/// Time after an unanswered call during which calls fail at once.
const AFTER_SILENCE: Duration = Duration::from_secs(1);

/// A PostgreSQL database.
pub(crate) struct Postgres {
    pool: Pool,
    commits: Arc<AtomicU64>,
    silence: Arc<Silence>,
}

/// Circuit breaker: time of the last unanswered call. PostgreSQL ends slow statements itself, so a missing answer means
/// that the server or the network hangs.
#[derive(Default)]
struct Silence(Mutex<Option<Instant>>);

impl Silence {
    /// Waits for an answer until the deadline. Fails at once if another call was just unanswered.
    async fn bounded<T>(&self, deadline: Instant, answer: impl Future<Output = Result<T>>) -> Result<T> {
        if self.last().is_some_and(|at| at.elapsed() < AFTER_SILENCE) {
            return Err(Error::Late);
        }
        timeout_at(deadline, answer).await.unwrap_or_else(|_| {
            *self.last() = Some(Instant::now());
            Err(Error::Late)
        })
    }

    fn last(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Postgres {
    /// Connects to the address and brings the schema up to date.
    pub(crate) async fn open(url: &str, connections: usize, commits: Arc<AtomicU64>) -> Result<Self> {
        let pool = connect(url, connections)?;
        crate::migrate::postgres(&mut *pool.get().await?).await?;
        Ok(Self { pool, commits, silence: Arc::default() })
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
        let mut client = self.client(deadline).await?;
        let outcome = transact(&mut client, command, deadline, &self.silence).await;
        match &outcome {
            Ok(_) => {
                self.commits.fetch_add(1, Ordering::AcqRel);
            }
            // Remove the connection from the pool: the server may close it after the error has arrived.
            Err(error) if error.is_away() || matches!(error, Error::Commit(_)) => drop(Client::take(client)),
            Err(_) => {}
        }
        outcome
    }

    /// Runs a read on the snapshot of its first statement.
    pub(crate) async fn at_one_moment<C: Command>(&self, question: &C) -> Result<C::Output> {
        let deadline = Instant::now() + C::LIMIT;
        let mut client = self.client(deadline).await?;
        let answer = async {
            let moment = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
            let moment = moment.start().await?;
            allow_time::<C>(&moment).await?;
            question.run(&mut Tx::Postgres(&moment)).await
        };
        self.silence.bounded(deadline, answer).await
    }

    /// Lends a connection for the reads of one call.
    pub(crate) async fn reader(&self) -> Result<Reader> {
        let deadline = Instant::now() + LONGEST_CALL;
        Ok(Reader { client: self.client(deadline).await?, silence: Arc::clone(&self.silence), deadline })
    }

    async fn client(&self, deadline: Instant) -> Result<Client> {
        self.silence.bounded(deadline, async { Ok(self.pool.get().await?) }).await
    }
}

/// A connection for reading, and the deadline of the call that reads.
pub(crate) struct Reader {
    client: Client,
    silence: Arc<Silence>,
    deadline: Instant,
}

impl Reader {
    /// Runs a query and returns its rows.
    pub(crate) async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let query = async {
            let statement = self.client.prepare_cached(sql).await?;
            Ok(self.client.query(&statement, params).await?)
        };
        self.silence.bounded(self.deadline, query).await
    }
}

async fn transact<C: Command>(
    client: &mut Client,
    command: &C,
    deadline: Instant,
    silence: &Silence,
) -> Result<C::Output> {
    let statements = async {
        let transaction = client.transaction().await?;
        allow_time::<C>(&transaction).await?;
        let value = command.run(&mut Tx::Postgres(&transaction)).await?;
        Ok((transaction, value))
    };
    let (transaction, value) = silence.bounded(deadline, statements).await?;
    // The outcome of an unanswered commit is unknown.
    match timeout_at(deadline, transaction.commit()).await {
        Ok(Ok(())) => Ok(value),
        Ok(Err(error)) if is_lost(&error) => Err(Error::Commit(error.to_string())),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(Error::Commit("PostgreSQL did not answer in time".to_owned())),
    }
}

/// Raises the statement timeout for commands with a longer limit.
async fn allow_time<C: Command>(transaction: &Transaction<'_>) -> Result<()> {
    if C::LIMIT > LONGEST_CALL {
        let limit = C::LIMIT.as_millis();
        transaction
            .batch_execute(&format!("SET LOCAL statement_timeout = {limit}; SET LOCAL lock_timeout = {limit}"))
            .await?;
    }
    Ok(())
}

/// Creates a pool for the address. It connects on first use.
pub(crate) fn connect(url: &str, connections: usize) -> Result<Pool> {
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
    fn only_this_computer_is_spoken_to_in_the_clear_unless_the_operator_allows_more() {
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
