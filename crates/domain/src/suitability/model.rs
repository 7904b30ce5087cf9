//! A fitted model: from a climate to shares.

use super::features::Standard;
use super::kernel::{KernelSoftmax, Land};
use super::training::Settings;
use super::trees::ExtraTrees;
use super::{Shares, codec, envelope};
use crate::Climate;

pub use super::codec::ModelFileError;

/// A fitted model.
///
/// Its two members, unlike each other, have one vote each: softmax regression over a kernel of climate and place, and extremely randomised
/// trees. What they say together is then kept from what the climate rules out.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) version: String,
    pub(super) parts: Parts,
}

/// What a model file keeps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    pub(super) seed: u64,
    /// SHA-256 of the table that it was trained on.
    pub(super) table: [u8; 32],
    pub(super) settings: Settings,
    pub(super) standard: Standard,
    pub(super) kernel: KernelSoftmax,
    pub(super) trees: ExtraTrees,
}

impl Model {
    pub(super) fn new(parts: Parts) -> Self {
        let version = codec::version(&codec::encode(&parts));
        Self { version, parts }
    }

    /// Reads a model file. One that is damaged, cut short, or of another format is refused.
    pub fn from_bytes(file: &[u8]) -> Result<Self, ModelFileError> {
        let payload = codec::open(file)?;
        let parts = codec::decode(payload).ok_or(ModelFileError::Implausible)?;
        Ok(Self { version: codec::version(payload), parts })
    }

    /// The model as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::seal(&codec::encode(&self.parts))
    }

    /// Tells this model from any other: the beginning of the checksum of all that it holds, twelve hexadecimal digits.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The seed that it was trained with.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.parts.seed
    }

    /// The settings that its training chose.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.parts.settings
    }

    /// How many districts it was trained on.
    #[must_use]
    pub fn districts(&self) -> usize {
        self.parts.kernel.lands.len()
    }

    /// SHA-256 of the table that it was trained on, as [`super::Table::fingerprint`] gives it.
    #[must_use]
    pub fn trained_on(&self) -> [u8; 32] {
        self.parts.table
    }

    /// How districts with this climate and place share the land of the sixteen crops: of every 100 ha, so many grow each. No
    /// chance of success. A crop that the climate rules out has none; where it rules out all sixteen, nothing is taken away, and
    /// [`envelope::limits`] tells of each that it is impossible. A climate that is not finite gets the mean shares.
    #[must_use]
    pub fn predict(&self, climate: &Climate) -> Shares {
        let Parts { standard, kernel, trees, .. } = &self.parts;
        let land = Land::of(climate, standard);
        let mut together = kernel.predict(&land);
        together.iter_mut().zip(trees.predict(&land)).for_each(|(share, vote)| *share += vote);
        let mut possible = together;
        let out = envelope::ruled_out(climate);
        possible.iter_mut().zip(out).filter(|(_, out)| *out).for_each(|(share, _)| *share = 0.0);
        let known = Shares::from_weights(possible).or_else(|| Shares::from_weights(together));
        known.or_else(|| Shares::from_weights(trees.mean)).unwrap_or_else(Shares::equal)
    }
}
