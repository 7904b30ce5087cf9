//! The measurements, a file for each part.

mod footprint;
mod model;
mod noise;
mod own;
mod reads;
mod sessions;
mod streams;
mod writes;

use anyhow::{Context, Result};

use crate::load::Outcome;
use crate::report::Section;
use crate::setting::Setting;
use crate::stats::{Runs, Times, number};

/// A part that can be measured by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// The yardstick against itself: how far two equal servers differ here.
    Noise,
    /// The farmer's own record and sowings.
    Own,
    /// The overview, alone and beside sowings.
    Reads,
    /// Durable sowings.
    Writes,
    /// Open demand streams.
    Streams,
    /// A session among many.
    Sessions,
    /// One prediction, and all of them.
    Model,
    /// Memory, start and size.
    Footprint,
}

impl Part {
    /// All of them; the farmers' own first, while each has sown ten times, and the footprint last, on the database that
    /// the others left.
    pub(crate) const ALL: [Self; 8] = [
        Self::Noise,
        Self::Own,
        Self::Reads,
        Self::Writes,
        Self::Streams,
        Self::Sessions,
        Self::Model,
        Self::Footprint,
    ];

    /// Measures this part; an error means that something was stale, inexact or lost.
    pub(crate) async fn measure(self, setting: &mut Setting) -> Result<Section> {
        match self {
            Self::Noise => noise::measure(setting).await.context("noise"),
            Self::Own => own::measure(setting).await.context("own"),
            Self::Reads => reads::measure(setting).await.context("reads"),
            Self::Writes => writes::measure(setting).await.context("writes"),
            Self::Streams => streams::measure(setting).await.context("streams"),
            Self::Sessions => sessions::measure(setting).await.context("sessions"),
            Self::Model => model::measure(setting).context("model"),
            Self::Footprint => footprint::measure(setting).await.context("footprint"),
        }
    }
}

/// The loads of all runs on one server. A run is a number of short loads, in turn with those on the servers that it is
/// compared with: a machine that grows slow does so for all of them.
#[derive(Debug)]
struct Loads {
    turns: usize,
    outcomes: Vec<Outcome>,
}

impl Loads {
    /// Creates an empty collection. `turns` loads make a run.
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

    /// How much of its core the server used: under a load of reads all of it, unless the machine was shared.
    fn busy(&self) -> String {
        let shares = self.mean(|outcome| outcome.server_busy);
        shares.0.iter().map(|share| format!("{:.0} %", share * 100.0)).collect::<Vec<_>>().join(", ")
    }

    /// Of the loads of each run.
    fn mean(&self, figure: impl Fn(&Outcome) -> f64) -> Runs {
        let of_run = |run: &[Outcome]| run.iter().map(&figure).sum::<f64>() / number(run.len());
        Runs(self.outcomes.chunks(self.turns).map(of_run).collect())
    }
}
