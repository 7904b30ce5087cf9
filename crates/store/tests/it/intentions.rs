//! Plans to sow: they stand, end by themselves, are dropped, or become a sowing once.

use super::{farmer, id, noon};
use grow_domain::farmer::{Land, Place};
use grow_domain::intention::{EarlierPlans, Intention, MOST_INTENTIONS, NewIntention, TooMuch};
use grow_domain::sowing::{CountLimits, FieldSize, Sowing, SownOn};
use grow_domain::{Crop, Kilograms, Region, SquareMetres};
use grow_store::testing::TestStore;
use grow_store::{EndOutcome, Error, FarmerId, IntentionOutcome, RecordChange, Result, SowOutcome, Store, both_stores};
use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp, ToSpan};
use uuid::Uuid;

const TODAY: Date = date(2026, 6, 15);

fn plan(crop: Crop, hundredths: i64) -> NewIntention {
    NewIntention { crop, field_size: FieldSize::stored(SquareMetres(hundredths * 100), None).unwrap() }
}

/// Asks for a plan of this many hundredths of a hectare.
pub(crate) async fn ask_to_plan(
    store: &Store,
    farmer: FarmerId,
    key: &str,
    crop: Crop,
    hundredths: i64,
) -> Result<IntentionOutcome> {
    let id = id(noon(), &format!("{key}{farmer:?}"));
    store.plan_sowing(farmer, key.to_owned(), plan(crop, hundredths), CountLimits::default(), id, noon()).await
}

pub(crate) async fn planned(store: &Store, farmer: FarmerId, key: &str, crop: Crop, hundredths: i64) -> Intention {
    match ask_to_plan(store, farmer, key, crop, hundredths).await.unwrap() {
        IntentionOutcome::Recorded(intention) => intention,
        other => panic!("not recorded: {other:?}"),
    }
}

async fn sow_plan(store: &Store, farmer: FarmerId, plan: Uuid, at: Timestamp) -> Result<Option<SowOutcome>> {
    let sowing = id(at, &format!("sowing of {plan} at {at}"));
    store.sow_intention(farmer, plan, Ok(None), None, CountLimits::NONE, sowing, at).await
}

async fn sown_plan(store: &Store, farmer: FarmerId, plan: Uuid) -> Sowing {
    match sow_plan(store, farmer, plan, noon()).await.unwrap() {
        Some(SowOutcome::Sown(sowing)) => sowing,
        other => panic!("not sown: {other:?}"),
    }
}

async fn sum(store: &Store, region: Region, crop: Crop) -> Kilograms {
    store.planned(TODAY).await.unwrap().get(&(region, crop)).copied().unwrap_or_default()
}

async fn agree(store: &TestStore) -> bool {
    store.differences().await.unwrap().is_empty()
}

