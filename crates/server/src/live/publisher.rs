//! Publishing of changes to streams.

use super::channels::{Newest, Update};
use super::region::{BETWEEN_LOOKS, Live};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

/// Minimum time between two updates. Changes in between are combined.
const BETWEEN_UPDATES: Duration = Duration::from_millis(100);
/// Ends every stream when the publisher is dropped.
struct EndStreams(Arc<Live>);

impl Drop for EndStreams {
    fn drop(&mut self) {
        self.0.channels.end();
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
            live.channels.open(&published);
            let mut looks = interval(BETWEEN_LOOKS);
            looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut india = None;
            loop {
                if live.india.is_some() && !live.channels.has_streams() {
                    india = None;
                    live.watched.notified().await;
                    continue;
                }
                if india.is_none() {
                    india = live.india.as_ref().and_then(|india| india.channels.subscribe());
                }
                tokio::select! {
                    () = live.changed.notified() => {
                        if live.channels.has_streams() {
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
                live.channels.publish(Arc::new(Update { overview: Arc::clone(&current), step })).await;
                published = current;
                sleep_until(next_at).await;
            }
        }
    }

    /// Subscribes a stream and wakes the publisher.
    pub(super) fn watch(&self) -> Option<watch::Receiver<Newest>> {
        let updates = self.channels.subscribe();
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
