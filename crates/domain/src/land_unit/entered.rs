//! A size of land in a unit.

use super::{LandUnit, NotStored, PARTS, UnitSize, unit_and_size};
use crate::quantity::{NotDecimal, SquareMetres, decimal, fixed_point};
use crate::validation::{Invalid, SizeOf};
use std::fmt;
use std::str::FromStr;

const PLACES: usize = 2;

/// A size of land in a unit other than the hectare, as the farmer entered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entered {
    hundredths: i64,
    unit: LandUnit,
    /// Of a unit whose size differs between places.
    unit_size: Option<UnitSize>,
}

impl Entered {
    /// The number of units, for display.
    #[expect(clippy::cast_precision_loss, reason = "at most 10,000 ha in the smallest unit")]
    pub fn value(self) -> f64 {
        self.hundredths as f64 / 100.0
    }

    /// The unit.
    pub fn unit(self) -> LandUnit {
        self.unit
    }

    /// The size of a unit that differs between places.
    pub fn unit_size(self) -> Option<UnitSize> {
        self.unit_size
    }

    fn with(hundredths: i64, unit: LandUnit, unit_size: Option<UnitSize>) -> Option<Self> {
        (unit != LandUnit::Hectare && unit_size.is_some() == unit.size().is_none()).then_some(Self {
            hundredths,
            unit,
            unit_size,
        })
    }
}

/// `1.25 acre`, `3 bigha 2529.285264`: as it is stored.
impl fmt::Display for Entered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_size(f, self.hundredths, self.unit, self.unit_size)
    }
}

impl FromStr for Entered {
    type Err = NotStored;

    fn from_str(text: &str) -> Result<Self, NotStored> {
        let (value, unit) = text.split_once(' ').ok_or(NotStored)?;
        let hundredths = fixed_point(value, PLACES).map_err(|_| NotStored)?;
        let (unit, size) = match unit_and_size(unit) {
            Some((unit, size)) => (unit, Some(size)),
            None => (unit.parse()?, None),
        };
        Self::with(hundredths, unit, size).ok_or(NotStored)
    }
}

impl From<Entered> for Measured {
    /// The size of a field whose request states the size of the unit, too.
    fn from(Entered { hundredths, unit, unit_size }: Entered) -> Self {
        Self { hundredths, unit, unit_size, of: SizeOf::Field }
    }
}

/// `1.25 acre`, `3 bigha`, `3 bigha 2529.285264`: only what is stated.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_size(f, self.hundredths, self.unit, self.unit_size)
    }
}

fn write_size(f: &mut fmt::Formatter<'_>, hundredths: i64, unit: LandUnit, size: Option<UnitSize>) -> fmt::Result {
    write!(f, "{} {}", decimal(hundredths, PLACES), unit.key())?;
    size.map_or(Ok(()), |size| write!(f, " {size}"))
}

/// A size of land as a request states it. The size of its unit may still be missing, and may be one that no place has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    hundredths: i64,
    unit: LandUnit,
    unit_size: Option<UnitSize>,
    of: SizeOf,
}

impl Measured {
    /// Parses a number with at most two decimals, the key of a unit, and the unit's size in square metres where it
    /// differs between places.
    pub fn parse(value: &str, unit: &str, unit_square_metres: Option<&str>, of: SizeOf) -> Result<Self, Invalid> {
        let unit = LandUnit::parse(unit, of)?;
        let unit_size = unit_square_metres.map(|text| UnitSize::stated(text, of)).transpose()?;
        let hundredths = fixed_point(value, PLACES).map_err(|reason| match reason {
            NotDecimal::NotANumber if of == SizeOf::Field => Invalid::SizeNotANumber,
            _ => Invalid::Size(of),
        })?;
        Ok(Self { hundredths, unit, unit_size, of })
    }

    /// The unit whose size is neither stated nor the same everywhere.
    pub fn unit_without_size(self) -> Option<LandUnit> {
        (self.unit_size.is_none() && self.unit.size().is_none()).then_some(self.unit)
    }

    /// The area, rounded half up to the square metre, and what was entered. `here` is the size of the unit where the
    /// farmer lives, for a unit without a size.
    pub(crate) fn area(self, here: Option<UnitSize>) -> Result<(SquareMetres, Option<Entered>), Invalid> {
        let Self { hundredths, unit, unit_size, of } = self;
        let unit_size = unit_size.map(|size| unit.believe(size, of)).transpose()?;
        let own = if unit.size().is_some() { None } else { unit_size.or(here) };
        let UnitSize(parts) = unit.size().or(own).ok_or(Invalid::UnitSizeMissing(of))?;
        let divisor = 100 * i128::from(PARTS);
        let area = (2 * i128::from(hundredths) * i128::from(parts) + divisor).div_euclid(2 * divisor);
        let area = i64::try_from(area).map_err(|_| Invalid::Size(of))?;
        Ok((SquareMetres(area), Entered::with(hundredths, unit, own)))
    }

    /// Whether it was entered so. The size of the unit is compared only if it is stated.
    pub(crate) fn is(self, entered: Entered) -> bool {
        let same_size = self.unit_size.is_none_or(|size| entered.unit_size == Some(size));
        self.hundredths == entered.hundredths && self.unit == entered.unit && same_size
    }

    /// The area in hectares, if that is the unit.
    pub(crate) fn hectares(self) -> Option<SquareMetres> {
        (self.unit == LandUnit::Hectare).then(|| SquareMetres(self.hundredths.saturating_mul(100)))
    }

    /// What it measures.
    pub(crate) fn of(self) -> SizeOf {
        self.of
    }
}
