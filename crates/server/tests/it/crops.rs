//! 'Sixteen crops in each crop list', and the encyclopedia's entry on each.

use crate::both_servers;
use grow_domain::{Crop, encyclopedia};
use http::{Method, header};
use serde_json::{Value, json};
use std::io::Read;

/// 'Fields' of the built-in crop reference, section 3 of the specification; the average yield is in kg/ha.
const FIELDS: [&str; 14] = [
    "scientific_name",
    "importance_in_india",
    "climate_and_soil_requirements",
    "nutrient_requirements",
    "varieties",
    "cultivation_methods",
    "irrigation_methods",
    "fertilization_and_soil_management",
    "weed_and_pest_management",
    "affection_and_its_control",
    "harvesting_and_post_harvest_management",
    "challenges",
    "government_initiatives_and_policies",
    "sowing_period",
];

/// Members that may be missing.
const OPTIONAL: [&str; 6] = ["note", "url", "form", "source", "pieces_per_ha", "plants_cm"];

/// Asserts that no part of a section is empty.
fn is_full(section: &Value, path: &str) {
    match section {
        Value::Null => {
            let member = path.rsplit('.').next().unwrap_or_default();
            assert!(OPTIONAL.contains(&member), "{path} is missing");
        }
        Value::String(text) => assert!(!text.trim().is_empty(), "{path} is empty"),
        Value::Array(items) => {
            assert!(!items.is_empty(), "{path} is empty");
            for item in items {
                is_full(item, &format!("{path}[]"));
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                is_full(member, &format!("{path}.{name}"));
            }
        }
        Value::Bool(_) | Value::Number(_) => {}
    }
}

fn unpacked(mut packed: impl Read) -> Vec<u8> {
    let mut plain = Vec::new();
    packed.read_to_end(&mut plain).unwrap();
    plain
}

