//! What one farmer asks for does not take anything from others: exports, a large account's erasure, a statement that
//! waits, and guests who open many details.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, TOO_LONG, until};
use crate::wire::Wire;
use futures_util::future::join_all;
use grow_domain::bounds::Bounds;
use grow_server::Config;
use grow_store::testing;
use grow_store::{DatabaseUrl, both_stores};
use http::{Method, header};
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A farmer's sowings beyond several pages and batches.
const MANY: usize = 1_234;

/// Gives a farmer many sowings of 10 kg groundnut each, behind the store's back.
async fn with_many_sowings(grow: &Grow, farmer: &Browser) {
    let id = farmer.farmer_id().await;
    let (series, id, of_number) = match grow.store.url() {
        DatabaseUrl::Sqlite(_) => (
            format!("WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {MANY})"),
            format!("x'{}'", id.replace('-', "")),
            "unhex(printf('019ecb2722007111b276%012x', n))",
        ),
        DatabaseUrl::Postgres(_) => (
            format!("WITH n AS (SELECT * FROM generate_series(1, {MANY}) AS n)"),
            format!("'{id}'"),
            "CAST('019ecb2722007111b276' || lpad(to_hex(n), 12, '0') AS UUID)",
        ),
    };
    let supply = |region: &str| format!("('{region}', 2026, 'groundnut', 320, {MANY} * 10, 1)");
    grow.store
        .tamper(&format!(
            "{series} INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                           field_size_m2, expected_yield_kg, sown_at)
             SELECT {id}, 'key ' || n, {of_number}, 'IN-TN', 'groundnut', 2026, 100, 10, 1781524800000000 FROM n;
             INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision) VALUES {}, {};
             INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg)
             VALUES (1781524800000000, 'sowing', 'IN-TN', 'groundnut', 2026, {MANY} * 10)",
            supply("IN-TN"),
            supply("IN")
        ))
        .await;
}

async fn delete_account(farmer: &Browser) {
    let request = farmer.request(Method::DELETE, "/api/v1/me").json(&json!({ "confirmation": "DELETE" }));
    farmer.send(request).await.is_empty(204);
}

