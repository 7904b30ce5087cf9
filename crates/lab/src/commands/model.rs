//! `grow-lab model`: the suitability model, from a table of shares to a prediction.

mod card;
mod evaluate;
mod files;
mod predict;
mod train;

pub(crate) use files::model;

use std::io::Write;
use std::process::ExitCode;

/// Train, measure and ask the suitability model.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Train a model on observed shares, and write it as one file
    Train(train::Options),
    /// Measure how well models predict states, and blocks of 4 degrees, that they were not trained on
    Evaluate(evaluate::Options),
    /// Print how districts with the climate of a place share the land of the sixteen crops
    Predict(predict::Options),
    /// Print the table of the hill districts in the model card, docs/MODEL.md
    Card,
}

/// Runs the command. Results go to `out`, progress and reasons of a rejected file to `complaints`.
pub(crate) fn run(command: Command, out: &mut impl Write, complaints: &mut impl Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Train(options) => train::run(&options, out, complaints),
        Command::Evaluate(options) => evaluate::run(&options, out, complaints),
        Command::Predict(options) => predict::run(&options, out, complaints),
        Command::Card => card::run(out),
    }
}

#[cfg(test)]
mod tests;
