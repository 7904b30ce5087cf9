//! The measurements, one file for each part.

mod advice;
mod exports;
mod footprint;
mod import;
mod loads;
mod migration;
mod model;
mod noise;
mod own;
mod postgres;
mod reads;
pub(crate) mod scale;
mod sessions;
mod streams;
mod writes;

use anyhow::{Context, Result};

use crate::report::Section;
use crate::setting::Setting;

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
