//! The end of a sowing is undone.

use super::{farmer, id, new_sowing, noon, sown};
use grow_domain::sowing::{Closing, CountLimits, NewSowing, Outcome, Sowing, SownOn};
use grow_domain::{Crop, CropYear, Kilograms};
use grow_store::testing::{self, TestStore};
use grow_store::{ChangeOutcome, End, FarmerId, SowingChange, SowingOutcome, UndoOutcome, both_stores};
use jiff::{Timestamp, ToSpan};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const IN_SUPPLY: &str = "SELECT CAST(COALESCE(SUM(sown_kg), 0) AS BIGINT) FROM supply WHERE region = 'IN'";
const COUNTED: &str = "SELECT CAST(COALESCE(SUM(counted), 0) AS BIGINT) FROM farmer_years";
const COUNTED_LAND: &str = "SELECT CAST(COALESCE(SUM(counted_m2), 0) AS BIGINT) FROM farmer_years";

/// A step of a farmer. The number chooses one of the sowings so far.
#[derive(Clone, Debug)]
enum Step {
    Sow(usize, i64),
    Close(usize, Outcome),
    Withdraw(usize),
    Undo(usize, End),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let outcome = prop_oneof![Just(Outcome::Failed), Just(Outcome::Harvested(None))];
    let end = prop_oneof![Just(End::Closing), Just(End::Withdrawal)];
    let step = prop_oneof![
        (0..16_usize, 1_i64..10_000).prop_map(|(crop, size)| Step::Sow(crop, size)),
        (0..3_usize, outcome).prop_map(|(of, outcome)| Step::Close(of, outcome)),
        (0..3_usize).prop_map(Step::Withdraw),
        (0..3_usize, end.clone()).prop_map(|(of, end)| Step::Undo(of, end)),
        (0..3_usize, end).prop_map(|(of, end)| Step::Undo(of, end)),
    ];
    prop::collection::vec(step, 2..16).prop_map(|mut steps| {
        steps.insert(0, Step::Sow(0, 125));
        steps
    })
}

/// A sowing as it should be.
struct Expected {
    sowing: Sowing,
    is_withdrawn: bool,
}

impl Expected {
    fn is_in_supply(&self) -> bool {
        !self.is_withdrawn && self.sowing.closing.is_none_or(|closing| closing.outcome != Outcome::Failed)
    }
}

/// Does a step in the store, and in what is expected.
async fn take(store: &TestStore, meena: FarmerId, expected: &mut Vec<Expected>, step: &Step, at: Timestamp) {
    let most = expected.len().max(1);
    match *step {
        Step::Sow(crop, size) => {
            let (sowing, key) =
                (new_sowing(Crop::all().nth(crop).unwrap(), size), format!("sowing {}", expected.len()));
            let id = id(at, &key);
            let SowingOutcome::Recorded(sowing) =
                store.record_sowing(meena, key, sowing, CountLimits::NONE, id, at).await.unwrap()
            else {
                panic!("the key is new")
            };
            expected.push(Expected { sowing, is_withdrawn: false });
        }
        Step::Close(of, outcome) => {
            let one = &mut expected[of % most];
            let done = store.change_sowing(meena, one.sowing.id, SowingChange::Close(outcome), at).await.unwrap();
            let stands = one.sowing.closing.is_some_and(|closing| closing.outcome == outcome);
            assert_eq!(done.is_none(), one.is_withdrawn && !stands);
            if !one.is_withdrawn && one.sowing.closing.is_none() {
                one.sowing.closing = Some(Closing { outcome, at });
            }
        }
        Step::Withdraw(of) => {
            let one = &mut expected[of % most];
            store.withdraw_sowing(meena, one.sowing.id, at).await.unwrap();
            one.is_withdrawn = true;
        }
        Step::Undo(of, end) => {
            let one = &mut expected[of % most];
            let undone = store.undo_end(meena, one.sowing.id, end, at).await.unwrap();
            match end {
                End::Closing if one.is_withdrawn && one.sowing.closing.is_some() => return assert_eq!(undone, None),
                End::Closing => one.sowing.closing = None,
                End::Withdrawal => one.is_withdrawn = false,
            }
            assert_eq!(undone, Some(UndoOutcome::Undone(one.sowing.clone())));
        }
    }
}

