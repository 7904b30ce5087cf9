//! 'A matrix generated from the OpenAPI document: every operation as guest, farmer A, farmer B on own, other's and
//! missing things, with injected `email`, `user_id`, `met`: no foreign byte, no foreign change, other and missing look
//! the same; a route missing from the matrix fails.'

use crate::answer::Answer;
use crate::both_servers;
use crate::browser::Browser;
use crate::grow::Grow;
use crate::operations::{Thing, operations};
use grow_store::testing;
use serde_json::{Value, json};

/// A farmer with data of every kind.
pub(crate) struct Settled {
    pub(crate) browser: Browser,
    sowing: String,
    intention: String,
    session: String,
    id: String,
}

impl Settled {
    /// Returns the id that an operation takes. Any id will do for one that takes none.
    pub(crate) fn thing(&self, named: Option<Thing>) -> &str {
        match named {
            Some(Thing::Session) => &self.session,
            Some(Thing::Intention) => &self.intention,
            Some(Thing::Sowing) | None => &self.sowing,
        }
    }
}

pub(crate) async fn settle(grow: &Grow, name: &str, number: &str, place: &str) -> Settled {
    let browser = grow.farmer(name).await;
    browser.put("/api/v1/me/profile", json!({ "number": number, "place": place })).await.json(200);
    browser.put("/api/v1/me/known-crops/gingelly", json!({})).await.json(200);
    let sowing = browser.sow(&format!("first-of-{name}"), "GINGELLY", 1.25).await;
    let intention = browser.plan(&format!("plan-of-{name}"), "GINGELLY", 0.5).await;
    let sessions = browser.get("/api/v1/me/sessions").await.json(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (sowing, intention) = (text(&sowing["id"]), text(&intention["id"]));
    let session = text(&sessions["items"][0]["id"]);
    Settled { sowing, intention, session, id: browser.farmer_id().await, browser }
}

const NUMBER: &str = "94430 98765";
const PLACE: &str = "Behind the temple of Thindal";
const NOBODYS: &str = "019774a2-0000-7000-8000-000000000000";

/// Returns all data that Meena can read about herself.
pub(crate) async fn all_of(meena: &Browser) -> Vec<String> {
    let mut seen = Vec::new();
    for path in
        ["/api/v1/session", "/api/v1/me/profile", "/api/v1/me/sowings", "/api/v1/me/intentions", "/api/v1/me/sessions"]
    {
        seen.push(meena.get(path).await.json(200).to_string());
    }
    seen
}

/// Asserts that the response contains nothing of Meena's.
fn is_foreign_to(meena: &Settled, answer: &Answer, what: &str) {
    let text = format!("{:?} {}", answer.headers, String::from_utf8_lossy(&answer.body)).to_lowercase();
    for own in ["meena", NUMBER, "thindal", &meena.sowing, &meena.intention, &meena.session, &meena.id] {
        assert!(!text.contains(&own.to_lowercase()), "{what} tells of {own}: {text}");
    }
}

both_servers! {
    async fn no_operation_tells_or_changes_anything_of_somebody_else(grow) {
        let meena = settle(&grow, "meena", NUMBER, PLACE).await;
        let before = all_of(&meena.browser).await;
        for (number, operation) in operations().iter().enumerate() {
            let what = &operation.name;
            let guest = grow.guest();
            let murugan = settle(&grow, &format!("murugan{number}"), "94430 11111", "Karur").await;
            let (hers, own) = (meena.thing(operation.names), murugan.thing(operation.names));

            let answer = operation.ask(&guest, hers, "", operation.body.clone()).await;
            is_foreign_to(&meena, &answer, what);
            if operation.is_own && what != "sign_out" {
                answer.problem(401, "not-signed-in");
            }
            if operation.names.is_some() {
                let other = operation.ask(&murugan.browser, hers, "", operation.body.clone()).await;
                let missing = operation.ask(&murugan.browser, NOBODYS, "", operation.body.clone()).await;
                assert_eq!(other.problem(404, "not-found"), missing.problem(404, "not-found"), "{what}");
                let names = |answer: &Answer| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
                assert_eq!(names(&other), names(&missing), "{what}");
            }
            let answer = operation.ask(&murugan.browser, own, "", operation.body.clone()).await;
            assert!(answer.status.is_success(), "{what}: {answer:?}");
            is_foreign_to(&meena, &answer, what);
            assert_eq!(all_of(&meena.browser).await, before, "{what}");
        }
    }
}

/// On one database: the server refuses these before it asks the store.
#[tokio::test]
async fn a_request_meant_for_another_farmer_is_refused() {
    let grow = Grow::serve(testing::sqlite().await).await;
    let hers = grow.farmer("meena").await.farmer_id().await;
    let guest = grow.guest();
    for (number, operation) in operations().iter().enumerate() {
        let what = &operation.name;
        let murugan = settle(&grow, &format!("murugan{number}"), "94430 11111", "Karur").await;
        let own = murugan.thing(operation.names);
        let before = all_of(&murugan.browser).await;
        let ask = async |browser: &Browser, headers: &[(&str, &str)]| {
            operation.ask_with(browser, own, "", operation.body.clone(), headers).await
        };
        let twice = [("grow-farmer", &*murugan.id), ("grow-farmer", &*hers)];
        for headers in [&[("grow-farmer", &*hers)][..], &[("grow-farmer", "nobody")], &[("grow-farmer", "")], &twice] {
            if operation.is_own {
                let problem = ask(&murugan.browser, headers).await.problem(409, "another-farmer");
                assert_eq!(problem["detail"], "Somebody else is signed in now. Nothing was saved.", "{what}");
            } else {
                assert!(ask(&murugan.browser, headers).await.status.is_success(), "{what}: it is for everyone");
            }
        }
        assert_eq!(all_of(&murugan.browser).await, before, "{what}");
        if what == "sign_out" {
            ask(&guest, &[("grow-farmer", &hers)]).await.is_empty(204);
        } else if operation.is_own {
            ask(&guest, &[("grow-farmer", &hers)]).await.problem(401, "not-signed-in");
        }
        let answer = ask(&murugan.browser, &[("grow-farmer", &murugan.id)]).await;
        assert!(answer.status.is_success(), "{what}: {answer:?}");
    }
    grow.stop().await;
}

/// On one database: the server refuses these before it asks the store.
#[tokio::test]
async fn no_request_can_name_another_farmer() {
    let grow = Grow::serve(testing::sqlite().await).await;
    let meena = settle(&grow, "meena", NUMBER, PLACE).await;
    let before = all_of(&meena.browser).await;
    for (number, operation) in operations().iter().enumerate() {
        let what = &operation.name;
        let murugan = settle(&grow, &format!("murugan{number}"), "94430 11111", "Karur").await;
        let own = murugan.thing(operation.names);
        let met = grow.demand().await;
        for (member, value) in [
            ("email", json!("meena@example.in")),
            ("mailid", json!(["meena@example.in"])),
            ("user_id", json!(1)),
            ("farmer_id", json!(meena.session)),
            ("met", json!(1_000_000)),
            ("expected_yield_kg", json!(1_000_000)),
            ("region", json!("IN-PB")),
        ] {
            if let Some(body) = &operation.body {
                let mut body = body.clone();
                body[member] = value.clone();
                let answer = operation.ask(&murugan.browser, own, "", Some(body)).await;
                assert!(answer.status.is_client_error(), "{what} takes {member}: {answer:?}");
                is_foreign_to(&meena, &answer, what);
            }
        }
        assert_eq!(grow.demand().await["crops"], met["crops"], "{what}");
        let query = "email=meena%40example.in&user_id=1&farmer=meena&met=1000000";
        let request = operation.ask(&murugan.browser, own, query, operation.body.clone()).await;
        is_foreign_to(&meena, &request, what);
        assert_eq!(all_of(&meena.browser).await, before, "{what}");
    }
    grow.stop().await;
}
