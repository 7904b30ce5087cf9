//! Sampling of a log line: at most one per second.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Minimum time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(1);

/// Counts the events between two log lines.
#[derive(Default)]
pub(super) struct Sampled(Mutex<Count>);

#[derive(Default)]
struct Count {
    last_line: Option<Duration>,
    since_then: u64,
}

impl Sampled {
    /// Counts an event. Returns the number of events since the last line if a line is due.
    pub(super) fn happened(&self, now: Duration) -> Option<u64> {
        let mut count = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        count.since_then += 1;
        let is_due = count.last_line.is_none_or(|last| now.saturating_sub(last) >= BETWEEN_LINES);
        is_due.then(|| {
            count.last_line = Some(now);
            std::mem::take(&mut count.since_then)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_a_second_tells_how_often_it_happened() {
        let sampled = Sampled::default();
        let at = |millis| sampled.happened(Duration::from_millis(millis));
        let lines: Vec<_> = [0, 1, 2, 999, 1_000, 1_500, 2_500].map(at).into_iter().flatten().collect();
        assert_eq!(lines, [1, 4, 2]);
    }
}
