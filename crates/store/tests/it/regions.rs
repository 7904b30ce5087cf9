//! 'A sowing counts to its farmer's state and to IN', exactly, under concurrent moves and writes.

use super::{farmer, id, new_sowing, noon};
use grow_domain::farmer::Place;
use grow_domain::figures::DemandFigure;
use grow_domain::regional::{Basis, Coverage, Given, UseBy, standing};
use grow_domain::sowing::CountLimits;
use grow_domain::{Crop, CropYear, District, Kilograms, Region, State};
use grow_store::testing::{self, TestStore};
use grow_store::{DemandState, FarmerId, RecordChange, SowingOutcome, both_stores};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;
use uuid::Uuid;

const TAMIL_NADU: Region = Region::State(State::TamilNadu);
const KERALA: Region = Region::State(State::Kerala);

fn year() -> CropYear {
    CropYear::of(noon())
}

async fn lives_in(store: &TestStore, farmer: FarmerId, district: Option<&str>) {
    let place = Place::parse("at home").unwrap();
    let place = match district {
        Some(key) => place.in_district(District::from_key(key).unwrap()),
        None => place,
    };
    store.change_record(farmer, RecordChange::Place(place), noon()).await.unwrap();
}

fn figure(region: Region, crop: Crop, demand: i64, usual_supply: i64) -> DemandFigure {
    testing::figure(region, crop, year(), demand, usual_supply)
}

async fn state_of(store: &TestStore, region: Region) -> DemandState {
    store.demand(region, year()).await.unwrap()
}

both_stores! {
    async fn a_state_has_its_part_of_indias_figures(store) {
        store.import_figures(vec![figure(Region::India, Crop::Onion, 1_000_003, 500_009)], noon()).await.unwrap();
        let india = figure(Region::India, Crop::Onion, 1_000_003, 500_009);
        let given = |region| (region == Region::India).then_some(Given::from(&india));
        let (mut demand, mut met) = (Kilograms(0), Kilograms(0));
        for region in State::all().map(Region::State) {
            let row = state_of(&store, region).await.rows[Crop::Onion as usize];
            let expected = standing(region, Crop::Onion, year(), given, &Coverage::default()).unwrap();
            assert_eq!((row.standing, row.met()), (expected, expected.outside));
            assert_eq!(expected.basis, Basis::PartOfIndia(UseBy::Population));
            demand = demand + row.demand();
            met = met + row.met();
        }
        assert_eq!((demand, met), (Kilograms(1_000_003), Kilograms(500_009)));
    }

    async fn a_later_import_for_india_moves_the_states_too(store) {
        store.import_figures(vec![figure(Region::India, Crop::Onion, 1_000_000, 0)], noon()).await.unwrap();
        let before = state_of(&store, TAMIL_NADU).await;
        store.import_figures(vec![figure(Region::India, Crop::Onion, 2_000_000, 0)], noon()).await.unwrap();
        let after = state_of(&store, TAMIL_NADU).await;
        let demand = |state: &DemandState| state.rows[Crop::Onion as usize].demand().0;
        assert!((2 * demand(&before) - demand(&after)).abs() <= 2);
        assert!(after.revision > before.revision);
    }

    async fn a_states_own_figures_win_for_their_crop_alone(store) {
        let both = [Crop::Onion, Crop::Ragi].map(|crop| figure(Region::India, crop, 1_000_000, 1_000));
        store.import_figures(both.to_vec(), noon()).await.unwrap();
        let [before, india, kerala] =
            [state_of(&store, TAMIL_NADU).await, state_of(&store, Region::India).await, state_of(&store, KERALA).await];
        store.import_figures(vec![figure(TAMIL_NADU, Crop::Onion, 77, 7)], noon()).await.unwrap();
        let after = state_of(&store, TAMIL_NADU).await;
        let onion = after.rows[Crop::Onion as usize];
        assert_eq!((onion.demand(), onion.met()), (Kilograms(77), Kilograms(7)));
        assert_eq!(onion.standing.basis, Basis::Given);
        assert_eq!(after.rows[Crop::Ragi as usize], before.rows[Crop::Ragi as usize], "still derived");
        assert!(after.revision > before.revision);
        assert_eq!([state_of(&store, Region::India).await, state_of(&store, KERALA).await], [india, kerala]);

        store.import_figures(vec![figure(Region::India, Crop::Onion, 9_000_000, 9_000)], noon()).await.unwrap();
        assert_eq!(state_of(&store, TAMIL_NADU).await.rows[Crop::Onion as usize], onion, "whatever India's become");
    }

    async fn without_indias_figures_a_state_has_none_but_its_own(store) {
        assert!(state_of(&store, TAMIL_NADU).await.rows.is_empty());
        store.import_figures(vec![figure(TAMIL_NADU, Crop::Onion, 77, 7)], noon()).await.unwrap();
        assert_eq!(state_of(&store, TAMIL_NADU).await.rows.len(), 16);
        assert!(state_of(&store, KERALA).await.rows.is_empty());
        assert!(state_of(&store, Region::India).await.rows.is_empty());
    }
}

