//! The content of the languages, joined from the embedded files.

use super::translation;
use crate::encyclopedia::{self, CropEntry};
use crate::privacy::{self, Notice};
use crate::{Crop, District};
use csv::ReaderBuilder;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};
use toml::{Table, Value};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A folder of `data/languages`.
pub(super) struct Folder {
    /// Its name, the tag of the language.
    pub(super) language: &'static str,
    /// The path of each file in it, and its text.
    pub(super) files: &'static [(&'static str, &'static str)],
}

/// What a language says. Each part is parsed when it is first asked for, so that a start parses none.
pub(super) struct Content {
    pub(super) tag: &'static str,
    /// Its folder. `None`: English, the content of `data` itself.
    folder: Option<&'static Folder>,
    entries: OnceLock<Vec<CropEntry>>,
    notice: OnceLock<Notice>,
    district_names: OnceLock<Vec<Vec<String>>>,
    phrases: OnceLock<BTreeMap<String, String>>,
}

/// English, then the others by tag.
pub(super) static LANGUAGES: LazyLock<Vec<Content>> = LazyLock::new(|| {
    let others = FOLDERS.iter().map(|folder| Content::of(folder.language, Some(folder)));
    [Content::of("en", None)].into_iter().chain(others).collect()
});

#[expect(clippy::expect_used, reason = "the files are part of the program; a test reads each")]
impl Content {
    fn of(tag: &'static str, folder: Option<&'static Folder>) -> Self {
        Self {
            tag,
            folder,
            entries: OnceLock::new(),
            notice: OnceLock::new(),
            district_names: OnceLock::new(),
            phrases: OnceLock::new(),
        }
    }

    /// The entries of the crops, in the order of [`Crop::all`].
    pub(super) fn entries(&self) -> &[CropEntry] {
        let of = |crop| match self.folder {
            Some(folder) => folder.entry(crop).expect("every folder translates every entry"),
            None => english_entry(crop),
        };
        self.entries.get_or_init(|| Crop::all().map(of).collect())
    }

    pub(super) fn notice(&self) -> &Notice {
        self.notice.get_or_init(|| match self.folder {
            Some(folder) => folder.notice().expect("every folder translates the notice"),
            None => privacy::parse(privacy::SOURCE).expect("data/privacy is well-formed"),
        })
    }

    /// The names of each district, in the order of [`District::all`]; the first one is shown. Empty in English.
    pub(super) fn district_names(&self) -> &[Vec<String>] {
        self.district_names.get_or_init(|| {
            self.folder
                .map(|folder| folder.district_names().expect("every folder names every district"))
                .unwrap_or_default()
        })
    }

    /// Translations of the free texts of the tables in `data`, by their English text. Empty in English.
    pub(super) fn phrases(&self) -> &BTreeMap<String, String> {
        self.phrases.get_or_init(|| {
            self.folder.map(|folder| folder.phrases().expect("every folder translates the phrases")).unwrap_or_default()
        })
    }
}

#[expect(clippy::expect_used, reason = "the files are part of the program; a test reads each")]
fn english_entry(crop: Crop) -> CropEntry {
    let (file, text) = encyclopedia::source(crop);
    encyclopedia::parse(file, text).expect("data/crops is well-formed")
}

/// The faults of every folder.
#[cfg(test)]
pub(super) fn faults() -> Vec<String> {
    FOLDERS.iter().flat_map(Folder::faults).collect()
}

