//! 'A field is entered in the unit that the farmer uses': whole square metres are stored, and what was entered is shown
//! again, exported, and remembered.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::Grow;
use crate::privacy::about_farmers;
use http::Method;
use serde_json::{Value, json};

const SOWINGS: &str = "/api/v1/me/sowings";
const UNITS: &str = "/api/v1/me/units";
const LAND: &str = "/api/v1/me/land";

fn entered(value: f64, unit: &str) -> Value {
    json!({ "value": value, "unit": unit, "unit_square_metres": null })
}

async fn farmer_of(grow: &Grow, place: &str) -> Browser {
    let meena = grow.farmer("meena").await;
    meena.put("/api/v1/me/place", json!({ "place": place })).await.json(200);
    meena
}

async fn sow(farmer: &Browser, key: &str, field_size: &Value) -> crate::answer::Answer {
    let body = json!({ "crop": "GROUNDNUT", "field_size": field_size });
    farmer.send(farmer.request(Method::POST, SOWINGS).header("idempotency-key", key).json(&body)).await
}

both_servers! {
    async fn an_acre_and_25_cents_is_stored_in_square_metres_shown_as_entered_and_exported_with_both(grow) {
        let meena = grow.farmer("meena").await;
        let size = json!({ "value": 1.25, "unit": "acre_and_cents" });
        let sowing = sow(&meena, "meena-first", &size).await.json(201);
        assert_eq!((&sowing["field_size_ha"], &sowing["expected_yield_kg"]), (&json!(0.5059), &json!(1214)));
        assert_eq!(sowing["entered"], entered(1.25, "acre_and_cents"));
        assert_eq!(grow.store.number("SELECT field_size_m2 FROM sowings").await, 5_059);
        assert_eq!(sow(&meena, "meena-first", &size).await.json(201), sowing, "a repeated request");
        let in_cents = json!({ "value": 125, "unit": "cent" });
        sow(&meena, "meena-first", &in_cents).await.problem(422, "idempotency-key-reused");
        let listed = meena.get(SOWINGS).await.json(200);
        assert_eq!(listed["items"][0], sowing);

        let export = meena.get("/api/v1/me/export").await.json(200);
        let exported = &export["sowings"][0];
        assert_eq!((&exported["field_size_ha"], &exported["entered"]), (&json!(0.5059), &sowing["entered"]));
        let table = meena.get("/api/v1/me/export.csv").await;
        assert!(table.text().contains(",0.5059,1.25,acre_and_cents,,"), "{}", table.text());
        let documents = meena.get("/api/v1/me/export?shape=documents").await;
        assert!(documents.text().contains(r#""field_size":0.5059"#), "{}", documents.text());
    }

    async fn hectares_are_entered_as_ever(grow) {
        let meena = grow.farmer("meena").await;
        let sowing = sow(&meena, "meena-first", &json!({ "value": 1.25, "unit": "hectare" })).await.json(201);
        assert_eq!((&sowing["field_size_ha"], &sowing["entered"]), (&json!(1.25), &Value::Null));
        assert_eq!(meena.sow("meena-first", "GROUNDNUT", 1.25).await, sowing, "the same body in other words");
    }

    async fn a_plan_keeps_what_was_entered_until_it_is_sown(grow) {
        let meena = grow.farmer("meena").await;
        let body = json!({ "crop": "PADDY", "field_size": { "value": 2, "unit": "acre" } });
        let request = meena.request(Method::POST, "/api/v1/me/intentions").header("idempotency-key", "meena-plan");
        let plan = meena.send(request.json(&body)).await.json(201);
        assert_eq!((&plan["field_size_ha"], &plan["entered"]), (&json!(0.8094), &entered(2.0, "acre")));
        let path = format!("/api/v1/me/intentions/{}/sowing", plan["id"].as_str().unwrap());
        let sowing = meena.send(meena.request(Method::POST, &path).json(&json!({}))).await.json(201);
        assert_eq!(sowing["entered"], plan["entered"]);
        let export = meena.get("/api/v1/me/export").await.json(200);
        assert_eq!(export["intentions"][0]["entered"], plan["entered"]);
    }

    async fn a_bigha_has_the_size_that_the_farmer_chose_once(grow) {
        let meena = farmer_of(&grow, "Sitapur, Uttar Pradesh").await;
        let two = json!({ "value": 2, "unit": "bigha" });
        let problem = sow(&meena, "meena-first", &two).await.problem(422, "unit-size-missing");
        assert_eq!(problem["field"], "field_size.unit_square_metres");
        let bigha = |record: &Value| {
            let offered = record["land_units"]["offered"].as_array().unwrap().iter();
            offered.into_iter().find(|offer| offer["unit"] == "bigha").unwrap().clone()
        };
        let before = bigha(&meena.get("/api/v1/me/profile").await.json(200));
        assert_eq!((&before["square_metres"], &before["choices"][1]), (&Value::Null, &json!(843.095_088)));
        let saved = meena.put(UNITS, json!({ "unit": "bigha", "square_metres": 843.095_088 })).await.json(200);
        assert_eq!(saved["land_units"]["preferred"], "bigha");
        assert_eq!(bigha(&saved)["square_metres"], json!(843.095_088));
        let sowing = sow(&meena, "meena-first", &two).await.json(201);
        let expected = json!({ "value": 2.0, "unit": "bigha", "unit_square_metres": 843.095_088 });
        assert_eq!((&sowing["field_size_ha"], &sowing["entered"]), (&json!(0.1686), &expected));

        let saved = meena.put(UNITS, json!({ "unit": "acre" })).await.json(200);
        assert_eq!((&saved["land_units"]["preferred"], &bigha(&saved)["square_metres"]), (&json!("acre"), &json!(843.095_088)));
        let larger = json!({ "value": 2, "unit": "bigha", "unit_square_metres": 2_529.285_264 });
        let sowing = sow(&meena, "meena-second", &larger).await.json(201);
        assert_eq!(sowing["field_size_ha"], 0.5059, "a size in the request comes first");
        let export = meena.get("/api/v1/me/export").await.json(200);
        assert_eq!(export["record"]["unit_sizes"], json!([{ "unit": "bigha", "square_metres": 843.095_088 }]));
        assert_eq!(export["record"]["land_unit"], "acre");
    }

    async fn a_bigha_of_west_bengal_needs_no_size(grow) {
        let meena = farmer_of(&grow, "Birbhum").await;
        let sowing = sow(&meena, "meena-first", &json!({ "value": 3, "unit": "bigha" })).await.json(201);
        assert_eq!(sowing["field_size_ha"], 0.4013);
    }

    async fn who_moves_to_a_state_with_one_size_of_the_unit_can_take_that_one(grow) {
        let meena = farmer_of(&grow, "Almora").await;
        meena.put(UNITS, json!({ "unit": "bigha", "square_metres": 809.371_284 })).await.json(200);
        let moved = meena.put("/api/v1/me/place", json!({ "place": "Birbhum" })).await.json(200);
        let offered = moved["land_units"]["offered"].as_array().unwrap();
        let bigha = offered.iter().find(|offer| offer["unit"] == "bigha").unwrap();
        let own = [&bigha["square_metres"], &bigha["choices"][0]];
        assert_eq!(own, [&json!(809.371_284), &json!(1_337.803_776)], "{bigha}");
        assert!(!bigha["believed"].is_null(), "{bigha}");
        let chosen = json!({ "unit": "bigha", "square_metres": bigha["choices"][0] });
        let chosen = meena.put(UNITS, chosen).await.json(200);
        let offered = chosen["land_units"]["offered"].as_array().unwrap();
        let bigha = offered.iter().find(|offer| offer["unit"] == "bigha").unwrap();
        assert!(bigha["believed"].is_null(), "it is the size of the state: {bigha}");
    }

    async fn all_the_land_is_kept_as_it_was_entered(grow) {
        let meena = farmer_of(&grow, "Erode").await;
        let saved = meena.put(LAND, json!({ "land": { "value": 4.5, "unit": "acre_and_cents" } })).await.json(200);
        assert_eq!((&saved["land_ha"], &saved["land_entered"]), (&json!(1.8211), &entered(4.5, "acre_and_cents")));
        let export = meena.get("/api/v1/me/export").await.json(200);
        assert_eq!(export["record"]["land_entered"], saved["land_entered"]);
        let saved = meena.put(LAND, json!({ "land_ha": 2 })).await.json(200);
        assert_eq!((&saved["land_ha"], &saved["land_entered"]), (&json!(2.0), &Value::Null));
        let saved = meena.put(LAND, json!({ "land_ha": null })).await.json(200);
        assert_eq!((&saved["land_ha"], &saved["land_entered"]), (&Value::Null, &Value::Null));
    }

    async fn a_size_that_cannot_be(grow) {
        let meena = farmer_of(&grow, "Sitapur, Uttar Pradesh").await;
        let before = about_farmers(&grow).await;
        let size = |value: Value, unit: &str| json!({ "value": value, "unit": unit });
        let with = |unit: &str, size: Value| json!({ "value": 1, "unit": unit, "unit_square_metres": size });
        for (asked, slug, member) in [
            (size(json!(1), "morgen"), "unknown-unit", "unit"),
            (size(json!(1), ""), "unknown-unit", "unit"),
            (size(json!(1), "ACRE"), "unknown-unit", "unit"),
            (size(json!(1), "bigha"), "unit-size-missing", "unit_square_metres"),
            (size(json!(1), "katha"), "unit-size-missing", "unit_square_metres"),
            (with("bigha", json!(399.9)), "invalid-unit-size", "unit_square_metres"),
            (with("bigha", json!(7_000.1)), "invalid-unit-size", "unit_square_metres"),
            (with("bigha", json!(1e300)), "invalid-unit-size", "unit_square_metres"),
            (with("bigha", json!("2529")), "invalid-unit-size", "unit_square_metres"),
            (with("acre", json!(4_047)), "unit-size-fixed", "unit_square_metres"),
            (size(json!(0), "acre"), "invalid-size", "value"),
            (size(json!(-1), "acre"), "invalid-size", "value"),
            (size(json!(1.255), "acre"), "invalid-size", "value"),
            (size(json!(0.01), "cent"), "invalid-size", "value"),
            (size(json!(24_710.54), "acre"), "invalid-size", "value"),
            (size(json!(1e300), "acre"), "invalid-size", "value"),
            (size(json!(10_000.01), "hectare"), "invalid-size", "value"),
            (size(json!("two"), "acre"), "field-size-not-a-number", "value"),
            (size(json!(null), "acre"), "wrong-type", "value"),
            (size(json!(1), "acre").as_object().unwrap().clone().into_iter().take(1).collect(), "missing-field", ""),
            (json!({ "value": 1, "unit": "acre", "cents": 5 }), "unknown-field", ""),
            (with("bigha", Value::Null), "wrong-type", "unit_square_metres"),
            (json!(null), "wrong-type", ""),
            (json!(1.25), "wrong-type", ""),
        ] {
            let problem = sow(&meena, "meena-first", &asked).await.problem(422, slug);
            let of_land = if slug == "field-size-not-a-number" { "invalid-size" } else { slug };
            let land = meena.put(LAND, json!({ "land": asked })).await.problem(422, of_land);
            if !member.is_empty() {
                assert_eq!(problem["field"], format!("field_size.{member}"), "{asked}");
                assert_eq!(land["field"], format!("land.{member}"), "{asked}");
            }
            assert!(problem["detail"].as_str().unwrap().ends_with('.'), "{problem}");
        }
        let both = json!({ "crop": "PADDY", "field_size_ha": 1, "field_size": size(json!(1), "acre") });
        for path in [SOWINGS, "/api/v1/me/intentions"] {
            let request = meena.request(Method::POST, path).header("idempotency-key", "meena-first").json(&both);
            assert_eq!(meena.send(request).await.problem(422, "two-sizes")["field"], "field_size");
        }
        let both = json!({ "land_ha": null, "land": size(json!(1), "acre") });
        meena.put(LAND, both).await.problem(422, "two-sizes");
        for (asked, slug, field) in [
            (json!({ "unit": "morgen" }), "unknown-unit", "unit"),
            (json!({}), "missing-field", "unit"),
            (json!({ "unit": "acre", "square_metres": 4_047 }), "unit-size-fixed", "square_metres"),
            (json!({ "unit": "kuli", "square_metres": 101 }), "invalid-unit-size", "square_metres"),
            (json!({ "unit": "kuli", "square_metres": null }), "wrong-type", "square_metres"),
            (json!({ "unit": "kuli", "size": 13 }), "unknown-field", "size"),
        ] {
            assert_eq!(meena.put(UNITS, asked).await.problem(422, slug)["field"], field);
        }
        assert_eq!(about_farmers(&grow).await, before);
    }
}
