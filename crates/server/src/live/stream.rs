//! A stream of demand events.

use super::overview::Revision;
use super::region::{Live, Newest, Update};
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Interval of pings on an idle stream.
const PING: Duration = Duration::from_secs(15);
/// An event with a name, because a browser passes no comment on: a page that hears none knows that its stream is dead.
const PING_EVENT: Bytes = Bytes::from_static(b"event: ping\ndata\n\n");

struct Watcher {
    /// The revision that the client has.
    shows: Revision,
    updates: watch::Receiver<Newest>,
    pings: Interval,
}

/// Returns the events for a client that last saw `last_event_id`: the whole overview unless the client has it, then
/// every change until the server stops.
pub(crate) async fn events(
    live: &Live,
    last_event_id: Option<&str>,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + use<> {
    // Subscribe before reading the overview, so that a change in between is not lost.
    let updates = live.watch();
    let mut overview = live.newest().await;
    // Another server may have sent a revision that this one has not read yet. Do not send an older one.
    if last_event_id.and_then(Revision::of_id).is_some_and(|seen| seen > overview.revision()) {
        overview = live.read_now().await;
    }
    let up_to_date = last_event_id == Some(overview.id());
    let first = if up_to_date { Bytes::from_static(b": up to date\n\n") } else { overview.event() };
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    let watcher = Watcher { shows: overview.revision(), updates, pings };
    let later = stream::unfold(watcher, |mut watcher| async move { Some((watcher.next().await?, watcher)) });
    stream::iter([first]).chain(later).map(Ok)
}

impl Watcher {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            self.updates.borrow().as_ref()?;
            tokio::select! {
                biased;
                changed = self.updates.changed() => changed.ok()?,
                _ = self.pings.tick() => return Some(PING_EVENT),
            }
            let update = self.updates.borrow_and_update().clone()?;
            if let Some(event) = self.follow(&update) {
                return Some(event);
            }
        }
    }

    /// Returns the event from the client's revision to the update's: the change if they are consecutive, otherwise the
    /// whole overview. Returns none if the client already has the update.
    fn follow(&mut self, update: &Update) -> Option<Bytes> {
        let revision = update.overview.revision();
        if revision <= self.shows {
            return None;
        }
        let shown = std::mem::replace(&mut self.shows, revision);
        match &update.step {
            Some((from, event)) if *from == shown => Some(event.clone()),
            _ => Some(update.overview.event()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;
    use crate::live::Overview;
    use grow_domain::{Crop, CropYear, Kilograms, Region, demand::DemandRow, figures, regional::RegionBalance};
    use grow_store::{DemandState, Store, testing};
    use std::sync::Arc;

    fn overview(revision: i64) -> Arc<Overview> {
        let now = "2026-06-15T12:00:00Z".parse().unwrap();
        let row = DemandRow {
            crop: Crop::Groundnut,
            standing: RegionBalance { domestic: Kilograms(10_000), ..RegionBalance::default() },
            sown: Kilograms(revision),
        };
        let state =
            DemandState { revision, rows: vec![row], figures_as_of: None, coverage_percent: 0.0, observed: Vec::new() };
        Arc::new(Overview::new(Region::India, CropYear::of(now), now, state))
    }

    fn watcher(shows: i64) -> Watcher {
        Watcher {
            shows: overview(shows).revision(),
            updates: watch::Sender::new(None).subscribe(),
            pings: interval(PING),
        }
    }

    fn update(from: i64, to: i64) -> Update {
        let (before, overview) = (overview(from), overview(to));
        let change = overview.change_since(&before);
        Update { overview, step: Some((before.revision(), change)) }
    }

    fn kind(event: Option<Bytes>) -> Option<String> {
        let event = String::from_utf8(event?.to_vec()).unwrap();
        event.lines().find_map(|line| line.strip_prefix("event: ")).map(str::to_owned)
    }

    #[tokio::test]
    async fn a_reconnecting_stream_never_receives_an_older_overview() {
        let store = testing::sqlite().await;
        let clock = Clock::from_fn(|| "2026-06-15T12:00:00Z".parse().unwrap_or_default());
        store.seed_figures(figures::reference().to_vec(), clock.now()).await.unwrap();
        let other_process = Store::open(store.url()).await.unwrap();
        let [here, elsewhere] =
            [(*store).clone(), other_process.clone()].map(|store| Live::start(store, clock.clone()));
        let (here, elsewhere) = (here.await.unwrap(), elsewhere.await.unwrap());
        let mut higher = figures::reference().to_vec();
        for figure in &mut higher {
            figure.usual_supply.0 += 1;
        }
        store.import_figures(higher, clock.now()).await.unwrap();
        let seen = here.newest().await.id().to_owned();
        assert_ne!(elsewhere.newest().await.id(), seen, "not looked for yet");
        let first = events(&elsewhere, Some(&seen)).await.boxed().next().await.unwrap().unwrap();
        assert_eq!(&first[..], b": up to date\n\n");
    }

    #[test]
    fn an_id_names_its_state() {
        let overview = overview(17);
        assert_eq!(Revision::of_id(overview.id()), Some(overview.revision()));
        assert_eq!(Revision::of_id(&format!("IN-TN-{}", overview.id())), Some(overview.revision()));
        for no_id in ["", "2026-1", "nonsense", "a-b-c", "2026-x-1", "-1-1-1"] {
            assert_eq!(Revision::of_id(no_id), None, "{no_id}");
        }
    }

    #[tokio::test]
    async fn a_stream_takes_one_step_or_is_brought_up_to_date_and_never_goes_back() {
        let mut watcher = watcher(5);
        assert_eq!(kind(watcher.follow(&update(4, 5))), None, "it began with this state");
        assert_eq!(kind(watcher.follow(&update(3, 4))), None, "it began after this state");
        assert_eq!(kind(watcher.follow(&update(5, 6))).as_deref(), Some("change"));
        assert_eq!(kind(watcher.follow(&update(8, 9))).as_deref(), Some("overview"), "it lagged behind");
        assert_eq!(kind(watcher.follow(&update(9, 10))).as_deref(), Some("change"));
    }
}
