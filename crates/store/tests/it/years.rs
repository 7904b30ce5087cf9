//! The sums of a farmer and crop year, and the bounds that are judged by them.

use super::{farmer, id, new_sowing, noon, sow, sown};
use grow_domain::bounds::Bounds;
use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, Outcome};
use grow_domain::{Crop, SquareMetres};
use grow_store::testing::TestStore;
use grow_store::{Error, FarmerId, SowingChange, SowingOutcome, Store, both_stores};
use jiff::ToSpan;

/// Counts farmers and crop years whose sums are not those of their rows.
const WRONG: &str = "
    SELECT COUNT(*) FROM (
        SELECT farmer_id, crop_year, SUM(sowings) AS a, SUM(counted) AS b, SUM(counted_m2) AS c FROM (
            SELECT farmer_id, crop_year, sowings, counted, counted_m2 FROM farmer_years
            UNION ALL
            SELECT farmer_id, crop_year, -1,
                   -CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN 1 ELSE 0 END,
                   -CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN field_size_m2 ELSE 0 END
            FROM sowings) AS both_accounts
        GROUP BY farmer_id, crop_year) AS sums
    WHERE a <> 0 OR b <> 0 OR c <> 0";

async fn counted(store: &TestStore) -> i64 {
    store.number("SELECT CAST(SUM(counted) AS BIGINT) FROM farmer_years").await
}

async fn ask(store: &Store, farmer: FarmerId, key: &str) -> Result<SowingOutcome, Error> {
    let sowing = new_sowing(Crop::Ragi, 100);
    store.record_sowing(farmer, key.to_owned(), sowing, CountLimits::NONE, id(noon(), key), noon()).await
}

both_stores! {
    async fn the_sums_of_a_farmer_follow_every_change_of_a_sowing(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let mut sowings = Vec::new();
        for n in 0..6 {
            sowings.push(sown(&store, meena, &format!("key-{n}"), new_sowing(Crop::Ragi, 100 + n)).await);
            sown(&store, murugan, &format!("key-{n}"), new_sowing(Crop::Ragi, 100)).await;
        }
        assert_eq!((counted(&store).await, store.number(WRONG).await), (12, 0));
        sow(&store, meena, "key-0", new_sowing(Crop::Ragi, 100)).await;
        assert_eq!((counted(&store).await, store.number(WRONG).await), (12, 0), "a repeated key adds nothing");
        store.withdraw_sowing(meena, sowings[0].id, noon()).await.unwrap().unwrap();
        let close = |outcome| SowingChange::Close(outcome);
        store.change_sowing(meena, sowings[1].id, close(Outcome::Failed), noon()).await.unwrap().unwrap();
        store.change_sowing(meena, sowings[2].id, close(Outcome::Harvested(None)), noon()).await.unwrap().unwrap();
        store.withdraw_sowing(meena, sowings[1].id, noon()).await.unwrap().unwrap();
        assert_eq!((counted(&store).await, store.number(WRONG).await), (10, 0));

        let limits = CountLimits { sowings: 4, area: SquareMetres(i64::MAX) };
        let waits = id(noon(), "waits");
        let asked = store.record_sowing(meena, "waits".to_owned(), new_sowing(Crop::Ragi, 100), limits, waits, noon()).await;
        let SowingOutcome::Recorded(waiting) = asked.unwrap() else { panic!("a new sowing") };
        assert!(!waiting.counted, "four count");
        assert_eq!((counted(&store).await, store.number(WRONG).await), (10, 0));
        store.count_sowing(waits, noon()).await.unwrap().unwrap();
        assert_eq!((counted(&store).await, store.number(WRONG).await), (11, 0));
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn a_further_sowing_is_refused_beyond_the_bound_and_a_repeated_key_is_answered(store) {
        let meena = farmer(&store, "meena").await;
        let bounded = Store::clone(&store).bounded(Bounds { sowings: 2, ..Bounds::NONE });
        let first = ask(&bounded, meena, "first").await.unwrap();
        ask(&bounded, meena, "second").await.unwrap();
        assert!(matches!(ask(&bounded, meena, "third").await, Err(Error::TooManySowings(2))));
        let SowingOutcome::Recorded(first) = first else { panic!("a new sowing") };
        assert_eq!(ask(&bounded, meena, "first").await.unwrap(), SowingOutcome::Repeated(first.clone()));
        bounded.withdraw_sowing(meena, first.id, noon()).await.unwrap().unwrap();
        assert!(matches!(ask(&bounded, meena, "third").await, Err(Error::TooManySowings(2))), "its row is still there");
        ask(&store, meena, "third").await.unwrap();
    }

    async fn agreements_are_bounded_in_a_day(store) {
        let meena = farmer(&store, "meena").await;
        let bounded = Store::clone(&store).bounded(Bounds { agreements: 3, ..Bounds::NONE });
        let agree = async |at| {
            bounded.withdraw_consent(meena, at).await.unwrap();
            bounded.give_consent(meena, Agreed::to_the_notice(), at).await
        };
        agree(noon() + 1.hour()).await.unwrap().unwrap();
        agree(noon() + 2.hours()).await.unwrap().unwrap();
        let refused = agree(noon() + 3.hours()).await;
        assert!(matches!(refused, Err(Error::TooManyAgreements { again_in }) if again_in.as_secs() == 21 * 3_600), "{refused:?}");
        agree(noon() + 25.hours()).await.unwrap().unwrap();
    }
}