/// Steps of the last quarter of an hour, so that the reconciler compares a moment in their middle.
async fn check(store: TestStore, steps: Vec<Step>) {
    let meena = farmer(&store, "meena").await;
    #[expect(clippy::disallowed_methods, reason = "what is compared depends on the database's own clock")]
    let now = Timestamp::from_millisecond(Timestamp::now().as_millisecond()).unwrap();
    let mut expected = Vec::new();
    for (n, step) in steps.iter().enumerate() {
        let minutes_ago = i64::try_from(steps.len() - n).unwrap() - 1;
        take(&store, meena, &mut expected, step, now - minutes_ago.minutes()).await;
        assert_eq!(store.differences().await.unwrap(), [], "after {n}: {step:?}");
    }
    let in_supply = || expected.iter().filter(|one| one.is_in_supply()).map(|one| &one.sowing);
    assert_eq!(store.number(IN_SUPPLY).await, in_supply().map(|sowing| sowing.expected_yield.0).sum::<i64>());
    assert_eq!(store.number(COUNTED).await, i64::try_from(in_supply().count()).unwrap());
    assert_eq!(store.number(COUNTED_LAND).await, in_supply().map(|sowing| sowing.field_size.area().0).sum::<i64>());
    let mut standing: Vec<_> = expected.iter().filter(|one| !one.is_withdrawn).map(|one| one.sowing.clone()).collect();
    standing.sort_by_key(|sowing| std::cmp::Reverse(sowing.id));
    assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, standing);
    let withdrawn = store.withdrawn_sowings(meena, now).await.unwrap();
    assert_eq!(withdrawn.len(), expected.len() - standing.len());
}

#[test]
fn after_any_ends_and_undos_every_account_agrees_on_sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() })
        .run(&steps(), |steps| {
            runtime.block_on(async { check(testing::sqlite().await, steps).await });
            Ok(())
        })
        .unwrap();
}

#[test]
fn after_any_ends_and_undos_every_account_agrees_on_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: 8, failure_persistence: None, ..Config::default() })
        .run(&steps(), |steps| {
            runtime.block_on(async { check(testing::postgres().await, steps).await });
            Ok(())
        })
        .unwrap();
}

