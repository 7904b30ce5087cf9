//! How the documents of a file are written, by its beginning.

use crate::foreign::{Foreign, quoted};
use grow_domain::Email;
use grow_domain::documents::Collection;
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::Read;
use std::path::Path;

/// Name of the readable file in a sentence.
const NEW: &str = "NEW.jsonl";
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
            return Self::Refused(foreign.sentence(file, NEW));
        }
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start();
        let without_spaces: String = text.chars().filter(|c| !c.is_whitespace()).take(3).collect();
        let told = match (text.chars().next(), &*without_spaces) {
            (None, _) => Told::action("is empty", NOTHING),
            (_, "{}" | "[]") => Told::action("holds nothing", NOTHING),
            (Some('{'), _) => match of_object(text, whole) {
                Ok(shape) => return shape,
                Err(told) => told,
            },
            (Some('['), _) => Told {
                what: counted(whole).map_or("is a list".to_owned(), |count| format!("is a list of {count} documents")),
                remedy: Remedy::Program(if has_collection(text) { ".[]".to_owned() } else { format!(".[] | {WRAP}") }),
            },
            _ => Told::action(
                if text.lines().next().is_some_and(|line| line.contains([',', ';', '\t'])) {
                    "is a table, such as CSV"
                } else {
                    "is no JSON"
                },
                "documents stand one on each line, {\"collection\": ..., \"id\": ..., \"data\": ...}, or in one object by \
                 collection, then id",
            ),
        };
        Self::Refused(told.sentence(file))
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

    fn sentence(&self, file: &Path) -> String {
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
                    "{name} {what}: write them anew with `jq -c '{program}' {} > {NEW}`{of}, and give {NEW}",
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
        _ if is_typed(text) => Err(Told::action("has documents of Firestore's REST interface", TYPED)),
        (name, '{') if name == "__collections__" || Collection::from_name(name).is_some() => Ok(Shape::Nested),
        (name, '{') if Email::parse(name).is_some() => {
            let count = counted(whole).map_or(String::new(), |count| format!("{count} "));
            Err(Told::program(format!("has {count}documents by e-mail, without their collection"), "{Grow: .}"))
        }
        (name, _) if has_collection(text) || (LINE.contains(&name) && text.contains("\"data\"")) => {
            let is_spread = text.lines().next().is_some_and(|line| line.trim() == "{");
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
fn counted(file: impl Read) -> Option<usize> {
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
