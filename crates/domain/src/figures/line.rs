//! Lines and columns of an operator's CSV file.

use super::fault::{Fault, MAX_TEXT};
use crate::{CropYear, Region, SquareMetres};
use jiff::civil::Date;

/// The numbered lines of a file, from 1, without comments (which a spreadsheet may quote), empty lines, lines of empty
/// columns, and a first line such as `sep=,`.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Old spreadsheets end lines with a carriage return alone.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let is_blank = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"');
    let is_silent = move |number: usize, line: &str| {
        let said = line.trim_matches(is_blank);
        said.is_empty()
            || line.trim_start_matches('"').starts_with('#')
            || (number == 1 && said.eq_ignore_ascii_case("sep="))
    };
    let lines = text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line));
    (1..).zip(lines).filter(move |(number, line)| !is_silent(*number, line))
}

/// Splits the header into its names. A spreadsheet adds empty columns where a comment has more of them.
pub(crate) fn names(header: &str) -> Result<csv::StringRecord, Fault> {
    let separator = |of| !header.contains(',') && header.contains(of);
    if separator(';') || separator('\t') {
        return Err(Fault::Separator(if separator(';') { "semicolons" } else { "tabs" }));
    }
    Ok(without_empty_end(&columns(header)?, 0))
}

/// Splits a line into its columns, without empty ones beyond those that are expected.
pub(crate) fn cells(line: &str, expected: usize) -> Result<csv::StringRecord, Fault> {
    Ok(without_empty_end(&columns(line)?, expected))
}

fn without_empty_end(columns: &csv::StringRecord, least: usize) -> csv::StringRecord {
    let filled = columns.iter().zip(1..).filter(|(column, _)| !column.trim().is_empty()).map(|(_, number)| number);
    columns.iter().take(filled.last().unwrap_or(0).max(least)).collect()
}

/// Splits one line into columns. A figure never spans lines, so an odd number of quotation marks is an error; a plain
/// CSV reader would consume the rest of the file.
fn columns(line: &str) -> Result<csv::StringRecord, Fault> {
    if line.matches('"').count() % 2 == 1 {
        return Err(Fault::OpenQuote);
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line.as_bytes());
    Ok(reader.records().next().and_then(Result::ok).unwrap_or_default())
}

pub(crate) fn plain(column: &'static str, text: &str) -> Result<String, Fault> {
    if text.is_empty() {
        Err(Fault::Missing(column))
    } else if text.chars().count() > MAX_TEXT {
        Err(Fault::TooLong(column))
    } else if text.chars().any(char::is_control) {
        Err(Fault::ControlCharacter(column))
    } else {
        Ok(text.to_owned())
    }
}

/// Parses a day as `2026-11-23`, and in no other form.
pub(crate) fn day(text: &str) -> Option<Date> {
    text.parse().ok().filter(|day: &Date| day.to_string() == text)
}

/// Refuses a crop year that is none of the last two, this and the next.
pub(crate) fn near(crop_year: CropYear, today: Date) -> Result<(), Fault> {
    let this = CropYear::of_day(today).first_year();
    let (first, last) = (this.saturating_sub(2), this.saturating_add(1));
    if (first..=last).contains(&crop_year.first_year()) {
        Ok(())
    } else {
        Err(Fault::FarYear { crop_year, first, last })
    }
}

/// Refuses an area that is larger than the region.
pub(crate) fn within(region: Region, column: &'static str, text: &str, area: SquareMetres) -> Result<(), Fault> {
    let most = region.area();
    if area <= most {
        return Ok(());
    }
    Err(Fault::TooMuchLand { column, text: shown(text), region, most: most.0 / 10_000 })
}

/// Shortens a rejected text and escapes control characters, for quoting in a message.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
