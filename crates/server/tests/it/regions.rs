//! 'Demand and supply by region: `IN` and the 36 states and union territories', each with a live stream.

use crate::both_servers;
use crate::grow::{Grow, met, noon, row, tonnes};
use futures_util::future::join_all;
use grow_domain::figures::DemandFigure;
use grow_domain::{Crop, CropYear, Kilograms, Region, State};
use grow_store::{Store, both_stores};
use http::header;
use serde_json::Value;

const TAMIL_NADU: Region = Region::State(State::TamilNadu);

async fn demand(grow: &Grow, region: &str) -> Value {
    grow.guest().get(&format!("/api/v1/demand?region={region}")).await.json(200)
}

/// Returns the met amounts of a crop in Tamil Nadu, in Kerala and in India.
async fn met_there(grow: &Grow, crop: &str) -> [Kilograms; 3] {
    let [tamil_nadu, kerala, india] = [demand(grow, "IN-TN").await, demand(grow, "IN-KL").await, grow.demand().await];
    [tamil_nadu, kerala, india].map(|overview| met(&overview, crop))
}

/// Returns a farmer whose place is in a district.
async fn farmer_of(grow: &Grow, name: &'static str, district: &'static str) -> crate::browser::Browser {
    let farmer = grow.farmer(name).await;
    move_to(grow, &farmer, district).await;
    farmer
}

async fn move_to(grow: &Grow, farmer: &crate::browser::Browser, district: &str) {
    let email = farmer.signed_in_as().await.unwrap();
    farmer.put("/api/v1/me/npk", serde_json::json!({ "n": 0, "p": 0, "k": 0 })).await.json(200);
    let sql = "UPDATE farmer_records SET district = 'DISTRICT'
               WHERE farmer_id = (SELECT id FROM farmers WHERE email = 'EMAIL')";
    grow.store.tamper(&sql.replace("DISTRICT", district).replace("EMAIL", &email)).await;
}

fn figure(region: Region, demand: i64) -> DemandFigure {
    grow_store::testing::figure(region, Crop::Ragi, CropYear::of(noon()), demand, 1_000)
}

