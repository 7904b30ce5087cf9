//! 'Rate limits by session first, then client address with a configured number of trusted proxies (never the leftmost
//! X-Forwarded-For), 429 with Retry-After; load shedding with 503 and Retry-After.'

use crate::answer::Answer;
use crate::browser::Browser;
use crate::grow::{Grow, noon, until};
use crate::time_limits::half_a_place;
use crate::wire::Wire;
use grow_server::{Config, Limits, most_connections, raise_open_file_limit};
use grow_store::testing::{self, TestStore};
use grow_store::{Identity, NewSession, TokenHash, User, both_stores};
use http::{Method, header};
use jiff::SignedDuration;
use serde_json::json;
use std::time::Duration;
use uuid::Uuid;

const SESSION: &str = "/api/v1/session";

async fn limited(store: TestStore, limits: Limits) -> Grow {
    Grow::serve_with(store, |config| Config { limits, ..config }).await
}

/// Sends a guest's request with this `X-Forwarded-For`.
async fn forwarded(guest: &Browser, for_whom: &str) -> Answer {
    guest.send(guest.request(Method::GET, SESSION).header("x-forwarded-for", for_whom)).await
}

fn is_too_many(answer: &Answer, wait_seconds: &str) {
    let problem = answer.problem(429, "too-many-requests");
    let sentence = "Very many requests came from here in a short time. Please wait a moment and try again.";
    assert_eq!(problem["detail"], sentence);
    assert_eq!(answer.header(header::RETRY_AFTER), wait_seconds);
}

