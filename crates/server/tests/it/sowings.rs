//! '`POST /api/v1/me/sowings` `{crop, field_size_ha}` with `Idempotency-Key` -> 201', and the list for /my-sowing.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, noon};
use grow_domain::Kilograms;
use jiff::SignedDuration;
use serde_json::{Value, json};

const SOWINGS: &str = "/api/v1/me/sowings";

async fn listed(browser: &Browser) -> Vec<Value> {
    let list = browser.get(SOWINGS).await.json(200);
    assert_eq!(list["next_cursor"], Value::Null);
    list["items"].as_array().unwrap().clone()
}

fn address(sowing: &Value) -> String {
    format!("{SOWINGS}/{}", sowing["id"].as_str().unwrap())
}

/// Records one sowing an hour and returns them, newest first.
async fn sow_hourly(grow: &Grow, farmer: &Browser, count: usize) -> Vec<Value> {
    let mut sown = Vec::new();
    for n in 0..count {
        grow.clock.advance(SignedDuration::from_hours(1));
        sown.insert(0, farmer.sow(&format!("sowing-{n:03}"), "ragi", 1.0).await["id"].clone());
    }
    sown
}

both_servers! {
    async fn a_hectare_and_a_quarter_of_groundnut_is_expected_to_bring_3000_kg(grow) {
        let meena = grow.farmer("meena").await;
        let answer = meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await;
        let sowing = answer.json(201);
        let expected = json!({
            "id": sowing["id"],
            "crop": "groundnut",
            "name": "GROUNDNUT",
            "field_size_ha": 1.25,
            "entered": null,
            "expected_yield_kg": 3000,
            "yield_min_kg_per_ha": 1400,
            "yield_max_kg_per_ha": 3400,
            "sown_at": noon().to_string(),
            "sown_on": "2026-06-15",
            "days_since_sowing": 0,
            "maturity": null,
            "harvest_from": sowing["harvest_from"],
            "harvest_until": sowing["harvest_until"],
            "days_to_harvest": sowing["days_to_harvest"],
            "calendar_region": "IN",
            "closed": null,
            "is_counted": true,
        });
        assert_eq!(sowing, expected, "these members and no others");
        assert_eq!(sowing["id"].as_str().unwrap().len(), 36);
        assert_eq!(listed(&meena).await, [sowing]);
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_003_000), "3.000 tonnes more");
    }

    async fn every_spelling_and_every_size_in_hundredths_is_understood(grow) {
        let meena = grow.farmer("meena").await;
        for (n, (crop, hectares, key, kilograms)) in [
            ("CHOLAM", 0.01, "cholam", 20),
            ("Sorghum", 10_000.0, "cholam", 20_000_000),
            ("redGram", 0.05, "redGram", 65),
            ("green gram", 0.02, "greenGram", 19),
            ("Potatoes", 2.0, "potato", 43_000),
            ("cumbo", 1.1, "cumbo", 1_925),
            ("cotton", 0.07, "cotton", 105),
            ("cotton", 0.29, "cotton", 435),
            ("cotton", 1.15, "cotton", 1_725),
            ("cotton", 4_321.99, "cotton", 6_482_985),
            ("cotton", 9_999.99, "cotton", 14_999_985),
        ]
        .into_iter()
        .enumerate()
        {
            let sowing = meena.sow(&format!("sowing-{n:03}"), crop, hectares).await;
            assert_eq!(
                [&sowing["crop"], &sowing["field_size_ha"], &sowing["expected_yield_kg"]],
                [&json!(key), &json!(hectares), &json!(kilograms)],
            );
        }
    }

    async fn the_same_key_again_gives_the_first_answer(grow) {
        let meena = grow.farmer("meena").await;
        let first = meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await;
        for spelling in ["GROUNDNUT", "groundnut"] {
            let again = meena.ask_to_sow("meena-first", spelling, 1.25).await;
            assert_eq!(again.json(201), first.json(201));
        }
        grow.clock.advance(SignedDuration::from_hours(20 * 24));
        let late = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        for member in ["id", "sown_at", "expected_yield_kg"] {
            assert_eq!(late[member], first.json(201)[member], "a phone that was offline for weeks");
        }
        assert_eq!(listed(&meena).await.len(), 1);
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_003_000), "sown once");
    }

    async fn one_key_from_many_connections_at_once_sows_once(grow) {
        let meena = grow.farmer("meena").await;
        let asked = (0..12).map(|_| meena.sow("meena-first", "GROUNDNUT", 1.25));
        let answers = futures_util::future::join_all(asked).await;
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_003_000));
    }

    async fn the_same_key_with_another_body_is_refused(grow) {
        let meena = grow.farmer("meena").await;
        let first = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        for (crop, hectares) in [("GROUNDNUT", 1.26), ("PADDY", 1.25)] {
            meena.ask_to_sow("meena-first", crop, hectares).await.problem(422, "idempotency-key-reused");
        }
        assert_eq!(listed(&meena).await, [first]);
        grow.farmer("murugan").await.sow("meena-first", "PADDY", 1.0).await;
    }

    async fn the_list_is_paged_newest_first(grow) {
        let meena = grow.farmer("meena").await;
        grow.farmer("murugan").await.sow("murugan-first", "ragi", 1.0).await;
        let sown = sow_hourly(&grow, &meena, 7).await;
        let (mut read, mut sizes, mut page) = (Vec::new(), Vec::new(), format!("{SOWINGS}?limit=3"));
        loop {
            let list = meena.get(&page).await.json(200);
            let items = list["items"].as_array().unwrap();
            sizes.push(items.len());
            read.extend(items.iter().map(|sowing| sowing["id"].clone()));
            let Some(cursor) = list["next_cursor"].as_str() else { break };
            page = format!("{SOWINGS}?limit=3&cursor={cursor}");
        }
        assert_eq!((read, sizes), (sown, vec![3, 3, 1]));
    }

    async fn a_page_has_fifty_sowings_unless_told_otherwise(grow) {
        let meena = grow.farmer("meena").await;
        sow_hourly(&grow, &meena, 51).await;
        for (query, count, more) in
            [("", 50, true), ("?limit=100", 51, false), ("?limit=51", 51, false), ("?limit=1", 1, true)]
        {
            let list = meena.get(&format!("{SOWINGS}{query}")).await.json(200);
            assert_eq!(
                (list["items"].as_array().unwrap().len(), list["next_cursor"].is_string()),
                (count, more),
                "{query}"
            );
        }
    }

    async fn an_empty_list_is_an_answer_too(grow) {
        let meena = grow.farmer("meena").await;
        let empty = json!({ "items": [], "next_cursor": null });
        assert_eq!(meena.get(SOWINGS).await.json(200), empty);
    }

    async fn days_since_sowing_are_whole_days(grow) {
        let meena = grow.farmer("meena").await;
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        for (clock, days) in [
            ("2026-06-16T11:59:59.999Z", 0),
            ("2026-06-16T12:00:00Z", 1),
            ("2026-06-25T11:59:59.999Z", 9),
            ("2026-06-25T12:00:00Z", 10),
        ] {
            grow.clock.set(clock);
            assert_eq!(listed(&meena).await[0]["days_since_sowing"], days, "{clock}");
        }
    }

    async fn a_mistake_can_be_withdrawn_once(grow) {
        let meena = grow.farmer("meena").await;
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let kept = meena.sow("meena-second", "COTTON", 1.0).await;
        meena.delete(&address(&sowing)).await.is_empty(204);
        assert_eq!(listed(&meena).await, [kept]);
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_000_000), "met follows");
        meena.delete(&address(&sowing)).await.problem(404, "not-found");
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        assert_eq!(listed(&meena).await.len(), 1, "a late repetition does not sow again");
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_000_000));
    }

    async fn another_farmers_sowing_cannot_be_changed(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        murugan.delete(&address(&sowing)).await.problem(404, "not-found");
        grow.guest().delete(&address(&sowing)).await.problem(401, "not-signed-in");
        assert_eq!(listed(&murugan).await, [] as [Value; 0]);
        let list = murugan.get(&format!("{SOWINGS}?cursor={}", sowing["id"].as_str().unwrap())).await.json(200);
        assert_eq!(list["items"], json!([]), "not even by naming it");
        assert_eq!(listed(&meena).await, [sowing]);
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_003_000));
    }
}
