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
/// An ensemble of two members with equal weight: softmax regression over a kernel of climate and location, and
/// extremely randomised trees. Crops that the climate excludes get the share 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) version: String,
    pub(super) parts: Parts,
}

/// Content of a model file.
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

    /// Decodes a model file. A damaged or truncated file, or another format, is an error.
    pub fn from_bytes(file: &[u8]) -> Result<Self, ModelFileError> {
        let payload = codec::open(file)?;
        let parts = codec::decode(payload).ok_or(ModelFileError::Implausible)?;
        Ok(Self { version: codec::version(payload), parts })
    }

    /// Encodes the model as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::seal(&codec::encode(&self.parts))
    }

    /// Version of the model: the first twelve hexadecimal digits of its checksum.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Seed of the training.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.parts.seed
    }

    /// Settings that training chose.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.parts.settings
    }

    /// Number of districts in the training table.
    #[must_use]
    pub fn districts(&self) -> usize {
        self.parts.kernel.lands.len()
    }

    /// SHA-256 of the table that it was trained on, as [`super::Table::fingerprint`] gives it.
    #[must_use]
    pub fn trained_on(&self) -> [u8; 32] {
        self.parts.table
    }

    /// Predicts the shares of the sixteen crops in a district with this climate and location.
    ///
    /// A share is not a chance of success. A crop that the climate excludes has the share 0. If the climate excludes
    /// all sixteen, no share is changed, and [`envelope::limits`] reports each as impossible. A climate that is not
    /// finite gets the mean shares.
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
