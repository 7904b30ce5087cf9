//! Recommendation among the crops that a farmer knows.

use crate::Crop;
use crate::demand::DemandRow;
use std::collections::BTreeSet;

/// Rows of the crops that a farmer knows, most met first (the specification's default order). Crops with equal supply
/// keep the specification's order of crops.
pub fn from_known_crops(rows: &[DemandRow], known: &BTreeSet<Crop>) -> Vec<DemandRow> {
    let mut recommended: Vec<_> = rows.iter().filter(|row| known.contains(&row.crop)).copied().collect();
    recommended.sort_by(|a, b| b.met().cmp(&a.met()).then(a.crop.cmp(&b.crop)));
    recommended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kilograms;
    use crate::regional::RegionBalance;
    use proptest::prelude::*;

    fn rows(met: [i64; 16]) -> Vec<DemandRow> {
        Crop::all()
            .zip(met)
            .map(|(crop, met)| DemandRow { crop, standing: RegionBalance::default(), sown: Kilograms(met) })
            .collect()
    }

    #[test]
    fn crop_names_are_matched_case_insensitively_against_the_known_crops() {
        let known = ["REDGRAM", "potatoes"].iter().map(|name| name.parse().unwrap()).collect();
        let crops: Vec<_> = from_known_crops(&rows([0; 16]), &known).iter().map(|row| row.crop).collect();
        assert_eq!(crops, [Crop::RedGram, Crop::Potato]);
    }

    proptest! {
        #[test]
        fn only_known_crops_and_descending_by_met(met in prop::array::uniform16(0_i64..50), mask in any::<u16>()) {
            let known: BTreeSet<_> = Crop::all().filter(|crop| mask >> (*crop as u16) & 1 == 1).collect();
            let recommended = from_known_crops(&rows(met), &known);
            prop_assert_eq!(recommended.iter().map(|row| row.crop).collect::<BTreeSet<_>>(), known);
            prop_assert!(recommended.is_sorted_by(|a, b| a.met() >= b.met()));
        }
    }
}
