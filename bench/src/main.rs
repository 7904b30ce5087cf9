//! Benchmark for docs/performance.md: drives the real `grow` binary over HTTP and compares it with a bare server.
#![expect(clippy::print_stdout, reason = "the program prints its results")]

mod client;
mod courier;
mod farmers;
mod fill;
mod load;
mod machine;
mod measure;
mod postgres;
mod process;
mod report;
mod scale;
mod setting;
mod stats;
mod watch;
mod yardstick;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};

use machine::{Cores, Used};
use measure::Part;
use report::Circumstances;
use setting::{Extent, Setting};

/// Benchmarks Grow against a bare server on this machine.
#[derive(Parser, Debug)]
#[command(args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    command: Option<Subject>,
    /// Binary to measure.
    #[arg(long, value_name = "PATH", default_value = "target/dist/grow")]
    grow: PathBuf,
    /// Folder on the disk to measure. A temporary folder is created in it.
    #[arg(long, value_name = "FOLDER", default_value = "target")]
    disk: PathBuf,
    /// Write the results to this file.
    #[arg(long, value_name = "PATH")]
    write: Option<PathBuf>,
    /// Append this Markdown file with results of another program.
    #[arg(long, value_name = "PATH", requires = "write")]
    append: Option<PathBuf>,
    /// Measure only these parts (default: all).
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
    /// Run shorter loads, for a quick check.
    #[arg(long)]
    quick: bool,
}

#[derive(Subcommand, Debug)]
enum Subject {
    /// Run as the bare server (used by the benchmark itself).
    Yardstick(yardstick::Options),
    /// Measure what grows with the number of sowings.
    Scale(scale::Options),
}

fn main() -> Result<()> {
    let options = Options::parse();
    match &options.command {
        Some(Subject::Yardstick(options)) => return yardstick::run(options),
        Some(Subject::Scale(options)) => return runtime()?.block_on(scale::run(options)),
        None => {}
    }
    let cores = Cores::of_this_machine();
    if cores.server == cores.load {
        println!("One core only: server and load share it, and the ratios say little.\n");
    }
    let extent = if options.quick { Extent::QUICK } else { Extent::FULL };
    // Each stream uses a file descriptor here and one in the server.
    machine::allow_open_files(u64::try_from(extent.streams)? + 1000)?;
    machine::pin(cores.load)?;
    runtime()?.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        // Dropping the measurement also stops the servers.
        tokio::select! {
            measured = measure(&options, extent, cores) => measured,
            _ = tokio::signal::ctrl_c() => bail!("interrupted"),
            _ = terminate.recv() => bail!("terminated"),
        }
    })
}

fn runtime() -> Result<Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

async fn measure(options: &Options, extent: Extent, cores: Cores) -> Result<()> {
    let (started, used) = (Instant::now(), Used::now()?);
    let parts = if options.only.is_empty() { Part::ALL.to_vec() } else { options.only.clone() };
    let mut setting = Setting::prepare(&options.grow, &options.disk, extent, cores).await?;
    let mut sections = Vec::new();
    for part in parts {
        let section = part.measure(&mut setting).await?;
        println!("{}", section.to_markdown().trim_end());
        println!();
        sections.push(section);
    }
    setting.stop().await?;

    let circumstances = Circumstances {
        date: today(),
        machine: machine::describe()?,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        runs: extent.runs,
        others: Used::now()?.by_others_since(used, started.elapsed().as_secs_f64()),
    };
    println!("{}. {}", circumstances.machine, report::quiet(circumstances.others));
    if let Some(path) = &options.write {
        let appended =
            options.append.as_ref().map(std::fs::read_to_string).transpose().context("read what to append")?;
        report::write_page(path, &circumstances, &sections, &appended.unwrap_or_default()).context("write the page")?;
    }
    Ok(())
}

fn today() -> String {
    #[expect(clippy::disallowed_methods, reason = "the page carries the day of the measurement")]
    let now = jiff::Timestamp::now();
    now.strftime("%-d %B %Y").to_string()
}
