//! The end of a sowing is undone.

use super::{farmer, new_sowing, noon, sown};
use grow_domain::Crop;
use grow_domain::sowing::{CountLimits, Sowing};
use grow_store::{End, UndoOutcome, both_stores};
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
        let undone = store.undo_end(meena, sowing.id, End::Withdrawal, CountLimits::NONE, late).await.unwrap();
        assert_eq!((undone, store.withdrawn_sowings(meena, late).await.unwrap()), (Some(UndoOutcome::TooLate), vec![]));
        assert_eq!(store.everything().await, before);
        let murugan = farmer(&store, "murugan").await;
        let others = store.undo_end(murugan, sowing.id, End::Withdrawal, CountLimits::NONE, noon()).await.unwrap();
        assert_eq!(others, None);
    }

    async fn a_sowing_that_returns_beyond_the_limits_waits_like_a_new_one(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap();
        sown(&store, meena, "another", new_sowing(Crop::Groundnut, 125)).await;
        let one = CountLimits { sowings: 1, ..CountLimits::NONE };
        let undone = store.undo_end(meena, sowing.id, End::Withdrawal, one, noon()).await.unwrap();
        assert_eq!(undone, Some(UndoOutcome::Undone(Sowing { counted: false, ..sowing.clone() })));
        assert_eq!((store.number(IN_SUPPLY).await, store.number(COUNTED).await), (3_000, 1));
        store.count_sowing(sowing.id, noon()).await.unwrap().unwrap();
        assert_eq!((store.number(IN_SUPPLY).await, store.number(COUNTED).await), (6_000, 2));
        assert_eq!(store.differences().await.unwrap(), []);
    }
}
