//! 'Session: `GET /api/v1/session` -> `{user: {id, display_name, photo_url, email} | null}`.'

use crate::both_servers;
use crate::grow::{Grow, until};
use crate::sign_in::way_to_the_callback;
use futures_util::future::{join, join_all};
use grow_server::{Config, SessionLimits};
use grow_store::{both_stores, testing};
use http::header;
use jiff::SignedDuration;
use serde_json::json;
use std::time::Duration;

const DAY: SignedDuration = SignedDuration::from_hours(24);

both_servers! {
    async fn the_session_of_a_guest_has_no_user(grow) {
        assert_eq!(grow.guest().get("/api/v1/session").await.json(200), json!({ "user": null }));
    }

    async fn an_answer_tells_the_date_of_the_servers_clock_by_which_phones_correct_theirs(grow) {
        let answer = grow.guest().get("/api/v1/session").await;
        assert_eq!(answer.header("date"), "Mon, 15 Jun 2026 12:00:00 GMT");
    }

    async fn the_user_of_a_session_is_the_one_of_the_provider(grow) {
        for (name, display_name) in [("meena", "Meena Devi"), ("murugan", "Murugan Selvam"), ("kavitha.r", "kavitha.r")]
        {
            let farmer = grow.farmer(name).await;
            let mut session = farmer.get("/api/v1/session").await.json(200);
            let id = session["user"].as_object_mut().unwrap().remove("id").unwrap();
            assert!(!id.as_str().unwrap().is_empty(), "{id}");
            let user = json!({
                "display_name": display_name, "photo_url": null, "email": format!("{name}@example.in"),
                "has_imported_record": false, "language": null
            });
            assert_eq!(session, json!({ "user": user }));
        }
    }

    async fn a_farmer_has_one_id_in_every_session(grow) {
        let (phone, computer) = (grow.farmer("meena").await, grow.farmer("meena").await);
        assert_eq!(phone.farmer_id().await, computer.farmer_id().await);
        assert_ne!(phone.farmer_id().await, grow.farmer("murugan").await.farmer_id().await);
    }

    async fn the_session_cookie_is_for_the_server_alone(grow) {
        let meena = grow.guest();
        let callback = way_to_the_callback(&meena, "login_hint=meena@example.in").await;
        let callback = meena.get(&callback).await;
        let cookies: Vec<_> = callback.headers.get_all(header::SET_COOKIE).iter().collect();
        let token = meena.cookie("grow_session").unwrap();
        assert_eq!(token.len(), 43, "256 bits");
        let session = format!("grow_session={token}; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax");
        assert_eq!(cookies, [session.as_str()]);
    }

    async fn signing_out_ends_the_session_wherever_its_cookie_is(grow) {
        let meena = grow.farmer("meena").await;
        let elsewhere = grow.guest();
        elsewhere.put_cookie("grow_session", &meena.cookie("grow_session").unwrap());
        assert_eq!(elsewhere.signed_in_as().await.as_deref(), Some("meena@example.in"));

        let out = meena.delete("/api/v1/session").await;
        out.is_empty(204);
        assert_eq!(out.header(header::SET_COOKIE), "grow_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
        assert_eq!(meena.cookie("grow_session"), None);

        assert_eq!(elsewhere.signed_in_as().await, None);
        elsewhere.get("/api/v1/me/profile").await.problem(401, "not-signed-in");
        elsewhere.delete("/api/v1/session").await.is_empty(204);
        meena.delete("/api/v1/session").await.is_empty(204);
    }

    async fn a_sign_out_holds_beside_concurrent_requests(grow) {
        for _ in 0..20 {
            let meena = grow.farmer("meena").await;
            let elsewhere = grow.guest();
            elsewhere.put_cookie("grow_session", &meena.cookie("grow_session").unwrap());
            let asked = (0..20).map(|_| elsewhere.get("/api/v1/session"));
            let (out, _) = join(meena.delete("/api/v1/session"), join_all(asked)).await;
            out.is_empty(204);
            assert_eq!(elsewhere.signed_in_as().await, None);
        }
    }

    async fn signing_out_here_leaves_the_session_on_the_other_phone(grow) {
        let (phone, computer) = (grow.farmer("meena").await, grow.farmer("meena").await);
        phone.delete("/api/v1/session").await.is_empty(204);
        assert_eq!(computer.signed_in_as().await.as_deref(), Some("meena@example.in"));
    }

    async fn a_session_is_rotated_at_sign_in(grow) {
        let meena = grow.farmer("meena").await;
        let before = grow.guest();
        before.put_cookie("grow_session", &meena.cookie("grow_session").unwrap());
        meena.sign_in("murugan@example.in").await;
        assert_ne!(meena.cookie("grow_session"), before.cookie("grow_session"));
        assert_eq!(meena.signed_in_as().await.as_deref(), Some("murugan@example.in"));
        assert_eq!(before.signed_in_as().await, None, "the replaced session");
    }

    async fn a_session_ends_thirty_days_after_its_last_use(grow) {
        let meena = grow.farmer("meena").await;
        grow.clock.advance(DAY * 30);
        assert!(meena.signed_in_as().await.is_some());
        until("the use is written down", async || seen_at(&grow).await == grow.clock.now().as_microsecond()).await;
        grow.clock.advance(DAY * 30 + SignedDuration::from_secs(1));
        assert_eq!(meena.signed_in_as().await, None);
        meena.get("/api/v1/me/profile").await.problem(401, "not-signed-in");
        meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await.problem(401, "not-signed-in");
        meena.sign_in("meena@example.in").await;
        assert!(meena.signed_in_as().await.is_some());
    }

    async fn a_session_ends_at_the_age_of_a_hundred_and_eighty_days(grow) {
        let meena = grow.farmer("meena").await;
        for _ in 0..9 {
            grow.clock.advance(DAY * 20);
            assert!(meena.signed_in_as().await.is_some(), "at {}", grow.clock.now());
            until("the use is written down", async || seen_at(&grow).await == grow.clock.now().as_microsecond()).await;
        }
        grow.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(meena.signed_in_as().await, None);
    }

    async fn values_in_the_database_open_no_session(grow) {
        let meena = grow.farmer("meena").await;
        let token = meena.cookie("grow_session").unwrap();
        let stranger = grow.guest();
        for guess in [token.to_lowercase(), format!("{token}="), "x".repeat(43), "x".repeat(5_000)] {
            stranger.put_cookie("grow_session", &guess);
            assert_eq!(stranger.signed_in_as().await, None, "{guess}");
            stranger.get("/api/v1/me/sowings").await.problem(401, "not-signed-in");
        }
    }
}

both_stores! {
    async fn ended_sessions_are_deleted(store) {
        let grow = Grow::serve(store).await;
        grow.guest().get("/auth/start").await.location();
        grow.farmer("meena").await;
        grow.stop().await;
        let hundred_years = "3155760000000000";
        for (table, column) in [("logins", "started_at"), ("sessions", "seen_at")] {
            grow.store.tamper(&format!("UPDATE {table} SET {column} = {column} - {hundred_years}")).await;
        }
        // The clock has run for a day.
        grow.store.tamper("UPDATE watermarks SET position = position - 86400000000 WHERE work = 'housekeeping'").await;
        let grow = Grow::serve(grow.store).await;
        let count = "SELECT (SELECT COUNT(*) FROM logins) + (SELECT COUNT(*) FROM sessions)";
        until("both are deleted", async || grow.store.number(count).await == 0).await;
        grow.stop().await;
    }

    async fn a_clock_that_runs_two_days_ahead_ends_no_session(store) {
        let sessions = SessionLimits { idle: DAY, age: DAY * 3 };
        let grow = Grow::serve_with(store, |config| Config { sessions, ..config }).await;
        let meena = grow.farmer("meena").await;
        grow.clock.run_wrong(DAY * 2);
        assert!(meena.signed_in_as().await.is_some());
        let murugan = grow.farmer("murugan").await;
        assert_eq!(meena.get("/api/v1/me/sessions").await.json(200)["items"].as_array().unwrap().len(), 1);
        grow.clock.run_wrong(DAY * -2);
        assert!(meena.signed_in_as().await.is_some() && murugan.signed_in_as().await.is_some());
        grow.clock.advance(DAY + SignedDuration::from_secs(1));
        assert_eq!(meena.signed_in_as().await, None, "a day has truly passed");
        grow.stop().await;
    }

    async fn on_https_the_cookie_is_bound_to_the_host(store) {
        let grow = Grow::serve_publicly(store, "https://grow.example").await;
        let out = grow.guest().delete("/api/v1/session").await;
        let cleared = "__Host-grow_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure";
        assert_eq!(out.header(header::SET_COOKIE), cleared);
        grow.stop().await;
    }
}

async fn seen_at(grow: &Grow) -> i64 {
    grow.store.number("SELECT MAX(seen_at) FROM sessions").await
}

/// The clock is paused, so that the hour between two runs passes at once.
#[tokio::test]
async fn the_clean_up_of_a_clock_that_runs_ahead_deletes_no_session() {
    let sessions = SessionLimits { idle: DAY, age: DAY * 3 };
    let grow = Grow::serve_with(testing::sqlite().await, |config| Config { sessions, ..config }).await;
    let meena = grow.farmer("meena").await;
    grow.guest().get("/auth/start").await.location();
    grow.clock.advance(SignedDuration::from_mins(11));
    grow.clock.run_wrong(DAY * 2);
    tokio::time::pause();
    tokio::time::advance(Duration::from_hours(1)).await;
    let logins = "SELECT COUNT(*) FROM logins";
    until("the sign-in that was left lying is deleted", async || grow.store.number(logins).await == 0).await;
    tokio::time::resume();
    grow.clock.run_wrong(DAY * -2);
    assert_eq!(grow.store.number("SELECT COUNT(*) FROM sessions").await, 1);
    assert!(meena.signed_in_as().await.is_some());
    grow.stop().await;
}
