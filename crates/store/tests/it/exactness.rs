//! `met == outside supply + sum(sowings)`, exactly, under concurrent writes.

use super::{farmer, id, new_sowing, noon};
use grow_domain::sowing::CountLimits;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::testing::{self, TestStore};
use grow_store::{FarmerId, SowingOutcome};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;

/// An action of a farmer: sow a crop on a number of hundredths of a hectare, optionally repeat it, optionally withdraw
/// it.
#[derive(Clone, Debug)]
struct Action {
    crop: usize,
    size: i64,
    repeated: bool,
    withdrawn: bool,
}

fn actions() -> impl Strategy<Value = Vec<Vec<Action>>> {
    let action = (0..16_usize, 1_i64..1_000_000, any::<bool>(), prop::bool::weighted(0.3))
        .prop_map(|(crop, size, repeated, withdrawn)| Action { crop, size, repeated, withdrawn });
    prop::collection::vec(prop::collection::vec(action, 1..8), 2..8)
}

fn outside_supply(crop: Crop) -> Kilograms {
    Kilograms(1_000 * (crop as i64 + 1))
}

async fn new_season(store: &TestStore) {
    let figures = Crop::all()
        .map(|crop| testing::figure(Region::India, crop, CropYear::of(noon()), 1_000_000, outside_supply(crop).0));
    store.import_figures(figures.collect(), noon()).await.unwrap();
}

/// Runs one farmer's actions in order. Returns the yield of the standing sowings.
async fn run_actions(store: &TestStore, farmer: FarmerId, actions: &[Action]) -> BTreeMap<Crop, i64> {
    let mut in_the_ground = BTreeMap::new();
    for (n, action) in actions.iter().enumerate() {
        let sowing = new_sowing(Crop::all().nth(action.crop).unwrap(), action.size);
        let mut recorded = None;
        for attempt in 0..=usize::from(action.repeated) {
            let id = id(noon(), &format!("{farmer:?}{n}{attempt}"));
            let outcome = store
                .record_sowing(farmer, format!("action {n}"), sowing, CountLimits::NONE, id, noon())
                .await
                .unwrap();
            recorded = match outcome {
                SowingOutcome::Recorded(sowing) | SowingOutcome::Repeated(sowing) => Some(sowing),
                SowingOutcome::KeyReused => panic!("the key is new"),
            };
        }
        let recorded = recorded.unwrap();
        if action.withdrawn {
            store.withdraw_sowing(farmer, recorded.id, noon()).await.unwrap();
        } else {
            *in_the_ground.entry(sowing.crop).or_default() += recorded.expected_yield.0;
        }
    }
    in_the_ground
}

async fn check(store: TestStore, actions: Vec<Vec<Action>>) {
    new_season(&store).await;
    let mut farmers = Vec::new();
    for n in 0..actions.len() {
        farmers.push(farmer(&store, &format!("farmer {n}")).await);
    }
    let at_once = farmers.iter().zip(&actions).map(|(farmer, actions)| run_actions(&store, *farmer, actions));
    let in_the_ground = futures_util::future::join_all(at_once).await;
    for row in store.demand(Region::India, CropYear::of(noon())).await.unwrap().rows {
        let sowings: i64 = in_the_ground.iter().filter_map(|crops| crops.get(&row.crop)).sum();
        assert_eq!(row.met(), outside_supply(row.crop) + Kilograms(sowings), "{:?}", row.crop);
    }
    assert_eq!(store.differences().await.unwrap(), []);
}

#[test]
fn concurrent_writers_keep_met_exact_on_sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 12, failure_persistence: None, ..Config::default() })
        .run(&actions(), |actions| {
            runtime.block_on(async { check(testing::sqlite().await, actions).await });
            Ok(())
        })
        .unwrap();
}

#[test]
fn concurrent_writers_keep_met_exact_on_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 6, failure_persistence: None, ..Config::default() })
        .run(&actions(), |actions| {
            runtime.block_on(async { check(testing::postgres().await, actions).await });
            Ok(())
        })
        .unwrap();
}
