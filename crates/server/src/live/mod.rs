//! What everybody sees: the demand overview, kept in memory and shown anew at every change.

mod overview;
mod publisher;
mod stream;

pub(crate) use overview::{CropDemand, DemandOverview, Encoding, Overview, brotli, gzip};
pub(crate) use stream::events;

use crate::Clock;
use arc_swap::ArcSwap;
use grow_domain::{CropYear, Region};
use grow_store::Store;
use publisher::Publisher;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, Notify};
use tokio::time::{Instant, timeout};

/// How long a reading of the database may take.
const LONGEST_READ: Duration = Duration::from_secs(2);
/// How long writers do not wait for another reading after one that failed.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

/// The overview of one region, as new as the last commit that anyone has been told of.
pub(crate) struct Live {
    store: Store,
    clock: Clock,
    region: Region,
    current: ArcSwap<Overview>,
    /// Held while the database is read; holds when that failed last.
    refreshing: Mutex<Option<Instant>>,
    changed: Notify,
    publisher: Publisher,
}

impl Live {
    /// Reads the first overview.
    pub(crate) async fn start(store: Store, clock: Clock, region: Region) -> grow_store::Result<Arc<Self>> {
        let covers = store.commits();
        let overview = Arc::new(read(&store, &clock, region, covers).await?);
        Ok(Arc::new(Self {
            publisher: Publisher::new(Arc::clone(&overview)),
            current: ArcSwap::new(overview),
            refreshing: Mutex::new(None),
            changed: Notify::new(),
            store,
            clock,
            region,
        }))
    }

    /// The overview as it is now.
    pub(crate) fn overview(&self) -> Arc<Overview> {
        self.current.load_full()
    }

    /// Makes sure that whoever asks from now on sees a commit of this process. Writers that wait here together are served by
    /// one reading of the database. Where that fails, they are let go: what they wrote is durable, and the overview follows as
    /// soon as the database answers again.
    pub(crate) async fn catch_up(&self, commit: u64) {
        if self.current.load().covers() >= commit {
            return;
        }
        let mut failed = self.refreshing.lock().await;
        let waited_in_vain = failed.is_some_and(|at| at.elapsed() < AFTER_A_FAILURE);
        if self.current.load().covers() < commit && !waited_in_vain {
            *failed = self.read_again().await;
        }
    }

    /// Reads the database, whoever may have written to it.
    async fn refresh(&self) {
        let mut failed = self.refreshing.lock().await;
        *failed = self.read_again().await;
    }

    /// Puts a new overview in place of the last one if anything differs. A database that is away or too slow leaves the last
    /// one standing; then it tells when that was.
    async fn read_again(&self) -> Option<Instant> {
        let covers = self.store.commits();
        let reading = read(&self.store, &self.clock, self.region, covers);
        match timeout(LONGEST_READ, reading).await {
            Ok(Ok(new)) => {
                let old = self.current.load();
                if new.state() == old.state() {
                    old.extend_cover(covers);
                } else {
                    self.current.store(Arc::new(new));
                    self.changed.notify_one();
                }
                None
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "the demand could not be read; the last overview stands");
                Some(Instant::now())
            }
            Err(_) => {
                tracing::error!("the demand was not read in time; the last overview stands");
                Some(Instant::now())
            }
        }
    }
}

async fn read(store: &Store, clock: &Clock, region: Region, covers: u64) -> grow_store::Result<Overview> {
    let now = clock.now();
    let crop_year = CropYear::of(now);
    Ok(Overview::new(region, crop_year, now, store.demand(region, crop_year).await?, covers))
}
