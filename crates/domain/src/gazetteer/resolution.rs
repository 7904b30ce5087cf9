//! The result of resolving a text: a district, several candidates, or unknown.

use crate::District;

/// Result of resolving a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The text names this district.
    District(District),
    /// The text names several districts, such as `Aurangabad`, or resembles their names. The likeliest is first.
    Ambiguous(Vec<District>),
    /// The text names no known district.
    Unknown,
}

impl Resolution {
    pub(super) fn into_districts(self) -> Vec<District> {
        match self {
            Self::District(district) => vec![district],
            Self::Ambiguous(districts) => districts,
            Self::Unknown => Vec::new(),
        }
    }
}

/// Maximum number of districts to choose from.
pub(super) const MOST_CHOICES: usize = 12;
/// Maximum number of districts to choose from if the text only resembles their names.
pub(super) const MOST_GUESSES: usize = 4;

/// The districts to choose from, at most [`MOST_CHOICES`].
pub(super) fn asked(mut districts: Vec<District>) -> Resolution {
    districts.truncate(MOST_CHOICES);
    if districts.is_empty() { Resolution::Unknown } else { Resolution::Ambiguous(districts) }
}

/// One district is a result, a few are a choice, and more than [`MOST_CHOICES`] are unknown.
pub(super) fn choice(found: Vec<District>) -> Resolution {
    match *found {
        [district] => Resolution::District(district),
        [_, _, ..] if found.len() <= MOST_CHOICES => Resolution::Ambiguous(found),
        _ => Resolution::Unknown,
    }
}
