//! Parts and sources of the demand, a crop in every state, and the restatement of the outside supply.

use crate::both_servers;
use crate::grow::{Grow, noon, row, tonnes};
use grow_domain::{CropYear, Kilograms, figures, observation};
use grow_store::both_stores;
use jiff::civil::date;

both_servers! {
    async fn demand_and_met_are_the_sums_of_their_parts(grow) {
        grow.farmer("meena").await.sow("meena-first", "GROUNDNUT", 1.25).await;
        let overview = grow.demand().await;
        let groundnut = row(&overview, "groundnut");
        assert_eq!(groundnut["domestic_tonnes"], 10_601_000.0);
        assert_eq!(groundnut["exported_tonnes"], 1_007_000.0);
        assert_eq!(groundnut["demand_tonnes"], 11_608_000.0);
        assert_eq!(groundnut["usual_tonnes"], 12_508_000.0);
        assert_eq!((&groundnut["outside_tonnes"], &groundnut["sown_tonnes"]), (&12_508_000.0.into(), &3.0.into()));
        assert_eq!(groundnut["met_tonnes"], 12_508_003.0);
        assert_eq!(groundnut["has_balance"], true);
        assert_eq!((&overview["figures_as_of"], &overview["coverage_percent"]), (&"2026-11-27".into(), &0.0.into()));
        for crop in ["greenGram", "horseGram", "onion", "sugarcane"] {
            let row = row(&overview, crop);
            assert_eq!(row["has_balance"], false);
            assert_eq!((&row["demand_tonnes"], &row["need_tonnes"]), (&row["usual_tonnes"], &0.0.into()), "{crop}");
        }
    }

    async fn the_sources_of_the_figures_are_listed_for_india_and_for_a_state(grow) {
        let guest = grow.guest();
        let india = guest.get("/api/v1/demand/sources").await.json(200);
        let cotton = &india["crops"][15];
        assert_eq!((&cotton["crop"], &cotton["years"]), (&"cotton".into(), &"2023-24 to 2025-26".into()));
        assert!(cotton["source"].as_str().unwrap().contains("Cotton Association of India"), "{cotton}");
        assert!(cotton["confidence"].as_str().unwrap().starts_with("medium; "), "{cotton}");
        assert_eq!((&cotton["as_of"], &cotton["use_percent"]), (&"2026-11-27".into(), &serde_json::Value::Null));
        assert!(cotton["usual_land_ha"].as_f64().unwrap() > 1e7, "{cotton}");

        let answer = guest.get("/api/v1/demand/sources?region=IN-TN").await;
        assert!(answer.headers.contains_key("etag"));
        let tamil_nadu = answer.json(200);
        let percent = |crop: usize, what: &str| tamil_nadu["crops"][crop][what].as_f64().unwrap();
        assert!((percent(15, "use_percent") - 39.996).abs() < 1e-3, "two fifths of India's mills");
        assert!((percent(0, "use_percent") - 5.4264).abs() < 1e-3, "its share of India's people");
        assert!((percent(9, "use_percent") - percent(9, "supply_percent")).abs() < 1e-9, "horse gram has no balance");
        guest.get("/api/v1/demand/sources?region=XX").await.problem(404, "unknown-region");
    }

    async fn each_figure_tells_its_error_and_what_is_imported_today(grow) {
        let sources = grow.guest().get("/api/v1/demand/sources").await.json(200);
        let overview = grow.demand().await;
        for crop in sources["crops"].as_array().unwrap() {
            let key = crop["crop"].as_str().unwrap();
            assert!((1..=100).contains(&crop["error_percent"].as_i64().unwrap()), "{crop}");
            assert!(["high", "medium", "low"].contains(&crop["confidence_level"].as_str().unwrap()), "{crop}");
            assert_eq!(crop["has_newer"], false, "{crop}");
            let is_imported = ["redGram", "bengalGram", "blackGram", "cotton"].contains(&key);
            assert_eq!(crop.get("imports").is_some(), is_imported, "{crop}");
            assert_eq!(row(&overview, key).get("is_imported").is_some(), is_imported, "{crop}");
        }
        let red_gram = &sources["crops"][5];
        assert_eq!((&red_gram["error_percent"], &red_gram["confidence_level"]), (&7.into(), &"medium".into()));
        let imports = serde_json::json!({
            "usual_tonnes": 1_159_000.0, "duty_percent": 0.0, "duty_as_of": "2026-03-31", "price_percent": 71,
        });
        assert_eq!(red_gram["imports"], imports);
        let of_state = grow.guest().get("/api/v1/demand/sources?region=IN-TN").await.json(200);
        assert_eq!((&of_state["crops"][5]["error_percent"], of_state["crops"][5].get("imports")), (&7.into(), None));
    }

    async fn the_projected_need_is_given_beside_the_met_amount(grow) {
        let guest = grow.guest();
        let answer = guest.get("/api/v1/demand/projected").await;
        assert!(answer.headers.contains_key("etag"));
        let projected = answer.json(200);
        assert_eq!((&projected["as_of"], &projected["crop_year"]), (&"2026-06-15".into(), &2026.into()));
        let overview = grow.demand().await;
        let known = overview["crops"].as_array().unwrap().iter().filter(|row| row["has_balance"] == true);
        let keys = |crops: Vec<&serde_json::Value>| crops.iter().map(|row| row["crop"].clone()).collect::<Vec<_>>();
        let crops = projected["crops"].as_array().unwrap();
        assert_eq!(keys(crops.iter().collect()), keys(known.collect()), "the order of the overview");
        for crop in crops {
            assert!((50.0..200.0).contains(&crop["filled_if_all_follow_percent"].as_f64().unwrap()), "{crop}");
        }

        let meena = grow.farmer("meena").await;
        meena.put("/api/v1/me/place", serde_json::json!({ "place": "Erode" })).await.json(200);
        let advice = meena.get("/api/v1/me/advice").await.json(200);
        for advised in advice["advice"].as_array().unwrap() {
            let key = &advised["crop"];
            let told = crops.iter().find(|crop| crop["crop"] == *key).map(|crop| &crop["filled_if_all_follow_percent"]);
            let [told, advised] = [told, advised.get("filled_if_all_follow_percent")].map(|p| p.unwrap().as_f64().unwrap());
            assert!((told - advised).abs() < 1.0, "{key}: the advice says the same");
        }
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

    async fn the_sources_contain_the_ratios_of_the_seasons_and_tell_indias_from_a_states(grow) {
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

    async fn a_restatement_reaches_open_streams(grow) {
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

both_stores! {
    async fn figures_of_an_earlier_release_stay_and_say_that_newer_ones_exist(store) {
        let mut earlier = figures::parse(include_str!("../../../../data/earlier_figures/3.csv"), jiff::civil::date(2026, 11, 24)).unwrap();
        "2025".clone_into(&mut earlier[0].years);
        store.import_figures(earlier, noon()).await.unwrap();
        let grow = Grow::serve(store).await;
        let has_newer = async |crop: usize| {
            let sources = grow.guest().get("/api/v1/demand/sources?region=IN-TN").await.json(200);
            sources["crops"][crop]["has_newer"].clone()
        };
        assert_eq!((has_newer(0).await, has_newer(1).await), (false.into(), true.into()), "the first is the operator's");
        assert_eq!(row(&grow.demand().await, "cholam")["demand_tonnes"], 4_033_115.0);
        grow.store.import_reference(noon()).await.unwrap();
        assert_eq!(has_newer(1).await, false);
        grow.stop().await;
    }
}
