//! The results as tables, for the terminal and for docs/performance.md.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};

use crate::stats::Runs;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    PerSecond,
    Micros,
    Millis,
    MiB,
    Bytes,
}

impl Unit {
    pub(crate) fn show(self, value: f64) -> String {
        match self {
            Self::PerSecond => format!("{value:.0}/s"),
            Self::Micros => format!("{value:.1} µs"),
            Self::Millis => format!("{value:.3} ms"),
            Self::MiB => format!("{value:.1} MiB"),
            Self::Bytes => format!("{value:.0} B"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// At least this share of the bare figure.
    ShareOfBare(f64),
    /// At most this many times the bare figure.
    TimesBare(f64),
    /// At most this much above the bare figure, in the figure's unit.
    AboveBare(f64),
    /// Under this, in the figure's unit.
    Under(f64),
    /// No target; shown for comparison.
    Beside,
}

#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) unit: Unit,
    pub(crate) target: Target,
    pub(crate) measured: Runs,
    /// The bare figure of the same runs.
    pub(crate) bare: Option<Runs>,
}

impl Figure {
    /// Creates a figure with the bare one of the same runs.
    pub(crate) fn against(name: &str, unit: Unit, target: Target, measured: Runs, bare: Runs) -> Self {
        Self { bare: Some(bare), ..Self::alone(name, unit, target, measured) }
    }

    /// Creates a figure without comparison.
    pub(crate) fn alone(name: &str, unit: Unit, target: Target, measured: Runs) -> Self {
        Self { name: name.to_owned(), unit, target, measured, bare: None }
    }

    fn ratios(&self) -> Option<Runs> {
        Some(self.measured.against(self.bare.as_ref()?))
    }

    fn verdict(&self) -> &'static str {
        let ratio = self.ratios().map_or(f64::NAN, |ratios| ratios.median());
        let bare = self.bare.as_ref().map_or(f64::NAN, Runs::median);
        // NaN never meets a target.
        let met = match self.target {
            Target::ShareOfBare(least) => ratio >= least,
            Target::TimesBare(most) => ratio <= most,
            Target::AboveBare(most) => self.measured.median() - bare <= most,
            Target::Under(most) => self.measured.median() < most,
            Target::Beside => return "",
        };
        if met { "met" } else { "missed" }
    }

    fn cells(&self) -> [String; 7] {
        let show = |value| self.unit.show(value);
        let target = match self.target {
            Target::ShareOfBare(least) => format!("at least {least:.2} of bare"),
            Target::TimesBare(most) => format!("at most {most} times bare"),
            Target::AboveBare(most) => format!("at most {} above bare", show(most)),
            Target::Under(most) => format!("under {}", show(most)),
            Target::Beside => String::new(),
        };
        let each = |runs: &Runs, show: &dyn Fn(f64) -> String| {
            runs.0.iter().map(|&run| show(run)).collect::<Vec<_>>().join(" · ")
        };
        let ratios = self.ratios();
        [
            self.name.clone(),
            target,
            show(self.measured.median()),
            self.bare.as_ref().map(|bare| show(bare.median())).unwrap_or_default(),
            ratios.as_ref().map(|ratios| format!("{:.2}", ratios.median())).unwrap_or_default(),
            self.verdict().to_owned(),
            ratios.map_or_else(|| each(&self.measured, &show), |ratios| each(&ratios, &|ratio| format!("{ratio:.2}"))),
        ]
    }
}

/// A part of the measurement: its rows, and the checks during it.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) figures: Vec<Figure>,
    /// Sentences about checks that passed in every run. A failed check stops the measurement.
    pub(crate) remarks: Vec<String>,
}

/// Maximum share of other processes for valid results.
const NOT_QUIET: f64 = 0.05;

const HEADINGS: [&str; 7] = ["figure", "target", "measured", "bare", "ratio", "verdict", "each run"];

impl Section {
    /// Formats the section as Markdown.
    pub(crate) fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n\n", self.title);
        let rows = self.figures.iter().map(|figure| figure.cells().to_vec());
        text.push_str(&table(std::iter::once(HEADINGS.map(str::to_owned).to_vec()).chain(rows).collect()));
        text.push('\n');
        for remark in &self.remarks {
            // Writing into a String cannot fail.
            let _ok = writeln!(text, "- {remark}");
        }
        text.push('\n');
        text
    }
}

