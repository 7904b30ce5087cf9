//! The advice of the day for everyone: an immutable solution behind a pointer. It is solved anew when the supply, the
//! plans, the farmers or the day have moved, at most once a second, in the background. The farmers are counted beside
//! it, and the advice takes the last count.

mod inputs;
mod projected;

pub(crate) use inputs::sown;
pub(crate) use projected::ProjectedNeed;

use crate::Clock;
use crate::live::Live;
use crate::representation::Representation;
use arc_swap::ArcSwapOption;
use axum::response::Response;
use grow_domain::advice::{Farmers, Today};
use grow_domain::crop_year::in_india;
use grow_domain::land::LandTable;
use grow_store::{Error, Store};
use http::HeaderMap;
use inputs::{Inputs, Lands, Slow};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};

/// Shortest time between two solutions.
const BETWEEN_SOLUTIONS: Duration = Duration::from_secs(1);
/// Plans of other processes, and imported prices, are read at least this often.
const BETWEEN_LOOKS: Duration = Duration::from_secs(10);
/// What was sown in which ten days, and the number of farmers, are read at most this often, and in at most a hundredth
/// of the time: in a database of a country, all farmers are counted in minutes.
const BETWEEN_SLOW_LOOKS: Duration = Duration::from_mins(1);
const SHARE_OF_SLOW_LOOKS: u32 = 100;
/// A count of the farmers that took longer is kept, for a server that starts. Without a kept one, the first advice waits
/// this long for the count.
const LONG_COUNT: Duration = Duration::from_secs(1);

/// Solves for the advice of the day, and keeps it.
pub(crate) struct Advising {
    store: Store,
    clock: Clock,
    live: Arc<Live>,
    lands: Arc<Lands>,
    current: ArcSwapOption<Solved>,
    /// Locked while the inputs are read and solved.
    last: Mutex<Option<LastRead>>,
    /// The farmers as they were counted last. `None` until something is known.
    counted: watch::Sender<Option<Arc<Farmers>>>,
}

/// The advice of the day, and what becomes of the need by it: written once, and served to everyone as it is.
struct Solved {
    today: Arc<Today>,
    projected: Representation,
}

/// The last look at the inputs.
struct LastRead {
    inputs: Arc<Inputs>,
    at: Instant,
    next_slow: Instant,
    commits: u64,
}

impl Advising {
    pub(crate) fn new(store: Store, clock: Clock, live: Arc<Live>, table: LandTable) -> Self {
        let (current, last, counted) = (ArcSwapOption::empty(), Mutex::new(None), watch::Sender::new(None));
        Self { store, clock, live, lands: Arc::new(Lands::new(table)), current, last, counted }
    }

    /// Returns the advice of the day. `None` while there are no figures.
    pub(crate) async fn today(&self) -> grow_store::Result<Option<Arc<Today>>> {
        Ok(self.solved().await?.map(|solved| Arc::clone(&solved.today)))
    }

    /// Returns what becomes of the need if all plans and advice are followed, as it is served. Empty while there are no
    /// figures.
    pub(crate) async fn projected(&self, request: &HeaderMap) -> grow_store::Result<Response> {
        let solved = self.solved().await?;
        Ok(match solved {
            Some(solved) => solved.projected.answer(request),
            None => Representation::of(&ProjectedNeed::default()).answer(request),
        })
    }

    /// Seconds since the inputs were last read. `None` before, and while they are read.
    pub(crate) fn age(&self) -> Option<f64> {
        let last = self.last.try_lock().ok()?;
        last.as_ref().map(|look| look.at.elapsed().as_secs_f64())
    }

    /// Only calls within the first second after a start may wait until the advice is solved.
    async fn solved(&self) -> grow_store::Result<Option<Arc<Solved>>> {
        if self.current.load().is_none() {
            self.solve().await?;
        }
        Ok(self.current.load_full())
    }

    /// Solves anew if an input has moved.
    async fn solve(&self) -> grow_store::Result<()> {
        let mut last = self.last.lock().await;
        let (commits, at) = (self.store.commits(), Instant::now());
        let overview = self.live.newest().await;
        let day = in_india(self.clock.now()).date();
        if overview.rows().is_empty() {
            return Ok(());
        }
        let farmers = self.farmers().await?;
        let of_this_count = last.as_ref().filter(|last| Arc::ptr_eq(&last.inputs.slow.farmers, &farmers));
        if let Some(last) = of_this_count
            && last.commits == commits
            && last.inputs.are_of(&overview, day)
            && at.duration_since(last.at) < BETWEEN_LOOKS
        {
            return Ok(());
        }
        let (slow, next_slow) = if let Some(last) = of_this_count.filter(|last| at < last.next_slow) {
            (Arc::clone(&last.inputs.slow), last.next_slow)
        } else {
            let slow = Slow::read(&self.store, overview.crop_year(), farmers).await?;
            (Arc::new(slow), Instant::now() + pause_after(at))
        };
        let before = last.as_ref().map(|last| &last.inputs.markets);
        let inputs = Arc::new(Inputs::read(&self.store, &overview, day, slow, before).await?);
        if last.as_ref().is_none_or(|last| last.inputs != inputs) {
            let (lands, moved) = (Arc::clone(&self.lands), Arc::clone(&inputs));
            let solved = spawn_blocking(move || moved.solve(&lands));
            let today = solved.await.map_err(|_| Error::Bug("solving for the advice panicked; see the log"))?;
            let projected = Representation::of(&ProjectedNeed::of(&today, overview.rows()));
            self.current.store(Some(Arc::new(Solved { today: Arc::new(today), projected })));
        }
        *last = Some(LastRead { inputs, at, next_slow, commits });
        Ok(())
    }

