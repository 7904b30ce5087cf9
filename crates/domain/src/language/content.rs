//! The content of the languages, joined from the embedded files.

use super::translation;
use crate::encyclopedia::{self, CropEntry};
use crate::privacy::{self, Notice};
use crate::{Crop, District};
use csv::ReaderBuilder;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toml::{Table, Value};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A folder of `data/languages`.
pub(super) struct Folder {
    /// Its name, the tag of the language.
    pub(super) language: &'static str,
    /// The path of each file in it, and its text.
    pub(super) files: &'static [(&'static str, &'static str)],
}

/// Everything that a language says.
pub(super) struct Content {
    pub(super) tag: &'static str,
    pub(super) entries: Vec<CropEntry>,
    pub(super) notice: Notice,
    /// The names of each district, in the order of [`District::all`]; the first one is shown. Empty in English.
    pub(super) district_names: Vec<Vec<String>>,
    /// Translations of the free texts of the tables in `data`, by their English text. Empty in English.
    pub(super) phrases: BTreeMap<String, String>,
}

/// English, then the complete languages by tag. A folder with a fault is left out; a test reports the fault.
pub(super) static LANGUAGES: LazyLock<Vec<Content>> = LazyLock::new(|| {
    let others = FOLDERS.iter().filter_map(|folder| read(folder).ok());
    [english()].into_iter().chain(others).collect()
});

#[expect(clippy::expect_used, reason = "the files are part of the program; a test reads each")]
fn english() -> Content {
    let entries = Crop::all().map(|crop| {
        let (file, text) = encyclopedia::source(crop);
        encyclopedia::parse(file, text)
    });
    Content {
        tag: "en",
        entries: entries.collect::<Result<_, _>>().expect("data/crops is well-formed"),
        notice: privacy::parse(privacy::SOURCE).expect("data/privacy is well-formed"),
        district_names: Vec::new(),
        phrases: BTreeMap::new(),
    }
}

/// The faults of every folder.
#[cfg(test)]
pub(super) fn faults() -> Vec<String> {
    FOLDERS.iter().filter_map(|folder| read(folder).err()).flatten().collect()
}

/// Reads a folder, or returns its faults, each with its file and member.
pub(super) fn read(folder: &Folder) -> Result<Content, Vec<String>> {
    let Folder { language, files } = *folder;
    let mut faults = Vec::new();
    let mut left: Vec<_> = files.to_vec();
    let mut take = |path: &str| {
        let at = left.iter().position(|(name, _)| *name == path)?;
        Some(left.swap_remove(at).1)
    };
    let mut note = |path: &str, told: Vec<String>| {
        faults.extend(told.into_iter().map(|fault| format!("data/languages/{language}/{path}: {fault}")));
    };
    let entries: Vec<_> = Crop::all()
        .filter_map(|crop| {
            let path = format!("crops/{}.toml", crop.key());
            let (_, english) = encyclopedia::source(crop);
            let entry = joined(english, take(&path)).and_then(|entry| {
                encyclopedia::from_toml("", entry).map_err(|fault| vec![format!("{}: {}", fault.field, fault.reason)])
            });
            entry.map_err(|told| note(&path, told)).ok()
        })
        .collect();
    let notice = joined(privacy::SOURCE, take("privacy.toml")).and_then(|mut notice| {
        if let Value::Table(notice) = &mut notice {
            notice.insert("language".to_owned(), Value::String(language.to_owned()));
        }
        notice.try_into().map_err(|error: toml::de::Error| vec![error.message().to_owned()])
    });
    let notice = notice.map_err(|told| note("privacy.toml", told)).ok();
    let names = district_names(take("districts.csv"));
    let district_names = names.map_err(|told| note("districts.csv", told)).ok();
    let phrases = phrases(take("phrases.csv"));
    let phrases = phrases.map_err(|told| note("phrases.csv", told)).ok();
    for (path, _) in left {
        note(path, vec!["belongs to nothing".to_owned()]);
    }
    match (notice, district_names, phrases) {
        (Some(notice), Some(district_names), Some(phrases)) if faults.is_empty() => {
            Ok(Content { tag: language, entries, notice, district_names, phrases })
        }
        _ => Err(faults),
    }
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
