//! What was observed of the seasons moves the outside supply at a restatement, and only then.

use super::{farmer, new_sowing, noon, sown};
use grow_domain::observation::{Effect, HEADER, Observation, parse};
use grow_domain::regional::Millionths;
use grow_domain::{Crop, CropYear, Kilograms, Region, figures};
use grow_store::testing::TestStore;
use grow_store::{DemandState, both_stores};
use jiff::civil::date;

fn year() -> CropYear {
    CropYear::of(noon())
}

/// Groundnut of kharif 2026 to a day of June: so much of what last year had, when half of the season is usually sown.
fn groundnut(day: i8, region: &str, sown: &str) -> Vec<Observation> {
    let line = |measure: &str, value: &str| {
        format!("minutes,2026-06-{day:02},2026-27 July-June,groundnut,kharif,{region},{measure},{value},lakh_ha\n")
    };
    let [sown, last] = [line("area_sown", sown), line("area_last_year", "20")];
    let [normal, whole] = [line("normal_of_season", "40"), line("last_year_whole", "40")];
    parse(&format!("{HEADER}\n{sown}{last}{normal}{whole}"), date(2026, 6, 15)).unwrap()
}

async fn state_of(store: &TestStore, region: Region) -> DemandState {
    store.demand(region, year()).await.unwrap()
}

async fn outside(store: &TestStore, region: Region) -> Kilograms {
    state_of(store, region).await.rows[Crop::Groundnut as usize].standing.outside
}

async fn restate(store: &TestStore) -> bool {
    let restatement = store.restatement(year()).await.unwrap();
    store.restate(&restatement, noon()).await.unwrap()
}

both_stores! {
    async fn an_observation_moves_the_supply_with_the_restatement_and_a_sowing_by_its_yield_in_between(store) {
        store.import_figures(figures::reference().to_vec(), noon()).await.unwrap();
        let meena = farmer(&store, "meena").await;
        let usual = outside(&store, Region::India).await;
        store.import_observations(groundnut(12, "IN", "18"), noon()).await.unwrap();
        assert_eq!(outside(&store, Region::India).await, usual, "until the restatement");
        let before = state_of(&store, Region::India).await;
        assert!(restate(&store).await);
        let after = state_of(&store, Region::India).await;
        assert!(after.revision > before.revision, "others are told");
        let less = outside(&store, Region::India).await;
        // A tenth less of half a season; most groundnut is sown in kharif.
        let part = less.tonnes() / usual.tonnes();
        assert!((0.95..0.96).contains(&part), "{part}");
        let [((region, crop, _), ratio)] = after.observed[..] else { panic!("{:?}", after.observed) };
        assert_eq!((region, crop), (Region::India, Crop::Groundnut));
        assert_eq!((ratio.observed, ratio.applied), (Millionths(900_000), Millionths(950_000)));

        let sowing = sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        let row = state_of(&store, Region::India).await.rows[Crop::Groundnut as usize];
        assert_eq!((row.standing.outside, row.met()), (less, less + sowing.expected_yield));
        let mut states = Kilograms(0);
        for (_, row) in store.demand_of_states(Crop::Groundnut, year()).await.unwrap() {
            states = states + row.standing.outside;
        }
        assert_eq!(states, less, "the states add up to India");
    }

    async fn each_restatement_keeps_its_ratios_and_their_source(store) {
        store.import_figures(figures::reference().to_vec(), noon()).await.unwrap();
        for (day, sown) in [(5, "19"), (12, "18")] {
            store.import_observations(groundnut(day, "IN", sown), noon()).await.unwrap();
            assert!(restate(&store).await);
            assert!(restate(&store).await, "it fits");
        }
        let ratios = store.season_ratios(year()).await.unwrap();
        let [((_, ratio), source)] = &ratios[..] else { panic!("{ratios:?}") };
        assert_eq!((ratio.as_of, source.as_str()), (date(2026, 6, 12), "minutes"));
        assert_eq!(store.number("SELECT COUNT(*) FROM season_ratios").await, 2);
        assert_eq!(store.number("SELECT MIN(applied) + MAX(applied) FROM season_ratios").await, 950_000 + 975_000);
    }

    async fn a_state_shows_its_own_observation_or_indias_as_indias(store) {
        store.import_figures(figures::reference().to_vec(), noon()).await.unwrap();
        let [gujarat, kerala]: [Region; 2] = ["IN-GJ", "IN-KL"].map(|code| code.parse().unwrap());
        let usual = [outside(&store, gujarat).await, outside(&store, kerala).await];
        store.import_observations(groundnut(12, "IN", "18"), noon()).await.unwrap();
        store.import_observations(groundnut(12, "IN-GJ", "16"), noon()).await.unwrap();
        assert!(restate(&store).await);
        let observed = |state: DemandState| state.observed.iter().map(|((region, ..), _)| *region).collect::<Vec<_>>();
        assert_eq!(observed(state_of(&store, gujarat).await), [gujarat]);
        assert_eq!(observed(state_of(&store, kerala).await), [Region::India]);
        assert!(outside(&store, gujarat).await.0 < usual[0].0 * 92 / 100);
        assert!(outside(&store, kerala).await.0 > usual[1].0 * 94 / 100);
    }

    async fn the_newer_of_two_files_of_observations_holds(store) {
        let (first, second) = (groundnut(5, "IN", "19"), groundnut(12, "IN", "18"));
        let effects = store.import_observations(second.clone(), noon()).await.unwrap();
        assert!(effects.iter().all(|(_, effect)| *effect == Effect::Added));
        let effects = store.import_observations(first, noon()).await.unwrap();
        assert!(effects.iter().all(|(_, effect)| matches!(effect, Effect::IsOlderThan(_))));
        assert_eq!(store.observations().await.unwrap(), second, "as they were given");
    }
}
