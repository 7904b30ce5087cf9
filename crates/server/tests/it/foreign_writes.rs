//! 'CSRF matrix: Sec-Fetch-Site x Origin x content type for every writing operation: exactly the allowed combinations
//! pass, all others are 403 or 415 and change nothing.'

use crate::answer::Answer;
use crate::browser::Browser;
use crate::grow::Grow;
use crate::identity::{Settled, all_of, settle};
use crate::operations::{Operation, Thing, operations};
use grow_store::testing;
use http::{Method, header};
use reqwest::RequestBuilder;
use serde_json::json;

const SITES: [Option<&str>; 5] = [None, Some("same-origin"), Some("same-site"), Some("cross-site"), Some("none")];
const CONTENT_TYPES: [Option<&str>; 5] = [
    Some("application/json"),
    Some("text/plain"),
    Some("application/x-www-form-urlencoded"),
    Some("multipart/form-data; boundary=x"),
    None,
];

/// The headers that describe the origin and the content of a request.
#[derive(Clone, Copy, Debug)]
struct Combination<'c> {
    site: Option<&'c str>,
    origin: Option<&'c str>,
    content_type: Option<&'c str>,
}

impl Combination<'_> {
    /// A browser sends `Sec-Fetch-Site`, or only `Origin` if it is old. A request without both comes from a program.
    fn is_our_own(self, own_origin: &str) -> bool {
        match (self.site, self.origin) {
            (Some(site), _) => ["same-origin", "none"].contains(&site),
            (None, Some(origin)) => origin == own_origin,
            (None, None) => true,
        }
    }

    async fn ask(self, operation: &Operation, browser: &Browser, id: &str, key: &str) -> Answer {
        let request = browser.request(operation.method.clone(), &operation.path.replace("{id}", id));
        let mut request = request.header("idempotency-key", key);
        for (name, value) in
            [("sec-fetch-site", self.site), ("origin", self.origin), ("content-type", self.content_type)]
        {
            request = value.into_iter().fold(request, |request, value| request.header(name, value));
        }
        let body = operation.body.iter().map(ToString::to_string);
        browser.send(body.fold(request, RequestBuilder::body)).await
    }
}

fn combinations(own_origin: &str) -> Vec<Combination<'_>> {
    let mut combinations = Vec::new();
    for site in SITES {
        for origin in [None, Some(own_origin), Some("http://evil.example"), Some("null")] {
            for content_type in CONTENT_TYPES {
                combinations.push(Combination { site, origin, content_type });
            }
        }
    }
    combinations
}

/// Creates what the operation works on and returns its id.
async fn prepare(grow: &Grow, meena: &Settled, email: &str, operation: &Operation, key: &str) -> String {
    let browser = &meena.browser;
    match operation.names {
        Some(Thing::Sowing) => browser.sow(key, "RAGI", 1.0).await["id"].as_str().unwrap().to_owned(),
        Some(Thing::Intention) => browser.plan(key, "RAGI", 0.5).await["id"].as_str().unwrap().to_owned(),
        Some(Thing::Session) => {
            grow.guest().sign_in(email).await;
            let sessions = browser.get("/api/v1/me/sessions").await.json(200);
            let mut sessions = sessions["items"].as_array().unwrap().iter();
            sessions.find(|session| session["is_current"] == false).unwrap()["id"].as_str().unwrap().to_owned()
        }
        None => {
            match &*operation.name {
                "sign_out" => browser.sign_in(email).await,
                "erase_account" if browser.signed_in_as().await.is_none() => browser.sign_in(email).await,
                "end_other_sessions" => grow.guest().sign_in(email).await,
                "remove_known_crop" => {
                    let ragi = browser.request(Method::PUT, &operation.path).json(&json!({}));
                    browser.send(ragi).await.json(200);
                }
                _ => {}
            }
            String::new()
        }
    }
}

fn writes() -> impl Iterator<Item = Operation> {
    operations().into_iter().filter(|operation| !operation.method.is_safe())
}

/// On one database: these requests are refused before the store is asked, and those that pass are ordinary.
#[tokio::test]
async fn writes_from_other_sites_and_without_json_are_refused() {
    let grow = Grow::serve(testing::sqlite().await).await;
    let own_origin = format!("http://{}", grow.address);
    let combinations = combinations(&own_origin);
    let mut asked = 0;
    for (number, operation) in writes().enumerate() {
        let (name, email) = (format!("meena{number}"), format!("meena{number}@example.in"));
        let meena = settle(&grow, &name, "94430 98765", "Thindal").await;
        let id = prepare(&grow, &meena, &email, &operation, "is-refused").await;
        let before = all_of(&meena.browser).await;
        let mut allowed = Vec::new();
        for combination in &combinations {
            let is_our_own = combination.is_our_own(&own_origin);
            if is_our_own && (operation.body.is_none() || combination.content_type == Some("application/json")) {
                allowed.push(combination);
                continue;
            }
            let answer = combination.ask(&operation, &meena.browser, &id, "never-taken").await;
            let (status, slug) = if is_our_own { (415, "not-json") } else { (403, "foreign-origin") };
            assert_eq!(answer.status, status, "{} {combination:?}", operation.name);
            answer.problem(status, slug);
            asked += 1;
        }
        assert_eq!(all_of(&meena.browser).await, before, "{}", operation.name);

        for (number, combination) in allowed.iter().enumerate() {
            let id = prepare(&grow, &meena, &email, &operation, &format!("prepared-{number}")).await;
            let answer = combination.ask(&operation, &meena.browser, &id, &format!("allowed-{number}")).await;
            assert!(answer.status.is_success(), "{} {combination:?}: {answer:?}", operation.name);
        }
        asked += allowed.len();
        assert_eq!(allowed.len(), if operation.body.is_some() { 10 } else { 50 }, "{}", operation.name);
    }
    assert_eq!(asked, 100 * writes().count());
    assert!(writes().count() >= 10, "the document was read");
    grow.stop().await;
}

/// Before a write to another site, a browser sends a preflight request. No response allows it (see [`Answer`]).
#[tokio::test]
async fn no_answer_allows_other_origins_to_write() {
    let grow = Grow::serve(testing::sqlite().await).await;
    let guest = grow.guest();
    for operation in writes() {
        let is_a_mere_form = operation.method == Method::POST && operation.body.is_none();
        assert!(!is_a_mere_form, "{} is sent without asking", operation.name);
        let request = guest.request(Method::OPTIONS, &operation.path.replace("{id}", "0"));
        let request = request.header(header::ORIGIN, "http://evil.example");
        let request = request.header(header::ACCESS_CONTROL_REQUEST_METHOD, operation.method.as_str());
        guest.send(request).await.problem(405, "method-not-allowed");
    }
    grow.stop().await;
}
