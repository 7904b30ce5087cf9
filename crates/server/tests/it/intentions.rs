//! 'I plan to sow this': a plan counts in advice, not in met. It ends by itself, is dropped, or becomes a sowing.

use crate::answer::Answer;
use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, noon};
use crate::privacy::about_farmers;
use grow_domain::calendar::intention_ends;
use grow_domain::{Crop, Kilograms};
use grow_store::testing::TestStore;
use http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};

const INTENTIONS: &str = "/api/v1/me/intentions";
const NOBODYS: &str = "019774a2-0000-7000-8000-000000000000";

async fn listed(browser: &Browser) -> Vec<Value> {
    browser.get(INTENTIONS).await.json(200)["items"].as_array().unwrap().clone()
}

fn address(plan: &Value) -> String {
    format!("{INTENTIONS}/{}", plan["id"].as_str().unwrap())
}

async fn ask_to_plan(browser: &Browser, key: &str, body: Value) -> Answer {
    let request = browser.request(Method::POST, INTENTIONS).header("idempotency-key", key);
    browser.send(request.json(&body)).await
}

async fn sow(browser: &Browser, plan: &Value, body: Value) -> Answer {
    browser.send(browser.request(Method::POST, &format!("{}/sowing", address(plan))).json(&body)).await
}

/// Expected yields of the plans that stand.
async fn planned(grow: &Grow, crop: Crop) -> Kilograms {
    let store: &TestStore = &grow.store;
    let planned = store.planned("2026-06-15".parse().unwrap()).await.unwrap();
    planned.get(&(grow_domain::Region::India, crop)).copied().unwrap_or_default()
}

