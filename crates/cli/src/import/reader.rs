//! Reads documents from files: JSON lines, or one JSON object by collection, then id.

use super::faults::Complaint;
use super::shape::{RECORD_SEPARATOR, Shape};
use crate::foreign::{NEW_DOCUMENTS, WITHOUT_COMMAS, WITHOUT_ZEROS, quoted};
use grow_domain::documents::{Collection, Fault, Parsed};
use jiff::Timestamp;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::rc::Rc;

pub(super) const MAX_DOCUMENT: u64 = 16 * 1024 * 1024;

pub(super) struct Found {
    pub(super) collection: Collection,
    pub(super) id: String,
    pub(super) data: Value,
    /// Members that stand twice in their object.
    pub(super) twice: Vec<Fault>,
    /// Time of the last write, if the file states it.
    pub(super) update_time: Option<Timestamp>,
    /// Line on which it begins, from 1.
    pub(super) line: u64,
}

/// Receives what a file holds.
pub(super) trait Sink {
    /// A document. Returns whether it is taken, and not left out.
    fn found(&mut self, found: Found) -> io::Result<bool>;
    /// A fault of the file, with its line.
    fn fault(&mut self, line: u64, fault: Complaint);
    /// The bytes of what is left out.
    fn left_out(&mut self, bytes: &mut dyn Read) -> io::Result<()>;
    /// The file cannot be read at all: a sentence without a full stop.
    fn refused(&mut self, sentence: String);
    /// The position in the file, bytes.
    fn progress(&mut self, bytes: u64);
}

/// How much of a file its shape is recognised by.
const START: u64 = 1 << 16;

/// Reads a file. An error is one of reading or of the sink; faults of the content go to the sink.
pub(super) fn read(path: &Path, sink: &mut dyn Sink) -> io::Result<()> {
    let mut rest = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut start = Vec::new();
    rest.by_ref().take(START).read_to_end(&mut start)?;
    let length = start.len();
    if start.starts_with("\u{feff}".as_bytes()) {
        start.drain(.."\u{feff}".len());
    }
    let shape = Shape::of(&start, start.chain(&mut rest), path);
    // Old programs end lines with a carriage return alone.
    let end = if start.contains(&b'\r') && !start.contains(&b'\n') { b'\r' } else { b'\n' };
    if start.first() == Some(&RECORD_SEPARATOR) {
        start.remove(0);
    }
    let begins = (length - start.len()) as u64;
    match shape {
        Shape::Lines => read_lines(Cursor::new(start).chain(rest), end, path, begins, sink),
        Shape::Nested => read_nested(Cursor::new(start).chain(rest), end, path, begins, sink),
        Shape::Refused(sentence) => {
            sink.refused(sentence);
            Ok(())
        }
    }
}

/// The bytes of a file from a place on.
fn from(path: &Path, place: u64) -> io::Result<File> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(place))?;
    Ok(file)
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Line {
    collection: String,
    id: String,
    data: Parsed,
    #[serde(default, alias = "updateTime")]
    update_time: Option<String>,
}

impl Line {
    /// The document of a line.
    fn found(self, number: u64) -> Result<Found, Complaint> {
        let Self { collection, id, data: Parsed { data, twice }, update_time } = self;
        let collection = Collection::from_name(&collection).ok_or_else(|| unknown_collection(&collection))?;
        let update_time = update_time.map(|time| {
            time.parse().map_err(|_| Complaint {
                kind: "an update_time that is no time",
                sentence: format!("update_time `{}` is no time; one is 2026-06-15T06:00:00Z", shown(&time)),
            })
        });
        Ok(Found { collection, id, data, twice, update_time: update_time.transpose()?, line: number })
    }
}

