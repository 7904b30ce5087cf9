//! The overview of one region.

use super::channels::Channels;
use super::overview::Overview;
use crate::Clock;
use arc_swap::ArcSwap;
use grow_domain::{CropYear, Region, State};
use grow_store::Store;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, Notify};
use tokio::time::{Instant, timeout};

/// Time limit for reading an overview.
pub(crate) const LONGEST_READ: Duration = Duration::from_secs(2);
/// Interval of polling for writes of other processes and for a new crop year.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(500);
/// Time after a failed read during which nobody reads again.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

/// The overview of one region, which contains every acknowledged commit.
///
/// A commit does no work here: the next caller of [`Live::newest`] reads the database, and concurrent callers share one
/// read. The publisher polls for writes of other processes: for India always, for a state only while it has streams.
pub(crate) struct Live {
    store: Store,
    clock: Clock,
    region: Region,
    /// A state's overview changes with India's, because every sowing counts for India.
    pub(super) india: Option<Arc<Self>>,
    pub(super) current: ArcSwap<Overview>,
    /// Locked while the database is read.
    pub(super) last_read: Mutex<LastRead>,
    /// The last read failed: the database is unavailable.
    is_cut_off: AtomicBool,
    /// The overview has changed, or lacks a commit.
    pub(super) changed: Notify,
    /// A stream has been opened.
    pub(super) watched: Notify,
    pub(super) channels: Channels,
}

/// The last read of the database.
pub(super) struct LastRead {
    pub(super) at: Instant,
    failed: bool,
}

impl LastRead {
    /// Returns whether the last read failed so recently that it should not be repeated.
    fn failed_recently(&self) -> bool {
        self.failed && self.at.elapsed() < AFTER_A_FAILURE
    }
}

impl Live {
    /// Reads the first overview of India.
    pub(crate) async fn start(store: Store, clock: Clock) -> grow_store::Result<Arc<Self>> {
        Self::begin(store, clock, Region::India, None).await
    }

    /// Reads the first overview of a state.
    pub(super) async fn start_state(india: &Arc<Self>, state: State) -> grow_store::Result<Arc<Self>> {
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
            channels: Channels::new(Arc::clone(&overview)),
            current: ArcSwap::new(overview),
            last_read: Mutex::new(LastRead { at, failed: false }),
            is_cut_off: AtomicBool::new(false),
            changed: Notify::new(),
            watched: Notify::new(),
            india,
            store,
            clock,
            region,
        }))
    }

    /// Returns the overview if it contains this many commits of this process.
    fn current_since(&self, commits: u64) -> Option<Arc<Overview>> {
        let overview = self.current.load();
        (overview.covers() >= commits).then(|| Arc::clone(&overview))
    }

    /// Returns an overview that contains every commit of this process acknowledged before the call, and is at most half
    /// a second behind commits of other processes. An older one is read again, and concurrent callers share the read.
    /// While the database is unavailable, the last overview stays: one caller at a time retries, and the others do not
    /// wait.
    pub(crate) async fn newest(&self) -> Arc<Overview> {
        // Read the commits before the overview: an overview stored in between contains more.
        let asked = self.store.commits();
        let is_national = self.india.is_none();
        if is_national && let Some(current) = self.current_since(asked) {
            return current;
        }
        let look = if self.is_cut_off.load(Ordering::Relaxed) {
            self.last_read.try_lock().ok()
        } else {
            Some(self.last_read.lock().await)
        };
        if let Some(mut look) = look {
            let is_old = self.current_since(asked).is_none() || (!is_national && look.at.elapsed() >= BETWEEN_LOOKS);
            if is_old && !look.failed_recently() {
                *look = self.read_again().await;
            }
        }
        self.current.load_full()
    }

    /// Number of open streams.
    pub(crate) fn streams(&self) -> usize {
        self.channels.streams()
    }

    /// Seconds since the database was last read, or tried to be. `None` while it is read.
    pub(crate) fn age(&self) -> Option<f64> {
        self.last_read.try_lock().ok().map(|look| look.at.elapsed().as_secs_f64())
    }

    /// Tells the publisher about a commit, so that open streams get it.
    pub(crate) fn notify_commit(&self) {
        self.changed.notify_one();
    }

    /// Reads the overview again, so that it contains writes of other processes.
    pub(super) async fn read_now(&self) -> Arc<Overview> {
        let mut look = self.last_read.lock().await;
        *look = self.read_again().await;
        self.current.load_full()
    }

    /// Reads the overview and stores it if it differs. If the database is unavailable or too slow, keeps the last
    /// overview and returns the time of the failure.
    async fn read_again(&self) -> LastRead {
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
                return LastRead { at, failed: false };
            }
            Ok(Err(error)) => {
                tracing::error!(%error, region = self.region.code(), "the demand could not be read; the last overview is kept");
            }
            Err(_) => {
                tracing::error!(
                    region = self.region.code(),
                    "the demand was not read in time; the last overview is kept"
                );
            }
        }
        self.is_cut_off.store(true, Ordering::Relaxed);
        LastRead { at: Instant::now(), failed: true }
    }
}

async fn read(store: &Store, clock: &Clock, region: Region, covers: u64) -> grow_store::Result<Overview> {
    let now = clock.now();
    let crop_year = CropYear::of(now);
    Ok(Overview::new(region, crop_year, now, store.demand(region, crop_year).await?, covers))
}
