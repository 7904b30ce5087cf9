//! Cost of one fdatasync on this disk, without any server.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Page size of a database.
const PAGE: [u8; 4096] = [b'x'; 4096];

/// Position of the write in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// At the end of a growing file: the file system journals the new length too.
    Append,
    /// Over existing bytes, as in a write-ahead log that is reused.
    InPlace,
}

/// Times of `count` single 4 KiB writes, each followed by fdatasync.
pub(crate) fn fdatasync(folder: &Path, place: Place, count: usize) -> Result<Vec<Duration>> {
    let path = folder.join("fdatasync.probe");
    let mut file = OpenOptions::new().create(true).write(true).truncate(true).open(&path)?;
    if place == Place::InPlace {
        fill(&mut file, count * PAGE.len())?;
    }
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let start = Instant::now();
        file.write_all(&PAGE)?;
        file.sync_data()?;
        times.push(start.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(times)
}

/// Fills the file with zeroes, so that later writes change no metadata. Rewinds to its start.
pub(crate) fn fill(file: &mut File, bytes: usize) -> Result<()> {
    let zeroes = [0; PAGE.len()];
    for _ in 0..bytes.div_ceil(zeroes.len()) {
        file.write_all(&zeroes)?;
    }
    file.sync_all()?;
    file.seek(SeekFrom::Start(0))?;
    Ok(())
}
