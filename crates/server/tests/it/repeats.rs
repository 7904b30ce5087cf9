//! 'A repeat gets its first answer, whatever has changed meanwhile.'

use crate::answer::Answer;
use crate::browser::Browser;
use crate::grow::Grow;
use grow_store::testing;
use http::Method;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

const SOWINGS: &str = "/api/v1/me/sowings";
const PLANS: &str = "/api/v1/me/intentions";

/// A write that is recorded once.
#[derive(Clone, Debug)]
enum Write {
    Sow(Value),
    Plan(Value),
    /// A plan is recorded as sown.
    SowPlan(Value),
}

/// What changes between a write and its repeat.
#[derive(Clone, Copy, Debug)]
enum Change {
    Days(i64),
    /// The repeat arrives at a node whose clock is behind.
    AnotherNode,
    Bigha,
    District,
    Land,
    Consent,
    /// What was recorded is withdrawn or dropped.
    Removed,
    Restored,
    Harvested,
    Failed,
}

fn writes() -> impl Strategy<Value = Write> {
    let size = prop_oneof![
        (1..500_u32).prop_map(|hundredths| json!({ "field_size_ha": f64::from(hundredths) / 100.0 })),
        (1..500_u32).prop_map(|acres| json!({ "field_size": { "value": acres, "unit": "acre" } })),
        (1..500_u32).prop_map(|bigha| json!({ "field_size": { "value": bigha, "unit": "bigha" } })),
        (1..500_u32).prop_map(|bigha| {
            json!({ "field_size": { "value": bigha, "unit": "bigha", "unit_square_metres": 843.095_088 } })
        }),
    ];
    let day = prop_oneof![
        Just(json!({})),
        Just(json!({ "sown_on": "2026-06-16" })),
        // 180 days ago.
        Just(json!({ "sown_on": "2025-12-18" })),
        Just(json!({ "entered_seconds_ago": 20 })),
        // 366 days ago, within a minute.
        Just(json!({ "entered_seconds_ago": 366 * 86_400 - 60 })),
        Just(json!({ "sown_on": "2026-06-16", "entered_seconds_ago": 0, "maturity": "late" })),
    ];
    (0..3, size, day).prop_map(|(kind, size, day)| match kind {
        0 => Write::Sow(together(&[&json!({ "crop": "GROUNDNUT" }), &size, &day])),
        1 => Write::Plan(together(&[&json!({ "crop": "GROUNDNUT" }), &size])),
        _ => Write::SowPlan(day),
    })
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        (1..400_i64).prop_map(Change::Days),
        Just(Change::AnotherNode),
        Just(Change::Bigha),
        Just(Change::District),
        Just(Change::Land),
        Just(Change::Consent),
        Just(Change::Removed),
        Just(Change::Restored),
        Just(Change::Harvested),
        Just(Change::Failed),
    ];
    prop::collection::vec(change, 0..5)
}

fn together(parts: &[&Value]) -> Value {
    parts.iter().flat_map(|part| part.as_object().unwrap().clone()).collect()
}

async fn post(farmer: &Browser, path: &str, key: &str, body: &Value) -> Answer {
    let request = farmer.request(Method::POST, path).header("idempotency-key", key);
    farmer.send(request.json(body)).await
}

/// A farmer and what the farmer has asked for.
struct Case<'g> {
    grow: &'g Grow,
    farmer: Browser,
    email: String,
    /// Where the write is sent, with its body.
    path: String,
    body: Value,
    is_plan: bool,
    first: Value,
    /// Seconds since the first request.
    elapsed: i64,
}

impl<'g> Case<'g> {
    async fn begin(grow: &'g Grow, number: u32, write: Write) -> Self {
        let (farmer, email) = (grow.guest(), format!("farmer{number}@example.in"));
        farmer.sign_in(&email).await;
        farmer.agree().await;
        farmer.put("/api/v1/me/place", json!({ "place": "Sitapur, Uttar Pradesh" })).await.json(200);
        farmer.put("/api/v1/me/units", json!({ "unit": "bigha", "square_metres": 2_529.285_264 })).await.json(200);
        let (path, body) = match &write {
            Write::Sow(body) => (SOWINGS.to_owned(), body.clone()),
            Write::Plan(body) => (PLANS.to_owned(), body.clone()),
            Write::SowPlan(body) => {
                let plan = farmer.plan("of-the-plan", "GROUNDNUT", 1.25).await;
                (format!("{PLANS}/{}/sowing", plan["id"].as_str().unwrap()), body.clone())
            }
        };
        let first = post(&farmer, &path, "the-first-key", &body).await.json(201);
        let is_plan = matches!(write, Write::Plan(_));
        Self { grow, farmer, email, path, body, is_plan, first, elapsed: 0 }
    }

