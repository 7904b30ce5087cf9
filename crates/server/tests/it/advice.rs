//! What to sow now, and the calendar of a crop.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, noon, until};
use grow_domain::advice::Farmers;
use grow_domain::figures;
use grow_server::{Config, Limits};
use grow_store::testing::{self, TestStore};
use http::Method;
use jiff::civil::Date;
use serde_json::{Value, json};

const ADVICE: &str = "/api/v1/me/advice";

async fn lives_in(farmer: &Browser, place: &str) {
    farmer.put("/api/v1/me/place", json!({ "place": place })).await.json(200);
}

async fn advice(farmer: &Browser) -> Value {
    farmer.get(ADVICE).await.json(200)
}

fn crops(answer: &Value) -> Vec<&str> {
    answer["advice"].as_array().unwrap().iter().map(|advised| advised["crop"].as_str().unwrap()).collect()
}

fn day(value: &Value) -> Date {
    value.as_str().unwrap().parse().unwrap()
}

/// Advances the clock to noon of a day, and returns what a farmer is told on it.
async fn on(grow: &Grow, name: &str, today: &str) -> Value {
    grow.clock.set(&format!("{today}T06:30:00Z"));
    // An older session has ended.
    let farmer = grow.farmer(name).await;
    until("the advice of the day", async || advice(&farmer).await["as_of"] == today).await;
    advice(&farmer).await
}

/// Serves for a test that asks again and again until the advice has moved, which it does at most once a second.
async fn serve_patiently(store: TestStore) -> Grow {
    let limits = Limits { farmer_per_minute: u32::MAX, ..Limits::default() };
    Grow::serve_with(store, |config| Config { limits, ..config }).await
}

