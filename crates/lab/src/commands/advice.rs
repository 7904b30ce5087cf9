//! `grow-lab advice`: ways of advising, simulated.

mod plot;
mod report;
mod run;
mod simulate;
mod variants;

use std::io::Write;
use std::process::ExitCode;

/// Simulate ways of advising.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Simulate seasons in which a part of the farmers follows advice, and compare ways of advising
    Simulate(simulate::Options),
}

/// Runs the command. Results go to `out`.
pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Simulate(options) => simulate::run(&options, out),
    }
}

#[cfg(test)]
mod tests;
