//! What advice is computed from.

use super::{farmer, noon};
use grow_domain::advice::{DrawnCrop, Farmers};
use grow_domain::farmer::Place;
use grow_domain::{Crop, District, Water};
use grow_store::{AdviceDraw, DrawCell, RecordChange, both_stores};
use jiff::ToSpan;
use std::collections::{BTreeMap, BTreeSet};

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
        let counts = [((nashik, Some(Water::RainOnly)), 1), ((erode, None), 1), ((erode, Some(Water::OnceOrTwice)), 2)];
        let counts = Farmers::from(counts);
        assert_eq!(store.count_farmers().await.unwrap(), counts);

        assert_eq!(store.kept_farmer_counts().await.unwrap(), None);
        store.keep_farmer_counts(&Farmers::new(), noon() - 1.hour()).await.unwrap();
        store.keep_farmer_counts(&counts, noon()).await.unwrap();
        assert_eq!(store.kept_farmer_counts().await.unwrap(), Some(counts));
    }

    async fn the_last_draw_is_kept(store) {
        let meena = farmer(&store, "meena").await;
        assert_eq!(store.advice_draw(meena).await.unwrap(), None);
        let drawn = |crop, percent| DrawnCrop { crop, filled_percent: Some(percent) };
        let crops = vec![drawn(Crop::Maize, 102), drawn(Crop::RedGram, 78), drawn(Crop::Onion, 0)];
        let lot = Some(("2026 kharif tn-erode -".to_owned(), 4));
        let first = AdviceDraw { inputs: "erode 2026".to_owned(), crops, drawn_at: noon(), lot };
        store.keep_advice_draw(meena, first.clone()).await.unwrap();
        assert_eq!(store.advice_draw(meena).await.unwrap(), Some(first));
        let later = noon() + 1.hour();
        let second = AdviceDraw { inputs: "karur 2026".to_owned(), crops: vec![], drawn_at: later, lot: None };
        store.keep_advice_draw(meena, second.clone()).await.unwrap();
        assert_eq!(store.advice_draw(meena).await.unwrap(), Some(second));
    }

    async fn farmers_of_a_cell_are_numbered_in_the_order_in_which_they_ask(store) {
        let cell = |place: &str, season: &str| DrawCell { key: format!("{season} {place}"), season: season.to_owned() };
        let (erode, salem) = (cell("tn-erode", "2026 kharif"), cell("tn-salem", "2026 kharif"));
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        for (number, farmer) in [(0, meena), (1, murugan)] {
            assert_eq!(store.draw_number(farmer, erode.clone()).await.unwrap(), number);
        }
        assert_eq!(store.draw_number(murugan, salem.clone()).await.unwrap(), 0, "another cell has its own numbers");
        assert_eq!(store.draw_number(murugan, erode.clone()).await.unwrap(), 1, "and the first is found again");
        let rabi = cell("tn-erode", "2026 rabi");
        assert_eq!(store.draw_number(murugan, rabi.clone()).await.unwrap(), 0);
        let held = store.export_data(murugan).await.unwrap().unwrap().draw_numbers;
        assert_eq!(held, [(rabi.key, 0)], "numbers of past seasons are forgotten");
    }

    async fn no_order_of_asking_gives_an_account_a_second_number_in_a_cell(store) {
        let (meena, ravi) = (farmer(&store, "meena").await, farmer(&store, "ravi").await);
        let mut given = BTreeMap::new();
        // Any order will do: a linear congruential one (Numerical Recipes) wanders through farmers and cells.
        let mut order = 1_u32;
        for _ in 0..80 {
            order = order.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let who = if order & 0x0100_0000 == 0 { meena } else { ravi };
            let key = format!("2026 kharif {}", (order >> 25) % 5);
            let cell = DrawCell { key: key.clone(), season: "2026 kharif".to_owned() };
            let number = store.draw_number(who, cell).await.unwrap();
            assert_eq!(*given.entry((who, key)).or_insert(number), number);
        }
        assert_eq!(given.len(), 10, "both asked in each cell");
        let numbers: BTreeSet<_> = given.iter().map(|((_, key), number)| (key, number)).collect();
        assert_eq!(numbers.len(), 10, "and no number of a cell is given twice");
    }

    async fn a_farmer_who_asks_twice_at_once_gets_one_number(store) {
        let cell = || DrawCell { key: "2026 kharif tn-erode".to_owned(), season: "2026 kharif".to_owned() };
        let meena = farmer(&store, "meena").await;
        let (a, b, c) = tokio::join!(
            store.draw_number(meena, cell()), store.draw_number(meena, cell()), store.draw_number(meena, cell())
        );
        assert_eq!((a.unwrap(), b.unwrap(), c.unwrap()), (0, 0, 0));
        let ravi = farmer(&store, "ravi").await;
        assert_eq!(store.draw_number(ravi, cell()).await.unwrap(), 1);
    }
}
