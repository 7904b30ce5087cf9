//! Encoding of the model file.
//!
//! All numbers are little-endian. The file starts with `GROWMODL`, followed by the format (2 bytes), the length of the
//! payload (4 bytes), its SHA-256 (32 bytes) and the payload.

use super::features::{COUNT, Place, Standard};
use super::kernel::KernelSoftmax;
use super::likeness::{self, Land};
use super::parts::{Parts, Settings};
use super::table::{Observation, Table};
use super::trees::{ExtraTrees, Node, Tree};
use grow_domain::District;
use grow_domain::land::Shares;
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 8] = b"GROWMODL";

/// The supported format.
const FORMAT: u16 = 2;

/// Why a model file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFileError {
    /// The file does not start with the magic bytes.
    #[error("this is no model file of Grow; `grow-lab model train` writes one")]
    NotAModel,
    /// The format is older than the supported one.
    #[error(
        "the model file has format {0}, older than {FORMAT}, which this Grow reads; write it anew with `grow-lab model train`"
    )]
    Older(u16),
    /// The format is newer than the supported one.
    #[error("the model file has format {0}, newer than {FORMAT}, which this Grow reads; use the Grow that wrote it")]
    Newer(u16),
    /// The file is truncated or has trailing bytes.
    #[error("the model file is {found} bytes long and says that it has {expected}; copy it again")]
    Length {
        /// Length stated in the header.
        expected: u64,
        /// Actual length.
        found: u64,
    },
    /// The checksum does not match.
    #[error("the model file is damaged: its checksum does not fit; copy it again")]
    Damaged,
    /// The checksum matches, but the content is not a valid model.
    #[error("the model file holds what no training writes; write it anew with `grow-lab model train`")]
    Implausible,
}

const HEAD: usize = MAGIC.len() + 2 + 4 + 32;

/// Prepends the header to a payload.
pub(super) fn seal(payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let mut file = Vec::with_capacity(HEAD + payload.len());
    file.extend(MAGIC);
    file.extend(FORMAT.to_le_bytes());
    file.extend(length.to_le_bytes());
    file.extend(Sha256::digest(payload));
    file.extend(payload);
    file
}

/// Extracts and verifies the payload of a file.
pub(super) fn open(file: &[u8]) -> Result<&[u8], ModelFileError> {
    let found = file.len() as u64;
    let (magic, rest) = file.split_first_chunk::<8>().ok_or(ModelFileError::NotAModel)?;
    if magic != MAGIC {
        return Err(ModelFileError::NotAModel);
    }
    let short = ModelFileError::Length { expected: HEAD as u64, found };
    let (format, rest) = rest.split_first_chunk().ok_or_else(|| short.clone())?;
    match u16::from_le_bytes(*format) {
        older if older < FORMAT => return Err(ModelFileError::Older(older)),
        newer if newer > FORMAT => return Err(ModelFileError::Newer(newer)),
        _ => {}
    }
    let (length, rest) = rest.split_first_chunk().ok_or_else(|| short.clone())?;
    let (checksum, payload) = rest.split_first_chunk::<32>().ok_or(short)?;
    let expected = HEAD as u64 + u64::from(u32::from_le_bytes(*length));
    if expected != found {
        return Err(ModelFileError::Length { expected, found });
    }
    if Sha256::digest(payload).as_slice() != checksum {
        return Err(ModelFileError::Damaged);
    }
    Ok(payload)
}

/// Version of a payload: the beginning of its checksum.
pub(super) fn version(payload: &[u8]) -> String {
    let first_bytes = Sha256::digest(payload).into_iter().take(6);
    format!("{:012x}", first_bytes.fold(0_u64, |number, byte| number << 8 | u64::from(byte)))
}

