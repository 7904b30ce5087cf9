use super::{noon, user};
use grow_store::{Identity, LoginMode, PendingLogin, TokenHash, both_stores};
use jiff::{Timestamp, ToSpan};
use uuid::Uuid;

fn login(started_at: Timestamp) -> PendingLogin {
    PendingLogin {
        nonce: "nonce".to_owned(),
        pkce_verifier: "verifier".to_owned(),
        mode: LoginMode::Popup,
        next: "/dashboard".to_owned(),
        started_at,
    }
}

fn identity(name: &str) -> Identity {
    Identity { issuer: "https://issuer".to_owned(), subject: "1".to_owned(), user: user(name) }
}

both_stores! {
    async fn a_started_sign_in_is_used_once_and_by_its_own_browser(store) {
        let (state, browser) = (TokenHash::of("state"), TokenHash::of("browser"));
        let long_ago = noon() - 10.minutes();
        store.begin_login(state, browser, login(noon())).await.unwrap();
        assert_eq!(store.take_login(state, TokenHash::of("another browser"), long_ago).await.unwrap(), None);
        assert_eq!(store.take_login(TokenHash::of("another state"), browser, long_ago).await.unwrap(), None);
        assert_eq!(store.take_login(state, browser, long_ago).await.unwrap(), Some(login(noon())));
        assert_eq!(store.take_login(state, browser, long_ago).await.unwrap(), None);
    }

    async fn a_sign_in_that_was_left_lying_is_forgotten(store) {
        let (state, browser) = (TokenHash::of("state"), TokenHash::of("browser"));
        store.begin_login(state, browser, login(noon())).await.unwrap();
        assert_eq!(store.take_login(state, browser, noon() + 1.second()).await.unwrap(), None);
    }

    async fn the_account_is_issuer_and_subject_and_the_rest_may_change(store) {
        let sign_in = |identity, token: &'static str, replaces| {
            store.sign_in(identity, TokenHash::of(token), replaces, Uuid::from_u128(token.len() as u128), noon())
        };
        let first = sign_in(identity("meena"), "one", None).await.unwrap().value;
        let again = sign_in(identity("meena devi"), "three", None).await.unwrap().value;
        assert_eq!(first, again);
        assert_eq!(store.user(first).await.unwrap(), Some(user("meena devi")));
        let other = Identity { issuer: "https://other".to_owned(), ..identity("meena") };
        assert_ne!(sign_in(other, "eleven", None).await.unwrap().value, first, "an e-mail never links two accounts");
    }

    async fn a_session_lasts_until_it_is_ended_or_replaced(store) {
        let (one, two) = (TokenHash::of("one"), TokenHash::of("two"));
        let farmer = store.sign_in(identity("meena"), one, None, Uuid::from_u128(1), noon()).await.unwrap().value;
        let session = store.session(one).await.unwrap().unwrap();
        assert_eq!((session.farmer, session.created_at, session.seen_at), (farmer, noon(), noon()));
        store.touch_session(one, noon() + 1.hour()).await.unwrap();
        assert_eq!(store.session(one).await.unwrap().unwrap().seen_at, noon() + 1.hour());
        store.sign_in(identity("meena"), two, Some(one), Uuid::from_u128(2), noon()).await.unwrap();
        assert_eq!(store.session(one).await.unwrap(), None, "rotated at sign-in");
        store.end_session(two).await.unwrap();
        store.end_session(two).await.unwrap();
        assert_eq!(store.session(two).await.unwrap(), None);
    }

    async fn what_has_ended_is_deleted_and_nothing_else(store) {
        for (name, started_at) in [("old", noon() - 1.second()), ("new", noon())] {
            store.begin_login(TokenHash::of(name), TokenHash::of("browser"), login(started_at)).await.unwrap();
        }
        let sign_in = |token: &'static str, id, at| {
            store.sign_in(identity("meena"), TokenHash::of(token), None, Uuid::from_u128(id), at)
        };
        sign_in("unused", 1, noon() - 31.hours()).await.unwrap();
        sign_in("used", 2, noon() - 31.hours()).await.unwrap();
        sign_in("too old", 3, noon() - 101.hours()).await.unwrap();
        for used in ["used", "too old"] {
            store.touch_session(TokenHash::of(used), noon()).await.unwrap();
        }
        store.forget_ended(noon(), noon() - 30.hours(), noon() - 100.hours()).await.unwrap();
        assert_eq!(store.number("SELECT COUNT(*) FROM logins").await, 1);
        assert!(store.take_login(TokenHash::of("new"), TokenHash::of("browser"), noon()).await.unwrap().is_some());
        for (token, there) in [("unused", false), ("used", true), ("too old", false)] {
            assert_eq!(store.session(TokenHash::of(token)).await.unwrap().is_some(), there, "{token}");
        }
    }
}
