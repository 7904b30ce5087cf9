//! The sums of a farmer and crop year, and the bounds that are judged by them.

use super::{farmer, id, new_sowing, noon};
use grow_domain::Crop;
use grow_domain::bounds::Bounds;
use grow_domain::privacy::Agreed;
use grow_domain::sowing::CountLimits;
use grow_store::{Error, FarmerId, SowingOutcome, Store, both_stores};
use jiff::ToSpan;

async fn ask(store: &Store, farmer: FarmerId, key: &str) -> Result<SowingOutcome, Error> {
    let sowing = new_sowing(Crop::Ragi, 100);
    store.record_sowing(farmer, key.to_owned(), sowing, CountLimits::NONE, id(noon(), key), noon()).await
}

both_stores! {
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
