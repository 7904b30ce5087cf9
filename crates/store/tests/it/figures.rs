use super::noon;
use grow_domain::figures::DemandFigure;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::{both_stores, testing};

fn figure(crop: Crop, year: i64, demand: i64) -> DemandFigure {
    testing::figure(Region::India, crop, CropYear::from_first_year(year).unwrap(), demand, demand / 2)
}

both_stores! {
    async fn without_figures_there_are_no_rows(store) {
        let state = store.demand(Region::India, CropYear::of(noon())).await.unwrap();
        assert!(state.rows.is_empty());
    }

    async fn one_figure_is_enough_for_sixteen_rows(store) {
        store.import_figures(vec![figure(Crop::Onion, 2026, 100)], noon()).await.unwrap();
        let state = store.demand(Region::India, CropYear::of(noon())).await.unwrap();
        assert_eq!(state.rows.len(), 16);
        assert_eq!(state.rows.iter().filter(|row| row.demand().0 > 0).count(), 1);
    }

    async fn an_import_replaces_what_differs_and_tells_it(store) {
        let old = vec![figure(Crop::Onion, 2026, 100), figure(Crop::Potato, 2026, 200)];
        assert_eq!(store.import_figures(old, noon()).await.unwrap().len(), 2);
        let before = store.demand(Region::India, CropYear::of(noon())).await.unwrap().revision;
        let new = vec![figure(Crop::Onion, 2026, 150), figure(Crop::Potato, 2026, 200)];
        let planned = store.compare_figures(new.clone()).await.unwrap();
        assert_eq!(store.figures().await.unwrap()[0].demand(), Kilograms(100), "a comparison changes nothing");
        let done = store.import_figures(new, noon()).await.unwrap();
        assert_eq!(done, planned);
        assert_eq!(done.len(), 1);
        assert_eq!(done[0].old.as_ref().unwrap().demand(), Kilograms(100));
        let after = store.demand(Region::India, CropYear::of(noon())).await.unwrap();
        assert!(after.revision > before);
        assert_eq!(after.rows.iter().find(|row| row.crop == Crop::Onion).unwrap().demand(), Kilograms(150));
    }

    async fn a_figure_holds_from_its_year_until_a_later_one(store) {
        store
            .import_figures(
                vec![figure(Crop::Onion, 2024, 100), figure(Crop::Onion, 2026, 300), figure(Crop::Onion, 2027, 900)],
                noon(),
            )
            .await
            .unwrap();
        for (year, demand) in [(2025, 100), (2026, 300), (2030, 900)] {
            let state = store.demand(Region::India, CropYear::from_first_year(year).unwrap()).await.unwrap();
            assert_eq!(state.rows.iter().find(|row| row.crop == Crop::Onion).unwrap().demand(), Kilograms(demand));
        }
        let before_any = store.demand(Region::India, CropYear::from_first_year(2023).unwrap()).await.unwrap();
        assert!(before_any.rows.is_empty());
    }

    async fn a_figure_for_a_new_year_makes_a_new_state(store) {
        let year = CropYear::from_first_year(2027).unwrap();
        store.import_figures(vec![figure(Crop::Onion, 2026, 100)], noon()).await.unwrap();
        let before = store.demand(Region::India, year).await.unwrap();
        store.import_figures(vec![figure(Crop::Onion, 2027, 200)], noon()).await.unwrap();
        let after = store.demand(Region::India, year).await.unwrap();
        assert_ne!(before.rows, after.rows);
        assert!(after.revision > before.revision);
    }

    async fn only_a_new_installation_is_seeded(store) {
        store.seed_figures(vec![figure(Crop::Onion, 2026, 100)], noon()).await.unwrap();
        store.seed_figures(vec![figure(Crop::Onion, 2026, 999)], noon()).await.unwrap();
        assert_eq!(store.figures().await.unwrap(), [figure(Crop::Onion, 2026, 100)]);
    }

    async fn a_seed_never_overwrites_what_an_operator_imports_at_that_moment(store) {
        for _ in 0..20 {
            store.tamper("DELETE FROM demand_figures").await;
            let seed = store.seed_figures(vec![figure(Crop::Onion, 2026, 100)], noon());
            let import = store.import_figures(vec![figure(Crop::Onion, 2026, 999)], noon());
            let (seeded, imported) = futures_util::future::join(seed, import).await;
            seeded.unwrap();
            imported.unwrap();
            assert_eq!(store.figures().await.unwrap(), [figure(Crop::Onion, 2026, 999)]);
        }
    }
}