/// Formats rows as Markdown, with aligned columns for the terminal. The first are the headings.
pub(crate) fn table(mut rows: Vec<Vec<String>>) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0).max(3)).collect();
    rows.insert(1, widths.iter().map(|&width| "-".repeat(width)).collect());
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    rows.iter().map(line).collect()
}

/// Data for the introduction of the page.
pub(crate) struct Circumstances {
    pub(crate) date: String,
    pub(crate) machine: String,
    pub(crate) command: String,
    pub(crate) runs: usize,
    /// Share of the machine that other processes used during the measurement.
    pub(crate) others: f64,
}

/// Writes docs/performance.md. `appended` is a section by another program, with verdicts in the same format.
pub(crate) fn write_page(
    path: &Path,
    circumstances: &Circumstances,
    sections: &[Section],
    appended: &str,
) -> Result<()> {
    let Circumstances { date, machine, command, runs, others } = circumstances;
    let tables = sections.iter().map(Section::to_markdown).collect::<String>() + appended;
    let missed = missed_in(&tables);
    let verdict = if missed == 0 { "Every target is met.".to_owned() } else { format!("Targets missed: {missed}.") };
    let quiet = quiet(*others);
    let page = format!(
        "# Performance\n\n\
         {verdict} Written by `bench/`; not edited by hand.\n\n\
         ```\n{command}\n```\n\n\
         {date}, {machine}; {runs} runs, the medians shown. {quiet}\n\n\
         The yardstick ('bare') is a hyper server on one thread, on a copy of the same SQLite database. It does the least for \
         what Grow does: it looks up the session, reads the same rows and writes as much JSON; it inserts the same rows, one \
         commit for all that wait; it sends the same event to every stream. The overview is a prepared body. Each run measures \
         it and Grow in turn, on this disk. The server has one core and the load another, which never sleeps; 16 connections, \
         kept alive. Grow has the limits of production, except the rates of a farmer and of an address, because all load comes \
         from one address. 'Processor time' is the server's, for one answer. A ratio is the median of the runs' ratios. What \
         each figure means: [bench/README.md](../bench/README.md).\n\n{}\n",
        tables.trim_end()
    );
    std::fs::write(path, page).with_context(|| format!("write {}", path.display()))
}

/// Returns the number of rows with a missed target.
fn missed_in(table: &str) -> usize {
    table.lines().filter(|line| line.split('|').any(|cell| cell.trim() == "missed")).count()
}

/// Returns a sentence about the load by other processes.
pub(crate) fn quiet(others: f64) -> String {
    let percent = others * 100.0;
    if others <= NOT_QUIET {
        return format!("Other processes used {percent:.0} % of the machine meanwhile.");
    }
    format!(
        "**Other processes used {percent:.0} % of the machine meanwhile: these figures are not sound, measure again.**"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(target: Target, measured: f64, bare: f64) -> &'static str {
        Figure::against("", Unit::Millis, target, Runs(vec![measured]), Runs(vec![bare])).verdict()
    }

    #[test]
    fn misses_of_another_program_are_counted() {
        let table =
            "## Missed\n\n| figure | verdict |\n| --- | --- |\n| a | met |\n| b |  missed  |\n| never missed | met |\n";
        assert_eq!(missed_in(table), 1);
    }

    #[test]
    fn a_missed_target_is_called_missed() {
        assert_eq!(verdict(Target::ShareOfBare(0.8), 80.0, 100.0), "met");
        assert_eq!(verdict(Target::ShareOfBare(0.8), 79.0, 100.0), "missed");
        assert_eq!(verdict(Target::TimesBare(1.2), 1.3, 1.0), "missed");
        assert_eq!(verdict(Target::AboveBare(3.0), 4.1, 1.0), "missed");
        assert_eq!(verdict(Target::Under(20.0), 20.0, 0.0), "missed");
        assert_eq!(verdict(Target::Under(20.0), f64::NAN, 0.0), "missed");
    }
}
