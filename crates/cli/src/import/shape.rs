//! How the documents of a file are written, by its beginning.

use crate::counted::counted;
use crate::foreign::{EXPORT_JSON, Foreign, NEW_DOCUMENTS as NEW, Wanted, quoted};
use grow_domain::Email;
use grow_domain::documents::Collection;
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::Read;
use std::path::Path;

/// Stands before each document of a JSON text sequence (RFC 7464).
pub(super) const RECORD_SEPARATOR: u8 = 0x1e;
/// What to do with a file that has nothing in it.
const NOTHING: &str = "there is nothing to import; see that the export was written";
/// What to do with values that stand beside their types.
const TYPED: &str = "its values stand beside their types; docs/IMPORT.md has the command that takes the types away";

/// How the documents of a file are written.
pub(super) enum Shape {
    /// A document on each line, with its collection and id.
    Lines,
    /// One object by collection, then id.
    Nested,
    /// In another way: the sentence says in which, and what to do, without a full stop.
    Refused(String),
}

impl Shape {
    /// Recognises the shape of a file by its first kilobytes, `start`. `whole` reads all of it, and is read to count.
    pub(super) fn of(start: &[u8], whole: impl Read, file: &Path) -> Self {
        if let Some(foreign) = Foreign::recognise(start) {
            return Self::Refused(foreign.sentence(file, Wanted::Documents));
        }
        let text = String::from_utf8_lossy(start);
        let is_blank = |c: char| c.is_whitespace() || c == char::from(RECORD_SEPARATOR);
        let (is_sequence, text) = (text.starts_with(char::from(RECORD_SEPARATOR)), text.trim_start_matches(is_blank));
        let without_spaces: String = text.chars().filter(|c| !c.is_whitespace()).take(3).collect();
        let told = match (text.chars().next(), &*without_spaces) {
            (None, _) => Told::action("is empty", NOTHING),
            (_, "{}" | "[]") => Told::action("holds nothing", NOTHING),
            (Some('{'), _) => match of_object(text, whole) {
                Ok(shape) => return shape,
                Err(told) => told,
            },
            (Some('['), _) if is_typed(text) => rest(),
            (Some('['), _) if text.contains("\"readTime\"") => {
                Told::action("is the answer to a query that found no document", NOTHING)
            }
            (Some('['), _) => Told {
                what: entries(whole)
                    .map_or("is a list".to_owned(), |n| format!("is a list of {}", counted(n, "document"))),
                remedy: Remedy::Program(if has_collection(text) { ".[]".to_owned() } else { format!(".[] | {WRAP}") }),
            },
            _ if first_line(text).contains([',', ';', '\t']) => Told::action("is a table, such as CSV", EXPORT_JSON),
            _ => Told::action(
                "is no JSON",
                "documents stand one on each line, {\"collection\": ..., \"id\": ..., \"data\": ...}, or in one object by \
                 collection, then id",
            ),
        };
        Self::Refused(told.sentence(file, if is_sequence { "--seq -c" } else { "-c" }))
    }
}

/// What a file is, and what to do with it.
struct Told {
    what: String,
    remedy: Remedy,
}

enum Remedy {
    Action(&'static str),
    /// A program for jq, which writes what can be read.
    Program(String),
}

impl Told {
    fn action(what: &str, action: &'static str) -> Self {
        Self { what: what.to_owned(), remedy: Remedy::Action(action) }
    }

    fn program(what: String, program: &str) -> Self {
        Self { what, remedy: Remedy::Program(program.to_owned()) }
    }

    /// The sentence without a full stop. `options` are those of jq.
    fn sentence(&self, file: &Path, options: &str) -> String {
        let (name, what) = (file.display(), &self.what);
        match &self.remedy {
            Remedy::Action(action) => format!("{name} {what}: {action}"),
            Remedy::Program(program) => {
                let of = if program.contains("Grow") {
                    ", with the name of their collection for Grow if it is another"
                } else {
                    ""
                };
                format!(
                    "{name} {what}: write them anew with `jq {options} '{program}' {} > {NEW}`{of}, and give {NEW}",
                    quoted(file)
                )
            }
        }
    }
}

/// Makes a line of a bare document: its e-mail is its id.
const WRAP: &str = "{collection: \"Grow\", id: (.id // ._id), data: del(.id, ._id)}";

/// The shape of a file that begins with an object, by the first member of it.
fn of_object(text: &str, whole: impl Read) -> Result<Shape, Told> {
    // What is cut off, or no JSON, is told by the reader with its line.
    let Some((name, value)) = first_member(text) else { return Ok(Shape::Lines) };
    match (&*name, value) {
        _ if is_typed(text) => Err(rest()),
        (name, '{') if name == "__collections__" || Collection::from_name(name).is_some() => Ok(Shape::Nested),
        (name, '{') if Email::parse_public(name).is_some() => {
            let documents = entries(whole).map_or("documents".to_owned(), |count| counted(count, "document"));
            Err(Told::program(format!("has {documents} by e-mail, without their collection"), "{Grow: .}"))
        }
        (name, _) if has_collection(text) || (LINE.contains(&name) && text.contains("\"data\"")) => {
            let is_spread = first_line(text).trim() == "{";
            if !is_spread {
                return Ok(Shape::Lines);
            }
            Err(Told::program("has its documents spread over several lines".to_owned(), "."))
        }
        ("_id", _) => Err(bare()),
        (_, '{') => Ok(Shape::Nested),
        _ => Err(bare()),
    }
}

/// The first line, however lines end.
fn first_line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

fn rest() -> Told {
    Told::action("has documents of Firestore's REST interface", TYPED)
}

fn bare() -> Told {
    Told::program("has documents without their collection".to_owned(), WRAP)
}

/// Members of a line.
const LINE: [&str; 4] = ["id", "data", "update_time", "updateTime"];

/// Whether documents name their collection beside themselves.
fn has_collection(text: &str) -> bool {
    text.contains("\"collection\"")
}

/// Whether values stand beside their types, as in `"fields": {"place": {"stringValue": "Erode"}}`.
fn is_typed(text: &str) -> bool {
    let types = ["\"stringValue\"", "\"integerValue\"", "\"arrayValue\"", "\"doubleValue\"", "\"mapValue\""];
    text.contains("\"fields\"") && types.iter().any(|name| text.contains(name))
}

/// The name of the first member of an object, and the first character of its value.
fn first_member(text: &str) -> Option<(String, char)> {
    let members = text.strip_prefix('{')?;
    let mut names = serde_json::Deserializer::from_str(members).into_iter::<String>();
    let name = names.next()?.ok()?;
    let value = members.get(names.byte_offset()..)?.trim_start().strip_prefix(':')?.trim_start().chars().next()?;
    Some((name, value))
}

/// Number of entries of the list or object of a file. `None` if it has a fault.
fn entries(file: impl Read) -> Option<usize> {
    serde_json::Deserializer::from_reader(file).deserialize_any(Entries).ok()
}

/// Counts the entries of a list or an object.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while entries.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(count)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}
