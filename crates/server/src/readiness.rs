//! Readiness check of the database, shared by concurrent callers.

use grow_store::Store;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long a successful check is cached. Readiness requests are not rate limited, so they share one read.
const BELIEVED: Duration = Duration::from_millis(250);

/// Time of the last successful check. Locked during a check.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<Instant>>);

impl Readiness {
    /// Checks that the database answers, unless it did so just now.
    pub(crate) async fn check(&self, store: &Store) -> grow_store::Result<()> {
        let mut answered = self.0.lock().await;
        if answered.is_none_or(|at| at.elapsed() >= BELIEVED) {
            *answered = None;
            store.ready().await?;
            *answered = Some(Instant::now());
        }
        Ok(())
    }
}
