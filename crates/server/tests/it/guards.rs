//! Rules for every address: of the API, of the app, or unknown. [`crate::answer`] checks the security headers of every
//! response in every test.

use crate::answer::Answer;
use crate::both_servers;
use crate::grow::{Grow, until};
use crate::wire::Wire;
use grow_store::testing;
use http::{Method, header};
use serde_json::json;
use std::time::Instant;

/// Every route of section 2 of the specification.
const APP_ROUTES: [&str; 18] = [
    "/",
    "/ppt",
    "/login",
    "/dashboard",
    "/profile",
    "/ftl",
    "/npk",
    "/place",
    "/add",
    "/manage-crops",
    "/demand",
    "/my-sowing",
    "/rec-known",
    "/rec-sc",
    "/crop-detail/redGram",
    "/crop-detail/RED%20GRAM",
    "/crop-list",
    "/any/other/path",
];

/// Asserts that a response is the page of the app, or the message of a server that was built without the app.
fn is_shell(answer: &Answer, path: &str) {
    if answer.status == 503 {
        let sentence =
            "This server was built without the web app. Build it with `make run`, or `npm run build` in web/.\n";
        assert_eq!(answer.text(), sentence, "{path}");
        return;
    }
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header(header::CONTENT_TYPE), "text/html; charset=utf-8", "{path}");
    assert_eq!(answer.header(header::CACHE_CONTROL), "no-cache", "{path}");
    let policy = answer.header(header::CONTENT_SECURITY_POLICY);
    for part in [
        "default-src 'self'",
        "media-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types grow-service-worker",
    ] {
        assert!(policy.split("; ").any(|directive| directive == part), "{part} in {policy}");
    }
    assert!(answer.text().contains("<title>"), "{path}");
}

