//! Readiness check of the database, shared by concurrent callers.

use crate::http::problem::Problem;
use grow_store::Store;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long an outcome is cached. Readiness requests are not rate limited, so they share one check, also if it has to
/// wait until it fails.
const BELIEVED: Duration = Duration::from_millis(250);

/// Time and outcome of the last check. Locked during a check.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), Problem>)>>);

impl Readiness {
    /// Checks that the database answers and takes writes, unless that was checked just now.
    pub(crate) async fn check(&self, store: &Store) -> Result<(), Problem> {
        let mut last = self.0.lock().await;
        if let Some((_, outcome)) = last.as_ref().filter(|(at, _)| at.elapsed() < BELIEVED) {
            return outcome.clone();
        }
        // A check that is cancelled leaves no outcome.
        *last = None;
        let outcome = store.ready().await.map_err(Problem::from);
        *last = Some((Instant::now(), outcome.clone()));
        outcome
    }
}
