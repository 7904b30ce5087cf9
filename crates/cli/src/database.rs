//! The database that a command works on.

use clap::builder::RangedI64ValueParser;
use grow_store::{DatabaseUrl, PostgresLimits, Store};
use jiff::SignedDuration;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Which database a command works on.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// sqlite:FILE, or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    // Also behind the name of a command of a command.
    #[arg(
        long,
        global = true,
        env = "GROW_DATABASE_URL",
        default_value = "sqlite:grow-data/grow.db",
        hide_env_values = true
    )]
    pub(crate) database_url: String,
}

/// How PostgreSQL is used.
#[derive(clap::Args)]
pub(crate) struct Postgres {
    /// How many connections to PostgreSQL are for reads; as many again are for writes
    #[arg(long, env = "GROW_DATABASE_CONNECTIONS", default_value = "16", value_parser = at_least_one())]
    database_connections: u16,
    /// How long to wait at the start for a PostgreSQL that cannot be reached
    #[arg(long, env = "GROW_DATABASE_WAIT", default_value = "30s", value_parser = duration)]
    database_wait: Duration,
}

impl Postgres {
    pub(crate) fn limits(&self) -> PostgresLimits {
        PostgresLimits {
            connections: self.database_connections.into(),
            start: self.database_wait,
            ..PostgresLimits::default()
        }
    }
}

fn at_least_one() -> RangedI64ValueParser<u16> {
    RangedI64ValueParser::new().range(1..)
}

fn duration(text: &str) -> Result<Duration, &'static str> {
    let duration = text.parse::<SignedDuration>().ok().and_then(|duration| duration.try_into().ok());
    duration.ok_or("It must be a time, such as 30s or 2m.")
}

/// Opens a database to be read, and says how on the standard error output. Nothing of it is changed.
pub(crate) async fn open_to_read(url: &DatabaseUrl) -> anyhow::Result<Store> {
    let (store, notices) = Store::open_to_read(url).await?;
    for notice in notices {
        let _ = writeln!(io::stderr(), "{notice}");
    }
    Ok(store)
}

/// Opens a database for a command that writes, or to be read for its dry run.
pub(crate) async fn open(url: &DatabaseUrl, dry_run: bool) -> anyhow::Result<Store> {
    if dry_run { open_to_read(url).await } else { Ok(Store::open_existing(url).await?) }
}

/// Parses the path of a setting. In a file of settings, no shell has replaced anything in it.
pub(crate) fn path(text: &str) -> Result<PathBuf, &'static str> {
    if text.starts_with('~') || text.contains('$') {
        return Err("It begins with ~ or has a $, which no shell replaces here: write the path itself.");
    }
    Ok(PathBuf::from(text))
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
