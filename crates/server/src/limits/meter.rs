//! Rate limits: a bucket of requests that refills at a constant rate.

use quick_cache::sync::Cache;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const NANOSECONDS_A_MINUTE: u64 = 60_000_000_000;
/// Maximum number of tracked clients. Beyond it, an inactive client is evicted and has a full bucket again.
const REMEMBERED: usize = 50_000;

/// Counts the requests of each client by GCRA, which stores only the time at which the bucket is full again. Times are
/// nanoseconds of a monotonic clock ([`crate::Clock::elapsed`]).
pub(super) struct Meter<K> {
    /// Time in which one request is refilled.
    interval: u64,
    full_at: Cache<K, Arc<AtomicU64>>,
}

impl<K: Eq + Hash + Clone> Meter<K> {
    /// Allows this many requests a minute, and as many in one burst.
    pub(super) fn per_minute(requests: u32) -> Self {
        Self { interval: NANOSECONDS_A_MINUTE / u64::from(requests.max(1)), full_at: Cache::new(REMEMBERED) }
    }

    /// Counts a request of a client. If it is refused, returns how long the client must wait.
    pub(super) fn count(&self, client: &K, now: Duration) -> Result<(), Duration> {
        let now = u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
        let first = || Ok::<_, Infallible>(Arc::new(AtomicU64::new(now)));
        let Ok(full_at) = self.full_at.get_or_insert_with(client, first);
        let most = now.saturating_add(NANOSECONDS_A_MINUTE);
        let counted = full_at.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |full_at| {
            let next = full_at.max(now).saturating_add(self.interval);
            (next <= most).then_some(next)
        });
        let over = |full_at: u64| full_at.saturating_add(self.interval).saturating_sub(most);
        counted.map(|_| ()).map_err(|full_at| Duration::from_nanos(over(full_at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const START: Duration = Duration::ZERO;

    fn second(second: u64) -> Duration {
        Duration::from_secs(second)
    }

    fn counted(meter: &Meter<u64>, client: u64, at: Duration, times: u32) -> u32 {
        (0..times).map(|_| u32::from(meter.count(&client, at).is_ok())).sum()
    }

    #[test]
    fn a_burst_of_one_minutes_requests_is_allowed_and_then_the_steady_rate() {
        let meter = Meter::per_minute(60);
        assert_eq!(counted(&meter, 1, START, 100), 60);
        assert_eq!(counted(&meter, 2, START, 100), 60, "each has a stock of their own");
        assert_eq!(meter.count(&1, START), Err(Duration::from_secs(1)));
        assert_eq!(counted(&meter, 1, second(1), 100), 1);
        assert_eq!(counted(&meter, 1, second(11), 100), 10);
        assert_eq!(counted(&meter, 1, second(3_600), 100), 60, "no more than a minute's worth is saved up");
    }

    #[test]
    fn many_threads_together_get_no_more_than_the_limit() {
        let meter = Meter::per_minute(1_000);
        let total: u32 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| counted(&meter, 1, START, 500))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(total, 1_000);
    }

    #[test]
    fn the_number_of_remembered_clients_is_bounded() {
        let meter = Meter::per_minute(60);
        for client in 0..200_000 {
            meter.count(&client, START).unwrap();
        }
        assert!(meter.full_at.len() <= REMEMBERED, "{}", meter.full_at.len());
    }
}
