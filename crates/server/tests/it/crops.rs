//! 'Sixteen crops in each crop list.'

use crate::both_servers;
use serde_json::json;

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

    async fn a_crop_is_found_by_any_of_its_names(grow) {
        let guest = grow.guest();
        let cholam = json!({
            "crop": "cholam",
            "name": "CHOLAM",
            "display_name": "Sorghum",
            "slug": "sorghum",
            "emoji": "🌿",
            "yield_min_kg_per_ha": 1100,
            "yield_max_kg_per_ha": 2900,
        });
        for name in ["cholam", "CHOLAM", "Sorghum", "sorghum"] {
            assert_eq!(guest.get(&format!("/api/v1/crops/{name}")).await.json(200), cholam, "{name}");
        }
        for (name, key) in
            [("RED%20GRAM", "redGram"), ("potatoes", "potato"), ("CUMBU", "cumbo"), ("%20ragi%20", "ragi")]
        {
            assert_eq!(guest.get(&format!("/api/v1/crops/{name}")).await.json(200)["crop"], key);
        }
    }

    async fn an_unknown_name_is_told_to_select_a_valid_crop(grow) {
        for name in ["wheat", "groundnuts", "0", "%00", "%F0%9F%8C%BE", "..%2Fdemand"] {
            let answer = grow.guest().get(&format!("/api/v1/crops/{name}")).await;
            assert_eq!(answer.problem(404, "unknown-crop")["detail"], "Select a valid crop.", "{name}");
        }
    }
}
