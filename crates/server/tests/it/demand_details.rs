//! Parts and sources of the demand, a crop in every state, and the restatement of the outside supply.

use crate::both_servers;
use crate::grow::{noon, row, tonnes};
use grow_domain::{CropYear, Kilograms, observation};
use jiff::civil::date;

both_servers! {
    async fn demand_and_met_are_the_sums_of_their_parts(grow) {
        grow.farmer("meena").await.sow("meena-first", "GROUNDNUT", 1.25).await;
        let overview = grow.demand().await;
        let groundnut = row(&overview, "groundnut");
        assert_eq!(groundnut["domestic_tonnes"], 9_234_298.0);
        assert_eq!(groundnut["exported_tonnes"], 911_429.0);
        assert_eq!(groundnut["demand_tonnes"], 11_608_000.0);
        assert_eq!(groundnut["usual_tonnes"], 12_508_000.0);
        assert_eq!((&groundnut["outside_tonnes"], &groundnut["sown_tonnes"]), (&12_508_000.0.into(), &3.0.into()));
        assert_eq!(groundnut["met_tonnes"], 12_508_003.0);
        assert_eq!(groundnut["has_balance"], true);
        assert_eq!((&overview["figures_as_of"], &overview["coverage_percent"]), (&"2026-11-23".into(), &0.0.into()));
        for crop in ["ragi", "greenGram", "horseGram", "sugarcane"] {
            let row = row(&overview, crop);
            assert_eq!(row["has_balance"], false);
            assert_eq!((&row["demand_tonnes"], &row["need_tonnes"]), (&row["usual_tonnes"], &0.0.into()), "{crop}");
        }
    }

    async fn where_the_figures_come_from_is_told_for_india_and_for_a_state(grow) {
        let guest = grow.guest();
        let india = guest.get("/api/v1/demand/sources").await.json(200);
        let cotton = &india["crops"][15];
        assert_eq!((&cotton["crop"], &cotton["years"]), (&"cotton".into(), &"2023-24 to 2025-26".into()));
        assert!(cotton["source"].as_str().unwrap().starts_with("Cotton Association of India"), "{cotton}");
        assert!(cotton["confidence"].as_str().unwrap().starts_with("medium; "), "{cotton}");
        assert_eq!((&cotton["as_of"], &cotton["use_percent"]), (&"2026-11-23".into(), &serde_json::Value::Null));
        assert!(cotton["usual_land_ha"].as_f64().unwrap() > 1e7, "{cotton}");

        let answer = guest.get("/api/v1/demand/sources?region=IN-TN").await;
        assert!(answer.headers.contains_key("etag"));
        let tamil_nadu = answer.json(200);
        let percent = |crop: usize, what: &str| tamil_nadu["crops"][crop][what].as_f64().unwrap();
        assert!((percent(15, "use_percent") - 39.996).abs() < 1e-3, "two fifths of India's mills");
        assert!((percent(0, "use_percent") - 5.4264).abs() < 1e-3, "its share of India's people");
        assert!((percent(3, "use_percent") - percent(3, "supply_percent")).abs() < 1e-9, "ragi has no balance");
        guest.get("/api/v1/demand/sources?region=XX").await.problem(404, "unknown-region");
    }

    async fn a_crop_is_shown_in_every_state_and_adds_up_to_india(grow) {
        let meena = grow.farmer("meena").await;
        let ask = async || grow.guest().get("/api/v1/demand/states?crop=groundnut").await.json(200);
        let before = ask().await;
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let after = ask().await;
        let india = grow.demand().await;
        let india = row(&india, "groundnut");
        assert_eq!(after["states"].as_array().unwrap().len(), 36);
        let sum = |list: &serde_json::Value, what: &str| -> f64 {
            list["states"].as_array().unwrap().iter().map(|state| state[what].as_f64().unwrap()).sum()
        };
        for what in ["usual_tonnes", "domestic_tonnes", "exported_tonnes"] {
            assert!((sum(&after, what) - india[what].as_f64().unwrap()).abs() < 1e-3, "{what}");
        }
        assert!(sum(&before, "sown_tonnes").abs() < 1e-9);
        let gujarat = &after["states"][10];
        assert_eq!((&gujarat["region"], &gujarat["basis"]), (&"IN-GJ".into(), &"population".into()));
        grow.guest().get("/api/v1/demand/states?crop=wheat").await.problem(404, "unknown-crop");
    }

    async fn what_was_observed_of_a_season_stands_beside_the_sources_and_indias_is_never_a_states_own(grow) {
        let line = |measure: &str, value: &str| {
            format!("Minutes,2026-06-12,2026-27 July-June,cotton,kharif,IN,{measure},{value},lakh_ha\n")
        };
        let (sown, last) = (line("area_sown", "48"), line("area_last_year", "50"));
        let file = format!("{sown}{last}{}{}", line("normal_of_season", "100"), line("last_year_whole", "100"));
        let given = observation::parse(&format!("{}\n{file}", observation::HEADER), date(2026, 6, 15)).unwrap();
        grow.store.import_observations(given, noon()).await.unwrap();
        let ask = async |region: &str| {
            let sources = grow.guest().get(&format!("/api/v1/demand/sources?region={region}")).await.json(200);
            sources["crops"][15]["observed"].clone()
        };
        assert_eq!(ask("IN").await, serde_json::json!([]), "until the restatement");
        let restatement = grow.store.restatement(CropYear::of(noon())).await.unwrap();
        assert!(grow.store.restate(&restatement, noon()).await.unwrap());
        let of_india = serde_json::json!([{
            "region": "IN", "season": "kharif", "percent": 96.0, "applied_percent": 98.0, "as_of": "2026-06-12",
            "source": "Minutes", "is_flagged": false,
        }]);
        assert_eq!(ask("IN").await, of_india);
        assert_eq!(ask("IN-GJ").await, of_india, "it says that it is India's");
    }

    async fn a_restatement_reaches_whoever_watches(grow) {
        let meena = grow.farmer("meena").await;
        meena.sow("meena-first", "GROUNDNUT", 1_000.0).await;
        let mut events = grow.guest().watch(None).await;
        let overview = events.next().await.data;
        assert_eq!(row(&overview, "groundnut")["outside_tonnes"], 12_508_000.0);
        let restatement = grow.store.restatement(CropYear::of(noon())).await.unwrap();
        assert!(grow.store.restate(&restatement, noon()).await.unwrap());
        let restated = events.next().await.data;
        let groundnut = row(&restated, "groundnut");
        assert!(groundnut["outside_tonnes"].as_f64().unwrap() < 12_508_000.0, "{groundnut}");
        assert_eq!(groundnut["sown_tonnes"], 2_400.0);
        assert_eq!(tonnes(&groundnut["met_tonnes"]), tonnes(&groundnut["outside_tonnes"]) + Kilograms(2_400_000));
        assert!(restated["coverage_percent"].as_f64().unwrap() > 0.0);
    }
}
