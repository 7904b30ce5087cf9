//! Sends the same bytes to all open streams.

use std::cell::RefCell;

use bytes::Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The open streams.
#[derive(Default)]
pub(super) struct Fanout(RefCell<Vec<UnboundedSender<Bytes>>>);

impl Fanout {
    pub(super) fn subscribe(&self) -> UnboundedReceiver<Bytes> {
        let (sender, receiver) = unbounded_channel();
        self.0.borrow_mut().push(sender);
        receiver
    }

    /// Sends the event to all streams and removes closed ones.
    pub(super) fn publish(&self, event: &Bytes) {
        self.0.borrow_mut().retain(|stream| stream.send(event.clone()).is_ok());
    }
}
