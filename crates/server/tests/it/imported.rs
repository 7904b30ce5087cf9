//! A record that was imported under a farmer's e-mail: found at the sign-in, kept or erased once.

use crate::answer::Answer;
use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, until};
use grow_domain::documents::{Collection, Document, merge};
use grow_domain::farmer::Place;
use grow_domain::{Email, Kilograms};
use grow_store::{Imported, NewRecord};
use http::{Method, header};
use serde_json::{Value, json};
use uuid::Uuid;

const RECORD: &str = "/api/v1/me/imported-record";

/// Imports the documents of meena@example.in: a profile, and a sowing of a hectare of groundnut.
async fn import(grow: &Grow) -> Imported {
    let read = |collection, data: Value| (collection, Document::read(collection, &data, grow.clock.now()).unwrap());
    let farmers = read(
        Collection::Farmers,
        json!({ "number": "94430 98765", "place": "Erode", "npk": [180, 30, 250], "farmerid": "F-7", "known_crops": ["ragi"],
               "water": "rain_only", "soil": "medium", "last_crop": "wheat" }),
    );
    let sowing = json!({
        "crop_name": "GROUNDNUT", "field_size": 1, "expected_yield": 2_400, "sowing_date": { "seconds": 1_781_300_000 }
    });
    let sowings = read(Collection::Sowings, json!({ "sowing": [sowing] }));
    let (record, _) = merge(Email::parse("Meena@example.in").unwrap(), &[farmers, sowings]);
    let district = Place::parse("Erode").unwrap().district();
    let new = NewRecord { record, district, farmer: Uuid::from_u128(7) };
    grow.store.import_records(vec![new], true, grow.clock.now()).await.unwrap()[0]
}

async fn keep(browser: &Browser) -> Answer {
    browser.send(browser.request(Method::POST, RECORD).json(&json!({}))).await
}

both_servers! {
    async fn a_found_record_is_shown_and_not_used_for_predictions(grow) {
        let before = grow.met("groundnut").await;
        assert_eq!(import(&grow).await, Imported::Added);
        assert_eq!(grow.met("groundnut").await - before, Kilograms(2_400), "the operator chose to count it");
        let meena = grow.newcomer("meena").await;
        let user = &meena.get("/api/v1/session").await.json(200)["user"];
        assert_eq!(user["has_imported_record"], true);
        let found = &meena.get(RECORD).await.json(200)["record"];
        assert_eq!((&found["place"], &found["number"]), (&json!("Erode"), &json!("94430 98765")));
        assert_eq!((&found["sowings"], &found["area_ha"], &found["known_crops"]), (&json!(1), &json!(1.0), &json!(["ragi"])));
        let answer = meena.get("/api/v1/me/recommendations/soil-climate").await.json(200);
        assert_eq!(answer["crops"], json!([]));
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["place"], "");
        let other = grow.newcomer("murugan").await;
        assert_eq!(other.get(RECORD).await.json(200)["record"], Value::Null, "another e-mail");
        keep(&other).await.problem(403, "consent-required");
    }

    async fn a_kept_record_becomes_the_own_one_and_is_not_offered_again(grow) {
        import(&grow).await;
        let before = grow.met("groundnut").await;
        let meena = grow.newcomer("meena").await;
        keep(&meena).await.problem(403, "consent-required");
        meena.agree().await;
        meena.put("/api/v1/me/place", json!({ "place": "Salem" })).await.json(200);
        keep(&meena).await.is_empty(204);
        let record = meena.get("/api/v1/me/profile").await.json(200);
        assert_eq!((&record["place"], &record["number"]), (&json!("Salem"), &json!("94430 98765")), "what is filled stays");
        assert_eq!((&record["npk"]["n"], &record["known_crops"]), (&json!(180.0), &json!(["ragi"])));
        assert_eq!((&record["water"], &record["soil"]), (&json!("rain_only"), &json!("medium")));
        assert_eq!(record["last_crop"], "wheat");
        assert_eq!(meena.get("/api/v1/me/sowings").await.json(200)["items"][0]["expected_yield_kg"], 2_400);
        assert_eq!(grow.met("groundnut").await, before);
        assert_eq!(meena.get(RECORD).await.json(200)["record"], Value::Null);
        assert_eq!(meena.get("/api/v1/session").await.json(200)["user"]["has_imported_record"], false);
        keep(&meena).await.is_empty(204);
        assert_eq!(import(&grow).await, Imported::Kept, "the same file again changes nothing");
    }

    async fn erasing_a_found_record_keeps_the_own_one_and_is_final(grow) {
        let before = grow.met("groundnut").await;
        import(&grow).await;
        let meena = grow.newcomer("meena").await;
        meena.delete(RECORD).await.is_empty(204);
        until("its sowing has left the supply", async || grow.met("groundnut").await == before).await;
        assert_eq!(meena.get("/api/v1/session").await.json(200)["user"]["has_imported_record"], false);
        assert_eq!(import(&grow).await, Imported::Erased);
        assert_eq!(grow.met("groundnut").await, before);
    }

    async fn deleting_an_account_deletes_the_found_record(grow) {
        let before = grow.met("groundnut").await;
        import(&grow).await;
        let meena = grow.newcomer("meena").await;
        let request = meena.request(Method::DELETE, "/api/v1/me").json(&json!({ "confirmation": "DELETE" }));
        meena.send(request).await.is_empty(204);
        until("its sowing has left the supply", async || grow.met("groundnut").await == before).await;
        assert_eq!(import(&grow).await, Imported::Erased);
    }

    async fn the_own_copy_comes_as_documents_too(grow) {
        import(&grow).await;
        let meena = grow.newcomer("meena").await;
        meena.agree().await;
        keep(&meena).await.is_empty(204);
        let answer = meena.get("/api/v1/me/export?shape=documents").await;
        assert_eq!(answer.header(header::CONTENT_TYPE), "application/x-ndjson");
        let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let named: Vec<_> = lines.iter().map(|line| (&line["collection"], &line["id"])).collect();
        let id = json!("meena@example.in");
        assert_eq!(named, [(&json!("Grow"), &id), (&json!("grow"), &id), (&json!("Grow_Admin"), &id)]);
        assert_eq!((&lines[0]["data"]["farmerid"], &lines[0]["data"]["npk"]), (&json!("F-7"), &json!([180, 30, 250])));
        assert_eq!((&lines[0]["data"]["water"], &lines[0]["data"]["soil"]), (&json!("rain_only"), &json!("medium")));
        assert_eq!(lines[0]["data"]["last_crop"], "wheat");
        assert_eq!(lines[0]["data"]["climate_soil"].as_array().unwrap().len(), 16);
        assert_eq!(lines[1]["data"]["sowing"][0]["expected_yield"], 2_400);
        meena.get("/api/v1/me/export?shape=xml").await.problem(400, "malformed-query");
    }
}
