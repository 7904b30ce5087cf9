//! Values of an entry: ranges, addresses and months.

use serde::Deserialize;
use std::ops::Deref;

/// An inclusive range. `min` and `max` may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<T> {
    /// Lower bound.
    pub min: T,
    /// Upper bound.
    pub max: T,
}

impl<T: Copy + PartialOrd + std::fmt::Display> Range<T> {
    pub(super) fn up_to(limit: T, min: T, max: T) -> Result<Self, String> {
        if min > max {
            Err(format!("{min} to {max} is no range; the lower end comes first"))
        } else if max > limit {
            Err(format!("{max} is more than {limit}"))
        } else {
            Ok(Self { min, max })
        }
    }
}

/// An amount of a nutrient, kg/ha.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "FlatDoseRange")]
pub struct DoseRange(pub Range<f64>);

/// An `http` or `https` address.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Address(String);

/// A month of the year, 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
pub struct Month(u8);

impl Deref for Address {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Month {
    /// 1 for January.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<String> for Address {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_address = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
        if is_address && text.chars().all(|c| c.is_ascii_graphic()) {
            Ok(Self(text))
        } else {
            Err(format!("`{}` is no address on the web", text.escape_debug()))
        }
    }
}

impl TryFrom<u8> for Month {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if (1..=12).contains(&number) { Ok(Self(number)) } else { Err(format!("{number} is no month; write 1 to 12")) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatDoseRange {
    min: f64,
    max: f64,
}

impl TryFrom<FlatDoseRange> for DoseRange {
    type Error = String;

    fn try_from(FlatDoseRange { min, max }: FlatDoseRange) -> Result<Self, String> {
        if !min.is_finite() || min < 0.0 || !max.is_finite() {
            return Err(format!("{min} to {max} is no amount"));
        }
        Range::up_to(1_000.0, min, max).map(Self)
    }
}
