//! A JSON object of the issuer, such as the claims of a token, read member by member: what a sign-in does not need may
//! have any type.

use super::error::TokenFault;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The members of a JSON object.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Members(Map<String, Value>);

impl Members {
    /// Parses an object. `None` if it is none.
    pub(super) fn parse(json: &[u8]) -> Option<Self> {
        serde_json::from_slice(json).ok()
    }

    /// Returns a member. Null stands for a missing one.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Returns a text. A member of another type counts as missing.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Returns a text without a language, or else in any language (`name#ta`).
    pub(super) fn text_in_any_language(&self, name: &str) -> Option<&str> {
        let is_translated = |key: &str| key.strip_prefix(name).is_some_and(|tag| tag.starts_with('#'));
        let translated = || self.0.iter().find_map(|(key, value)| value.as_str().filter(|_| is_translated(key)));
        self.text(name).or_else(translated)
    }

    /// Returns whether something is so. What does not say that it is so says that it is not.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).map(|value| match value {
            Value::String(text) => text.eq_ignore_ascii_case("true") || text == "1",
            other => *other == true || *other == 1,
        })
    }

    /// Returns the text of a claim that decides, and therefore must be a text if it is there.
    pub(super) fn claim(&self, name: &'static str) -> Result<Option<&str>, TokenFault> {
        self.get(name).map(|value| value.as_str().ok_or(TokenFault::Type(name))).transpose()
    }

    /// Returns the texts of a claim that is one text or a list.
    pub(super) fn texts(&self, name: &'static str) -> Result<Vec<&str>, TokenFault> {
        let texts = match self.get(name) {
            None => Some(Vec::new()),
            Some(Value::Array(texts)) => texts.iter().map(Value::as_str).collect(),
            Some(text) => text.as_str().map(|text| vec![text]),
        };
        texts.ok_or(TokenFault::Type(name))
    }

    /// Returns a time, in whole seconds since 1970. Issuers write it with a fraction or as text, too.
    pub(super) fn seconds(&self, name: &'static str) -> Result<Option<i64>, TokenFault> {
        let read = |value: &Value| match value {
            Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(whole)),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        self.get(name).map(|value| read(value).ok_or(TokenFault::Type(name))).transpose()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a time beyond all times becomes the last one")]
fn whole(seconds: f64) -> i64 {
    seconds.floor() as i64
}
