use super::noon;
use grow_domain::figures::{self, DemandFigure, Imports};
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

    async fn error_and_imports_are_kept_and_reach_the_demand(store) {
        let imports = Imports {
            usual: Kilograms(1_160_000_500),
            duty_permille: 55,
            duty_as_of: jiff::civil::date(2026, 3, 31),
            price_percent: None,
        };
        let red_gram = DemandFigure { error_percent: 12, imports: Some(imports), ..figure(Crop::RedGram, 2026, 100) };
        let black_gram = DemandFigure {
            imports: Some(Imports { price_percent: Some(95), ..imports }),
            ..figure(Crop::BlackGram, 2026, 100)
        };
        store.import_figures(vec![red_gram.clone(), black_gram.clone()], noon()).await.unwrap();
        assert_eq!(store.figures().await.unwrap(), [black_gram, red_gram]);
        let standing = async |region| {
            let state = store.demand(region, CropYear::of(noon())).await.unwrap();
            let row = *state.rows.iter().find(|row| row.crop == Crop::RedGram).unwrap();
            (row.standing.error_percent, row.standing.imports)
        };
        assert_eq!(standing(Region::India).await, (12, Some(imports)));
        assert_eq!(standing("IN-TN".parse().unwrap()).await, (12, None));
        let states = store.demand_of_states(Crop::RedGram, CropYear::of(noon())).await.unwrap();
        assert!(states.iter().all(|(_, row)| (row.standing.error_percent, row.standing.imports) == (12, None)));
    }

    async fn the_reference_set_is_brought_and_keeps_what_the_operator_changed(store) {
        let mut earlier = figures::parse(include_str!("../../../../data/earlier_figures/3.csv"), jiff::civil::date(2026, 11, 24)).unwrap();
        "the officer".clone_into(&mut earlier[3].source);
        let of_state = DemandFigure { region: "IN-TN".parse().unwrap(), ..earlier[0].clone() };
        store.import_figures(earlier.iter().cloned().chain([of_state.clone()]).collect(), noon()).await.unwrap();
        let planned = store.compare_reference().await.unwrap();
        assert_eq!((planned.changes.len(), &planned.kept[..]), (15, &earlier[3..4]));
        assert_eq!(planned.changes[0].old.as_ref(), Some(&earlier[0]));
        assert_eq!(store.import_reference(noon()).await.unwrap(), planned);
        let stored = store.figures().await.unwrap();
        assert!(stored.contains(&of_state) && stored.contains(&earlier[3]));
        assert!(figures::reference().iter().filter(|figure| figure.crop != earlier[3].crop).all(|new| stored.contains(new)));
        let again = store.import_reference(noon()).await.unwrap();
        assert_eq!((again.changes.len(), again.kept), (0, planned.kept));
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
            let (seeded, imported) = futures_util::future::join(Box::pin(seed), Box::pin(import)).await;
            seeded.unwrap();
            imported.unwrap();
            assert_eq!(store.figures().await.unwrap(), [figure(Crop::Onion, 2026, 999)]);
        }
    }
}
