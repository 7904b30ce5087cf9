//! `grow-lab`: the maker's commands.

mod commands;

use clap::{Parser, Subcommand};
use commands::{advice, calendar, land, model, supply};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

/// What is computed before Grow ships: the suitability model, the land table, and the simulation of the advice.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train, measure and ask the suitability model
    #[command(subcommand)]
    Model(model::Command),
    /// Write and judge the land table that Grow serves
    #[command(subcommand)]
    Land(land::Command),
    /// Check the calendar of sowing
    #[command(subcommand)]
    Calendar(calendar::Command),
    /// Simulate ways of advising
    #[command(subcommand)]
    Advice(advice::Command),
    /// Write what was observed of a season
    #[command(subcommand)]
    Supply(supply::Command),
}

#[expect(clippy::print_stderr, reason = "a command line speaks through its output")]
fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("grow-lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    // Buffered, because writing a single row takes longer than its prediction.
    let mut out = BufWriter::new(std::io::stdout().lock());
    let code = match command {
        Command::Model(command) => model::run(command, &mut out, &mut std::io::stderr())?,
        Command::Land(command) => land::run(command, &mut out)?,
        Command::Calendar(command) => calendar::run(command, &mut out)?,
        Command::Advice(command) => advice::run(command, &mut out)?,
        Command::Supply(command) => supply::run(command, &mut out)?,
    };
    out.flush()?;
    Ok(code)
}
