//! `grow advice`: what to sow now, drawn for many farmers.

mod draw;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

/// What to sow now, drawn for many farmers.
#[derive(clap::Subcommand)]
enum Command {
    /// Draw the first crops of many farmers on a day, and compare their counts with the promised chances
    Draw(draw::Options),
}

/// A command about the advice.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

/// Runs the command on the terminal.
pub(crate) fn execute(options: Options) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let code = run(options.command, &mut out)?;
    out.flush()?;
    Ok(code)
}

/// Runs the command. Results go to `out`.
fn run(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Draw(options) => draw::run(&options, out),
    }
}

#[cfg(test)]
mod tests;
