//! Reads a write-ahead log to find what SQLite passes over in silence: entries behind a damaged one.
//!
//! SQLite reads a log up to the first entry whose checksum does not fit, and takes it for the end. Entries that an
//! earlier use of the file has left carry other salts. So an entry behind that place that ends a transaction and
//! carries the salts of this log was written, and is lost. Format: <https://www.sqlite.org/fileformat2.html#walformat>.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

const HEAD: usize = 32;
const ENTRY_HEAD: usize = 24;
/// The first number of a log whose checksums are computed of big-endian numbers; one less for little-endian ones.
const BIG_ENDIAN: u32 = 0x377f_0683;

/// Whether a log holds a transaction that is not read, because something before it is damaged.
pub(super) fn is_damaged(log: &Path) -> io::Result<bool> {
    let mut log = BufReader::new(File::open(log)?);
    let mut head = [0; HEAD];
    if !fill(&mut log, &mut head)? {
        return Ok(false);
    }
    let of_words = if number(&head, 0) == BIG_ENDIAN { u32::from_be_bytes } else { u32::from_le_bytes };
    let page = number(&head, 8) as usize;
    let salts = head.get(16..24);
    let mut sum = checksum([0; 2], head.get(..24).unwrap_or_default(), of_words);
    let mut is_read = sum == [number(&head, 24), number(&head, 28)];
    // A larger page size than SQLite has is a damaged header.
    let mut entry = vec![0; ENTRY_HEAD + page.min(1 << 16)];
    while fill(&mut log, &mut entry)? {
        let has_salts = entry.get(8..16) == salts;
        if is_read {
            sum = checksum(sum, entry.get(..8).unwrap_or_default(), of_words);
            sum = checksum(sum, entry.get(ENTRY_HEAD..).unwrap_or_default(), of_words);
            is_read = has_salts && sum == [number(&entry, 16), number(&entry, 20)];
        } else if has_salts && number(&entry, 4) != 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Fills the whole buffer. False at the end of the file.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |four| u32::from_be_bytes(*four))
}

fn checksum(sum: [u32; 2], bytes: &[u8], of_words: fn([u8; 4]) -> u32) -> [u32; 2] {
    let (words, _) = bytes.as_chunks::<4>();
    let (pairs, _) = words.as_chunks::<2>();
    pairs.iter().fold(sum, |[first, second], [one, other]| {
        let first = first.wrapping_add(of_words(*one)).wrapping_add(second);
        [first, second.wrapping_add(of_words(*other)).wrapping_add(first)]
    })
}
