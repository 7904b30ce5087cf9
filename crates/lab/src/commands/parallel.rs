//! One computation for many inputs, on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Computes a result for each input, and hands over each with the index of its input as soon as it is there. The first
/// error ends the work.
pub(super) fn each<I: Sync, R: Send, E>(
    inputs: &[I],
    compute: impl Fn(&I) -> R + Sync,
    mut hand_over: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(inputs.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (results, incoming) = mpsc::channel();
        for _ in 0..workers {
            let (results, next, compute) = (results.clone(), &next, &compute);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(number) else { break };
                    if results.send((number, compute(input))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        incoming.into_iter().try_for_each(|(number, result)| hand_over(number, result))
    })
}
