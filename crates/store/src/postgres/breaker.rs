//! Circuit breaker: while the database does not answer, calls fail at once.
//!
//! A call that was not answered in time may have asked for too much. So a probe decides: a connection of its own that
//! asks for nothing. While the probe is not answered either, the server or the network hangs.

use super::sessions::{Connector, Session, TO_CONNECT};
use crate::error::{Error, Result};
use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout, timeout_at};

/// Time after which a probe that is not answered lets calls fail at once.
const PROBE: Duration = Duration::from_millis(500);

pub(super) struct Breaker {
    connector: Connector,
    /// The connection of the last probe.
    connection: Mutex<Option<Session>>,
    /// Whether the last probe was not answered.
    is_open: AtomicBool,
    /// Whether probes are under way.
    is_probing: AtomicBool,
    /// Told after each probe.
    probed: Notify,
}

impl Breaker {
    pub(super) fn of(connector: Connector) -> Self {
        Self {
            connector,
            connection: Mutex::new(None),
            is_open: AtomicBool::new(false),
            is_probing: AtomicBool::new(false),
            probed: Notify::new(),
        }
    }

    /// Waits for an answer until the deadline. Fails at once while the database does not answer.
    pub(super) async fn bounded<T>(
        self: &Arc<Self>,
        deadline: Instant,
        answer: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        if self.is_open.load(Ordering::Acquire) {
            return Err(Error::Late);
        }
        timeout_at(deadline, answer).await.unwrap_or_else(|_| {
            self.suspect();
            Err(Error::Late)
        })
    }

    /// Returns whether the database answers, by the next probe.
    pub(super) async fn probe(self: &Arc<Self>) -> bool {
        let mut probed = pin!(self.probed.notified());
        probed.as_mut().enable();
        self.suspect();
        probed.await;
        !self.is_open.load(Ordering::Acquire)
    }

    /// Probes the database until it answers, unless probes are under way.
    pub(super) fn suspect(self: &Arc<Self>) {
        if self.is_probing.swap(true, Ordering::AcqRel) {
            return;
        }
        let breaker = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                let mut probe = pin!(breaker.ask());
                if timeout(PROBE, &mut probe).await.is_ok() {
                    break;
                }
                if !breaker.is_open.swap(true, Ordering::AcqRel) {
                    tracing::error!("PostgreSQL does not answer; calls fail at once until it does");
                }
                breaker.probed.notify_waiters();
                // On a slow network the answer is still to come.
                if timeout(TO_CONNECT, probe).await.is_ok() {
                    break;
                }
            }
            if breaker.is_open.swap(false, Ordering::AcqRel) {
                tracing::warn!("PostgreSQL answers again");
            }
            breaker.is_probing.store(false, Ordering::Release);
            breaker.probed.notify_waiters();
        });
    }

    /// Waits until the database answers, if only with an error: on the connection of the last probe, or on a new one,
    /// whichever is first. The old one may be to a host that hangs.
    async fn ask(&self) {
        let kept = self.connection.lock().unwrap_or_else(PoisonError::into_inner).take();
        let old = async {
            match kept {
                Some(session) if session.simple_query("").await.is_ok() => Some(session),
                _ => pending().await,
            }
        };
        let new = async { self.connector.connect().await.ok() };
        let session = tokio::select! {
            session = old => session,
            session = new => session,
        };
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = session;
    }
}