both_servers! {
    async fn the_list_has_india_and_then_36_states_by_name(grow) {
        let answer = grow.guest().get("/api/v1/regions").await;
        let list = answer.json(200);
        let items = list["items"].as_array().unwrap();
        assert_eq!(items.len(), 37);
        assert_eq!(items[0], serde_json::json!({ "code": "IN", "name": "India" }));
        assert!(items.contains(&serde_json::json!({ "code": "IN-TN", "name": "Tamil Nadu" })));
        assert!(items[1..].is_sorted_by_key(|item| item["name"].as_str().unwrap().to_owned()));
        assert_eq!(answer.header(header::CACHE_CONTROL), "no-cache");
        let browser = grow.guest();
        let again = browser.request(http::Method::GET, "/api/v1/regions").header("if-none-match", answer.header(header::ETAG));
        browser.send(again).await.is_empty(304);
    }

    async fn every_region_has_an_overview_a_table_and_a_stream(grow) {
        for region in Region::all() {
            let overview = demand(&grow, region.code()).await;
            assert_eq!([&overview["region"], &overview["region_name"]], [region.code(), region.name()]);
            assert_eq!(overview["crops"].as_array().unwrap().len(), 16);
            let csv = grow.guest().get(&format!("/api/v1/demand.csv?region={region}")).await;
            assert_eq!(
                csv.header(header::CONTENT_DISPOSITION),
                format!("attachment; filename=\"demand-{region}-2026.csv\"")
            );
            assert_eq!(csv.text().lines().count(), 17);
            let first = grow.guest().watch_region(region.code(), None).await.next().await;
            assert_eq!((first.kind.as_str(), &first.data), ("overview", &overview));
        }
    }

    async fn a_table_leaves_out_what_is_not_known_of_a_state(grow) {
        let csv = grow.guest().get("/api/v1/demand.csv?region=IN-KA").await;
        let line = |crop: &str| csv.text().lines().find(|line| line.starts_with(crop)).unwrap().to_owned();
        let horse_gram = line("HORSE GRAM");
        let cells: Vec<_> = horse_gram.split(',').collect();
        assert_eq!((cells[3], cells[4], cells[6]), ("", "", ""), "{horse_gram}");
        assert_eq!(cells[8..], ["not known", "IN-KA", "2026"]);
        assert!(line("CHOLAM").ends_with(",population,IN-KA,2026"));
    }

    async fn a_state_is_told_no_surplus_of_its_part_of_indias_demand(grow) {
        let maharashtra = demand(&grow, "IN-MH").await;
        for row in maharashtra["crops"].as_array().unwrap() {
            let need = row["need_tonnes"].as_f64().unwrap();
            assert!(need > 0.0 || row.get("is_beyond_error").is_none(), "{row}");
        }
    }

    async fn an_older_or_lower_case_code_means_the_same(grow) {
        assert_eq!(demand(&grow, "in-or").await, demand(&grow, "IN-OD").await);
    }

    async fn no_stream_of_an_unknown_region(grow) {
        for region in ["IN-XX", "TN", "Tamil%20Nadu", ""] {
            for path in ["/api/v1/demand", "/api/v1/demand.csv", "/api/v1/demand/events"] {
                grow.guest().get(&format!("{path}?region={region}")).await.problem(404, "unknown-region");
            }
        }
    }

    async fn the_states_add_up_to_india_and_say_that_they_are_derived(grow) {
        let india = grow.demand().await;
        let states = join_all(State::all().map(|state| demand(&grow, state.code()))).await;
        for crop in Crop::all().map(Crop::key) {
            for figure in ["demand_tonnes", "met_tonnes"] {
                let sum: Kilograms = states.iter().map(|state| tonnes(&row(state, crop)[figure])).sum();
                assert_eq!(sum, tonnes(&row(&india, crop)[figure]), "{crop} {figure}");
            }
        }
        for state in &states {
            assert_eq!(state["basis"], "derived");
            for row in state["crops"].as_array().unwrap() {
                let expected = match row["crop"].as_str().unwrap() {
                    "cotton" | "sugarcane" => "processing",
                    "greenGram" | "horseGram" | "onion" => "production",
                    _ => "population",
                };
                assert_eq!(row["basis"], expected, "{row}");
            }
        }
        assert!(india["crops"].as_array().unwrap().iter().all(|row| row.get("basis").is_none()));
    }

    async fn a_known_answer_is_not_sent_again_and_no_region_knows_that_of_another(grow) {
        let browser = grow.guest();
        let path = |region| format!("/api/v1/demand?region={region}");
        let tag = browser.get(&path("IN-TN")).await.header(header::ETAG).to_owned();
        for (region, status) in [("IN-TN", 304), ("IN-KL", 200), ("IN", 200)] {
            let request = browser.request(http::Method::GET, &path(region)).header("if-none-match", &tag);
            assert_eq!(browser.send(request).await.status, status, "{region}");
        }
    }

    async fn a_sowing_moves_its_farmers_state_and_india_and_no_other_state(grow) {
        let meena = farmer_of(&grow, "meena", "tn-erode").await;
        let [tamil_nadu, kerala, india] = met_there(&grow, "groundnut").await;
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let kg = Kilograms(3_000);
        assert_eq!(met_there(&grow, "groundnut").await, [tamil_nadu + kg, kerala, india + kg]);

        move_to(&grow, &meena, "kl-palakkad").await;
        assert_eq!(meena.sow("meena-first", "GROUNDNUT", 1.25).await["id"], sowing["id"], "the first answer");
        assert_eq!(met_there(&grow, "groundnut").await, [tamil_nadu + kg, kerala, india + kg], "past sowings stay");
        meena.sow("meena-second", "GROUNDNUT", 1.25).await;
        assert_eq!(met_there(&grow, "groundnut").await, [tamil_nadu + kg, kerala + kg, india + kg + kg]);
        meena.delete(&format!("/api/v1/me/sowings/{}", sowing["id"].as_str().unwrap())).await.is_empty(204);
        assert_eq!(met_there(&grow, "groundnut").await, [tamil_nadu, kerala + kg, india + kg]);
        assert_eq!(grow.store.differences().await.unwrap(), []);
    }

    async fn no_answer_of_a_state_is_older_than_an_acknowledged_sowing(grow) {
        let farmers = [("groundnut", 2_400), ("ragi", 1_650), ("cotton", 1_500)];
        let before = &demand(&grow, "IN-TN").await;
        let deeds = farmers.map(|(crop, kilograms_per_hectare)| {
            let grow = &grow;
            async move {
                let farmer = farmer_of(grow, crop, "tn-erode").await;
                for round in 1..=6 {
                    farmer.sow(&format!("sowing-{round:03}"), crop, 1.0).await;
                    let sown = Kilograms(round * kilograms_per_hectare);
                    assert_eq!(met(&demand(grow, "IN-TN").await, crop), met(before, crop) + sown, "{crop} {round}");
                }
            }
        });
        join_all(deeds).await;
        assert_eq!(grow.store.differences().await.unwrap(), []);
    }

    async fn the_stream_of_a_state_follows_its_own_sowings(grow) {
        let meena = farmer_of(&grow, "meena", "tn-erode").await;
        let murugan = farmer_of(&grow, "murugan", "kl-palakkad").await;
        let mut tamil_nadu = grow.guest().watch_region("IN-TN", None).await;
        let before = tamil_nadu.next().await;
        let mut india = grow.guest().watch(None).await;
        india.next().await;
        murugan.sow("murugan-first", "GROUNDNUT", 1.25).await;
        assert_eq!(india.next().await.data["region"], "IN");
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let change = tamil_nadu.next().await;
        assert_eq!((change.kind.as_str(), &change.data["region"]), ("change", &"IN-TN".into()));
        assert_eq!(change.data["crops"].as_array().unwrap().len(), 1);
        assert_eq!(
            met(&change.data, "groundnut"),
            met(&before.data, "groundnut") + Kilograms(3_000),
            "by its own sowing, and not by Kerala's before it"
        );
        assert_eq!(row(&change.data, "groundnut"), row(&demand(&grow, "IN-TN").await, "groundnut"));
    }

    async fn a_last_event_id_of_another_region_gets_the_whole_overview(grow) {
        let meena = farmer_of(&grow, "meena", "tn-erode").await;
        let [india, kerala] = [
            grow.guest().watch(None).await.next().await.id,
            grow.guest().watch_region("IN-KL", None).await.next().await.id,
        ];
        assert!(india.starts_with("2026-") && kerala.starts_with("IN-KL-2026-"), "{india} {kerala}");
        for other in [&india, &kerala] {
            let first = grow.guest().watch_region("IN-TN", Some(other)).await.next().await;
            assert_eq!((first.kind.as_str(), &first.data["region"]), ("overview", &"IN-TN".into()));
        }
        let own = grow.guest().watch_region("IN-TN", None).await.next().await.id;
        let mut back = grow.guest().watch_region("IN-TN", Some(&own)).await;
        meena.sow("meena-first", "RAGI", 1.0).await;
        assert_eq!(back.next().await.kind, "change", "up to date, so only what is new");
    }

    async fn an_import_by_another_process_reaches_the_streams_of_the_states(grow) {
        let operator = Store::open_existing(grow.store.url()).await.unwrap();
        let mut tamil_nadu = grow.guest().watch_region("IN-TN", None).await;
        let mut kerala = grow.guest().watch_region("IN-KL", None).await;
        for stream in [&mut tamil_nadu, &mut kerala] {
            stream.next().await;
        }
        operator.import_figures(vec![figure(Region::India, 9_000_000_000)], noon()).await.unwrap();
        let change = tamil_nadu.next().await.data;
        assert_eq!(change["crops"].as_array().unwrap().len(), 1);
        assert_eq!((&change["basis"], &row(&change, "ragi")["basis"]), (&"derived".into(), &"population".into()));
        assert_eq!(kerala.next().await.data["crops"][0]["crop"], "ragi");

        operator.import_figures(vec![figure(TAMIL_NADU, 77_000)], noon()).await.unwrap();
        let change = tamil_nadu.next().await.data;
        assert_eq!((&change["basis"], row(&change, "ragi").get("basis")), (&"mixed".into(), None));
        assert_eq!(tonnes(&row(&change, "ragi")["demand_tonnes"]), Kilograms(77_000));
    }

    async fn streams_of_all_regions_end_when_the_server_stops(grow) {
        let mut streams = Vec::new();
        for region in Region::all() {
            streams.push(grow.guest().watch_region(region.code(), None).await);
        }
        for stream in &mut streams {
            stream.next().await;
        }
        grow.ask_to_stop();
        for stream in &mut streams {
            stream.end().await;
        }
    }
}

both_stores! {
    async fn without_any_figures_a_state_has_none(store) {
        let grow = Grow::serve(store).await;
        grow.store.tamper("DELETE FROM demand_figures").await;
        grow.guest().get("/api/v1/demand?region=IN-TN").await.problem(404, "no-demand-figures");
        grow.stop().await;
    }
}
