//! Answers that are the same for everyone and are not live: each is computed when it is first asked for, and kept until
//! what it follows from changes.

mod calendar;
mod details;
mod imports;

pub(crate) use calendar::{CropCalendar, NextWindows, SeasonKey};
pub(crate) use details::{CropByState, DemandSources, Detail, Details};
pub(crate) use imports::Imports;
