//! `grow-lab model`: the suitability model, from a table of shares to a prediction.

mod card;
mod evaluate;
mod predict;
mod train;

use anyhow::Context;
use grow_lab::suitability::{Model, Table};
use std::io::Write;
use std::path::Path;
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

/// Reads a table of observed shares from a file, or the embedded one. `None` if it is rejected; the reasons go to
/// `complaints`.
fn observed(file: Option<&Path>, complaints: &mut impl Write) -> anyhow::Result<Option<Table>> {
    let Some(file) = file else { return Ok(Some(Table::observed().clone())) };
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        writeln!(complaints, "{name} is not UTF-8 text. Save it as 'CSV UTF-8'.")?;
        return Ok(None);
    };
    match Table::parse(&text) {
        Ok(table) => Ok(Some(table)),
        Err(refusals) => {
            for refusal in refusals {
                writeln!(complaints, "{name}, {refusal}.")?;
            }
            Ok(None)
        }
    }
}

/// Reads a model file.
pub(crate) fn model(file: &Path) -> anyhow::Result<Model> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    Model::from_bytes(&bytes).with_context(|| format!("{name} is refused"))
}

#[cfg(test)]
mod tests;
