//! Circuit breaker: while the database does not answer, calls fail at once.
//!
//! A call that was not answered in time may have asked for too much. So a probe decides: a connection of its own that
//! asks for nothing. While the probe is not answered either, the server or the network hangs.

use super::sessions::Connector;
use crate::error::{Error, Result};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// Time limit of a probe. Over a way that takes 200 ms, the greeting of PostgreSQL takes over a second.
const PROBE: Duration = Duration::from_millis(1_500);
/// Pause between probes while the database does not answer.
const BETWEEN_PROBES: Duration = Duration::from_millis(250);

pub(super) struct Breaker {
    connector: Connector,
    /// Whether the last probe was not answered.
    is_open: AtomicBool,
    /// Whether probes are under way.
    is_probing: AtomicBool,
    /// Told after each probe.
    probed: Notify,
}

impl Breaker {
    pub(super) fn of(connector: Connector) -> Self {
        Self { connector, is_open: AtomicBool::new(false), is_probing: AtomicBool::new(false), probed: Notify::new() }
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
            while !breaker.answers().await {
                if !breaker.is_open.swap(true, Ordering::AcqRel) {
                    tracing::error!("PostgreSQL does not answer; calls fail at once until it does");
                }
                breaker.probed.notify_waiters();
                sleep(BETWEEN_PROBES).await;
            }
            if breaker.is_open.swap(false, Ordering::AcqRel) {
                tracing::info!("PostgreSQL answers again");
            }
            breaker.is_probing.store(false, Ordering::Release);
            breaker.probed.notify_waiters();
        });
    }

    /// Returns whether the database answers a new connection, if only with an error.
    async fn answers(&self) -> bool {
        let probe = async {
            let Ok(session) = self.connector.connect().await else { return };
            let _ = session.simple_query("").await;
        };
        timeout(PROBE, probe).await.is_ok()
    }
}
