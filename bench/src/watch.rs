//! Watches many event streams: which events each received, and when the last stream did.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use bytes::{Buf, BytesMut};
use memchr::memmem;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::answer::Dechunker;
use crate::api;
use crate::client::{Connection, get};

/// Maximum wait for an event to reach all streams.
const PATIENCE: Duration = Duration::from_secs(10);

/// Unit of a stream's progress.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// Number of sowings contained in its state above this `met`.
    Sowings { base_kg: u64 },
    /// Number of events.
    Events,
}

/// Open streams. Closed on drop.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    _streams: JoinSet<()>,
}

struct Shared {
    board: Mutex<Board>,
    all_reached: Notify,
}

/// Id of a state: its numbers, most significant first (`2026-17`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State([u64; 3]);

/// Content of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Event {
    id: Option<State>,
    /// True for a whole overview, which includes all earlier changes.
    resync: bool,
    /// `met` of the crop, if the event contains it.
    met_kg: Option<u64>,
}

/// History of one stream.
#[derive(Default)]
struct Seen {
    progress: u64,
    events: Vec<(State, bool)>,
}

/// Spread of one sowing (or event).
#[derive(Clone, Copy)]
struct Step {
    /// Number of streams that have it.
    streams: usize,
    last_receipt: Instant,
}

struct Board {
    reading: Reading,
    /// The last event, to compare its copies in other streams without parsing.
    last: (Vec<u8>, Event),
    /// Raw text of the last single-step event.
    last_change: Vec<u8>,
    streams: Vec<Seen>,
    steps: Vec<Step>,
    sent: u64,
    /// The awaited step.
    goal: u64,
    trouble: Option<anyhow::Error>,
}

impl Watch {
    /// Opens `count` streams. Returns when all are open.
    pub(crate) async fn open(address: SocketAddr, path: &str, count: usize, reading: Reading) -> Result<Self> {
        let board = Board {
            reading,
            last: (Vec::new(), Event { id: None, resync: false, met_kg: None }),
            last_change: Vec::new(),
            streams: std::iter::repeat_with(Seen::default).take(count).collect(),
            steps: Vec::new(),
            sent: 0,
            goal: 0,
            trouble: None,
        };
        let shared = Arc::new(Shared { board: Mutex::new(board), all_reached: Notify::new() });
        let request = get(address, path, None);
        let mut streams = JoinSet::new();
        for index in 0..count {
            let (stream, received) = Connection::open(address).await?.into_stream(&request).await?;
            let shared = Arc::clone(&shared);
            streams.spawn(async move {
                let ended = watch(stream, received, index, &shared).await;
                shared.fail(ended.err().unwrap_or_else(|| anyhow!("the server ended a stream")));
            });
        }
        let watch = Self { shared, _streams: streams };
        if matches!(reading, Reading::Sowings { .. }) {
            watch.wait(|board| board.streams.iter().all(|stream| !stream.events.is_empty())).await?;
        }
        Ok(watch)
    }

    /// Announces one more sowing (or event).
    pub(crate) fn expect_one_more(&self) {
        let mut board = self.shared.board();
        board.sent += 1;
        board.goal = board.sent;
    }

    /// Announces at least this many, from senders that are not counted here.
    pub(crate) fn expect_at_least(&self, goal: u64) {
        let mut board = self.shared.board();
        board.sent = u64::MAX;
        board.goal = goal;
    }

    /// Returns the progress of the most advanced stream.
    pub(crate) fn progress(&self) -> u64 {
        self.shared.board().streams.iter().map(|stream| stream.progress).max().unwrap_or_default()
    }

    /// Waits until all streams have the last announced event. Returns the time of the last receipt.
    pub(crate) async fn all_have_it(&self) -> Result<Instant> {
        self.wait(|board| board.missing() == 0).await?;
        self.receipts().last().copied().context("nothing was sent")
    }

    /// Returns the time of the last receipt of each sowing (or event), in order.
    pub(crate) fn receipts(&self) -> Vec<Instant> {
        self.shared.board().steps.iter().map(|step| step.last_receipt).collect()
    }

    /// Returns the raw text of the last single-step event.
    pub(crate) fn last_change(&self) -> String {
        String::from_utf8_lossy(&self.shared.board().last_change).into_owned()
    }

    /// Checks that no stream missed a state: ids increase, and a gap is followed by a whole overview. Returns the
    /// maximum number of events and of resyncs of a stream.
    pub(crate) fn nothing_dropped(&self) -> Result<(usize, usize)> {
        let board = self.shared.board();
        let mut states: Vec<State> =
            board.streams.iter().flat_map(|stream| &stream.events).map(|event| event.0).collect();
        states.sort_unstable();
        states.dedup();
        for (index, stream) in board.streams.iter().enumerate() {
            ensure!(stream.progress == board.sent, "stream {index} ended at {} of {}", stream.progress, board.sent);
            for pair in stream.events.windows(2) {
                let [(before, _), (after, resync)] = pair else { continue };
                ensure!(before < after, "stream {index}: state {after:?} after {before:?}");
                let next = states.get(states.partition_point(|state| state <= before));
                ensure!(
                    *resync || next == Some(after),
                    "stream {index}: state {after:?} after {before:?}, without {next:?}"
                );
            }
        }
        let events = board.streams.iter().map(|stream| stream.events.len()).max().unwrap_or_default();
        // The first overview is sent on connection and is no resync.
        let resyncs = board.streams.iter().map(|stream| stream.events.iter().skip(1).filter(|event| event.1).count());
        Ok((events, resyncs.max().unwrap_or_default()))
    }

