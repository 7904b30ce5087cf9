//! Whether the database answers, asked once for all who ask together.

use grow_store::Store;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long the database is believed to answer after it did. Nobody is counted who asks for it, so that all share one reading.
const BELIEVED: Duration = Duration::from_millis(250);

/// When the database answered last. Held while it is asked.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<Instant>>);

impl Readiness {
    /// Reads the database, unless it answered just now.
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