both_stores! {
    async fn all_sessions_of_a_farmer_share_one_limit(store) {
        let grow = limited(store, Limits { farmer_per_minute: 4, ..Limits::default() }).await;
        let (meena, murugan) = (grow.newcomer("meena").await, grow.newcomer("murugan").await);
        let computer = grow.newcomer("meena").await;
        // If the server was built with the app, the page after sign-in is one of the four requests.
        let pages = usize::from(grow.guest().get("/").await.status == 200);
        for _ in 2 * pages..4 {
            meena.get("/api/v1/me/profile").await.json(200);
        }
        is_too_many(&computer.get("/api/v1/me/profile").await, "16");
        is_too_many(&meena.get("/api/v1/me/profile").await, "16");
        is_too_many(&meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await, "16");
        assert_eq!(meena.get("/api/v1/demand").await.status, 200, "what lies ready is not counted");
        assert_eq!(meena.get("/healthz").await.status, 200);
        assert_ne!(meena.get("/npk").await.status, 429, "a page is never refused");
        murugan.get("/api/v1/me/profile").await.json(200);
        grow.clock.advance(SignedDuration::from_secs(15));
        meena.get("/api/v1/me/profile").await.json(200);
        is_too_many(&meena.get("/api/v1/me/profile").await, "16");
        grow.stop().await;
    }

    async fn a_wall_clock_that_jumps_blocks_no_client(store) {
        let limits = Limits { farmer_per_minute: 4, address_per_minute: 4, ..Limits::default() };
        let grow = limited(store, limits).await;
        let (meena, guest) = (grow.farmer("meena").await, grow.guest());
        grow.clock.advance(SignedDuration::from_mins(1));
        for days in [2, -2, 0] {
            grow.clock.run_wrong(SignedDuration::from_hours(24 * days));
            for _ in 0..4 {
                meena.get("/api/v1/me/consent").await.json(200);
                guest.get(SESSION).await.json(200);
            }
            is_too_many(&meena.get("/api/v1/me/consent").await, "16");
            is_too_many(&guest.get(SESSION).await, "16");
            grow.clock.advance(SignedDuration::from_mins(1));
        }
        grow.stop().await;
    }

    async fn requests_without_a_session_share_the_limit_of_their_address(store) {
        let grow = limited(store, Limits { address_per_minute: 10, ..Limits::default() }).await;
        let meena = grow.newcomer("meena").await;
        for number in 0..10 {
            let guest = grow.guest();
            guest.put_cookie("grow_session", &format!("made-up-{number}"));
            guest.get(SESSION).await.json(200);
        }
        let guest = grow.guest();
        is_too_many(&guest.get(SESSION).await, "7");
        guest.put_cookie("grow_session", "made-up-too");
        is_too_many(&guest.get(SESSION).await, "7");
        is_too_many(&guest.get("/api/v1/nothing").await, "7");
        meena.get(SESSION).await.json(200);
        grow.stop().await;
    }

    async fn a_sign_in_is_counted_before_anything_is_written(store) {
        let grow = limited(store, Limits { sign_in_per_minute: 3, ..Limits::default() }).await;
        let guest = grow.guest();
        for _ in 0..3 {
            guest.get("/auth/start").await.location();
        }
        is_too_many(&guest.get("/auth/start").await, "21");
        is_too_many(&guest.get("/auth/callback?code=x&state=y").await, "21");
        assert_eq!(grow.store.number("SELECT COUNT(*) FROM logins").await, 3);
        grow.stop().await;
    }

    async fn requests_beyond_the_concurrency_limit_are_refused_at_once(store) {
        let grow = limited(store, Limits { requests_at_once: 0, ..Limits::default() }).await;
        let meena = grow.newcomer("meena").await;
        let answer = meena.get("/api/v1/me/profile").await;
        let problem = answer.problem(503, "overloaded");
        assert_eq!(problem["detail"], "Very many people are here at this moment. Nothing was lost; please try again.");
        assert_eq!(answer.header(header::RETRY_AFTER), "1");
        assert_eq!(meena.get("/healthz").await.status, 200);
        assert_eq!(meena.get("/api/v1/demand").await.status, 200);
        grow.stop().await;
    }

    async fn concurrent_requests_of_a_farmer_are_bounded(store) {
        let grow = limited(store, Limits { farmer_at_once: 0, ..Limits::default() }).await;
        is_too_many(&grow.newcomer("meena").await.get("/api/v1/me/profile").await, "1");
        grow.guest().get(SESSION).await.json(200);
        grow.stop().await;
    }

    async fn concurrent_requests_of_an_address_are_bounded(store) {
        let grow = limited(store, Limits { address_at_once: 0, ..Limits::default() }).await;
        is_too_many(&grow.newcomer("meena").await.get("/api/v1/me/profile").await, "1");
        is_too_many(&grow.guest().get(SESSION).await, "1");
        grow.stop().await;
    }

    async fn live_streams_are_bounded_by_farmer_and_by_address(store) {
        const STREAM: &str = "/api/v1/demand/events";
        let limits = Limits { farmer_streams: 2, address_streams: 3, ..Limits::default() };
        let grow = limited(store, limits).await;
        let (phone, computer, guest) = (grow.farmer("meena").await, grow.farmer("meena").await, grow.guest());
        let mut streams = [phone.watch(None).await, computer.watch(None).await];
        for stream in &mut streams {
            stream.next().await;
        }
        let answer = phone.get(STREAM).await;
        let problem = answer.problem(503, "too-many-streams");
        let sentence = "Very many screens here follow the figures live. Please close some of them, or try again in a minute.";
        assert_eq!(problem["detail"], sentence);
        assert_eq!(answer.header(header::RETRY_AFTER), "60");
        let third = guest.watch(None).await;
        guest.get(STREAM).await.problem(503, "too-many-streams");
        phone.get("/api/v1/me/profile").await.json(200);
        drop(streams);
        until("a stream that was left makes room", async || {
            phone.send_for_status(STREAM).await == 200
        })
        .await;
        drop(third);
        grow.stop().await;
    }

    async fn health_checks_are_never_limited_and_change_nothing(store) {
        let none = Limits { address_per_minute: 1, requests_at_once: 0, address_at_once: 0, ..Limits::default() };
        let grow = limited(store, none).await;
        let commits = grow.store.commits();
        for _ in 0..20 {
            for path in ["/healthz", "/readyz"] {
                let answer = grow.guest().get(path).await;
                assert_eq!((answer.status.as_u16(), answer.text()), (200, "ok\n"), "{path}");
            }
        }
        assert!(grow.store.commits() < commits + 10, "forty questions wrote nothing; the jobs of the start write a few times");
        grow.stop().await;
    }

    async fn a_request_takes_its_place_only_when_its_body_has_arrived(store) {
        let grow = limited(store, Limits { requests_at_once: 1, ..Limits::default() }).await;
        let meena = grow.farmer("meena").await;
        let mut slow = half_a_place(&grow, &meena).await;
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["place"], "");
        slow.send(r#""Theni"}"#).await;
        assert!(slow.head().await.starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["place"], "Theni");
        grow.stop().await;
    }

    async fn few_bodies_may_be_on_their_way_for_a_farmer_and_for_an_address(store) {
        let limits = Limits { farmer_at_once: 8, address_at_once: 12, ..Limits::default() };
        let grow = limited(store, limits).await;
        let [phone, computer] = [grow.farmer("meena").await, grow.farmer("meena").await];
        let (murugan, kavitha) = (grow.farmer("murugan").await, grow.farmer("kavitha").await);
        let place = || json!({ "place": "Erode" });
        let mut first = half_a_place(&grow, &phone).await;
        let second = half_a_place(&grow, &computer).await;
        is_too_many(&computer.put("/api/v1/me/place", place()).await, "1");
        let third = half_a_place(&grow, &murugan).await;
        is_too_many(&kavitha.put("/api/v1/me/place", place()).await, "1");
        kavitha.get("/api/v1/me/profile").await.json(200);
        first.send(r#""Theni"}"#).await;
        assert!(first.head().await.starts_with("HTTP/1.1 200 OK\r\n"));
        kavitha.put("/api/v1/me/place", place()).await.json(200);
        drop((second, third));
        grow.stop().await;
    }
}

/// Maximum number of connections in the flood. Each takes two files of this process: one for the client, one for the
/// server.
const FLOOD: usize = 4_500;

/// One farmer with four sessions opens thousands of connections, each with a write that sends one byte of its body.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_farmer_does_not_keep_the_others_from_being_answered() {
    raise_open_file_limit();
    let connections = FLOOD.min(most_connections() / 2 - 100);
    assert!(connections > 400, "this machine allows too few open files for this test");
    let grow = Grow::serve(testing::sqlite().await).await;
    let murugan = grow.farmer("murugan").await;
    let mut sessions = Vec::new();
    for _ in 0..4 {
        sessions.push(grow.farmer("meena").await.cookie("grow_session").unwrap());
    }
    let mut flood = Vec::new();
    for (number, session) in (0..connections).zip(sessions.iter().cycle()) {
        let mut connection = Wire::connect(&grow).await.unwrap();
        let head = format!(
            "PUT /api/v1/me/place HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={session}\r\n\
             content-type: application/json\r\ncontent-length: 50\r\n\r\n{{"
        );
        // The server closes a refused connection.
        let _ = connection.try_send(head).await;
        flood.push(connection);
        if number % 500 == 0 || number + 1 == connections {
            at_once(murugan.get("/api/v1/me/profile")).await.json(200);
            at_once(murugan.ask_to_sow(&format!("sowing-{number}"), "RAGI", 1.0)).await.json(201);
            at_once(grow.guest().sign_in("kavitha@example.in")).await;
        }
    }
    drop(flood);
    grow.stop().await;
}

