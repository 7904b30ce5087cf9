//! The machine under the measurement: its cores, its limits, its name.

use std::fs;

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::stats;

/// The kernel's clock ticks a second towards user space, on every architecture we run on.
const TICKS: f64 = 100.0;

/// The core of the servers and the core of the load; the same one where there is only one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cores {
    pub(crate) server: usize,
    pub(crate) load: usize,
}

impl Cores {
    /// Core 0 for the servers and core 1 for the load.
    pub(crate) fn of_this_machine() -> Self {
        Self { server: 0, load: usize::from(count() > 1) }
    }
}

/// How many cores there are, whichever of them this thread is kept on.
pub(crate) fn count() -> usize {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    // A line for all of them together, then one for each.
    stat.lines().filter(|line| line.starts_with("cpu")).count().saturating_sub(1).max(1)
}

/// Keeps this thread, and what it starts from now on, on one core.
pub(crate) fn pin(core: usize) -> Result<()> {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).with_context(|| format!("pin to core {core}"))
}

/// Lets this process, and those it starts, open this many files.
pub(crate) fn allow_open_files(files: u64) -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= files) {
        return Ok(());
    }
    let maximum = limit.maximum.map(|maximum| maximum.max(files));
    setrlimit(Resource::Nofile, Rlimit { current: Some(files), maximum })
        .with_context(|| format!("raise the limit of open files to {files}"))
}

/// One line: processor, cores, kernel.
pub(crate) fn describe() -> Result<String> {
    let processors = fs::read_to_string("/proc/cpuinfo").context("/proc/cpuinfo")?;
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let system = rustix::system::uname();
    Ok(format!(
        "{model}, {} cores, {} {}",
        count(),
        system.sysname().to_string_lossy(),
        system.release().to_string_lossy()
    ))
}

/// Resident memory of a process, in MiB.
pub(crate) fn resident_mib(pid: u32) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let kib: f64 = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().strip_suffix("kB"))
        .context("VmRSS")?
        .trim()
        .parse()?;
    Ok(kib / 1024.0)
}

/// Processor time that a process has used so far, in seconds.
pub(crate) fn processor_seconds(pid: u32) -> Result<f64> {
    times(pid, 2)
}

/// Processor time that the whole machine, and this process with its ended children, have used so far, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    machine: f64,
    ours: f64,
}

impl Used {
    /// As of now.
    pub(crate) fn now() -> Result<Self> {
        let stat = fs::read_to_string("/proc/stat")?;
        let ticks: Vec<f64> = stat
            .lines()
            .next()
            .context("/proc/stat")?
            .split_whitespace()
            .skip(1)
            .filter_map(|field| field.parse().ok())
            .collect();
        // user nice system idle iowait irq softirq steal; what follows is counted in user already.
        let busy: f64 = ticks.iter().take(8).sum::<f64>() - ticks.iter().skip(3).take(2).sum::<f64>();
        Ok(Self { machine: busy / TICKS, ours: times(std::process::id(), 4)? })
    }

    /// Share of the machine that everyone else used since `earlier`.
    pub(crate) fn by_others_since(self, earlier: Self, seconds: f64) -> f64 {
        let others = (self.machine - earlier.machine) - (self.ours - earlier.ours);
        (others / (seconds * stats::number(count()))).max(0.0)
    }
}

/// The first `fields` of user, system, children's user and children's system time of a process, summed, in seconds.
fn times(pid: u32, fields: usize) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in parentheses, may hold spaces; what follows it may not.
    let after_name = stat.rsplit_once(')').context("stat")?.1;
    let ticks: Vec<f64> =
        after_name.split_whitespace().skip(11).take(fields).filter_map(|field| field.parse().ok()).collect();
    ensure!(ticks.len() == fields, "processor time of {pid}");
    Ok(ticks.iter().sum::<f64>() / TICKS)
}
