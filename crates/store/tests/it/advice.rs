//! What advice is computed from.

use super::{farmer, noon};
use grow_domain::farmer::Place;
use grow_domain::{Crop, District, Water};
use grow_store::{AdviceDraw, RecordChange, both_stores};
use jiff::ToSpan;

both_stores! {
    async fn farmers_are_counted_by_the_district_of_their_place_and_their_water(store) {
        for (name, place, water) in [
            ("meena", "Erode", Some(Water::OnceOrTwice)),
            ("murugan", "Erode", None),
            ("velu", "Erode", Some(Water::OnceOrTwice)),
            ("ravi", "Nashik", Some(Water::RainOnly)),
            ("lakshmi", "nowhere", Some(Water::AllSeason)),
            ("gone", "Erode", Some(Water::AllSeason)),
        ] {
            let farmer = farmer(&store, name).await;
            let place = RecordChange::Place(Place::parse(place).unwrap());
            store.change_record(farmer, place, noon()).await.unwrap();
            store.change_record(farmer, RecordChange::Water(water), noon()).await.unwrap();
            if name == "gone" {
                store.withdraw_consent(farmer, noon()).await.unwrap();
            }
        }
        let district = |key| District::from_key(key).unwrap();
        let (nashik, erode) = (district("mh-nashik"), district("tn-erode"));
        let expected =
            [(nashik, Some(Water::RainOnly), 1), (erode, None, 1), (erode, Some(Water::OnceOrTwice), 2)];
        assert_eq!(store.farmers_by_district_and_water().await.unwrap(), expected);
    }

    async fn the_last_draw_is_kept(store) {
        let meena = farmer(&store, "meena").await;
        assert_eq!(store.advice_draw(meena).await.unwrap(), None);
        let crops = vec![Crop::Maize, Crop::RedGram, Crop::Onion];
        store.keep_advice_draw(meena, "erode 2026".to_owned(), crops.clone(), noon()).await.unwrap();
        let first = AdviceDraw { inputs: "erode 2026".to_owned(), crops: crops.clone(), drawn_at: noon() };
        assert_eq!(store.advice_draw(meena).await.unwrap(), Some(first));
        let later = noon() + 1.hour();
        store.keep_advice_draw(meena, "karur 2026".to_owned(), vec![], later).await.unwrap();
        let second = AdviceDraw { inputs: "karur 2026".to_owned(), crops: vec![], drawn_at: later };
        assert_eq!(store.advice_draw(meena).await.unwrap(), Some(second));
    }
}
