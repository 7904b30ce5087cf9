//! The overview of one region, and the publisher that sends its changes to streams.

use super::overview::{Overview, Revision};
use crate::Clock;
use arc_swap::ArcSwap;
use bytes::Bytes;
use grow_domain::{CropYear, Region, State};
use grow_store::Store;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

/// Time limit for reading an overview.
pub(crate) const LONGEST_READ: Duration = Duration::from_secs(2);
/// Interval of polling for writes of other processes and for a new crop year.
const BETWEEN_READS: Duration = Duration::from_millis(500);
/// Time after a failed read during which no request reads again.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);
/// Minimum time between two updates of a stream. Changes in between are combined.
const BETWEEN_UPDATES: Duration = Duration::from_millis(100);

/// The overview of one region, which contains every acknowledged commit.
///
/// A commit does no work here: the next caller of [`Live::newest`] reads the database, and concurrent callers share one
/// read. The publisher polls for writes of other processes: for India always, for a state only while it has streams.
pub(crate) struct Live {
    store: Store,
    clock: Clock,
    region: Region,
    last_read: ArcSwap<LastRead>,
    /// Locked while the database is read.
    reading: Mutex<()>,
    /// Wakes the publishers of all regions, which share it: a commit changed the demand, or a stream was opened.
    wake: Arc<watch::Sender<()>>,
    updates: watch::Sender<Newest>,
}

/// The last read of the database.
struct LastRead {
    at: Instant,
    /// The database was unavailable, and `overview` is that of an earlier read.
    failed: bool,
    overview: Arc<Overview>,
    /// The overview contains this many commits of this process.
    commits: u64,
}

/// A step from one published revision to the next.
#[derive(Clone)]
pub(super) struct Update {
    /// The new overview.
    pub(super) overview: Arc<Overview>,
    /// The previous revision, and the event that leads from it to the new one.
    pub(super) step: Option<(Revision, Bytes)>,
}

/// The newest update, which is all that a slow stream gets; `None` while nothing is published.
pub(super) type Newest = Option<Update>;

impl Live {
    /// Reads the first overview of India.
    pub(crate) async fn start(store: Store, clock: Clock) -> grow_store::Result<Arc<Self>> {
        Self::begin(store, clock, Region::India, Arc::default()).await
    }

    /// Reads the first overview of a state.
    pub(super) async fn start_state(india: &Self, state: State) -> grow_store::Result<Arc<Self>> {
        let (store, clock) = (india.store.clone(), india.clock.clone());
        Self::begin(store, clock, Region::State(state), Arc::clone(&india.wake)).await
    }

    async fn begin(
        store: Store,
        clock: Clock,
        region: Region,
        wake: Arc<watch::Sender<()>>,
    ) -> grow_store::Result<Arc<Self>> {
        let (commits, at) = (store.commits(), Instant::now());
        let overview = Arc::new(read(&store, &clock, region).await?);
        let last_read = ArcSwap::from_pointee(LastRead { at, failed: false, overview, commits });
        let (reading, updates) = (Mutex::default(), watch::Sender::default());
        Ok(Arc::new(Self { store, clock, region, last_read, reading, wake, updates }))
    }

    /// Returns an overview that contains every commit of this process acknowledged before the call, and is at most half
    /// a second behind commits of other processes. An older one is read again, and concurrent callers share the read.
    /// While the database is unavailable, the last overview stays: one caller at a time retries, and the others do not
    /// wait.
    pub(crate) async fn newest(&self) -> Arc<Overview> {
        let commits = self.store.commits();
        if let Some(overview) = self.read_since(commits) {
            return overview;
        }
        let failed = self.last_read.load().failed;
        let turn = if failed { self.reading.try_lock().ok() } else { Some(self.reading.lock().await) };
        match (turn, self.read_since(commits)) {
            (Some(turn), None) => self.read_again(turn).await,
            _ => self.overview(),
        }
    }

