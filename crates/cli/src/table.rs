//! Text tables for a terminal.

use grow_domain::{Kilograms, SquareMetres};
use std::io::Write;

#[derive(Clone, Copy)]
pub(crate) enum Column {
    /// Aligned left.
    Text(&'static str),
    /// Aligned right.
    Figure(&'static str),
}

/// Writes rows under their headings. The last column of text takes as much room as it needs.
pub(crate) fn write<const N: usize>(
    out: &mut impl Write,
    columns: [Column; N],
    rows: &[[String; N]],
) -> std::io::Result<()> {
    let headings = columns.map(|column| match column {
        Column::Text(heading) | Column::Figure(heading) => heading.to_owned(),
    });
    let mut widths = [0; N];
    for cells in [&headings].into_iter().chain(rows) {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    for cells in [&headings].into_iter().chain(rows) {
        let padded = columns.iter().zip(widths).zip(cells).map(|((column, width), cell)| match column {
            Column::Text(_) => format!("{cell:<width$}"),
            Column::Figure(_) => format!("{cell:>width$}"),
        });
        writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Tonnes with three decimals, in the Indian grouping: `12,34,567.890`.
pub(crate) fn tonnes(Kilograms(kg): Kilograms) -> String {
    let sign = if kg < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", grouped(kg.unsigned_abs() / 1000), kg.unsigned_abs() % 1000)
}

/// Whole hectares in the Indian grouping.
pub(crate) fn hectares(SquareMetres(area): SquareMetres) -> String {
    grouped(area.unsigned_abs() / 10_000)
}

/// Whole rupees in the Indian grouping.
pub(crate) fn rupees(rupees: u32) -> String {
    grouped(rupees.into())
}

fn grouped(number: u64) -> String {
    let whole = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in (0..whole.len()).rev().zip(whole.chars()) {
        grouped.push(digit);
        if place >= 3 && place % 2 == 1 {
            grouped.push(',');
        }
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tonnes_are_in_the_indian_grouping_with_three_decimals() {
        for (kg, text) in [
            (0, "0.000"),
            (1, "0.001"),
            (999_000, "999.000"),
            (1_000_000, "1,000.000"),
            (99_999_000, "99,999.000"),
            (100_000_000, "1,00,000.000"),
            (1_234_567_890, "12,34,567.890"),
            (-1_234_567_890, "-12,34,567.890"),
            (-1, "-0.001"),
            (10_000_000_000_000, "10,00,00,00,000.000"),
        ] {
            assert_eq!(tonnes(Kilograms(kg)), text);
        }
    }
}
