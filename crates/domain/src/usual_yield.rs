//! What farmers of a state usually harvest (`data/state_yield.csv`).
//!
//! It is shown beside the expected yield of a sowing and never enters it: expected yields, and with them the supply,
//! are the middle of the crop's yield range.

use crate::crop::YieldRange;
use crate::land::LandTable;
use crate::table::embedded;
use crate::{Crop, District, Season, State, Water};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The yields that four of five districts of the state lie between, kg/ha in the form of [`crate::crop::Facts`]. `None`
/// where the state has no reliable figures for the crop.
pub fn usual_yield(crop: Crop, state: State) -> Option<YieldRange> {
    YIELDS.get(&(crop, state)).copied()
}

/// Which land the usual yield of a state is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YieldOf {
    /// Hardly any of it is irrigated.
    Unwatered,
    /// Some is irrigated, and some is not: yields of each are not known.
    WateredAndNot,
    /// Nearly all of it is irrigated.
    Watered,
}

/// The usual yield as far as it is known for a field with this water. `None` where the state has no reliable figures,
/// or only those of watered land for a field with rain alone.
pub fn usual_yield_with(crop: Crop, state: State, water: Option<Water>) -> Option<(YieldRange, YieldOf)> {
    let of = YieldOf::in_state(crop, state);
    let is_known = (of, water) != (YieldOf::Watered, Some(Water::RainOnly));
    usual_yield(crop, state).filter(|_| is_known).map(|range| (range, of))
}

impl YieldOf {
    /// With at least this part irrigated, the yield is that of watered land; with as much not irrigated, of unwatered.
    const NEARLY_ALL: f64 = 0.85;

    pub(crate) fn in_state(crop: Crop, state: State) -> Self {
        match IRRIGATED.get(&(crop, state)) {
            Some(part) if *part >= Self::NEARLY_ALL => Self::Watered,
            Some(part) if *part <= 1.0 - Self::NEARLY_ALL => Self::Unwatered,
            _ => Self::WateredAndNot,
        }
    }
}

/// The irrigated part of the crop's land in a state, from 0 to 1, by the land that its districts have of the crop.
static IRRIGATED: LazyLock<BTreeMap<(Crop, State), f64>> = LazyLock::new(|| {
    let mut land = BTreeMap::<_, (f64, f64)>::new();
    for district in District::all() {
        let of_district = LandTable::shipped().of_district(district);
        let Some(observed) = &of_district.observed else { continue };
        for crop in Crop::all() {
            let hectares = f64::from(observed.area_ha) * observed.shares.of(crop);
            let (irrigated, all) = land.entry((crop, district.state())).or_default();
            *irrigated += hectares * of_district.irrigated(crop, Season::Year);
            *all += hectares;
        }
    }
    land.into_iter().filter(|(_, (_, all))| *all > 0.0).map(|(of, (irrigated, all))| (of, irrigated / all)).collect()
});

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
    fn a_field_without_water_does_not_show_the_yield_of_watered_land() {
        let of = |crop, state, water| usual_yield_with(crop, state, water).map(|(_, of)| of);
        let rain = Some(Water::RainOnly);
        assert_eq!(of(Crop::Paddy, State::TamilNadu, rain), None);
        assert_eq!(of(Crop::Paddy, State::TamilNadu, None), Some(YieldOf::Watered));
        assert_eq!(of(Crop::Paddy, State::Odisha, rain), Some(YieldOf::WateredAndNot));
        assert_eq!(of(Crop::Groundnut, State::TamilNadu, rain), Some(YieldOf::WateredAndNot));
        assert_eq!(of(Crop::RedGram, State::Maharashtra, rain), Some(YieldOf::Unwatered));
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
