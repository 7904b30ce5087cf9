//! The folders of `data/languages`.

use super::translation;
use crate::table;
use std::collections::BTreeMap;
use toml::{Table, Value};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// What a language says: a folder of `data/languages`, or English.
pub(crate) struct Folder {
    /// Its name, the tag of the language.
    pub(crate) language: &'static str,
    /// The path of each file in it, and its text.
    pub(crate) files: &'static [(&'static str, &'static str)],
}

/// English has no folder: its texts are the content of `data` itself.
static ENGLISH: Folder = Folder { language: "en", files: &[] };

/// English, then the others by tag.
pub(super) fn folders() -> impl Iterator<Item = &'static Folder> {
    [&ENGLISH].into_iter().chain(FOLDERS)
}

/// Number of languages.
pub(super) fn count() -> usize {
    1 + FOLDERS.len()
}

/// The free texts of the tables.
const PHRASES: &str = "phrases.csv";

/// Each part, or its faults with their member.
impl Folder {
    pub(crate) fn is_english(&self) -> bool {
        self.files.is_empty()
    }

    pub(crate) fn text(&self, path: &str) -> Result<&'static str, Vec<String>> {
        let file = self.files.iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| *text).ok_or_else(|| vec!["is missing".to_owned()])
    }

    /// An English file, with the texts of its translation at this path.
    pub(crate) fn translated(&self, path: &str, english: &str) -> Result<Value, Vec<String>> {
        let parse =
            |text: &str| text.parse::<Table>().map(Value::Table).map_err(|error| vec![error.message().to_owned()]);
        if self.is_english() { parse(english) } else { translation::join(&parse(english)?, parse(self.text(path)?)?) }
    }

    /// Translations of the free texts of the tables in `data`, by their English text: the lines of `english,text`.
    /// Empty in English.
    pub(super) fn phrases(&self) -> Result<BTreeMap<String, String>, Vec<String>> {
        let mut phrases = BTreeMap::new();
        if self.is_english() {
            return Ok(phrases);
        }
        let mut faults = Vec::new();
        for row in table::reader(self.text(PHRASES)?.as_bytes()).records() {
            let row = row.map_err(|error| vec![error.to_string()])?;
            let (english, text) = (row.get(0).unwrap_or_default(), row.get(1).unwrap_or_default());
            if translation::figures(english) != translation::figures(text) {
                faults.push(format!("`{english}`: holds other figures than `{text}`"));
            } else if text.is_empty() || phrases.insert(english.to_owned(), text.to_owned()).is_some() {
                faults.push(format!("`{english}`: has no text, or two"));
            }
        }
        if faults.is_empty() { Ok(phrases) } else { Err(faults) }
    }
}