both_servers! {
    async fn a_farmer_of_erode_is_told_what_to_sow_until_when_and_why(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        let answer = advice(&meena).await;
        assert_eq!((&answer["as_of"], &answer["season"]), (&json!("2026-06-15"), &json!("kharif")));
        assert_eq!((&answer["region"], &answer["missing"]), (&json!("IN-TN"), &Value::Null));
        assert_eq!(answer["district"]["key"], "tn-erode");
        let advised = answer["advice"].as_array().unwrap();
        assert_eq!(advised.len(), 3, "{answer}");
        for (place, advised) in (1..).zip(advised) {
            assert_eq!(advised["place_in_draw"], place);
            assert_eq!(advised["calendar"]["region"], "IN-TN");
            let (from, until) = (day(&advised["sow_from"]), day(&advised["sow_until"]));
            let today: Date = "2026-06-15".parse().unwrap();
            assert!(from <= today && today <= until, "{advised}");
            assert_eq!(advised["days_left"], today.until(until).unwrap().get_days());
            assert!(today < day(&advised["harvest_from"]) && day(&advised["harvest_from"]) < day(&advised["harvest_until"]));
            assert!((1..=100).contains(&advised["error_percent"].as_i64().unwrap()), "{advised}");
            let is_imported = advised["imports"]["usual_tonnes"].is_number();
            assert_eq!(advised["with_imports_percent"].is_number(), is_imported, "{advised}");
            assert!(advised["share_here"].as_f64().unwrap() >= 0.02);
            let leaves = &advised["leaves"];
            assert_eq!(leaves.is_null(), !advised["lacking"].is_null(), "{advised}");
            if !leaves.is_null() {
                let [low, high] = ["low", "high"].map(|end| leaves["usual_year"][end].as_i64().unwrap());
                assert!(leaves["poor_year"].as_i64().unwrap() < low && low < high, "{advised}");
                assert_eq!(leaves["poor_yield_kg"].is_null(), leaves["loss_years"].is_null(), "{advised}");
                assert!(["IN-TN", "IN-AP", "IN-KA", "IN-TS"].contains(&leaves["cost_region"].as_str().unwrap()));
            }
            assert_eq!(advised["reasons"][0]["district"], "Erode");
        }
        let of_100 = advised.iter().map(|advised| advised["of_100_farmers"].as_u64().unwrap()).sum::<u64>();
        assert!((1..=101).contains(&of_100));
        assert!(answer["later"].as_array().unwrap().iter().all(|later| later["in_days"].as_i64().unwrap() <= 60));
    }

    async fn land_that_is_sown_is_not_advised_again_until_its_harvest_is_over_or_noted(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        let drawn = advice(&meena).await;
        assert_eq!((&drawn["own_land"], &drawn["sown"]), (&Value::Null, &json!([])), "nothing is assumed");
        meena.put("/api/v1/me/land", json!({ "land": { "value": 2.25, "unit": "acre" } })).await.json(200);
        let sow = async |key: &str, acres: f64| {
            let body = json!({ "crop": "GROUNDNUT", "field_size": { "value": acres, "unit": "acre" } });
            let request = meena.request(Method::POST, "/api/v1/me/sowings").header("idempotency-key", key);
            meena.send(request.json(&body)).await.json(201)
        };
        let first = sow("meena-first", 1.25).await;
        let part = advice(&meena).await;
        assert_eq!(crops(&part), crops(&drawn), "the draw is kept");
        let own = &part["own_land"];
        assert_eq!((&own["land_ha"], &own["sown_ha"], &own["free_ha"]), (&json!(0.9105), &json!(0.5059), &json!(0.4046)));
        assert_eq!(part["sown"][0]["entered"]["value"], 1.25);
        let second = sow("meena-second", 1.0).await;
        let none = advice(&meena).await;
        assert_eq!((&none["missing"], crops(&none).len(), &none["own_land"]["free_ha"]), (&Value::Null, 0, &json!(0.0)));
        assert_eq!((&none["later"], &none["unknown_crops"]), (&json!([]), &json!([])));
        let ends = day(&second["harvest_until"]).tomorrow().unwrap();
        assert_eq!(day(&none["own_land"]["free_from"]), ends);
        let withdrawn = format!("/api/v1/me/sowings/{}", first["id"].as_str().unwrap());
        meena.delete(&withdrawn).await.is_empty(204);
        assert_eq!(crops(&advice(&meena).await), crops(&drawn), "a field that was taken back is free");
        assert_eq!(on(&grow, "meena", &ends.to_string()).await["sown"], json!([]));
    }

    async fn an_answer_without_advice_says_why(grow) {
        let meena = grow.farmer("meena").await;
        for (place, missing) in [
            ("", json!("place-missing")),
            ("Atlantis", json!("place-unknown")),
            ("Aurangabad", json!("place-ambiguous")),
            ("Leh", json!("land-unknown")),
            ("Erode", Value::Null),
        ] {
            lives_in(&meena, place).await;
            let answer = advice(&meena).await;
            assert_eq!(answer["missing"], missing, "{place}");
            assert_eq!(answer["advice"].as_array().unwrap().is_empty(), !missing.is_null(), "{place}");
        }
        meena.delete("/api/v1/me/consent").await;
        assert_eq!(advice(&meena).await["missing"], "consent-missing");
    }

    async fn the_calendar_of_a_crop_has_all_its_windows_and_its_arrivals(grow) {
        let guest = grow.guest();
        let paddy = guest.get("/api/v1/demand/calendar?region=IN-TN&crop=paddy").await.json(200);
        let windows = paddy["windows"].as_array().unwrap();
        assert_eq!(windows.len(), 16);
        let is_of = |window: &&Value, district: &str| window["districts"].as_array().unwrap().contains(&json!(district));
        let samba = windows.iter().find(|window| window["name"] == "samba" && is_of(window, "Thanjavur")).unwrap();
        assert_eq!((&samba["sow_from"], &samba["sow_until"]), (&json!("08-03"), &json!("09-30")));
        assert_eq!((&samba["earliest"], &samba["latest"]), (&json!("08-03"), &json!("10-21")));
        assert!(!is_of(&samba, "Erode"), "{samba}");
        assert_eq!((&samba["is_open"], &samba["opens"], &samba["in_days"]), (&json!(false), &json!("2026-08-03"), &json!(49)));
        assert_eq!((&samba["confidence"], &samba["season"]), (&json!("high"), &json!("kharif")));
        assert_eq!((&paddy["calendar_region"], paddy["bins"].as_array().unwrap().len()), (&json!("IN-TN"), 36));

        let potato = guest.get("/api/v1/demand/calendar?region=IN-KL&crop=potato").await.json(200);
        assert_eq!(potato["calendar_region"], "IN", "Kerala has no row of its own");
        guest.get("/api/v1/demand/calendar?crop=tea").await.problem(404, "unknown-crop");
        guest.get("/api/v1/demand/calendar?region=XX&crop=onion").await.problem(404, "unknown-region");
        guest.get("/api/v1/demand/calendar").await.problem(400, "malformed-query");
    }

    async fn each_crop_has_the_window_in_which_it_is_sown_next(grow) {
        let guest = grow.guest();
        let next = guest.get("/api/v1/demand/windows?region=IN-TN").await.json(200);
        let crops = next["crops"].as_array().unwrap();
        assert_eq!((&next["region"], crops.len()), (&json!("IN-TN"), 16));
        for next in crops {
            let address = format!("/api/v1/demand/calendar?region=IN-TN&crop={}", next["crop"].as_str().unwrap());
            let calendar = guest.get(&address).await.json(200);
            let windows = calendar["windows"].as_array().unwrap();
            let facts = next.as_object().unwrap();
            let same = |window: &Value| facts.iter().all(|(key, fact)| key == "crop" || window[key] == *fact);
            assert!(windows.iter().any(same), "{next}");
            assert_eq!(next["is_open"], windows.iter().any(|window| window["is_open"] == true), "{next}");
        }
        let of_india = guest.get("/api/v1/demand/windows").await.json(200);
        assert_eq!(of_india["region"], "IN");
        guest.get("/api/v1/demand/windows?region=XX").await.problem(404, "unknown-region");
    }

    async fn the_calendar_shows_arrivals_of_sowings_in_grow(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        meena.sow("meenas-gram", "BLACK GRAM", 100.0).await;
        for region in ["IN", "IN-TN"] {
            let address = format!("/api/v1/demand/calendar?region={region}&crop=blackGram");
            let calendar = grow.guest().get(&address).await.json(200);
            let bins = calendar["bins"].as_array().unwrap();
            let in_grow: f64 = bins.iter().map(|bin| bin["in_grow_tonnes"].as_f64().unwrap()).sum();
            assert!((in_grow - 92.5).abs() < 0.01, "{region}: {in_grow}");
            let arrives = bins.iter().find(|bin| bin["in_grow_tonnes"].as_f64().unwrap() > 0.0).unwrap();
            assert_eq!(arrives["from"], "2026-08-11", "65 days after the middle of these ten days");
            assert!(arrives["this_year_tonnes"].as_f64() > arrives["usual_tonnes"].as_f64());
        }
    }
}