both_servers! {
    async fn a_plan_is_recorded_listed_and_counts_in_advice_but_not_in_met(grow) {
        let meena = grow.farmer("meena").await;
        let met = grow.met("groundnut").await;
        let plan = meena.plan("meena-plan", "GROUNDNUT", 1.25).await;
        let ends_on = intention_ends(Crop::Groundnut, None, "2026-06-15".parse().unwrap());
        let days_left = "2026-06-15".parse::<jiff::civil::Date>().unwrap().until(ends_on).unwrap().get_days();
        let expected = json!({
            "id": plan["id"],
            "crop": "groundnut",
            "name": "GROUNDNUT",
            "field_size_ha": 1.25,
            "entered": null,
            "expected_yield_kg": 3000,
            "planned_at": noon().to_string(),
            "ends_on": ends_on.to_string(),
            "days_left": days_left,
            "opens_on": null,
        });
        assert_eq!(plan, expected, "these members and no others");
        assert_eq!(listed(&meena).await, [plan]);
        assert_eq!(grow.met("groundnut").await, met);
        assert_eq!(planned(&grow, Crop::Groundnut).await, Kilograms(3_000));
    }

    async fn the_same_key_again_gives_the_first_plan(grow) {
        let meena = grow.farmer("meena").await;
        let first = meena.plan("meena-plan", "GROUNDNUT", 1.25).await;
        assert_eq!(meena.plan("meena-plan", "groundnut", 1.25).await, first);
        let other = json!({ "crop": "PADDY", "field_size_ha": 1.25 });
        ask_to_plan(&meena, "meena-plan", other).await.problem(422, "idempotency-key-reused");
        assert_eq!(listed(&meena).await, [first]);
        meena.sow("meena-plan", "PADDY", 1.0).await;
    }

    async fn a_plan_becomes_a_sowing_and_met_moves_by_exactly_its_yield(grow) {
        let meena = grow.farmer("meena").await;
        let met = grow.met("groundnut").await;
        let plan = meena.plan("meena-plan", "GROUNDNUT", 1.25).await;
        let sowing = sow(&meena, &plan, json!({ "sown_on": "2026-06-14", "maturity": "late" })).await.json(201);
        assert_eq!((&sowing["crop"], &sowing["field_size_ha"]), (&json!("groundnut"), &json!(1.25)));
        assert_eq!((&sowing["sown_on"], &sowing["maturity"]), (&json!("2026-06-14"), &json!("late")));
        assert_eq!(grow.met("groundnut").await, met + Kilograms(3_000));
        assert_eq!(planned(&grow, Crop::Groundnut).await, Kilograms(0));
        assert_eq!(listed(&meena).await, [] as [Value; 0]);
        assert_eq!(sow(&meena, &plan, json!({})).await.json(201), sowing, "a phone that lost the answer");
        assert_eq!(grow.met("groundnut").await, met + Kilograms(3_000));
    }

    async fn a_dropped_plan_is_gone(grow) {
        let meena = grow.farmer("meena").await;
        let plan = meena.plan("meena-plan", "GROUNDNUT", 1.25).await;
        meena.delete(&address(&plan)).await.is_empty(204);
        assert_eq!(listed(&meena).await, [] as [Value; 0]);
        assert_eq!(planned(&grow, Crop::Groundnut).await, Kilograms(0));
    }

    async fn a_plan_ends_by_itself(grow) {
        let meena = grow.farmer("meena").await;
        let plan = meena.plan("meena-plan", "GROUNDNUT", 1.25).await;
        grow.clock.set(&format!("{}T23:59:59+05:30", plan["ends_on"].as_str().unwrap()));
        meena.sign_in("meena@example.in").await;
        let last = listed(&meena).await;
        assert_eq!((last.len(), &last[0]["days_left"]), (1, &json!(0)), "its last day");
        grow.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(listed(&meena).await, [] as [Value; 0]);
        meena.delete(&address(&plan)).await.problem(409, "intention-ended");
        sow(&meena, &plan, json!({})).await.problem(409, "intention-ended");
        meena.plan("another-plan", "GROUNDNUT", 1.25).await;
    }

    async fn a_plan_that_cannot_be(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        let plan = meena.plan("meena-plan", "GROUNDNUT", 1.25).await;
        let dropped = meena.plan("dropped-plan", "GROUNDNUT", 1.25).await;
        meena.delete(&address(&dropped)).await.is_empty(204);
        let before = about_farmers(&grow).await;
        for (body, slug, field) in [
            (json!({ "crop": "WHEAT", "field_size_ha": 1 }), "unknown-crop", "crop"),
            (json!({ "crop": "PADDY", "field_size_ha": 0 }), "invalid-field-size", "field_size_ha"),
            (json!({ "crop": "PADDY", "field_size_ha": 10_000.01 }), "invalid-field-size", "field_size_ha"),
            (json!({ "crop": "PADDY", "field_size_ha": "two" }), "field-size-not-a-number", "field_size_ha"),
            (json!({ "crop": "PADDY" }), "missing-field", "field_size_ha"),
            (json!({ "crop": "PADDY", "field_size_ha": 1, "ends_on": "2030-01-01" }), "unknown-field", "ends_on"),
        ] {
            let problem = ask_to_plan(&meena, "new-plan", body).await.problem(422, slug);
            assert_eq!(problem["field"], field);
        }
        for hectares in [1_998.76, 10_000.0] {
            let body = json!({ "crop": "PADDY", "field_size_ha": hectares });
            let problem = ask_to_plan(&meena, "new-plan", body).await.problem(422, "too-much-planned");
            assert!(problem["detail"].as_str().unwrap().contains("2000 ha"), "{problem}");
            assert_eq!(problem["limit"], json!({ "ha": 2000.0 }));
        }
        let body = json!({ "crop": "PADDY", "field_size_ha": 1 });
        let nameless = meena.request(Method::POST, INTENTIONS).json(&body);
        meena.send(nameless).await.problem(400, "idempotency-key-missing");
        ask_to_plan(&meena, "short", body).await.problem(400, "idempotency-key-invalid");

        for (body, slug, field) in [
            (json!({ "sown_on": "2026-06-16" }), "sown-on-future", "sown_on"),
            (json!({ "sown_on": "2025-12-16" }), "sown-on-too-old", "sown_on"),
            (json!({ "sown_on": "15 June" }), "invalid-date", "sown_on"),
            (json!({ "sown_on": 20_260_615 }), "wrong-type", "sown_on"),
            (json!({ "maturity": "soon" }), "unknown-maturity", "maturity"),
            (json!({ "crop": "PADDY" }), "unknown-field", "crop"),
        ] {
            let problem = sow(&meena, &plan, body).await.problem(422, slug);
            assert_eq!(problem["field"], field);
        }
        for (browser, named) in [(&murugan, &plan), (&meena, &json!({ "id": NOBODYS }))] {
            sow(browser, named, json!({})).await.problem(404, "not-found");
            browser.delete(&address(named)).await.problem(404, "not-found");
        }
        let problem = sow(&meena, &dropped, json!({})).await.problem(409, "intention-ended");
        assert!(problem["detail"].as_str().unwrap().starts_with("This plan has ended"), "{problem}");
        meena.delete(&address(&dropped)).await.problem(409, "intention-ended");
        assert_eq!(about_farmers(&grow).await, before);
    }

    async fn plans_beyond_the_farmers_land_are_refused_with_what_is_said_and_planned(grow) {
        let meena = grow.farmer("meena").await;
        let acres = |value: f64| json!({ "value": value, "unit": "acre" });
        meena.put("/api/v1/me/land", json!({ "land": acres(2.25) })).await.json(200);
        let plan = |value: f64| json!({ "crop": "RAGI", "field_size": acres(value) });
        for (key, value) in [("meena-plan-1", 0.75), ("meena-plan-2", 0.75)] {
            ask_to_plan(&meena, key, plan(value)).await.json(201);
        }
        let problem = ask_to_plan(&meena, "meena-plan-3", plan(0.76)).await.problem(422, "plans-beyond-land");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with("You said that you have 0.9105 ha of land, and your open plans take 0.607 ha."));
        assert_eq!(problem["limit"], json!({ "own_land": { "land_ha": 0.9105, "planned_ha": 0.607 } }));
        ask_to_plan(&meena, "meena-plan-3", plan(0.75)).await.json(201);
    }

    async fn a_farmer_has_fifty_plans_at_most(grow) {
        let meena = grow.farmer("meena").await;
        for n in 0..50 {
            meena.plan(&format!("meena-plan-{n}"), "RAGI", 0.01).await;
        }
        let body = json!({ "crop": "RAGI", "field_size_ha": 0.01 });
        let problem = ask_to_plan(&meena, "one-too-many", body).await.problem(422, "too-many-intentions");
        assert!(problem["detail"].as_str().unwrap().starts_with("You have 50 open plans."), "{problem}");
        assert_eq!(problem["limit"], json!({ "plans": 50 }));
        assert_eq!(listed(&meena).await.len(), 50);
    }
}
