//! 'Session fixation, replay after sign-out, a session past its idle and absolute limits': a cookie whose session has
//! ended or never existed is refused by every operation.

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, until};
use crate::operations::operations;
use jiff::SignedDuration;

const MEENA: &str = "meena@example.in";
const DAY: SignedDuration = SignedDuration::from_hours(24);
const SECOND: SignedDuration = SignedDuration::from_secs(1);
const NOBODYS: &str = "019774a2-0000-7000-8000-000000000000";

/// Returns the token of an open session, which the server has just cached.
async fn live_token(browser: &Browser) -> String {
    assert!(browser.signed_in_as().await.is_some());
    browser.cookie("grow_session").unwrap()
}

/// Returns a browser with this cookie, which keeps it after a sign-out elsewhere.
fn copy_with(grow: &Grow, token: &str) -> Browser {
    let copy = grow.guest();
    copy.put_cookie("grow_session", token);
    copy
}

async fn opens_nothing(grow: &Grow, token: &str) {
    let copy = copy_with(grow, token);
    assert_eq!(copy.signed_in_as().await, None);
    assert!(!copy.get("/dashboard").await.text().contains("@example.in"), "a page tells of somebody");
    let mut asked = 0;
    for operation in operations().iter().filter(|operation| operation.path.starts_with("/api/v1/me/")) {
        let answer = operation.ask(&copy, NOBODYS, "", operation.body.clone()).await;
        assert_eq!(answer.status, 401, "{}", operation.name);
        answer.problem(401, "not-signed-in");
        asked += 1;
    }
    assert!(asked > 10, "the document was read");
}

both_servers! {
    async fn a_planted_session_is_not_the_one_after_sign_in(grow) {
        let attacker = grow.farmer("murugan").await;
        let live = live_token(&attacker).await;
        for planted in ["planted-by-somebody-who-waits-for-a-sign-in", &live] {
            let meena = copy_with(&grow, planted);
            meena.sign_in(MEENA).await;
            let token = live_token(&meena).await;
            assert_ne!(token, planted);
            assert_eq!(meena.signed_in_as().await.as_deref(), Some(MEENA));
            opens_nothing(&grow, planted).await;
            assert_eq!(copy_with(&grow, &token).signed_in_as().await.as_deref(), Some(MEENA));
        }
        assert_eq!(attacker.signed_in_as().await, None, "what was planted has ended for whoever planted it, too");
    }

    async fn each_sign_in_ends_the_session_before_it(grow) {
        let meena = grow.farmer("meena").await;
        for _ in 0..3 {
            let before = live_token(&meena).await;
            meena.sign_in(MEENA).await;
            opens_nothing(&grow, &before).await;
            assert_eq!(grow.store.number("SELECT COUNT(*) FROM sessions").await, 1);
        }
    }

    async fn a_cookie_that_was_kept_opens_nothing_after_any_kind_of_sign_out(grow) {
        let here = grow.farmer("meena").await;
        for way in ["session", "own", "others"] {
            let phone = grow.farmer("meena").await;
            let token = live_token(&phone).await;
            let path = match way {
                "session" => "/api/v1/session".to_owned(),
                "own" => {
                    let sessions = phone.get("/api/v1/me/sessions").await.json(200);
                    let mut sessions = sessions["items"].as_array().unwrap().iter();
                    let own = sessions.find(|session| session["is_current"] == true).unwrap();
                    format!("/api/v1/me/sessions/{}", own["id"].as_str().unwrap())
                }
                _ => "/api/v1/me/sessions".to_owned(),
            };
            let asking = if way == "others" { &here } else { &phone };
            asking.delete(&path).await.is_empty(204);
            opens_nothing(&grow, &token).await;
            assert_eq!(grow.store.number("SELECT COUNT(*) FROM sessions").await, 1, "{way}: only the one here");
        }
        assert!(here.signed_in_as().await.is_some());
    }

    async fn a_cookie_that_was_not_used_for_thirty_days_opens_nothing(grow) {
        let token = live_token(&grow.farmer("meena").await).await;
        grow.clock.advance(DAY * 30 + SECOND);
        opens_nothing(&grow, &token).await;
    }

    async fn a_cookie_of_a_hundred_and_eighty_days_opens_nothing_however_often_it_was_used(grow) {
        let meena = grow.farmer("meena").await;
        for _ in 0..9 {
            grow.clock.advance(DAY * 20);
            assert!(meena.signed_in_as().await.is_some(), "at {}", grow.clock.now());
            let seen_at = async || grow.store.number("SELECT MAX(seen_at) FROM sessions").await;
            until("the use is written down", async || seen_at().await == grow.clock.now().as_microsecond()).await;
        }
        let token = live_token(&meena).await;
        grow.clock.advance(SECOND);
        opens_nothing(&grow, &token).await;
    }
}
