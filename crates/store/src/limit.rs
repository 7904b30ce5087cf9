//! Time limits of transactions.

use std::time::Duration;

/// Time limit of a call, from the wait for a connection to the answer of the last statement. It keeps failed requests
/// within three seconds.
pub(crate) const LONGEST_CALL: Duration = Duration::from_millis(2_500);
/// Time limit of an operator's command and of a background job.
pub(crate) const LONGEST_JOB: Duration = Duration::from_mins(2);

/// The part of a time limit that is kept for the write itself while it waits for SQLite's write lock.
pub(crate) const FOR_THE_WRITE: Duration = Duration::from_millis(500);

/// What limits the time of a transaction on PostgreSQL, and its wait for SQLite's write lock, with [`FOR_THE_WRITE`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// That of requests.
    Call,
    /// That of a page of an export.
    Page,
    /// That of operators' commands and background jobs.
    Job,
    /// That of a copy of the whole database.
    Copy,
}

impl Limit {
    /// The default limit.
    pub(crate) fn usual(self) -> Duration {
        self.given(LONGEST_CALL, LONGEST_JOB)
    }

    /// The limit, given the configured limits of calls and jobs.
    pub(crate) fn given(self, call: Duration, job: Duration) -> Duration {
        match self {
            Self::Call => call,
            Self::Page => call * 4,
            Self::Job => job,
            Self::Copy => job * 60,
        }
    }
}
