//! What else was tried: variants of the advice, and of what is taken as known.

use grow_lab::simulation::{Demand, Policy, Scenario, Usual};

/// A variant of the scenario that the bars judge.
pub(super) struct Variant {
    /// What differs, in words.
    pub(super) name: &'static str,
    /// The scenario of an adoption and a seed, with half of the land recorded.
    pub(super) of: fn(f64, u64) -> Scenario,
}

/// The seeds that settings were chosen by.
pub(super) const SEEDS: [u64; 3] = [1, 2, 3];

/// The scenario of the chosen settings.
fn chosen(adoption: f64, seed: u64) -> Scenario {
    Scenario::new(Policy::Prices, adoption, 0.5, seed)
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

/// Settings of the advice that were tried. The chosen one is first.
pub(super) const SETTINGS: [Variant; 15] = [
    Variant { name: "**chosen**: b = 1, stiffness 10, bounds -1.5 to 3, suitable from 2 %", of: chosen },
    Variant { name: "b = 0: all suitable crops alike", of: with!(settings.exponent = 0.0) },
    Variant { name: "b = 0.25", of: with!(settings.exponent = 0.25) },
    Variant { name: "b = 0.5", of: with!(settings.exponent = 0.5) },
    Variant { name: "stiffness 5", of: with!(settings.stiffness = 5.0) },
    Variant { name: "stiffness 20", of: with!(settings.stiffness = 20.0) },
    Variant { name: "stiffness 40", of: with!(settings.stiffness = 40.0) },
    Variant { name: "stiffness 80", of: with!(settings.stiffness = 80.0) },
    Variant {
        name: "bounds -4 to 4",
        of: |adoption, seed| {
            let mut scenario = chosen(adoption, seed);
            (scenario.settings.lowest, scenario.settings.highest) = (-4.0, 4.0);
            scenario
        },
    },
    Variant {
        name: "bounds -8 to 8",
        of: |adoption, seed| {
            let mut scenario = chosen(adoption, seed);
            (scenario.settings.lowest, scenario.settings.highest) = (-8.0, 8.0);
            scenario
        },
    },
    Variant { name: "suitable from 1 % of the land", of: with!(settings.least_share = 0.01) },
    Variant { name: "suitable from 4 % of the land", of: with!(settings.least_share = 0.04) },
    Variant { name: "surplus judged by all supply, as screens show it", of: with!(settings.needs_as_shown = true) },
    Variant { name: "what followers would bring unadvised counts as supply", of: with!(displaced_is_known = false) },
    Variant {
        name: "the same, and 10 % recorded",
        of: |adoption, seed| Scenario { displaced_is_known: false, recorded: 0.1, ..chosen(adoption, seed) },
    },
];

/// Worlds in which Grow knows less, or demand moves otherwise, with the chosen settings.
pub(super) const WORLDS: [Variant; 10] = [
    Variant { name: "as the bars judge it", of: chosen },
    Variant { name: "following land taken as half of what it is", of: with!(misjudged = 0.5) },
    Variant { name: "following land taken as twice what it is", of: with!(misjudged = 2.0) },
    Variant { name: "demand figures are the mean of three past seasons", of: with!(demand = Demand::Past) },
    Variant { name: "usual supply measured on all land not recorded", of: with!(usual = Usual::Unrecorded) },
    Variant { name: "usual supply measured on all land", of: with!(usual = Usual::All) },
    Variant { name: "demand with steady trends", of: with!(steady_trends = true) },
    Variant {
        name: "`need`, demand with steady trends",
        of: |adoption, seed| Scenario { policy: Policy::Need, steady_trends: true, ..chosen(adoption, seed) },
    },
    Variant { name: "records count with the middle of the yield range", of: with!(yields_of_range = true) },
    Variant {
        name: "`need`, records with the middle of the yield range",
        of: |adoption, seed| Scenario { policy: Policy::Need, yields_of_range: true, ..chosen(adoption, seed) },
    },
];
