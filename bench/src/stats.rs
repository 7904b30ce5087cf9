//! Medians, percentiles and spreads.

use std::time::Duration;

/// Converts to milliseconds with fraction.
pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Converts a count to a float; exact up to 2^52.
pub(crate) fn number(count: impl TryInto<u32>) -> f64 {
    count.try_into().map_or(f64::INFINITY, f64::from)
}

/// Times of single answers.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// Merges the times of several loads.
    pub(crate) fn together<'t>(loads: impl IntoIterator<Item = &'t Self>) -> Self {
        Self::new(loads.into_iter().flat_map(|times| &times.0).copied().collect())
    }

    /// Returns a percentile in milliseconds (nearest rank).
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.0.len() * percent).div_ceil(100).max(1) - 1;
        self.0.get(rank).copied().map_or(f64::NAN, millis)
    }

    pub(crate) fn median(&self) -> f64 {
        self.percentile(50)
    }
}

/// One figure of each run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs(pub(crate) Vec<f64>);

impl Runs {
    /// Returns the median of the runs (the mean of the two middle ones if even).
    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let upper = sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN);
        let lower = sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN);
        f64::midpoint(lower, upper)
    }

    /// Returns the ratio to another figure, run by run.
    pub(crate) fn against(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(mine, theirs)| mine / theirs).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_run() {
        assert!((Runs(vec![3.0, 1.0, 2.0]).median() - 2.0).abs() < 1e-9);
        assert!((Runs(vec![3.0, 1.0]).median() - 2.0).abs() < 1e-9);
        assert!(Runs::default().median().is_nan());
    }

    #[test]
    fn a_percentile_is_a_time_that_was_measured() {
        let times = Times::new((1..=200).rev().map(Duration::from_millis).collect());
        assert!((times.median() - 100.0).abs() < 1e-9);
        assert!((times.percentile(99) - 198.0).abs() < 1e-9);
        let slower = Times::new((201..=400).map(Duration::from_millis).collect());
        assert!((Times::together([&slower, &times]).percentile(99) - 396.0).abs() < 1e-9);
    }
}
