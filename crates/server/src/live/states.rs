//! The overviews of the states, each read on first use.

use super::region::Live;
use grow_domain::State;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// At most one overview for each of the 36 states.
#[derive(Default)]
pub(crate) struct States(Mutex<HashMap<State, Arc<OnceCell<Arc<Live>>>>>);

impl States {
    /// Returns a state's overview. Calls `begun` with it once, after its first read.
    pub(crate) async fn live(
        &self,
        state: State,
        india: &Arc<Live>,
        begun: impl FnOnce(&Arc<Live>),
    ) -> grow_store::Result<Arc<Live>> {
        let cell = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(state).or_default());
        let live = cell.get_or_try_init(async || {
            let live = Live::start_state(india, state).await?;
            begun(&live);
            Ok::<_, grow_store::Error>(live)
        });
        live.await.cloned()
    }

    /// Number of open streams of all states.
    pub(crate) fn streams(&self) -> usize {
        let states = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        states.values().filter_map(|cell| cell.get()).map(|live| live.streams()).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::Clock;
    use crate::live::{Live, States, events};
    use grow_domain::State;
    use grow_store::testing;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn a_state_is_looked_at_only_while_somebody_watches_it() {
        let store = testing::sqlite().await;
        let clock = Clock::from_fn(|| "2026-06-15T12:00:00Z".parse().unwrap_or_default());
        let india = Live::start((*store).clone(), clock).await.unwrap();
        let (states, begun) = (States::default(), AtomicU32::new(0));
        let ask = || {
            states.live(State::TamilNadu, &india, |live| {
                begun.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(Arc::clone(live).publish_changes());
            })
        };
        let state = ask().await.unwrap();
        // The clock is paused and advances only to the next timer.
        sleep(Duration::from_mins(1)).await;
        assert!(state.age() >= Duration::from_secs(59), "nobody watches");

        let stream = events(&state, None).await;
        sleep(Duration::from_mins(1)).await;
        assert!(state.age() <= Duration::from_secs(1), "somebody watches");

        drop(stream);
        sleep(Duration::from_mins(1)).await;
        assert!(state.age() >= Duration::from_secs(50), "nobody watches any more");

        assert!(Arc::ptr_eq(&state, &ask().await.unwrap()));
        assert_eq!(begun.load(Ordering::Relaxed), 1, "begun once");
    }
}