fn read_lines(mut file: impl BufRead, end: u8, path: &Path, begins: u64, sink: &mut dyn Sink) -> io::Result<()> {
    let (mut number, mut bytes, mut text) = (0, 0, Vec::new());
    loop {
        text.clear();
        number += 1;
        let mut length = file.by_ref().take(MAX_DOCUMENT).read_until(end, &mut text)? as u64;
        if length == 0 {
            return Ok(());
        }
        let line = text.strip_prefix(&[RECORD_SEPARATOR]).unwrap_or(&text);
        let line = line.strip_suffix(&[end]).unwrap_or(line);
        if length == MAX_DOCUMENT && text.last() != Some(&end) {
            let too_long = || Complaint {
                kind: "a line longer than 16 MiB",
                sentence: "the line is longer than 16 MiB; a document is smaller".to_owned(),
            };
            sink.fault(number, if text.last() == Some(&0) { zeros(path) } else { too_long() });
            length += skip_line(&mut file, end)?;
            sink.left_out(&mut from(path, begins + bytes)?.take(length))?;
        } else if !line.trim_ascii().is_empty() {
            let found = match serde_json::from_slice::<Line>(line) {
                Ok(line) => line.found(number),
                Err(error) => Err(no_document(line, &error, path)),
            };
            let is_taken = match found {
                Ok(found) => sink.found(found)?,
                Err(fault) => {
                    sink.fault(number, fault);
                    false
                }
            };
            if !is_taken {
                sink.left_out(&mut &*line)?;
            }
        }
        bytes += length;
        sink.progress(bytes);
    }
}

fn no_document(line: &[u8], error: &serde_json::Error, path: &Path) -> Complaint {
    if line.contains(&0) {
        zeros(path)
    } else if error.is_eof() {
        let sentence = "the document ends too early; the file may be cut off".to_owned();
        Complaint { kind: "a document that ends too early", sentence }
    } else if line.trim_ascii_end().ends_with(b"},") {
        let command = WITHOUT_COMMAS.replace("FILE", &quoted(path));
        let sentence = format!(
            "a comma stands after the document; take the commas away with `{command} > {NEW_DOCUMENTS}`, and give \
             {NEW_DOCUMENTS}"
        );
        Complaint { kind: "a comma after a document", sentence }
    } else {
        let sentence = format!("this is no {{\"collection\": ..., \"id\": ..., \"data\": ...}}: {}", plain(error));
        Complaint { kind: "a line that is no document", sentence }
    }
}

/// A file with zero bytes, as a disk keeps of one that was cut off.
fn zeros(path: &Path) -> Complaint {
    let command = WITHOUT_ZEROS.replace("FILE", &quoted(path));
    Complaint {
        kind: "zero bytes",
        sentence: format!(
            "there are zero bytes, so the file may be cut off; take them away with `{command} > {NEW_DOCUMENTS}`, and give \
             {NEW_DOCUMENTS}"
        ),
    }
}

fn skip_line(file: &mut impl BufRead, end: u8) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = file.fill_buf()?;
        let (length, is_end) = match buffer.iter().position(|byte| *byte == end) {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        file.consume(length);
        skipped += length as u64;
        if is_end {
            return Ok(skipped);
        }
    }
}

fn unknown_collection(name: &str) -> Complaint {
    let sentence = format!("`{}` is no collection of Grow; they are Grow, grow and Grow_Admin", shown(name));
    Complaint { kind: "an unknown collection", sentence }
}

/// Shortens a text of the file and replaces its control characters, for quoting in a message.
fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The message of an error without its position, which is that within the line.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Position in a file that is read byte by byte.
#[derive(Clone, Default)]
struct Position(Rc<Places>);

#[derive(Default)]
struct Places {
    line: Cell<u64>,
    bytes: Cell<u64>,
    /// End of the last complete entry.
    entry: Cell<u64>,
}

/// Counts lines, and limits the size of a document.
struct Counted<R> {
    inner: R,
    end: u8,
    position: Position,
}

impl<R: BufRead> Read for Counted<R> {
    /// Returns one byte at a time, as the parser asks for them, so that the position is exact.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Some(first) = out.first_mut() else { return Ok(0) };
        let Some(byte) = self.inner.fill_buf()?.first().copied() else { return Ok(0) };
        self.inner.consume(1);
        *first = byte;
        let Places { line, bytes, entry } = &*self.position.0;
        bytes.set(bytes.get() + 1);
        line.set(line.get() + u64::from(byte == self.end));
        if bytes.get() - entry.get() > MAX_DOCUMENT {
            return Err(io::Error::other("a document is larger than 16 MiB"));
        }
        Ok(1)
    }
}

