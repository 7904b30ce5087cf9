//! A table of figures by size, for the terminal and for docs/SIZING.md.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};

/// How many times the figure of the smallest size is allowed.
const MOST: f64 = 1.3;
const BEGIN: &str = "<!-- Written by grow-bench scale: begin -->";
const END: &str = "<!-- Written by grow-bench scale: end -->";

/// Unit of a row.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    PerSecond,
    Micros,
    Millis,
    MiB,
    Bytes,
}

impl Unit {
    fn show(self, value: f64) -> String {
        match self {
            Self::PerSecond => format!("{value:.0}/s"),
            Self::Micros => format!("{value:.0} µs"),
            Self::Millis => format!("{value:.2} ms"),
            Self::MiB => format!("{value:.1} MiB"),
            Self::Bytes => format!("{value:.0} B"),
        }
    }
}

/// A figure of each size.
pub(super) struct Row {
    name: String,
    unit: Unit,
    values: Vec<f64>,
    is_compared: bool,
}

impl Row {
    /// Shown as it is.
    pub(super) fn plain(name: &str, unit: Unit, values: Vec<f64>) -> Self {
        Self { name: name.to_owned(), unit, values, is_compared: false }
    }

    /// No larger size may have more than [`MOST`] times the figure of the first.
    pub(super) fn compared(name: &str, unit: Unit, values: Vec<f64>) -> Self {
        Self { is_compared: true, ..Self::plain(name, unit, values) }
    }

    /// The largest figure against the first.
    fn ratio(&self) -> Option<f64> {
        let first = self.values.first()?;
        Some(self.values.iter().copied().fold(0.0, f64::max) / first)
    }

    fn cells(&self) -> Vec<String> {
        let ratio = self.ratio().filter(|_| self.is_compared);
        let verdict = ratio.map(|ratio| if ratio <= MOST { "met" } else { "missed" });
        let mut cells = vec![self.name.clone()];
        cells.extend(self.values.iter().map(|value| self.unit.show(*value)));
        cells.push(ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default());
        cells.push(verdict.unwrap_or_default().to_owned());
        cells
    }
}

/// Rows for some sizes.
pub(super) struct Table {
    headings: Vec<String>,
    rows: Vec<Row>,
}

impl Table {
    /// For these numbers of sowings.
    pub(super) fn of(sizes: &[u32]) -> Self {
        let sizes = sizes.iter().map(|size| format!("{size} sowings"));
        let [first, ratio, verdict] = ["figure", "most of the first", "at most 1.3"].map(str::to_owned);
        Self { headings: std::iter::once(first).chain(sizes).chain([ratio, verdict]).collect(), rows: Vec::new() }
    }

    pub(super) fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(super) fn to_markdown(&self, title: &str) -> String {
        let rows: Vec<_> = std::iter::once(self.headings.clone()).chain(self.rows.iter().map(Row::cells)).collect();
        let width =
            |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<_> = (0..self.headings.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = format!("**{title}**\n\n");
        for (number, row) in rows.iter().enumerate() {
            line(
                &mut text,
                row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                    if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
                }),
            );
            if number == 0 {
                line(
                    &mut text,
                    widths.iter().enumerate().map(|(column, &width)| {
                        if column == 0 { "-".repeat(width) } else { "-".repeat(width.saturating_sub(1)) + ":" }
                    }),
                );
            }
        }
        text
    }
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    // Writing into a String cannot fail.
    let _ok = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
}

/// Replaces what stands between the markers of a document.
pub(super) fn write_between_markers(document: &Path, text: &str) -> Result<()> {
    let page = std::fs::read_to_string(document).with_context(|| document.display().to_string())?;
    let missing = || format!("{} lacks the lines {BEGIN} and {END}", document.display());
    let (before, rest) = page.split_once(BEGIN).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    Ok(std::fs::write(document, format!("{before}{BEGIN}\n{text}{END}{after}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_grows_is_missed() {
        let mut table = Table::of(&[10, 20, 30]);
        table.add(Row::compared("flat", Unit::Millis, vec![1.0, 1.3, 0.9]));
        table.add(Row::compared("grown", Unit::Millis, vec![1.0, 1.2, 1.4]));
        table.add(Row::plain("plain", Unit::Bytes, vec![1.0, 9.0, 99.0]));
        let text = table.to_markdown("A database");
        let verdict = |name: &str| {
            let row = text.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
            row.split('|').nth_back(1).unwrap().trim().to_owned()
        };
        assert_eq!([verdict("flat"), verdict("grown"), verdict("plain")], ["met", "missed", ""]);
    }
}
