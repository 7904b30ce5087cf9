//! Shares of the sixteen crops: as numbers to compute with, and in whole millionths.

use crate::{Crop, PerCrop};

/// Shares of the sixteen crops in an area. Each is at least 0, and they sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares(PerCrop<f64>);

impl Shares {
    /// Normalises weights to a sum of 1. `None` if a weight is negative or not finite,
    /// or if all are 0.
    pub fn from_weights(weights: PerCrop<f64>) -> Option<Self> {
        let sum = weights.sum();
        let are_weights = weights.values().iter().all(|weight| *weight >= 0.0) && sum.is_finite() && sum > 0.0;
        are_weights.then(|| Self(weights.map(|weight| weight / sum)))
    }

    /// Takes shares as they are. `None` if one is below 0 or not finite, or if they do not sum to 1.
    pub fn from_shares(shares: PerCrop<f64>) -> Option<Self> {
        let are_shares = shares.values().iter().all(|share| *share >= 0.0) && (shares.sum() - 1.0).abs() < 1e-9;
        are_shares.then_some(Self(shares))
    }

    /// The mean of two, in which the first has this weight, from 0 to 1.
    #[must_use]
    pub fn mean(&self, weight: f64, other: &Self) -> Self {
        Self(PerCrop::from_fn(|crop| weight * self.of(crop) + (1.0 - weight) * other.of(crop)))
    }

    /// Equal shares.
    pub fn equal() -> Self {
        Self(PerCrop::all(1.0 / 16.0))
    }

    /// The share of a crop, from 0 to 1.
    pub fn of(&self, crop: Crop) -> f64 {
        self.0[crop]
    }

    /// The sixteen shares, in the order of [`Crop::all`].
    pub fn as_array(&self) -> &[f64; 16] {
        self.0.values()
    }

    /// The crops with their shares, the largest first; crops with equal shares keep the order of [`Crop::all`].
    pub fn ranked(&self) -> Vec<(Crop, f64)> {
        let mut ranked: Vec<_> = self.0.iter().map(|(crop, share)| (crop, *share)).collect();
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        ranked
    }

    /// Multiplies each share by a positive factor and normalises the sum to 1.
    #[must_use]
    pub fn scaled(&self, factor: impl Fn(Crop) -> f64) -> Self {
        let scaled = PerCrop::from_fn(|crop| self.of(crop) * factor(crop));
        let sum = scaled.sum();
        Self(scaled.map(|share| share / sum))
    }
}

/// The sum of all probabilities.
pub const WHOLE: u32 = 1_000_000;

/// 'Only crops with `predicted_probability` above 0.1 are included.'
const THRESHOLD: u32 = WHOLE / 10;

/// The probability of each of the sixteen crops, in millionths. They sum to exactly 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probabilities(PerCrop<u32>);

