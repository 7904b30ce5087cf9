//! `grow migrate`.

use crate::database::{Database, Postgres};
use crate::telemetry;
use grow_store::Store;
use std::io::Write;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    postgres: Postgres,
}

/// Brings the schema of a database up to date.
pub(crate) fn execute(options: &Options) -> anyhow::Result<ExitCode> {
    telemetry::start("info")?;
    let url = options.database.url()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(Store::migrate(&url, options.postgres.limits()))?;
    writeln!(std::io::stdout(), "The schema of {url} is up to date.")?;
    Ok(ExitCode::SUCCESS)
}