    /// Returns the overview if it contains this many commits of this process and those of others, or if the last read
    /// failed too recently to be repeated.
    fn read_since(&self, commits: u64) -> Option<Arc<Overview>> {
        let last = self.last_read.load();
        let is_polled = self.region == Region::India;
        let is_newest = last.commits >= commits && (is_polled || last.at.elapsed() < BETWEEN_READS);
        let is_enough = is_newest || (last.failed && last.at.elapsed() < AFTER_A_FAILURE);
        is_enough.then(|| Arc::clone(&last.overview))
    }

    fn overview(&self) -> Arc<Overview> {
        Arc::clone(&self.last_read.load().overview)
    }

    /// Number of open streams.
    pub(crate) fn streams(&self) -> usize {
        self.updates.receiver_count()
    }

    /// Time since the database was last read, or tried to be.
    pub(crate) fn age(&self) -> Duration {
        self.last_read.load().at.elapsed()
    }

    /// Tells the publishers about a commit, so that open streams get it.
    pub(crate) fn notify_commit(&self) {
        self.wake.send_replace(());
    }

    /// Subscribes a stream.
    pub(super) fn watch(&self) -> watch::Receiver<Newest> {
        let updates = self.updates.subscribe();
        self.wake.send_replace(());
        updates
    }

    /// Reads the overview again, so that it contains writes of other processes.
    pub(super) async fn read_now(&self) -> Arc<Overview> {
        self.read_again(self.reading.lock().await).await
    }

    /// Reads the overview and keeps it if it differs. If the database is unavailable or too slow, the last one stays.
    async fn read_again(&self, _turn: MutexGuard<'_, ()>) -> Arc<Overview> {
        let (commits, at) = (self.store.commits(), Instant::now());
        let read = timeout(LONGEST_READ, read(&self.store, &self.clock, self.region)).await;
        let read = read.map_err(|_| "the database took too long".to_owned());
        let last = self.last_read.load_full();
        let overview = Arc::clone(&last.overview);
        let new = match read.and_then(|read| read.map_err(|error| error.to_string())) {
            Ok(new) if new.revision() == overview.revision() => LastRead { at, failed: false, overview, commits },
            Ok(new) => LastRead { at, failed: false, overview: Arc::new(new), commits },
            Err(error) => {
                let region = self.region.code();
                tracing::error!(error, region, "the demand could not be read; the last overview is kept");
                LastRead { at: Instant::now(), failed: true, overview, commits: last.commits }
            }
        };
        let overview = Arc::clone(&new.overview);
        self.last_read.store(Arc::new(new));
        overview
    }

    /// Publishes every change to the streams until the future is dropped, even before its first poll. Then the streams
    /// end.
    pub(crate) fn publish_changes(self: Arc<Self>) -> impl Future<Output = ()> + Send + 'static {
        let streams = Streams::open(self);
        async move { streams.0.publish().await }
    }

    async fn publish(&self) {
        let mut published = self.overview();
        let mut wake = self.wake.subscribe();
        loop {
            if self.region != Region::India && self.streams() == 0 {
                let _ = wake.changed().await;
                continue;
            }
            let next_read = self.last_read.load().at + BETWEEN_READS;
            let current = match timeout_at(next_read, wake.changed()).await {
                Ok(_) if self.streams() == 0 => continue,
                Ok(_) => self.newest().await,
                Err(_) => self.read_now().await,
            };
            if current.revision() == published.revision() {
                continue;
            }
            let next_update = Instant::now() + BETWEEN_UPDATES;
            let step = Some((published.revision(), current.change_since(&published)));
            self.updates.send_replace(Some(Update { overview: Arc::clone(&current), step }));
            published = current;
            sleep_until(next_update).await;
        }
    }
}

/// The streams of a region that is published. Dropping it ends them.
struct Streams(Arc<Live>);

impl Streams {
    fn open(live: Arc<Live>) -> Self {
        live.updates.send_replace(Some(Update { overview: live.overview(), step: None }));
        Self(live)
    }
}

impl Drop for Streams {
    fn drop(&mut self) {
        self.0.updates.send_replace(None);
    }
}

async fn read(store: &Store, clock: &Clock, region: Region) -> grow_store::Result<Overview> {
    let now = clock.now();
    let crop_year = CropYear::of(now);
    Ok(Overview::new(region, crop_year, now, store.demand(region, crop_year).await?))
}