    async fn wait(&self, reached: impl Fn(&Board) -> bool) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let news = self.shared.all_reached.notified();
            {
                let mut board = self.shared.board();
                if let Some(trouble) = board.trouble.take() {
                    return Err(trouble);
                }
                if reached(&board) {
                    return Ok(());
                }
                if Instant::now() > deadline {
                    bail!("{} streams without the event after {} s", board.missing(), PATIENCE.as_secs());
                }
            }
            // The last receipt or an error wakes this early. Otherwise it polls.
            let _woken = tokio::time::timeout(Duration::from_millis(100), news).await;
        }
    }
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, trouble: anyhow::Error) {
        self.board().trouble.get_or_insert(trouble);
        self.all_reached.notify_one();
    }
}

async fn watch(mut stream: TcpStream, mut received: BytesMut, index: usize, shared: &Shared) -> Result<()> {
    let (mut dechunker, mut text) = (Dechunker::default(), BytesMut::new());
    loop {
        let ended = dechunker.feed(&mut received, &mut text)?;
        while let Some(end) = memmem::find(&text, b"\n\n") {
            let event = text.get(..end + 2).unwrap_or_default();
            if shared.board().receive(index, event, Instant::now())? {
                shared.all_reached.notify_one();
            }
            text.advance(end + 2);
        }
        received.reserve(2048);
        if ended || stream.read_buf(&mut received).await? == 0 {
            return Ok(());
        }
    }
}

impl Board {
    /// Records an event. Returns true if it was the last one missing.
    fn receive(&mut self, index: usize, text: &[u8], now: Instant) -> Result<bool> {
        if self.last.0 != text {
            let Some(event) = parse(text, self.reading)? else {
                return Ok(false);
            };
            text.clone_into(&mut self.last.0);
            self.last.1 = event;
            if !event.resync {
                text.clone_into(&mut self.last_change);
            }
        }
        let event = self.last.1;
        let stream = self.streams.get_mut(index).context("an unknown stream")?;
        let before = stream.progress;
        if let Some(id) = event.id {
            stream.events.push((id, event.resync));
        }
        match (self.reading, event.met_kg) {
            (Reading::Events, _) => stream.progress += 1,
            (Reading::Sowings { base_kg }, Some(met_kg)) => {
                let gained = met_kg.checked_sub(base_kg).context("an event older than its stream")?;
                ensure!(gained % api::SOWING_KG == 0, "an event with part of a sowing: {gained} kg");
                stream.progress = gained / api::SOWING_KG;
                ensure!(stream.progress >= before, "stream {index} went back from {before} to {}", stream.progress);
                ensure!(stream.progress <= self.sent, "an event with a sowing that was never sent");
            }
            (Reading::Sowings { .. }, None) => {}
        }
        let progress = stream.progress;
        let reached = usize::try_from(before)?..usize::try_from(progress)?;
        if self.steps.len() < reached.end {
            self.steps.resize(reached.end, Step { streams: 0, last_receipt: now });
        }
        for step in self.steps.get_mut(reached).unwrap_or_default() {
            step.streams += 1;
            step.last_receipt = now;
        }
        Ok(before < self.goal && self.goal <= progress && self.missing() == 0)
    }

    /// Returns the number of streams without the awaited step.
    fn missing(&self) -> usize {
        let step = usize::try_from(self.goal).ok().and_then(|goal| self.steps.get(goal.checked_sub(1)?));
        self.streams.len() - step.map_or(0, |step| step.streams)
    }
}

/// Parses an event. Returns `None` for a comment.
fn parse(text: &[u8], reading: Reading) -> Result<Option<Event>> {
    let text = std::str::from_utf8(text)?;
    let field = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        Some(value.strip_prefix(' ').unwrap_or(value))
    };
    let Some(data) = field("data") else {
        return Ok(None);
    };
    let id = field("id").map(state).transpose()?;
    let met_kg = match reading {
        Reading::Sowings { .. } => api::changed_met_kg(data.as_bytes())?,
        Reading::Events => None,
    };
    Ok(Some(Event { id, resync: field("event") == Some("overview"), met_kg }))
}

fn state(id: &str) -> Result<State> {
    let mut numbers = [0; 3];
    ensure!(id.split('-').count() <= numbers.len(), "event id {id:?} has too many numbers");
    for (number, digits) in numbers.iter_mut().zip(id.split('-')) {
        *number = digits.parse().with_context(|| format!("event id {id:?} is not made of numbers"))?;
    }
    Ok(State(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_and_a_ping_is_not() {
        let reading = Reading::Sowings { base_kg: 0 };
        let change = "event: change\nid: 2026-7\ndata: {\"crops\":[{\"crop\":\"groundnut\",\"met_tonnes\":3}]}\n\n";
        let event = parse(change.as_bytes(), reading).unwrap();
        assert_eq!(event, Some(Event { id: Some(State([2026, 7, 0])), resync: false, met_kg: Some(3000) }));
        assert_eq!(parse(b"event: ping\ndata\n\n", reading).unwrap(), None);
    }
}
