//! The tasks beside the requests: they end when the server stops, and a task that panics is run again.

use crate::traces::{Trace, Traces};
use futures_util::FutureExt;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, interval_at, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Time limit for pending work at shutdown.
const LAST_WORK: Duration = Duration::from_secs(5);
/// Pause before a task that panicked is run again.
const AFTER_A_PANIC: Duration = Duration::from_secs(1);

/// The background tasks of a server. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Background {
    stopping: CancellationToken,
    tasks: TaskTracker,
    panics: Arc<AtomicU64>,
    /// When each job last began.
    begun: Arc<Mutex<BTreeMap<&'static str, Instant>>>,
    traces: Option<Traces>,
}

impl Background {
    /// Records a span of each turn of a job, if there are traces.
    pub(crate) fn traced(traces: Option<Traces>) -> Self {
        Self { traces, ..Self::default() }
    }

    /// Cancelled when the server stops.
    pub(crate) fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// Runs a task to its end, also while the server stops.
    pub(crate) fn finish(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(task);
    }

    /// Runs a job at once and at each interval, until the server stops. After a panic it has its next turn.
    pub(crate) fn every<F>(&self, name: &'static str, pause: Duration, job: impl Fn() -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.take_turns(name, interval(pause), job);
    }

    /// Runs a job at each interval: the start has done it once.
    pub(crate) fn again_every<F>(&self, name: &'static str, pause: Duration, job: impl Fn() -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.take_turns(name, interval_at(Instant::now() + pause, pause), job);
    }

    fn take_turns<F>(&self, name: &'static str, mut turns: Interval, job: impl Fn() -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let this = self.clone();
        // Turns that passed during a long one, or while the machine stood still, are not made up for.
        turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.spawn(async move {
            loop {
                turns.tick().await;
                this.begun.lock().unwrap_or_else(PoisonError::into_inner).insert(name, Instant::now());
                let trace = this.traces.as_ref().map(|traces| traces.job(name));
                let survived = this.survived(name, Trace::during(trace.as_ref(), job())).await;
                if let Some(trace) = trace {
                    trace.done(survived);
                }
            }
        });
    }

    /// Runs a task that does not end by itself, until the server stops. After a panic it is begun again.
    pub(crate) fn keep_doing<F>(&self, name: &'static str, begin: impl Fn() -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (this, first) = (self.clone(), begin());
        self.spawn(async move {
            let mut task = first;
            while !this.survived(name, task).await {
                sleep(AFTER_A_PANIC).await;
                task = begin();
            }
        });
    }

    /// Seconds since each job last began.
    pub(crate) fn ages(&self) -> Vec<(&'static str, f64)> {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.iter().map(|(name, at)| (*name, at.elapsed().as_secs_f64())).collect()
    }

    /// Number of panics since the start, which each log line of one names too.
    pub(crate) fn panics(&self) -> u64 {
        self.panics.load(Ordering::Relaxed)
    }

    /// Cancels the tasks, and waits for those that finish what they began.
    pub(crate) async fn stop(&self) {
        self.stopping.cancel();
        self.tasks.close();
        if timeout(LAST_WORK, self.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = self.tasks.len(), "some background tasks did not end in time");
        }
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(self.stopping.clone().run_until_cancelled_owned(task));
    }

    /// Runs a task. Returns false if it panicked, which is logged and counted; the panic itself is in the log.
    async fn survived(&self, name: &'static str, task: impl Future<Output = ()> + Send) -> bool {
        // What a task shares with requests is behind locks that a panic does not leave half written.
        let outcome = AssertUnwindSafe(task).catch_unwind().await;
        if outcome.is_err() {
            let panics = self.panics.fetch_add(1, Ordering::Relaxed) + 1;
            tracing::error!(task = name, panics, "A BACKGROUND TASK PANICKED; it will be run again");
        }
        outcome.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_is_counted_and_runs_again_at_its_next_turn() {
        let (background, runs) = (Background::default(), Arc::new(AtomicU32::new(0)));
        let counted = Arc::clone(&runs);
        background.every("a test", Duration::from_hours(1), move || {
            let run = counted.fetch_add(1, Ordering::Relaxed);
            async move { assert_ne!(run, 1, "on purpose") }
        });
        let mut seen = Vec::new();
        for _ in 0..3 {
            sleep(Duration::from_mins(59)).await;
            seen.push((runs.load(Ordering::Relaxed), background.panics()));
            sleep(Duration::from_mins(1)).await;
        }
        assert_eq!(seen, [(1, 0), (2, 1), (3, 1)]);
        background.stop().await;
        let at_the_end = runs.load(Ordering::Relaxed);
        sleep(Duration::from_hours(3)).await;
        assert_eq!(runs.load(Ordering::Relaxed), at_the_end, "it ends with the server");
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_that_takes_longer_than_the_interval_is_followed_by_one_turn_and_not_by_those_missed() {
        let (background, runs) = (Background::default(), Arc::new(AtomicU32::new(0)));
        let counted = Arc::clone(&runs);
        background.every("a test", Duration::from_hours(1), move || {
            let is_first = counted.fetch_add(1, Ordering::Relaxed) == 0;
            async move { sleep(if is_first { Duration::from_hours(5) } else { Duration::ZERO }).await }
        });
        let mut seen = Vec::new();
        for minutes in [299, 2, 58, 2, 60] {
            sleep(Duration::from_mins(minutes)).await;
            seen.push(runs.load(Ordering::Relaxed));
        }
        assert_eq!(seen, [1, 2, 2, 3, 4]);
        background.stop().await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_lasting_task_that_panics_is_counted_and_begun_again() {
        let (background, begun) = (Background::default(), Arc::new(AtomicU32::new(0)));
        let counted = Arc::clone(&begun);
        background.keep_doing("a test", move || {
            let number = counted.fetch_add(1, Ordering::Relaxed);
            async move {
                assert!(number > 0, "on purpose");
                std::future::pending::<()>().await;
            }
        });
        sleep(Duration::from_mins(1)).await;
        assert_eq!((begun.load(Ordering::Relaxed), background.panics()), (2, 1));
        background.stop().await;
    }
}
