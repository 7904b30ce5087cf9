//! The measurements, one file for each part.

mod advice;
mod exports;
mod footprint;
mod import;
mod migration;
mod model;
mod noise;
mod own;
mod postgres;
mod reads;
mod sessions;
mod streams;
mod writes;

use anyhow::{Context, Result};

use crate::load::Outcome;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::stats::{Runs, Times, number};

/// A part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// The yardstick against itself: the noise of the machine.
    Noise,
    /// The farmer's own record and sowings.
    Own,
    /// The overview, with and without concurrent sowings.
    Reads,
    /// Durable sowings.
    Writes,
    /// Open demand streams.
    Streams,
    /// Reading one of many sessions.
    Sessions,
    /// Predictions.
    Model,
    /// The advice of the day, for everyone and for one.
    Advice,
    /// Durable sowings and own records on PostgreSQL.
    Postgres,
    /// Copies of large accounts.
    Exports,
    /// Import of many farmers.
    Import,
    /// A database of the release before.
    Migration,
    /// Memory, start time and size.
    Footprint,
}

impl Part {
    /// All parts. `Own` is first, while each farmer has ten sowings. `Footprint` is last, to measure the database that
    /// the others filled.
    pub(crate) const ALL: [Self; 13] = [
        Self::Noise,
        Self::Own,
        Self::Reads,
        Self::Writes,
        Self::Streams,
        Self::Sessions,
        Self::Model,
        Self::Advice,
        Self::Postgres,
        Self::Exports,
        Self::Import,
        Self::Migration,
        Self::Footprint,
    ];

    /// Measures this part. Fails if an answer was stale or inexact, or if data was lost.
    pub(crate) async fn measure(self, setting: &mut Setting) -> Result<Section> {
        match self {
            Self::Noise => noise::measure(setting).await.context("noise"),
            Self::Own => own::measure(setting).await.context("own"),
            Self::Reads => reads::measure(setting).await.context("reads"),
            Self::Writes => writes::measure(setting).await.context("writes"),
            Self::Streams => streams::measure(setting).await.context("streams"),
            Self::Sessions => sessions::measure(setting).await.context("sessions"),
            Self::Model => Ok(model::measure(setting)),
            Self::Advice => advice::measure(setting).await.context("advice"),
            Self::Postgres => postgres::measure(setting).await.context("postgres"),
            Self::Exports => exports::measure(setting).await.context("exports"),
            Self::Migration => migration::measure(setting).await.context("migration"),
            Self::Import => import::measure(setting).await.context("import"),
            Self::Footprint => footprint::measure(setting).await.context("footprint"),
        }
    }
}

/// The loads of all runs on one server. A run has several short loads, interleaved with those of the other servers, so
/// that a slowdown of the machine affects all of them.
#[derive(Debug)]
struct Loads {
    turns: usize,
    outcomes: Vec<Outcome>,
}

impl Loads {
    /// Creates an empty collection with `turns` loads per run.
    fn in_turns(turns: usize) -> Self {
        Self { turns, outcomes: Vec::new() }
    }

    fn add(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }

    fn rates(&self) -> Runs {
        self.mean(|outcome| outcome.per_second)
    }

    fn p99(&self) -> Runs {
        let of_run = |run: &[Outcome]| Times::together(run.iter().map(|outcome| &outcome.times)).percentile(99);
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }

    /// Returns the processor time of the server for one answer, in microseconds: over all loads of a run together,
    /// because the time of a single load is known to 10 ms only.
    fn processor_time(&self) -> Runs {
        let of_run = |run: &[Outcome]| {
            let answers: usize = run.iter().map(|outcome| outcome.times.len()).sum();
            run.iter().map(|outcome| outcome.server_seconds).sum::<f64>() * 1e6 / number(answers)
        };
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }

    /// Returns the row of the processor time for one answer, beside that of the rate.
    fn processor_row(&self, name: &str, target: Target, bare: &Self) -> Figure {
        let name = format!("{name}, processor time");
        Figure::against(&name, Unit::Micros, target, &self.processor_time(), &bare.processor_time())
    }

    /// Describes how much of its core the server used. Under reads it is all of it, unless the machine was shared.
    fn busy(&self) -> String {
        let shares = self.mean(|outcome| outcome.server_seconds / outcome.seconds);
        shares.0.iter().map(|share| format!("{:.0} %", share * 100.0)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the mean of a figure over the loads of each run.
    fn mean(&self, figure: impl Fn(&Outcome) -> f64) -> Runs {
        let of_run = |run: &[Outcome]| run.iter().map(&figure).sum::<f64>() / number(run.len());
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }
}
