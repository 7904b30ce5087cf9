//! Connections to PostgreSQL, and the pools of them.

use super::address::Address;
use crate::error::{Error, Result};
use crate::unreadable::UnreadableRows;
use deadpool::managed::{self, Metrics, Object, RecycleError, RecycleResult};
use deadpool_postgres::{ClientWrapper, Runtime};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::future::{pending, poll_fn};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, CancelToken, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

pub(super) type Pool = managed::Pool<Sessions>;
/// A lent connection.
pub(crate) type Client = Object<Sessions>;

/// Time limit of a new connection. With 200 ms each way, the handshake with PostgreSQL takes two seconds. Callers wait
/// for less.
pub(super) const TO_CONNECT: Duration = Duration::from_secs(5);
/// Time after which the next host is tried, beside those that have not answered yet.
const BETWEEN_HOSTS: Duration = Duration::from_millis(300);
/// `tcp_user_timeout`: maximum time without acknowledgement of sent data.
const UNACKNOWLEDGED: Duration = Duration::from_secs(5);
/// Time limit of a request to cancel.
const TO_CANCEL: Duration = Duration::from_secs(2);

/// A connection to PostgreSQL, with its prepared statements.
pub(crate) struct Session {
    client: ClientWrapper,
    tls: MakeRustlsConnect,
    /// Which host it is to.
    place: usize,
    /// Whether PostgreSQL has warned since a commit began, as it does when it ends the wait for the standby and commits
    /// all the same.
    cut_short: Arc<AtomicBool>,
    pub(crate) unreadable: Arc<UnreadableRows>,
}

impl Session {
    /// Resets the warning flag before a commit.
    pub(super) fn begin_commit(&self) {
        self.cut_short.store(false, Ordering::Release);
    }

    /// Returns whether the last commit is on this server alone, because its wait for the standby was cancelled.
    /// PostgreSQL answers such a commit like any other, after a warning.
    pub(super) fn was_cut_short(&self) -> bool {
        self.cut_short.load(Ordering::Acquire)
    }

    /// Returns what cancels the running statement.
    pub(super) fn cancellation(&self) -> impl Future<Output = ()> + Send + use<> {
        let (token, tls): (CancelToken, _) = (self.client.cancel_token(), self.tls.clone());
        async move {
            let _ = timeout(TO_CANCEL, token.cancel_query(tls)).await;
        }
    }
}

impl Deref for Session {
    type Target = ClientWrapper;

    fn deref(&self) -> &ClientWrapper {
        &self.client
    }
}

/// Makes connections to the host that takes writes.
#[derive(Clone)]
pub(super) struct Connector {
    address: Address,
    /// The host that took the last connection. The next one tries it first.
    preferred: Arc<AtomicUsize>,
    unreadable: Arc<UnreadableRows>,
}

impl Connector {
    pub(super) fn of(mut address: Address) -> Self {
        for host in &mut address.hosts {
            host.tcp_user_timeout(UNACKNOWLEDGED).connect_timeout(TO_CONNECT);
        }
        Self { address, preferred: Arc::new(AtomicUsize::new(0)), unreadable: Arc::default() }
    }

    /// The same hosts, with settings for their sessions. Settings of the address come after these.
    pub(super) fn with_options(&self, options: &str) -> Self {
        let mut connector = self.clone();
        for host in &mut connector.address.hosts {
            let options = match host.get_options() {
                Some(theirs) => format!("{options} {theirs}"),
                None => options.to_owned(),
            };
            host.options(options);
        }
        connector
    }

    /// The rows that could not be read over its connections.
    pub(super) fn unreadable(&self) -> &Arc<UnreadableRows> {
        &self.unreadable
    }

