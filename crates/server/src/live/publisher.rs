//! Publishing of changes to streams.
//!
//! The streams are spread over several watch channels. The publisher sends a change to one channel after another and
//! yields in between, so a request waits for the streams of one channel at most, however many streams there are. A
//! watch channel holds only the newest update: a slow reader costs nothing and skips to the newest update at its next
//! read.

use super::{Live, Overview};
use bytes::Bytes;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

/// Number of channels.
const CHANNELS: usize = 64;
/// Minimum time between two updates. Changes in between are combined.
const BETWEEN_UPDATES: Duration = Duration::from_millis(100);
/// Interval of polling for writes of other processes and for a new crop year.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// A step from one published revision to the next.
pub(super) struct Update {
    /// The new overview.
    pub(super) overview: Arc<Overview>,
    /// The previous overview, and the event that leads from it to the new one.
    pub(super) step: Option<(Arc<Overview>, Bytes)>,
}

/// The value of a channel: the newest update, or none when the server stops.
pub(super) type Newest = Option<Arc<Update>>;

pub(super) struct Publisher {
    channels: Vec<watch::Sender<Newest>>,
    next: AtomicUsize,
}

impl Publisher {
    pub(super) fn new(overview: Arc<Overview>) -> Self {
        let first = Some(Arc::new(Update { overview, step: None }));
        Self { channels: (0..CHANNELS).map(|_| watch::Sender::new(first.clone())).collect(), next: AtomicUsize::new(0) }
    }

    /// Subscribes to the next channel in turn.
    fn subscribe(&self) -> Option<watch::Receiver<Newest>> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % CHANNELS;
        self.channels.get(turn).map(watch::Sender::subscribe)
    }

    fn has_streams(&self) -> bool {
        self.channels.iter().any(|channel| channel.receiver_count() > 0)
    }

    async fn publish(&self, update: Arc<Update>) {
        for channel in self.channels.iter().filter(|channel| channel.receiver_count() > 0) {
            channel.send_replace(Some(Arc::clone(&update)));
            tokio::task::yield_now().await;
        }
    }
}

/// Ends every stream when the publisher is dropped.
struct EndStreams(Arc<Live>);

impl Drop for EndStreams {
    fn drop(&mut self) {
        for channel in &self.0.publisher.channels {
            channel.send_replace(None);
        }
    }
}

impl Live {
    /// Publishes every change to the streams until the future is dropped, even before its first poll. Then the streams
    /// end.
    pub(crate) fn publish_changes(self: Arc<Self>) -> impl Future<Output = ()> + Send + 'static {
        let streams = EndStreams(self);
        async move {
            let live = &streams.0;
            let mut published = live.current.load_full();
            let mut looks = interval(BETWEEN_LOOKS);
            looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut india = None;
            loop {
                if live.india.is_some() && !live.publisher.has_streams() {
                    india = None;
                    live.watched.notified().await;
                    continue;
                }
                if india.is_none() {
                    india = live.india.as_ref().and_then(|india| india.publisher.subscribe());
                }
                tokio::select! {
                    () = live.changed.notified() => {
                        if live.publisher.has_streams() {
                            live.newest().await;
                        }
                    }
                    () = moves(india.as_mut()) => drop(live.read_now().await),
                    _ = looks.tick() => drop(live.read_now().await),
                }
                let current = live.current.load_full();
                if current.revision() == published.revision() {
                    continue;
                }
                let next_at = Instant::now() + BETWEEN_UPDATES;
                let change = current.change_since(&published);
                let step = Some((Arc::clone(&published), change));
                live.publisher.publish(Arc::new(Update { overview: Arc::clone(&current), step })).await;
                published = current;
                sleep_until(next_at).await;
            }
        }
    }

    /// Subscribes a stream and wakes the publisher.
    pub(super) fn watch(&self) -> Option<watch::Receiver<Newest>> {
        let updates = self.publisher.subscribe();
        self.watched.notify_one();
        updates
    }
}

/// Waits until India's overview changes. Waits forever if there is no channel to wait for.
async fn moves(india: Option<&mut watch::Receiver<Newest>>) {
    let Some(india) = india else { return pending().await };
    if india.changed().await.is_err() || india.borrow_and_update().is_none() {
        pending::<()>().await;
    }
}
