//! Text tables for a terminal.

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
