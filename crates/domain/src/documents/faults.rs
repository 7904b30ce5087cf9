//! Why a document is rejected, and what was adjusted in one.

use jiff::Timestamp;
use serde_json::Value;
use std::fmt;

/// Maximum length of number, farmer id and each e-mail, in characters.
pub(super) const MAX_TEXT: usize = 200;

/// A value for which a document is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path within the document: `sowing[2].crop_name`. Empty for the document itself.
    pub path: String,
    /// The reason.
    pub reason: Reason,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{} ", self.path)?;
        }
        self.reason.fmt(f)
    }
}

/// Reason for a fault, with what is expected instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Reason {
    #[error("is {0}; an object is expected")]
    NotAnObject(&'static str),
    #[error("is {0}; a list is expected")]
    NotAList(&'static str),
    #[error("is {0}; a text is expected")]
    NotAText(&'static str),
    #[error("is {0}; a number is expected")]
    NotANumber(&'static str),
    #[error("is missing")]
    Missing,
    #[error("stands there twice")]
    Twice,
    #[error("holds a NUL character")]
    Nul,
    #[error("is longer than {MAX_TEXT} characters, or holds a control character")]
    Text,
    #[error("is none of the sixteen crops: `{0}`")]
    UnknownCrop(String),
    #[error("has {0} values; three are expected: N, P and K")]
    NotThree(usize),
    #[error("is none of all_season, once_or_twice and rain_only: `{0}`")]
    UnknownWater(String),
    #[error("is none of light, medium and heavy: `{0}`")]
    UnknownSoil(String),
    #[error("is {0}; a value from 0 to 2000 kg/ha is expected")]
    Nutrient(String),
    #[error("is {0} ha; a field is larger than 0 and at most 10,000 ha")]
    FieldSize(String),
    #[error("is {0} kg; a yield is 0 or more and less than a thousand million kg")]
    Yield(String),
    #[error("is no time; {{seconds, nanoseconds}}, {{_seconds, _nanoseconds}} or an ISO 8601 text is expected")]
    NotATime,
    #[error("lies in the future: {0}")]
    Future(Timestamp),
    #[error("lies before 1970: {0}")]
    TooOld(Timestamp),
    #[error("is {0} tonnes; 0 to 10,000,000,000 tonnes are expected")]
    Tonnes(String),
}

/// An adjustment of a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Note {
    FieldSizeRounded,
    YieldRounded,
    YieldComputed,
    YieldOfItsOwn,
    NutrientRounded,
    TimeRounded,
    NumberWasNoText,
    PlaceWasCleaned,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FieldSizeRounded => "field sizes rounded to the square metre",
            Self::YieldRounded => "expected yields rounded to the kilogram",
            Self::YieldComputed => "missing expected yields computed by Grow's rule",
            Self::YieldOfItsOwn => "expected yields that differ from Grow's rule, kept as they are",
            Self::NutrientRounded => "soil values rounded to the gram per hectare",
            Self::TimeRounded => "sowing times rounded to the microsecond",
            Self::NumberWasNoText => "phone numbers written as a number, kept as text",
            Self::PlaceWasCleaned => "places and numbers without their invisible characters",
        })
    }
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Shortens a rejected text and escapes control characters, for quoting in a message.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
