//! The database that a command works on.

use grow_store::DatabaseUrl;

/// Which database a command works on.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// sqlite:FILE, or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long, env = "GROW_DATABASE_URL", default_value = "sqlite:grow-data/grow.db", hide_env_values = true)]
    pub(crate) database_url: String,
}

/// A command, and the database that it works on.
#[derive(clap::Args)]
pub(crate) struct OnDatabase<C: clap::Subcommand> {
    #[command(subcommand)]
    pub(crate) command: C,
    #[command(flatten)]
    pub(crate) database: Database,
}

impl Database {
    /// Parses the address. Clap would print an invalid address, which may contain a password.
    pub(crate) fn url(&self) -> anyhow::Result<DatabaseUrl> {
        Ok(self.database_url.parse()?)
    }
}
