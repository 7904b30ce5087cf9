//! Where demand and supply are counted.

use std::fmt;
use std::str::FromStr;

/// A region with its own demand and supply, by its ISO 3166 code. India as a whole is the only one with figures so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// All of India.
    #[default]
    India,
}

/// A code that names no region.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("There are no figures for this region.")]
pub struct UnknownRegion;

impl Region {
    /// The region's code: `IN`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::India => "IN",
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Region {
    type Err = UnknownRegion;

    fn from_str(code: &str) -> Result<Self, UnknownRegion> {
        if code.eq_ignore_ascii_case("IN") { Ok(Self::India) } else { Err(UnknownRegion) }
    }
}
