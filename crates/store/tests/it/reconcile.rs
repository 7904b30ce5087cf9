//! 'A reconciler proves that met is exact.'

use super::{farmer, id, new_sowing, noon, sown};
use grow_domain::farmer::Place;
use grow_domain::sowing::CountLimits;
use grow_domain::{Crop, CropYear, District, Kilograms, Region, State};
use grow_store::testing::TestStore;
use grow_store::{Account, Difference, FarmerId, RecordChange, SowingOutcome, both_stores};
use jiff::{SignedDuration, ToSpan};
use uuid::Uuid;

const TAMIL_NADU: Region = Region::State(State::TamilNadu);
const HOLDER: Uuid = Uuid::from_u128(1);

async fn farmer_of_erode(store: &TestStore, name: &str) -> FarmerId {
    let farmer = farmer(store, name).await;
    let erode = District::from_key("tn-erode").unwrap();
    let place = RecordChange::Place(Place::parse("Erode").unwrap().in_district(erode));
    store.change_record(farmer, place, noon()).await.unwrap();
    farmer
}

/// Each difference as region, running sum and sum of the account.
async fn wrong(store: &TestStore, account: Account) -> Vec<(Region, i64, i64)> {
    let differences = store.differences().await.unwrap();
    let of_account = differences.into_iter().filter(|difference| difference.account == account);
    let mut wrong: Vec<_> = of_account.map(|d| (d.region, d.supply.0, d.recorded.0)).collect();
    wrong.sort_unstable();
    wrong
}

/// Sums the whole feed, like two runs hours apart.
async fn add_up(store: &TestStore) {
    assert_eq!(store.add_up_feed(HOLDER).await.unwrap(), Some(false));
    store.tamper("UPDATE watermarks SET seen_at = 0").await;
    while store.add_up_feed(HOLDER).await.unwrap().unwrap() {}
}