both_servers! {
    async fn every_kind_of_answer_is_hardened(grow) {
        let guest = grow.guest();
        for (method, path, status) in [
            (Method::GET, "/healthz", 200),
            (Method::GET, "/readyz", 200),
            (Method::GET, "/api/openapi.json", 200),
            (Method::GET, "/api/v1/demand", 200),
            (Method::GET, "/api/v1/session", 200),
            (Method::GET, "/api/v1/me/profile", 401),
            (Method::POST, "/api/v1/me/sowings", 401),
            (Method::GET, "/api/v1/nothing", 404),
            (Method::PATCH, "/api/v1/session", 405),
            (Method::GET, "/auth/start", 303),
            (Method::GET, "/auth/callback", 303),
            (Method::GET, "/auth/callback.js", 200),
            (Method::GET, "/dev-idp/authorize", 400),
            (Method::GET, "/dev-idp/jwks", 200),
            (Method::GET, "/assets/nothing.js", 404),
            (Method::POST, "/", 405),
        ] {
            let answer = guest.send(guest.request(method.clone(), path)).await;
            assert_eq!(answer.status, status, "{method} {path}");
        }
    }

    async fn private_answers_are_never_cached(grow) {
        let meena = grow.farmer("meena").await;
        for path in [
            "/api/v1/session",
            "/api/v1/me/profile",
            "/api/v1/me/sowings",
            "/api/v1/me/intentions",
            "/api/v1/me/sessions",
            "/api/v1/me/recommendations/known-crops",
            "/api/v1/me/recommendations/soil-climate",
            "/api/v1/me/consent",
            "/api/v1/me/export",
            "/api/v1/me/export.csv",
        ] {
            assert_eq!(meena.get(path).await.header(header::CACHE_CONTROL), "no-store", "{path}");
        }
    }

    async fn own_records_require_a_sign_in(grow) {
        let guest = grow.guest();
        for (method, path) in [
            (Method::GET, "/api/v1/me/profile"),
            (Method::PUT, "/api/v1/me/profile"),
            (Method::PUT, "/api/v1/me/npk"),
            (Method::PUT, "/api/v1/me/place"),
            (Method::PUT, "/api/v1/me/known-crops/onion"),
            (Method::DELETE, "/api/v1/me/known-crops/onion"),
            (Method::GET, "/api/v1/me/sowings"),
            (Method::POST, "/api/v1/me/sowings"),
            (Method::DELETE, "/api/v1/me/sowings/019774a2-0000-7000-8000-000000000000"),
            (Method::PATCH, "/api/v1/me/sowings/019774a2-0000-7000-8000-000000000000"),
            (Method::PUT, "/api/v1/me/land"),
            (Method::PUT, "/api/v1/me/water"),
            (Method::PUT, "/api/v1/me/soil"),
            (Method::GET, "/api/v1/me/intentions"),
            (Method::POST, "/api/v1/me/intentions"),
            (Method::DELETE, "/api/v1/me/intentions/019774a2-0000-7000-8000-000000000000"),
            (Method::POST, "/api/v1/me/intentions/019774a2-0000-7000-8000-000000000000/sowing"),
            (Method::GET, "/api/v1/me/recommendations/known-crops"),
            (Method::GET, "/api/v1/me/recommendations/soil-climate"),
        ] {
            let answer = guest.send(guest.request(method.clone(), path).json(&json!({}))).await;
            assert_eq!(answer.problem(401, "not-signed-in")["detail"], "Please sign in to go on.", "{method} {path}");
        }
    }

    async fn every_route_of_the_app_gets_the_shell(grow) {
        let guest = grow.guest();
        for path in APP_ROUTES {
            is_shell(&guest.get(path).await, path);
            let head = guest.send(guest.request(Method::HEAD, path)).await;
            assert!(head.status == 200 || head.status == 503, "{path}");
            assert!(head.body.is_empty(), "{path}");
        }
    }

    async fn an_unknown_file_is_not_the_shell(grow) {
        for path in
            ["/assets/nothing.js", "/assets/", "/assets/nothing", "/nothing.js", "/favicon.bmp", "/a/b/c.css", "/.env"]
        {
            let answer = grow.guest().get(path).await;
            assert_eq!((answer.status.as_u16(), answer.text()), (404, "There is no such file.\n"), "{path}");
        }
        for path in ["/%2e%2e/Cargo.toml", "/..%2fpackage.json", "/assets/..%2f..%2fpackage.json"] {
            assert_eq!(grow.guest().get(path).await.status, 404, "{path}");
        }
    }

    async fn a_hashed_file_is_kept_for_ever_and_packed(grow) {
        let guest = grow.guest();
        let shell = guest.get("/").await;
        is_shell(&shell, "/");
        for file in shell.files() {
            for (accepted, packed) in [("", ""), ("gzip", "gzip"), ("gzip, deflate, br", "br")] {
                let request = guest.request(Method::GET, file).header(header::ACCEPT_ENCODING, accepted);
                let answer = guest.send(request).await;
                assert_eq!(answer.status, 200, "{file}");
                assert_eq!(answer.header(header::CACHE_CONTROL), "public, max-age=31536000, immutable", "{file}");
                assert_eq!(answer.header(header::VARY), "accept-encoding", "{file}");
                assert!(["", packed].contains(&answer.header(header::CONTENT_ENCODING)), "{file}");
                assert!(!answer.body.is_empty(), "{file}");
            }
        }
    }

    async fn the_app_is_only_read(grow) {
        let guest = grow.guest();
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            for path in ["/", "/dashboard", "/assets/nothing.js"] {
                let answer = guest.send(guest.request(method.clone(), path)).await;
                assert_eq!((answer.status.as_u16(), answer.header(header::ALLOW)), (405, "GET, HEAD"), "{method} {path}");
                assert_eq!(answer.text(), "This address can only be read.\n");
            }
        }
    }

    async fn a_head_may_be_long_but_not_endless(grow) {
        for (length, status) in [(20 * 1024, 200), (100 * 1024, 431)] {
            let request = grow.guest().request(Method::GET, "/api/v1/demand").header("x-long", "x".repeat(length));
            assert_eq!(request.send().await.unwrap().status(), status, "{length}");
        }
    }

    async fn a_request_names_one_host(grow) {
        for (version, hosts, status) in [
            ("1.1", "", 400),
            ("1.0", "", 400),
            ("1.1", "host: grow\r\nhost: grow\r\n", 400),
            ("1.1", "host: grow\r\nHost: evil.example\r\n", 400),
            ("1.1", "host: grow\r\n", 200),
            ("1.0", "host: grow\r\n", 200),
        ] {
            for path in ["/api/v1/demand", "/api/v1/session", "/healthz"] {
                let mut wire = Wire::connect(&grow).await.unwrap();
                wire.send(format!("GET {path} HTTP/{version}\r\n{hosts}connection: close\r\n\r\n")).await;
                let answer = wire.rest().await;
                assert!(answer.starts_with(&format!("HTTP/{version} {status} ")), "{path} {hosts:?}: {answer}");
                assert_eq!(answer.contains(r#""type":"no-host""#), status == 400, "{answer}");
            }
        }
    }

    async fn a_target_that_is_an_address_names_this_host(grow) {
        let own = grow.address.to_string();
        let evil = "evil.example";
        for (target, host, status) in [
            (format!("http://{own}"), own.as_str(), 200),
            (format!("HTTP://{own}"), own.as_str(), 200),
            (format!("http://{evil}"), own.as_str(), 400),
            (format!("http://{evil}"), evil, 400),
            (format!("http://{own}"), evil, 400),
            (format!("https://{own}"), own.as_str(), 400),
            (format!("http://{own}@{evil}"), own.as_str(), 400),
        ] {
            for path in ["/api/v1/demand", "/api/v1/session", "/healthz"] {
                let mut wire = Wire::connect(&grow).await.unwrap();
                wire.send(format!("GET {target}{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")).await;
                let answer = wire.rest().await;
                assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{target} {path}: {answer}");
                assert_eq!(answer.contains(r#""type":"no-host""#), status == 400, "{answer}");
            }
        }
    }

    async fn a_body_in_a_transfer_coding_that_is_not_undone_is_refused(grow) {
        for (coding, status) in [
            ("chunked", "401 Unauthorized"),
            ("Chunked", "401 Unauthorized"),
            ("gzip, chunked", "501 Not Implemented"),
            ("chunked, chunked", "501 Not Implemented"),
            ("chunked\r\ntransfer-encoding: chunked", "501 Not Implemented"),
            ("gzip", "400 Bad Request"),
        ] {
            let mut wire = Wire::connect(&grow).await.unwrap();
            wire.send(format!(
                "POST /api/v1/me/sowings HTTP/1.1\r\nhost: grow\r\ncontent-type: application/json\r\n\
                 connection: close\r\ntransfer-encoding: {coding}\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
            ))
            .await;
            let answer = wire.rest().await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{coding}: {answer}");
            let is_told = answer.contains(r#""type":"unknown-transfer-coding""#);
            assert_eq!(is_told, status.starts_with("501"), "{coding}: {answer}");
        }
    }

    async fn the_operator_can_ask_whether_it_works(grow) {
        for path in ["/healthz", "/readyz"] {
            let answer = grow.guest().get(path).await;
            assert_eq!((answer.status.as_u16(), answer.text()), (200, "ok\n"), "{path}");
        }
    }

    async fn a_failing_store_is_a_server_error_and_the_last_overview_stays(grow) {
        let meena = grow.farmer("meena").await;
        assert_eq!(meena.put("/api/v1/me/place", json!({ "place": "Theni" })).await.status, 200);
        // A test build looks at the plan of a statement first, which takes its tables.
        let asha = grow.farmer("asha").await;
        assert_eq!(asha.put("/api/v1/me/place", json!({ "place": "Theni" })).await.status, 200);
        asha.sow("asha-first", "MAIZE", 1.0).await;
        let before = grow.demand().await;
        grow.store.tamper("ALTER TABLE request_journal RENAME TO lost_journal").await;
        grow.store.tamper("ALTER TABLE change_feed RENAME TO lost_feed").await;
        grow.store.tamper("ALTER TABLE demand_figures RENAME TO lost_figures").await;
        for answer in [
            meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await,
            meena.put("/api/v1/me/place", json!({ "place": "Madurai" })).await,
            meena.get("/readyz").await,
        ] {
            let problem = answer.problem(500, "internal");
            let sentence = "Something went wrong on our side. Nothing was saved; please try again in a minute.";
            assert_eq!(problem["detail"], sentence, "and nothing of what is inside");
            assert!(problem["request"].as_str().is_some_and(|id| id.contains('-')), "but the id that the log has: {problem}");
        }
        assert_eq!(grow.demand().await, before);
        assert_eq!(meena.get("/healthz").await.status, 200);
        grow.store.tamper("ALTER TABLE lost_journal RENAME TO request_journal").await;
        grow.store.tamper("ALTER TABLE lost_feed RENAME TO change_feed").await;
        grow.store.tamper("ALTER TABLE lost_figures RENAME TO demand_figures").await;
        assert_eq!(meena.get("/api/v1/me/sowings").await.json(200)["items"], json!([]));
        assert_eq!(meena.get("/api/v1/me/profile").await.json(200)["place"], "Theni");
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
    }
}

#[tokio::test]
async fn on_https_a_browser_is_told_to_stay_there() {
    let grow = Grow::serve_publicly(testing::sqlite().await, "https://grow.example").await;
    for path in ["/", "/api/v1/demand", "/api/v1/session", "/api/v1/nothing", "/auth/callback"] {
        let answer = grow.guest().get(path).await;
        assert_eq!(answer.header(header::STRICT_TRANSPORT_SECURITY), "max-age=31536000", "{path}");
    }
    grow.stop().await;
    let grow = Grow::serve(testing::sqlite().await).await;
    assert_eq!(grow.guest().get("/").await.header(header::STRICT_TRANSPORT_SECURITY), "");
    grow.stop().await;
}

#[tokio::test]
async fn another_program_that_keeps_the_database_locked_is_told_after_two_seconds() {
    let grow = Grow::serve(testing::sqlite().await).await;
    let meena = grow.farmer("meena").await;
    let locked = grow.store.lock();
    let (asked, guest) = (Instant::now(), grow.guest());
    let (sowing, ready, second) =
        tokio::join!(meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25), meena.get("/readyz"), guest.get("/readyz"),);
    assert!((1_900..2_500).contains(&asked.elapsed().as_millis()), "{:?}", asked.elapsed());
    for answer in [sowing, ready, second] {
        let problem = answer.problem(503, "storage-busy");
        let sentence = "Another program is writing to the records at this moment. Nothing was saved; please try again.";
        assert_eq!(problem["detail"], sentence);
        assert_eq!(answer.header(header::RETRY_AFTER), "2");
    }
    assert_eq!(meena.get("/api/v1/me/sowings").await.json(200)["items"], json!([]), "it can be read");
    drop(locked);
    until("it is ready", async || guest.get("/readyz").await.status == 200).await;
    meena.sow("meena-first", "GROUNDNUT", 1.25).await;
    grow.stop().await;
}

#[tokio::test]
async fn an_unavailable_database_is_reported_as_such() {
    let grow = Grow::serve(testing::postgres().await).await;
    let meena = grow.farmer("meena").await;
    let before = grow.demand().await;
    let away = "UPDATE pg_database SET datallowconn = false WHERE datname = current_database();
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
    grow.store.tamper(away).await;
    for answer in [
        meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await,
        meena.get("/api/v1/me/sowings").await,
        meena.get("/readyz").await,
    ] {
        let problem = answer.problem(503, "unavailable");
        let sentence = "We cannot reach our records at this moment. Nothing was saved; please try again.";
        assert_eq!(problem["detail"], sentence);
        assert_eq!(answer.header(header::RETRY_AFTER), "2");
    }
    assert_eq!(grow.demand().await, before);
    grow.stop().await;
}
