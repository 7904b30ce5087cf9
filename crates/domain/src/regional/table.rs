//! Reading of the embedded tables.

/// A reader of a CSV table with a header, whose comments start with `#`.
pub(super) fn reader(text: &[u8]) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text)
}

/// A whole number that is not negative.
pub(super) fn count(text: &str) -> Option<i64> {
    text.parse().ok().filter(|count| (0..=1_000_000_000_000).contains(count))
}