/// Each part, or its faults with their member.
impl Folder {
    fn text(&self, path: &str) -> Option<&'static str> {
        self.files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
    }

    fn entry(&self, crop: Crop) -> Result<CropEntry, Vec<String>> {
        let (_, english) = encyclopedia::source(crop);
        let entry = joined(english, self.text(&path_of(crop)))?;
        encyclopedia::from_toml("", entry).map_err(|fault| vec![format!("{}: {}", fault.field, fault.reason)])
    }

    fn notice(&self) -> Result<Notice, Vec<String>> {
        let mut notice = joined(privacy::SOURCE, self.text(NOTICE))?;
        if let Value::Table(notice) = &mut notice {
            notice.insert("language".to_owned(), Value::String(self.language.to_owned()));
        }
        notice.try_into().map_err(|error: toml::de::Error| vec![error.message().to_owned()])
    }

    fn district_names(&self) -> Result<Vec<Vec<String>>, Vec<String>> {
        district_names(self.text(DISTRICTS))
    }

    fn phrases(&self) -> Result<BTreeMap<String, String>, Vec<String>> {
        phrases(self.text(PHRASES))
    }

    /// Everything that is wrong in the folder, each with its file and member.
    #[cfg(test)]
    pub(super) fn faults(&self) -> Vec<String> {
        let entries = Crop::all().map(|crop| (path_of(crop), self.entry(crop).err()));
        let others = [
            (NOTICE.to_owned(), self.notice().err()),
            (DISTRICTS.to_owned(), self.district_names().err()),
            (PHRASES.to_owned(), self.phrases().err()),
        ];
        let read: Vec<_> = entries.chain(others).collect();
        let is_read = |path: &str| read.iter().any(|(known, _)| known == path);
        let unread = self.files.iter().filter(|(path, _)| !is_read(path));
        let unread = unread.map(|(path, _)| ((*path).to_owned(), Some(vec!["belongs to nothing".to_owned()])));
        let told = read.iter().cloned().chain(unread).flat_map(|(path, faults)| {
            faults.unwrap_or_default().into_iter().map(move |fault| format!("{path}: {fault}"))
        });
        told.map(|fault| format!("data/languages/{}/{fault}", self.language)).collect()
    }
}

const NOTICE: &str = "privacy.toml";
const DISTRICTS: &str = "districts.csv";
const PHRASES: &str = "phrases.csv";

fn path_of(crop: Crop) -> String {
    format!("crops/{}.toml", crop.key())
}

/// The English file with the texts of its translation.
fn joined(english: &str, translation: Option<&str>) -> Result<Value, Vec<String>> {
    let translation = translation.ok_or_else(|| vec!["is missing".to_owned()])?;
    let parse = |text: &str| text.parse::<Table>().map(Value::Table).map_err(|error| vec![error.message().to_owned()]);
    translation::join(&parse(english)?, parse(translation)?)
}

/// Reads `district,name`: the names of each district. Every district has one; further lines are other spellings.
fn district_names(table: Option<&str>) -> Result<Vec<Vec<String>>, Vec<String>> {
    let table = table.ok_or_else(|| vec!["is missing".to_owned()])?;
    let mut names = vec![Vec::new(); District::all().len()];
    let mut faults = Vec::new();
    for row in ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_bytes()).records() {
        let row = row.map_err(|error| vec![error.to_string()])?;
        let (key, name) = (row.get(0).unwrap_or_default(), row.get(1).unwrap_or_default());
        match District::from_key(key).and_then(|district| names.get_mut(district.index())) {
            Some(names) if !name.is_empty() && name.trim() == name => names.push(name.to_owned()),
            Some(_) => faults.push(format!("{key}: `{name}` is no name")),
            None => faults.push(format!("{key}: is no district")),
        }
    }
    let lacking = District::all().zip(&names).filter(|(_, names)| names.is_empty());
    faults.extend(lacking.map(|(district, _)| format!("{}: is missing", district.key())));
    if faults.is_empty() { Ok(names) } else { Err(faults) }
}

/// Reads `english,text`: the translation of each free text of the tables in `data`.
fn phrases(table: Option<&str>) -> Result<BTreeMap<String, String>, Vec<String>> {
    let table = table.ok_or_else(|| vec!["is missing".to_owned()])?;
    let mut phrases = BTreeMap::new();
    let mut faults = Vec::new();
    for row in ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_bytes()).records() {
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
