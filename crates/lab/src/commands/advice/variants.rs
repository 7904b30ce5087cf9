//! Variants of the advice, and of what is taken as known.

use grow_domain::advice::{OwnGood, Stiffness};
use grow_lab::simulation::{Demand, Policy, Scenario, Usual, Walk};

/// A variant of the scenario that the bars judge, with figures that are 10 % wrong.
pub(super) struct Variant {
    /// What differs, in words.
    pub(super) name: &'static str,
    /// The scenario of an adoption and a seed.
    pub(super) of: fn(f64, u64) -> Scenario,
}

/// The seeds that settings were chosen by.
pub(super) const SEEDS: [u64; 3] = [1, 2, 3];

fn chosen(adoption: f64, seed: u64) -> Scenario {
    Scenario { figures_error: 10.0, ..Scenario::new(Policy::Prices, adoption, 0.5, seed) }
}

/// The chosen settings with another stiffness, and with or without gate and rule.
fn with_stiffness(stiffness: Stiffness, has_gate: bool, has_rule: bool, adoption: f64, seed: u64) -> Scenario {
    let mut scenario = Scenario { has_gate, ..chosen(adoption, seed) };
    scenario.settings.stiffness = stiffness;
    if !has_rule {
        scenario.settings.own_good = None;
    }
    scenario
}

macro_rules! with {
    ($($field:ident).+ = $value:expr) => {
        |adoption, seed| {
            let mut scenario = chosen(adoption, seed);
            scenario.$($field).+ = $value;
            scenario
        }
    };
}

macro_rules! stiffness {
    ($name:literal, $stiffness:expr, $has_gate:expr, $has_rule:expr) => {
        Variant { name: $name, of: |adoption, seed| with_stiffness($stiffness, $has_gate, $has_rule, adoption, seed) }
    };
}

/// Other settings of the advice, beside the chosen ones, which are first.
pub(super) const SETTINGS: [Variant; 13] = [
    Variant {
        name: "**chosen**: no gate, stiffness 9, 5, 3 by error, soft rule at .5 of the mean margin with width .1 and at \
               most two thirds, b = 1",
        of: chosen,
    },
    stiffness!("gate, stiffness 9, 5, 3, soft rule", Stiffness::ByError([9.0, 5.0, 3.0]), true, true),
    stiffness!("no gate, stiffness 9, 5, 3, no rule", Stiffness::ByError([9.0, 5.0, 3.0]), false, false),
    stiffness!("stiffness 20", Stiffness::Same(20.0), false, true),
    stiffness!("stiffness 5, 3, 2 by error", Stiffness::ByError([5.0, 3.0, 2.0]), false, true),
    Variant {
        name: "stiffness 36, 20, 12 by error, bounds -3 to 3",
        of: |adoption, seed| {
            let mut scenario = with_stiffness(Stiffness::ByError([36.0, 20.0, 12.0]), false, true, adoption, seed);
            scenario.settings.lowest = -3.0;
            scenario
        },
    },
    Variant {
        name: "rule at 1",
        of: with!(settings.own_good = Some(OwnGood { midpoint: 1.0, width: 0.1, ..OwnGood::default() })),
    },
    Variant {
        name: "rule without its limit of two thirds",
        of: with!(settings.own_good = Some(OwnGood { most: 1.0, ..OwnGood::default() })),
    },
    Variant {
        name: "rule that counts risk, aversion 1",
        of: with!(settings.own_good = Some(OwnGood { aversion: 1.0, ..OwnGood::default() })),
    },
    Variant {
        name: "rule that counts risk, aversion 3",
        of: with!(settings.own_good = Some(OwnGood { aversion: 3.0, ..OwnGood::default() })),
    },
    Variant { name: "b = 0.5", of: with!(settings.exponent = 0.5) },
    Variant { name: "suitable from 4 % of the land", of: with!(settings.least_share = 0.04) },
    Variant { name: "what followers would bring unadvised counts as supply", of: with!(displaced_is_known = false) },
];

/// Worlds in which Grow knows less, or farmers or demand are otherwise, with the chosen settings.
pub(super) const WORLDS: [Variant; 19] = [
    Variant { name: "as the bars judge it", of: chosen },
    Variant { name: "figures are right", of: with!(figures_error = 0.0) },
    Variant { name: "figures 15 % wrong", of: with!(figures_error = 15.0) },
    Variant { name: "figures 25 % wrong", of: with!(figures_error = 25.0) },
    Variant { name: "no false records", of: with!(false_records = 0.0) },
    Variant { name: "10 % recorded", of: with!(recorded = 0.1) },
    Variant { name: "90 % recorded", of: with!(recorded = 0.9) },
    Variant { name: "10 % of the users follow the public list", of: with!(by_list = 0.1) },
    Variant { name: "30 % of them", of: with!(by_list = 0.3) },
    Variant { name: "50 % of them", of: with!(by_list = 0.5) },
    Variant { name: "30 % of the followers' land is sown by habit, food first", of: with!(own_food = 0.3) },
    Variant { name: "following land taken as half of what it is", of: with!(misjudged = 0.5) },
    Variant { name: "following land taken as twice what it is", of: with!(misjudged = 2.0) },
    Variant { name: "demand figures are the mean of three past years", of: with!(demand = Demand::Past) },
    Variant { name: "usual supply measured on all land not recorded", of: with!(usual = Usual::Unrecorded) },
    Variant { name: "usual supply measured on all land", of: with!(usual = Usual::All) },
    Variant { name: "demand with steady trends", of: with!(walk = Walk::Steady) },
    Variant { name: "demand of crops shown as grown walks, too, unseen", of: with!(walk = Walk::RandomUnseen) },
    Variant { name: "records count with the middle of the yield range", of: with!(yields_of_range = true) },
];
