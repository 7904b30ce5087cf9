//! Completion of district names, which is public.

use crate::both_servers;
use http::header;
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

fn path(typed: &str) -> String {
    format!("/api/v1/places?q={}", byte_serialize(typed.as_bytes()).collect::<String>())
}

fn names(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| format!("{}, {}", item["name"].as_str().unwrap(), item["state"].as_str().unwrap())).collect()
}

both_servers! {
    async fn a_district_is_suggested_while_it_is_typed(grow) {
        let answer = grow.guest().get(&path("Ero")).await;
        assert_eq!(answer.header(header::CACHE_CONTROL), "public, max-age=3600");
        let erode =
            json!({ "key": "tn-erode", "name": "Erode", "state": "Tamil Nadu", "region": "IN-TN", "matched_name": null, "subdistrict": null });
        assert_eq!(answer.json(200), json!({ "items": [erode], "resolved": null }));
    }

    async fn the_likeliest_stands_first(grow) {
        for (typed, first) in [
            ("Bijapur", &["Bijapur, Chhattisgarh", "Vijayapura, Karnataka"][..]),
            ("aurangabad", &["Aurangabad, Bihar", "Aurangabad, Maharashtra"]),
            ("Bhavani, Ero", &["Erode, Tamil Nadu"]),
            ("Coimbatroe", &["Coimbatore, Tamil Nadu"]),
            ("", &[]),
            ("qqqq", &[]),
        ] {
            let list = grow.guest().get(&path(typed)).await.json(200);
            assert_eq!(names(&list), first, "{typed}");
        }
        let many = grow.guest().get(&path("a")).await.json(200);
        assert_eq!(many["items"].as_array().unwrap().len(), 8);
    }

    async fn a_pin_code_tells_the_district_or_the_districts_to_ask_about(grow) {
        for (typed, first, resolved) in [
            ("638052", &["Erode, Tamil Nadu"][..], json!("tn-erode")),
            ("பெருந்துறை ௬௩௮ ௦௫௨", &["Erode, Tamil Nadu"], json!("tn-erode")),
            ("638051", &["Erode, Tamil Nadu", "Tiruppur, Tamil Nadu"], Value::Null),
            ("999999", &[], Value::Null),
        ] {
            let list = grow.guest().get(&path(typed)).await.json(200);
            assert_eq!((&names(&list)[..], &list["resolved"]["key"]), (&first.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()[..], &resolved), "{typed}");
        }
    }

    async fn the_districts_of_a_state_are_listed_whatever_is_typed(grow) {
        let list = grow.guest().get("/api/v1/places?q=Perundurai&state=IN-TN&lang=ta").await.json(200);
        let items = list["items"].as_array().unwrap();
        assert!(items.len() > 30 && items.iter().all(|item| item["region"] == "IN-TN"), "{list}");
        assert!(items.iter().any(|item| item["name"] == "ஈரோடு"), "{list}");
        assert_eq!(list["resolved"], Value::Null);
    }

    async fn other_names_are_told(grow) {
        for (typed, key, matched) in
            [("Tuticorin", "tn-thoothukkudi", "Tuticorin"), ("ஈரோ", "tn-erode", "ஈரோடு"), ("वाराण", "up-varanasi", "वाराणसी")]
        {
            let list = grow.guest().get(&path(typed)).await.json(200);
            assert_eq!((&list["items"][0]["key"], &list["items"][0]["matched_name"]), (&json!(key), &json!(matched)));
        }
    }

    async fn a_subdistrict_suggests_its_district_and_with_its_state_tells_it(grow) {
        let sambhal = json!({
            "key": "up-sambhal", "name": "Sambhal", "state": "Uttar Pradesh", "region": "IN-UP",
            "matched_name": null, "subdistrict": "Chandausi"
        });
        for (typed, resolved) in [("Chandausi", Value::Null), ("Chandausi, Uttar Pradesh", json!("up-sambhal"))] {
            let list = grow.guest().get(&path(typed)).await.json(200);
            assert_eq!((&list["items"], &list["resolved"]["key"]), (&json!([sambhal]), &resolved), "{typed}");
        }
        let list = grow.guest().get(&path("Fatehpur, Uttar Pradesh")).await.json(200);
        assert_eq!(names(&list), ["Fatehpur, Uttar Pradesh", "Bara Banki, Uttar Pradesh"]);
        assert_eq!(list["resolved"], Value::Null);
    }

    async fn an_impossible_place_query_is_refused(grow) {
        let guest = grow.guest();
        let problem = guest.get(&path(&"x".repeat(201))).await.problem(422, "invalid-place");
        assert_eq!(problem["field"], "q");
        guest.get(&path("Ero\u{7}de")).await.problem(422, "invalid-place");
        for query in ["?place=Erode", "?q=Erode&limit=9"] {
            guest.get(&format!("/api/v1/places{query}")).await.problem(400, "malformed-query");
        }
        guest.get(&path(&"தே".repeat(100))).await.json(200);
        assert_eq!(guest.get("/api/v1/places").await.json(200), json!({ "items": [], "resolved": null }));
        guest.get("/api/v1/places?state=IN-XX").await.problem(404, "unknown-region");
        guest.get("/api/v1/places?state=IN").await.problem(404, "unknown-region");
    }
}
