//! The loads of all runs on one server.

use crate::load::Outcome;
use crate::report::{Figure, Target, Unit};
use crate::stats::{Runs, Times, number};

/// The loads of all runs on one server. A run has several short loads, interleaved with those of the other servers, so
/// that a slowdown of the machine affects all of them.
#[derive(Debug)]
pub(super) struct Loads {
    turns: usize,
    outcomes: Vec<Outcome>,
}

impl Loads {
    /// Creates an empty collection with `turns` loads per run.
    pub(super) fn in_turns(turns: usize) -> Self {
        Self { turns, outcomes: Vec::new() }
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }

    pub(super) fn rates(&self) -> Runs {
        self.mean(|outcome| outcome.per_second)
    }

    pub(super) fn p99(&self) -> Runs {
        let of_run = |run: &[Outcome]| Times::together(run.iter().map(|outcome| &outcome.times)).percentile(99);
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }

    /// Returns the processor time of the server for one answer, in microseconds: over all loads of a run together,
    /// because the time of a single load is known to 10 ms only.
    pub(super) fn processor_time(&self) -> Runs {
        let of_run = |run: &[Outcome]| {
            let answers: usize = run.iter().map(|outcome| outcome.times.len()).sum();
            run.iter().map(|outcome| outcome.server_seconds).sum::<f64>() * 1e6 / number(answers)
        };
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }

    /// Returns the row of the processor time for one answer, beside that of the rate.
    pub(super) fn processor_row(&self, name: &str, target: Target, bare: &Self) -> Figure {
        let name = format!("{name}, processor time");
        Figure::against(&name, Unit::Micros, target, &self.processor_time(), &bare.processor_time())
    }

    /// Describes how much of its core the server used. Under reads it is all of it, unless the machine was shared.
    pub(super) fn busy(&self) -> String {
        let shares = self.mean(|outcome| outcome.server_seconds / outcome.seconds);
        shares.0.iter().map(|share| format!("{:.0} %", share * 100.0)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the mean of a figure over the loads of each run.
    fn mean(&self, figure: impl Fn(&Outcome) -> f64) -> Runs {
        let of_run = |run: &[Outcome]| run.iter().map(&figure).sum::<f64>() / number(run.len());
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }
}