/// Asserts that another farmer is answered within a second.
async fn at_once<T>(answer: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(1), answer).await.expect("answered within a second")
}

/// On one database: the addresses are counted in memory.
#[tokio::test]
async fn a_thousand_forged_addresses_gain_no_extra_request() {
    for (trusted_proxies, entry) in [(0, ""), (1, ", 203.0.113.7"), (2, ", 203.0.113.7, 10.0.0.9")] {
        let limits = Limits { trusted_proxies, address_per_minute: 100, ..Limits::default() };
        let grow = limited(testing::sqlite().await, limits).await;
        let guest = grow.guest();
        let mut passed = 0;
        for number in 0..1_000 {
            let forged = format!("198.51.{}.{}{entry}", number / 250, number % 250);
            passed += u32::from(forwarded(&guest, &forged).await.status == 200);
        }
        assert_eq!(passed, 100, "{trusted_proxies} proxies");
        let other = entry.replace("203.0.113.7", "203.0.113.8");
        let expected = if trusted_proxies == 0 { 429 } else { 200 };
        assert_eq!(forwarded(&guest, &format!("203.0.113.7{other}")).await.status, expected);
        grow.stop().await;
    }
}

/// 'Five hundred farmers behind one address are never limited in ordinary use': within one minute each starts two
/// sign-ins and opens every screen.
#[tokio::test]
async fn a_village_behind_one_address_is_not_limited() {
    let grow = Grow::serve(testing::sqlite().await).await;
    for number in 0_u32..500 {
        let browser = grow.guest();
        for _ in 0..2 {
            browser.get("/auth/start").await.location();
        }
        browser.get(SESSION).await.json(200);
        let token = format!("token of farmer {number}");
        let user = User { display_name: "F".to_owned(), photo_url: None, email: format!("{number}@example.in") };
        let identity =
            Identity { issuer: "https://issuer".to_owned(), subject: number.to_string(), user, email_verified: true };
        let id = Uuid::from_u128(u128::from(number) + 1);
        let session = NewSession { token: TokenHash::of(&token), id, device: None, replaces: None };
        grow.store.sign_in(identity, session, id, noon()).await.unwrap();
        browser.put_cookie("grow_session", &token);
        for path in [SESSION, "/api/v1/me/profile", "/api/v1/me/sowings", "/api/v1/me/recommendations/known-crops"] {
            browser.get(path).await.json(200);
        }
    }
    grow.stop().await;
}
