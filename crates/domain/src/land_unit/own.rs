//! The units of a farmer.

use super::{LandUnit, NotStored, UnitSize, unit_and_size};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The units of a farmer: the one that they measure in, and the sizes that units have where they live.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnUnits {
    /// The unit in which the farmer entered land last.
    pub preferred: Option<LandUnit>,
    /// Sizes that the farmer has chosen.
    pub sizes: UnitSizes,
}

/// Sizes of units that differ between places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitSizes(BTreeMap<LandUnit, UnitSize>);

impl UnitSizes {
    /// The size of a unit, if the farmer has chosen it. That of the biswa follows the bigha.
    pub fn of(&self, unit: LandUnit) -> Option<UnitSize> {
        match unit {
            LandUnit::Biswa => self.of(LandUnit::Bigha).map(UnitSize::biswa),
            _ => self.0.get(&unit).copied(),
        }
    }

    /// Sets the size of a unit; with a biswa that of the bigha.
    pub fn set(&mut self, unit: LandUnit, size: UnitSize) {
        match unit {
            LandUnit::Biswa => self.0.insert(LandUnit::Bigha, size.bigha_of_biswa()),
            _ => self.0.insert(unit, size),
        };
    }

    /// Units and their sizes.
    pub fn iter(&self) -> impl Iterator<Item = (LandUnit, UnitSize)> + '_ {
        self.0.iter().map(|(unit, size)| (*unit, *size))
    }

    /// Whether none is chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `bigha 2529.285264, katha 126.4642632`: as they are stored.
impl fmt::Display for UnitSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<_> = self.iter().map(|(unit, size)| format!("{} {size}", unit.key())).collect();
        f.write_str(&sizes.join(", "))
    }
}

impl FromStr for UnitSizes {
    type Err = NotStored;

    fn from_str(text: &str) -> Result<Self, NotStored> {
        text.split(", ").map(unit_and_size).collect::<Option<_>>().map(Self).ok_or(NotStored)
    }
}
