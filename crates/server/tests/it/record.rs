//! The farmer record: 'number, place, npk (default 0,0,0)' and the known crops. Only its owner reads and writes it.

use crate::both_servers;
use grow_domain::crop::YieldRange;
use grow_domain::usual_yield::usual_yield;
use grow_domain::{Crop, State};
use http::Method;
use serde_json::{Value, json};

fn district(key: &str, name: &str, state: &str, region: &str) -> Value {
    json!({ "key": key, "name": name, "state": state, "region": region })
}

fn theni() -> Value {
    district("tn-theni", "Theni", "Tamil Nadu", "IN-TN")
}

fn nothing_saved(email: &str) -> Value {
    json!({
        "email": email,
        "number": "",
        "place": "",
        "district": null,
        "place_status": "missing",
        "candidates": [],
        "npk": { "n": 0.0, "p": 0.0, "k": 0.0 },
        "known_crops": [],
        "land_ha": null,
        "land_entered": null,
        "land_units": { "preferred": null, "usual": "acre", "offered": units(&[]) },
        "water": null,
        "soil": null,
        "last_crop": null,
        "outside_crops": [],
        "soil_test": null,
        "usual_yields": [],
        "complete": false,
        "revision": 0,
    })
}

/// The units of India, and further ones of a state.
fn units(of_state: &[Value]) -> Value {
    let fixed = |unit: &str, size: f64| json!({ "unit": unit, "square_metres": size, "choices": [], "believed": null });
    let acre = 4_046.856_422_4;
    let mut units = vec![
        fixed("hectare", 10_000.0),
        fixed("acre", acre),
        fixed("acre_and_cents", acre),
        fixed("cent", 40.468_564_224),
    ];
    units.extend_from_slice(of_state);
    units.into()
}

fn units_of_tamil_nadu() -> Value {
    units(&[
        json!({ "unit": "ground", "square_metres": 222.967_296, "choices": [], "believed": null }),
        json!({
            "unit": "kuli", "square_metres": null, "choices": [13.378_037_76, 53.512_151_04],
            "believed": { "from": 5.0, "to": 100.0 }
        }),
        json!({
            "unit": "ma", "square_metres": null, "choices": [1_337.803_776],
            "believed": { "from": 500.0, "to": 7_000.0 }
        }),
    ])
}

fn usual_yields_of_tamil_nadu() -> Value {
    let of = |crop: Crop| {
        let YieldRange { min, max } = usual_yield(crop, State::TamilNadu)?;
        Some(json!({ "crop": crop.key(), "min_kg_per_ha": min, "max_kg_per_ha": max }))
    };
    Crop::all().filter_map(of).collect()
}

