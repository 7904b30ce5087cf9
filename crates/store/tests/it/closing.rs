//! The day of a sowing, and its end.

use super::{farmer, new_sowing, noon, sow, sown};
use grow_domain::calendar::Maturity;
use grow_domain::sowing::{Closing, NewSowing, Outcome, Sowing, SownOn};
use grow_domain::{Crop, CropYear, Kilograms, Region, Season};
use grow_store::testing::TestStore;
use grow_store::{ChangeOutcome, FarmerId, SowingChange, SowingOutcome, both_stores};
use jiff::civil::date;
use uuid::Uuid;

const HARVESTED: SowingChange = SowingChange::Close(Outcome::Harvested(Some(Kilograms(2_750))));
const FAILED: SowingChange = SowingChange::Close(Outcome::Failed);
const IN_SUPPLY: &str = "SELECT CAST(COALESCE(SUM(sown_kg), 0) AS BIGINT) FROM supply WHERE region = 'IN'";

async fn change(store: &TestStore, farmer: FarmerId, id: Uuid, change: SowingChange) -> Option<ChangeOutcome> {
    store.change_sowing(farmer, id, change, noon()).await.unwrap()
}

async fn changed(store: &TestStore, farmer: FarmerId, sowing: &Sowing, asked: SowingChange) -> Sowing {
    match change(store, farmer, sowing.id, asked).await {
        Some(ChangeOutcome::Changed(sowing)) => sowing,
        other => panic!("not changed: {other:?}"),
    }
}

async fn agree(store: &TestStore) -> bool {
    store.differences().await.unwrap().is_empty()
}

