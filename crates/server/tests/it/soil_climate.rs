//! 'Recommended crops based on soil and climate': 'only crops with `predicted_probability` above 0.1 are included,
//! ordered by probability descending', with their reasons.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::shipped;
use serde_json::{Value, json};

const RECOMMENDED: &str = "/api/v1/me/recommendations/soil-climate";

async fn lives_in(farmer: &Browser, place: &str) {
    farmer.put("/api/v1/me/place", json!({ "place": place })).await.json(200);
}

async fn has_tested(farmer: &Browser, n: u32, p: u32, k: u32) {
    farmer.put("/api/v1/me/npk", json!({ "n": n, "p": p, "k": k })).await.json(200);
}

async fn recommended(farmer: &Browser) -> Value {
    farmer.get(RECOMMENDED).await.json(200)
}

fn crops(answer: &Value) -> &Vec<Value> {
    answer["crops"].as_array().unwrap()
}

fn probability(row: &Value) -> f64 {
    row["probability"].as_f64().unwrap()
}

both_servers! {
    async fn a_farmer_of_erode_with_180_30_250_sees_a_ranked_table_with_reasons(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        has_tested(&meena, 180, 30, 250).await;
        let answer = recommended(&meena).await;
        assert_eq!(answer["district"], json!({ "key": "tn-erode", "name": "Erode", "state": "Tamil Nadu", "region": "IN-TN" }));
        assert_eq!((&answer["missing"], &answer["soil_tested"]), (&Value::Null, &json!(true)));
        assert_eq!((&answer["region"], &answer["crop_year"]), (&json!("IN"), &json!(2026)));
        assert_eq!(answer["model_version"], shipped().version());
        assert_eq!(answer["basis"], "own-district");

        let rows = crops(&answer);
        assert!((1..=9).contains(&rows.len()), "{answer}");
        assert!(rows.iter().all(|row| probability(row) > 0.1));
        assert!(rows.is_sorted_by(|a, b| probability(a) >= probability(b)));
        assert!(rows.iter().map(probability).sum::<f64>() <= 1.0);
        let demand = grow.demand().await;
        for row in rows {
            let standing = crate::grow::row(&demand, row["crop"].as_str().unwrap());
            for member in ["name", "demand_tonnes", "met_tonnes", "need_tonnes", "met_percent"] {
                assert_eq!(row[member], standing[member]);
            }
            let reasons = &row["reasons"];
            let districts = reasons["districts"].as_array().unwrap();
            assert_eq!(districts.len(), 3);
            assert_eq!((&districts[0]["district"], &districts[0]["is_own"]), (&json!("Erode"), &json!(true)));
            assert!(districts[1..].iter().all(|source| source["is_own"] == false && source["state"].is_string()));
            let weight = districts.iter().map(|source| source["weight"].as_f64().unwrap()).sum::<f64>();
            let others = reasons["others"]["weight"].as_f64().unwrap();
            assert!((weight + others - 1.0).abs() < 1e-5, "{reasons}");
            assert!(reasons["rest"].as_array().unwrap().iter().all(|rest| rest["cause"].is_string()));
            let ratings: Vec<_> = reasons["nutrients"].as_array().unwrap().iter().map(|gap| &gap["rating"]).collect();
            assert_eq!(ratings, ["low", "high", "medium"]);
            assert_eq!(reasons["nutrients"][0]["soil_kg_per_ha"], 180.0);
        }
    }

    async fn the_plan_is_in_kilograms_of_nutrient_and_in_bags(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        has_tested(&meena, 180, 30, 250).await;
        let answer = recommended(&meena).await;
        for row in crops(&answer) {
            let (plan, gaps) = (&row["reasons"]["plan"], &row["reasons"]["nutrients"]);
            for (given, gap, part) in [("n", 0, 1.25), ("p2o5", 1, 0.75), ("k2o", 2, 1.0)] {
                let dose = gaps[gap]["dose_kg_per_ha"].as_f64().unwrap();
                let given = plan[format!("{given}_kg_per_ha")].as_f64().unwrap();
                assert!((given - dose * part).abs() <= 0.05 + 1e-9, "{given} of {dose}");
            }
            for way in ["with_dap", "with_ssp"] {
                let bags = &plan["bags"][way];
                for (fertiliser, kg) in [("urea", 45.0), ("dap", 50.0), ("ssp", 50.0), ("mop", 50.0)] {
                    assert_eq!(bags[fertiliser]["kg_per_bag"], kg);
                    assert!(bags[fertiliser]["bags"].as_f64().unwrap() >= 0.0);
                }
            }
            assert_eq!(plan["bags"]["with_ssp"]["dap"]["bags"], 0.0);
        }
    }

    async fn a_plan_is_for_the_situation_of_the_district_and_others_may_be_chosen(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Thanjavur").await;
        let answer = recommended(&meena).await;
        let paddy = crops(&answer).iter().find(|row| row["crop"] == "paddy").expect("paddy in the delta");
        let (plan, others) = (&paddy["reasons"]["plan"], paddy["reasons"]["other_plans"].as_array().unwrap());
        assert_eq!((&plan["key"], &plan["situation"]), (&json!("delta"), &json!("Irrigated, Cauvery delta")));
        assert_eq!(plan["dose"], json!({ "n": 150.0, "p": 50.0, "k": 50.0 }));
        assert_eq!(plan["publisher"], "Tamil Nadu Agricultural University");
        assert!(plan["source"].as_str().unwrap().starts_with("http://agritech.tnau.ac.in/"));
        assert_eq!(paddy["reasons"]["nutrients"][0]["dose_kg_per_ha"], 150.0);
        let rainfed = others.iter().find(|plan| plan["key"] == "rainfed").unwrap();
        assert_eq!((&rainfed["n_kg_per_ha"], &rainfed["bags"]["with_ssp"]["mop"]["bags"]), (&json!(50.0), &json!(0.83)));
    }

    async fn changing_npk_changes_the_table_within_the_bounds(grow) {
        let meena = grow.farmer("meena").await;
        lives_in(&meena, "Erode").await;
        let untested = recommended(&meena).await;
        assert_eq!(untested["soil_tested"], false);
        for row in crops(&untested) {
            for gap in row["reasons"]["nutrients"].as_array().unwrap() {
                assert_eq!((&gap["rating"], &gap["soil_kg_per_ha"]), (&json!("not-tested"), &Value::Null));
                assert_eq!(gap["short_kg_per_ha"], Value::Null);
            }
        }
        let mut seen = vec![untested.clone()];
        for (n, p, k) in [(180, 30, 250), (600, 40, 400), (50, 2, 30)] {
            has_tested(&meena, n, p, k).await;
            let tested = recommended(&meena).await;
            assert!(seen.iter().all(|before| crops(before) != crops(&tested)), "{n}, {p}, {k} changes something");
            for row in crops(&tested) {
                if let Some(before) = crops(&untested).iter().find(|before| before["crop"] == row["crop"]) {
                    let moved = probability(row) / probability(before);
                    assert!((4.0 / 9.0..=9.0 / 4.0).contains(&moved), "{moved}: a factor of 3/2, and the sum of as much");
                }
            }
            seen.push(tested);
        }
        has_tested(&meena, 0, 0, 0).await;
        assert_eq!(recommended(&meena).await, untested, "0, 0, 0 means 'not tested'");
        meena.put("/api/v1/me/npk", json!({ "n": 300, "p": null, "k": 0 })).await.json(200);
        let only_n = recommended(&meena).await;
        assert_eq!(only_n["soil_tested"], true);
        for row in crops(&only_n) {
            let ratings: Vec<_> = row["reasons"]["nutrients"].as_array().unwrap().iter().map(|gap| &gap["rating"]).collect();
            assert_eq!(ratings, ["medium", "not-tested", "not-tested"], "each for itself");
        }
    }

    async fn without_a_district_the_answer_says_why_there_is_no_prediction(grow) {
        let meena = grow.farmer("meena").await;
        for (place, missing) in [
            ("", json!("place-missing")),
            ("Atlantis", json!("place-unknown")),
            ("Aurangabad", json!("place-ambiguous")),
            ("Erode", Value::Null),
            ("", json!("place-missing")),
        ] {
            lives_in(&meena, place).await;
            let answer = recommended(&meena).await;
            assert_eq!(answer["missing"], missing, "{place}");
            assert_eq!(answer["district"].is_null(), !missing.is_null(), "{place}");
            assert_eq!(crops(&answer).is_empty(), !missing.is_null(), "{place}");
        }
    }

    async fn the_answer_says_what_it_rests_on_and_has_no_shares_for_land_like_none_known(grow) {
        let meena = grow.farmer("meena").await;
        for (place, basis) in [("Erode", "own-district"), ("Ranipet, Tamil Nadu", "model"), ("Leh", "none"), ("Nilgiris", "none")] {
            lives_in(&meena, place).await;
            let answer = recommended(&meena).await;
            assert_eq!((&answer["basis"], &answer["missing"]), (&json!(basis), &Value::Null), "{place}");
            assert_eq!(crops(&answer).is_empty(), basis == "none", "{place}");
        }
        let copy = meena.get("/api/v1/me/export").await.json(200);
        assert_eq!(copy["prediction"]["basis"], "none");
        assert_eq!(copy["prediction"]["millionths"], json!({}));
        lives_in(&meena, "").await;
        assert_eq!(recommended(&meena).await["basis"], Value::Null);
    }

    async fn a_prediction_is_visible_to_its_owner_only(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        lives_in(&meena, "Erode").await;
        assert!(!crops(&recommended(&meena).await).is_empty());
        assert_eq!(recommended(&murugan).await["missing"], "place-missing");
    }
}
