//! 'List of own sessions with device and last use, sign out one or all.'

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, until};
use crate::sign_in::way_to_the_callback;
use grow_server::{Config, SessionLimits};
use grow_store::both_stores;
use http::{Method, header};
use jiff::{SignedDuration, ToSpan};
use serde_json::{Value, json};

const SESSIONS: &str = "/api/v1/me/sessions";
const ON_A_PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 \
                          Mobile Safari/537.36";

/// Returns the list of the farmer's sessions.
async fn sessions(browser: &Browser) -> Vec<Value> {
    browser.get(SESSIONS).await.json(200)["items"].as_array().unwrap().clone()
}

/// Returns the address of the only other session.
async fn the_other(browser: &Browser) -> String {
    let sessions = sessions(browser).await;
    let mut others = sessions.iter().filter(|session| session["is_current"] == false);
    let other = others.next().unwrap()["id"].as_str().unwrap();
    assert!(others.next().is_none());
    format!("{SESSIONS}/{other}")
}

both_servers! {
    async fn a_farmer_sees_where_they_are_signed_in(grow) {
        let phone = grow.guest();
        let callback = way_to_the_callback(&phone, "login_hint=meena@example.in").await;
        let request = phone.request(Method::GET, &callback).header(header::USER_AGENT, ON_A_PHONE);
        assert_eq!(phone.send(request).await.location(), "/dashboard");
        grow.clock.advance(SignedDuration::from_mins(5));
        let computer = grow.farmer("meena").await;
        grow.farmer("murugan").await;

        let seen = sessions(&computer).await;
        let [here, there] = &seen[..] else { panic!("two sessions: {seen:?}") };
        let at = |minute| json!(format!("2026-06-15T12:0{minute}:00Z"));
        for (session, device, at, is_current) in [(here, Value::Null, at(5), true), (there, json!("Chrome on Android"), at(0), false)] {
            let id = session["id"].clone();
            let expected = json!({
                "id": id, "device": device, "signed_in_at": at, "last_used_at": at, "is_current": is_current
            });
            assert_eq!(*session, expected);
        }
        assert_eq!(sessions(&phone).await[1]["is_current"], true, "and each knows which it is itself");
    }

    async fn the_last_use_is_told(grow) {
        let meena = grow.farmer("meena").await;
        grow.clock.advance(SignedDuration::from_hours(3));
        assert!(meena.signed_in_as().await.is_some());
        let used = json!("2026-06-15T15:00:00Z");
        until("the use is written down", async || sessions(&meena).await[0]["last_used_at"] == used).await;
        assert_eq!(sessions(&meena).await[0]["signed_in_at"], "2026-06-15T12:00:00Z");
    }

    async fn signing_out_another_session_takes_effect_at_once(grow) {
        let (phone, computer) = (grow.farmer("meena").await, grow.farmer("meena").await);
        assert!(phone.signed_in_as().await.is_some());
        let other = the_other(&computer).await;
        computer.delete(&other).await.is_empty(204);
        phone.get("/api/v1/me/profile").await.problem(401, "not-signed-in");
        assert_eq!(phone.signed_in_as().await, None);
        assert_eq!(sessions(&computer).await.len(), 1);
        computer.delete(&other).await.problem(404, "not-found");
    }

    async fn signing_out_here_takes_the_cookie_away(grow) {
        let meena = grow.farmer("meena").await;
        let own = format!("{SESSIONS}/{}", sessions(&meena).await[0]["id"].as_str().unwrap());
        let out = meena.delete(&own).await;
        out.is_empty(204);
        assert_eq!(out.header(header::SET_COOKIE), "grow_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
        assert_eq!(meena.signed_in_as().await, None);
    }

    async fn signing_out_everywhere_else_leaves_this_one(grow) {
        let here = grow.farmer("meena").await;
        let elsewhere = [grow.farmer("meena").await, grow.farmer("meena").await];
        let murugan = grow.farmer("murugan").await;
        for browser in &elsewhere {
            assert!(browser.signed_in_as().await.is_some());
        }
        here.delete(SESSIONS).await.is_empty(204);
        for browser in &elsewhere {
            assert_eq!(browser.signed_in_as().await, None);
        }
        assert!(here.signed_in_as().await.is_some());
        assert!(murugan.signed_in_as().await.is_some(), "nobody else is signed out");
        here.delete(SESSIONS).await.is_empty(204);
    }

    async fn the_session_of_another_farmer_is_not_there(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        let own = sessions(&meena).await[0]["id"].as_str().unwrap().to_owned();
        let foreign = murugan.delete(&format!("{SESSIONS}/{own}")).await;
        let missing = murugan.delete(&format!("{SESSIONS}/019774a2-0000-7000-8000-000000000000")).await;
        foreign.problem(404, "not-found");
        assert_eq!(foreign.body, missing.body, "other and missing look the same");
        assert!(meena.signed_in_as().await.is_some());
    }

    async fn the_overview_is_the_same_for_everyone_so_its_stream_outlives_a_sign_out(grow) {
        let meena = grow.farmer("meena").await;
        let murugan = grow.farmer("murugan").await;
        let mut stream = meena.watch(None).await;
        assert_eq!(stream.next().await.kind, "overview");
        meena.delete("/api/v1/session").await.is_empty(204);
        murugan.sow("murugan-first", "GROUNDNUT", 1.25).await;
        assert_eq!(stream.next().await.kind, "change");
    }
}

both_stores! {
    async fn the_operator_decides_how_long_a_session_lasts(store) {
        let limits = SessionLimits { idle: SignedDuration::from_hours(48), age: SignedDuration::from_hours(72) };
        let grow = Grow::serve_with(store, |config| Config { sessions: limits, ..config }).await;
        let meena = grow.guest();
        let callback = way_to_the_callback(&meena, "login_hint=meena@example.in").await;
        assert!(meena.get(&callback).await.header(header::SET_COOKIE).contains("; Max-Age=259200; "));
        let idle = grow.farmer("meena").await;
        for hours in [47, 71] {
            grow.clock.set(&(crate::grow::noon() + hours.hours()).to_string());
            assert!(meena.signed_in_as().await.is_some(), "after {hours} hours");
            let used = grow.clock.now().to_string();
            until("the use is written down", async || sessions(&meena).await[0]["last_used_at"] == used).await;
        }
        assert_eq!(idle.signed_in_as().await, None, "not used for two days");
        assert_eq!(sessions(&meena).await.len(), 1, "what has ended is not listed");
        grow.clock.set(&(crate::grow::noon() + 73.hours()).to_string());
        assert_eq!(meena.signed_in_as().await, None, "three days old");
        grow.stop().await;
    }
}
