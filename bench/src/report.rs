//! The results as tables, for the terminal and for docs/performance.md.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};

use crate::stats::Runs;

/// Unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    PerSecond,
    Micros,
    Millis,
    Seconds,
    MiB,
}

/// Target of a figure.
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
    /// At least this, in the figure's unit.
    AtLeast(f64),
    /// No target; shown for comparison.
    Beside,
}

/// One row of the table.
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
    pub(crate) fn against(name: &str, unit: Unit, target: Target, measured: &Runs, bare: &Runs) -> Self {
        Self { name: name.to_owned(), unit, target, measured: measured.clone(), bare: Some(bare.clone()) }
    }

    /// Creates a figure without comparison.
    pub(crate) fn alone(name: &str, unit: Unit, target: Target, measured: &Runs) -> Self {
        Self { name: name.to_owned(), unit, target, measured: measured.clone(), bare: None }
    }

    fn ratios(&self) -> Option<Runs> {
        Some(self.measured.with(self.bare.as_ref()?, |measured, bare| measured / bare))
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
            Target::AtLeast(least) => self.measured.median() >= least,
            Target::Beside => return "",
        };
        if met { "met" } else { "missed" }
    }

    fn cells(&self) -> [String; 7] {
        let show = |value: f64| match self.unit {
            Unit::PerSecond => format!("{value:.0}/s"),
            Unit::Micros => format!("{value:.1} µs"),
            Unit::Millis => format!("{value:.3} ms"),
            Unit::Seconds => format!("{value:.1} s"),
            Unit::MiB => format!("{value:.1} MiB"),
        };
        let target = match self.target {
            Target::ShareOfBare(least) => format!("at least {least:.2} of bare"),
            Target::TimesBare(most) => format!("at most {most} times bare"),
            Target::AboveBare(most) => format!("at most {} above bare", show(most)),
            Target::Under(most) => format!("under {}", show(most)),
            Target::AtLeast(least) => format!("at least {}", show(least)),
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
    /// A part that could not be measured.
    pub(crate) fn skipped(title: &'static str) -> Self {
        Self { title, figures: Vec::new(), remarks: vec!["Not measured; the beginning says why.".to_owned()] }
    }

    /// Formats the section as Markdown, with aligned columns for the terminal.
    pub(crate) fn to_markdown(&self) -> String {
        let mut rows = vec![HEADINGS.map(str::to_owned)];
        rows.extend(self.figures.iter().map(Figure::cells));
        let mut widths = [3; HEADINGS.len()];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut text = format!("## {}\n\n", self.title);
        let rows = if self.figures.is_empty() { &[] } else { rows.as_slice() };
        for (number, row) in rows.iter().enumerate() {
            line(&mut text, row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")));
            if number == 0 {
                line(&mut text, widths.map(|width| "-".repeat(width)).into_iter());
            }
        }
        if !rows.is_empty() {
            text.push('\n');
        }
        for remark in &self.remarks {
            // Writing into a String cannot fail.
            let _ok = writeln!(text, "- {remark}");
        }
        if !self.remarks.is_empty() {
            text.push('\n');
        }
        text
    }
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    let _ok = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
}

/// Data for the introduction of the page.
pub(crate) struct Circumstances {
    pub(crate) date: String,
    pub(crate) machine: String,
    pub(crate) command: String,
    pub(crate) runs: usize,
    /// Share of the machine that other processes used during the measurement.
    pub(crate) others: f64,
    /// What could not be measured.
    pub(crate) skipped: Vec<String>,
}

/// Writes docs/performance.md. `appended` is a section by another program, with verdicts in the same format.
pub(crate) fn write_page(
    path: &Path,
    circumstances: &Circumstances,
    sections: &[Section],
    appended: &str,
) -> Result<()> {
    let Circumstances { date, machine, command, runs, others, skipped } = circumstances;
    let missed =
        sections.iter().flat_map(|section| &section.figures).filter(|figure| figure.verdict() == "missed").count()
            + missed_in(appended);
    let verdict = if missed == 0 { "Every target is met.".to_owned() } else { format!("Targets missed: {missed}.") };
    let quiet = quiet(*others);
    let skipped = skipped_sentence(skipped).map(|sentence| format!("{sentence}\n\n")).unwrap_or_default();
    let mut page = format!(
        "# Performance\n\n\
         {verdict} Written by `bench/`; not edited by hand.\n\n\
         ```\n{command}\n```\n\n\
         {date}, {machine}; {runs} runs, the medians shown. {quiet}\n\n{skipped}\
         The yardstick ('bare') is a hyper server on one thread that does the least for the same bytes: a prepared body, \
         an append and one fdatasync per waiting group, the same event to every stream. Each run measures it and Grow in turn, \
         on this disk. The server has one core and the load another; 16 connections, kept alive. Grow has \
         the limits of production, except the rates of a farmer and of an address, because all load comes from one address. \
         'Processor time' is the server's, for one answer. A ratio is the median of the runs' ratios. What each figure means: [bench/README.md](../bench/README.md).\n\n"
    );
    for section in sections {
        page.push_str(&section.to_markdown());
    }
    page.push_str(appended);
    std::fs::write(path, page.trim_end().to_owned() + "\n").with_context(|| format!("write {}", path.display()))
}

/// Returns the number of rows with a missed target.
fn missed_in(table: &str) -> usize {
    table.lines().filter(|line| line.split('|').any(|cell| cell.trim() == "missed")).count()
}

/// Returns a sentence about what could not be measured.
pub(crate) fn skipped_sentence(skipped: &[String]) -> Option<String> {
    (!skipped.is_empty()).then(|| format!("**Not measured: {}.**", skipped.join("; ")))
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
        Figure::against("", Unit::Millis, target, &Runs(vec![measured]), &Runs(vec![bare])).verdict()
    }

    #[test]
    fn misses_of_another_program_are_counted() {
        let table =
            "## Missed\n\n| figure | verdict |\n| --- | --- |\n| a | met |\n| b |  missed  |\n| never missed | met |\n";
        assert_eq!(missed_in(table), 1);
    }

    #[test]
    fn a_part_that_was_not_measured_has_no_table() {
        let text = Section::skipped("A part").to_markdown();
        assert!(text.starts_with("## A part\n\n- Not measured"), "{text}");
        assert_eq!(skipped_sentence(&[]), None);
        let skipped = ["a (no server)".to_owned(), "b (no server)".to_owned()];
        assert_eq!(skipped_sentence(&skipped).unwrap(), "**Not measured: a (no server); b (no server).**");
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
