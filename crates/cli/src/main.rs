//! `grow`: the server and the operator's commands.

mod advice;
mod backup;
mod copy;
mod counted;
mod database;
mod demand;
mod doctor;
mod export;
mod foreign;
mod import;
mod land_file;
mod migrate;
mod prices;
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
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
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
    /// Bring the schema of a database up to date. With PostgreSQL, before servers of a new release start; with SQLite,
    /// the start of `grow serve` does it as well
    Migrate(migrate::Options),
    /// Show or replace the demand figures
    Demand(OnDatabase<demand::Demand>),
    /// Show or add to what was observed of the seasons
    Supply(OnDatabase<supply::Supply>),
    /// Show or add to what crops are sold for at the markets
    Prices(OnDatabase<prices::Prices>),
    /// Review the sowings that wait to be counted
    Sowings(OnDatabase<sowings::Sowings>),
    /// Import records from the documents of a hosted database, or a whole copy of a database, into the database of a
    /// server that was started once
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
    #[command(subcommand)]
    Advice(advice::Advice),
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
        Command::Prices(options) => prices::execute(options),
        Command::Sowings(options) => sowings::execute(options),
        Command::Import(options) => import::execute(&options),
        Command::Export(options) => export::execute(&options),
        Command::Backup(options) => backup::back_up(&options),
        Command::Restore(options) => backup::restore(&options),
        Command::Doctor(options) => doctor::execute(&options),
        Command::Advice(advice) => advice::execute(&advice),
        Command::Openapi => {
            print!("{}", grow_server::openapi());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Whether the address of the database stands on the command line. Messages about it name the variable otherwise.
fn names_database(matches: &ArgMatches) -> bool {
    const ID: &str = "database_url";
    matches.subcommand().is_some_and(|(_, command)| {
        command.ids().any(|id| id == ID) && command.value_source(ID) == Some(ValueSource::CommandLine)
    })
}

#[expect(clippy::print_stderr, reason = "a command line speaks through its output")]
fn main() -> ExitCode {
    let matches = without_empty_settings(Arguments::command()).get_matches();
    let is_option = names_database(&matches);
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match execute(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            let told = format!("{error:#}");
            eprintln!("grow: {}", if is_option { told.replace("GROW_DATABASE_URL", "--database-url") } else { told });
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_option_of_the_database_where_it_is_given() {
        let names = |words: &[&str]| names_database(&Arguments::command().try_get_matches_from(words).unwrap());
        let (option, address) = ("--database-url", "sqlite:a.db");
        assert!(names(&["grow", "import", "FILE", option, address]));
        assert!(names(&["grow", "demand", option, address, "show"]));
        assert!(names(&["grow", "demand", "import", "FILE", option, address]));
        assert!(!names(&["grow", "import", "FILE"]));
        assert!(!names(&["grow", "openapi"]));
    }

    #[test]
    fn the_help_says_what_is_true_of_both_engines() {
        let help = |name: &str| {
            let mut command = Arguments::command();
            command.find_subcommand_mut(name).unwrap().render_long_help().to_string()
        };
        let import = help("import");
        assert!(import.contains("--count-sowings <yes|no>") && !import.contains("possible values"), "{import}");
        assert!(import.contains("server that was started once"), "{import}");
        assert!(help("migrate").contains("with SQLite, the start of `grow serve` does it as well"));
    }
}
