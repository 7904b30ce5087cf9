//! Runs of the simulation, and their verdict.

use crate::commands::parallel;
use grow_lab::simulation::{Bar, Row, Scenario, World};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Runs the scenarios in parallel. Returns them in their order.
pub(super) fn simulate(world: &World, scenarios: Vec<Scenario>) -> Vec<Row> {
    let mut outcomes = BTreeMap::new();
    let run = |scenario: &Scenario| grow_lab::simulation::run(world, scenario);
    let Ok(()) = parallel::each(&scenarios, run, |number, outcome| {
        outcomes.insert(number, outcome);
        Ok::<_, Infallible>(())
    });
    scenarios.into_iter().zip(outcomes.into_values()).map(|(scenario, outcome)| Row { scenario, outcome }).collect()
}

pub(super) fn verdict(bar: &Bar) -> &'static str {
    if bar.is_met { "met" } else { "missed" }
}
