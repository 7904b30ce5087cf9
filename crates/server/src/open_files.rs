//! Limits of open files and connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Maximum number of connections. Each takes some tens of kilobytes at most, so that all fit into a gigabyte. Further
/// connections wait in the system's accept queue.
const MOST_CONNECTIONS: u64 = 20_000;
/// Files that are not client connections: the database with its readers, connections to PostgreSQL and to the identity
/// provider, the list of erasures, the log, and the runtime's own.
const RESERVE: u64 = 200;

/// Raises the limit of open files as far as the system allows and the server needs. Logs a failure and continues.
pub fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(MOST_CONNECTIONS + RESERVE, |maximum| maximum.min(MOST_CONNECTIONS + RESERVE));
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit { current: Some(wanted), maximum: limit.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, "the limit of open files could not be raised");
        }
    }
}

/// The maximum number of connections that leaves files for the rest of the server.
#[must_use]
pub fn most_connections() -> usize {
    connections_within(getrlimit(Resource::Nofile).current)
}

/// If the system allows very few files, connections get half of them.
fn connections_within(files: Option<u64>) -> usize {
    let most =
        files.map_or(MOST_CONNECTIONS, |files| files.saturating_sub(RESERVE).max(files / 2).min(MOST_CONNECTIONS));
    usize::try_from(most).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_rest() {
        for (files, connections) in [
            (Some(256), 128),
            (Some(1_024), 824),
            (Some(20_000), 19_800),
            (Some(20_200), 20_000),
            (Some(1_048_576), 20_000),
            (None, 20_000),
        ] {
            assert_eq!(connections_within(files), connections, "{files:?}");
        }
    }
}
