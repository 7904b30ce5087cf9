//! The channels between the publisher of a region and its streams.
//!
//! The streams are spread over several watch channels. A change is sent to one channel after another, with a yield in
//! between, so a request waits for the streams of one channel at most, however many streams there are. A watch channel
//! holds only the newest update: a slow reader costs nothing and skips to the newest update at its next read.

use super::overview::Overview;
use bytes::Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// Number of channels.
const CHANNELS: usize = 64;

/// A step from one published revision to the next.
pub(super) struct Update {
    /// The new overview.
    pub(super) overview: Arc<Overview>,
    /// The previous overview, and the event that leads from it to the new one.
    pub(super) step: Option<(Arc<Overview>, Bytes)>,
}

/// The value of a channel: the newest update, or none when the server stops.
pub(super) type Newest = Option<Arc<Update>>;

/// The channels that streams are spread over.
pub(super) struct Channels {
    channels: Vec<watch::Sender<Newest>>,
    next: AtomicUsize,
}

impl Channels {
    pub(super) fn new(overview: Arc<Overview>) -> Self {
        let first = Some(Arc::new(Update { overview, step: None }));
        Self { channels: (0..CHANNELS).map(|_| watch::Sender::new(first.clone())).collect(), next: AtomicUsize::new(0) }
    }

    /// Subscribes to the next channel in turn.
    pub(super) fn subscribe(&self) -> Option<watch::Receiver<Newest>> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % CHANNELS;
        self.channels.get(turn).map(watch::Sender::subscribe)
    }

    pub(super) fn has_streams(&self) -> bool {
        self.channels.iter().any(|channel| channel.receiver_count() > 0)
    }

    pub(super) fn streams(&self) -> usize {
        self.channels.iter().map(watch::Sender::receiver_count).sum()
    }

    pub(super) async fn publish(&self, update: Arc<Update>) {
        for channel in self.channels.iter().filter(|channel| channel.receiver_count() > 0) {
            channel.send_replace(Some(Arc::clone(&update)));
            tokio::task::yield_now().await;
        }
    }

    /// Ends every stream.
    pub(super) fn end(&self) {
        for channel in &self.channels {
            channel.send_replace(None);
        }
    }

    /// Takes streams again after [`Channels::end`].
    pub(super) fn open(&self, overview: &Arc<Overview>) {
        let first = Some(Arc::new(Update { overview: Arc::clone(overview), step: None }));
        for channel in self.channels.iter().filter(|channel| channel.borrow().is_none()) {
            channel.send_replace(first.clone());
        }
    }
}
