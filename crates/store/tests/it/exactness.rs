//! `met == outside supply + sum(sowings)`, exactly, whoever writes and however many.

use super::{farmer, id, new_sowing, noon};
use grow_domain::figures::DemandFigure;
use grow_domain::sowing::CountLimits;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::testing::{self, TestStore};
use grow_store::{FarmerId, SowingOutcome};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;

/// What a farmer does: sow a crop on so many hundredths of a hectare, perhaps ask twice, perhaps take it back.
#[derive(Clone, Debug)]
struct Deed {
    crop: usize,
    size: i64,
    repeated: bool,
    withdrawn: bool,
}

fn deeds() -> impl Strategy<Value = Vec<Vec<Deed>>> {
    let deed = (0..16_usize, 1_i64..1_000_000, any::<bool>(), prop::bool::weighted(0.3))
        .prop_map(|(crop, size, repeated, withdrawn)| Deed { crop, size, repeated, withdrawn });
    prop::collection::vec(prop::collection::vec(deed, 1..8), 2..8)
}

fn outside_supply(crop: Crop) -> Kilograms {
    Kilograms(1_000 * (crop as i64 + 1))
}

async fn new_season(store: &TestStore) {
    let figures = Crop::all().map(|crop| DemandFigure {
        region: Region::India,
        crop,
        crop_year: CropYear::of(noon()),
        demand: Kilograms(1_000_000),
        outside_supply: outside_supply(crop),
        years: String::new(),
        source: String::new(),
        confidence: String::new(),
    });
    store.import_figures(figures.collect(), noon()).await.unwrap();
}

/// One farmer's deeds in their order; gives what is left in the ground.
async fn do_deeds(store: &TestStore, farmer: FarmerId, deeds: &[Deed]) -> BTreeMap<Crop, i64> {
    let mut in_the_ground = BTreeMap::new();
    for (n, deed) in deeds.iter().enumerate() {
        let sowing = new_sowing(Crop::all().nth(deed.crop).unwrap(), deed.size);
        let mut recorded = None;
        for attempt in 0..=usize::from(deed.repeated) {
            let id = id(noon(), &format!("{farmer:?}{n}{attempt}"));
            let outcome =
                store.record_sowing(farmer, format!("deed {n}"), sowing, CountLimits::NONE, id, noon()).await.unwrap();
            recorded = match outcome {
                SowingOutcome::Recorded(sowing) | SowingOutcome::Repeated(sowing) => Some(sowing),
                SowingOutcome::KeyReused => panic!("the key is new"),
            };
        }
        let recorded = recorded.unwrap();
        if deed.withdrawn {
            store.withdraw_sowing(farmer, recorded.id, noon()).await.unwrap();
        } else {
            *in_the_ground.entry(sowing.crop).or_default() += recorded.expected_yield.0;
        }
    }
    in_the_ground
}

async fn check(store: TestStore, deeds: Vec<Vec<Deed>>) {
    new_season(&store).await;
    let mut farmers = Vec::new();
    for n in 0..deeds.len() {
        farmers.push(farmer(&store, &format!("farmer {n}")).await);
    }
    let at_once = farmers.iter().zip(&deeds).map(|(farmer, deeds)| do_deeds(&store, *farmer, deeds));
    let in_the_ground = futures_util::future::join_all(at_once).await;
    for row in store.demand(Region::India, CropYear::of(noon())).await.unwrap().rows {
        let sowings: i64 = in_the_ground.iter().filter_map(|crops| crops.get(&row.crop)).sum();
        assert_eq!(row.met, outside_supply(row.crop) + Kilograms(sowings), "{:?}", row.crop);
    }
    assert_eq!(store.differences(CropYear::of(noon())).await.unwrap(), []);
}

#[test]
fn concurrent_writers_keep_met_exact_on_sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 12, failure_persistence: None, ..Config::default() })
        .run(&deeds(), |deeds| {
            runtime.block_on(async { check(testing::sqlite().await, deeds).await });
            Ok(())
        })
        .unwrap();
}

#[test]
fn concurrent_writers_keep_met_exact_on_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 6, failure_persistence: None, ..Config::default() })
        .run(&deeds(), |deeds| {
            runtime.block_on(async { check(testing::postgres().await, deeds).await });
            Ok(())
        })
        .unwrap();
}
