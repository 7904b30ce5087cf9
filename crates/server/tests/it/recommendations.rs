//! 'Recommended crops based on known crops': 'default sort: descending by met'.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::noon;
use serde_json::{Value, json};

const RECOMMENDED: &str = "/api/v1/me/recommendations/known-crops";

async fn knows(browser: &Browser, crops: &[&str]) {
    for crop in crops {
        browser.put(&format!("/api/v1/me/known-crops/{crop}"), json!({})).await.json(200);
    }
}

async fn recommended(browser: &Browser) -> Vec<Value> {
    let crops = browser.get(RECOMMENDED).await.json(200)["crops"].clone();
    crops.as_array().unwrap().iter().map(|row| row["crop"].clone()).collect()
}

both_servers! {
    async fn a_farmer_without_known_crops_gets_an_empty_list(grow) {
        let meena = grow.farmer("meena").await;
        let expected = json!({
            "region": "IN", "crop_year": 2026, "as_of": "2026-06-15T12:00:00Z", "missing": null, "crops": []
        });
        assert_eq!(meena.get(RECOMMENDED).await.json(200), expected);
        assert_eq!(grow.newcomer("murugan").await.get(RECOMMENDED).await.json(200), expected, "nothing is missing yet");
    }

    async fn after_consent_is_taken_back_known_crops_are_not_compared(grow) {
        let meena = grow.farmer("meena").await;
        knows(&meena, &["paddy", "onion"]).await;
        meena.delete("/api/v1/me/consent").await.is_empty(204);
        let answer = meena.get(RECOMMENDED).await.json(200);
        assert_eq!((&answer["missing"], &answer["crops"]), (&json!("consent-missing"), &json!([])));
        meena.agree().await;
        let answer = meena.get(RECOMMENDED).await.json(200);
        assert_eq!((&answer["missing"], answer["crops"].as_array().unwrap().len()), (&Value::Null, 2));
    }

    async fn only_known_crops_most_met_first(grow) {
        let meena = grow.farmer("meena").await;
        knows(&meena, &["horseGram", "groundnut", "paddy", "RED%20GRAM", "Potatoes"]).await;
        knows(&grow.farmer("murugan").await, &["cotton"]).await;
        assert_eq!(recommended(&meena).await, ["paddy", "potato", "groundnut", "redGram", "horseGram"]);
        meena.delete("/api/v1/me/known-crops/paddy").await.json(200);
        assert_eq!(recommended(&meena).await, ["potato", "groundnut", "redGram", "horseGram"]);
    }

    async fn each_has_its_row_of_the_demand(grow) {
        let meena = grow.farmer("meena").await;
        knows(&meena, &["onion", "ragi"]).await;
        let overview = grow.demand().await;
        let answer = meena.get(RECOMMENDED).await.json(200);
        for row in answer["crops"].as_array().unwrap() {
            assert_eq!(row, crate::grow::row(&overview, row["crop"].as_str().unwrap()));
        }
        assert_eq!(answer["as_of"], overview["as_of"]);
    }

    async fn the_order_follows_what_is_sown(grow) {
        let meena = grow.farmer("meena").await;
        knows(&meena, &["ragi", "blackGram"]).await;
        assert_eq!(recommended(&meena).await, ["blackGram", "ragi"]);
        // The met amount of ragi is 251,000 tonnes below that of black gram. Each of these sowings adds 17,000.
        let before = grow.met("ragi").await;
        for n in 0..22 {
            let sowing = meena.sow(&format!("sowing-{n:03}"), "RAGI", 10_000.0).await;
            assert_eq!(sowing["is_counted"], false, "2,000 ha of a farmer count by themselves");
        }
        assert_eq!(grow.met("ragi").await, before);
        assert_eq!(recommended(&meena).await, ["blackGram", "ragi"]);
        for waiting in grow.store.waiting_sowings(None, 100).await.unwrap().0 {
            grow.store.count_sowing(waiting.sowing.id, noon()).await.unwrap();
        }
        assert_eq!(recommended(&meena).await, ["ragi", "blackGram"]);
    }
}
