//! Runs of the simulation, and their verdict.

use grow_lab::simulation::{Bar, Outcome, Row, Scenario, World};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Runs the scenarios in parallel. Returns them in their order.
pub(super) fn simulate(world: &World, scenarios: Vec<Scenario>) -> Vec<Row> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(scenarios.len());
    let next = AtomicUsize::new(0);
    let mut outcomes: Vec<Option<Outcome>> = vec![None; scenarios.len()];
    thread::scope(|scope| {
        let (results, incoming) = mpsc::channel();
        for _ in 0..workers {
            let (results, next, scenarios) = (results.clone(), &next, &scenarios);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(scenario) = scenarios.get(number) else { break };
                    if results.send((number, grow_lab::simulation::run(world, scenario))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        for (number, outcome) in incoming {
            if let Some(slot) = outcomes.get_mut(number) {
                *slot = Some(outcome);
            }
        }
    });
    let rows = scenarios.into_iter().zip(outcomes);
    rows.filter_map(|(scenario, outcome)| Some(Row { scenario, outcome: outcome? })).collect()
}

pub(super) fn verdict(bar: &Bar) -> &'static str {
    if bar.is_met { "met" } else { "missed" }
}
