use super::*;
use crate::other_crops::OtherCrop;
use crate::{Crop, District, district, encyclopedia, privacy};

/// Everything that is wrong in a folder, each with its file and member.
fn faults(folder: &Folder) -> Vec<String> {
    let entries = Crop::all().map(|crop| (encyclopedia::path_of(crop), encyclopedia::read(folder, crop).err()));
    let others = [
        (privacy::PATH.to_owned(), privacy::read(folder).err()),
        (district::NAMES_PATH.to_owned(), district::names(folder).err()),
        ("phrases.csv".to_owned(), folder.phrases().err()),
    ];
    let read: Vec<_> = entries.chain(others).collect();
    let is_read = |path: &str| read.iter().any(|(known, _)| known == path);
    let unread = folder.files.iter().filter(|(path, _)| !is_read(path));
    let unread = unread.map(|(path, _)| ((*path).to_owned(), Some(vec!["belongs to nothing".to_owned()])));
    let told =
        read.iter().cloned().chain(unread).flat_map(|(path, faults)| {
            faults.unwrap_or_default().into_iter().map(move |fault| format!("{path}: {fault}"))
        });
    told.map(|fault| format!("data/languages/{}/{fault}", folder.language)).collect()
}

#[test]
fn every_folder_translates_everything() {
    for language in Language::all() {
        assert_eq!(faults(language.folder()), [""; 0]);
    }
}

#[test]
fn english_is_first_and_each_language_has_its_tag() {
    assert_eq!(Language::all().next(), Some(Language::ENGLISH));
    assert_eq!(Language::ENGLISH.tag(), "en");
    for language in Language::all() {
        let tag = language.tag();
        assert!((2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase()), "{tag}");
        assert_eq!(Language::from_tag(tag), Some(language));
        for range in [tag.to_owned(), tag.to_uppercase(), format!("{tag}-IN"), format!("{tag}_IN.UTF-8")] {
            assert_eq!(Language::of_range(&range), Some(language), "{range}");
        }
    }
    for unknown in ["", "EN", "en-IN", "tlh", " en"] {
        assert_eq!(Language::from_tag(unknown), None, "{unknown}");
    }
    for unknown in ["", "tlh", "english", "e", "*"] {
        assert_eq!(Language::of_range(unknown), None, "{unknown}");
    }
}

#[test]
fn each_language_says_the_same_of_each_crop() {
    for language in Language::all() {
        for crop in Crop::all() {
            let (english, own) = (encyclopedia::entry(crop), encyclopedia::entry_in(language, crop));
            assert_eq!(own.varieties.len(), english.varieties.len());
            assert_eq!(own.nutrient_requirements.nitrogen, english.nutrient_requirements.nitrogen);
            assert_eq!(own.cultivation_methods.len(), english.cultivation_methods.len());
            let is_english = *own.importance_in_india.overview == *english.importance_in_india.overview;
            assert_eq!(is_english, language == Language::ENGLISH, "{language:?} {crop}");
        }
        assert_eq!(privacy::notice_in(language).items.len(), privacy::notice().items.len());
        for district in District::all() {
            assert_eq!(district.name_in(language) == district.name(), language == Language::ENGLISH, "{district}");
        }
    }
}

/// Free texts of the tables that screens show. Sources are titles and addresses: they stay as they are.
fn free_texts() -> Vec<String> {
    // Installations keep the figures of the release before until their operator brings newer ones.
    const TABLES: [(&str, &[&str]); 4] = [
        (include_str!("../../../../data/fertiliser_doses.csv"), &["situation", "publisher"]),
        (include_str!("../../../../data/crop_calendar.csv"), &["note", "years"]),
        (include_str!("../../../../data/demand.csv"), &["years", "source", "confidence"]),
        (include_str!("../../../../data/earlier_figures/3.csv"), &["years", "source", "confidence"]),
    ];
    let mut found: Vec<_> = OtherCrop::ALL.map(|crop| crop.key().to_owned()).into();
    for (table, columns) in TABLES {
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_bytes());
        let header = reader.headers().unwrap().clone();
        for row in reader.records().map(Result::unwrap) {
            let cells = header.iter().zip(row.iter()).filter(|(name, _)| columns.contains(name));
            found.extend(cells.map(|(_, text)| text.to_owned()).filter(|text| text.contains(char::is_alphabetic)));
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn each_language_says_every_free_text_of_the_tables_and_no_other() {
    let texts = free_texts();
    for language in Language::all().skip(1) {
        let phrases = language.folder().phrases().unwrap();
        let lacking: Vec<_> = texts.iter().filter(|text| !phrases.contains_key(*text)).collect();
        assert_eq!(lacking, [""; 0], "{language:?}");
        let unused: Vec<_> = phrases.keys().filter(|phrase| !texts.contains(phrase)).collect();
        assert_eq!(unused, [""; 0], "{language:?}");
        assert_eq!(language.phrase("What an operator wrote"), "What an operator wrote");
    }
    assert_eq!(Language::ENGLISH.phrase("Rainfed"), "Rainfed");
}

#[test]
fn accept_language_is_read_by_quality_then_by_order() {
    let other = Language::all().last().unwrap();
    let tag = other.tag();
    for (header, expected) in [
        (format!("{tag}-IN, {tag};q=0.9, en;q=0.8"), Some(other)),
        (format!("en;q=0.7, {tag};q=0.71"), Some(other)),
        (format!("tlh, {tag};q=0.2"), Some(other)),
        (format!(" {} ; Q = 0.5 ,en;q=0.4", tag.to_uppercase()), Some(other)),
        (format!("{tag};q=0, en;q=0.1"), (other == Language::ENGLISH).then_some(other).or(Some(Language::ENGLISH))),
        ("en, tlh".to_owned(), Some(Language::ENGLISH)),
        (format!("en;q=0.5, {tag};q=0.5"), Some(Language::ENGLISH)),
        (format!("en;q=0.5, {tag};q=2"), Some(Language::ENGLISH)),
        ("tlh, *".to_owned(), None),
        ("*;q=0.5".to_owned(), None),
        (",;q=1,;;,=".to_owned(), None),
        (String::new(), None),
    ] {
        assert_eq!(Language::preferred([header.as_str()]), expected, "{header}");
    }
    assert_eq!(Language::preferred(["tlh", "en"]), Some(Language::ENGLISH), "several headers are one list");
}

#[test]
fn a_fault_of_a_folder_names_file_and_member() {
    const FILES: &[(&str, &str)] =
        &[("crops/paddy.toml", "challenges = []"), ("crops/wheat.toml", ""), ("districts.csv", "district,name\nx,y\n")];
    let folder = Folder { language: "tlh", files: FILES };
    let faults = faults(&folder);
    for expected in [
        "data/languages/tlh/crops/paddy.toml: importance_in_india: is missing",
        "data/languages/tlh/crops/paddy.toml: challenges: has 0 items, and 5 in English",
        "data/languages/tlh/crops/onion.toml: is missing",
        "data/languages/tlh/privacy.toml: is missing",
        "data/languages/tlh/crops/wheat.toml: belongs to nothing",
        "data/languages/tlh/districts.csv: x: is no district",
        "data/languages/tlh/districts.csv: tn-erode: is missing",
    ] {
        assert!(faults.iter().any(|fault| fault == expected), "{expected}\n{faults:#?}");
    }
}