/// An action of a farmer.
#[derive(Clone, Debug)]
enum Action {
    /// Saves a place, in one of [`HOMES`].
    Move(usize),
    /// Sows a crop on a number of hundredths of a hectare, optionally repeated after a move.
    Sow { crop: usize, size: i64, moves_and_asks_again: Option<usize> },
    /// Withdraws one of the sowings so far.
    Withdraw(prop::sample::Index),
}

/// Two districts of one state, one each of two others, and none.
const HOMES: [Option<&str>; 5] = [Some("tn-erode"), Some("tn-madurai"), Some("kl-palakkad"), Some("br-gaya"), None];

fn region_of(home: Option<&str>) -> Region {
    home.map_or(Region::India, |key| Region::State(District::from_key(key).unwrap().state()))
}

fn actions() -> impl Strategy<Value = Vec<Vec<Action>>> {
    let home = 0..HOMES.len();
    let action = prop_oneof![
        2 => home.clone().prop_map(Action::Move),
        4 => (0..3_usize, 1_i64..1_000_000, prop::option::of(home))
            .prop_map(|(crop, size, moves_and_asks_again)| Action::Sow { crop, size, moves_and_asks_again }),
        2 => any::<prop::sample::Index>().prop_map(Action::Withdraw),
    ];
    prop::collection::vec(prop::collection::vec(action, 1..12), 2..7)
}

type InTheGround = BTreeMap<(Region, Crop), i64>;

async fn record(store: &TestStore, farmer: FarmerId, n: usize, attempt: usize, crop: Crop, size: i64) -> Uuid {
    let id = id(noon(), &format!("{farmer:?}{n}{attempt}"));
    let outcome =
        store.record_sowing(farmer, format!("action {n}"), new_sowing(crop, size), CountLimits::NONE, id, noon()).await;
    match outcome.unwrap() {
        SowingOutcome::Recorded(sowing) if attempt == 0 => sowing.id,
        SowingOutcome::Repeated(sowing) if attempt == 1 => sowing.id,
        other => panic!("attempt {attempt}: {other:?}"),
    }
}

/// Runs one farmer's actions in order. Returns the yield of the standing sowings by region.
async fn run_actions(store: &TestStore, farmer: FarmerId, actions: &[Action]) -> InTheGround {
    let (mut home, mut sowings) = (None, Vec::new());
    for (n, action) in actions.iter().enumerate() {
        match action {
            Action::Move(to) => {
                home = HOMES[*to];
                lives_in(store, farmer, home).await;
            }
            Action::Sow { crop, size, moves_and_asks_again } => {
                let crop = Crop::all().nth(*crop).unwrap();
                let id = record(store, farmer, n, 0, crop, *size).await;
                let expected = new_sowing(crop, *size).expected_yield().0;
                sowings.push((id, (region_of(home), crop), expected));
                if let Some(to) = moves_and_asks_again {
                    home = HOMES[*to];
                    lives_in(store, farmer, home).await;
                    assert_eq!(record(store, farmer, n, 1, crop, *size).await, id);
                }
            }
            Action::Withdraw(which) if !sowings.is_empty() => {
                let (id, ..) = sowings.remove(which.index(sowings.len()));
                store.withdraw_sowing(farmer, id, noon()).await.unwrap().unwrap();
            }
            Action::Withdraw(_) => {}
        }
    }
    sowings.into_iter().fold(InTheGround::new(), |mut ground, (_, place, kg)| {
        *ground.entry(place).or_default() += kg;
        ground
    })
}

async fn check(store: TestStore, actions: Vec<Vec<Action>>) {
    let india = |crop| figure(Region::India, crop, 999_999_999, 123_456_789);
    store.import_figures(Crop::all().map(india).collect(), noon()).await.unwrap();
    let mut farmers = Vec::new();
    for n in 0..actions.len() {
        farmers.push(farmer(&store, &format!("farmer {n}")).await);
    }
    let at_once = farmers.iter().zip(&actions).map(|(farmer, actions)| run_actions(&store, *farmer, actions));
    let in_the_ground = futures_util::future::join_all(at_once).await;

    let homes = HOMES.into_iter().flatten().map(|key| region_of(Some(key)));
    for region in homes.chain([Region::India, Region::State(State::Goa)]) {
        for row in state_of(&store, region).await.rows {
            let counts = |place: &(Region, Crop)| place.1 == row.crop && (region == Region::India || place.0 == region);
            let sown = in_the_ground.iter().flatten().filter(|(place, _)| counts(place)).map(|(_, kg)| kg).sum();
            let given = |asked| (asked == Region::India).then(|| Given::from(&india(row.crop)));
            let expected = standing(region, row.crop, year(), given, &Coverage::default()).unwrap();
            assert_eq!(row.met(), expected.outside + Kilograms(sown), "{region} {}", row.crop);
        }
    }
    assert_eq!(store.differences().await.unwrap(), []);
}

#[test]
fn moves_and_concurrent_writers_keep_every_region_exact_on_sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 16, failure_persistence: None, ..Config::default() })
        .run(&actions(), |actions| {
            runtime.block_on(async { check(testing::sqlite().await, actions).await });
            Ok(())
        })
        .unwrap();
}

#[test]
fn moves_and_concurrent_writers_keep_every_region_exact_on_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 8, failure_persistence: None, ..Config::default() })
        .run(&actions(), |actions| {
            runtime.block_on(async { check(testing::postgres().await, actions).await });
            Ok(())
        })
        .unwrap();
}
