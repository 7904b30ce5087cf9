//! The file of a land table.
//!
//! All numbers are little-endian. The file starts with `GROWLAND`, followed by the format (2 bytes), the SHA-256 of the
//! rest (32 bytes), the first 8 bytes of the SHA-256 of the districts' keys, and a record for each district, in the
//! order of [`District::all`].

use super::DistrictLand;
use crate::District;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

const MAGIC: &[u8; 8] = b"GROWLAND";

const FORMAT: u16 = 3;

/// Bytes before what the checksum covers.
const HEAD: usize = MAGIC.len() + 2 + 32;

/// Bytes before the first record.
const RECORDS: usize = HEAD + 8;

/// Why a land file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LandFileError {
    /// The file does not start with the magic bytes.
    #[error("this is no land table of Grow; `grow-lab land write` writes one")]
    NotALandTable,
    /// The format is older than the supported one.
    #[error(
        "the land table has format {0}, older than {FORMAT}, which this Grow reads; write it anew with `grow-lab land write`"
    )]
    Older(u16),
    /// The format is newer than the supported one.
    #[error(
        "the land table has format {0}, newer than {FORMAT}, which this Grow reads; use the Grow that it was written for"
    )]
    Newer(u16),
    /// The checksum does not match, or bytes are missing.
    #[error("the land table is damaged: its checksum does not fit; copy it again")]
    Damaged,
    /// The checksum matches, and the table is of other districts.
    #[error("the land table is of other districts than this Grow knows; write it anew with `grow-lab land write`")]
    OtherDistricts,
    /// The checksum matches, but a record is not what `grow-lab` writes.
    #[error("the land table holds for {0:?} what no `grow-lab` writes; write it anew with `grow-lab land write`")]
    Implausible(District),
}

/// The file of a table with this land, in the order of [`District::all`].
pub fn file_of(land: impl IntoIterator<Item = DistrictLand>) -> Vec<u8> {
    let mut rest = fingerprint().to_vec();
    for land in land {
        land.write(&mut rest);
    }
    let mut file = MAGIC.to_vec();
    file.extend(FORMAT.to_le_bytes());
    file.extend(Sha256::digest(&rest));
    file.extend(rest);
    file
}

pub(super) fn check(file: &[u8]) -> Result<(), LandFileError> {
    let (magic, rest) = file.split_first_chunk::<8>().ok_or(LandFileError::NotALandTable)?;
    if magic != MAGIC {
        return Err(LandFileError::NotALandTable);
    }
    let (format, rest) = rest.split_first_chunk().ok_or(LandFileError::Damaged)?;
    match u16::from_le_bytes(*format) {
        older if older < FORMAT => return Err(LandFileError::Older(older)),
        newer if newer > FORMAT => return Err(LandFileError::Newer(newer)),
        _ => {}
    }
    let (checksum, rest) = rest.split_first_chunk::<32>().ok_or(LandFileError::Damaged)?;
    if Sha256::digest(rest).as_slice() != checksum {
        return Err(LandFileError::Damaged);
    }
    let is_of_these =
        rest.starts_with(&fingerprint()) && file.len() == RECORDS + District::all().len() * DistrictLand::LENGTH;
    if !is_of_these {
        return Err(LandFileError::OtherDistricts);
    }
    let is_read = |district: &District| record(file, *district).and_then(DistrictLand::read).is_some();
    District::all().find(|district| !is_read(district)).map_or(Ok(()), |broken| Err(LandFileError::Implausible(broken)))
}

/// The version of a file: the beginning of its checksum.
pub(super) fn version(file: &[u8]) -> String {
    let mut version = String::new();
    for byte in file.iter().skip(MAGIC.len() + 2).take(6) {
        // Writing to a string cannot fail.
        let _ = write!(version, "{byte:02x}");
    }
    version
}

pub(super) fn record(file: &[u8], district: District) -> Option<&[u8]> {
    file.get(RECORDS..)?.chunks_exact(DistrictLand::LENGTH).nth(district.index())
}

/// Tells lists of districts apart.
fn fingerprint() -> [u8; 8] {
    let mut hash = Sha256::new();
    for district in District::all() {
        hash.update(district.key());
        hash.update("\n");
    }
    let digest: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|at| digest.get(at).copied().unwrap_or_default())
}
