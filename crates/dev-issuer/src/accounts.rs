//! The accounts: three sample farmers, and any e-mail address that a visitor enters.

use crate::{Host, Sentence};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use grow_domain::Language;
use sha2::{Digest as _, Sha256};

/// Maximum length of an e-mail address in bytes (RFC 5321), and of its local part.
pub(crate) const EMAIL_MAX: usize = 254;
const LOCAL_PART_MAX: usize = 64;

/// Maximum length of a name, in characters.
pub(crate) const NAME_MAX: usize = 100;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The e-mail address, in lower case.
    pub email: String,
    /// The name.
    pub name: String,
}

/// A sample farmer on the account chooser.
pub(crate) struct Sample {
    pub(crate) email: &'static str,
    /// In English.
    name: &'static str,
    /// In the other languages.
    translated: Sentence,
}

/// The sample farmers, in the order of the account chooser.
pub(crate) const SAMPLES: [Sample; 3] = [
    Sample { email: "meena@example.in", name: "Meena Devi", translated: Sentence::SAMPLE_MEENA },
    Sample { email: "murugan@example.in", name: "Murugan Selvam", translated: Sentence::SAMPLE_MURUGAN },
    Sample { email: "harpreet@example.in", name: "Harpreet Singh", translated: Sentence::SAMPLE_HARPREET },
];

impl Sample {
    /// The name in the script of a language.
    pub(crate) fn name_in(&self, host: &dyn Host, language: Language) -> &'static str {
        if language == Language::ENGLISH { self.name } else { host.say(self.translated, language) }
    }
}

/// Error messages of the sign-in form, one for each invalid field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) email: Option<Sentence>,
    pub(crate) name: Option<Sentence>,
}

impl Account {
    /// Returns a sample farmer, with the name in a language.
    pub(crate) fn sample(email: &str, host: &dyn Host, language: Language) -> Option<Self> {
        let sample = SAMPLES.iter().find(|sample| sample.email == email)?;
        Some(Self { email: sample.email.to_owned(), name: sample.name_in(host, language).to_owned() })
    }

    /// Returns the sample farmer who may have a full record.
    #[must_use]
    pub fn with_full_record() -> Self {
        let [_, Sample { email, name, .. }, _] = SAMPLES;
        Self { email: email.to_owned(), name: name.to_owned() }
    }

    /// Returns the account of a login hint: a sample farmer, or one named after the local part of the e-mail address.
    pub(crate) fn hinted(email: &str, host: &dyn Host, language: Language) -> Result<Self, Refused> {
        let email = parse_email(email).map_err(|sentence| Refused { email: Some(sentence), name: None })?;
        let name = email.split('@').next().unwrap_or_default().to_owned();
        Ok(Self::sample(&email, host, language).unwrap_or(Self { email, name }))
    }

    /// Parses the sign-in form. Checks both fields, so that both error messages are shown at once.
    pub(crate) fn typed(email: &str, name: &str) -> Result<Self, Refused> {
        match (parse_email(email), parse_name(name)) {
            (Ok(email), Ok(name)) => Ok(Self { email, name }),
            (email, name) => Err(Refused { email: email.err(), name: name.err() }),
        }
    }

    /// The subject of the account. Derived from the e-mail address alone, so that farmers keep their records across
    /// restarts.
    #[must_use]
    pub fn subject(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(&self.email))
    }
}

/// Parses an e-mail address by HTML's definition, with at least one dot in its domain, and converts it to lower case.
fn parse_email(text: &str) -> Result<String, Sentence> {
    const WRONG: Sentence = Sentence::EMAIL_WRONG;
    let text = text.trim();
    if text.is_empty() {
        return Err(Sentence::EMAIL_MISSING);
    }
    if text.len() > EMAIL_MAX {
        return Err(Sentence::EMAIL_LONG);
    }
    let (local, domain) = text.split_once('@').ok_or(WRONG)?;
    let local_is_good = (1..=LOCAL_PART_MAX).contains(&local.len())
        && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
    let label_is_good = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let domain_is_good = domain.contains('.') && domain.split('.').all(label_is_good);
    if local_is_good && domain_is_good { Ok(text.to_ascii_lowercase()) } else { Err(WRONG) }
}

fn parse_name(text: &str) -> Result<String, Sentence> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Sentence::NAME_MISSING);
    }
    if text.chars().count() > NAME_MAX {
        return Err(Sentence::NAME_LONG);
    }
    if text.chars().any(char::is_control) {
        return Err(Sentence::NAME_LINES);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;
    use jiff::Timestamp;

    /// A server that says each sentence by its key.
    struct English;

    impl Host for English {
        fn now(&self) -> Timestamp {
            Timestamp::UNIX_EPOCH
        }

        fn fill_random(&self, _: &mut [u8]) {}

        fn language(&self, _: &HeaderMap) -> Language {
            Language::ENGLISH
        }

        fn say(&self, sentence: Sentence, _: Language) -> &'static str {
            sentence.key()
        }
    }

    #[test]
    fn an_email_has_a_name_an_at_and_a_domain() {
        for good in ["meena@example.in", " a.b+c@x-y.co.in ", "o'neil@example.in", "1@2.3"] {
            assert!(parse_email(good).is_ok(), "{good}");
        }
        let long = format!("{}@example.in", "a".repeat(65));
        let longer = format!("a@{}in", "example.".repeat(40));
        for bad in [
            "",
            "  ",
            "meena",
            "@example.in",
            "meena@",
            "meena@example",
            "meena@example..in",
            "meena@.in",
            "meena@-example.in",
            "meena@example-.in",
            "me ena@example.in",
            "meena@exam ple.in",
            "a@b@example.in",
            "<b>@example.in",
            "\"x\"@example.in",
            "meena@example.in\nx",
            "மீனா@example.in",
            &long,
            &longer,
        ] {
            assert!(parse_email(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_refusal_names_both_faulty_fields() {
        let (email, name) = (Some(Sentence::EMAIL_MISSING), Some(Sentence::NAME_MISSING));
        assert_eq!(Account::typed("", " "), Err(Refused { email, name }));
        assert_eq!(Account::typed("a@example.in", ""), Err(Refused { email: None, name }));
        assert_eq!(Account::typed("", "A"), Err(Refused { email, name: None }));
        assert!(Account::typed("a@example.in", "a\u{7}b").is_err());
        assert!(Account::typed("a@example.in", &"அ".repeat(100)).is_ok());
        assert!(Account::typed("a@example.in", &"அ".repeat(101)).is_err());
    }

    #[test]
    fn a_farmer_keeps_the_subject_however_the_email_is_written() {
        let subject = |email| Account::hinted(email, &English, Language::ENGLISH).unwrap().subject();
        assert_eq!(subject("MEENA@Example.in"), subject("meena@example.in"));
        assert_ne!(subject("murugan@example.in"), subject("meena@example.in"));
        // base64url(sha256("meena@example.in")). Must not change: records are stored under it.
        assert_eq!(subject("meena@example.in"), "cu3oE81-_OU-931OX3dMke0Rz-H0Sn46aaHwpGwLZrc");
    }

    #[test]
    fn a_hint_finds_a_sample_or_makes_a_name() {
        let hinted = |email| Account::hinted(email, &English, Language::ENGLISH);
        assert_eq!(hinted("Harpreet@example.in").unwrap().name, "Harpreet Singh");
        assert_eq!(hinted("kavitha.r@example.in").unwrap().name, "kavitha.r");
        assert!(hinted("kavitha").is_err());
    }
}
