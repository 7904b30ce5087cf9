//! The model file: what training found, in the encoding of `postcard`. The rest follows from the districts.

use super::features::Standard;
use super::kernel::KernelSoftmax;
use super::likeness::{Land, Row};
use super::parts::{Parts, Settings};
use super::table::{Observation, Table};
use super::trees::{ExtraTrees, Tree};
use grow_domain::District;
use grow_domain::land::Shares;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file is no model of this lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no model file of Grow; `grow-lab model train` writes one")]
pub struct NoModelFile;

#[derive(Serialize, Deserialize)]
struct File<'f> {
    seed: u64,
    #[serde(borrow)]
    rows: Vec<ObservedRow<'f>>,
    settings: Settings,
    farthest: f64,
    contradicting: f64,
    noise: f64,
    base: Row,
    coefficients: Vec<[f32; 16]>,
    trees: ExtraTrees,
}

/// An observation of the table.
#[derive(Serialize, Deserialize)]
struct ObservedRow<'f> {
    district: &'f str,
    years: u16,
    area_ha: f64,
    shares: Row,
}

/// Encodes the parts of a model.
pub(super) fn encode(parts: &Parts) -> Vec<u8> {
    let row = |row: &Observation| ObservedRow {
        district: row.district.key(),
        years: row.years,
        area_ha: row.area_ha,
        shares: *row.shares.as_array(),
    };
    let file = File {
        seed: parts.seed,
        rows: parts.table.rows().iter().map(row).collect(),
        settings: parts.settings,
        farthest: parts.farthest,
        contradicting: parts.contradicting,
        noise: parts.noise,
        base: parts.kernel.base,
        coefficients: parts.kernel.coefficients.clone(),
        trees: parts.trees.clone(),
    };
    // Encoding into memory cannot fail.
    postcard::to_allocvec(&file).unwrap_or_default()
}

/// Version of a model: the first twelve hexadecimal digits of the checksum of its file.
pub(super) fn version(file: &[u8]) -> String {
    let first_bytes = Sha256::digest(file).into_iter().take(6);
    format!("{:012x}", first_bytes.fold(0_u64, |number, byte| number << 8 | u64::from(byte)))
}

/// Decodes the parts of a model. `None` if they are not a valid model.
pub(super) fn decode(bytes: &[u8]) -> Option<Parts> {
    let (file, rest) = postcard::take_from_bytes::<File<'_>>(bytes).ok()?;
    let observation = |row: ObservedRow<'_>| {
        let district = District::from_key(row.district)?;
        let shares = Shares::from_shares(row.shares.into())?;
        Some(Observation { district, shares, area_ha: row.area_ha, years: row.years })
    };
    let table = Table::from_rows(file.rows.into_iter().map(observation).collect::<Option<_>>()?)?;
    let lands: Vec<_> = table.rows().iter().map(|row| Land::of(row.district.climate(), Standard::of_india())).collect();
    let is_sound =
        rest.is_empty() && file.coefficients.len() == lands.len() && file.trees.trees.iter().all(Tree::is_sound);
    is_sound.then_some(Parts {
        seed: file.seed,
        table,
        settings: file.settings,
        farthest: file.farthest,
        contradicting: file.contradicting,
        noise: file.noise,
        kernel: KernelSoftmax {
            settings: file.settings.kernel,
            base: file.base,
            lands,
            coefficients: file.coefficients,
        },
        trees: file.trees,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Model, shipped};
    use super::*;

    #[test]
    fn a_model_comes_back_from_its_file_as_it_was() {
        let file = shipped().to_bytes();
        let model = Model::from_bytes(&file).unwrap();
        assert_eq!(&model, shipped());
        assert_eq!(model.to_bytes(), file);
    }

    #[test]
    fn another_file_one_cut_short_and_one_too_long_are_refused() {
        let file = shipped().to_bytes();
        let longer = [file.as_slice(), b"\0"].concat();
        for other in [b"state,district".as_slice(), b"", &file[..file.len() - 1], &file[..file.len() / 2], &longer] {
            assert_eq!(Model::from_bytes(other), Err(NoModelFile));
        }
    }
}
