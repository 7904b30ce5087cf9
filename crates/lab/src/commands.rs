//! The commands: what they take, and what they print.

pub(crate) mod advice;
pub(crate) mod calendar;
pub(crate) mod land;
pub(crate) mod model;
mod parallel;
pub(crate) mod supply;
mod table;

use anyhow::Context;
use std::path::{Path, PathBuf};

/// Replaces the file atomically: writes a temporary file beside it, then renames it.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    std::fs::write(&beside, bytes)
        .and_then(|()| std::fs::rename(&beside, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}
