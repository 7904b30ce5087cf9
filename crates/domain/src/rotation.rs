//! What stood on a field last, and what may follow it (`data/rotation_rules.csv`).

mod last_crop;

pub use last_crop::{LastCrop, OutsideCrop, UnknownLastCrop};

use crate::keyed::keyed;
use crate::table::embedded;
use crate::{Crop, State};
use csv::StringRecord;
use std::sync::LazyLock;

/// What the last crop means for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// How it weighs.
    pub kind: EffectKind,
    /// Why.
    pub why: Why,
}

/// How the last crop weighs on the next one, the strictest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EffectKind {
    /// The next crop should not follow it.
    Avoid,
    /// The next crop does worse after it.
    Worse,
    /// The next crop does better after it.
    Better,
}

/// Why a crop should or should not follow another. The app has the sentence of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the keys say it")]
pub enum Why {
    BacterialWilt,
    BlotchAndRot,
    Borers,
    DownyMildew,
    FertiliserLeft,
    FewerDiseases,
    FewerNematodes,
    Flooded,
    LeafFall,
    LessWilt,
    MoistureLeft,
    Nematodes,
    NitrogenLeft,
    OtherRoots,
    PinkBollworm,
    RedRot,
    Restores,
    RootRot,
    RotAndNematodes,
    Scab,
    StoredRain,
    Striga,
    ThirdCrop,
    Wilt,
    YellowMosaic,
}

keyed!(EffectKind { Avoid = "avoid", Worse = "worse", Better = "better" });

keyed!(Why {
    BacterialWilt = "bacterial_wilt",
    BlotchAndRot = "blotch_and_rot",
    Borers = "borers",
    DownyMildew = "downy_mildew",
    FertiliserLeft = "fertiliser_left",
    FewerDiseases = "fewer_diseases",
    FewerNematodes = "fewer_nematodes",
    Flooded = "flooded",
    LeafFall = "leaf_fall",
    LessWilt = "less_wilt",
    MoistureLeft = "moisture_left",
    Nematodes = "nematodes",
    NitrogenLeft = "nitrogen_left",
    OtherRoots = "other_roots",
    PinkBollworm = "pink_bollworm",
    RedRot = "red_rot",
    Restores = "restores",
    RootRot = "root_rot",
    RotAndNematodes = "rot_and_nematodes",
    Scab = "scab",
    StoredRain = "stored_rain",
    Striga = "striga",
    ThirdCrop = "third_crop",
    Wilt = "wilt",
    YellowMosaic = "yellow_mosaic",
});

/// A row of the table.
struct Rule {
    last: Vec<LastCrop>,
    next: Vec<Crop>,
    effect: Effect,
    /// Where it holds. Empty is everywhere.
    states: Vec<State>,
}

impl Rule {
    fn holds(&self, last: LastCrop, next: Crop, state: State) -> bool {
        let is_here = self.states.is_empty() || self.states.contains(&state);
        is_here && self.last.contains(&last) && self.next.contains(&next)
    }
}

/// What the last crop on a field means for the next one in a state. Of several rows that hold there, the strictest one;
/// `None` where none does.
pub fn effect(last: LastCrop, next: Crop, state: State) -> Option<Effect> {
    let holding = RULES.iter().filter(|rule| rule.holds(last, next, state));
    holding.map(|rule| rule.effect).min_by_key(|effect| effect.kind)
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| embedded!("rotation_rules.csv", rule));

/// Reads a row: last crops, next crops, effect, seasons between, why, states.
fn rule(row: &StringRecord) -> Option<Rule> {
    fn list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
        text.split(';').map(read).collect()
    }
    Some(Rule {
        last: list(row.get(0)?, |key| key.parse().ok())?,
        next: list(row.get(1)?, |key| key.parse().ok())?,
        effect: Effect { kind: EffectKind::from_key(row.get(2)?)?, why: Why::from_key(row.get(4)?)? },
        states: match row.get(5)? {
            "all" => Vec::new(),
            states => list(states, State::from_code)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    fn of(last: &str, next: Crop, state: State) -> Option<(EffectKind, Why)> {
        effect(last.parse().unwrap(), next, state).map(|Effect { kind, why }| (kind, why))
    }

    #[test]
    fn the_last_crop_rules_out_hinders_or_helps_the_next() {
        use EffectKind::{Avoid, Better, Worse};
        for (last, next, state, expected) in [
            ("chillies", Crop::Potato, State::UttarPradesh, Some((Avoid, Why::BacterialWilt))),
            ("bengalGram", Crop::BengalGram, State::MadhyaPradesh, Some((Worse, Why::Wilt))),
            ("greenGram", Crop::Paddy, State::Punjab, Some((Better, Why::NitrogenLeft))),
            ("paddy", Crop::BengalGram, State::Chhattisgarh, Some((Better, Why::MoistureLeft))),
            ("paddy", Crop::BengalGram, State::Karnataka, None),
            ("fallow", Crop::Cholam, State::Maharashtra, Some((Better, Why::StoredRain))),
            ("fallow", Crop::Cholam, State::Punjab, None),
            ("wheat", Crop::Paddy, State::Punjab, None),
        ] {
            assert_eq!(of(last, next, state), expected, "{next} after {last} in {}", state.code());
        }
    }

    #[test]
    fn of_rows_that_disagree_the_strictest_that_holds_in_the_state_wins() {
        let potato = |last, state| of(last, Crop::Potato, state);
        assert_eq!(potato("chillies", State::Bihar), Some((EffectKind::Avoid, Why::BacterialWilt)));
        assert_eq!(potato("potato", State::Bihar), Some((EffectKind::Worse, Why::Scab)));
    }

    #[test]
    fn each_reason_is_that_of_a_row() {
        for why in Why::ALL {
            assert!(RULES.iter().any(|rule| rule.effect.why == why), "{why:?}");
        }
    }

    proptest! {
        #[test]
        fn no_row_that_holds_is_stricter(
            last in select(LastCrop::all().collect::<Vec<_>>()),
            next in select(Crop::each().to_vec()),
            state in select(State::all().collect::<Vec<_>>()),
        ) {
            let kinds = RULES.iter().filter(|rule| rule.holds(last, next, state)).map(|rule| rule.effect.kind);
            prop_assert_eq!(effect(last, next, state).map(|effect| effect.kind), kinds.min());
        }
    }
}
