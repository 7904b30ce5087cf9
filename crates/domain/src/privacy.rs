//! The notice that a farmer agrees to, and whom they may complain to.
//!
//! The text is data, `data/privacy`, and part of the program; reading it into the types below is the only check.

use crate::encyclopedia::{List, Text};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// What is kept about a farmer, why, for how long, and what they may do about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Rises whenever the text says something else; who agreed to an older one is asked again.
    pub version: u16,
    /// The language of the text, as in `lang`.
    pub language: Text,
    /// Its heading.
    pub title: Text,
    /// What to know first.
    pub introduction: List<Text>,
    /// What is kept, item by item.
    pub items: List<Item>,
    /// What the farmer may do, besides taking the agreement back and complaining.
    pub rights: List<Right>,
    /// What taking the agreement back means.
    pub withdrawal: Text,
    /// How to complain.
    pub complaint: Text,
}

/// Something that is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The thing.
    pub what: Text,
    /// Its purpose.
    pub why: Text,
    /// When it goes.
    pub how_long: Text,
}

/// Something that the farmer may do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Right {
    /// In a word or two.
    pub name: Text,
    /// Where it is done.
    pub how: Text,
}

/// The notice as it is today.
#[must_use]
pub fn notice() -> &'static Notice {
    #[expect(clippy::expect_used, reason = "the file is part of the program; a test reads it")]
    static NOTICE: LazyLock<Notice> = LazyLock::new(|| parse(ENGLISH).expect("data/privacy is well-formed"));
    &NOTICE
}

const ENGLISH: &str = include_str!("../../../data/privacy/en.toml");

fn parse(text: &str) -> Result<Notice, toml::de::Error> {
    toml::from_str(text)
}

/// A notice that somebody has read: the one that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    version: u16,
    language: &'static str,
}

/// The notice that was read is not the one that stands today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTheNotice {
    /// It has another version.
    #[error("What Grow keeps and why is now said anew. Please read it again, and then agree.")]
    Version,
    /// It was never given in this language.
    #[error("The notice is not given in this language.")]
    Language,
}

impl Agreed {
    /// Agreement to the notice of this version, read in this language.
    pub fn to(version: u64, language: &str) -> Result<Self, NotTheNotice> {
        let notice = notice();
        if version != u64::from(notice.version) {
            return Err(NotTheNotice::Version);
        }
        if language != &*notice.language {
            return Err(NotTheNotice::Language);
        }
        Ok(Self::to_the_notice())
    }

    /// Agreement to the notice that stands.
    #[must_use]
    pub fn to_the_notice() -> Self {
        let notice = notice();
        Self { version: notice.version, language: &notice.language }
    }

    /// The version of the notice.
    #[must_use]
    pub fn version(self) -> u16 {
        self.version
    }

    /// The language that it was read in.
    #[must_use]
    pub fn language(self) -> &'static str {
        self.language
    }
}

/// Whom a farmer may complain to, in the operator's words: an e-mail address, an https address, or a phone number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrievanceContact(String);

/// A contact that nobody could use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be one line of 3 to 200 characters, such as privacy@grow.example")]
pub struct NoContact;

impl FromStr for GrievanceContact {
    type Err = NoContact;

    fn from_str(text: &str) -> Result<Self, NoContact> {
        let text = text.trim();
        let is_plain = (3..=200).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if is_plain { Ok(Self(text.to_owned())) } else { Err(NoContact) }
    }
}

impl fmt::Display for GrievanceContact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notice_is_itemised_with_version_and_language() {
        let notice = parse(ENGLISH).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((notice.version, &*notice.language), (2, "en"));
        assert!(notice.items.len() >= 10 && notice.rights.len() >= 3);
    }

    #[test]
    fn the_notice_names_everything_that_is_kept() {
        let text = ENGLISH.to_lowercase();
        for kept in [
            "name",
            "e-mail",
            "picture",
            "phone",
            "place",
            "district",
            "nitrogen",
            "crops that you know",
            "sowings",
            "change that you asked for",
            "predicts",
            "signed in",
            "agreed",
            "log",
            "public as a sum",
        ] {
            assert!(text.contains(kept), "{kept}");
        }
    }

    #[test]
    fn an_item_without_a_purpose_or_an_end_is_no_item() {
        for lacking in ["why = \"To recommend among them.\"\n", "language = \"en\"\n", "version = 2\n"] {
            assert!(ENGLISH.contains(lacking), "{lacking}");
            assert!(parse(&ENGLISH.replace(lacking, "")).is_err(), "{lacking}");
        }
        assert!(parse(&ENGLISH.replace("To recommend among them.", "")).is_err());
    }

    #[test]
    fn only_the_notice_of_today_can_be_agreed_to() {
        assert_eq!(Agreed::to(2, "en"), Ok(Agreed::to_the_notice()));
        for version in [0, 1, 3, u64::MAX] {
            assert_eq!(Agreed::to(version, "en"), Err(NotTheNotice::Version));
        }
        for language in ["", "EN", "ta"] {
            assert_eq!(Agreed::to(2, language), Err(NotTheNotice::Language));
        }
    }

    #[test]
    fn a_contact_is_one_line() {
        for (text, kept) in [
            (" privacy@grow.example ", Some("privacy@grow.example")),
            ("https://grow.example/complaints", Some("https://grow.example/complaints")),
            ("+91 44 1234 5678, 9 to 17 h", Some("+91 44 1234 5678, 9 to 17 h")),
            ("", None),
            ("  ", None),
            ("a\nb@c", None),
        ] {
            assert_eq!(
                text.parse().ok().map(|contact: GrievanceContact| contact.to_string()).as_deref(),
                kept,
                "{text}"
            );
        }
        assert!("x".repeat(200).parse::<GrievanceContact>().is_ok());
        assert!("x".repeat(201).parse::<GrievanceContact>().is_err());
    }
}
