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
    #[error("is none of light, medium, heavy, heavy_clay, waterlogged and loose_sand: `{0}`")]
    UnknownSoil(String),
    #[error("is neither a crop that may have stood on a field nor fallow: `{0}`")]
    UnknownLastCrop(String),
    #[error("is {0}; a value from 0 to 2000 kg/ha is expected")]
    Nutrient(String),
    #[error("is {0} ha; a field is larger than 0 and at most 10,000 ha")]
    FieldSize(String),
    #[error("is {0} kg; a yield is 0 or more and less than a thousand million kg")]
    Yield(String),
    #[error(
        "is no time; {{seconds, nanoseconds}}, {{_seconds, _nanoseconds}}, a text with its offset from UTC such as \
         2026-06-15T06:00:00Z, or a day such as 2026-06-15 is expected"
    )]
    NotATime,
    #[error("lies in the future: {0}")]
    Future(Timestamp),
    #[error("lies before 1970: {0}")]
    TooOld(Timestamp),
    #[error("is {0} tonnes; 0 to 10,000,000,000 tonnes are expected")]
    Tonnes(String),
    #[error(
        "is {{\"stringValue\": ...}} or the like; the value alone is expected, without Firestore's name of its type"
    )]
    Typed,
    #[error("has no field that Grow knows; its fields are {0}")]
    NothingKnown(String),
}

impl Reason {
    /// What is wrong, without the value: the faults of a file are counted by it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotAnObject(_) => "no object where one is expected",
            Self::NotAList(_) => "no list where one is expected",
            Self::NotAText(_) => "no text where one is expected",
            Self::NotANumber(_) => "no number where one is expected",
            Self::Missing => "a field is missing",
            Self::Twice => "a member stands there twice",
            Self::Nul => "a NUL character",
            Self::Text => "a text too long, or with a control character",
            Self::UnknownCrop(_) => "none of the sixteen crops",
            Self::NotThree(_) => "not three values of N, P and K",
            Self::UnknownWater(_) => "an unknown water",
            Self::UnknownSoil(_) => "an unknown soil",
            Self::UnknownLastCrop(_) => "an unknown last crop",
            Self::Nutrient(_) => "a nutrient outside 0 to 2000 kg/ha",
            Self::FieldSize(_) => "a field size outside 0 to 10,000 ha",
            Self::Yield(_) => "a yield outside its bounds",
            Self::NotATime => "no time where one is expected",
            Self::Future(_) => "a time in the future",
            Self::TooOld(_) => "a time before 1970",
            Self::Tonnes(_) => "an estimate outside 0 to 10,000,000,000 tonnes",
            Self::Typed => Self::TYPED,
            Self::NothingKnown(_) => "no field that Grow knows",
        }
    }

    /// The kind of [`Reason::Typed`].
    pub const TYPED: &'static str = "a document of Firestore's REST interface, with a type beside each value";
}

/// An adjustment of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Note {
    FieldSizeRounded,
    YieldRounded,
    YieldComputed,
    YieldOfItsOwn,
    NutrientRounded,
    TimeRounded,
    DayAlone,
    NumberWasNoText,
    NumberWasText,
    PlaceWasCleaned,
}

impl Note {
    /// How often it was made: `1 field size rounded to the square metre`.
    pub fn of(self, count: u64) -> String {
        let (thing, what) = match self {
            Self::FieldSizeRounded => ("field size", "rounded to the square metre"),
            Self::YieldRounded => ("expected yield", "rounded to the kilogram"),
            Self::YieldComputed => ("missing expected yield", "computed by Grow's rule"),
            Self::YieldOfItsOwn => ("expected yield", "kept that Grow's rule does not give"),
            Self::NutrientRounded => ("soil value", "rounded to the gram per hectare"),
            Self::TimeRounded => ("sowing time", "rounded to the microsecond"),
            Self::DayAlone => ("sowing date", "without a time, read as the start of that day in India"),
            Self::NumberWasNoText => ("phone number", "written as a number, kept as text"),
            Self::NumberWasText => ("number", "written as text, read all the same"),
            Self::PlaceWasCleaned => ("text", "cleaned of invisible characters"),
        };
        format!("{count} {} {what}", if count == 1 { thing.to_owned() } else { format!("{thing}s") })
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
