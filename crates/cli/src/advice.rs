//! `grow advice`: what to sow now, drawn for many farmers.

mod draw;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

/// What to sow now, drawn for many farmers.
#[derive(clap::Subcommand)]
pub(crate) enum Advice {
    /// Draw the first crops of many farmers on a day, and compare their counts with the promised chances
    Draw(draw::Options),
}

/// Runs the command on the terminal.
pub(crate) fn execute(Advice::Draw(options): &Advice) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    draw::run(options, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests;
