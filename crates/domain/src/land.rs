//! The land table: what is expected to grow on the land of each district, with reasons.
//!
//! `grow-lab land write` computes it once, from observed shares, climate and a fitted model (docs/MODEL.md); here it is
//! only looked up. The embedded table is read in place, so that it costs neither memory nor time at the start.

mod file;
mod record;
mod season;
mod shares;

pub use file::{LandFileError, file_of};
pub use record::{DistrictLand, Expected, Limit, Observed, Origin, SeasonLand, Source, Sown, TEN_THOUSAND};
pub use shares::{Probabilities, Shares, WHOLE};

use crate::{Crop, District, Season, Water};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A land table. Cheap to clone.
#[derive(Clone)]
pub struct LandTable {
    file: Arc<Cow<'static, [u8]>>,
    version: Arc<str>,
}

impl LandTable {
    /// The embedded table, `data/land.grow`. It is not checked again; a test reads it as an operator's.
    pub fn shipped() -> Self {
        Self::of(Cow::Borrowed(include_bytes!("../../../data/land.grow")))
    }

    /// Reads a table of one's own. A damaged file, another format, or one of other districts is an error.
    pub fn from_bytes(file: Vec<u8>) -> Result<Self, LandFileError> {
        file::check(&file)?;
        Ok(Self::of(Cow::Owned(file)))
    }

    fn of(file: Cow<'static, [u8]>) -> Self {
        Self { version: file::version(&file).into(), file: Arc::new(file) }
    }

    /// The first twelve hexadecimal digits of the table's checksum.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What is known of a district's land.
    pub fn of_district(&self, district: District) -> DistrictLand {
        // Every record was read when the table was checked, or by a test.
        file::record(&self.file, district).and_then(DistrictLand::read).unwrap_or(DistrictLand::UNKNOWN)
    }

    /// Of the land of a district that is sown in a season with this water, the part that grows a crop: from 0 to 1. 0
    /// if no land like the district's is known. See [`DistrictLand::shares_in`].
    pub fn share(&self, district: District, crop: Crop, season: Season, water: Option<Water>) -> f64 {
        self.of_district(district).shares_in(season, water).map_or(0.0, |shares| shares.of(crop))
    }
}

impl fmt::Debug for LandTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LandTable").field(&self.version()).finish()
    }
}

#[cfg(test)]
mod tests;