both_stores! {
    async fn a_harvested_sowing_stays_in_met_and_keeps_what_it_brought(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        let harvested = changed(&store, meena, &sowing, HARVESTED).await;
        let closing = Closing { outcome: Outcome::Harvested(Some(Kilograms(2_750))), at: noon() };
        assert_eq!(harvested, Sowing { closing: Some(closing), ..sowing });
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, [harvested]);
        assert_eq!(store.number(IN_SUPPLY).await, 3_000);
        assert!(store.requests(meena).await.iter().any(|request| request.kind == "crop_harvest"));
        assert!(agree(&store).await);
    }

    async fn a_failed_sowing_leaves_met_and_the_coverage_and_stays_in_the_list(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        let failed = changed(&store, meena, &sowing, FAILED).await;
        assert_eq!(failed.closing, Some(Closing { outcome: Outcome::Failed, at: noon() }));
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, [failed]);
        assert_eq!(store.number(IN_SUPPLY).await, 0);
        assert_eq!(store.number("SELECT sown_kg FROM change_feed WHERE kind = 'failed'").await, -3_000);
        assert!(store.sown_by_bin(CropYear::of(noon()), None).await.unwrap().is_empty(), "out of the same ten days");
        let land = store.restatement(CropYear::of(noon())).await.unwrap().after;
        assert!(land.rows().all(|(_, land)| land.sown.0 == 0));
        assert!(store.requests(meena).await.iter().any(|request| request.kind == "crop_fail"));
        let held = store.held_sowings(meena, None, 10).await.unwrap().rows;
        assert!(held.iter().all(|held| held.document().is_none()), "documents know no failed sowing");
        assert!(agree(&store).await);

        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap().unwrap();
        assert_eq!(store.number(IN_SUPPLY).await, 0, "it leaves once");
        store.erase(meena, noon()).await;
        assert_eq!(store.number(IN_SUPPLY).await, 0);
        assert!(agree(&store).await);
    }

    async fn a_sowing_is_closed_once_and_the_same_closing_again_changes_nothing(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        let harvested = changed(&store, meena, &sowing, HARVESTED).await;
        let before = store.everything().await;
        assert_eq!(changed(&store, meena, &sowing, HARVESTED).await, harvested);
        for other in [
            FAILED,
            SowingChange::Close(Outcome::Harvested(None)),
            SowingChange::Close(Outcome::Harvested(Some(Kilograms(1)))),
            SowingChange::Maturity(Maturity::Early),
        ] {
            assert_eq!(change(&store, meena, sowing.id, other).await, Some(ChangeOutcome::Closed), "{other:?}");
        }
        assert_eq!(store.everything().await, before);
        let again = sow(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        assert_eq!(again, SowingOutcome::Repeated(harvested));
    }

    async fn only_one_of_two_concurrent_closings_is_applied(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        let (one, two, withdrawn) = tokio::join!(
            store.change_sowing(meena, sowing.id, FAILED, noon()),
            store.change_sowing(meena, sowing.id, HARVESTED, noon()),
            store.withdraw_sowing(meena, sowing.id, noon()),
        );
        withdrawn.unwrap();
        let outcomes = [one.unwrap(), two.unwrap()];
        let done = outcomes.iter().filter(|outcome| matches!(outcome, Some(ChangeOutcome::Changed(_)))).count();
        assert!(done <= 1, "{outcomes:?}");
        assert_eq!(store.number(IN_SUPPLY).await, 0);
        assert!(agree(&store).await);
    }

    async fn a_harvest_beyond_three_times_the_upper_yield_is_not_believed(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 100)).await;
        let harvest = |kilograms| SowingChange::Close(Outcome::Harvested(Some(Kilograms(kilograms))));
        let refused = Some(ChangeOutcome::TooLarge(Kilograms(10_200)));
        assert_eq!(change(&store, meena, sowing.id, harvest(10_201)).await, refused);
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, std::slice::from_ref(&sowing));
        changed(&store, meena, &sowing, harvest(10_200)).await;
    }

    async fn another_farmers_sowing_or_a_withdrawn_one_cannot_be_changed(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Groundnut, 125)).await;
        for asked in [HARVESTED, FAILED, SowingChange::Maturity(Maturity::Late)] {
            assert_eq!(change(&store, murugan, sowing.id, asked).await, None);
        }
        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap();
        assert_eq!(change(&store, meena, sowing.id, FAILED).await, None);
    }

    async fn the_maturity_is_kept_and_can_be_changed_while_the_sowing_stands(store) {
        let meena = farmer(&store, "meena").await;
        let early = NewSowing { maturity: Some(Maturity::Early), ..new_sowing(Crop::Paddy, 100) };
        let sowing = sown(&store, meena, "key", early).await;
        assert_eq!(sowing.maturity, Some(Maturity::Early));
        let late = changed(&store, meena, &sowing, SowingChange::Maturity(Maturity::Late)).await;
        assert_eq!(store.sowings(meena, 50, None).await.unwrap().sowings, std::slice::from_ref(&late));
        assert_eq!(sow(&store, meena, "key", early).await, SowingOutcome::Repeated(late), "the first answer, as it is now");
    }

    async fn the_day_of_a_sowing_decides_its_crop_year_its_season_and_its_ten_days(store) {
        let meena = farmer(&store, "meena").await;
        let on = |day: &str| NewSowing {
            sown_on: Some(SownOn::on(day.parse().unwrap(), noon()).unwrap()),
            ..new_sowing(Crop::Groundnut, 100)
        };
        let spring = sown(&store, meena, "spring", on("2026-04-30")).await;
        let may = sown(&store, meena, "may", on("2026-05-10")).await;
        assert_eq!(spring.sown_at, noon() - jiff::SignedDuration::from_hours(46 * 24));
        assert_eq!((spring.crop_year().first_year(), Season::of(spring.crop, spring.sown_at)), (2025, Season::Summer));
        assert_eq!((may.crop_year().first_year(), may.sown_on()), (2026, date(2026, 5, 10)));
        for (year, number) in [(2025, 36), (2026, 1)] {
            let sown = store.sown_by_bin(CropYear::from_first_year(year).unwrap(), None).await.unwrap();
            let bins: Vec<_> = sown.iter().map(|((region, .., ten_days), sown)| (*region, ten_days.in_crop_year(), *sown)).collect();
            assert_eq!(bins, [(Region::India, number, Kilograms(2_400))]);
        }
        store.withdraw_sowing(meena, spring.id, noon()).await.unwrap();
        assert!(store.sown_by_bin(spring.crop_year(), None).await.unwrap().is_empty());
        assert!(agree(&store).await);
    }

    async fn a_repeat_states_the_same_day(store) {
        let meena = farmer(&store, "meena").await;
        let on = |day: &str| NewSowing {
            sown_on: Some(SownOn::on(day.parse().unwrap(), noon()).unwrap()),
            ..new_sowing(Crop::Groundnut, 100)
        };
        let first = sown(&store, meena, "key", on("2026-06-10")).await;
        assert_eq!(sow(&store, meena, "key", on("2026-06-10")).await, SowingOutcome::Repeated(first));
        for other in [on("2026-06-11"), new_sowing(Crop::Groundnut, 100)] {
            assert_eq!(sow(&store, meena, "key", other).await, SowingOutcome::KeyReused);
        }
    }
}