both_servers! {
    async fn a_large_account_is_closed_at_once_and_leaves_the_supply_exactly(grow) {
        let before = grow.met("groundnut").await;
        let meena = grow.farmer("meena").await;
        with_many_sowings(&grow, &meena).await;
        until("the sowings are seen", async || grow.met("groundnut").await != before).await;
        delete_account(&meena).await;
        meena.get("/api/v1/me/sowings").await.problem(401, "not-signed-in");
        let again = grow.newcomer("meena").await;
        assert!(again.get("/api/v1/me/sowings").await.json(200)["items"].as_array().unwrap().is_empty(), "a new account");
        until("met is what it was", async || grow.met("groundnut").await == before).await;
        assert_eq!(grow.store.differences().await.unwrap(), []);
        until("every row is deleted", async || grow.store.number("SELECT COUNT(*) FROM sowings").await == 0).await;
        until("the account is deleted", async || grow.store.number("SELECT COUNT(*) FROM farmers").await == 1).await;
    }

    async fn a_copy_of_many_sowings_has_each_of_them_once(grow) {
        let meena = grow.farmer("meena").await;
        with_many_sowings(&grow, &meena).await;
        let copy = meena.get("/api/v1/me/export").await.json(200);
        let keys = |part: &str, member: &str| -> BTreeSet<String> {
            copy[part].as_array().unwrap().iter().map(|item| item[member].to_string()).collect()
        };
        assert_eq!((copy["sowings"].as_array().unwrap().len(), keys("sowings", "id").len()), (MANY, MANY));
        assert_eq!(copy["requests"].as_array().unwrap().len(), MANY);
        let table = meena.get("/api/v1/me/export.csv").await;
        let table = table.text();
        assert_eq!(table.lines().filter(|line| line.contains(",groundnut,")).count(), MANY);
        assert_eq!(table.matches("crop_name").count(), 1, "one heading");
        let documents = meena.get("/api/v1/me/export?shape=documents").await;
        let documents = documents.text();
        let lines: Vec<Value> = documents.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let sowings = lines.iter().find(|line| line["collection"] == "grow").unwrap();
        assert_eq!(sowings["data"]["sowing"].as_array().unwrap().len(), MANY);
    }

    async fn a_farmer_has_one_export_at_a_time(grow) {
        let meena = grow.farmer("meena").await;
        with_many_sowings(&grow, &meena).await;
        let answers = join_all((0..16).map(|_| meena.get("/api/v1/me/export"))).await;
        let made = answers.iter().filter(|answer| answer.status == 200).count();
        assert!(made >= 1);
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            refused.problem(429, "export-running");
            assert!(refused.headers.contains_key(header::RETRY_AFTER));
        }
        meena.get("/api/v1/me/export").await.json(200);
    }

    async fn exports_take_nothing_from_others(grow) {
        let mut exporters = Vec::new();
        for n in 0..16 {
            exporters.push(grow.farmer(&format!("exporter-{n}")).await);
        }
        let murugan = grow.farmer("murugan").await;
        let exports = join_all(exporters.iter().map(|exporter| exporter.get("/api/v1/me/export")));
        let sowings = join_all((0..20).map(async |n: u32| murugan.sow(&format!("sowing-of-{n}"), "RAGI", 1.0).await));
        let guest = grow.guest();
        let (exports, _, ready) = tokio::join!(exports, sowings, guest.get("/readyz"));
        assert_eq!(ready.status, 200);
        assert!(exports.iter().all(|answer| [200, 429].contains(&answer.status.as_u16())));
    }

    async fn guests_who_open_every_detail_after_a_commit_are_all_answered(grow) {
        grow.farmer("meena").await.sow("meena-first", "GROUNDNUT", 1.25).await;
        let crops = ["paddy", "cholam", "cumbo", "ragi", "maize", "redGram", "bengalGram", "greenGram"];
        let guest = grow.guest();
        let asks = crops.iter().cycle().take(32).map(|crop| format!("/api/v1/demand/states?crop={crop}"));
        let answers = join_all(asks.map(async |path| guest.get(&path).await.status)).await;
        assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
    }
}

both_stores! {
    async fn the_bounds_of_a_farmer_refuse_what_adds_and_never_what_takes_away(store) {
        let bounds = Bounds { sowings: 2, changes: 3, agreements: 2 };
        let grow = Grow::serve_with(store, |config| Config { bounds, ..config }).await;
        let meena = grow.farmer("meena").await;
        let sowing = meena.sow("key-of-first", "RAGI", 1.0).await;
        meena.sow("key-of-second", "RAGI", 1.0).await;
        let refused = meena.ask_to_sow("key-of-third", "RAGI", 1.0).await;
        assert_eq!(refused.problem(422, "too-many-sowings")["limit"], json!({ "sowings": 2 }));
        assert_eq!(meena.sow("key-of-first", "RAGI", 1.0).await["id"], sowing["id"], "a repeated key gets its answer");

        meena.put("/api/v1/me/place", json!({ "place": "Salem" })).await.json(200);
        meena.put("/api/v1/me/known-crops/ragi", json!({})).await;
        let plan = meena.plan("key-of-plan", "RAGI", 1.0).await;
        for refused in [
            meena.put("/api/v1/me/place", json!({ "place": "Erode" })).await,
            meena.put("/api/v1/me/language", json!({ "language": "ta" })).await,
        ] {
            assert_eq!(refused.problem(422, "too-many-changes")["limit"], json!({ "changes": 3 }));
        }
        meena.delete("/api/v1/me/known-crops/ragi").await;
        meena.delete(&format!("/api/v1/me/intentions/{}", plan["id"].as_str().unwrap())).await.is_empty(204);
        meena.delete(&format!("/api/v1/me/sowings/{}", sowing["id"].as_str().unwrap())).await.is_empty(204);
        meena.ask_to_sow("key-of-fourth", "RAGI", 1.0).await.problem(422, "too-many-sowings");
        meena.get("/api/v1/me/export").await.json(200);

        meena.delete("/api/v1/me/consent").await.is_empty(204);
        meena.agree().await;
        meena.delete("/api/v1/me/consent").await.is_empty(204);
        let notice = grow.guest().get("/api/v1/privacy-notice").await.json(200);
        let agree = meena.put("/api/v1/me/consent", json!({ "version": notice["version"], "language": "en" })).await;
        agree.problem(429, "too-many-agreements");
        assert!(agree.headers.contains_key(header::RETRY_AFTER));
        delete_account(&meena).await;
    }
}