both_stores! {
    async fn a_plan_counts_as_planned_in_its_state_and_in_india_and_not_as_sown(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let erode = RecordChange::Place(Place::parse("Erode").unwrap());
        store.change_record(meena, erode, noon()).await.unwrap();
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        planned(&store, murugan, "key", Crop::Groundnut, 100).await;
        let tamil_nadu: Region = "IN-TN".parse().unwrap();
        assert_eq!((plan.expected_yield, plan.region, plan.planned_at), (Kilograms(3_000), tamil_nadu, noon()));
        assert!(plan.ends_on > TODAY && plan.ends_on <= date(2026, 7, 15), "{plan:?}");
        assert_eq!(sum(&store, tamil_nadu, Crop::Groundnut).await, Kilograms(3_000));
        assert_eq!(sum(&store, Region::India, Crop::Groundnut).await, Kilograms(5_400));
        assert_eq!(sum(&store, Region::India, Crop::Paddy).await, Kilograms(0));
        assert_eq!(store.intentions(meena, noon()).await.unwrap(), [plan]);
        assert_eq!(store.number("SELECT COUNT(*) FROM supply").await, 0);
        assert_eq!(store.number("SELECT COUNT(*) FROM change_feed WHERE kind = 'intention' AND sown_kg = 0").await, 2);
        assert!(agree(&store).await);
    }

    async fn one_key_at_once_from_many_places_plans_once(store) {
        let meena = farmer(&store, "meena").await;
        let asks = (0..12).map(|n| {
            let id = id(noon(), &format!("{n}"));
            let plan = plan(Crop::Groundnut, 125);
            store.plan_sowing(meena, "key".to_owned(), plan, CountLimits::default(), id, noon())
        });
        let outcomes = futures_util::future::join_all(asks).await;
        let is_new = |outcome: &&Result<_>| matches!(outcome, Ok(IntentionOutcome::Recorded(_)));
        assert_eq!(outcomes.iter().filter(is_new).count(), 1, "{outcomes:?}");
        assert_eq!(sum(&store, Region::India, Crop::Groundnut).await, Kilograms(3_000));
    }

    async fn a_dropped_plan_leaves_the_list_and_the_sum_once(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        assert_eq!(store.drop_intention(murugan, plan.id, noon()).await.unwrap(), None, "it is not his");
        assert_eq!(store.drop_intention(meena, plan.id, noon()).await.unwrap(), Some(EndOutcome::Dropped));
        assert_eq!(store.drop_intention(meena, plan.id, noon()).await.unwrap(), Some(EndOutcome::Ended));
        assert_eq!(sow_plan(&store, meena, plan.id, noon()).await.unwrap(), Some(SowOutcome::Ended));
        assert_eq!(store.intentions(meena, noon()).await.unwrap(), []);
        assert_eq!(sum(&store, Region::India, Crop::Groundnut).await, Kilograms(0));
        assert_eq!(store.number("SELECT COUNT(*) FROM change_feed WHERE kind = 'intention_end'").await, 1);
        let held = store.held_intentions(meena, None, 10).await.unwrap().rows;
        assert_eq!((held[0].ended_at, held[0].outcome.as_deref()), (Some(noon()), Some("dropped")));
        assert!(store.requests(meena).await.iter().any(|request| request.kind == "intention_drop"));
    }

    async fn a_plan_becomes_one_sowing_however_often_it_is_asked(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        assert_eq!(sow_plan(&store, murugan, plan.id, noon()).await.unwrap(), None, "it is not his");
        let sowing = sown_plan(&store, meena, plan.id).await;
        assert_eq!((sowing.crop, sowing.field_size, sowing.sown_at), (plan.crop, plan.field_size, noon()));
        assert_eq!(sum(&store, Region::India, Crop::Groundnut).await, Kilograms(0), "planned no more");
        let supply = "SELECT CAST(SUM(sown_kg) AS BIGINT) FROM supply WHERE region = 'IN'";
        assert_eq!(store.number(supply).await, 3_000, "met moves by exactly its yield");
        let later = sow_plan(&store, meena, plan.id, noon() + (40 * 24).hours()).await.unwrap();
        assert_eq!(later, Some(SowOutcome::Sown(sowing.clone())), "a phone that was offline for weeks");
        assert_eq!(store.drop_intention(meena, plan.id, noon()).await.unwrap(), Some(EndOutcome::Ended));
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, std::slice::from_ref(&sowing));
        assert_eq!(store.intentions(meena, noon()).await.unwrap(), []);
        store.withdraw_consent(meena, noon()).await.unwrap();
        assert_eq!(sow_plan(&store, meena, plan.id, noon()).await.unwrap(), Some(SowOutcome::Sown(sowing)));
        assert_eq!(store.number(supply).await, 3_000);
        assert!(agree(&store).await);
    }

    async fn a_plan_sown_at_once_from_many_places_becomes_one_sowing(store) {
        let meena = farmer(&store, "meena").await;
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        let asks = (0..12).map(|n| {
            let sowing = id(noon(), &format!("sowing {n}"));
            store.sow_intention(meena, plan.id, Ok(None), None, CountLimits::NONE, sowing, noon())
        });
        let outcomes = futures_util::future::join_all(asks).await;
        let first = outcomes[0].as_ref().unwrap();
        assert!(outcomes.iter().all(|outcome| outcome.as_ref().unwrap() == first), "{outcomes:?}");
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings.len(), 1);
        assert!(agree(&store).await);
    }

    async fn a_plan_that_is_sown_and_dropped_at_once_ends_once(store) {
        let meena = farmer(&store, "meena").await;
        for n in 0..10 {
            let plan = planned(&store, meena, &format!("key {n}"), Crop::Groundnut, 100).await;
            let (sown, dropped) =
                tokio::join!(sow_plan(&store, meena, plan.id, noon()), store.drop_intention(meena, plan.id, noon()));
            let is_sown = matches!(sown.unwrap(), Some(SowOutcome::Sown(_)));
            assert_eq!(dropped.unwrap(), Some(if is_sown { EndOutcome::Ended } else { EndOutcome::Dropped }));
        }
        assert_eq!(sum(&store, Region::India, Crop::Groundnut).await, Kilograms(0));
        assert!(agree(&store).await);
    }

    async fn a_plan_is_sown_on_the_day_that_the_farmer_says(store) {
        let meena = farmer(&store, "meena").await;
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        let eve = SownOn::on("2026-04-30".parse().unwrap(), noon()).unwrap();
        let sowing = id(noon(), "sowing");
        let sown = store.sow_intention(meena, plan.id, Ok(Some(eve)), None, CountLimits::NONE, sowing, noon()).await.unwrap();
        let Some(SowOutcome::Sown(sowing)) = sown else { panic!("{sown:?}") };
        assert_eq!((sowing.sown_on(), sowing.crop_year().first_year()), (date(2026, 4, 30), 2025));
        assert_eq!(store.number("SELECT crop_year FROM supply").await, 2025);
    }

    async fn a_plan_ends_after_its_last_day_in_india(store) {
        let meena = farmer(&store, "meena").await;
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        let last_moment: Timestamp = format!("{}T23:59:59+05:30", plan.ends_on).parse().unwrap();
        assert_eq!(store.intentions(meena, last_moment).await.unwrap(), std::slice::from_ref(&plan));
        let over = last_moment + 1.second();
        assert_eq!(store.intentions(meena, over).await.unwrap(), []);
        assert_eq!(store.drop_intention(meena, plan.id, over).await.unwrap(), Some(EndOutcome::Ended));
        assert_eq!(sow_plan(&store, meena, plan.id, over).await.unwrap(), Some(SowOutcome::Ended));
        let day = plan.ends_on;
        assert!(!store.planned(day).await.unwrap().is_empty());
        assert!(store.planned(day.tomorrow().unwrap()).await.unwrap().is_empty());
        let held = store.held_intentions(meena, None, u16::MAX).await.unwrap().rows;
        assert_eq!((held.len(), held[0].ended_at), (1, None), "it is kept, and not marked");
        store.erase(meena, over).await;
        assert_eq!(store.number("SELECT COUNT(*) FROM intentions").await, 0);
    }

    async fn the_plans_of_a_farmer_are_limited_by_number_and_by_land(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        for n in 0..MOST_INTENTIONS {
            planned(&store, meena, &format!("key {n}"), Crop::Ragi, 1).await;
        }
        let refused = IntentionOutcome::TooMuch(TooMuch::Plans);
        assert_eq!(ask_to_plan(&store, meena, "one more", Crop::Ragi, 1).await.unwrap(), refused);
        let repeated = ask_to_plan(&store, meena, "key 0", Crop::Ragi, 1).await.unwrap();
        assert!(matches!(repeated, IntentionOutcome::Repeated(_)), "{repeated:?}");
        assert_eq!(store.intentions(meena, noon()).await.unwrap().len(), MOST_INTENTIONS);

        let large = planned(&store, murugan, "large", Crop::Ragi, 199_999).await;
        planned(&store, murugan, "small", Crop::Ragi, 1).await;
        let refused = IntentionOutcome::TooMuch(TooMuch::Land);
        assert_eq!(ask_to_plan(&store, murugan, "smallest", Crop::Ragi, 1).await.unwrap(), refused);
        store.drop_intention(murugan, large.id, noon()).await.unwrap();
        planned(&store, murugan, "smallest", Crop::Ragi, 1).await;
    }

    async fn plans_that_stand_take_no_more_land_than_the_farmer_has_said(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let say = async |hundredths: Option<i64>| {
            let land = hundredths.map(|hundredths| Land::stored(SquareMetres(hundredths * 100), None).unwrap());
            store.change_record(meena, RecordChange::Land(land), noon()).await.unwrap();
        };
        let before = planned(&store, meena, "before", Crop::Ragi, 500).await;
        say(Some(400)).await;
        let refused = |said, planned| {
            let [said, planned] = [said, planned].map(SquareMetres);
            IntentionOutcome::TooMuch(TooMuch::OwnLand { said, planned })
        };
        assert_eq!(ask_to_plan(&store, meena, "a", Crop::Ragi, 1).await.unwrap(), refused(40_000, 50_000));
        let repeated = ask_to_plan(&store, meena, "before", Crop::Ragi, 500).await.unwrap();
        assert_eq!(repeated, IntentionOutcome::Repeated(before.clone()), "a plan made before stays");
        store.drop_intention(meena, before.id, noon()).await.unwrap();
        planned(&store, meena, "b", Crop::Ragi, 300).await;
        assert_eq!(ask_to_plan(&store, meena, "c", Crop::Paddy, 101).await.unwrap(), refused(40_000, 30_000));
        planned(&store, meena, "d", Crop::Paddy, 100).await;
        planned(&store, murugan, "a", Crop::Ragi, 500).await;
        say(None).await;
        planned(&store, meena, "e", Crop::Ragi, 500).await;
    }

    async fn a_plan_counts_by_what_became_of_earlier_ones_and_its_end_takes_away_what_it_added(store) {
        let (meena, day) = (farmer(&store, "meena").await, EarlierPlans::SLIP);
        let plan_at = async |key: &str, at: Timestamp| {
            let (plan, id) = (plan(Crop::Groundnut, 125), id(at, key));
            let limits = CountLimits::default();
            match store.plan_sowing(meena, key.to_owned(), plan, limits, id, at).await.unwrap() {
                IntentionOutcome::Recorded(plan) => plan,
                other => panic!("not recorded: {other:?}"),
            }
        };
        let dropped_after = async |key: &str, span: SignedDuration| {
            let plan = plan_at(key, noon()).await;
            store.drop_intention(meena, plan.id, noon() + span).await.unwrap();
        };
        let counted = async || sum(&store, Region::India, Crop::Groundnut).await.0;

        dropped_after("a slip", day - SignedDuration::from_secs(1)).await;
        let first = plan_at("first", noon()).await;
        assert_eq!(counted().await, 3_000);
        assert_eq!(plan_at("beside", noon()).await.expected_yield, Kilograms(3_000));
        assert_eq!(counted().await, 6_000, "one that stands has not ended");
        store.drop_intention(meena, first.id, noon() + day).await.unwrap();
        let second = plan_at("second", noon() + day).await;
        assert_eq!(counted().await, 3_000 + 2_400, "none of one");
        assert_eq!(second.expected_yield, Kilograms(3_000), "the whole field is shown");
        sown_plan(&store, meena, second.id).await;
        assert_eq!(counted().await, 3_000);
        let third = plan_at("third", noon() + day).await;
        assert_eq!(counted().await, 3_000 + 2_500, "one of two");
        let held = store.held_intentions(meena, None, 10).await.unwrap().rows;
        let third = held.iter().find(|held| held.intention.id == third.id).unwrap();
        assert_eq!(third.counted, Kilograms(2_500));

        // Two end by their time.
        let later = noon() + (40 * 24).hours();
        let late = plan_at("late", later).await;
        let sums = store.planned(late.ends_on).await.unwrap();
        assert_eq!(sums[&(Region::India, Crop::Groundnut)], Kilograms(3_000 * 5 / 8), "one of four");
        store.drop_intention(meena, late.id, later).await.unwrap();
        assert!(!store.planned(late.ends_on).await.unwrap().contains_key(&(Region::India, Crop::Groundnut)));
        assert!(agree(&store).await);
    }

    async fn a_plan_is_not_sown_without_consent(store) {
        let meena = farmer(&store, "meena").await;
        let plan = planned(&store, meena, "key", Crop::Groundnut, 125).await;
        store.withdraw_consent(meena, noon()).await.unwrap();
        let before = store.everything().await;
        assert!(matches!(sow_plan(&store, meena, plan.id, noon()).await, Err(Error::NoConsent)));
        assert_eq!(store.everything().await, before);
    }
}
