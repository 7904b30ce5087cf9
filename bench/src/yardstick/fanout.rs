//! The same bytes to every open stream.

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

    /// Hands the event to every stream, and forgets those that have gone.
    pub(super) fn publish(&self, event: &Bytes) {
        self.0.borrow_mut().retain(|stream| stream.send(event.clone()).is_ok());
    }
}