    /// Returns the farmers as they were counted last, by this server or by one before it. If the first count takes long
    /// and none is kept, there are none until it is done: the advice follows from figures, sowings and plans alone.
    async fn farmers(&self) -> grow_store::Result<Arc<Farmers>> {
        let mut counted = self.counted.subscribe();
        if counted.borrow().is_none() {
            let kept = self.store.kept_farmer_counts().await?;
            if kept.is_none() {
                let _ = timeout(LONG_COUNT, counted.wait_for(Option::is_some)).await;
            }
            self.counted.send_if_modified(|counted| {
                let is_first = counted.is_none();
                counted.get_or_insert_with(|| Arc::new(kept.unwrap_or_default()));
                is_first
            });
        }
        Ok(counted.borrow().clone().unwrap_or_default())
    }

    /// Counts the farmers. The next solution takes the count.
    async fn count(&self) -> grow_store::Result<()> {
        let began = Instant::now();
        let farmers = Arc::new(self.store.count_farmers().await?);
        self.counted.send_replace(Some(Arc::clone(&farmers)));
        if began.elapsed() > LONG_COUNT
            && let Err(error) = self.store.keep_farmer_counts(&farmers, self.clock.now()).await
        {
            tracing::warn!(%error, "the count of the farmers could not be kept");
        }
        Ok(())
    }
}

/// Pause after something slow that began then.
fn pause_after(began: Instant) -> Duration {
    BETWEEN_SLOW_LOOKS.max(began.elapsed() * SHARE_OF_SLOW_LOOKS)
}

/// Counts the farmers as long as the server runs. A fault is logged when it begins.
pub(crate) async fn keep_counting(advising: Arc<Advising>) {
    let mut failing = false;
    loop {
        let began = Instant::now();
        let counted = advising.count().await;
        if let (Err(error), false) = (&counted, failing) {
            tracing::error!(%error, "the farmers could not be counted; the advice takes the last count");
        }
        failing = counted.is_err();
        sleep(if failing { BETWEEN_SOLUTIONS.max(began.elapsed()) } else { pause_after(began) }).await;
    }
}

/// Solves anew as long as the server runs. A fault is logged when it begins, not at each attempt.
pub(crate) async fn keep_solved(advising: Arc<Advising>) {
    let mut seconds = interval_at(Instant::now() + BETWEEN_SOLUTIONS, BETWEEN_SOLUTIONS);
    seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        seconds.tick().await;
        let solved = advising.solve().await;
        match &solved {
            Err(error) if !failing => {
                tracing::error!(%error, "the advice of the day could not be solved; the last one is kept");
            }
            Ok(()) if failing => tracing::info!("the advice of the day is solved again"),
            _ => {}
        }
        failing = solved.is_err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::figures;
    use grow_domain::{District, Water};
    use grow_store::testing::{self, TestStore};
    use jiff::Timestamp;

    fn noon() -> Timestamp {
        "2026-06-15T12:00:00Z".parse().unwrap()
    }

    async fn advising(store: &TestStore) -> Advising {
        let clock = Clock::from_fn(noon);
        store.seed_figures(figures::reference().to_vec(), noon()).await.unwrap();
        let live = Live::start((**store).clone(), clock.clone()).await.unwrap();
        Advising::new((**store).clone(), clock, live, LandTable::shipped())
    }

    async fn farmers_of(advising: &Advising) -> Arc<Farmers> {
        Arc::clone(&advising.last.lock().await.as_ref().unwrap().inputs.slow.farmers)
    }

    /// The clock is paused and jumps to the end of each wait.
    #[tokio::test]
    async fn without_a_count_the_advice_is_solved_for_no_farmers_and_anew_when_they_are_counted() {
        let store = testing::sqlite().await;
        let advising = advising(&store).await;
        tokio::time::pause();
        let since = Instant::now();
        let first = advising.today().await.unwrap().unwrap();
        assert!(since.elapsed() >= LONG_COUNT, "the count may come at once");
        assert_eq!(*farmers_of(&advising).await, Farmers::new());
        advising.solve().await.unwrap();
        assert!(since.elapsed() < LONG_COUNT * 2, "the next solution does not wait");
        let counts = Farmers::from([((District::from_key("tn-erode").unwrap(), Some(Water::RainOnly)), 900_000)]);
        advising.counted.send_replace(Some(Arc::new(counts.clone())));
        advising.solve().await.unwrap();
        assert_eq!(*farmers_of(&advising).await, counts);
        assert!(!Arc::ptr_eq(&first, &advising.today().await.unwrap().unwrap()), "it is solved anew");
    }

    #[tokio::test]
    async fn a_server_that_starts_takes_the_last_kept_count_however_old_until_it_has_its_own() {
        let store = testing::sqlite().await;
        let advising = advising(&store).await;
        let counts = Farmers::from([((District::from_key("tn-erode").unwrap(), None), 7)]);
        store.keep_farmer_counts(&counts, noon() - jiff::SignedDuration::from_hours(24 * 90)).await.unwrap();
        advising.today().await.unwrap();
        assert_eq!(*farmers_of(&advising).await, counts);
        advising.count().await.unwrap();
        advising.solve().await.unwrap();
        assert_eq!(*farmers_of(&advising).await, Farmers::new(), "there are none in this database");
    }
}
