//! The day, the harvest and the end of a sowing; 'My land'.

use crate::answer::Answer;
use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, noon};
use crate::privacy::about_farmers;
use grow_domain::Kilograms;
use http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};

const SOWINGS: &str = "/api/v1/me/sowings";

async fn listed(browser: &Browser) -> Value {
    browser.get(SOWINGS).await.json(200)
}

async fn ask_to_sow(browser: &Browser, key: &str, more: Value) -> Answer {
    let mut body = json!({ "crop": "GROUNDNUT", "field_size_ha": 1.25 });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    browser.send(browser.request(Method::POST, SOWINGS).header("idempotency-key", key).json(&body)).await
}

async fn change(browser: &Browser, sowing: &Value, body: Value) -> Answer {
    let path = format!("{SOWINGS}/{}", sowing["id"].as_str().unwrap());
    browser.send(browser.request(Method::PATCH, &path).json(&body)).await
}

/// A farmer in Erode.
async fn in_erode(grow: &Grow, name: &str) -> Browser {
    let farmer = grow.farmer(name).await;
    farmer.put("/api/v1/me/place", json!({ "place": "Erode" })).await.json(200);
    farmer
}

both_servers! {
    async fn a_sowing_may_have_been_done_some_days_ago(grow) {
        let meena = grow.farmer("meena").await;
        let met = grow.met("groundnut").await;
        let sowing = ask_to_sow(&meena, "meena-first", json!({ "sown_on": "2026-06-05" })).await.json(201);
        assert_eq!((&sowing["sown_on"], &sowing["sown_at"]), (&json!("2026-06-05"), &json!("2026-06-05T12:00:00Z")));
        assert_eq!(sowing["days_since_sowing"], 10);
        assert_eq!(grow.met("groundnut").await, met + Kilograms(3_000));
        grow.clock.advance(SignedDuration::from_hours(1));
        let spring = ask_to_sow(&meena, "meena-spring", json!({ "sown_on": "2026-04-30" })).await.json(201);
        assert_eq!(grow.met("groundnut").await, met + Kilograms(3_000), "the crop year before");
        assert_eq!(listed(&meena).await["items"], json!([spring, sowing]), "by the time of recording");
    }

    async fn a_sowing_that_waited_on_a_phone_has_the_day_and_the_crop_year_of_its_entry(grow) {
        let meena = grow.farmer("meena").await;
        let met = grow.met("groundnut").await;
        // From noon of 30 April to noon of 15 June.
        let ago = 86_400 * 46;
        let waited = json!({ "entered_seconds_ago": ago });
        let sowing = ask_to_sow(&meena, "meena-first", waited.clone()).await.json(201);
        assert_eq!(sowing["sown_on"], "2026-04-30");
        assert_eq!(grow.met("groundnut").await, met, "the crop year before");
        let later = json!({ "entered_seconds_ago": ago - 86_400 });
        assert_eq!(ask_to_sow(&meena, "meena-first", later).await.json(201), sowing, "a day that is not said");
        let long_ago = json!({ "sown_on": "2025-11-01", "entered_seconds_ago": ago });
        let by_entry = ask_to_sow(&meena, "meena-second", long_ago).await.json(201);
        assert_eq!(by_entry["sown_on"], "2025-11-01", "180 days before the entry, not before the arrival");
    }

    async fn a_repeat_states_the_same_day_and_maturity(grow) {
        let meena = grow.farmer("meena").await;
        let first = ask_to_sow(&meena, "meena-first", json!({ "sown_on": "2026-06-05" })).await.json(201);
        for same in [json!({ "sown_on": "2026-06-05" }), json!({ "sown_on": "2026-06-05", "maturity": null })] {
            assert_eq!(ask_to_sow(&meena, "meena-first", same).await.json(201), first);
        }
        for other in [json!({}), json!({ "sown_on": "2026-06-06" }), json!({ "sown_on": "2026-06-05", "maturity": "late" })] {
            let other = ask_to_sow(&meena, "meena-first", other).await;
            other.problem(422, "idempotency-key-reused");
        }
    }

    async fn the_harvest_is_told_by_the_calendar_of_the_state(grow) {
        let meena = in_erode(&grow, "meena").await;
        let sowing = meena.sow("meena-first", "PADDY", 1.0).await;
        assert_eq!(sowing["calendar_region"], "IN-TN");
        let [from, until]: [jiff::civil::Date; 2] =
            ["harvest_from", "harvest_until"].map(|day| sowing[day].as_str().unwrap().parse().unwrap());
        let days = "2026-06-15".parse::<jiff::civil::Date>().unwrap().until(from).unwrap().get_days();
        assert!(from < until && (60..200).contains(&days), "{sowing}");
        assert_eq!(sowing["days_to_harvest"], days);
        let early = change(&meena, &sowing, json!({ "maturity": "early" })).await.json(200);
        assert_eq!((&early["maturity"], &early["harvest_from"]), (&json!("early"), &sowing["harvest_from"]));
        assert!(early["harvest_until"].as_str() < sowing["harvest_until"].as_str(), "{early}");
        grow.clock.advance(SignedDuration::from_hours(24 * 300));
        meena.sign_in("meena@example.in").await;
        assert_eq!(listed(&meena).await["items"][0]["days_to_harvest"], 0);
    }

    async fn a_harvested_sowing_stays_in_met(grow) {
        let meena = grow.farmer("meena").await;
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let met = grow.met("groundnut").await;
        let harvested = change(&meena, &sowing, json!({ "outcome": "harvested", "harvested_kg": 2750 })).await.json(200);
        let undo_until = "2026-06-16T12:00:00Z";
        assert_eq!(
            harvested["closed"],
            json!({ "outcome": "harvested", "on": "2026-06-15", "harvested_kg": 2750, "undo_until": undo_until })
        );
        assert_eq!(grow.met("groundnut").await, met);
        assert_eq!(listed(&meena).await["items"], json!([harvested]));
        let again = change(&meena, &sowing, json!({ "outcome": "harvested", "harvested_kg": 2750 })).await;
        assert_eq!(again.json(200), harvested, "a phone that lost the answer");
    }

    async fn a_failed_sowing_leaves_met_and_stays_in_the_list(grow) {
        let meena = grow.farmer("meena").await;
        let met = grow.met("groundnut").await;
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let mut events = grow.guest().watch(None).await;
        events.next().await;
        let failed = change(&meena, &sowing, json!({ "outcome": "failed" })).await.json(200);
        assert_eq!((&failed["closed"]["outcome"], &failed["closed"]["harvested_kg"]), (&json!("failed"), &Value::Null));
        assert_eq!(crate::grow::met(&events.next().await.data, "groundnut"), met, "open screens move");
        assert_eq!(grow.met("groundnut").await, met);
        assert_eq!(listed(&meena).await["items"], json!([failed]));
        let own = meena.get("/api/v1/me/export").await.json(200);
        assert_eq!(own["sowings"][0]["failed_at"], noon().to_string());
    }

    async fn each_end_of_a_sowing_can_be_undone_for_a_day(grow) {
        let meena = grow.farmer("meena").await;
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let met = grow.met("groundnut").await;
        let path = format!("{SOWINGS}/{}", sowing["id"].as_str().unwrap());
        for end in [json!({ "outcome": "harvested", "harvested_kg": 2750 }), json!({ "outcome": "failed" })] {
            change(&meena, &sowing, end).await.json(200);
            for _ in 0..2 {
                let undone = meena.delete(&format!("{path}/closing")).await.json(200);
                assert_eq!(undone, sowing, "also for a phone that lost the answer");
            }
            assert_eq!(grow.met("groundnut").await, met);
        }
        meena.delete(&path).await.is_empty(204);
        assert_eq!(meena.delete(&format!("{path}/closing")).await.json(200), sowing, "a phone that lost the answer");
        let withdrawn = meena.get("/api/v1/me/withdrawn-sowings").await.json(200);
        let (at, until) = ("2026-06-15T12:00:00Z", "2026-06-16T12:00:00Z");
        assert_eq!(withdrawn["items"], json!([{ "sowing": sowing, "withdrawn_at": at, "undo_until": until }]));
        assert_eq!(meena.delete(&format!("{path}/withdrawal")).await.json(200), sowing);
        assert_eq!(grow.met("groundnut").await, met);
        let requests = meena.get("/api/v1/me/export").await.json(200)["requests"].clone();
        let undone = requests.as_array().unwrap().iter().filter(|request| request["kind"] == "crop_undo");
        let undone: Vec<_> = undone.map(|request| &request["body"]["undone"]).collect();
        assert_eq!(undone, ["crop_harvest", "crop_fail", "crop_withdraw"]);

        change(&meena, &sowing, json!({ "outcome": "failed" })).await.json(200);
        grow.clock.advance(SignedDuration::from_hours(24));
        meena.delete(&format!("{path}/closing")).await.json(200);
        meena.delete(&path).await.is_empty(204);
        grow.clock.advance(SignedDuration::from_secs(24 * 3_600 + 1));
        meena.delete(&format!("{path}/withdrawal")).await.problem(409, "too-late-to-undo");
        assert_eq!(meena.get("/api/v1/me/withdrawn-sowings").await.json(200)["items"], json!([]));
        let murugan = grow.farmer("murugan").await;
        murugan.delete(&format!("{path}/withdrawal")).await.problem(404, "not-found");
        meena.delete("/api/v1/me/consent").await.is_empty(204);
        meena.delete(&format!("{path}/withdrawal")).await.problem(403, "consent-required");
    }

    async fn a_change_of_a_sowing_that_cannot_be(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let closed = meena.sow("meena-second", "GROUNDNUT", 1.25).await;
        change(&meena, &closed, json!({ "outcome": "harvested" })).await.json(200);
        let before = about_farmers(&grow).await;
        for (body, slug, field) in [
            (json!({}), "nothing-to-change", "outcome"),
            (json!({ "outcome": null, "harvested_kg": null, "maturity": null }), "nothing-to-change", "outcome"),
            (json!({ "outcome": "eaten" }), "unknown-outcome", "outcome"),
            (json!({ "outcome": 1 }), "wrong-type", "outcome"),
            (json!({ "outcome": "harvested", "harvested_kg": -1 }), "harvested-kg", "harvested_kg"),
            (json!({ "outcome": "harvested", "harvested_kg": 0.5 }), "harvested-kg", "harvested_kg"),
            (json!({ "outcome": "harvested", "harvested_kg": "many" }), "harvested-kg", "harvested_kg"),
            (json!({ "outcome": "harvested", "harvested_kg": 12_751 }), "harvested-kg", "harvested_kg"),
            (json!({ "outcome": "harvested", "harvested_kg": 1e30 }), "harvested-kg", "harvested_kg"),
            (json!({ "outcome": "harvested", "harvested_kg": [1] }), "wrong-type", "harvested_kg"),
            (json!({ "outcome": "failed", "harvested_kg": 1 }), "harvested-kg", "harvested_kg"),
            (json!({ "harvested_kg": 1 }), "harvested-kg", "harvested_kg"),
            (json!({ "maturity": "soon" }), "unknown-maturity", "maturity"),
            (json!({ "outcome": "failed", "maturity": "late" }), "unknown-maturity", "maturity"),
            (json!({ "outcome": "failed", "met": 1 }), "unknown-field", "met"),
        ] {
            let problem = change(&meena, &sowing, body.clone()).await.problem(422, slug);
            assert_eq!(problem["field"], field, "{body}: {problem}");
            let is_beyond = body["harvested_kg"] == 12_751;
            assert_eq!(problem.get("limit"), is_beyond.then_some(&json!({ "kg": 12_750 })), "{body}");
            assert!(problem["detail"].as_str().unwrap().ends_with('.'), "{problem}");
        }
        for body in [json!({ "outcome": "failed" }), json!({ "outcome": "harvested", "harvested_kg": 1 }), json!({ "maturity": "late" })] {
            let problem = change(&meena, &closed, body.clone()).await.problem(409, "sowing-closed");
            assert!(problem["detail"].as_str().unwrap().starts_with("This sowing was closed before."), "{problem}");
            change(&murugan, &sowing, body).await.problem(404, "not-found");
        }
        for (more, slug) in [
            (json!({ "sown_on": "2026-06-16" }), "sown-on-future"),
            (json!({ "sown_on": "2025-12-16" }), "sown-on-too-old"),
            (json!({ "sown_on": "2026-06-31" }), "invalid-date"),
            (json!({ "entered_seconds_ago": -1 }), "wrong-clock"),
            (json!({ "sown_on": "" }), "invalid-date"),
            (json!({ "sown_on": "2026-06-15T00:00" }), "invalid-date"),
            (json!({ "maturity": "LATE" }), "unknown-maturity"),
        ] {
            let problem = ask_to_sow(&meena, "meena-third", more.clone()).await.problem(422, slug);
            assert_eq!(problem["field"], more.as_object().unwrap().keys().next().unwrap().as_str());
        }
        assert_eq!(about_farmers(&grow).await, before);
        let oldest = ask_to_sow(&meena, "meena-third", json!({ "sown_on": "2025-12-17" })).await.json(201);
        assert_eq!(oldest["days_since_sowing"], 180);
    }

    async fn my_land_is_saved_and_taken_back(grow) {
        let meena = grow.farmer("meena").await;
        let record = meena.put("/api/v1/me/land", json!({ "land_ha": 2.5 })).await.json(200);
        assert_eq!(record["land_ha"], 2.5);
        assert_eq!(meena.get("/api/v1/me/export").await.json(200)["record"]["land_ha"], 2.5);
        meena.sow("meena-first", "COTTON", 100.0).await;
        let record = meena.put("/api/v1/me/land", json!({ "land_ha": null })).await.json(200);
        assert_eq!(record["land_ha"], Value::Null);
    }
}
