//! Metrics of predictions.

use grow_domain::Crop;
use grow_domain::land::Shares;

/// Scores of one district, or their unweighted mean over districts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Kullback-Leibler divergence of the observed from the predicted shares, nats. 0 is a perfect prediction.
    pub kl: f64,
    /// Cross-entropy, nats: the divergence plus the entropy of the observed shares.
    pub cross_entropy: f64,
    /// The part of the three largest observed crops that are among the three largest predicted ones.
    pub overlap3: f64,
    /// The same for five crops.
    pub overlap5: f64,
    /// Whether the largest observed crop is among the three largest predicted ones: 0 or 1 for one district.
    pub largest_in_top3: f64,
}

/// Lower bound of a predicted share, so that an excluded crop that is grown after all has a finite divergence.
pub const LEAST_SHARE: f64 = 1e-6;

impl Scores {
    /// The scores of one district. Crops with equal shares keep the order of [`Crop::all`].
    pub fn of(observed: &Shares, predicted: &Shares) -> Self {
        let mut scores = Self::default();
        for (observed, predicted) in observed.as_array().iter().zip(predicted.as_array()) {
            if *observed > 0.0 {
                let missed = libm::log(predicted.max(LEAST_SHARE));
                scores.cross_entropy -= observed * missed;
                scores.kl += observed * (libm::log(*observed) - missed);
            }
        }
        let [observed, predicted] = [observed, predicted].map(Shares::ranked);
        scores.overlap3 = overlap(&observed, &predicted, 3);
        scores.overlap5 = overlap(&observed, &predicted, 5);
        scores.largest_in_top3 = overlap(observed.get(..1).unwrap_or_default(), &predicted, 3) * 3.0;
        scores
    }

    /// The mean. All 0 for an empty slice.
    pub fn mean(scores: &[Self]) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "there are at most 734 districts")]
        let count = scores.len().max(1) as f64;
        let of = |figure: fn(&Self) -> f64| scores.iter().map(figure).sum::<f64>() / count;
        Self {
            kl: of(|s| s.kl),
            cross_entropy: of(|s| s.cross_entropy),
            overlap3: of(|s| s.overlap3),
            overlap5: of(|s| s.overlap5),
            largest_in_top3: of(|s| s.largest_in_top3),
        }
    }
}

/// The part of the first `count` observed crops that are among the first `count` predicted.
#[expect(clippy::cast_precision_loss, reason = "there are sixteen crops")]
fn overlap(observed: &[(Crop, f64)], predicted: &[(Crop, f64)], count: usize) -> f64 {
    let is_predicted = |crop: Crop| predicted.iter().take(count).any(|(other, _)| *other == crop);
    observed.iter().take(count).filter(|(crop, _)| is_predicted(*crop)).count() as f64 / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shares(first: [f64; 6]) -> Shares {
        let mut weights = [0.0; 16];
        weights[..6].copy_from_slice(&first);
        Shares::from_weights(weights.into()).unwrap()
    }

    #[test]
    fn scores_are_those_of_an_example_worked_by_hand() {
        let observed = shares([0.5, 0.25, 0.25, 0.0, 0.0, 0.0]);
        let predicted = shares([0.125, 0.25, 0.0, 0.375, 0.25, 0.0]);
        let scores = Scores::of(&observed, &predicted);
        // Predicted: 4th, 2nd, 5th, 1st, 3rd; observed: 1st, 2nd, 3rd, 4th, 5th.
        assert!((scores.overlap3 - 1.0 / 3.0).abs() < 1e-12);
        assert!((scores.overlap5 - 1.0).abs() < 1e-12);
        assert!(scores.largest_in_top3 <= 0.0);
        let by_hand = 0.5 * 8.0_f64.ln() + 0.25 * 4.0_f64.ln() + 0.25 * 1e6_f64.ln();
        assert!((scores.cross_entropy - by_hand).abs() < 1e-9);
        let entropy = 0.5 * 2.0_f64.ln() + 0.5 * 4.0_f64.ln();
        assert!((scores.kl - (by_hand - entropy)).abs() < 1e-9);
    }

    #[test]
    fn the_mean_gives_each_district_one_vote() {
        let [a, b] = [0.2, 0.4].map(|kl| Scores { kl, largest_in_top3: 1.0, ..Scores::default() });
        let mean = Scores::mean(&[a, b]);
        assert!((mean.kl - 0.3).abs() < 1e-12 && (mean.largest_in_top3 - 1.0).abs() < 1e-12);
        assert_eq!(Scores::mean(&[]), Scores::default());
    }

    proptest! {
        #[test]
        fn the_observed_shares_have_the_lowest_loss(
            observed in prop::array::uniform16(0.001_f64..1.0),
            predicted in prop::array::uniform16(0.001_f64..1.0),
        ) {
            let [observed, predicted] =
                [observed, predicted].map(|weights| Shares::from_weights(weights.into()).unwrap());
            let right = Scores::of(&observed, &observed);
            prop_assert!(right.kl.abs() < 1e-12);
            prop_assert_eq!((right.overlap3, right.overlap5, right.largest_in_top3), (1.0, 1.0, 1.0));
            prop_assert!(Scores::of(&observed, &predicted).kl >= 0.0);
        }
    }
}
