//! Watches many event streams: when the last of them has received each event.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use bytes::{Buf, BytesMut};
use memchr::memmem;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::client::{Connection, Dechunker, get};
use crate::farmers::EVENTS;

/// Maximum wait for an event to reach all streams.
const PATIENCE: Duration = Duration::from_secs(10);

/// Open streams. Closed on drop.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    streams: JoinSet<Result<()>>,
    /// Events of each stream that [`Watch::next_event`] has waited for.
    awaited: usize,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    news: Notify,
}

#[derive(Default)]
struct Board {
    /// Number of events that each stream has received.
    events: Vec<usize>,
    /// Number of streams that have received each event.
    receipts: Vec<usize>,
    last: Vec<u8>,
    last_receipt: Option<Instant>,
}

impl Watch {
    /// Opens `count` streams, each of which begins with `first` events. Returns when all have them.
    pub(crate) async fn open(address: SocketAddr, count: usize, first: usize) -> Result<Self> {
        let shared = Arc::<Shared>::default();
        shared.board().events = vec![0; count];
        let request = get(address, EVENTS, None);
        let mut watch = Self { shared, streams: JoinSet::new(), awaited: 0 };
        for index in 0..count {
            let (stream, received) = Connection::open(address).await?.into_stream(&request).await?;
            watch.streams.spawn(read(stream, received, index, Arc::clone(&watch.shared)));
        }
        for _ in 0..first {
            watch.next_event().await?;
        }
        Ok(watch)
    }

    /// Waits until all streams have one more event. Returns the time of the last receipt.
    pub(crate) async fn next_event(&mut self) -> Result<Instant> {
        self.awaited += 1;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let news = self.shared.news.notified();
            let missing = {
                let board = self.shared.board();
                let missing = board.events.len() - board.receipts.get(self.awaited - 1).copied().unwrap_or(0);
                if let Some(last) = board.last_receipt.filter(|_| missing == 0) {
                    return Ok(last);
                }
                missing
            };
            if Instant::now() > deadline {
                bail!("{missing} streams without the event after {} s", PATIENCE.as_secs());
            }
            if let Some(ended) = self.streams.try_join_next() {
                ended??;
                bail!("the server ended a stream");
            }
            let _woken = tokio::time::timeout(Duration::from_millis(100), news).await;
        }
    }

    pub(crate) fn last_event(&self) -> String {
        String::from_utf8_lossy(&self.shared.board().last).into_owned()
    }
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an event of a stream. The last stream that receives it wakes who waits.
    fn receive(&self, index: usize, event: &[u8]) {
        let mut board = self.board();
        let Board { events, receipts, last, last_receipt } = &mut *board;
        let streams = events.len();
        let Some(number) = events.get_mut(index) else { return };
        if receipts.len() == *number {
            receipts.push(0);
        }
        if let Some(receipts) = receipts.get_mut(*number) {
            *receipts += 1;
            if *receipts == streams {
                self.news.notify_one();
            }
        }
        *number += 1;
        *last_receipt = Some(Instant::now());
        if *last != event {
            event.clone_into(last);
        }
    }
}

async fn read(mut stream: TcpStream, mut received: BytesMut, index: usize, shared: Arc<Shared>) -> Result<()> {
    let (mut dechunker, mut text) = (Dechunker::default(), BytesMut::new());
    loop {
        let ended = dechunker.feed(&mut received, &mut text)?;
        while let Some(end) = memmem::find(&text, b"\n\n") {
            let event = text.get(..end + 2).unwrap_or_default();
            // A ping has no data.
            if memmem::find(event, b"data:").is_some() {
                shared.receive(index, event);
            }
            text.advance(end + 2);
        }
        received.reserve(2048);
        if ended || stream.read_buf(&mut received).await? == 0 {
            return Ok(());
        }
    }
}
