//! A fitted model: from a climate to shares.

use super::features::Standard;
use super::kernel::{self, KernelSoftmax, Land};
use super::trees::ExtraTrees;
use super::{Shares, codec, envelope};
use crate::Climate;
use std::fmt;

pub use super::codec::ModelFileError;

/// A fitted model.
///
/// An ensemble of two members with equal weight: softmax regression over a kernel of climate and location, and
/// extremely randomised trees. Crops that the climate excludes get the share 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    version: String,
    pub(super) parts: Parts,
}

/// Content of a model file.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Seed of the training.
    pub seed: u64,
    /// SHA-256 of the table that it was trained on, as [`super::Table::fingerprint`] gives it.
    pub table: [u8; 32],
    /// Settings that training chose.
    pub settings: Settings,
    /// Means and standard deviations that standardise the features.
    pub standard: Standard,
    /// The first member.
    pub kernel: KernelSoftmax,
    /// The second member.
    pub trees: ExtraTrees,
}

/// Settings that training chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Settings of the kernel.
    pub kernel: kernel::Settings,
    /// Smallest weight of a district. A district of at least median area has weight 1; shares of a small area are less
    /// certain.
    pub lightest: f64,
    /// Minimum number of districts in a leaf.
    pub least_in_leaf: usize,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel: kernel::Settings { price, climate_reach, reach }, lightest, least_in_leaf } = self;
        write!(
            f,
            "price of roughness {price}, reach {reach}, reach in climate {climate_reach}, \
             smallest district weighs {lightest}, {least_in_leaf} districts in a leaf"
        )
    }
}

impl Model {
    /// Creates a model from fitted parts.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
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

#[cfg(test)]
mod tests {
    use super::super::{Table, shipped};
    use crate::{Crop, District};

    #[test]
    fn the_shipped_model_is_no_larger_than_2_mb() {
        assert!(shipped().to_bytes().len() <= 2_000_000, "{}", shipped().to_bytes().len());
    }

    #[test]
    fn any_district_gets_sixteen_shares_that_sum_to_1_observed_or_not() {
        for district in District::all() {
            let shares = shipped().predict(district.climate());
            assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9, "{district}");
            assert!(shares.as_array().iter().all(|share| share.is_finite() && *share >= 0.0), "{district}");
        }
    }

    #[test]
    fn the_model_says_what_an_agronomist_knows() {
        let share = |key, crop| shipped().predict(District::from_key(key).unwrap().climate()).of(crop);
        assert!(share("tn-thanjavur", Crop::Paddy) > 0.5, "the delta grows paddy");
        assert!(share("ap-anantapur", Crop::Groundnut) > 0.3);
        assert!(share("rj-barmer", Crop::Cumbu) > 0.3, "the desert grows cumbu");
        assert!(share("mh-yavatmal", Crop::Cotton) > 0.3);
    }

    #[test]
    fn what_the_climate_rules_out_has_no_share() {
        let mut cold = District::from_key("pb-ludhiana").unwrap().climate().clone();
        cold.tmin_c = cold.tmin_c.map(|c| c - 17.0);
        cold.tmax_c = cold.tmax_c.map(|c| c - 17.0);
        let shares = shipped().predict(&cold);
        assert!(shares.of(Crop::Sugarcane) <= 0.0);
        assert!(shares.of(Crop::Maize) > 0.0);
        assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_climate_that_is_not_finite_gets_the_mean() {
        let mut unknown = District::from_key("pb-ludhiana").unwrap().climate().clone();
        unknown.rain_mm = [f64::NAN; 12];
        let shares = shipped().predict(&unknown);
        let mean = Table::observed().mean().unwrap();
        assert!(Crop::all().all(|crop| (shares.of(crop) - mean.of(crop)).abs() < 1e-9));
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_weather_shares_sum_to_1(
            latitude in 6.0_f64..37.0,
            longitude in 68.0_f64..98.0,
            rain_mm in proptest::array::uniform12(0.0_f64..1_500.0),
            tmin_c in proptest::array::uniform12(-30.0_f64..30.0),
            span_c in proptest::array::uniform12(0.0_f64..25.0),
        ) {
            let mut climate = District::from_key("tn-erode").unwrap().climate().clone();
            (climate.latitude, climate.longitude, climate.rain_mm, climate.tmin_c) = (latitude, longitude, rain_mm, tmin_c);
            climate.tmax_c = std::array::from_fn(|month| tmin_c[month] + span_c[month]);
            let shares = shipped().predict(&climate);
            proptest::prop_assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            proptest::prop_assert!(shares.as_array().iter().all(|share| *share >= 0.0));
        }
    }
}