grow_store::both_stores! {
    async fn the_same_crops_are_shown_until_land_or_season_change(store) {
        let grow = serve_patiently(store).await;
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        let first = advice(&meena).await;
        for _ in 0..3 {
            assert_eq!(advice(&meena).await["advice"], first["advice"], "no other draw by a reload");
        }
        let next_day = on(&grow, "meena", "2026-06-16").await;
        assert_eq!(crops(&next_day), crops(&first));
        let rabi = on(&grow, "meena", "2026-11-23").await;
        assert_eq!(rabi["season"], "rabi");
        assert_ne!(crops(&rabi), crops(&first), "what can be sown then");
        grow.stop().await;
    }

    async fn on_23_november_maize_is_not_the_first_advice_in_nashik(store) {
        let grow = serve_patiently(store).await;
        let ravi = grow.farmer("ravi").await;
        lives_in(&ravi, "Nashik").await;
        ravi.put("/api/v1/me/known-crops/maize", json!({})).await.json(200);
        let answer = on(&grow, "ravi", "2026-11-23").await;
        assert_ne!(crops(&answer)[0], "maize", "{answer}");
        let maize = answer["advice"].as_array().unwrap().iter().find(|advised| advised["crop"] == "maize");
        assert!(maize.is_none_or(|maize| maize["timing"] == "late"), "{answer}");
        grow.stop().await;
    }

    async fn a_plan_is_in_the_next_figures_and_not_in_what_is_met(store) {
        let grow = serve_patiently(store).await;
        let (meena, ravi) = (grow.farmer("meena").await, grow.farmer("ravi").await);
        for farmer in [&meena, &ravi] {
            lives_in(farmer, "Erode").await;
        }
        let answer = advice(&meena).await;
        let crop = crops(&answer)[0].to_owned();
        let of = |answer: &Value| answer["advice"].as_array().unwrap().iter().find(|of| of["crop"] == crop).cloned();
        let before = of(&answer).unwrap();
        assert_eq!(before["planned_tonnes"], 0.0);
        let met = grow.met(&crop).await;

        let plan = meena
            .request(Method::POST, "/api/v1/me/intentions")
            .header("idempotency-key", "meenas-plan")
            .json(&json!({ "crop": crop, "field_size_ha": 100.0 }));
        let plan = meena.send(plan).await.json(201);
        let tonnes = plan["expected_yield_kg"].as_f64().unwrap() / 1000.0;
        let planned = async || of(&advice(&meena).await).map(|of| of["planned_tonnes"].as_f64().unwrap());
        until("the plan is in the figures", async || planned().await == Some(tonnes)).await;
        let after = of(&advice(&meena).await).unwrap();
        assert!(after["need_open_percent"].as_f64() < before["need_open_percent"].as_f64());
        assert_eq!(advice(&meena).await["intentions"][0]["id"], plan["id"]);
        assert_eq!(grow.met(&crop).await, met, "a plan is not in what is met");
        assert_eq!(advice(&ravi).await["intentions"], json!([]), "plans are their owner's alone");
        grow.stop().await;
    }
}

