//! `grow-lab land`: the land table that Grow serves.

use anyhow::Context;
use grow_lab::suitability::shipped;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the land table.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Write what a model says of the 734 districts, with its reasons, as one file
    Write(Options),
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
    let Command::Write(options) = command;
    let table = match &options.model {
        Some(file) => grow_lab::land::table(&super::model::model(file)?),
        None => grow_lab::land::table(shipped()),
    };
    super::write_whole(&options.out, &table)?;
    let version = grow_domain::land::LandTable::from_bytes(table.clone()).context("the table that was written")?;
    writeln!(out, "Land table {} of {} bytes is in {}.", version.version(), table.len(), options.out.display())?;
    Ok(ExitCode::SUCCESS)
}
