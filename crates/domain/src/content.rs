//! Texts and lists of the content files in `data`: of the encyclopedia, and of the privacy notice.

use serde::Deserialize;
use serde::de::Error as _;
use std::ops::Deref;

/// A non-empty, trimmed, single-line text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Text(String);

/// A list of at least `LEAST` items.
#[derive(Debug)]
pub struct List<T, const LEAST: usize = 1>(Vec<T>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<T, const LEAST: usize> Deref for List<T, LEAST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl TryFrom<String> for Text {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() {
            Err("there is no text".to_owned())
        } else if text.trim() != text || text.chars().any(char::is_control) {
            Err(format!("`{}` must be one line without spaces around it", text.escape_debug()))
        } else {
            Ok(Self(text))
        }
    }
}

impl<'de, T: Deserialize<'de>, const LEAST: usize> Deserialize<'de> for List<T, LEAST> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::deserialize(deserializer)?;
        if items.len() < LEAST {
            return Err(D::Error::custom(format!("at least {LEAST} expected, and there are {}", items.len())));
        }
        Ok(Self(items))
    }
}
