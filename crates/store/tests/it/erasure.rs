//! The erasure list.

use super::{farmer, noon};
use grow_store::{FarmerId, both_stores};
use uuid::Uuid;

both_stores! {
    async fn who_is_on_the_list_and_in_the_database_all_the_same_is_found(store) {
        let meena = farmer(&store, "meena").await;
        let stranger = FarmerId(Uuid::from_u128(1));
        store.list_erased(vec![meena, stranger], noon()).await.unwrap();
        assert_eq!(store.erased_farmers(None, 10).await.unwrap(), [(stranger, false), (meena, true)]);
        store.erase_farmer(meena, noon()).await.unwrap();
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