/// Encodes the parts of a model.
pub(super) fn encode(parts: &Parts) -> Vec<u8> {
    let Parts { seed, table, settings, farthest, contradicting, noise, standard, kernel, trees } = parts;
    let mut out = Writer(Vec::with_capacity(600_000));
    out.0.extend(seed.to_le_bytes());
    out.count(table.rows().len());
    for row in table.rows() {
        out.count(row.district.index());
        out.0.extend(row.years.to_le_bytes());
        out.f64s(&[row.area_ha]);
        out.f64s(row.shares.as_array());
    }
    out.f64s(&[settings.kernel.price, settings.kernel.climate_reach, settings.kernel.reach, settings.lightest]);
    out.count(settings.least_in_leaf);
    out.f64s(&[settings.kernel_votes, settings.softening, *farthest, *contradicting, *noise]);
    out.f64s(&standard.mean);
    out.f64s(&standard.spread);

    out.f64s(&kernel.base);
    out.count(kernel.lands.len());
    for (land, coefficients) in kernel.lands.iter().zip(&kernel.coefficients) {
        out.f32s(&land.climate);
        out.f64s(&[land.place.north_km, land.place.east_km]);
        out.f32s(coefficients);
    }

    out.f64s(&trees.mean);
    out.count(trees.trees.len());
    for tree in &trees.trees {
        out.count(tree.nodes().len());
        for node in tree.nodes() {
            match node {
                Node::Leaf(row) => {
                    out.0.push(LEAF);
                    out.0.extend(row.to_le_bytes());
                }
                Node::Question { figure, threshold, otherwise } => {
                    out.0.push(figure);
                    out.0.extend(otherwise.to_le_bytes());
                    out.f32s(&[threshold]);
                }
            }
        }
        out.count(tree.leaves.len());
        tree.leaves.iter().for_each(|leaf| out.0.extend(leaf));
    }
    out.0
}

/// Marks a leaf, in place of a figure's number.
const LEAF: u8 = u8::MAX;

/// Decodes the parts of a model. `None` if they are not a valid model.
pub(super) fn decode(payload: &[u8]) -> Option<Parts> {
    let mut from = Reader(payload);
    let seed = u64::from_le_bytes(from.bytes()?);
    let table = Table::from_rows(from.list(observation)?)?;
    let [price, climate_reach, reach, lightest] = from.f64s()?;
    let least_in_leaf = from.count()?;
    let kernel_settings = likeness::Settings { price, climate_reach, reach };
    let [kernel_votes, softening, farthest, contradicting, noise] = from.f64s()?;
    let settings = Settings { kernel: kernel_settings, lightest, least_in_leaf, kernel_votes, softening };
    let standard = Standard { mean: from.f64s::<COUNT>()?, spread: from.f64s::<COUNT>()? };

    let base = from.f64s()?;
    let (lands, coefficients): (Vec<_>, Vec<_>) = from
        .list(|from| {
            let climate = from.f32s()?;
            let [north_km, east_km] = from.f64s()?;
            Some((Land { climate, place: Place { north_km, east_km } }, from.f32s()?))
        })?
        .into_iter()
        .unzip();

    let mean = from.f64s()?;
    let trees = from.list(tree)?;
    let positive = [price, climate_reach, reach, lightest, softening, farthest, contradicting]
        .iter()
        .chain(&standard.spread)
        .all(|number| *number > 0.0);
    let are_parts = (0.0..=1.0).contains(&kernel_votes) && softening <= 1.0 && noise >= 0.0;
    let is_sound = positive && are_parts && lands.len() == table.rows().len() && !trees.is_empty() && from.0.is_empty();
    is_sound.then_some(Parts {
        seed,
        table,
        settings,
        farthest,
        contradicting,
        noise,
        standard,
        kernel: KernelSoftmax::new(kernel_settings, base, lands, coefficients),
        trees: ExtraTrees { mean, trees },
    })
}

fn observation(from: &mut Reader<'_>) -> Option<Observation> {
    let district = District::from_index(u16::try_from(u32::from_le_bytes(from.bytes()?)).ok()?)?;
    let years = Some(u16::from_le_bytes(from.bytes()?)).filter(|years| *years > 0)?;
    let [area_ha] = Some(from.f64s()?).filter(|[area_ha]| *area_ha > 0.0)?;
    Some(Observation { district, shares: Shares::from_shares(from.f64s()?.into())?, area_ha, years })
}

