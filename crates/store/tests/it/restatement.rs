//! `met = outside supply + sum of sowings` at every moment, with restatements in between.

use super::{farmer, id, new_sowing, noon, sown};
use grow_domain::regional::UsualLand;
use grow_domain::{Crop, CropYear, Kilograms, Region, Season, figures};
use grow_store::testing::TestStore;
use grow_store::{DemandState, both_stores};

async fn india(store: &TestStore) -> DemandState {
    store.demand(Region::India, CropYear::of(noon())).await.unwrap()
}

async fn groundnut(store: &TestStore) -> (Kilograms, Kilograms, Kilograms) {
    let row = india(store).await.rows[Crop::Groundnut as usize];
    (row.standing.outside, row.sown, row.met())
}

async fn restate(store: &TestStore) -> bool {
    let restatement = store.restatement(CropYear::of(noon())).await.unwrap();
    store.restate(&restatement, noon()).await.unwrap()
}

both_stores! {
    async fn between_restatements_a_sowing_moves_met_by_exactly_its_expected_yield(store) {
        store.import_figures(figures::reference().to_vec(), noon()).await.unwrap();
        let meena = farmer(&store, "meena").await;
        let usual = Kilograms(12_508_000_000);
        assert_eq!(groundnut(&store).await, (usual, Kilograms(0), usual));
        let sowing = sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 1_000_000)).await;
        assert_eq!(groundnut(&store).await, (usual, sowing.expected_yield, usual + sowing.expected_yield));

        let before = india(&store).await;
        assert!(restate(&store).await);
        let after = india(&store).await;
        assert!(after.revision > before.revision, "others are told");
        let (outside, in_grow, met) = groundnut(&store).await;
        assert!(outside < usual, "the same field is not counted twice");
        assert_eq!((in_grow, met), (sowing.expected_yield, outside + in_grow));
        // 10,000 ha of India's usual land, whose state is not known.
        let land = UsualLand::reference();
        let all: f64 = Season::ALL.iter().map(|season| land.of(Region::India, *season).hectares()).sum();
        assert!((after.coverage_percent - 1_000_000.0 / all).abs() < 1e-6, "{}", after.coverage_percent);

        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap().unwrap();
        assert_eq!(groundnut(&store).await, (outside, Kilograms(0), outside), "until the next restatement");
        assert!(restate(&store).await);
        assert_eq!(groundnut(&store).await, (usual, Kilograms(0), usual));
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn one_of_two_concurrent_restatements_is_refused(store) {
        store.import_figures(figures::reference().to_vec(), noon()).await.unwrap();
        let meena = farmer(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 100)).await;
        let first = store.restatement(CropYear::of(noon())).await.unwrap();
        sown(&store, meena, "key-2", new_sowing(Crop::Groundnut, 100)).await;
        let second = store.restatement(CropYear::of(noon())).await.unwrap();
        assert!(store.restate(&second, noon()).await.unwrap());
        assert!(!store.restate(&first, noon()).await.unwrap());
        assert_eq!(store.coverage(CropYear::of(noon())).await.unwrap(), second.after);
    }

    async fn a_day_is_restated_by_one_process_and_once(store) {
        let (here, elsewhere) = (id(noon(), "here"), id(noon(), "elsewhere"));
        assert!(!store.take_restatement(here, 20_779, noon()).await.unwrap(), "a new database begins the next day");
        assert!(store.take_restatement(here, 20_780, noon()).await.unwrap());
        assert!(!store.take_restatement(elsewhere, 20_780, noon()).await.unwrap(), "it is under way");
        store.finish_restatement(20_780, noon()).await.unwrap();
        assert!(!store.take_restatement(here, 20_780, noon()).await.unwrap(), "it is done");
        assert!(store.take_restatement(here, 20_781, noon()).await.unwrap());
    }
}
