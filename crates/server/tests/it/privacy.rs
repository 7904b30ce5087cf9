//! 'A plain, itemised notice with version and language, consent recorded before the first personal write, withdrawal as
//! easy; everything held can be downloaded, and an account deleted: nothing identifiable remains, and no backup brings
//! it back.'

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{CONTACT, Grow, met, random, until};
use crate::identity::{all_of, settle};
use crate::operations::operations;
use crate::start;
use grow_server::{App, Config};
use grow_store::testing::TestStore;
use grow_store::{DatabaseUrl, both_stores};
use http::{Method, header};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const CONSENT: &str = "/api/v1/me/consent";

/// Operations that need no consent: they store nothing about the farmer, or delete.
const FREE: [&str; 10] = [
    "sign_out",
    "end_own_session",
    "end_other_sessions",
    "give_consent",
    "withdraw_consent",
    "erase_account",
    "erase_imported_record",
    "remove_known_crop",
    "withdraw_sowing",
    "drop_intention",
];

/// Everything stored, except for the leases, which background jobs renew.
pub(crate) async fn about_farmers(grow: &Grow) -> Vec<String> {
    let mut rows = grow.store.everything().await;
    rows.retain(|row| !row.starts_with("leases"));
    rows
}

pub(crate) async fn delete_account(browser: &Browser) {
    let request = browser.request(Method::DELETE, "/api/v1/me").json(&json!({ "confirmation": "DELETE" }));
    let answer = browser.send(request).await;
    answer.is_empty(204);
    assert!(answer.header(header::SET_COOKIE).starts_with("grow_session=; Max-Age=0"), "{answer:?}");
}

