//! The privacy notice that a farmer accepts, and the grievance contact.
//!
//! The notice is embedded from `data/privacy`, and its texts in other languages from `data/languages`. The types below
//! validate it while it is parsed.

use crate::content::{List, Text};
use crate::language::{ByLanguage, Folder, Language, or_fault};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use toml::Value;

/// The privacy notice: what is stored about a farmer, why, for how long, and the farmer's rights.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Version number, incremented when the meaning of the text changes. Farmers who accepted an older version are
    /// asked again.
    pub version: u16,
    /// Language tag of the text.
    pub language: Text,
    /// Heading.
    pub title: Text,
    /// The notice in short: what is kept, why, and how the agreement is taken back.
    pub in_short: List<Text>,
    /// Introductory paragraphs.
    pub introduction: List<Text>,
    /// Stored items.
    pub items: List<Item>,
    /// Rights of the farmer, except withdrawal of consent and complaint.
    pub rights: List<Right>,
    /// Consequences of withdrawing consent.
    pub withdrawal: Text,
    /// How to complain.
    pub complaint: Text,
}

/// A stored item.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What is stored.
    pub what: Text,
    /// Purpose.
    pub why: Text,
    /// Retention period.
    pub how_long: Text,
}

/// A right of the farmer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Right {
    /// Short name.
    pub name: Text,
    /// How to exercise it.
    pub how: Text,
}

/// The current notice in English.
pub fn notice() -> &'static Notice {
    notice_in(Language::ENGLISH)
}

/// The current notice in a language. All have the same version.
pub fn notice_in(language: Language) -> &'static Notice {
    static NOTICES: ByLanguage<Notice> = ByLanguage::new();
    NOTICES.of(language, || or_fault(read(language.folder())))
}

const SOURCE: &str = include_str!("../../../data/privacy/en.toml");

/// The file in the folder of a language.
pub(crate) const PATH: &str = "privacy.toml";

/// Reads the notice from the folder of a language, or tells its faults.
pub(crate) fn read(folder: &Folder) -> Result<Notice, Vec<String>> {
    let mut notice = folder.translated(PATH, SOURCE)?;
    if let Value::Table(notice) = &mut notice {
        notice.insert("language".to_owned(), Value::String(folder.language.to_owned()));
    }
    notice.try_into().map_err(|error: toml::de::Error| vec![error.message().to_owned()])
}

/// Consent to the current notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    version: u16,
    language: Language,
}

/// The accepted notice is not the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTheNotice {
    /// The version differs.
    #[error("What Grow keeps and why is now said anew. Please read it again, and then agree.")]
    Version,
    /// The notice does not exist in this language.
    #[error("The notice is not given in this language.")]
    Language,
}

impl Agreed {
    /// Creates consent to the notice of this version and language.
    pub fn to(version: u64, language: &str) -> Result<Self, NotTheNotice> {
        if version != u64::from(notice().version) {
            return Err(NotTheNotice::Version);
        }
        Language::from_tag(language).map(Self::to_the_notice_in).ok_or(NotTheNotice::Language)
    }

    /// Creates consent to the current notice in English.
    pub fn to_the_notice() -> Self {
        Self::to_the_notice_in(Language::ENGLISH)
    }

    /// Creates consent to the current notice in a language.
    pub fn to_the_notice_in(language: Language) -> Self {
        Self { version: notice().version, language }
    }

    /// The version of the notice.
    pub fn version(self) -> u16 {
        self.version
    }

    /// The language of the accepted notice.
    pub fn language(self) -> &'static str {
        self.language.tag()
    }
}

/// What the consent of a farmer permits. Each permits what those before it permit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    /// Nothing: there is no consent, or it was withdrawn.
    #[default]
    Nothing,
    /// To compute on what is stored. Any version of the notice that was accepted permits it.
    Compute,
    /// To store more. Only the current notice permits it.
    Store,
}

impl Permission {
    /// What a consent to this version of the notice permits.
    pub fn by_consent(version: u16, is_withdrawn: bool) -> Self {
        match version {
            _ if is_withdrawn => Self::Nothing,
            version if version == notice().version => Self::Store,
            _ => Self::Compute,
        }
    }

    /// Whether predictions and advice may be computed.
    pub fn to_compute(self) -> bool {
        self >= Self::Compute
    }

    /// Whether anything new may be stored.
    pub fn to_store(self) -> bool {
        self >= Self::Store
    }
}

/// The operator's grievance contact: an e-mail address, an https address or a phone number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrievanceContact(String);

/// The text is not a usable contact.
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
        let notice = read(Language::ENGLISH.folder()).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!((notice.version, &*notice.language), (9, "en"));
        assert!(notice.items.len() >= 10 && notice.rights.len() >= 3);
    }

    #[test]
    fn the_notice_names_everything_that_is_kept() {
        let text = SOURCE.to_lowercase();
        for kept in [
            "name",
            "e-mail",
            "picture",
            "phone",
            "place",
            "district",
            "nitrogen",
            "crops that you know",
            "language that you chose",
            "unit of land",
            "as you entered it",
            "sowings",
            "all the land",
            "can water your field",
            "kind of soil",
            "stood on it last",
            "earlier plans",
            "number in the draw",
            "on your own phone",
            "not sent yet",
            "24 hours, 7 days and 12 weeks",
            "harvested",
            "plan to sow",
            "drawn for you",
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
        for lacking in ["why = \"To recommend among them.\"\n", "language = \"en\"\n", "version = 9\n"] {
            assert!(SOURCE.contains(lacking), "{lacking}");
            assert!(toml::from_str::<Notice>(&SOURCE.replace(lacking, "")).is_err(), "{lacking}");
        }
        assert!(toml::from_str::<Notice>(&SOURCE.replace("To recommend among them.", "")).is_err());
    }

    #[test]
    fn only_the_notice_of_today_can_be_agreed_to() {
        assert_eq!(Agreed::to(9, "en"), Ok(Agreed::to_the_notice()));
        for language in Language::all() {
            let agreed = Agreed::to(9, language.tag()).unwrap();
            assert_eq!((agreed.version(), agreed.language()), (9, language.tag()));
            assert_eq!((notice_in(language).version, &*notice_in(language).language), (9, language.tag()));
        }
        for version in [0, 8, 10, u64::MAX] {
            assert_eq!(Agreed::to(version, "en"), Err(NotTheNotice::Version));
        }
        for language in ["", "EN", "tlh", "en-IN"] {
            assert_eq!(Agreed::to(9, language), Err(NotTheNotice::Language));
        }
    }

    #[test]
    fn a_consent_permits_to_store_under_the_current_notice_and_to_compute_under_any_until_it_is_withdrawn() {
        for (version, is_withdrawn, to_compute, to_store) in [
            (9, false, true, true),
            (8, false, true, false),
            (10, false, true, false),
            (9, true, false, false),
            (8, true, false, false),
        ] {
            let permission = Permission::by_consent(version, is_withdrawn);
            assert_eq!(
                (permission.to_compute(), permission.to_store()),
                (to_compute, to_store),
                "{version} {is_withdrawn}"
            );
        }
        assert!(!Permission::default().to_compute() && !Permission::default().to_store(), "without any");
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
