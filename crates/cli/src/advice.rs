//! `grow advice`: what to sow now, simulated and drawn.

mod draw;
mod plot;
mod report;
mod simulate;
mod variants;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

/// What to sow now: simulate ways of advising, and draw the crops of many farmers.
#[derive(clap::Subcommand)]
enum Command {
    /// Simulate seasons in which a part of the farmers follows advice, and compare ways of advising
    Simulate(simulate::Options),
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
        Command::Simulate(options) => simulate::run(&options, out),
        Command::Draw(options) => draw::run(&options, out),
    }
}

#[cfg(test)]
mod tests;
