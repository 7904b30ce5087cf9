//! Limits of exports: one for each farmer, and few pages of the server that are made at the same time.
//!
//! A page has its turn while it is made, and not while it is read. So a client that reads slowly, or not at all, keeps
//! nobody from an export but its own farmer, and that farmer for a limited time.

use grow_store::FarmerId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Number of pages that are made at the same time.
const PAGES_AT_ONCE: usize = 2;
/// Time limit of an export.
const LONGEST: Duration = Duration::from_mins(10);
/// Time that a request may wait for the turn of its first page.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The exports under way.
pub(super) struct Exports {
    begun: Begun,
    turns: Arc<Semaphore>,
}

/// When the export of each farmer began.
type Begun = Arc<Mutex<HashMap<FarmerId, Duration>>>;

/// An export under way. Dropping it ends it.
pub(crate) struct Export {
    farmer: FarmerId,
    since: Duration,
    begun: Begun,
    turns: Arc<Semaphore>,
}

/// The turn of a page. Dropping it ends it.
pub(crate) struct Turn(#[expect(dead_code, reason = "held for its Drop")] OwnedSemaphorePermit);

impl Default for Exports {
    fn default() -> Self {
        Self { begun: Arc::default(), turns: Arc::new(Semaphore::new(PAGES_AT_ONCE)) }
    }
}

impl Exports {
    /// Begins an export, or returns none if the farmer has one that is not over.
    pub(super) fn begin(&self, farmer: FarmerId, now: Duration) -> Option<Export> {
        let mut begun = locked(&self.begun);
        if begun.get(&farmer).is_some_and(|since| !is_over(*since, now)) {
            return None;
        }
        begun.insert(farmer, now);
        Some(Export { farmer, since: now, begun: Arc::clone(&self.begun), turns: Arc::clone(&self.turns) })
    }
}

impl Export {
    /// Returns whether the time limit has passed.
    pub(crate) fn is_over(&self, now: Duration) -> bool {
        is_over(self.since, now)
    }

    /// Waits for the turn of the first page. `None` if it does not come soon.
    pub(crate) async fn first_turn(&self) -> Option<Turn> {
        timeout(LONGEST_WAIT, self.turn()).await.ok()?
    }

    /// Waits for the turn of a page.
    pub(crate) async fn turn(&self) -> Option<Turn> {
        Arc::clone(&self.turns).acquire_owned().await.ok().map(Turn)
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        let mut begun = locked(&self.begun);
        // After the time limit, the farmer may have begun another one.
        if begun.get(&self.farmer) == Some(&self.since) {
            begun.remove(&self.farmer);
        }
    }
}

fn is_over(since: Duration, now: Duration) -> bool {
    now.saturating_sub(since) >= LONGEST
}

fn locked(begun: &Begun) -> MutexGuard<'_, HashMap<FarmerId, Duration>> {
    begun.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const START: Duration = Duration::from_secs(7);

    fn farmer(number: u128) -> FarmerId {
        FarmerId(Uuid::from_u128(number))
    }

    #[test]
    fn a_farmer_has_one_export_at_a_time_until_its_time_is_over() {
        let exports = Exports::default();
        let first = exports.begin(farmer(1), START).unwrap();
        assert!(exports.begin(farmer(1), START + LONGEST / 2).is_none());
        assert!(exports.begin(farmer(2), START).is_some());
        let later = START + LONGEST;
        assert!(first.is_over(later), "it breaks off when it is read on");
        let second = exports.begin(farmer(1), later).unwrap();
        drop(first);
        assert!(exports.begin(farmer(1), later).is_none(), "the end of the first one is not that of the second");
        drop(second);
        assert!(exports.begin(farmer(1), later).is_some());
        assert!(locked(&exports.begun).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn pages_are_made_in_turn_and_a_first_one_does_not_wait_long() {
        let exports = Exports::default();
        let [one, two, three] = [1, 2, 3].map(|number| exports.begin(farmer(number), START).unwrap());
        let turn = one.turn().await.unwrap();
        let held = two.turn().await.unwrap();
        assert!(three.first_turn().await.is_none());
        drop(turn);
        let turn = three.first_turn().await.unwrap();
        drop(held);
        assert!(one.turn().await.is_some(), "the others have had theirs");
        drop(turn);
    }
}
