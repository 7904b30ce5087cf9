//! 'One account can never move a national figure unnoticed.'

use super::{farmer, id, new_sowing, noon};
use grow_domain::sowing::{CountLimits, Sowing};
use grow_domain::{Crop, SquareMetres};
use grow_store::testing::TestStore;
use grow_store::{FarmerId, SowingOutcome, both_stores};
use jiff::Timestamp;
use uuid::Uuid;

const LIMITS: CountLimits = CountLimits { sowings: 3, area: SquareMetres(50_000) };
const SOWN: &str = "SELECT CAST(COALESCE(SUM(sown_kg), 0) AS BIGINT) FROM supply WHERE region = 'IN'";

async fn sow_at(store: &TestStore, farmer: FarmerId, key: &str, hundredths: i64, at: Timestamp) -> Sowing {
    let sowing = new_sowing(Crop::Groundnut, hundredths);
    let id = id(at, &format!("{key}{farmer:?}"));
    match store.record_sowing(farmer, key.to_owned(), sowing, LIMITS, id, at).await.unwrap() {
        SowingOutcome::Recorded(sowing) | SowingOutcome::Repeated(sowing) => sowing,
        SowingOutcome::KeyReused => panic!("{key} is used"),
    }
}

async fn sow(store: &TestStore, farmer: FarmerId, key: &str, hundredths: i64) -> Sowing {
    sow_at(store, farmer, key, hundredths, noon()).await
}

async fn waiting(store: &TestStore) -> Vec<Uuid> {
    store.waiting_sowings(None, 100).await.unwrap().0.into_iter().map(|waiting| waiting.sowing.id).collect()
}

both_stores! {
    async fn the_operator_counts_a_sowing_that_waits_once(store) {
        let meena = farmer(&store, "meena").await;
        sow(&store, meena, "first", 500).await;
        let late = sow(&store, meena, "second", 200).await;
        assert_eq!(waiting(&store).await, [late.id]);
        assert!(store.count_sowing(late.id, noon()).await.unwrap().is_some());
        assert_eq!(store.number(SOWN).await, 16_800);
        assert_eq!(store.count_sowing(late.id, noon()).await.unwrap(), None, "once");
        assert_eq!(waiting(&store).await, [] as [Uuid; 0]);
        let newest = store.sowings(meena, 50, None).await.unwrap().sowings;
        assert!(newest.iter().all(|sowing| sowing.counted));
        store.withdraw_sowing(meena, late.id, noon()).await.unwrap();
        assert_eq!(store.number(SOWN).await, 12_000, "and leaves the supply as any other");
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn withdrawing_or_erasing_a_waiting_sowing_changes_no_supply(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        for farmer in [meena, murugan] {
            sow(&store, farmer, "first", 500).await;
        }
        let late = sow(&store, meena, "second", 200).await;
        sow(&store, murugan, "second", 200).await;
        store.withdraw_sowing(meena, late.id, noon()).await.unwrap();
        assert_eq!(store.number(SOWN).await, 24_000);
        assert_eq!(store.count_sowing(late.id, noon()).await.unwrap(), None);
        store.erase(murugan, noon()).await;
        assert_eq!(store.number(SOWN).await, 12_000);
        assert_eq!(waiting(&store).await, [] as [Uuid; 0]);
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn requests_that_come_together_do_not_pass_the_limits_together(store) {
        let meena = farmer(&store, "meena").await;
        let keys: Vec<_> = (0..12).map(|n| format!("at once {n}")).collect();
        let sowings = futures_util::future::join_all(keys.iter().map(|key| sow(&store, meena, key, 10))).await;
        assert_eq!(sowings.iter().filter(|sowing| sowing.counted).count(), 3);
    }
}
