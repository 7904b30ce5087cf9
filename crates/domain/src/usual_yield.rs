//! What farmers of a state usually harvest (`data/state_yield.csv`).
//!
//! It is shown beside the expected yield of a sowing and never enters it: expected yields, and with them the supply,
//! are the middle of the crop's yield range.

use crate::crop::YieldRange;
use crate::table::embedded;
use crate::{Crop, State};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The yields that four of five districts of the state lie between, kg/ha in the form of [`crate::crop::Facts`]. `None`
/// where the state has no reliable figures for the crop.
pub fn usual_yield(crop: Crop, state: State) -> Option<YieldRange> {
    YIELDS.get(&(crop, state)).copied()
}

static YIELDS: LazyLock<BTreeMap<(Crop, State), YieldRange>> = LazyLock::new(|| embedded!("state_yield.csv", usual));

/// Parses crop, state and the two ends, kg/ha.
fn usual(row: &StringRecord) -> Option<((Crop, State), YieldRange)> {
    let end = |column: usize| row.get(column)?.parse().ok();
    let range = YieldRange { min: end(2)?, max: end(3)? };
    let place = (row.get(0)?.parse().ok()?, row.get(1)?.parse().ok()?);
    (0 < range.min && range.min < range.max).then_some((place, range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_the_range_of_its_districts_in_the_form_that_is_sold() {
        for (crop, state, min, max) in [
            (Crop::Groundnut, State::TamilNadu, 1_790, 4_260),
            // 2,617 to 4,656 kg of rice and 222 to 513 kg of lint.
            (Crop::Paddy, State::TamilNadu, 3_920, 6_980),
            (Crop::Cotton, State::TamilNadu, 670, 1_550),
        ] {
            assert_eq!(usual_yield(crop, state), Some(YieldRange { min, max }), "{crop}");
        }
    }

    #[test]
    fn a_state_without_reliable_figures_has_none() {
        assert_eq!(usual_yield(Crop::Groundnut, State::Ladakh), None, "no figures");
        assert_eq!(usual_yield(Crop::Potato, State::TamilNadu), None, "on 4,056 hectares");
        assert_eq!(usual_yield(Crop::Sugarcane, State::Chhattisgarh), None, "5 tonnes: not cane");
        assert_eq!(usual_yield(Crop::Paddy, State::Maharashtra), None, "districts differ by 14 times");
    }

    #[test]
    fn a_figure_is_in_the_form_of_the_yield_table() {
        for ((crop, state), usual) in &*YIELDS {
            let expected = crop.facts().yield_range;
            let is_comparable = usual.max >= expected.min / 3 && usual.min <= expected.max * 3 / 2;
            assert!(is_comparable && usual.max <= usual.min * 4 + 10, "{crop} in {}: {usual:?}", state.name());
        }
    }
}