both_servers! {
    async fn a_new_farmer_has_the_default_record(grow) {
        let meena = grow.farmer("meena").await;
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200), nothing_saved("meena@example.in"));
    }

    async fn the_profile_is_number_and_place(grow) {
        let meena = grow.farmer("meena").await;
        let profile = json!({ "number": " +91 98765 43210 ", "place": "Theni, தேனி" });
        let saved = meena.put("/api/v1/me/profile", profile).await.json(200);
        let mut expected = nothing_saved("meena@example.in");
        expected["number"] = "+91 98765 43210".into();
        expected["place"] = "Theni, தேனி".into();
        expected["district"] = theni();
        expected["place_status"] = "resolved".into();
        expected["outside_crops"] = saved["outside_crops"].clone();
        expected["usual_yields"] = usual_yields_of_tamil_nadu();
        expected["land_units"]["offered"] = units_of_tamil_nadu();
        expected["complete"] = true.into();
        expected["revision"] = 1.into();
        assert_eq!(saved, expected);
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200), expected, "prefilled from saved data");
    }

    async fn the_number_is_a_phone_number_and_one_that_was_saved_before_stays_readable(grow) {
        let meena = grow.farmer("meena").await;
        let saved = meena.put("/api/v1/me/profile", json!({ "number": "௯௮௭௬௫-௪௩௨௧௦", "place": "Theni" })).await.json(200);
        assert_eq!(saved["number"], "+91 98765 43210");
        let answer = meena.put("/api/v1/me/profile", json!({ "number": "98765", "place": "Theni" })).await;
        let problem = answer.problem(422, "invalid-number");
        assert_eq!(problem["detail"], "Please enter a phone number, such as 98765 43210 or +91 98765 43210.");
        assert_eq!(problem["field"], "number");
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200), saved, "a refused change changes nothing");
        grow.store.tamper("UPDATE farmer_records SET number = 'ask my son'").await;
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["number"], "ask my son");
        let moved = meena.put("/api/v1/me/place", json!({ "place": "Erode" })).await.json(200);
        assert_eq!(moved["number"], "ask my son");
    }

    async fn number_and_place_are_both_required(grow) {
        let meena = grow.farmer("meena").await;
        for (number, place, field) in [("", "Theni", "number"), ("98765 43210", " ", "place"), ("", "", "number")] {
            let answer = meena.put("/api/v1/me/profile", json!({ "number": number, "place": place })).await;
            let problem = answer.problem(422, "profile-incomplete");
            assert_eq!(problem["detail"], "Please fill in both fields");
            assert_eq!(problem["field"], field);
        }
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200), nothing_saved("meena@example.in"));
    }

    async fn npk_is_three_numbers(grow) {
        let meena = grow.farmer("meena").await;
        for (asked, saved) in [
            (json!({ "n": 120, "p": 12.5, "k": 0.001 }), json!({ "n": 120.0, "p": 12.5, "k": 0.001 })),
            (json!({ "n": 0, "p": 2000, "k": 2e3 }), json!({ "n": 0.0, "p": 2000.0, "k": 2000.0 })),
            (json!({ "n": 14, "p": null, "k": null }), json!({ "n": 14.0, "p": 0.0, "k": 0.0 })),
            (json!({ "n": 0, "p": 0, "k": 0 }), json!({ "n": 0.0, "p": 0.0, "k": 0.0 })),
        ] {
            assert_eq!(meena.put("/api/v1/me/npk", asked).await.json(200)["npk"], saved);
            assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["npk"], saved);
        }
    }

    async fn a_change_for_an_older_revision_is_refused_with_the_record_as_it_is(grow) {
        let meena = grow.farmer("meena").await;
        let save = async |part: &str, body: Value, if_match: &str| {
            let path = format!("/api/v1/me/{part}");
            meena.send(meena.request(Method::PUT, &path).header("if-match", if_match).json(&body)).await
        };
        let parts = [
            ("profile", json!({ "number": "98765 43210", "place": "Theni" })),
            ("npk", json!({ "n": 1, "p": 2, "k": 3 })),
            ("place", json!({ "place": "Theni" })),
            ("land", json!({ "land_ha": 2.5 })),
            ("water", json!({ "water": "rain_only" })),
            ("soil", json!({ "soil": "heavy" })),
            ("last-crop", json!({ "last_crop": "wheat" })),
        ];
        let mut revision = meena.get("/api/v1/me/profile").await.json(200)["revision"].as_i64().unwrap();
        for (part, body) in parts {
            for stale in [format!("\"{}\"", revision + 1), revision.to_string(), "\"\"".to_owned(), "W/\"0\"".to_owned()] {
                let problem = save(part, body.clone(), &stale).await.problem(412, "record-changed");
                assert_eq!(problem["record"], meena.get("/api/v1/me/profile").await.json(200), "{part} {stale}");
            }
            let saved = save(part, body.clone(), &format!("\"{revision}\"")).await.json(200);
            assert_eq!(saved["revision"], revision + 1);
            revision = save(part, body, "*").await.json(200)["revision"].as_i64().unwrap();
        }
        assert_eq!(revision, 14);
    }

    async fn water_soil_and_last_crop_are_one_of_a_list_or_not_told(grow) {
        let meena = grow.farmer("meena").await;
        for (path, member, answers) in [
            ("water", "water", &["all_season", "once_or_twice", "rain_only"][..]),
            ("soil", "soil", &["light", "medium", "heavy", "heavy_clay", "waterlogged", "loose_sand"]),
            ("last-crop", "last_crop", &["groundnut", "redGram", "rapeseed and mustard", "fallow"]),
        ] {
            let path = format!("/api/v1/me/{path}");
            for answer in answers.iter().copied().map(Value::from).chain([Value::Null, Value::Null]) {
                let saved = meena.put(&path, json!({ member: answer })).await.json(200);
                assert_eq!(saved[member], answer);
                assert_eq!(meena.get("/api/v1/me/profile").await.json(200), saved);
            }
        }
    }

    async fn the_record_names_the_other_crops_of_the_state_and_the_sowing_that_ended_last(grow) {
        let meena = grow.farmer("meena").await;
        let name_of = |record: &Value, key: &str| {
            let crops = record["outside_crops"].as_array().unwrap();
            crops.iter().find(|crop| crop["key"] == key).map(|crop| crop["name"].as_str().unwrap().to_owned())
        };
        let saved = meena.put("/api/v1/me/last-crop", json!({ "last_crop": "jute" })).await.json(200);
        assert_eq!(name_of(&saved, "jute").as_deref(), Some("jute"), "the one that is said");
        meena.put("/api/v1/me/place", json!({ "place": "Ludhiana" })).await.json(200);
        let hindi = meena.get("/api/v1/me/profile?lang=hi").await.json(200);
        assert_eq!(name_of(&hindi, "wheat").as_deref(), Some("गेहूं"));

        let sown = meena.sow("sown-at-ludhiana", "groundnut", 1.0).await;
        let path = format!("/api/v1/me/sowings/{}", sown["id"].as_str().unwrap());
        let harvested = meena.request(Method::PATCH, &path).json(&json!({ "outcome": "harvested" }));
        meena.send(harvested).await.json(200);
        let record = meena.get("/api/v1/me/profile").await.json(200);
        assert_eq!(record["last_crop"], "groundnut");
        assert_eq!(name_of(&record, "jute"), None, "it is not grown in Punjab");
    }

    async fn saving_an_empty_place_is_not_blocked(grow) {
        let meena = grow.farmer("meena").await;
        meena.put("/api/v1/me/profile", json!({ "number": "98765 43210", "place": "Theni" })).await.json(200);
        for place in ["Cumbum", ""] {
            let saved = meena.put("/api/v1/me/place", json!({ "place": place })).await.json(200);
            assert_eq!((&saved["number"], &saved["place"]), (&json!("+91 98765 43210"), &json!(place)));
            assert_eq!(saved["complete"], !place.is_empty());
            assert_eq!(meena.get("/api/v1/me/profile").await.json(200), saved);
        }
    }

    async fn a_place_is_kept_as_it_was_written_and_says_what_is_known_of_its_district(grow) {
        let meena = grow.farmer("meena").await;
        let bihar = district("br-aurangabad", "Aurangabad", "Bihar", "IN-BR");
        let maharashtra = district("mh-aurangabad", "Aurangabad", "Maharashtra", "IN-MH");
        for (place, status, district, candidates) in [
            ("Cumbum, Theni", "resolved", theni(), json!([])),
            ("தேனி மாவட்டம்", "resolved", theni(), json!([])),
            ("Aurangabad", "ambiguous", Value::Null, json!([bihar, maharashtra])),
            ("Aurangabad, Bihar", "resolved", bihar.clone(), json!([])),
            ("Thenii", "ambiguous", Value::Null, json!([theni()])),
            ("Thenii, Tamil Nadu", "ambiguous", Value::Null, json!([theni()])),
            ("Thenurpatti", "unknown", Value::Null, json!([])),
            ("", "missing", Value::Null, json!([])),
        ] {
            let saved = meena.put("/api/v1/me/place", json!({ "place": place })).await.json(200);
            assert_eq!(saved["place"], place);
            assert_eq!(saved["place_status"], status, "{place}");
            assert_eq!((&saved["district"], &saved["candidates"]), (&district, &candidates), "{place}");
            assert_eq!(meena.get("/api/v1/me/profile").await.json(200), saved);
        }
    }

    async fn the_farmers_choice_of_a_district_holds(grow) {
        let meena = grow.farmer("meena").await;
        let chosen = json!({ "place": "Aurangabad", "district": "mh-aurangabad" });
        let saved = meena.put("/api/v1/me/place", chosen).await.json(200);
        assert_eq!((&saved["place"], &saved["place_status"]), (&json!("Aurangabad"), &json!("resolved")));
        assert_eq!(saved["district"]["region"], "IN-MH");
        let profile = json!({ "number": "98765 43210", "place": "My village", "district": "tn-theni" });
        let saved = meena.put("/api/v1/me/profile", profile).await.json(200);
        assert_eq!((&saved["place"], &saved["district"]), (&json!("My village"), &theni()));
        for (path, change) in [
            ("/api/v1/me/place", json!({ "place": "Erode", "district": "tn-atlantis" })),
            ("/api/v1/me/profile", json!({ "number": "98765 43210", "place": "Erode", "district": "" })),
        ] {
            let problem = meena.put(path, change).await.problem(422, "unknown-district");
            assert_eq!(problem["field"], "district");
        }
        meena.put("/api/v1/me/place", json!({ "place": "Erode", "district": 7 })).await.problem(422, "wrong-type");
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200), saved, "a refused change changes nothing");
        let unset = json!({ "place": "Theni", "district": null });
        assert_eq!(meena.put("/api/v1/me/place", unset).await.json(200)["district"], theni());
    }

    async fn a_crop_is_toggled_as_known(grow) {
        let meena = grow.farmer("meena").await;
        for (method, crop, known) in [
            (Method::PUT, "groundnut", &["groundnut"][..]),
            (Method::PUT, "redGram", &["redGram", "groundnut"]),
            (Method::PUT, "RED%20GRAM", &["redGram", "groundnut"]),
            (Method::PUT, "sorghum", &["cholam", "redGram", "groundnut"]),
            (Method::DELETE, "Red-Gram", &["cholam", "groundnut"]),
            (Method::DELETE, "redGram", &["cholam", "groundnut"]),
            (Method::DELETE, "CHOLAM", &["groundnut"]),
            (Method::DELETE, "groundnut", &[]),
        ] {
            let request = meena.request(method.clone(), &format!("/api/v1/me/known-crops/{crop}"));
            let request = if method == Method::PUT { request.json(&json!({})) } else { request };
            let saved = meena.send(request).await.json(200);
            assert_eq!(saved["known_crops"], json!(known), "{method} {crop}");
            assert_eq!(meena.get("/api/v1/me/profile").await.json(200), saved);
        }
    }

    async fn a_known_crop_is_removed_only_when_the_record_exists(grow) {
        let meena = grow.farmer("meena").await;
        let problem = meena.delete("/api/v1/me/known-crops/groundnut").await.problem(404, "no-farmer-record");
        assert_eq!(problem["detail"], "Document doesn't exist. No crop to remove.");
        meena.put("/api/v1/me/place", json!({ "place": "Theni" })).await.json(200);
        assert_eq!(meena.delete("/api/v1/me/known-crops/groundnut").await.json(200)["known_crops"], json!([]));
    }

    async fn every_write_keeps_what_the_others_wrote(grow) {
        let meena = grow.farmer("meena").await;
        meena.put("/api/v1/me/known-crops/onion", json!({})).await.json(200);
        meena.put("/api/v1/me/land", json!({ "land_ha": 2.5 })).await.json(200);
        meena.put("/api/v1/me/npk", json!({ "n": 1, "p": 2, "k": 3 })).await.json(200);
        meena.put("/api/v1/me/water", json!({ "water": "once_or_twice" })).await.json(200);
        meena.put("/api/v1/me/soil", json!({ "soil": "heavy" })).await.json(200);
        meena.put("/api/v1/me/last-crop", json!({ "last_crop": "fallow" })).await.json(200);
        meena.put("/api/v1/me/profile", json!({ "number": "98765 43210", "place": "Theni" })).await.json(200);
        let record = meena.get("/api/v1/me/profile").await.json(200);
        let expected = json!({
            "email": "meena@example.in",
            "number": "+91 98765 43210",
            "place": "Theni",
            "district": theni(),
            "place_status": "resolved",
            "candidates": [],
            "npk": { "n": 1.0, "p": 2.0, "k": 3.0 },
            "known_crops": ["onion"],
            "land_ha": 2.5,
            "land_entered": null,
            "land_units": { "preferred": null, "usual": "acre", "offered": units_of_tamil_nadu() },
            "water": "once_or_twice",
            "soil": "heavy",
            "last_crop": "fallow",
            "outside_crops": record["outside_crops"],
            "soil_test": "tested",
            "usual_yields": usual_yields_of_tamil_nadu(),
            "complete": true,
            "revision": 6,
        });
        assert_eq!(record, expected);
        meena.delete("/api/v1/session").await.is_empty(204);
        meena.sign_in("meena@example.in").await;
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200), record, "and it is there at the next sign-in");
        assert_eq!(grow.store.number("SELECT COUNT(*) FROM request_journal").await, 7, "each is journalled");
    }

    async fn that_there_is_no_soil_test_is_remembered(grow) {
        let meena = grow.farmer("meena").await;
        for (npk, test) in [
            (json!({ "n": 0, "p": 0, "k": 0 }), "not_tested"),
            (json!({ "n": 180, "p": 0, "k": 0 }), "tested"),
        ] {
            assert_eq!(meena.put("/api/v1/me/npk", npk).await.json(200)["soil_test"], test);
            assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["soil_test"], test);
            assert_eq!(meena.get("/api/v1/me/export").await.json(200)["record"]["soil_test"], test);
        }
    }

    async fn the_usual_yield_of_the_state_comes_with_the_place(grow) {
        let meena = grow.farmer("meena").await;
        let usual = async |place: &str| {
            let saved = meena.put("/api/v1/me/place", json!({ "place": place })).await.json(200);
            saved["usual_yields"].as_array().unwrap().clone()
        };
        let groundnut = json!({ "crop": "groundnut", "min_kg_per_ha": 1790, "max_kg_per_ha": 4260 });
        assert!(usual("Erode").await.contains(&groundnut));
        assert_eq!(usual("Atlantis").await, Vec::<Value>::new(), "no state is known");
        assert_eq!(usual("Leh").await, Vec::<Value>::new(), "Ladakh has no reliable figures");
    }

    async fn a_record_is_visible_to_its_owner_only(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        meena.put("/api/v1/me/profile", json!({ "number": "98765 43210", "place": "Theni" })).await.json(200);
        meena.put("/api/v1/me/known-crops/onion", json!({})).await.json(200);
        assert_eq!(murugan.get("/api/v1/me/profile").await.json(200), nothing_saved("murugan@example.in"));
        murugan.delete("/api/v1/me/known-crops/onion").await.problem(404, "no-farmer-record");
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["known_crops"], json!(["onion"]));
    }
}