both_servers! {
    async fn the_notice_is_itemised_and_names_whom_to_complain_to(grow) {
        let guest = grow.guest();
        let answer = guest.get("/api/v1/privacy-notice").await;
        let notice = answer.json(200);
        assert_eq!((&notice["version"], &notice["language"]), (&json!(9), &json!("en")));
        assert_eq!(notice["grievance_contact"], CONTACT);
        let items = notice["items"].as_array().unwrap();
        assert!(items.len() >= 10);
        for item in items {
            for member in ["what", "why", "how_long"] {
                assert!(item[member].as_str().is_some_and(|text| !text.is_empty()), "{item}");
            }
        }
        let again = guest.request(Method::GET, "/api/v1/privacy-notice");
        let again = again.header(header::IF_NONE_MATCH, answer.header(header::ETAG));
        assert_eq!(guest.send(again).await.status, 304);
    }

    async fn no_personal_write_without_consent(grow) {
        let mut asked = 0;
        for operation in operations().iter().filter(|operation| operation.is_own && !operation.method.is_safe()) {
            if FREE.contains(&operation.name.as_str()) {
                continue;
            }
            let name = &operation.name;
            // What the path names exists already, and the consent to it was taken back.
            let (meena, thing) = if operation.names.is_some() {
                let settled = settle(&grow, &format!("meena.{asked}"), "94430 98765", "Erode").await;
                let thing = settled.thing(operation.names).to_owned();
                let sowing = format!("/api/v1/me/sowings/{thing}");
                match name.as_str() {
                    "undo_closing" => {
                        let failed = settled.browser.request(Method::PATCH, &sowing).json(&json!({ "outcome": "failed" }));
                        settled.browser.send(failed).await.json(200);
                    }
                    "undo_withdrawal" => settled.browser.delete(&sowing).await.is_empty(204),
                    _ => {}
                }
                settled.browser.delete(CONSENT).await.is_empty(204);
                (settled.browser, thing)
            } else {
                (grow.newcomer("meena").await, "0".to_owned())
            };
            let before = about_farmers(&grow).await;
            let problem = operation.ask(&meena, &thing, "", operation.body.clone()).await.problem(403, "consent-required");
            assert!(problem["detail"].as_str().unwrap().starts_with("Nothing was saved."), "{problem}");
            assert_eq!(about_farmers(&grow).await, before, "{name}");
            meena.agree().await;
            let answer = operation.ask(&meena, &thing, "", operation.body.clone()).await;
            assert!(answer.status.is_success(), "{name}: {answer:?}");
            meena.delete(CONSENT).await.is_empty(204);
            asked += 1;
        }
        let what = "language, profile, NPK, place, land, units, water, soil, last crop, known crops, sowings, their end, \
                    undoing it or a withdrawal, plans, their sowing, an imported record";
        assert_eq!(asked, 17, "{what}");
    }

    async fn consent_is_given_shown_and_taken_back(grow) {
        let meena = grow.newcomer("meena").await;
        let none = json!({ "is_given": false, "notice_version": 9, "last": null });
        assert_eq!(meena.get(CONSENT).await.json(200), none);
        let given = meena.put(CONSENT, json!({ "version": 9, "language": "en" })).await.json(200);
        let last = json!({
            "version": 9, "language": "en", "given_at": "2026-06-15T12:00:00Z", "withdrawn_at": null
        });
        assert_eq!(given, json!({ "is_given": true, "notice_version": 9, "last": last }));
        assert_eq!(meena.get(CONSENT).await.json(200), given);
        for _ in 0..2 {
            meena.delete(CONSENT).await.is_empty(204);
        }
        let after = meena.get(CONSENT).await.json(200);
        assert_eq!((&after["is_given"], &after["last"]["withdrawn_at"]), (&json!(false), &json!("2026-06-15T12:00:00Z")));
    }

    async fn without_consent_nothing_is_predicted_and_the_record_can_be_read_and_exported(grow) {
        let meena = settle(&grow, "meena", "94430 98765", "Erode").await.browser;
        let path = "/api/v1/me/recommendations/soil-climate";
        assert_eq!(meena.get(path).await.json(200)["missing"], Value::Null);
        meena.delete(CONSENT).await.is_empty(204);
        let answer = meena.get(path).await.json(200);
        assert_eq!((&answer["missing"], &answer["crops"]), (&json!("consent-missing"), &json!([])));
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["place"], "Erode");
        meena.get("/api/v1/me/export").await.json(200);
        meena.delete("/api/v1/me/known-crops/gingelly").await.json(200);
        let sowings = meena.get("/api/v1/me/sowings").await.json(200);
        let id = sowings["items"][0]["id"].as_str().unwrap();
        meena.delete(&format!("/api/v1/me/sowings/{id}")).await.is_empty(204);
        meena.agree().await;
        assert_eq!(meena.get(path).await.json(200)["missing"], Value::Null, "agreed again");
    }

    async fn everything_held_can_be_downloaded(grow) {
        let meena = settle(&grow, "meena", "+91 94430 98765", "Erode").await.browser;
        meena.put("/api/v1/me/water", json!({ "water": "once_or_twice" })).await.json(200);
        meena.put("/api/v1/me/soil", json!({ "soil": "heavy" })).await.json(200);
        meena.put("/api/v1/me/last-crop", json!({ "last_crop": "wheat" })).await.json(200);
        let answer = meena.get("/api/v1/me/export").await;
        assert_eq!(answer.header(header::CONTENT_DISPOSITION), "attachment; filename=\"grow-my-data.json\"");
        let data = answer.json(200);
        let at = json!("2026-06-15T12:00:00Z");
        assert_eq!(data["account"]["email"], "meena@example.in");
        let record = json!({
            "number": "+91 94430 98765", "place": "Erode", "district": "tn-erode",
            "n_g_per_ha": 0, "p_g_per_ha": 0, "k_g_per_ha": 0,
            "land_ha": null, "land_entered": null, "land_unit": null, "unit_sizes": [],
            "water": "once_or_twice", "soil": "heavy", "last_crop": "wheat", "soil_test": null,
            "farmerid": "", "mailid": [], "saved_at": at
        });
        assert_eq!(data["record"], record);
        assert_eq!(data["known_crops"], json!([{ "crop": "gingelly", "added_at": at }]));
        let sowing = &data["sowings"][0];
        assert_eq!((&sowing["crop"], &sowing["region"]), (&json!("gingelly"), &json!("IN-TN")));
        assert_eq!((&sowing["idempotency_key"], &sowing["field_size_ha"]), (&json!("first-of-meena"), &json!(1.25)));
        assert_eq!(data["requests"][0]["body"]["number"], "+91 94430 98765");
        assert_eq!(data["requests"].as_array().unwrap().len(), 7);
        let plan = &data["intentions"][0];
        assert_eq!((&plan["crop"], &plan["region"]), (&json!("gingelly"), &json!("IN-TN")));
        assert_eq!((&plan["field_size_ha"], &plan["outcome"]), (&json!(0.5), &Value::Null));
        assert_eq!(data["advice_draw"], Value::Null);
        let shares = data["prediction"]["millionths"].as_object().unwrap();
        assert_eq!(shares.values().filter_map(Value::as_u64).sum::<u64>(), 1_000_000);
        assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(data["consents"][0]["version"], 9);

        let (sowing, plan) = (sowing["id"].as_str().unwrap(), plan["id"].as_str().unwrap());
        let gingelly = "gingelly,Gingelly,எள்,तिल";
        for (query, file, lines) in [
            ("", "sowings", vec![
                "id,crop,crop_name,tamil_name,hindi_name,field_size_ha,entered_size,entered_unit,\
                 entered_unit_square_metres,expected_yield_kg,yield_min_kg_per_ha,yield_max_kg_per_ha,sown_on,\
                 recorded_at,crop_year,region,maturity,is_counted,outcome,outcome_at,harvested_kg,withdrawn_at,\
                 as_stored"
                    .to_owned(),
                format!(
                    "{sowing},{gingelly},1.25,,,,1500,800,1600,2026-06-15,2026-06-15 17:30:00,2026,IN-TN,,true,,,,,"
                ),
            ]),
            ("?part=plans", "plans", vec![format!("{plan},{gingelly},0.5,,,,600,IN-TN,2026-06-15 17:30:00,2026-07-15,,,,600,")]),
            ("?part=record", "record", vec![
                "part,item,field,value".to_owned(),
                "account,1,email,meena@example.in".to_owned(),
                "record,1,number,'+91 94430 98765".to_owned(),
                "record,1,water,once_or_twice".to_owned(),
                "record,1,soil,heavy".to_owned(),
            ]),
            ("?part=requests", "requests", vec!["2026-06-15 17:30:00,soil,\"{\"\"soil\"\":\"\"heavy\"\"}\"".to_owned()]),
            ("?part=consents", "consents", vec!["9,en,2026-06-15 17:30:00,".to_owned()]),
        ] {
            let answer = meena.get(&format!("/api/v1/me/export.csv{query}")).await;
            assert_eq!(answer.header(header::CONTENT_TYPE), "text/csv; charset=utf-8");
            let expected = format!("attachment; filename=\"grow-my-{file}.csv\"");
            assert_eq!(answer.header(header::CONTENT_DISPOSITION), expected.as_str());
            let text = answer.text().strip_prefix('\u{feff}').expect("the mark by which a spreadsheet knows UTF-8");
            let found: Vec<_> = text.split("\r\n").collect();
            for line in lines {
                assert!(found.contains(&line.as_str()), "{line} in {found:?}");
            }
        }
        let problem = meena.get("/api/v1/me/export.csv?part=crops").await.problem(400, "unknown-part");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.ends_with("sowings, plans, record, requests, consents."), "{detail}");
        meena.get("/api/v1/me/export.csv?parts=plans").await.problem(400, "malformed-query");
    }

    async fn a_deleted_account_is_gone_at_once_and_its_sowings_leave_met(grow) {
        let murugan = settle(&grow, "murugan", "94430 11111", "Karur").await.browser;
        let others = all_of(&murugan).await;
        let before = grow.demand().await;
        let meena = settle(&grow, "meena", "94430 98765", "Thindal").await.browser;
        let phone = grow.farmer("meena").await;
        assert_ne!(met(&grow.demand().await, "gingelly"), met(&before, "gingelly"));
        let mut events = grow.guest().watch(None).await;
        events.next().await;
        delete_account(&meena).await;
        let event = events.next().await;
        assert_eq!(met(&event.data, "gingelly"), met(&before, "gingelly"), "open screens move");
        assert_eq!(grow.demand().await["crops"], before["crops"]);
        for browser in [&meena, &phone] {
            assert_eq!(browser.signed_in_as().await, None);
            browser.get("/api/v1/me/export").await.problem(401, "not-signed-in");
        }
        let left = grow.store.everything().await;
        let left: Vec<_> = left.iter().filter(|row| row.contains("meena") || row.contains("98765")).collect();
        assert!(left.is_empty(), "{left:?}");
        assert_eq!(all_of(&murugan).await, others);

        phone.sign_in("meena@example.in").await;
        assert_eq!(phone.get("/api/v1/me/profile").await.json(200)["number"], "", "a fresh account");
        assert_eq!(phone.get(CONSENT).await.json(200)["last"], Value::Null);
    }
}

