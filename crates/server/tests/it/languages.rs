//! The language of a request: `?lang=`, else the cookie, else the farmer's choice, else `Accept-Language`, else
//! English. The tests hold for every language that the content has; with English alone they say little.

use crate::answer::Answer;
use crate::both_servers;
use crate::browser::Browser;
use grow_domain::{Crop, District, Language, encyclopedia};
use http::{Method, header};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

const ENTRY: &str = "/api/v1/crops/ragi";
const VARY: &str = "accept-encoding, accept-language, cookie";

/// The last language: another one than English, if there is one.
fn other() -> Language {
    Language::all().last().unwrap()
}

fn overview_of(crop: Crop, language: Language) -> &'static str {
    &encyclopedia::entry_in(language, crop).importance_in_india.overview
}

#[track_caller]
fn is_in(answer: &Answer, language: Language) {
    assert_eq!(answer.header(header::CONTENT_LANGUAGE), language.tag());
    let entry = answer.json(200);
    assert_eq!(entry["language"], language.tag());
    assert_eq!(entry["importance_in_india"]["overview"], overview_of(Crop::Ragi, language));
}

async fn accepting(browser: &Browser, path: &str, accept: &str) -> Answer {
    browser.send(browser.request(Method::GET, path).header(header::ACCEPT_LANGUAGE, accept)).await
}

/// The index of the built pages, if the server was built with the app.
fn index() -> Option<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/pages/index.json");
    Some(serde_json::from_str(&fs::read_to_string(file).ok()?).unwrap())
}

/// A sentence of the server's pages, as the app's build says it. Without the app, its key.
pub(crate) fn said(key: &str, language: Language) -> String {
    let index = index().unwrap_or_default();
    index["sentences"][language.tag()][key].as_str().unwrap_or(key).to_owned()
}

/// The languages of the built pages that the content has, too.
fn languages_of_pages() -> Vec<Language> {
    let index = index().unwrap_or_default();
    let built: Vec<_> =
        index["waiting"].as_array().into_iter().flatten().map(|page| page["language"].clone()).collect();
    Language::all().filter(|language| built.iter().any(|tag| tag == language.tag())).collect()
}

