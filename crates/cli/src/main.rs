//! `grow`: the server and the operator's commands.

mod advice;
mod backup;
mod copy;
mod database;
mod demand;
mod doctor;
mod export;
mod foreign;
mod import;
mod land_file;
mod migrate;
mod private_file;
#[cfg(test)]
mod read_only_tests;
mod refusable;
mod serve;
mod sowings;
mod supply;
mod table;
mod telemetry;

use crate::database::OnDatabase;
use clap::builder::Resettable;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Crop planning for farmers: what the country still needs, and what to sow.
#[derive(Parser)]
#[command(name = "grow", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the app
    Serve(Box<serve::Options>),
    /// Bring the schema of a PostgreSQL database up to date, before servers of a new release start
    Migrate(migrate::Options),
    /// Show or replace the demand figures
    Demand(OnDatabase<demand::Demand>),
    /// Show or add to what was observed of the seasons
    Supply(OnDatabase<supply::Supply>),
    /// Review the sowings that wait to be counted
    Sowings(OnDatabase<sowings::Sowings>),
    /// Import records from the documents of a hosted database, or a whole copy of a database
    Import(import::Options),
    /// Export the records as documents, or the whole database
    Export(export::Options),
    /// Write a copy of a SQLite database as it is now; with PostgreSQL, check that pgBackRest has one of today
    Backup(backup::Backup),
    /// Put a backup in the place of a SQLite database that no server uses
    Restore(backup::Restore),
    /// Look at everything that a server with these settings needs, and change nothing
    Doctor(Box<serve::Options>),
    /// Draw what many farmers are advised to sow
    Advice(advice::Options),
    /// Print the description of the HTTP API
    Openapi,
}

/// A variable that is empty is not set: `GROW_OIDC_CLIENT_ID=` in a file of settings means that there is no client.
fn without_empty_settings(command: clap::Command) -> clap::Command {
    let is_empty = |arg: &clap::Arg| arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    command
        .mut_args(|arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg })
        .mut_subcommands(without_empty_settings)
}

#[expect(clippy::print_stdout, reason = "a command line speaks through its output")]
fn execute(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(options) => serve::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Migrate(options) => migrate::execute(&options),
        Command::Demand(options) => demand::execute(options),
        Command::Supply(options) => supply::execute(options),
        Command::Sowings(options) => sowings::execute(options),
        Command::Import(options) => import::execute(&options),
        Command::Export(options) => export::execute(&options),
        Command::Backup(options) => backup::back_up(&options),
        Command::Restore(options) => backup::restore(&options),
        Command::Doctor(options) => doctor::execute(&options),
        Command::Advice(options) => advice::execute(options),
        Command::Openapi => {
            print!("{}", grow_server::openapi());
            Ok(ExitCode::SUCCESS)
        }
    }
}

#[expect(clippy::print_stderr, reason = "a command line speaks through its output")]
fn main() -> ExitCode {
    let matches = without_empty_settings(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match execute(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("grow: {error:#}");
            ExitCode::FAILURE
        }
    }
}