fn tree(from: &mut Reader<'_>) -> Option<Tree> {
    let nodes = from.list(|from| {
        let [figure] = from.bytes()?;
        let index = u16::from_le_bytes(from.bytes()?);
        if figure == LEAF {
            return Some(Node::Leaf(index));
        }
        let [threshold] = from.f32s()?;
        Some(Node::Question { figure, threshold, otherwise: index })
    })?;
    let leaves = from.list(Reader::bytes)?;
    Some(Tree::new(nodes, leaves)).filter(Tree::is_sound)
}

struct Writer(Vec<u8>);

impl Writer {
    fn count(&mut self, count: usize) {
        self.0.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
    }

    fn f64s(&mut self, numbers: &[f64]) {
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn f32s(&mut self, numbers: &[f32]) {
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    /// Reads the length of a list. Each item has at least one byte, so a length beyond the remaining bytes is rejected
    /// before memory is allocated.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(u32::from_le_bytes(self.bytes()?)).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    /// Reads a list with exact capacity, because it lives as long as the model.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(read(self)?);
        }
        Some(list)
    }

    fn f64s<const N: usize>(&mut self) -> Option<[f64; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = Some(f64::from_le_bytes(self.bytes()?)).filter(|number| number.is_finite())?;
        }
        Some(numbers)
    }

    fn f32s<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = Some(f32::from_le_bytes(self.bytes()?)).filter(|number| number.is_finite())?;
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Model, shipped};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_model_comes_back_from_its_file_as_it_was() {
        let file = shipped().to_bytes();
        let model = Model::from_bytes(&file).unwrap();
        assert_eq!(&model, shipped());
        assert_eq!(model.to_bytes(), file);
    }

    #[test]
    fn another_file_an_older_and_a_newer_format_are_told_apart() {
        let file = shipped().to_bytes();
        assert_eq!(Model::from_bytes(b"state,district"), Err(ModelFileError::NotAModel));
        assert_eq!(Model::from_bytes(b""), Err(ModelFileError::NotAModel));
        for (format, error) in [(1, ModelFileError::Older(1)), (3, ModelFileError::Newer(3))] {
            let mut other = file.clone();
            other[8..10].copy_from_slice(&u16::to_le_bytes(format));
            assert_eq!(Model::from_bytes(&other), Err(error));
        }
    }

    #[test]
    fn a_file_cut_short_anywhere_in_its_head_or_near_its_end_is_refused() {
        let file = shipped().to_bytes();
        for length in (0..HEAD + 3).chain(file.len() - 3..file.len()) {
            assert!(Model::from_bytes(&file[..length]).is_err(), "{length}");
        }
        let longer = [file.as_slice(), b"\0"].concat();
        assert!(matches!(Model::from_bytes(&longer), Err(ModelFileError::Length { .. })));
    }

    #[test]
    fn content_that_no_training_writes_is_refused_though_its_checksum_fits() {
        let payload = encode(&shipped().parts);
        let shorter = payload[..payload.len() - 1].to_vec();
        let longer = [payload.as_slice(), b"\0"].concat();
        let mut price_is_no_number = payload.clone();
        let price = 8 + 4 + shipped().districts() * (4 + 2 + 8 + 16 * 8);
        price_is_no_number[price..price + 8].copy_from_slice(&f64::NAN.to_le_bytes());
        let mut first_district_is_none = payload.clone();
        first_district_is_none[12..16].fill(0xff);
        let mut last_leaf_grows_nothing = payload.clone();
        last_leaf_grows_nothing[payload.len() - 16..].fill(0);
        for broken in [shorter, longer, price_is_no_number, first_district_is_none, last_leaf_grows_nothing] {
            assert_eq!(Model::from_bytes(&seal(&broken)), Err(ModelFileError::Implausible));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_flipped_bit_is_refused(at in any::<prop::sample::Index>(), bit in 0_u8..8) {
            let mut file = shipped().to_bytes();
            let at = at.index(file.len());
            file[at] ^= 1 << bit;
            prop_assert!(Model::from_bytes(&file).is_err());
        }

        #[test]
        fn no_bytes_make_the_reader_panic(payload in prop::collection::vec(any::<u8>(), 0..2_000)) {
            let _ = decode(&payload);
        }
    }
}