    async fn change(&mut self, change: Change) {
        let own = format!("{}/{}", if self.is_plan { PLANS } else { SOWINGS }, self.first["id"].as_str().unwrap());
        // Some changes are refused, after other ones.
        match change {
            Change::Days(days) => {
                self.grow.clock.advance(SignedDuration::from_hours(24 * days));
                self.elapsed += 86_400 * days;
                self.farmer.sign_in(&self.email).await;
            }
            Change::AnotherNode => self.grow.clock.run_wrong(SignedDuration::from_secs(-90)),
            Change::Bigha => {
                let other = json!({ "unit": "bigha", "square_metres": 843.095_088 });
                self.farmer.put("/api/v1/me/units", other).await;
            }
            Change::District => {
                self.farmer.put("/api/v1/me/place", json!({ "place": "Erode" })).await;
            }
            Change::Land => {
                self.farmer.put("/api/v1/me/land", json!({ "land_ha": 0.01 })).await;
            }
            Change::Consent => {
                self.farmer.delete("/api/v1/me/consent").await;
            }
            Change::Removed => {
                self.farmer.delete(&own).await;
            }
            Change::Restored => {
                self.farmer.delete(&format!("{own}/withdrawal")).await;
            }
            Change::Harvested | Change::Failed => {
                let outcome = if matches!(change, Change::Failed) { "failed" } else { "harvested" };
                let request = self.farmer.request(Method::PATCH, &own).json(&json!({ "outcome": outcome }));
                self.farmer.send(request).await;
            }
        }
    }

    /// The body as the phone sends it again: with another spelling, and with the time that has passed.
    fn again(&self) -> Value {
        let mut body = self.body.clone();
        if let Some(ago) = self.body["entered_seconds_ago"].as_i64() {
            body["entered_seconds_ago"] = json!(ago + self.elapsed);
        }
        if body["crop"].is_string() {
            body["crop"] = json!("groundnut");
        }
        body
    }

    async fn repeat_and_compare(&self) {
        let (recorded, same) = (self.recorded().await, self.again());
        let asked = (0..2).map(|_| post(&self.farmer, &self.path, "the-first-key", &same));
        for again in futures_util::future::join_all(asked).await {
            let again = again.json(201);
            for member in ["id", "crop", "field_size_ha", "entered", "sown_at", "sown_on", "maturity", "planned_at"] {
                assert_eq!(again[member], self.first[member], "{member} of {again}");
            }
        }
        if self.path == SOWINGS || self.is_plan {
            for other in [json!({ "crop": "RAGI" }), json!({ "field_size_ha": 7.77, "field_size": null })] {
                let mut other = together(&[&self.again(), &other]);
                other.as_object_mut().unwrap().retain(|_, value| !value.is_null());
                post(&self.farmer, &self.path, "the-first-key", &other).await.problem(422, "idempotency-key-reused");
            }
        }
        assert_eq!(self.recorded().await, recorded);
    }

    async fn recorded(&self) -> [i64; 4] {
        let number = |sql| self.grow.store.number(sql);
        [
            number("SELECT COUNT(*) FROM sowings").await,
            number("SELECT COUNT(*) FROM intentions").await,
            number("SELECT COUNT(*) FROM change_feed").await,
            number("SELECT COUNT(*) FROM request_journal").await,
        ]
    }
}

/// The day in India has begun a minute ago.
const AFTER_MIDNIGHT: &str = "2026-06-15T18:31:00Z";

fn check(store: impl AsyncFnOnce() -> testing::TestStore, cases: u32) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let grow = runtime.block_on(async { Grow::serve(store().await).await });
    runtime.block_on(async { grow.clock.set(AFTER_MIDNIGHT) });
    let start = grow.clock.now();
    let number = std::cell::Cell::new(0);
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
        .run(&(writes(), changes()), |(write, changes)| {
            number.set(number.get() + 1);
            grow.clock.run_wrong(start.duration_since(grow.clock.now()));
            runtime.block_on(async {
                let mut case = Case::begin(&grow, number.get(), write).await;
                for change in changes {
                    case.change(change).await;
                }
                case.repeat_and_compare().await;
            });
            Ok(())
        })
        .unwrap();
    runtime.block_on(grow.stop());
}

#[test]
fn a_repeat_gets_its_first_answer_whatever_has_changed_meanwhile_on_sqlite() {
    check(testing::sqlite, 48);
}

#[test]
fn a_repeat_gets_its_first_answer_whatever_has_changed_meanwhile_on_postgres() {
    check(testing::postgres, 16);
}
