//! `grow-lab model train`.

use super::files::observed;
use grow_lab::training::Trial;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of the training.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Observed shares by district, a CSV file with the columns of `data/crop_share.csv`; by default, the product's own
    #[arg(long, value_name = "FILE")]
    pub(super) shares: Option<PathBuf>,
    /// The trees are drawn by lot with this seed; the same table and seed give the same file
    #[arg(long, default_value_t = grow_lab::training::SEED)]
    pub(super) seed: u64,
    /// The model file to write
    #[arg(long, value_name = "FILE", default_value = "crates/lab/model.grow")]
    pub(super) out: PathBuf,
}

pub(super) fn run(options: &Options, out: &mut impl Write, complaints: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Some(table) = observed(options.shares.as_deref(), complaints)? else {
        writeln!(complaints, "Nothing was written.")?;
        return Ok(ExitCode::FAILURE);
    };
    let mut heard = Ok(());
    let model = grow_lab::training::train(&table, options.seed, &mut |trial| {
        let told = tell(complaints, &trial);
        heard = std::mem::replace(&mut heard, Ok(())).and(told);
    })?;
    heard?;
    let file = model.to_bytes();
    crate::commands::write_whole(&options.out, &file)?;
    writeln!(out, "Model {} of {} districts: {}.", model.version(), model.districts(), model.settings())?;
    writeln!(out, "{} bytes are in {}.", file.len(), options.out.display())?;
    Ok(ExitCode::SUCCESS)
}

fn tell(complaints: &mut impl Write, trial: &Trial) -> std::io::Result<()> {
    let Trial { done, of, settings, cross_entropy } = trial;
    writeln!(complaints, "{done} of {of}: cross-entropy {cross_entropy:.4}: {settings}")
}