both_servers! {
    async fn a_crop_that_is_not_advised_has_the_card_of_one_that_is(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        meena.put("/api/v1/me/water", json!({ "water": "rain_only" })).await.json(200);
        let answer = advice(&meena).await;
        let advised = &answer["advice"][0];
        let card = async |crop: &str| meena.get(&format!("/api/v1/me/crops/{crop}")).await.json(200);

        let same = card(crops(&answer)[0]).await;
        assert_eq!((&same["as_of"], &same["region"], &same["water"]), (&answer["as_of"], &answer["region"], &answer["water"]));
        for (key, value) in same["card"].as_object().unwrap() {
            assert_eq!(value, &advised[key], "{key}");
        }

        let gram = card("bengalGram").await["card"].take();
        assert_eq!((&gram["crop"], &gram["timing"]), (&json!("bengalGram"), &Value::Null));
        assert!(day(&gram["sow_from"]) > day(&same["as_of"]), "{gram}");
        assert!(gram["fertiliser"]["plan"]["bags"]["with_dap"]["urea"]["bags"].as_f64().unwrap() > 0.0);
        assert!(gram["seed"]["kg_per_ha"]["min"].as_f64().unwrap() > 0.0);
        let dose = |card: &Value| (card["fertiliser"]["plan"]["key"].clone(), card["fertiliser"]["plan"]["region"].clone());
        assert_eq!(dose(&gram), (json!("rainfed"), json!("IN-TN")));
        assert_eq!(dose(&card("ragi").await["card"]), (json!("rainfed"), json!("IN-OD")), "none of the state is known");
    }
}

both_servers! {
    async fn a_card_says_what_is_missing_for_it(grow) {
        let ravi = grow.farmer("ravi").await;
        let answer = ravi.get("/api/v1/me/crops/ragi").await.json(200);
        assert_eq!((&answer["missing"], &answer["card"]), (&json!("place-missing"), &Value::Null));
        ravi.get("/api/v1/me/crops/wheat").await.problem(404, "unknown-crop");
    }
}

both_servers! {
    async fn the_windows_of_the_own_land_are_those_of_the_district(grow) {
        let meena = grow.farmer("meena").await;
        let windows = async || meena.get("/api/v1/me/windows").await.json(200);
        assert_eq!(windows().await["region"], "IN");
        lives_in(&meena, "Erode").await;
        let own = windows().await;
        assert_eq!((&own["region"], own["crops"].as_array().unwrap().len()), (&json!("IN-TN"), 16));
        for window in own["crops"].as_array().unwrap() {
            let card = meena.get(&format!("/api/v1/me/crops/{}", window["crop"].as_str().unwrap())).await.json(200);
            assert_eq!(window["is_open"], json!(!card["card"]["timing"].is_null()), "{window}");
        }
    }
}

/// On PostgreSQL, where a test can hold the count of the farmers by locking their records.
#[tokio::test]
async fn advice_follows_the_figures_while_the_farmers_are_counted() {
    const PROJECTED: &str = "/api/v1/demand/projected";
    let store = testing::postgres().await;
    store.keep_farmer_counts(&Farmers::new(), noon()).await.unwrap();
    let lock = store.lock_table("farmer_records").await;
    let grow = serve_patiently(store).await;
    let guest = grow.guest();
    let before = guest.get(PROJECTED).await.json(200);
    assert_eq!(before["as_of"], "2026-06-15", "it is solved");
    let mut higher = figures::reference().to_vec();
    for figure in &mut higher {
        figure.usual_supply.0 *= 2;
    }
    grow.store.import_figures(higher, noon()).await.unwrap();
    until("the advice follows", async || guest.get(PROJECTED).await.json(200) != before).await;
    drop(lock);
    grow.stop().await;
}
