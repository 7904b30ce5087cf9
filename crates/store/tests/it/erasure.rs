//! The erasure list.

use super::{farmer, new_sowing, noon, sown};
use grow_domain::Crop;
use grow_store::{FarmerId, both_stores};
use uuid::Uuid;

both_stores! {
    async fn a_large_account_leaves_the_supply_exactly_batch_by_batch(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        for n in 0..1_100 {
            sown(&store, meena, &format!("key-{n}"), new_sowing(Crop::Ragi, 100)).await;
        }
        sown(&store, murugan, "key", new_sowing(Crop::Ragi, 100)).await;
        let [one, other] = [1, 2].map(Uuid::from_u128);
        store.close_account(meena, noon()).await.unwrap().unwrap();
        assert_eq!(store.close_account(meena, noon()).await.unwrap(), None, "it is closed");
        assert_eq!(store.record(meena).await.unwrap(), None);
        assert_eq!(store.closed_accounts("", 10).await.unwrap(), [(meena, meena.0.to_string())]);
        let mut left = vec![1_101];
        while store.erase_batch(meena, one, noon()).await.unwrap().unwrap() {
            assert_eq!(store.differences().await.unwrap(), [], "exact after every batch");
            assert_eq!(store.erase_batch(meena, other, noon()).await.unwrap(), None, "one process works at a time");
            left.push(store.number("SELECT COUNT(*) FROM sowings").await);
        }
        assert_eq!(left, [1_101, 601, 101, 1]);
        assert_eq!(store.closed_accounts("", 10).await.unwrap(), []);
        store.end_erasures(one).await.unwrap();
        assert_eq!(store.erase_batch(meena, other, noon()).await.unwrap(), Some(false), "nothing is left to do");
    }

    async fn a_listed_account_that_is_still_in_the_database_is_found(store) {
        let meena = farmer(&store, "meena").await;
        let stranger = FarmerId(Uuid::from_u128(1));
        store.list_erased(vec![meena, stranger], noon()).await.unwrap();
        assert_eq!(store.erased_farmers(None, 10).await.unwrap(), [(stranger, false), (meena, true)]);
        store.erase(meena, noon()).await;
        store.list_erased(vec![meena], noon()).await.unwrap();
        assert_eq!(store.erased_farmers(None, 10).await.unwrap(), [(stranger, false), (meena, false)], "once each");
    }

    async fn the_list_is_read_in_parts(store) {
        let farmers: Vec<_> = (1..=5).map(|number| FarmerId(Uuid::from_u128(number))).collect();
        store.list_erased(farmers.clone(), noon()).await.unwrap();
        let mut read: Vec<FarmerId> = Vec::new();
        loop {
            let part = store.erased_farmers(read.last().copied(), 2).await.unwrap();
            if part.is_empty() {
                break;
            }
            assert!(part.len() <= 2);
            read.extend(part.into_iter().map(|(farmer, _)| farmer));
        }
        assert_eq!(read, farmers);
    }
}