both_servers! {
    async fn the_address_comes_before_the_cookie_the_choice_and_the_browser(grow) {
        let (english, other) = (Language::ENGLISH, other());
        let (guest, meena) = (grow.guest(), grow.farmer("meena").await);
        is_in(&guest.get(ENTRY).await, english);
        is_in(&accepting(&guest, ENTRY, &format!("tlh, {}-IN;q=0.9, en;q=0.8", other.tag())).await, other);
        is_in(&accepting(&guest, &format!("{ENTRY}?lang={}", other.tag()), "en").await, other);
        is_in(&accepting(&guest, &format!("{ENTRY}?lang=tlh"), other.tag()).await, other);
        guest.put_cookie("grow_language", other.tag());
        is_in(&accepting(&guest, ENTRY, "en").await, other);
        is_in(&guest.get(&format!("{ENTRY}?lang=en")).await, english);
        guest.put_cookie("grow_language", "tlh");
        is_in(&guest.get(ENTRY).await, english);

        meena.put("/api/v1/me/language", json!({ "language": other.tag() })).await.is_empty(204);
        is_in(&accepting(&meena, ENTRY, "en").await, other);
        meena.put_cookie("grow_language", "en");
        is_in(&meena.get(ENTRY).await, english);
    }

    async fn each_language_has_its_entries_its_notice_and_its_places(grow) {
        let guest = grow.guest();
        let mut tags = Vec::new();
        for language in Language::all() {
            let tag = language.tag();
            for crop in Crop::all() {
                let path = format!("/api/v1/crops/{}?lang={tag}", crop.key());
                let answer = guest.get(&path).await;
                let entry = answer.json(200);
                assert_eq!(entry["importance_in_india"]["overview"], overview_of(crop, language), "{path}");
                assert_eq!(answer.header(header::VARY), VARY);
                let again = guest.request(Method::GET, &path).header(header::IF_NONE_MATCH, answer.header(header::ETAG));
                assert_eq!(guest.send(again).await.status, 304);
                tags.push(answer.header(header::ETAG).to_owned());
            }
            let notice = guest.get(&format!("/api/v1/privacy-notice?lang={tag}")).await;
            assert_eq!((&notice.json(200)["language"], notice.header(header::CONTENT_LANGUAGE)), (&json!(tag), tag));
            assert_eq!(notice.header(header::VARY), VARY);
            for path in ["sources?region=IN", "calendar?crop=onion"] {
                let answer = guest.get(&format!("/api/v1/demand/{path}&lang={tag}")).await;
                answer.json(200);
                assert_eq!(answer.header(header::CONTENT_LANGUAGE), tag, "{path}");
                assert_eq!(answer.header(header::VARY), VARY);
            }
            let erode = District::from_key("tn-erode").unwrap();
            let places = guest.get(&format!("/api/v1/places?q=erode&lang={tag}")).await;
            assert_eq!(places.json(200)["items"][0]["name"], erode.name_in(language));
            assert_eq!(places.header(header::VARY), "accept-language, cookie");
            let typed: String = url::form_urlencoded::byte_serialize(erode.name_in(language).as_bytes()).collect();
            let place = guest.get(&format!("/api/v1/places?q={typed}&lang={tag}")).await.json(200)["items"][0].clone();
            assert_eq!((&place["key"], &place["matched_name"]), (&json!("tn-erode"), &Value::Null), "{tag}");
        }
        let count = tags.len();
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), count, "each has a tag of its own");
    }

    async fn a_farmers_language_is_kept_with_their_consent_and_taken_along(grow) {
        let meena = grow.newcomer("meena").await;
        let path = "/api/v1/me/language";
        for language in Language::all() {
            let choice = json!({ "language": language.tag() });
            meena.put(path, choice.clone()).await.problem(403, "consent-required");
            assert_eq!(meena.get("/api/v1/session").await.json(200)["user"]["language"], Value::Null);
            let read = json!({ "version": 9, "language": language.tag() });
            let given = meena.put("/api/v1/me/consent", read).await.json(200);
            assert_eq!(given["last"]["language"], language.tag(), "the language that was read");
            meena.put(path, choice).await.is_empty(204);
            assert_eq!(meena.get("/api/v1/session").await.json(200)["user"]["language"], language.tag());
            let data = meena.get("/api/v1/me/export").await.json(200);
            assert_eq!(data["account"]["language"], language.tag());
            let last = data["requests"].as_array().unwrap().last().unwrap();
            assert_eq!((&last["kind"], &last["body"]["language"]), (&json!("language"), &json!(language.tag())));
            let csv = meena.get("/api/v1/me/export.csv?part=record").await;
            assert!(csv.text().contains(&format!("account,1,language,{}", language.tag())));
            grow.store.tamper("UPDATE farmers SET language = NULL").await;
            meena.delete("/api/v1/me/consent").await.is_empty(204);
        }
        for unknown in ["tlh", "", "EN", "en-IN"] {
            let problem = meena.put(path, json!({ "language": unknown })).await.problem(422, "unknown-language");
            assert_eq!(problem["field"], "language");
        }
        meena.put(path, json!({ "language": "en", "cookie": true })).await.problem(422, "unknown-field");
    }

    async fn a_farmers_own_record_names_districts_in_the_language(grow) {
        let meena = grow.farmer("meena").await;
        let erode = District::from_key("tn-erode").unwrap();
        for language in Language::all() {
            meena.put_cookie("grow_language", language.tag());
            let saved = meena.put("/api/v1/me/place", json!({ "place": erode.name_in(language) })).await.json(200);
            assert_eq!(saved["district"]["key"], "tn-erode", "{language:?}");
            for path in ["/api/v1/me/profile", "/api/v1/me/advice", "/api/v1/me/recommendations/soil-climate"] {
                let answer = meena.get(path).await.json(200);
                assert_eq!(answer["district"]["name"], erode.name_in(language), "{path}");
            }
        }
    }

    async fn a_page_is_in_the_language_of_its_request(grow) {
        let (guest, meena) = (grow.guest(), grow.farmer("meena").await);
        let mut tags = Vec::new();
        for language in languages_of_pages() {
            let tag = language.tag();
            let from = |browser, path| async move { accepting(browser, path, &format!("tlh, {tag}")).await };
            let demand = format!("/demand?lang={tag}");
            for page in [from(&guest, "/demand").await, guest.get(&demand).await, guest.get("/demand?lang=tlh").await] {
                let is_asked = page.text().contains(&format!("<html lang=\"{tag}\""));
                assert!(is_asked || page.text().contains("<html lang=\"en\""), "{tag}");
                assert_eq!(page.header(header::VARY), VARY);
            }
            let page = guest.get(&demand).await;
            assert_eq!(page.header(header::CONTENT_LANGUAGE), tag);
            assert!(page.text().contains(&format!("<html lang=\"{tag}\"")));
            let known = guest.request(Method::GET, &demand).header(header::IF_NONE_MATCH, page.header(header::ETAG));
            assert_eq!(guest.send(known).await.status, 304);
            tags.push(page.header(header::ETAG).to_owned());

            meena.put("/api/v1/me/language", json!({ "language": tag })).await.is_empty(204);
            let page = accepting(&meena, "/dashboard", "en").await;
            assert_eq!(page.header(header::CONTENT_LANGUAGE), tag, "the farmer's choice");
            assert_eq!(page.header(header::CACHE_CONTROL), "no-store");
        }
        let count = tags.len();
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), count, "no page is taken for that of another language");
    }

    async fn the_pages_of_the_sign_in_are_in_the_language(grow) {
        let guest = grow.guest();
        for language in Language::all() {
            guest.put_cookie("grow_language", language.tag());
            let popup = guest.get("/auth/callback?state=popup.x&error=x").await;
            assert_eq!(popup.header(header::CONTENT_LANGUAGE), language.tag());
            assert!(popup.text().contains(&said("popup-failed", language)), "{}", popup.text());
            let foreign = guest.request(Method::GET, "/auth/start").header("sec-fetch-site", "cross-site");
            let asked = guest.send(foreign).await;
            assert!(asked.text().contains(&said("elsewhere-explanation", language)), "{}", asked.text());
            let (at, chooser) = guest.follow("/auth/start").await;
            let query: HashMap<_, _> = url::form_urlencoded::parse(at.split_once('?').unwrap().1.as_bytes()).collect();
            assert_eq!(query["ui_locales"], language.tag(), "the provider is asked for the language");
            assert!(chooser.text().contains(&format!("<html lang=\"{}\">", language.tag())));
            assert!(chooser.text().contains(&said("chooser-title", language)), "{}", chooser.text());
        }
    }
}
