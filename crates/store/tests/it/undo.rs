//! The end of a sowing is undone.

use super::{farmer, id, new_sowing, noon, sown};
use grow_domain::Crop;
use grow_domain::sowing::{CountLimits, Outcome, Sowing};
use grow_store::{End, SowingChange, SowingOutcome, UndoOutcome, both_stores};
use jiff::ToSpan;

const IN_SUPPLY: &str = "SELECT CAST(COALESCE(SUM(sown_kg), 0) AS BIGINT) FROM supply WHERE region = 'IN'";
const COUNTED: &str = "SELECT CAST(COALESCE(SUM(counted), 0) AS BIGINT) FROM farmer_years";

both_stores! {
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
}