both_servers! {
    async fn there_are_sixteen_in_the_specifications_order(grow) {
        let list = grow.guest().get("/api/v1/crops").await.json(200);
        let keys: Vec<_> =
            list["items"].as_array().unwrap().iter().map(|crop| crop["crop"].as_str().unwrap()).collect();
        assert_eq!(
            keys.join(", "),
            "paddy, cholam, cumbo, ragi, maize, redGram, bengalGram, greenGram, blackGram, horseGram, groundnut, \
             gingelly, potato, onion, sugarcane, cotton"
        );
    }

    async fn each_of_the_list_has_its_names_and_its_average_yield(grow) {
        let list = grow.guest().get("/api/v1/crops").await.json(200);
        assert_eq!(
            list["items"][5],
            json!({
                "crop": "redGram",
                "name": "RED GRAM",
                "display_name": "Red Gram",
                "slug": "redGram",
                "emoji": "🫘",
                "tamil_name": "துவரை",
                "hindi_name": "अरहर",
                "other_names": ["तूर", "तुअर", "Pigeon pea", "Arhar", "Tur", "Toor", "Thuvarai", "Togari", "Kandi"],
                "yield_min_kg_per_ha": 700,
                "yield_max_kg_per_ha": 1900,
            })
        );
    }

    async fn every_spelling_of_the_specification_leads_to_the_entry(grow) {
        let guest = grow.guest();
        for crop in Crop::all() {
            let facts = crop.facts();
            let by_key = guest.get(&format!("/api/v1/crops/{}", facts.key)).await.json(200);
            assert_eq!(by_key["crop"], facts.key);
            for name in [facts.table_name, facts.display_name, facts.slug] {
                for name in [name.to_owned(), name.to_lowercase(), format!(" {name} ")] {
                    let path = format!("/api/v1/crops/{}", name.replace(' ', "%20"));
                    assert_eq!(guest.get(&path).await.json(200), by_key, "{path}");
                }
            }
        }
        for (name, key) in [("Sorghum", "cholam"), ("potatoes", "potato"), ("CUMBU", "cumbo"), ("red-gram", "redGram")] {
            assert_eq!(guest.get(&format!("/api/v1/crops/{name}")).await.json(200)["crop"], key);
        }
    }

    async fn every_entry_has_all_sections_and_its_sources(grow) {
        let guest = grow.guest();
        for crop in Crop::all() {
            let entry = guest.get(&format!("/api/v1/crops/{}", crop.key())).await.json(200);
            for field in FIELDS {
                assert!(!entry[field].is_null(), "{crop}: {field}");
            }
            is_full(&entry, crop.key());
            assert!(entry["sources"].as_array().unwrap().len() >= encyclopedia::LEAST_SOURCES, "{crop}");
            let importance = &entry["importance_in_india"];
            let count = |names: &str| importance[names].as_array().unwrap().len();
            assert_eq!(count("key_regions"), count("key_states"), "{crop}");
            assert!(entry["yield_min_kg_per_ha"].as_u64() < entry["yield_max_kg_per_ha"].as_u64(), "{crop}");
        }
    }

    async fn an_entry_says_what_its_file_says(grow) {
        let paddy = grow.guest().get("/api/v1/crops/paddy").await.json(200);
        assert_eq!(paddy["scientific_name"], "Oryza sativa");
        assert_eq!(paddy["importance_in_india"]["key_states"][0], "West Bengal");
        assert_eq!(paddy["importance_in_india"]["key_regions"][0], "IN-WB");
        let climate = &paddy["climate_and_soil_requirements"]["climate"];
        assert_eq!((&climate["temperature_min_c"], &climate["temperature_max_c"]), (&json!(20), &json!(30)));
        assert_eq!((&climate["humidity_min_percent"], &climate["humidity_max_percent"]), (&json!(60), &json!(80)));
        let nutrients = &paddy["nutrient_requirements"];
        assert_eq!(nutrients["nitrogen"], json!({ "min_kg_per_ha": 50.0, "max_kg_per_ha": 175.0 }));
        assert_eq!(nutrients["phosphorus"], json!({ "min_kg_per_ha": 25.0, "max_kg_per_ha": 60.0 }));
        let period = &paddy["sowing_period"];
        assert_eq!((&period["sowing_start_month"], &period["sowing_end_month"]), (&json!(6), &json!(7)));
        assert_eq!((&paddy["yield_min_kg_per_ha"], &paddy["yield_max_kg_per_ha"]), (&json!(3000), &json!(4800)));
        assert_eq!(paddy["affection_and_its_control"]["pests"][0]["name"], "Yellow stem borer");
    }

    async fn an_entry_says_what_a_field_needs(grow) {
        let guest = grow.guest();
        let groundnut = guest.get("/api/v1/crops/groundnut").await.json(200);
        assert_eq!(
            groundnut["seed_rate"],
            json!({
                "kg_per_ha": { "min": 125.0, "max": 160.0 },
                "pieces_per_ha": null,
                "form": "kernels",
                "note": "Bold kernels take most.",
                "confidence": "medium",
                "source": "Agri Panchangam: groundnut",
            })
        );
        assert_eq!(groundnut["spacing"]["rows_cm"], json!({ "min": 30.0, "max": 30.0 }));
        assert_eq!(groundnut["spacing"]["plants_cm"], json!({ "min": 10.0, "max": 15.0 }));
        let early = json!({ "maturity": "early", "min_days": 100, "max_days": 110 });
        assert_eq!(groundnut["maturity_days"]["classes"][0], early);
        let seasons = |entry: &Value| -> Vec<String> {
            let remedies = entry["if_rain_fails"].as_array().unwrap().iter();
            remedies.map(|remedy| remedy["season"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(seasons(&groundnut), ["kharif", "rabi", "summer"]);
        let sugarcane = guest.get("/api/v1/crops/sugarcane").await.json(200);
        assert_eq!(sugarcane["seed_rate"]["pieces_per_ha"], json!({ "min": 60_000.0, "max": 75_000.0 }));
        assert_eq!(sugarcane["spacing"]["plants_cm"], Value::Null);
        assert_eq!(seasons(&sugarcane), ["year"]);
        let hindi = guest.get("/api/v1/crops/groundnut?lang=hi").await.json(200);
        assert_eq!(hindi["seed_rate"]["form"], "दाने");
        assert_eq!(hindi["seed_rate"]["kg_per_ha"], groundnut["seed_rate"]["kg_per_ha"]);
    }

    async fn a_browser_that_has_it_is_only_told_so(grow) {
        let browser = grow.guest();
        let mut tags = Vec::new();
        for (path, vary) in [
            ("/api/v1/crops", "accept-encoding"),
            ("/api/v1/crops/ragi", "accept-encoding, accept-language, cookie"),
            ("/api/v1/crops/onion", "accept-encoding, accept-language, cookie"),
        ] {
            let first = browser.get(path).await;
            let tag = first.header(header::ETAG);
            assert!(tag.starts_with("W/\""), "{tag}");
            assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
            assert_eq!(first.header(header::VARY), vary);
            for (known, status) in [(tag, 304), ("*", 304), (tag.trim_start_matches("W/"), 304), ("\"other\"", 200)] {
                let request = browser.request(Method::GET, path).header(header::IF_NONE_MATCH, known);
                let answer = browser.send(request).await;
                assert_eq!(answer.status, status, "{known}");
                assert_eq!(answer.header(header::ETAG), tag, "{known}");
                assert_eq!(answer.body.is_empty(), status == 304, "{known}");
            }
            tags.push(tag.to_owned());
        }
        tags.dedup();
        assert_eq!(tags.len(), 3, "each has a tag of its own");
    }

    async fn an_entry_travels_packed(grow) {
        let browser = grow.guest();
        let plain = browser.get("/api/v1/crops/cotton").await;
        for (accepted, packing) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", ""), ("br;q=0, gzip", "gzip")] {
            let request = browser.request(Method::GET, "/api/v1/crops/cotton").header(header::ACCEPT_ENCODING, accepted);
            let answer = browser.send(request).await;
            assert_eq!(answer.header(header::CONTENT_ENCODING), packing, "{accepted}");
            let body = match packing {
                "br" => unpacked(brotli::Decompressor::new(&*answer.body, 4096)),
                "gzip" => unpacked(flate2::read::GzDecoder::new(&*answer.body)),
                _ => answer.body.to_vec(),
            };
            assert_eq!(body, plain.body, "{accepted}");
            assert!(packing.is_empty() || answer.body.len() < plain.body.len() / 2, "{accepted}");
        }
    }

    async fn an_unknown_name_is_told_to_select_a_valid_crop(grow) {
        for name in
            ["wheat", "groundnuts", "0", "%00", "%F0%9F%8C%BE", "..%2Fdemand", "%3Cscript%3E", "%E0%AE%A8%E0%AF%86%E0%AE%B2%E0%AF%8D"]
        {
            let answer = grow.guest().get(&format!("/api/v1/crops/{name}")).await;
            assert_eq!(answer.problem(404, "unknown-crop")["detail"], "Select a valid crop.", "{name}");
        }
    }
}