/// Begins an export and reads only its head.
async fn begin_export(grow: &Grow, farmer: &Browser) -> Wire {
    let mut slow = Wire::connect_to_read_slowly(grow).await.unwrap();
    let session = farmer.cookie("grow_session").unwrap();
    slow.send(format!("GET /api/v1/me/export HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={session}\r\n\r\n")).await;
    let head = slow.head().await;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    slow
}

/// On one database: the limits do not depend on it. The exports are larger than what the system keeps of an answer that
/// is not read.
#[tokio::test]
async fn exports_that_are_not_read_keep_nobody_from_theirs() {
    let grow = Grow::serve(testing::sqlite().await).await;
    let mut unread = Vec::new();
    let mut farmers = Vec::new();
    for name in ["meena", "murugan", "asha"] {
        let farmer = grow.farmer(name).await;
        let id = farmer.farmer_id().await.replace('-', "");
        grow.store
            .tamper(&format!(
                "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
                 INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                                      field_size_m2, expected_yield_kg, sown_at)
                 SELECT x'{id}', 'key ' || n, unhex(printf('%s%012x', substr('{id}', 1, 20), n)), 'IN-TN', 'groundnut',
                        2026, 100, 10, 1781524800000000 FROM n"
            ))
            .await;
        unread.push(begin_export(&grow, &farmer).await);
        farmers.push(farmer);
    }
    let kavitha = grow.farmer("kavitha").await;
    for _ in 0..3 {
        kavitha.get("/api/v1/me/export").await.json(200);
    }

    let meena = &farmers[0];
    meena.get("/api/v1/me/export").await.problem(429, "export-running");
    grow.clock.advance(SignedDuration::from_mins(10));
    let whole = meena.get("/api/v1/me/export").await.json(200);
    assert_eq!(whole["sowings"].as_array().unwrap().len(), 20_000);
    let broken_off = unread.remove(0).rest().await;
    assert!(!broken_off.ends_with("0\r\n\r\n"), "its time is over");
    drop(unread);
    grow.stop().await;
}

/// A write that waits for a lock until its time is up.
#[tokio::test]
async fn a_statement_that_waits_too_long_takes_nothing_from_others() {
    let grow = Grow::serve(testing::postgres().await).await;
    let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
    // A test build explains a statement when it is first prepared, which waits for the lock, too.
    meena.put("/api/v1/me/known-crops/maize", json!({})).await;
    let lock = grow.store.lock_table("known_crops").await;
    let waiting = async {
        meena.put("/api/v1/me/known-crops/ragi", json!({})).await.problem(503, "unavailable");
    };
    let others = async {
        for n in 0..50 {
            murugan.sow(&format!("sowing-of-{n}"), "RAGI", 1.0).await;
            assert_eq!(grow.guest().get("/readyz").await.status, 200);
        }
    };
    tokio::time::timeout(TOO_LONG, async { tokio::join!(waiting, others) }).await.unwrap();
    for n in 0..10 {
        murugan.sow(&format!("sowing-later-{n}"), "RAGI", 1.0).await;
    }
    drop(lock);
    grow.stop().await;
}
