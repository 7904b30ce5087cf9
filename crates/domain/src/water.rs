//! Water and soil of a field, in a farmer's words, and what crops need of water.

mod need;

pub use need::{Growth, WaterNeed, uses_mm, usual_waterings};

use std::fmt;
use std::str::FromStr;

/// Whether a field can be watered, as its farmer says. Not told is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Water {
    /// All season.
    AllSeason,
    /// Once or twice.
    OnceOrTwice,
    /// Not at all: it has rain only.
    RainOnly,
}

/// Texture of a soil, which decides how much water it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Soil {
    /// Sandy.
    Light,
    /// Loam.
    Medium,
    /// Clay, black soil.
    Heavy,
}

/// With [`Water::OnceOrTwice`], a crop that usually gets at most this many waterings is grown as with full water.
pub(crate) const ONCE_OR_TWICE: u8 = 2;

impl Water {
    /// All answers.
    pub const ALL: [Self; 3] = [Self::AllSeason, Self::OnceOrTwice, Self::RainOnly];

    /// Key: `once_or_twice`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::AllSeason => "all_season",
            Self::OnceOrTwice => "once_or_twice",
            Self::RainOnly => "rain_only",
        }
    }
}

impl Soil {
    /// All textures, the lightest first.
    pub const ALL: [Self; 3] = [Self::Light, Self::Medium, Self::Heavy];

    /// Key: `light`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Medium => "medium",
            Self::Heavy => "heavy",
        }
    }
}

/// The text names no answer to whether a field can be watered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please say whether you can water the field: all season, once or twice, or rain only.")]
pub struct UnknownWater;

/// The text names no kind of soil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please choose a light, a medium or a heavy soil.")]
pub struct UnknownSoil;

impl FromStr for Water {
    type Err = UnknownWater;

    fn from_str(key: &str) -> Result<Self, UnknownWater> {
        Self::ALL.into_iter().find(|water| water.key() == key).ok_or(UnknownWater)
    }
}

impl FromStr for Soil {
    type Err = UnknownSoil;

    fn from_str(key: &str) -> Result<Self, UnknownSoil> {
        Self::ALL.into_iter().find(|soil| soil.key() == key).ok_or(UnknownSoil)
    }
}

impl fmt::Display for Water {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl fmt::Display for Soil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_leads_back_to_its_answer() {
        for water in Water::ALL {
            assert_eq!(water.key().parse(), Ok(water));
        }
        for soil in Soil::ALL {
            assert_eq!(soil.key().parse(), Ok(soil));
        }
        assert_eq!("sometimes".parse::<Water>(), Err(UnknownWater));
        assert_eq!("red".parse::<Soil>(), Err(UnknownSoil));
    }
}
