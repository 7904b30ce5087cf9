use super::{farmer, id, new_sowing, noon, sow, sown};
use grow_domain::intention::NewIntention;
use grow_domain::land_unit::Measured;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing};
use grow_domain::validation::SizeOf;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::testing::TestStore;
use grow_store::{IntentionOutcome, SowOutcome, SowingOutcome, both_stores};
use jiff::ToSpan;

async fn met(store: &TestStore, crop: Crop) -> Kilograms {
    let state = store.demand(Region::India, CropYear::of(noon())).await.unwrap();
    state.rows.iter().find(|row| row.crop == crop).unwrap().met()
}

async fn with_figures(store: &TestStore) {
    let figure = grow_store::testing::figure(Region::India, Crop::Groundnut, CropYear::of(noon()), 10_000, 500);
    store.import_figures(vec![figure], noon()).await.unwrap();
}

both_stores! {
    async fn a_sowing_is_journalled_and_fed(store) {
        let meena = farmer(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        let requests = store.requests(meena).await;
        let [request] = &requests[..] else { panic!("{requests:?}") };
        assert_eq!(request.kind, "crop_add");
        assert_eq!(request.body, r#"{"crop_name":"GROUNDNUT","field_size_m2":12500}"#);
        assert_eq!(store.number("SELECT sown_kg FROM change_feed WHERE kind = 'sowing'").await, 3_000);
    }

    async fn a_size_in_another_unit_is_kept_as_it_was_entered(store) {
        let meena = farmer(&store, "meena").await;
        let entered = |value, unit| {
            let measured = Measured::parse(value, unit, None, SizeOf::Field).unwrap();
            NewSowing::new(Crop::Groundnut, FieldSize::measured(measured, None).unwrap())
        };
        let sowing = sown(&store, meena, "key-1", entered("1.25", "acre_and_cents")).await;
        assert_eq!((sowing.field_size.area().0, sowing.expected_yield), (5_059, Kilograms(1_214)));
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, std::slice::from_ref(&sowing));
        let held = store.held_sowings(meena, None, 10).await.unwrap().rows;
        assert_eq!(held[0].sowing, sowing);
        let asked = r#"{"crop_name":"GROUNDNUT","entered":"1.25 acre_and_cents","field_size_m2":5059}"#;
        assert_eq!(store.requests(meena).await[0].body, asked);
        let again = sow(&store, meena, "key-1", entered("1.25", "acre_and_cents")).await;
        assert_eq!(again, SowingOutcome::Repeated(sowing));
        let other = sow(&store, meena, "key-1", entered("125", "cent")).await;
        assert_eq!(other, SowingOutcome::KeyReused, "the same area in another unit is another body");

        let plan = NewIntention { crop: Crop::Groundnut, field_size: entered("125", "cent").field_size };
        let (limits, plan_id, sowing_id) = (CountLimits::NONE, id(noon(), "plan"), id(noon(), "of the plan"));
        let planned = store.plan_sowing(meena, "plan".to_owned(), plan, limits, plan_id, noon()).await.unwrap();
        assert!(matches!(planned, IntentionOutcome::Recorded(planned) if planned.field_size == plan.field_size));
        assert_eq!(store.intentions(meena, noon()).await.unwrap()[0].field_size, plan.field_size);
        let sown = store.sow_intention(meena, plan_id, Ok(None), None, limits, sowing_id, noon()).await.unwrap();
        assert!(matches!(sown, Some(SowOutcome::Sown(sown)) if sown.field_size == plan.field_size));
    }

    async fn one_key_at_once_from_many_places_sows_once(store) {
        with_figures(&store).await;
        let meena = farmer(&store, "meena").await;
        let asks = (0..20).map(|n| {
            let id = id(noon(), &n.to_string());
            store.record_sowing(meena, "one key".to_owned(), new_sowing(Crop::Groundnut, 125), CountLimits::NONE, id, noon())
        });
        let outcomes = futures_util::future::join_all(asks).await;
        let recorded = outcomes
            .iter()
            .filter(|outcome| matches!(outcome.as_ref().unwrap(), SowingOutcome::Recorded(_)))
            .count();
        assert_eq!(recorded, 1);
        assert_eq!(met(&store, Crop::Groundnut).await, Kilograms(3_500));
    }

    async fn a_key_is_the_farmers_own(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        sown(&store, murugan, "key-1", new_sowing(Crop::Paddy, 50)).await;
    }

    async fn another_farmers_sowing_cannot_be_withdrawn(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let sowing = sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        assert!(store.withdraw_sowing(murugan, sowing.id, noon()).await.unwrap().is_none());
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings.len(), 1);
        assert!(store.sowings(murugan, 50, None).await.unwrap().sowings.is_empty());
    }

    async fn the_list_is_paged_newest_first(store) {
        let meena = farmer(&store, "meena").await;
        let mut all = Vec::new();
        for n in 0..5_i64 {
            let at = noon() + n.hours();
            let outcome = store
                .record_sowing(meena, format!("key-{n}"), new_sowing(Crop::Ragi, 100 + n), CountLimits::NONE, id(at, "x"), at)
                .await;
            let SowingOutcome::Recorded(sowing) = outcome.unwrap() else { panic!("a new sowing") };
            all.insert(0, sowing);
        }
        let first = store.sowings(meena, 2, None).await.unwrap();
        let second = store.sowings(meena, 2, first.next).await.unwrap();
        let third = store.sowings(meena, 2, second.next).await.unwrap();
        assert_eq!(third.next, None);
        assert_eq!([first.sowings, second.sowings, third.sowings].concat(), all);
        assert_eq!(store.sowings(meena, 5, None).await.unwrap().next, None, "a full last page says so");
    }

    async fn a_sowing_counts_to_the_crop_year_it_falls_into(store) {
        with_figures(&store).await;
        let meena = farmer(&store, "meena").await;
        let eve = "2027-04-30T18:29:59Z".parse().unwrap();
        let may_day = "2027-04-30T18:30:00Z".parse().unwrap();
        for (key, at) in [("eve", eve), ("may day", may_day)] {
            store
                .record_sowing(meena, key.to_owned(), new_sowing(Crop::Groundnut, 125), CountLimits::NONE, id(at, key), at)
                .await
                .unwrap();
        }
        assert_eq!(met(&store, Crop::Groundnut).await, Kilograms(3_500));
        let next_year = store.demand(Region::India, CropYear::of(may_day)).await.unwrap();
        let row = next_year.rows.iter().find(|row| row.crop == Crop::Groundnut).unwrap();
        assert_eq!((row.demand(), row.met()), (Kilograms(10_000), Kilograms(3_500)), "figures hold until a later one");
    }
}
