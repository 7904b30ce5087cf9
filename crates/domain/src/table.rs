//! Reading of the embedded tables of `data`.

use csv::StringRecord;

/// A reader of a CSV table with a header, whose comments start with `#`.
pub(crate) fn reader(text: &[u8]) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text)
}

/// Reads each row of a table. `None` if one is not well-formed.
pub(crate) fn rows<T, C: FromIterator<T>>(text: &[u8], read: impl Fn(&StringRecord) -> Option<T>) -> Option<C> {
    reader(text).records().map(|row| read(&row.ok()?)).collect()
}

/// A whole number that is not negative.
pub(crate) fn count(text: &str) -> Option<i64> {
    text.parse().ok().filter(|count| (0..=1_000_000_000_000).contains(count))
}

/// The rows of a file of `data`, each read by a function. The file is a part of the program, and a test reads it.
macro_rules! embedded {
    ($file:literal, $read:expr) => {
        $crate::table::rows(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/", $file)), $read)
            .expect(concat!("data/", $file, " is well-formed"))
    };
}
pub(crate) use embedded;
