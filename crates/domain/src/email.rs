//! E-mail addresses as keys of documents.

use crate::text::is_hidden;
use std::fmt;

/// An e-mail address in canonical form: trimmed, in lower case. Two spellings of a mailbox are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

/// Maximum length, bytes (RFC 5321).
const MAX_BYTES: usize = 254;

impl Email {
    /// Parses an address: a local part, `@` and a domain, without spaces or invisible characters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (local, domain) = text.rsplit_once('@')?;
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !is_hidden(c);
        let is_email = !local.is_empty() && !domain.is_empty() && text.len() <= MAX_BYTES && text.chars().all(is_plain);
        is_email.then_some(Self(text))
    }

    /// The address.
    #[must_use]
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
    fn what_is_no_email_is_refused() {
        let long = format!("{}@example.in", "x".repeat(250));
        for text in
            ["", "meena", "@example.in", "meena@", "mee na@example.in", "mee\u{0}na@x.in", "\u{202e}m@x.in", &long]
        {
            assert_eq!(Email::parse(text), None, "{text}");
        }
    }
}