    /// The hosts with their ports.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Connects to the first host that answers; of several hosts, to one that takes writes. A host that hangs delays the
    /// others a little.
    pub(super) async fn connect(&self) -> Result<Session, tokio_postgres::Error> {
        let hosts = &self.address.hosts;
        let preferred = self.preferred.load(Ordering::Relaxed);
        let mut waiting = hosts.iter().enumerate().cycle().skip(preferred).take(hosts.len()).peekable();
        let mut attempts = FuturesUnordered::new();
        loop {
            if let Some((place, host)) = waiting.next() {
                attempts.push(async move { (place, self.connect_to(place, host).await) });
            }
            let is_another = waiting.peek().is_some();
            tokio::select! {
                Some((place, connected)) = attempts.next() => match connected {
                    Ok(session) => {
                        self.preferred.store(place, Ordering::Relaxed);
                        return Ok(session);
                    }
                    Err(error) if attempts.is_empty() && !is_another => return Err(error),
                    Err(_) => {}
                },
                () = sleep(BETWEEN_HOSTS), if is_another => {}
            }
        }
    }

    async fn connect_to(&self, place: usize, host: &Config) -> Result<Session, tokio_postgres::Error> {
        let tls = self.address.tls.clone();
        let (client, connection) = host.connect(tls.clone()).await?;
        let cut_short = Arc::new(AtomicBool::new(false));
        let task = follow(connection, Arc::clone(&cut_short));
        let unreadable = Arc::clone(&self.unreadable);
        Ok(Session { client: ClientWrapper::new(client, task), tls, place, cut_short, unreadable })
    }

    /// Creates a pool. It connects on first use.
    pub(super) fn pool(self, connections: usize, wait: Duration) -> Result<Pool> {
        Pool::builder(Sessions { connector: self, spare: Arc::default() })
            .max_size(connections)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(wait))
            .create_timeout(Some(wait))
            .build()
            .map_err(|error| Error::Setup(format!("The pool of connections cannot be made: {error}.")))
    }
}

/// Drives a connection, and notes what PostgreSQL warns of.
fn follow(
    mut connection: Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>,
    cut_short: Arc<AtomicBool>,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            match message {
                Ok(AsyncMessage::Notice(notice)) if notice.code() == &SqlState::WARNING => {
                    tracing::warn!(%notice, "PostgreSQL warns");
                    cut_short.store(true, Ordering::Release);
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "a connection to PostgreSQL is lost");
                    return;
                }
            }
        }
    })
}

/// Makes and keeps the connections of a pool.
pub(crate) struct Sessions {
    connector: Connector,
    /// Connections that were opened for callers that have given up. On a slow network, the next caller gets one at
    /// once.
    spare: Arc<Mutex<Vec<Session>>>,
}

impl Sessions {
    fn take_spare(&self) -> Option<Session> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Whether a connection can be used on: it is open, and to the host that took the last one. Another host may hang,
    /// or take writes no longer.
    fn is_usable(&self, session: &Session) -> bool {
        !session.is_closed() && session.place == self.connector.preferred.load(Ordering::Relaxed)
    }
}

impl managed::Manager for Sessions {
    type Type = Session;
    type Error = tokio_postgres::Error;

    async fn create(&self) -> Result<Session, tokio_postgres::Error> {
        if let Some(spare) = self.take_spare().filter(|spare| self.is_usable(spare)) {
            return Ok(spare);
        }
        let (connector, spare) = (self.connector.clone(), Arc::clone(&self.spare));
        let (answer, connected) = oneshot::channel();
        tokio::spawn(async move {
            if let Ok(outcome) = timeout(TO_CONNECT, connector.connect()).await
                && let Err(Ok(session)) = answer.send(outcome)
            {
                spare.lock().unwrap_or_else(PoisonError::into_inner).push(session);
            }
        });
        match connected.await {
            Ok(outcome) => outcome,
            // The pool reports the timeout.
            Err(_) => pending().await,
        }
    }

    async fn recycle(&self, session: &mut Session, _: &Metrics) -> RecycleResult<tokio_postgres::Error> {
        if self.is_usable(session) { Ok(()) } else { Err(RecycleError::message("closed, or to another host")) }
    }
}
