//! The full record of a sample farmer: created once, in a new database.

use crate::grow::Grow;
use crate::privacy::delete_account;
use crate::start::start_with;
use grow_server::{Config, OidcClient};
use grow_store::both_stores;
use serde_json::{Value, json};

const FARMERS: &str = "SELECT COUNT(*) FROM farmers";

fn with_sample_record(config: Config) -> Config {
    Config { sample_record: true, ..config }
}

both_stores! {
    async fn a_new_development_database_has_one_farmer_with_a_full_record_beside_empty_ones(store) {
        let grow = Grow::serve_with(store, with_sample_record).await;
        let murugan = grow.guest();
        murugan.sign_in("murugan@example.in").await;
        let record = murugan.get("/api/v1/me/profile").await.json(200);
        assert_eq!((&record["complete"], &record["place_status"]), (&json!(true), &json!("resolved")));
        assert_eq!((&record["district"]["key"], &record["npk"]), (&json!("tn-erode"), &json!({ "n": 180.0, "p": 30.0, "k": 250.0 })));
        let known = murugan.get("/api/v1/me/recommendations/known-crops").await.json(200);
        assert_eq!((known["crops"].as_array().unwrap().len(), &known["missing"]), (4, &Value::Null));
        let suited = murugan.get("/api/v1/me/recommendations/soil-climate").await.json(200);
        assert_eq!((&suited["missing"], &suited["soil_tested"]), (&Value::Null, &json!(true)));
        let sowings = murugan.get("/api/v1/me/sowings").await.json(200);
        let sown: Vec<_> = sowings["items"].as_array().unwrap().iter().map(|one| (&one["crop"], &one["days_since_sowing"])).collect();
        assert_eq!(sown, [(&json!("onion"), &json!(3)), (&json!("maize"), &json!(12)), (&json!("groundnut"), &json!(40))]);
        assert_eq!(murugan.get("/api/v1/me/sessions").await.json(200)["items"].as_array().unwrap().len(), 1);
        let meena = grow.farmer("meena").await;
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["complete"], false);
        assert_eq!(grow.store.number(FARMERS).await, 2);
        let differences = grow.store.differences().await.unwrap();
        assert!(differences.is_empty(), "{differences:?}");

        delete_account(&murugan).await;
        let (listen, public_url) = (grow.address.to_string(), format!("http://{}", grow.address));
        assert_eq!(start_with(&grow.store, &listen, &public_url, None, with_sample_record).await, None);
        murugan.sign_in("murugan@example.in").await;
        assert_eq!(murugan.get("/api/v1/me/profile").await.json(200)["number"], "", "deleted is deleted");
        grow.stop().await;
    }

    async fn no_sample_farmer_is_added_without_the_setting_or_to_a_used_database(store) {
        for configure in [(|config| config) as fn(Config) -> Config, with_sample_record] {
            assert_eq!(start_with(&store, "127.0.0.1:8080", "http://127.0.0.1:8080", None, configure).await, None);
            assert_eq!(store.number(FARMERS).await, 0);
        }
    }

    async fn no_sample_farmer_exists_with_another_identity_provider(store) {
        let oidc = OidcClient {
            issuer: "https://accounts.google.com".to_owned(),
            name: None,
            client_id: "grow".to_owned(),
            client_secret: None,
        };
        let public_url = "https://grow.example";
        assert_eq!(start_with(&store, "127.0.0.1:8080", public_url, Some(oidc), with_sample_record).await, None);
        assert_eq!(store.number(FARMERS).await, 0);
    }
}
