//! What a store does at one moment, for metrics.

/// What the store does at this moment.
#[derive(Clone, Debug)]
pub struct Load {
    /// Commits of this process.
    pub commits: u64,
    /// Writes that were committed. On SQLite, several share a commit.
    pub writes: u64,
    /// Writes that wait: for their commit, or for a connection.
    pub waiting: usize,
    /// The pools of connections to PostgreSQL.
    pub pools: Vec<PoolLoad>,
}

/// A pool of connections at this moment.
#[derive(Clone, Copy, Debug)]
pub struct PoolLoad {
    /// What it is for.
    pub name: &'static str,
    /// Open connections.
    pub open: usize,
    /// Connections that are in use.
    pub lent: usize,
    /// Calls that wait for a connection.
    pub waiting: usize,
}
