//! Progress of long work on a SQLite database.

use rusqlite::Connection;
use std::time::{Duration, Instant};

/// Number of steps of SQLite's virtual machine between two looks at the clock.
const STEPS_BETWEEN_LOOKS: i32 = 1_000_000;

/// Calls back again and again while the connection works, with this time between.
pub(crate) fn tell_each(
    pause: Duration,
    connection: &mut Connection,
    mut tell: impl FnMut() + Send + 'static,
) -> rusqlite::Result<()> {
    let mut last = Instant::now();
    connection.progress_handler(
        STEPS_BETWEEN_LOOKS,
        Some(move || {
            if last.elapsed() >= pause {
                last = Instant::now();
                tell();
            }
            false
        }),
    )
}

/// Calls back no longer.
pub(crate) fn tell_no_more(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.progress_handler(0, None::<fn() -> bool>)
}
