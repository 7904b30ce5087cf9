//! E-mail addresses as keys of documents.

use crate::text::is_hidden;
use std::fmt;

/// An e-mail address in canonical form: without spaces around it, and with its ASCII letters in lower case.
///
/// Two spellings of a mailbox in ASCII are equal. An address with any other letter or space equals only itself: Unicode
/// has letters whose lower case is an ASCII letter, such as the Kelvin sign, and somebody else may own that address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

/// Maximum length, bytes (RFC 5321).
const MAX_BYTES: usize = 254;

impl Email {
    /// Parses an address by HTML's definition. Other letters than those of ASCII are taken as well, but no spaces or
    /// invisible characters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_ascii().to_ascii_lowercase();
        let (local, domain) = text.split_once('@')?;
        let is_letter = |c: char| {
            c.is_ascii_alphanumeric() || (!c.is_ascii() && !c.is_whitespace() && !c.is_control() && !is_hidden(c))
        };
        let is_local = !local.is_empty() && local.chars().all(|c| is_letter(c) || ".!#$%&'*+/=?^_`{|}~-".contains(c));
        let is_label = |label: &str| {
            let has_end = label.starts_with('-') || label.ends_with('-');
            !label.is_empty() && !has_end && label.chars().all(|c| is_letter(c) || c == '-')
        };
        (is_local && domain.split('.').all(is_label) && text.len() <= MAX_BYTES).then_some(Self(text))
    }

    /// Parses an address whose domain has a dot, as every domain of the internet. Addresses of private networks may
    /// have none.
    pub fn parse_public(text: &str) -> Option<Self> {
        Self::parse(text).filter(|email| email.0.rsplit('@').next().is_some_and(|domain| domain.contains('.')))
    }

    /// Reads a stored address, which an earlier release may have accepted by other rules. `None` if it is empty.
    pub fn stored(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_mailbox_are_equal() {
        assert_eq!(Email::parse(" Meena@Example.IN\n"), Email::parse("meena@example.in"));
    }

    #[test]
    fn an_address_that_looks_like_another_is_not_that_one() {
        let kumar = Email::parse("kumar@example.in");
        for text in
            ["\u{212a}umar@example.in", "kumar@exam\u{ff50}le.in", "KUMAR@example.\u{130}n", "ku\u{200d}mar@example.in"]
        {
            let other = Email::parse(text);
            assert_ne!(other, kumar, "{text}");
            assert!(other.is_none_or(|other| other.as_str().len() == text.len()), "{text}");
        }
        assert_ne!(Email::parse("M\u{dc}LLER@example.in"), Email::parse("m\u{fc}ller@example.in"));
        for space in ['\u{3000}', '\u{2028}', '\u{a0}', '\u{85}', '\u{b}', '\u{feff}'] {
            for text in [format!("kumar@example.in{space}"), format!("{space}kumar@example.in")] {
                assert_eq!(Email::parse(&text), None, "{}", text.escape_unicode());
            }
        }
    }

    #[test]
    fn an_address_that_an_issuer_may_hand_out_is_one() {
        for text in ["a.b+c@x-y.co.in", "o'neil@example.in", "1@2.3", "மீனா@example.in", "m@உதாரணம்.இந்தியா", "m@xn--x.in"]
        {
            assert_eq!(Email::parse(text).as_ref().map(Email::as_str), Some(text));
        }
        assert_eq!(Email::stored("a@b,c").as_ref().map(Email::as_str), Some("a@b,c"), "it was taken before");
        assert_eq!((Email::parse("meena@corp").is_some(), Email::parse_public("meena@corp")), (true, None));
        assert_eq!(Email::stored(""), None);
    }

    #[test]
    fn a_malformed_email_is_refused() {
        let long = format!("{}@example.in", "x".repeat(250));
        for text in [
            "",
            "meena",
            "@example.in",
            "meena@",
            "m@x,in",
            "m@x.in, n@x.in",
            "mailto:m@x.in",
            "<m@x.in>",
            "Meena<m@x.in",
            "m@x.in;",
            "m@[10.0.0.1]",
            "\"m\"@x.in",
            "m@-x.in",
            "m@x-.in",
            "m@x.in/",
            "mee na@example.in",
            "meena@devi@example.in",
            "meena@example..in",
            "meena@.in",
            "meena@example.",
            "mee\u{0}na@x.in",
            "\u{202e}m@x.in",
            "meena\u{3164}@x.in",
            &long,
        ] {
            assert_eq!(Email::parse(text), None, "{text}");
        }
    }
}
