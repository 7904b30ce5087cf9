//! Units in which farmers measure land (`data/land_units.csv`), and sizes of land as they are entered.
//!
//! Sizes of units are whole billionths of a square metre, so that an acre is exact. A size of land is entered with at
//! most two decimals of its unit and becomes whole square metres, rounded half up once.

mod entered;
mod own;
mod table;

pub use entered::{Entered, Measured};
pub use own::{OwnUnits, UnitSizes};
pub use table::{OfferedUnit, offered, usual};

use crate::keyed::keyed;
use crate::quantity::{decimal, fixed_point};
use crate::validation::{Invalid, SizeOf};
use std::fmt;

/// A unit of land, in the order in which units are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "data/land_units.csv says what each is")]
pub enum LandUnit {
    Hectare,
    Acre,
    /// Acres with two decimals, which are said as acres and cents.
    AcreAndCents,
    Cent,
    Decimal,
    Ground,
    Guntha,
    Kanal,
    Marla,
    Bigha,
    Biswa,
    Katha,
    Kuli,
    Ma,
}

keyed!(
    LandUnit {
        Hectare = "hectare", Acre = "acre", AcreAndCents = "acre_and_cents", Cent = "cent", Decimal = "decimal",
        Ground = "ground", Guntha = "guntha", Kanal = "kanal", Marla = "marla", Bigha = "bigha", Biswa = "biswa",
        Katha = "katha", Kuli = "kuli", Ma = "ma",
    },
    FromStr(NotStored)
);

impl LandUnit {
    /// Parses a key.
    pub fn parse(key: &str, of: SizeOf) -> Result<Self, Invalid> {
        Self::from_key(key).ok_or(Invalid::UnknownUnit(of))
    }

    /// Smallest and largest size that is believed of a unit whose size differs between places. `None` for a unit with
    /// one size. The sizes in use lie well inside.
    pub fn believed(self) -> Option<(UnitSize, UnitSize)> {
        let (from, to) = match self {
            Self::Bigha => (400, 7_000),
            Self::Biswa => (20, 350),
            Self::Katha => (30, 700),
            Self::Kuli => (5, 100),
            Self::Ma => (500, 7_000),
            Self::Hectare
            | Self::Acre
            | Self::AcreAndCents
            | Self::Cent
            | Self::Decimal
            | Self::Ground
            | Self::Guntha
            | Self::Kanal
            | Self::Marla => return None,
        };
        Some((UnitSize::of_square_metres(from), UnitSize::of_square_metres(to)))
    }

    /// Parses the size in square metres that the unit has where the farmer lives.
    pub fn size_here(self, text: &str, of: SizeOf) -> Result<UnitSize, Invalid> {
        self.believe(UnitSize::stated(text, of)?, of)
    }

    /// Refuses a size that the unit has nowhere.
    fn believe(self, size: UnitSize, of: SizeOf) -> Result<UnitSize, Invalid> {
        let (least, most) = self.believed().ok_or(Invalid::UnitSizeFixed(of))?;
        if (least..=most).contains(&size) { Ok(size) } else { Err(Invalid::UnitSize(of)) }
    }
}

/// The size of a unit of land, in whole billionths of a square metre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitSize(i64);

const PARTS: i64 = 1_000_000_000;
/// Twenty biswa make a bigha, whatever its size.
const BISWA_IN_A_BIGHA: i64 = 20;
const PLACES: usize = 9;

impl UnitSize {
    const fn of_square_metres(whole: i64) -> Self {
        Self(whole * PARTS)
    }

    /// The size of a biswa, where this is the bigha.
    fn biswa(self) -> Self {
        Self(self.0 / BISWA_IN_A_BIGHA)
    }

    /// The size of the bigha, where this is a biswa.
    fn bigha_of_biswa(self) -> Self {
        Self(self.0 * BISWA_IN_A_BIGHA)
    }

    /// Parses a size that a request states.
    fn stated(text: &str, of: SizeOf) -> Result<Self, Invalid> {
        Self::parse(text).ok_or(Invalid::UnitSize(of))
    }

    /// Parses square metres with up to nine decimals: `4046.8564224`.
    fn parse(text: &str) -> Option<Self> {
        fixed_point(text, PLACES).ok().filter(|parts| *parts > 0).map(Self)
    }

    /// The size in square metres, for display.
    #[expect(clippy::cast_precision_loss, reason = "sizes of units stay far below 2^53 parts")]
    pub fn square_metres(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }
}

impl fmt::Display for UnitSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal(self.0, PLACES))
    }
}

/// The text is no stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStored;

fn unit_and_size(text: &str) -> Option<(LandUnit, UnitSize)> {
    let (unit, size) = text.split_once(' ')?;
    Some((LandUnit::from_key(unit)?, UnitSize::parse(size)?))
}

#[cfg(test)]
mod tests;
