//! PIN codes of India Post (`data/pin_districts.csv`). The table is searched in place: nothing is read at start.

use super::spelling::latin_digit;
use crate::District;

const TABLE: &str = include_str!("../../../../data/pin_districts.csv");

/// The districts of the PIN code in a text, the likeliest first. Empty without a code, or if it is not known.
pub(super) fn districts_in(text: &str) -> Vec<District> {
    let row = code_in(text).and_then(row_of);
    row.map(|row| row.keys.split('|').filter_map(District::from_key).collect()).unwrap_or_default()
}

/// The PIN code in a text: six digits, or twice three with one character between.
fn code_in(text: &str) -> Option<u32> {
    if !text.contains(|c: char| latin_digit(c).is_ascii_digit()) {
        return None;
    }
    let latin: String = text.chars().map(latin_digit).collect();
    let runs: Vec<_> = latin.split(|c: char| !c.is_ascii_digit()).collect();
    let whole = runs.iter().find(|run| run.len() == 6).map(|run| (*run).to_owned());
    let halves = || {
        let of_three = |pair: &&[&str]| pair.iter().all(|run| run.len() == 3);
        runs.windows(2).find(of_three).map(<[&str]>::concat)
    };
    whole.or_else(halves)?.parse().ok()
}

/// Codes in a row, and the keys of their districts.
pub(super) struct Row {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) keys: &'static str,
}

/// The rows of the table as one text.
pub(super) fn rows() -> &'static str {
    TABLE.split_once("pin,to,districts\n").map_or("", |(_, rows)| rows)
}

pub(super) fn parse(row: &'static str) -> Option<Row> {
    let mut columns = row.split(',');
    let from = columns.next()?.parse().ok()?;
    let to = match columns.next()? {
        "" => from,
        to => to.parse().ok()?,
    };
    Some(Row { from, to, keys: columns.next()? })
}

/// Halves the text until the line in its middle is the row of the code.
fn row_of(code: u32) -> Option<Row> {
    let mut rest = rows();
    loop {
        let (before, after) = rest.split_at_checked(rest.len() / 2)?;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = after.find('\n').map_or(rest.len(), |at| before.len() + at);
        let row = parse(rest.get(start..end)?)?;
        rest = if code < row.from {
            rest.get(..start)?
        } else if code > row.to {
            rest.get(end + 1..)?
        } else {
            return Some(row);
        };
    }
}
