//! Water and soil of a field, in a farmer's words, and what crops need of water.

mod need;

pub use need::{Growth, WaterNeed, uses_mm, usual_waterings};

use crate::keyed::keyed;

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

/// Kind of soil, which decides how much water it holds. The first three are the usual textures, the lightest first; the
/// others rule crops out ([`crate::soil_fit`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Soil {
    /// Sandy.
    Light,
    /// Loam.
    Medium,
    /// Clay, black soil.
    Heavy,
    /// Clay that cracks when it dries.
    HeavyClay,
    /// Water stands on it after rain.
    Waterlogged,
    /// Sand that runs through the fingers.
    LooseSand,
}

impl Soil {
    /// The usual textures, one of which a district's fields have.
    pub(crate) const TEXTURES: [Self; 3] = [Self::Light, Self::Medium, Self::Heavy];
}

/// With [`Water::OnceOrTwice`], a crop that usually gets at most this many waterings is grown as with full water.
pub(crate) const ONCE_OR_TWICE: u8 = 3;

keyed!(
    Water { AllSeason = "all_season", OnceOrTwice = "once_or_twice", RainOnly = "rain_only" },
    Display,
    FromStr(UnknownWater)
);

keyed!(
    Soil {
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
        HeavyClay = "heavy_clay",
        Waterlogged = "waterlogged",
        LooseSand = "loose_sand",
    },
    Display,
    FromStr(UnknownSoil)
);

/// The text is no key of [`Water`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please say whether you can water the field: all season, once or twice, or rain only.")]
pub struct UnknownWater;

/// The text names no kind of soil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please choose a kind of soil from the list, or leave it out.")]
pub struct UnknownSoil;

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
