//! `grow-lab model evaluate`.

use super::files::observed;
use crate::commands::parallel;
use anyhow::bail;
use clap::ValueEnum;
use grow_domain::State;
use grow_lab::suitability::Table;
use grow_lab::training::SEED;
use grow_lab::training::evaluation::{self, Fold, Judged, Predictor, Split};
use grow_lab::training::metrics::Scores;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of the evaluation.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Observed shares by district, a CSV file with the columns of `data/crop_share.csv`; by default, the product's own
    #[arg(long, value_name = "FILE")]
    pub(super) shares: Option<PathBuf>,
    /// The seed of the models that are trained
    #[arg(long, default_value_t = SEED)]
    pub(super) seed: u64,
    /// What is left out at a time
    #[arg(long, value_enum, default_value_t = Parting::Both)]
    pub(super) split: Parting,
    /// Leave out these states only, one after the other, by name or code: TN,PB. Each model is still trained on all the
    /// others
    #[arg(long, value_delimiter = ',', value_name = "STATE", conflicts_with = "split")]
    pub(super) states: Vec<State>,
    /// Fail where a bar is missed; of some states only, where a baseline is better than the model
    #[arg(long)]
    pub(super) strict: bool,
}

/// How the table is split into folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Parting {
    /// By whole states
    States,
    /// By blocks of 4 by 4 degrees
    Blocks,
    /// By both, one after the other
    Both,
}

pub(super) fn run(options: &Options, out: &mut impl Write, complaints: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Some(table) = observed(options.shares.as_deref(), complaints)? else { return Ok(ExitCode::FAILURE) };
    let splits: &[Split] = match options.split {
        Parting::States => &[Split::States],
        Parting::Blocks => &[Split::Blocks],
        Parting::Both if !options.states.is_empty() => &[Split::States],
        Parting::Both => &[Split::States, Split::Blocks],
    };
    let mut reached = true;
    for split in splits {
        let mut folds = evaluation::folds(&table, *split);
        let whole = folds.len();
        if let Some(unseen) = options.states.iter().find(|state| !folds.iter().any(|fold| fold.state == Some(**state)))
        {
            bail!("the table has no district of {}", unseen.name());
        }
        folds.retain(|fold| options.states.is_empty() || fold.state.is_some_and(|s| options.states.contains(&s)));
        let judged = judge_all(&table, &folds, options.seed, complaints)?;
        let what = match split {
            Split::States => "states",
            Split::Blocks => "blocks of 4 degrees",
        };
        let of =
            if folds.len() < whole { format!("{} of {whole} {what}", folds.len()) } else { format!("{whole} {what}") };
        writeln!(out, "{} districts of {of}, each of which was left out whole\n", judged.len())?;
        write_scores(out, &judged)?;
        if *split == Split::States {
            reached &= if folds.len() == whole { write_bars(out, &judged)? } else { is_best(&judged) };
            write_states(out, &judged)?;
        }
        write_reliability(out, &judged)?;
    }
    Ok(if reached || !options.strict { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Evaluates the folds in parallel. Returns the districts in the order of the folds.
fn judge_all(table: &Table, folds: &[Fold], seed: u64, complaints: &mut impl Write) -> anyhow::Result<Vec<Judged>> {
    let (mut judged, mut done) = (BTreeMap::new(), 0);
    let judge = |fold: &Fold| evaluation::judge(table, fold, seed);
    parallel::each(folds, judge, |number, result| -> anyhow::Result<()> {
        done += 1;
        if let Some(fold) = folds.get(number) {
            writeln!(complaints, "{done} of {}: {}", folds.len(), fold.name)?;
        }
        judged.insert(number, result?);
        Ok(())
    })?;
    Ok(judged.into_values().flatten().collect())
}

const FIGURES: &str = "      KL  cross-entropy  overlap@3  overlap@5  largest in top 3";

fn figures(scores: &Scores) -> String {
    let Scores { kl, cross_entropy, overlap3, overlap5, largest_in_top3 } = scores;
    format!("{kl:>8.4}  {cross_entropy:>13.4}  {overlap3:>9.4}  {overlap5:>9.4}  {largest_in_top3:>16.4}")
}

fn write_scores(out: &mut impl Write, judged: &[Judged]) -> std::io::Result<()> {
    writeln!(out, "{:<21}{FIGURES}", "Predictor")?;
    for predictor in Predictor::ALL {
        writeln!(out, "{:<21}{}", predictor.name(), figures(&evaluation::scores(judged, predictor)))?;
    }
    let (answered, scores) = evaluation::answered(judged);
    writeln!(out, "{:<21}{}", "model, where it answers", figures(&scores))?;
    writeln!(out, "\nThe model knows land like that of {answered} of {} districts.\n", judged.len())
}

/// Writes the thresholds. Returns whether all were reached.
fn write_bars(out: &mut impl Write, judged: &[Judged]) -> std::io::Result<bool> {
    let bars = evaluation::bars(judged);
    writeln!(out, "{:<21}{:>8}  {:>13}", "Bar of the model", "bar", "measured")?;
    for bar in &bars {
        let verdict = if bar.passed { "passed" } else { "missed" };
        writeln!(out, "{:<21}{:>8.3}  {:>13.4}  {verdict}", bar.name, bar.bar, bar.measured)?;
    }
    writeln!(out)?;
    Ok(bars.iter().all(|bar| bar.passed))
}

/// Whether the model is better than every baseline.
fn is_best(judged: &[Judged]) -> bool {
    let entropy = |predictor| evaluation::scores(judged, predictor).cross_entropy;
    let [model, baselines @ ..] = Predictor::ALL;
    baselines.into_iter().all(|baseline| entropy(model) < entropy(baseline))
}

fn write_states(out: &mut impl Write, judged: &[Judged]) -> std::io::Result<()> {
    writeln!(out, "{:<42}{:>9}{FIGURES}", "State, the worst first", "districts")?;
    for (state, districts, scores) in evaluation::by_state(judged) {
        writeln!(out, "{:<42}{districts:>9}{}", state.name(), figures(&scores))?;
    }
    writeln!(out)
}

fn write_reliability(out: &mut impl Write, judged: &[Judged]) -> std::io::Result<()> {
    writeln!(out, "{:<21}{:>8}  {:>13}  {:>9}", "Predicted share", "pairs", "predicted", "observed")?;
    for bin in evaluation::reliability(judged) {
        let range = format!("{:.2} to {:.2}", bin.from, bin.to);
        writeln!(out, "{range:<21}{:>8}  {:>13.4}  {:>9.4}", bin.count, bin.predicted, bin.observed)?;
    }
    writeln!(out)
}
