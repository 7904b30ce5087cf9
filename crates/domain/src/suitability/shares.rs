//! Shares of the sixteen crops.

use crate::Crop;

/// Shares of the sixteen crops in an area. Each is at least 0, and they sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares([f64; 16]);

impl Shares {
    /// Normalises weights, in the order of [`Crop::all`], to a sum of 1. `None` if a weight is negative or not finite,
    /// or if all are 0.
    #[must_use]
    pub fn from_weights(weights: [f64; 16]) -> Option<Self> {
        let sum: f64 = weights.iter().sum();
        let are_weights = weights.iter().all(|weight| *weight >= 0.0) && sum.is_finite() && sum > 0.0;
        are_weights.then(|| Self(weights.map(|weight| weight / sum)))
    }

    /// Takes shares as they are. `None` if one is below 0 or not finite, or if they do not sum to 1.
    pub(super) fn from_shares(shares: [f64; 16]) -> Option<Self> {
        let are_shares = shares.iter().all(|share| *share >= 0.0) && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9;
        are_shares.then_some(Self(shares))
    }

    /// The mean of two, in which the first has this weight, from 0 to 1.
    #[must_use]
    pub fn mean(&self, weight: f64, other: &Self) -> Self {
        let mut mean = self.0;
        mean.iter_mut().zip(other.0).for_each(|(share, other)| *share = weight * *share + (1.0 - weight) * other);
        Self(mean)
    }

    /// Equal shares.
    #[must_use]
    pub fn equal() -> Self {
        Self([1.0 / 16.0; 16])
    }

    /// The share of a crop, from 0 to 1.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "one share for each of the sixteen crops")]
    pub fn of(&self, crop: Crop) -> f64 {
        self.0[crop as usize]
    }

    /// The sixteen shares, in the order of [`Crop::all`].
    #[must_use]
    pub fn as_array(&self) -> &[f64; 16] {
        &self.0
    }

    /// The crops with their shares, the largest first; crops with equal shares keep the order of [`Crop::all`].
    #[must_use]
    pub fn ranked(&self) -> Vec<(Crop, f64)> {
        let mut ranked: Vec<_> = Crop::all().zip(self.0).collect();
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        ranked
    }

    /// Multiplies each share by a positive factor and normalises the sum to 1.
    #[must_use]
    pub fn scaled(&self, factor: impl Fn(Crop) -> f64) -> Self {
        let mut scaled = self.clone();
        for (crop, share) in Crop::all().zip(&mut scaled.0) {
            *share *= factor(crop);
        }
        let sum: f64 = scaled.0.iter().sum();
        Self(scaled.0.map(|share| share / sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_weight_is_refused() {
        for bad in [f64::NAN, f64::INFINITY, -0.1] {
            let mut weights = [1.0; 16];
            weights[3] = bad;
            assert_eq!(Shares::from_weights(weights), None, "{bad}");
        }
        assert_eq!(Shares::from_weights([0.0; 16]), None);
        assert_eq!(Shares::from_weights([f64::MAX; 16]), None, "their sum is not finite");
    }

    proptest! {
        #[test]
        fn they_sum_to_1_and_are_ranked_from_the_largest(weights in prop::array::uniform16(0.0_f64..1e6)) {
            prop_assume!(weights.iter().any(|weight| *weight > 0.0));
            let shares = Shares::from_weights(weights).unwrap();
            prop_assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let ranked = shares.ranked();
            prop_assert!(ranked.is_sorted_by(|a, b| a.1 >= b.1));
            prop_assert_eq!(ranked.len(), 16);
            prop_assert!(ranked.iter().all(|(crop, share)| shares.of(*crop).to_bits() == share.to_bits()));
        }
    }
}
