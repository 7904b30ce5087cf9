//! Medians and percentiles of prices.

/// The median; of an even number, the mean of the middle two, rounded half up. `None` of nothing. Sorts the prices.
pub(super) fn median(prices: &mut [u32]) -> Option<u32> {
    prices.sort_unstable();
    median_of_sorted(prices)
}

/// The same of sorted prices.
pub(super) fn median_of_sorted(prices: &[u32]) -> Option<u32> {
    let upper = *prices.get(prices.len() / 2)?;
    let lower = *prices.get((prices.len() - 1) / 2)?;
    Some(lower + (upper - lower).div_ceil(2))
}

/// The price at a percentile of sorted prices: the nearest that was paid. `None` of nothing.
pub(super) fn percentile(prices: &[u32], percent: usize) -> Option<u32> {
    let last = prices.len().checked_sub(1)?;
    prices.get((last * percent + 50) / 100).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn medians_and_percentiles_by_hand() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [7]), Some(7));
        assert_eq!(median(&mut [9, 1, 5]), Some(5));
        assert_eq!(median(&mut [4, 1, 2, 9]), Some(3));
        assert_eq!(median(&mut [1, 2]), Some(2), "half up");
        assert_eq!(median(&mut [u32::MAX, u32::MAX - 2]), Some(u32::MAX - 1));
        let ten: Vec<u32> = (1..=11).collect();
        assert_eq!([10, 50, 90].map(|percent| percentile(&ten, percent)), [Some(2), Some(6), Some(10)]);
        assert_eq!(percentile(&[], 10), None);
    }

    proptest! {
        #[test]
        fn a_median_lies_between_the_tenth_and_the_ninetieth_percentile(
            mut prices in prop::collection::vec(1_u32..1_000_000, 1..60),
        ) {
            let median = median(&mut prices).unwrap();
            prop_assert!(percentile(&prices, 10).unwrap() <= median && median <= percentile(&prices, 90).unwrap());
            let not_above = prices.iter().filter(|price| **price <= median).count();
            prop_assert!(2 * not_above >= prices.len());
        }
    }
}