both_stores! {
    async fn each_state_and_the_total_are_compared_with_the_sowings_and_with_the_feed(store) {
        let meena = farmer_of_erode(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        assert_eq!(store.differences().await.unwrap(), []);

        store.tamper("UPDATE supply SET sown_kg = sown_kg + 7 WHERE region = 'IN-TN'").await;
        for account in [Account::Sowings, Account::Feed] {
            assert_eq!(wrong(&store, account).await, [(TAMIL_NADU, 3_007, 3_000)], "{account:?}");
        }
        store.tamper("UPDATE supply SET sown_kg = sown_kg - 7 WHERE region = 'IN-TN'").await;
        store.tamper("UPDATE supply SET sown_kg = sown_kg - 1 WHERE region = 'IN'").await;
        let expected = [Account::Feed, Account::Sowings].map(|account| Difference {
            region: Region::India,
            crop: Crop::Groundnut,
            crop_year: CropYear::of(noon()),
            supply: Kilograms(2_999),
            account,
            recorded: Kilograms(3_000),
        });
        assert_eq!(store.differences().await.unwrap(), expected);
    }

    async fn a_sowing_that_vanished_or_changed_is_found(store) {
        let meena = farmer_of_erode(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        store.tamper("UPDATE sowings SET expected_yield_kg = 2000").await;
        assert_eq!(wrong(&store, Account::Sowings).await, [(Region::India, 3_000, 2_000), (TAMIL_NADU, 3_000, 2_000)]);
        store.tamper("UPDATE sowings SET expected_yield_kg = 3000, region = 'IN-KL'").await;
        let kerala = Region::State(State::Kerala);
        assert_eq!(wrong(&store, Account::Sowings).await, [(kerala, 0, 3_000), (TAMIL_NADU, 3_000, 0)]);
        store.tamper("DELETE FROM sowings").await;
        assert_eq!(wrong(&store, Account::Sowings).await, [(Region::India, 3_000, 0), (TAMIL_NADU, 3_000, 0)]);
        assert_eq!(wrong(&store, Account::Feed).await, []);
    }

    async fn entries_that_are_added_up_are_not_read_again_and_still_count(store) {
        let meena = farmer_of_erode(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        let unplaced = farmer(&store, "unplaced").await;
        sown(&store, unplaced, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        add_up(&store).await;
        assert_eq!(store.number("SELECT position FROM watermarks").await, 2);
        store.tamper("DELETE FROM change_feed WHERE seq < 2").await;
        sown(&store, meena, "key-2", new_sowing(Crop::Groundnut, 125)).await;
        assert_eq!(store.differences().await.unwrap(), []);
        add_up(&store).await;
        assert_eq!(store.differences().await.unwrap(), []);
        store.tamper("UPDATE feed_sums SET sown_kg = sown_kg - 1 WHERE region = 'IN-TN'").await;
        assert_eq!(wrong(&store, Account::Feed).await, [(Region::India, 9_000, 8_999), (TAMIL_NADU, 6_000, 5_999)]);
    }

    async fn an_entry_is_not_added_up_while_an_earlier_one_may_still_be_under_way(store) {
        let meena = farmer_of_erode(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        for _ in 0..3 {
            assert_eq!(store.add_up_feed(HOLDER).await.unwrap(), Some(false));
            assert_eq!(store.number("SELECT position FROM watermarks").await, 0, "seen a moment ago");
        }
    }

    async fn what_was_sown_and_withdrawn_while_a_clock_was_ahead_is_no_difference(store) {
        let meena = farmer_of_erode(&store, "meena").await;
        let ahead = store.time().await.unwrap() + SignedDuration::from_hours(100 * 24);
        for (key, at) in [("ahead", ahead), ("now", store.time().await.unwrap())] {
            let id = id(at, key);
            store.record_sowing(meena, key.to_owned(), new_sowing(Crop::Ragi, 100), CountLimits::NONE, id, at).await.unwrap();
        }
        assert_eq!(store.differences().await.unwrap(), []);
        add_up(&store).await;
        assert_eq!(store.differences().await.unwrap(), [], "also after a clock that jumped has added up all");
        store.withdraw_sowing(meena, id(ahead, "ahead"), store.time().await.unwrap()).await.unwrap();
        assert_eq!(store.differences().await.unwrap(), []);
        store.tamper("UPDATE supply SET sown_kg = sown_kg + 1 WHERE region = 'IN'").await;
        assert!(!store.differences().await.unwrap().is_empty());
    }

    async fn one_process_adds_up_at_a_time_until_it_has_been_silent_for_a_lease(store) {
        let other = Uuid::from_u128(2);
        assert!(store.add_up_feed(HOLDER).await.unwrap().is_some());
        assert_eq!(store.add_up_feed(other).await.unwrap(), None);
        assert!(store.add_up_feed(HOLDER).await.unwrap().is_some(), "whose it is goes on");
        store.tamper("UPDATE leases SET expires_at = 0").await;
        assert!(store.add_up_feed(other).await.unwrap().is_some(), "taken over");
        assert_eq!(store.add_up_feed(HOLDER).await.unwrap(), None);
        store.tamper("UPDATE leases SET expires_at = 4102444800000000").await;
        assert!(store.add_up_feed(HOLDER).await.unwrap().is_some(), "no lease ends in 2100: a clock ran ahead");
    }

    async fn sowings_are_compared_as_they_stood_while_others_are_recorded(store) {
        let meena = farmer_of_erode(&store, "meena").await;
        let now = store.time().await.unwrap();
        let record = async |key: &str, at| {
            let sowing = new_sowing(Crop::Ragi, 100);
            store.record_sowing(meena, key.to_owned(), sowing, CountLimits::NONE, id(at, key), at).await.unwrap()
        };
        record("an hour ago", now - 1.hour()).await;
        let SowingOutcome::Recorded(withdrawn) = record("withdrawn", now - 1.hour()).await else { panic!("a new sowing") };
        record("a moment ago", now).await;
        store.withdraw_sowing(meena, withdrawn.id, now).await.unwrap().unwrap();
        assert_eq!(store.differences().await.unwrap(), []);
        store.tamper("UPDATE sowings SET expected_yield_kg = 1 WHERE idempotency_key = 'a moment ago'").await;
        assert_eq!(store.differences().await.unwrap(), [], "too new to be compared");
        store.tamper("UPDATE sowings SET expected_yield_kg = 1 WHERE idempotency_key = 'withdrawn'").await;
        assert_eq!(wrong(&store, Account::Sowings).await.len(), 2, "it stood then, in the state and in India");
    }
}