/// Inserts an erased farmer again, as restoring a backup does.
async fn restore(grow: &Grow, farmer: &str, email: &str) {
    let id = match grow.store.url() {
        DatabaseUrl::Sqlite(_) => format!("x'{}'", farmer.replace('-', "")),
        DatabaseUrl::Postgres(_) => format!("'{farmer}'"),
    };
    let rows = format!(
        "DELETE FROM erased_farmers;
         INSERT INTO farmers (id, issuer, subject, email, display_name, created_at)
             VALUES ({id}, 'https://issuer', '{email}', '{email}', 'Meena', 0);
         INSERT INTO farmer_records (farmer_id, number, place, saved_at) VALUES ({id}, '98765', 'Erode', 0);"
    );
    grow.store.tamper(&rows).await;
}

async fn erasing_into(store: TestStore, path: &Path) -> Grow {
    Grow::serve_with(store, |config| Config { erasures: Some(path.to_owned()), ..config }).await
}

/// Starts a server, and stops it when no account is left in the database.
async fn start_again(grow: &Grow, path: &Path) {
    let config = start::config("127.0.0.1:8080", "http://127.0.0.1:8080", None);
    let config = Config { erasures: Some(path.to_owned()), ..config };
    let app = App::start(config, (*grow.store).clone(), grow.clock.clock(), random()).await.unwrap();
    until("the account is erased", async || grow.store.number("SELECT COUNT(*) FROM farmers").await == 0).await;
    app.stop().await;
}