impl Probabilities {
    /// Rounds shares to millionths with the largest-remainder method, so that the sum is exact.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share is from 0 to 1, so that a million times it fits"
    )]
    pub fn rounded(shares: &Shares) -> Self {
        let exact = shares.0.map(|share| share * f64::from(WHOLE));
        let mut millionths = exact.map(|exact| exact.floor() as u32);
        let mut by_loss: Vec<_> = millionths.iter_mut().map(|(crop, rounded)| (rounded, exact[crop].fract())).collect();
        by_loss.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let lost = WHOLE.saturating_sub(by_loss.iter().map(|(rounded, _)| **rounded).sum());
        for (rounded, _) in by_loss.into_iter().take(lost as usize) {
            *rounded += 1;
        }
        Self(millionths)
    }

    /// Takes millionths as they are. `None` if they do not sum to [`WHOLE`].
    pub fn of_millionths(millionths: PerCrop<u32>) -> Option<Self> {
        let sum = millionths.values().iter().try_fold(0_u32, |sum, millionths| sum.checked_add(*millionths));
        (sum == Some(WHOLE)).then_some(Self(millionths))
    }

    /// As floats.
    pub fn shares(&self) -> Shares {
        Shares(self.0.map(|millionths| f64::from(millionths) / f64::from(WHOLE)))
    }

    /// The millionths of a crop.
    pub fn millionths_of(&self, crop: Crop) -> u32 {
        self.0[crop]
    }

    /// The millionths of each crop.
    pub fn millionths(&self) -> &PerCrop<u32> {
        &self.0
    }

    /// The probability of a crop, from 0 to 1.
    pub fn of(&self, crop: Crop) -> f64 {
        f64::from(self.0[crop]) / f64::from(WHOLE)
    }

    /// The crops above 0.1 with their probabilities, descending. Ties keep the order of [`Crop::all`].
    pub fn recommended(&self) -> Vec<(Crop, f64)> {
        let mut above: Vec<_> = self.0.iter().filter(|(_, millionths)| **millionths > THRESHOLD).collect();
        above.sort_by_key(|(_, millionths)| std::cmp::Reverse(**millionths));
        above.into_iter().map(|(crop, millionths)| (crop, f64::from(*millionths) / f64::from(WHOLE))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weights_without_a_finite_positive_sum_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, -0.1] {
            let mut weights = PerCrop::all(1.0);
            weights[Crop::Ragi] = bad;
            assert_eq!(Shares::from_weights(weights), None, "{bad}");
        }
        assert_eq!(Shares::from_weights(PerCrop::all(0.0)), None);
        assert_eq!(Shares::from_weights(PerCrop::all(f64::MAX)), None, "their sum is not finite");
    }

    proptest! {
        #[test]
        fn shares_sum_to_1_and_are_ranked_from_the_largest(weights in prop::array::uniform16(0.0_f64..1e6)) {
            prop_assume!(weights.iter().any(|weight| *weight > 0.0));
            let shares = Shares::from_weights(weights.into()).unwrap();
            prop_assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let ranked = shares.ranked();
            prop_assert!(ranked.is_sorted_by(|a, b| a.1 >= b.1));
            prop_assert_eq!(ranked.len(), 16);
            prop_assert!(ranked.iter().all(|(crop, share)| shares.of(*crop).to_bits() == share.to_bits()));
        }

        #[test]
        fn millionths_are_whole_and_no_share_moves_by_more_than_one(weights in prop::array::uniform16(0.0_f64..1.0)) {
            let Some(shares) = Shares::from_weights(weights.into()) else { return Ok(()) };
            let probabilities = Probabilities::rounded(&shares);
            prop_assert_eq!(probabilities.millionths().sum(), WHOLE);
            for (share, millionths) in shares.as_array().iter().zip(probabilities.millionths().values()) {
                prop_assert!((share * 1e6 - f64::from(*millionths)).abs() < 1.0 + 1e-6);
            }
        }
    }

    fn probabilities(weights: &[(Crop, f64)]) -> Probabilities {
        let mut all = PerCrop::all(0.0);
        for (crop, weight) in weights {
            all[*crop] = *weight;
        }
        Probabilities::rounded(&Shares::from_weights(all).unwrap())
    }

    #[test]
    fn only_crops_above_a_tenth_are_recommended_in_descending_order() {
        let recommended = probabilities(&[
            (Crop::Paddy, 0.1),
            (Crop::Maize, 0.35),
            (Crop::Groundnut, 0.2),
            (Crop::Gingelly, 0.2),
            (Crop::Onion, 0.15),
        ])
        .recommended();
        let crops: Vec<_> = recommended.iter().map(|(crop, _)| *crop).collect();
        assert_eq!(
            crops,
            [Crop::Maize, Crop::Groundnut, Crop::Gingelly, Crop::Onion],
            "a tenth exactly is not above it"
        );
        assert!((recommended[0].1 - 0.35).abs() < 1e-9);
    }
}
