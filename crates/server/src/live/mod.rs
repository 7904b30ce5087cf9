//! What everybody sees: the demand overview of India and of each state, kept in memory and shown anew at every change.

mod overview;
mod publisher;
mod states;
mod stream;

pub(crate) use overview::{CropDemand, DemandOverview, Overview};
pub(crate) use states::States;
pub(crate) use stream::events;

use crate::Clock;
use arc_swap::ArcSwap;
use grow_domain::{CropYear, Region, State};
use grow_store::Store;
use publisher::Publisher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, Notify};
use tokio::time::{Instant, timeout};

/// How long a reading of the database may take.
const LONGEST_READ: Duration = Duration::from_secs(2);
/// How long nobody who asks tries again after a reading that failed.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

/// The overview of one region, as new as the last commit that anyone has been told of.
///
/// A commit costs nothing here: whoever asks next reads the database, once for all who ask together ([`Live::newest`]). What other
/// processes write is looked for by the publisher: for India always, for a state only while streams show it.
pub(crate) struct Live {
    store: Store,
    clock: Clock,
    region: Region,
    /// A state's overview moves when India's does, since every sowing counts to India.
    india: Option<Arc<Self>>,
    current: ArcSwap<Overview>,
    /// Held while the database is read.
    last_look: Mutex<Look>,
    /// The last reading failed: the database is away.
    is_cut_off: AtomicBool,
    /// The overview is another, or there is a commit that it does not show.
    changed: Notify,
    /// Somebody has begun to watch.
    watched: Notify,
    publisher: Publisher,
}

/// When the database was looked at.
struct Look {
    at: Instant,
    failed: bool,
}

impl Look {
    /// Whether it is too soon to try again.
    fn was_in_vain(&self) -> bool {
        self.failed && self.at.elapsed() < AFTER_A_FAILURE
    }
}

impl Live {
    /// Reads the first overview of India.
    pub(crate) async fn start(store: Store, clock: Clock) -> grow_store::Result<Arc<Self>> {
        Self::begin(store, clock, Region::India, None).await
    }

    /// Reads the first overview of a state.
    async fn start_state(india: &Arc<Self>, state: State) -> grow_store::Result<Arc<Self>> {
        Self::begin(india.store.clone(), india.clock.clone(), Region::State(state), Some(Arc::clone(india))).await
    }

    async fn begin(
        store: Store,
        clock: Clock,
        region: Region,
        india: Option<Arc<Self>>,
    ) -> grow_store::Result<Arc<Self>> {
        let (covers, at) = (store.commits(), Instant::now());
        let overview = Arc::new(read(&store, &clock, region, covers).await?);
        Ok(Arc::new(Self {
            publisher: Publisher::new(Arc::clone(&overview)),
            current: ArcSwap::new(overview),
            last_look: Mutex::new(Look { at, failed: false }),
            is_cut_off: AtomicBool::new(false),
            changed: Notify::new(),
            watched: Notify::new(),
            india,
            store,
            clock,
            region,
        }))
    }

    /// The overview, if it shows every commit of this process that anyone has been told of.
    pub(crate) fn current(&self) -> Option<Arc<Overview>> {
        // First the commits, then the overview: one that is put in place meanwhile shows more.
        self.current_since(self.store.commits())
    }

    /// The overview, if it shows so many commits of this process.
    fn current_since(&self, commits: u64) -> Option<Arc<Overview>> {
        let overview = self.current.load();
        (overview.covers() >= commits).then(|| Arc::clone(&overview))
    }

    /// The overview with every commit of this process that anyone had been told of when this was asked, and at most half a
    /// second behind those of others. Whoever finds it older than that reads the database, and all who asked before that reading
    /// began share it. While the database is away the last overview stands: now and then somebody tries it again, and nobody
    /// else waits.
    pub(crate) async fn newest(&self) -> Arc<Overview> {
        let asked = self.store.commits();
        let is_national = self.india.is_none();
        if is_national && let Some(current) = self.current_since(asked) {
            return current;
        }
        let look = if self.is_cut_off.load(Ordering::Relaxed) {
            self.last_look.try_lock().ok()
        } else {
            Some(self.last_look.lock().await)
        };
        if let Some(mut look) = look {
            let is_old =
                self.current_since(asked).is_none() || (!is_national && look.at.elapsed() >= publisher::BETWEEN_LOOKS);
            if is_old && !look.was_in_vain() {
                *look = self.read_again().await;
            }
        }
        self.current.load_full()
    }

    /// Tells the publisher of a commit; it goes out to the streams that are open.
    pub(crate) fn moved(&self) {
        self.changed.notify_one();
    }

    /// The overview as the database has it now, whoever may have written to it.
    async fn read_now(&self) -> Arc<Overview> {
        let mut look = self.last_look.lock().await;
        *look = self.read_again().await;
        self.current.load_full()
    }

    /// Puts a new overview in place of the last one if anything differs. A database that is away or too slow leaves the last
    /// one standing; then it tells when that was.
    async fn read_again(&self) -> Look {
        let (covers, at) = (self.store.commits(), Instant::now());
        let reading = read(&self.store, &self.clock, self.region, covers);
        match timeout(LONGEST_READ, reading).await {
            Ok(Ok(new)) => {
                self.is_cut_off.store(false, Ordering::Relaxed);
                let old = self.current.load();
                if new.revision() == old.revision() {
                    old.extend_cover(covers);
                } else {
                    self.current.store(Arc::new(new));
                    self.changed.notify_one();
                }
                return Look { at, failed: false };
            }
            Ok(Err(error)) => {
                tracing::error!(%error, region = self.region.code(), "the demand could not be read; the last overview stands");
            }
            Err(_) => {
                tracing::error!(
                    region = self.region.code(),
                    "the demand was not read in time; the last overview stands"
                );
            }
        }
        self.is_cut_off.store(true, Ordering::Relaxed);
        Look { at: Instant::now(), failed: true }
    }
}

async fn read(store: &Store, clock: &Clock, region: Region, covers: u64) -> grow_store::Result<Overview> {
    let now = clock.now();
    let crop_year = CropYear::of(now);
    Ok(Overview::new(region, crop_year, now, store.demand(region, crop_year).await?, covers))
}