both_stores! {
    async fn a_restored_backup_does_not_restore_erased_farmers(store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let grow = erasing_into(store, &path).await;
        let meena = grow.farmer("meena").await;
        let id = meena.get("/api/v1/me/export").await.json(200)["account"]["id"].as_str().unwrap().to_owned();
        delete_account(&meena).await;
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{id}\n"));
        until("it is erased", async || grow.store.number("SELECT COUNT(*) FROM farmers").await == 0).await;
        grow.stop().await;
        restore(&grow, &id, "meena@example.in").await;
        assert_eq!(grow.store.number("SELECT COUNT(*) FROM farmers").await, 1);
        start_again(&grow, &path).await;
        assert_eq!(grow.store.number("SELECT COUNT(*) FROM erased_farmers").await, 1);
    }

    async fn an_erasure_that_broke_off_is_done_at_the_next_start(store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let grow = erasing_into(store, &path).await;
        let meena = grow.farmer("meena").await;
        let id = meena.get("/api/v1/me/export").await.json(200)["account"]["id"].as_str().unwrap().to_owned();
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        grow.stop().await;
        fs::write(&path, format!("{id}\n")).unwrap();
        start_again(&grow, &path).await;
        assert!(grow.store.differences().await.unwrap().is_empty());
    }
}
