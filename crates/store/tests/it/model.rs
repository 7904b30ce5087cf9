//! A model test of the store: random sequences of steps are taken by the store, on either engine, and by a reference
//! model ([`reference::Reference`]), and after each step both say the same.
//!
//! Each sequence follows from a number. `GROW_MODEL_SEQUENCES` says how many are tried on each engine, and
//! `GROW_MODEL_FIRST` the number of the first one. A sequence that fails is shrunk to few steps.

mod accounts;
mod answers;
mod comparison;
mod database;
mod operators;
mod plans;
mod reference;
mod rows;
mod sowings;
mod steps;
mod trial;

use database::Database;
use grow_store::Store;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};
use reference::Reference;
use std::cell::RefCell;
use std::env;
use std::rc::Rc;
use steps::Step;
use tokio::runtime::{Builder, Runtime};
use trial::Trial;

/// Number of steps in a sequence.
const STEPS: std::ops::Range<usize> = 5..25;

/// What the sequences of a thread use one after the other.
struct Kept {
    runtime: Rc<Runtime>,
    database: Database,
    /// On PostgreSQL, so that connections are not made for each sequence.
    store: Option<Store>,
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

struct Model<const SQLITE: bool>;

impl<const SQLITE: bool> ReferenceStateMachine for Model<SQLITE> {
    type State = Reference;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Reference> {
        let times = ["2025-04-30T17:55:00Z", "2025-06-15T06:30:00Z"].map(|time| time.parse().unwrap());
        prop::sample::select(times.to_vec()).prop_map(Reference::begin).boxed()
    }

    fn transitions(reference: &Reference) -> BoxedStrategy<Step> {
        steps::after(reference, SQLITE)
    }

    fn apply(reference: Reference, step: &Step) -> Reference {
        reference.after(step)
    }
}

impl<const SQLITE: bool> StateMachineTest for Model<SQLITE> {
    type SystemUnderTest = Trial;
    type Reference = Self;

    fn init_test(reference: &Reference) -> Trial {
        let kept = KEPT.take().unwrap_or_else(|| {
            let runtime = Rc::new(Builder::new_current_thread().enable_all().build().unwrap());
            let database = runtime.block_on(Database::new(SQLITE));
            Kept { runtime, database, store: None }
        });
        Trial::begin(kept.runtime, kept.database, kept.store, reference)
    }

    fn apply(trial: Trial, reference: &Reference, step: Step) -> Trial {
        trial.take(&step, reference)
    }

    fn teardown(trial: Trial, reference: Reference) {
        trial.finish(&reference);
        let store = trial.store.filter(|_| !SQLITE);
        KEPT.set(Some(Kept { runtime: trial.runtime, database: trial.database, store }));
    }
}

fn setting(name: &str, usual: u64) -> u64 {
    env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// Tries sequences, each by its number.
fn run<const SQLITE: bool>(usual: u64) {
    let first = setting("GROW_MODEL_FIRST", 1);
    for number in first..first + setting("GROW_MODEL_SEQUENCES", usual) {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let config = Config { cases: 1, failure_persistence: None, max_shrink_iters: 500, ..Config::default() };
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let tried = TestRunner::new_with_rng(config.clone(), rng).run(
            &Model::<SQLITE>::sequential_strategy(STEPS),
            |(reference, steps, seen)| {
                Model::<SQLITE>::test_sequential(config.clone(), reference, steps, seen);
                Ok(())
            },
        );
        if let Err(TestError::Fail(reason, (reference, steps, _))) = &tried {
            let steps = steps.iter().map(|step| format!("\n    {step:?}")).collect::<Vec<_>>().concat();
            panic!("GROW_MODEL_FIRST={number} GROW_MODEL_SEQUENCES=1: {reason}\n{reference:?}:{steps}");
        }
        tried.unwrap();
    }
}

#[test]
fn any_sequence_of_steps_leaves_what_the_reference_says_on_sqlite() {
    run::<true>(120);
}

#[test]
fn any_sequence_of_steps_leaves_what_the_reference_says_on_postgres() {
    run::<false>(60);
}