both_stores! {
    async fn a_sowing_goes_back_to_its_own_crop_year_after_the_turn_of_the_year(store) {
        let meena = farmer(&store, "meena").await;
        let on_the_last_day = NewSowing {
            sown_on: Some(SownOn::on("2026-04-30".parse().unwrap(), noon()).unwrap()),
            ..new_sowing(Crop::Groundnut, 125)
        };
        let sowing = sown(&store, meena, "key", on_the_last_day).await;
        let before = store.sown_by_bin(CropYear::from_first_year(2025).unwrap(), None).await.unwrap();
        store.change_sowing(meena, sowing.id, SowingChange::Close(Outcome::Failed), noon()).await.unwrap();
        let undone = store.undo_end(meena, sowing.id, End::Closing, noon() + 24.hours()).await;
        assert_eq!(undone.unwrap(), Some(UndoOutcome::Undone(sowing)));
        assert_eq!(store.sown_by_bin(CropYear::from_first_year(2025).unwrap(), None).await.unwrap(), before);
        assert!(store.sown_by_bin(CropYear::of(noon()), None).await.unwrap().is_empty());
        assert_eq!(store.number("SELECT counted FROM farmer_years WHERE crop_year = 2025").await, 1);
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn an_end_of_more_than_a_day_ago_stays(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap();
        let before = store.everything().await;
        let late = noon() + 24.hours() + 1.microsecond();
        let undone = store.undo_end(meena, sowing.id, End::Withdrawal, late).await.unwrap();
        assert_eq!((undone, store.withdrawn_sowings(meena, late).await.unwrap()), (Some(UndoOutcome::TooLate), vec![]));
        assert_eq!(store.everything().await, before);
        let murugan = farmer(&store, "murugan").await;
        let others = store.undo_end(murugan, sowing.id, End::Withdrawal, noon()).await.unwrap();
        assert_eq!(others, None);
    }

    async fn the_undo_of_what_counted_counts_whatever_was_sown_meanwhile(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        let one = CountLimits { sowings: 1, ..CountLimits::NONE };
        let further = async |key: &str| {
            let asked = new_sowing(Crop::Groundnut, 125);
            let outcome = store.record_sowing(meena, key.to_owned(), asked, one, id(noon(), key), noon()).await;
            let Ok(SowingOutcome::Recorded(sowing)) = outcome else { panic!("{outcome:?}") };
            sowing.counted
        };
        for (end, key) in [(End::Withdrawal, "another"), (End::Closing, "a third")] {
            match end {
                End::Withdrawal => drop(store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap()),
                End::Closing => {
                    let failed = SowingChange::Close(Outcome::Failed);
                    store.change_sowing(meena, sowing.id, failed, noon()).await.unwrap();
                }
            }
            assert_eq!(further(key).await, end == End::Withdrawal, "it takes the place of the first");
            let undone = store.undo_end(meena, sowing.id, end, noon()).await.unwrap();
            assert_eq!(undone, Some(UndoOutcome::Undone(sowing.clone())));
            assert_eq!((store.number(IN_SUPPLY).await, store.number(COUNTED).await), (6_000, 2));
            assert_eq!(store.differences().await.unwrap(), []);
        }
    }

    async fn what_the_operator_counted_stays_counted_when_its_withdrawal_is_undone(store) {
        let meena = farmer(&store, "meena").await;
        let (nothing, id) = (CountLimits { sowings: 0, ..CountLimits::NONE }, id(noon(), "waits"));
        store.record_sowing(meena, "key".to_owned(), new_sowing(Crop::Groundnut, 125), nothing, id, noon()).await.unwrap();
        store.count_sowing(id, noon()).await.unwrap().unwrap();
        store.withdraw_sowing(meena, id, noon()).await.unwrap();
        let undone = store.undo_end(meena, id, End::Withdrawal, noon()).await.unwrap();
        assert!(matches!(undone, Some(UndoOutcome::Undone(Sowing { counted: true, .. }))), "{undone:?}");
        assert_eq!(store.waiting_sowings(None, 10).await.unwrap().0, []);
        assert_eq!((store.number(IN_SUPPLY).await, store.number(COUNTED).await), (3_000, 1));
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn a_waiting_sowing_that_returns_waits_on_and_a_counted_harvest_stays_counted(store) {
        let meena = farmer(&store, "meena").await;
        let (nothing, id) = (CountLimits { sowings: 0, ..CountLimits::NONE }, id(noon(), "waits"));
        store.record_sowing(meena, "key".to_owned(), new_sowing(Crop::Groundnut, 125), nothing, id, noon()).await.unwrap();
        for outcome in [Outcome::Failed, Outcome::Harvested(Some(Kilograms(2_750)))] {
            store.change_sowing(meena, id, SowingChange::Close(outcome), noon()).await.unwrap();
            store.undo_end(meena, id, End::Closing, noon()).await.unwrap();
            assert_eq!(store.waiting_sowings(None, 10).await.unwrap().0.len(), 1);
        }
        let harvested = store.change_sowing(meena, id, SowingChange::Close(Outcome::Harvested(None)), noon()).await.unwrap();
        assert!(matches!(harvested, Some(ChangeOutcome::Changed(_))));
        store.count_sowing(id, noon()).await.unwrap().unwrap();
        store.undo_end(meena, id, End::Closing, noon()).await.unwrap();
        assert_eq!(store.number(IN_SUPPLY).await, 3_000);
        assert_eq!(store.differences().await.unwrap(), []);
    }
}
