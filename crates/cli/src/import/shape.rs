//! How the documents of a file are written, by its beginning.

use crate::counted::counted;
use crate::foreign::{EXPORT_JSON, Foreign, NEW_DOCUMENTS as NEW, Wanted, quoted};
use grow_domain::Email;
use grow_domain::documents::Collection;
use serde::Deserialize;
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
/// What to do with a page of documents that is not the last.
const FURTHER: &str = "ask for each with pageToken, and put it behind the one before; docs/IMPORT.md has the command \
                       that makes them readable";
/// What to do with an error of a server.
const DENIED: &str = "see in it what the server refused, and export them again";
/// First members of the answers to a query that are no document.
const NOT_FOUND: [&str; 5] = ["readTime", "transaction", "done", "missing", "skippedResults"];

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
        let entry = first_member(text.trim_start_matches(|c| c == '[' || is_blank(c)));
        let first = entry.as_ref().map(|(name, _)| &**name).unwrap_or_default();
        let told = match (text.chars().next(), &*without_spaces) {
            _ if first == "error" => Told::action("has the error of a server in the place of documents", DENIED),
            _ if NOT_FOUND.contains(&first) && !is_typed(text) => {
                Told::action("is the answer to a query that found no document", NOTHING)
            }
            (None, _) => Told::action("is empty", NOTHING),
            (_, "{}" | "[]") => Told::action("holds nothing", NOTHING),
            (Some('{'), _) => match of_object(text, whole) {
                Ok(shape) => return shape,
                Err(told) => told,
            },
            (Some('['), _) if is_typed(text) || matches!(first, "document" | "found") => rest(),
            (Some('['), _) => Told {
                what: entries(whole)
                    .map_or("is a list".to_owned(), |n| format!("is a list of {}", counted(n, "document"))),
                remedy: Remedy::Program(each(".[]", text)),
            },
            _ if first_line(text).contains([',', ';', '\t']) => Told::action("is a table, such as CSV", EXPORT_JSON),
            _ => {
                let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
                let is_json = values.all(|value| value.is_ok());
                let what = if is_json { "is JSON without a document" } else { "is no JSON" };
                Told::action(
                    what,
                    "documents stand one on each line, {\"collection\": ..., \"id\": ..., \"data\": ...}, or in one object \
                     by collection, then id",
                )
            }
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

/// A program that makes lines of the documents in a list.
fn each(list: &str, text: &str) -> String {
    if has_collection(text) { list.to_owned() } else { format!("{list} | {WRAP}") }
}

/// The shape of a file that begins with an object, by the first member of it.
fn of_object(text: &str, mut whole: impl Read) -> Result<Shape, Told> {
    // What is cut off, or no JSON, is told by the reader with its line.
    let Some((name, value)) = first_member(text) else { return Ok(Shape::Lines) };
    let is_page = matches!(&*name, "documents" | "nextPageToken");
    match (&*name, value) {
        _ if (is_page || is_typed(text)) && has_further_pages(&mut whole) => {
            Err(Told::action("is a page of documents of Firestore's REST interface, and further pages follow", FURTHER))
        }
        _ if is_typed(text) => Err(rest()),
        (name, '{') if name == "__collections__" || Collection::from_name(name).is_some() => Ok(Shape::Nested),
        (name, '{') if Email::parse_public(name).is_some() => {
            let documents = entries(whole).map_or("documents".to_owned(), |count| counted(count, "document"));
            Err(Told::program(format!("has {documents} by e-mail, without their collection"), "{Grow: .}"))
        }
        ("documents", '[') if text.split(['[', ']']).nth(1).is_some_and(|list| list.trim().is_empty()) => {
            Err(Told::action("is a list of no documents", NOTHING))
        }
        ("documents", '[') if text.contains("\"createTime\"") => Err(rest()),
        ("documents", '[') => Err(Told::program("has its documents in a list".to_owned(), &each(".documents[]", text))),
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

/// Whether the last object of a file leads to a further page.
fn has_further_pages(file: impl Read) -> bool {
    let pages = serde_json::Deserializer::from_reader(file).into_iter::<Page>();
    pages.map_while(Result::ok).last().is_some_and(|page| page.next.is_some())
}

/// An answer to a request for the documents of a collection.
#[derive(Deserialize)]
struct Page {
    #[serde(rename = "nextPageToken")]
    next: Option<IgnoredAny>,
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
