//! The advice of the day for everyone: an immutable solution behind a pointer. It is solved anew when the supply, the
//! plans, the farmers or the day have moved, at most once a second, in the background.

mod inputs;
mod projected;

pub(crate) use inputs::sown;
pub(crate) use projected::ProjectedNeed;

use crate::Clock;
use crate::live::Live;
use crate::representation::Representation;
use arc_swap::ArcSwapOption;
use axum::response::Response;
use grow_domain::CropYear;
use grow_domain::advice::Today;
use grow_domain::crop_year::in_india;
use grow_domain::land::LandTable;
use grow_store::{Error, Store};
use http::HeaderMap;
use inputs::{Inputs, Lands, Slow};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// Shortest time between two solutions.
const BETWEEN_SOLUTIONS: Duration = Duration::from_secs(1);
/// Plans of other processes are read at least this often.
const BETWEEN_LOOKS: Duration = Duration::from_secs(10);
/// What was sown in which ten days, and the number of farmers, are read at most this often, and in at most a hundredth
/// of the time: in a database of a country, all farmers are counted in minutes.
const BETWEEN_SLOW_LOOKS: Duration = Duration::from_mins(1);
const SHARE_OF_SLOW_LOOKS: u32 = 100;
/// A count of the farmers that took longer is kept, for a server that starts.
const LONG_COUNT: Duration = Duration::from_secs(1);

/// Solves for the advice of the day, and keeps it.
pub(crate) struct Advising {
    store: Store,
    clock: Clock,
    live: Arc<Live>,
    lands: Arc<Lands>,
    current: ArcSwapOption<Solved>,
    /// Locked while the inputs are read and solved.
    last: Mutex<Option<Look>>,
}

/// The advice of the day, and what becomes of the need by it: written once, and served to everyone as it is.
struct Solved {
    today: Arc<Today>,
    projected: Representation,
}

/// The last look at the inputs.
struct Look {
    inputs: Arc<Inputs>,
    at: Instant,
    next_slow: Instant,
    commits: u64,
}

impl Advising {
    pub(crate) fn new(store: Store, clock: Clock, live: Arc<Live>, table: LandTable) -> Self {
        let (current, last) = (ArcSwapOption::empty(), Mutex::new(None));
        Self { store, clock, live, lands: Arc::new(Lands::new(table)), current, last }
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
        if let Some(last) = &*last
            && last.commits == commits
            && last.inputs.are_of(&overview, day)
            && at.duration_since(last.at) < BETWEEN_LOOKS
        {
            return Ok(());
        }
        let (slow, next_slow) = match last.as_ref().filter(|last| at < last.next_slow) {
            Some(last) => (Arc::clone(&last.inputs.slow), last.next_slow),
            None => self.look_slowly(overview.crop_year(), last.is_none()).await?,
        };
        let inputs = Arc::new(Inputs::read(&self.store, &overview, day, slow).await?);
        if last.as_ref().is_none_or(|last| last.inputs != inputs) {
            let (lands, moved) = (Arc::clone(&self.lands), Arc::clone(&inputs));
            let solved = spawn_blocking(move || moved.solve(&lands));
            let today = solved.await.map_err(|_| Error::Bug("solving for the advice panicked; see the log"))?;
            let projected = Representation::of(&ProjectedNeed::of(&today, overview.rows()));
            self.current.store(Some(Arc::new(Solved { today: Arc::new(today), projected })));
        }
        *last = Some(Look { inputs, at, next_slow, commits });
        Ok(())
    }

    /// Reads what is costly to read. Returns when to do so again. A server that starts takes the farmers as they were
    /// counted last, and counts them anew with the next look.
    async fn look_slowly(&self, crop_year: CropYear, is_first: bool) -> grow_store::Result<(Arc<Slow>, Instant)> {
        let began = Instant::now();
        let now = self.clock.now();
        let kept = if is_first { self.store.kept_farmer_counts(now).await? } else { None };
        let (farmers, was_kept) = match kept {
            Some(farmers) => (farmers, true),
            None => (self.store.count_farmers().await?, false),
        };
        if !was_kept && began.elapsed() > LONG_COUNT {
            self.store.keep_farmer_counts(&farmers, now).await?;
        }
        let slow = Arc::new(Slow::read(&self.store, crop_year, farmers).await?);
        let pause = BETWEEN_SLOW_LOOKS.max(began.elapsed() * SHARE_OF_SLOW_LOOKS);
        Ok((slow, if was_kept { began } else { began + pause }))
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
