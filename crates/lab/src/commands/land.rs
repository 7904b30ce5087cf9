//! `grow-lab land`: the land table that Grow serves.

mod compare;
mod evaluate;

use anyhow::Context;
use grow_domain::land::LandTable;
use grow_lab::suitability::shipped;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write and judge the land table.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Write what a model says of the 734 districts with its reasons, and in which seasons and with what water each
    /// crop is sown there, as one file
    Write(Options),
    /// Measure how well the shares of a season are told for districts whose own figures are left out
    Evaluate(evaluate::Options),
    /// Compare the table with shares that were computed elsewhere
    Compare(compare::Options),
}

/// Options of the table.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A model file of your own, as `grow-lab model train` writes it; by default, the model of the product
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "data/land.grow")]
    out: PathBuf,
}

/// Runs the command. Results go to `out`.
pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Write(options) => write(&options, out),
        Command::Evaluate(options) => evaluate::run(&options, out),
        Command::Compare(options) => compare::run(&options, out),
    }
}

fn write(options: &Options, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let file = match &options.model {
        Some(file) => grow_lab::land::table(&super::model::model(file)?),
        None => grow_lab::land::table(shipped()),
    };
    let table = LandTable::from_bytes(file.clone()).context("the table cannot be read again")?;
    super::write_whole(&options.out, &file)?;
    writeln!(out, "Land table {} of {} bytes is in {}.", table.version(), file.len(), options.out.display())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests;
