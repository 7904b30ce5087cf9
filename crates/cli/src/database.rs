//! The database that a command works on.

use grow_store::DatabaseUrl;

/// Which database a command works on.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// sqlite:FILE, or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long, env = "GROW_DATABASE_URL", default_value = "sqlite:grow-data/grow.db", hide_env_values = true)]
    pub(crate) database_url: String,
}

impl Database {
    /// Parses the address. Clap would print an invalid address, which may contain a password.
    pub(crate) fn url(&self) -> anyhow::Result<DatabaseUrl> {
        Ok(self.database_url.parse()?)
    }
}
