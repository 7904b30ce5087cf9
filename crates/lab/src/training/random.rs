//! A reproducible pseudo-random number generator.

/// `SplitMix64` (Steele, Lea and Flood, 2014), used to grow trees. Not for cryptography.
pub(crate) struct Random(u64);

impl Random {
    /// Creates an independent generator for the nth part, so that parts can be computed in any order.
    pub(crate) fn part(seed: u64, n: u64) -> Self {
        Self(Self(seed ^ Self(n).next()).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to just below 1.
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit a float exactly")]
    pub(crate) fn fraction(&mut self) -> f32 {
        (self.next() >> 40) as f32 / 16_777_216.0
    }

    /// A whole number from 0 to just below `end`, which is above 0 and small.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let product = u128::from(self.next()) * end as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random(1_234_567);
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([(); 3].map(|()| random.next()), published);
    }

    #[test]
    fn numbers_stay_in_their_range_and_reach_all_of_it() {
        let mut random = Random::part(1, 2);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            assert!((0.0..1.0).contains(&random.fraction()));
            seen[random.below(7)] += 1;
        }
        assert!(seen.iter().all(|count| (800..1_200).contains(count)), "{seen:?}");
    }
}
