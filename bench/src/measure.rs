//! The measurements, one file for each part.

mod advice;
mod footprint;
mod overview;
mod own;
mod postgres;
mod sowing;
mod streams;

use anyhow::{Context, Result};

use crate::report::Section;
use crate::setting::Setting;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// The farmer's own record and sowings.
    Own,
    /// The overview, with and without concurrent sowings.
    Overview,
    /// Durable sowings.
    Sowing,
    /// Open demand streams.
    Streams,
    /// The advice of the day.
    Advice,
    /// Sowings and own records on PostgreSQL.
    Postgres,
    /// Memory, start time and size.
    Footprint,
}

impl Part {
    /// All parts. `Footprint` is last, to measure the database that the others filled.
    pub(crate) const ALL: [Self; 7] =
        [Self::Own, Self::Overview, Self::Sowing, Self::Streams, Self::Advice, Self::Postgres, Self::Footprint];

    /// Measures this part. Fails if an answer was wrong or inexact.
    pub(crate) async fn measure(self, setting: &mut Setting) -> Result<Section> {
        match self {
            Self::Own => own::measure(setting).await.context("own"),
            Self::Overview => overview::measure(setting).await.context("overview"),
            Self::Sowing => sowing::measure(setting).await.context("sowing"),
            Self::Streams => streams::measure(setting).await.context("streams"),
            Self::Advice => advice::measure(setting).await.context("advice"),
            Self::Postgres => postgres::measure(setting).await.context("postgres"),
            Self::Footprint => footprint::measure(setting).await.context("footprint"),
        }
    }
}