/// A document of a nested file as a line.
#[derive(Serialize)]
struct LeftOut<'a> {
    collection: &'a str,
    id: &'a str,
    data: &'a RawValue,
}

/// Leaves out an entry of a nested file, on one line.
fn leave_out(sink: &mut dyn Sink, entry: &impl Serialize) -> io::Result<()> {
    // JSON strings hold no raw line feed.
    let line = serde_json::to_string(entry)?.replace(['\n', '\r'], " ");
    sink.left_out(&mut line.as_bytes())
}

fn read_nested(file: impl BufRead, end: u8, path: &Path, begins: u64, sink: &mut dyn Sink) -> io::Result<()> {
    let position = Position::default();
    let reader = Counted { inner: file, end, position: position.clone() };
    let mut parser = serde_json::Deserializer::from_reader(reader);
    let mut failed = None;
    let root = Root { sink: &mut *sink, position: &position, failed: &mut failed };
    let outcome = root.deserialize(&mut parser).and_then(|()| parser.end());
    if let Some(error) = failed {
        return Err(error);
    }
    if let Err(error) = outcome {
        let line = position.0.line.get() + 1;
        let (kind, sentence) = if error.is_eof() {
            ("an object that is not closed", "the object is not closed; the file may be cut off".to_owned())
        } else {
            ("no JSON by collection, then id", format!("this is no JSON by collection, then id: {}", plain(&error)))
        };
        sink.fault(line, Complaint { kind, sentence });
        sink.left_out(&mut from(path, begins + position.0.entry.get())?)?;
    }
    Ok(())
}

/// Ends the parsing because of an error of the sink.
fn given_up<E: serde::de::Error>(failed: &mut Option<io::Error>, error: io::Error) -> E {
    *failed = Some(error);
    E::custom("the document cannot be kept")
}

struct Root<'a> {
    sink: &'a mut dyn Sink,
    position: &'a Position,
    failed: &'a mut Option<io::Error>,
}

impl<'de> DeserializeSeed<'de> for Root<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Root<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of collections")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { sink, position, failed } = self;
        while let Some(name) = map.next_key::<String>()? {
            if name == "__collections__" {
                map.next_value_seed(Root { sink: &mut *sink, position, failed: &mut *failed })?;
            } else if let Some(collection) = Collection::from_name(&name) {
                map.next_value_seed(Documents { collection, sink: &mut *sink, position, failed: &mut *failed })?;
            } else {
                sink.fault(position.0.line.get() + 1, unknown_collection(&name));
                let unknown = BTreeMap::from([(name, map.next_value::<Box<RawValue>>()?)]);
                leave_out(sink, &unknown).map_err(|error| given_up(failed, error))?;
                position.0.entry.set(position.0.bytes.get());
            }
        }
        Ok(())
    }
}

struct Documents<'a> {
    collection: Collection,
    sink: &'a mut dyn Sink,
    position: &'a Position,
    failed: &'a mut Option<io::Error>,
}

impl<'de> DeserializeSeed<'de> for Documents<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Documents<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of documents by id")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Places { line, bytes, entry } = &*self.position.0;
        while let Some(id) = map.next_key::<String>()? {
            let begins = line.get() + 1;
            let raw: Box<RawValue> = map.next_value()?;
            let Parsed { mut data, twice } = serde_json::from_str(raw.get()).map_err(serde::de::Error::custom)?;
            // Export tools add the collections below a document, of which Grow has none.
            if let Some(fields) = data.as_object_mut()
                && fields.get("__collections__").is_some_and(|below| below.as_object().is_some_and(Map::is_empty))
            {
                fields.remove("__collections__");
            }
            let left_out = LeftOut { collection: self.collection.name(), id: &id, data: &raw };
            let found =
                Found { collection: self.collection, id: id.clone(), data, twice, update_time: None, line: begins };
            let kept = self
                .sink
                .found(found)
                .and_then(|is_taken| if is_taken { Ok(()) } else { leave_out(self.sink, &left_out) });
            kept.map_err(|error| given_up(self.failed, error))?;
            entry.set(bytes.get());
            self.sink.progress(bytes.get());
        }
        Ok(())
    }
}
