//! The machine: cores, limits and description.

use std::fs;

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::stats;

/// Clock ticks per second in `/proc`, the same on all supported architectures.
const TICKS: f64 = 100.0;

/// The cores of the servers and of the load. Both are the same on a single-core machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cores {
    pub(crate) server: usize,
    pub(crate) load: usize,
}

impl Cores {
    /// Uses core 0 for the servers and core 1 for the load.
    pub(crate) fn of_this_machine() -> Self {
        Self { server: 0, load: usize::from(count() > 1) }
    }
}

/// Returns the number of cores, independent of the thread's affinity.
pub(crate) fn count() -> usize {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    // The first line is the total; each core has one line.
    stat.lines().filter(|line| line.starts_with("cpu")).count().saturating_sub(1).max(1)
}

/// Pins this thread, and the processes and threads it starts, to one core.
pub(crate) fn pin(core: usize) -> Result<()> {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).with_context(|| format!("pin to core {core}"))
}

/// Lets this thread, and the processes and threads it starts, use all cores.
pub(crate) fn pin_to_all() -> Result<()> {
    let mut set = CpuSet::new();
    (0..count()).for_each(|core| set.set(core));
    sched_setaffinity(None, &set).context("use all cores")
}

/// Raises the limit of open files for this process and its children.
pub(crate) fn allow_open_files(files: u64) -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= files) {
        return Ok(());
    }
    let maximum = limit.maximum.map(|maximum| maximum.max(files));
    setrlimit(Resource::Nofile, Rlimit { current: Some(files), maximum })
        .with_context(|| format!("raise the limit of open files to {files}"))
}

/// Describes the machine on one line: processor, cores, kernel.
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

/// Returns the resident memory of a process in MiB.
pub(crate) fn resident_mib(pid: u32) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    let kib: f64 = line.trim().strip_suffix("kB").context("VmRSS")?.trim().parse()?;
    Ok(kib / 1024.0)
}

/// Returns the processor time of a process and of its children, also of those that have ended, in seconds.
pub(crate) fn family_seconds(pid: u32) -> Result<f64> {
    let mut seconds = times(pid, 4)?;
    for process in fs::read_dir("/proc")? {
        let Some(child) = process?.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // A process may end meanwhile.
        if parent(child).is_ok_and(|parent| parent == pid) {
            seconds += times(child, 2).unwrap_or_default();
        }
    }
    Ok(seconds)
}

pub(crate) fn parent(pid: u32) -> Result<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let after_name = stat.rsplit_once(')').context("stat")?.1;
    Ok(after_name.split_whitespace().nth(1).context("parent")?.parse()?)
}

/// Returns the processor time of a process in seconds.
pub(crate) fn processor_seconds(pid: u32) -> Result<f64> {
    times(pid, 2)
}

/// Processor time of the whole machine and of this process with its children, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    machine: f64,
    ours: f64,
}

impl Used {
    /// Reads the current values.
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
        // user nice system idle iowait irq softirq steal. The later fields are included in user.
        let busy: f64 = ticks.iter().take(8).sum::<f64>() - ticks.iter().skip(3).take(2).sum::<f64>();
        Ok(Self { machine: busy / TICKS, ours: times(std::process::id(), 4)? })
    }

    /// Returns the share of the machine that other processes used since `earlier`.
    pub(crate) fn by_others_since(self, earlier: Self, seconds: f64) -> f64 {
        let others = (self.machine - earlier.machine) - (self.ours - earlier.ours);
        (others / (seconds * stats::number(count()))).max(0.0)
    }
}

/// Returns the sum of the first `fields` of: user, system, children's user, children's system time; in seconds.
fn times(pid: u32, fields: usize) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name in parentheses may contain spaces. The fields after it do not.
    let after_name = stat.rsplit_once(')').context("stat")?.1;
    let ticks: Vec<f64> =
        after_name.split_whitespace().skip(11).take(fields).filter_map(|field| field.parse().ok()).collect();
    ensure!(ticks.len() == fields, "processor time of {pid}");
    Ok(ticks.iter().sum::<f64>() / TICKS)
}
