use super::{farmer, noon, session, user};
use grow_store::{Identity, NewSession, PendingLogin, TokenHash, both_stores};
use jiff::{Timestamp, ToSpan};
use uuid::Uuid;

fn login(started_at: Timestamp) -> PendingLogin {
    PendingLogin {
        nonce: "nonce".to_owned(),
        pkce_verifier: "verifier".to_owned(),
        next: "/dashboard".to_owned(),
        started_at,
    }
}

fn identity(name: &str) -> Identity {
    Identity { issuer: "https://issuer".to_owned(), subject: "1".to_owned(), user: user(name), email_verified: true }
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

    async fn an_unfinished_sign_in_expires(store) {
        let (state, browser) = (TokenHash::of("state"), TokenHash::of("browser"));
        store.begin_login(state, browser, login(noon())).await.unwrap();
        assert_eq!(store.take_login(state, browser, noon() + 1.second()).await.unwrap(), None);
    }

    async fn the_account_is_issuer_and_subject_and_the_rest_may_change(store) {
        let sign_in = |identity, token: &'static str| {
            store.sign_in(identity, session(token), Uuid::from_u128(token.len() as u128), noon())
        };
        let first = sign_in(identity("meena"), "one").await.unwrap();
        let again = sign_in(identity("meena devi"), "three").await.unwrap();
        assert_eq!(first, again);
        assert_eq!(store.account(first).await.unwrap().map(|account| account.user), Some(user("meena devi")));
        let other = Identity { issuer: "https://other".to_owned(), ..identity("meena") };
        assert_ne!(sign_in(other, "eleven").await.unwrap(), first, "an e-mail never links two accounts");
    }

    async fn a_session_lasts_until_it_is_ended_or_replaced(store) {
        let (one, two) = (TokenHash::of("one"), TokenHash::of("two"));
        let farmer = store.sign_in(identity("meena"), session("one"), Uuid::from_u128(1), noon()).await.unwrap();
        let found = store.session(one).await.unwrap().unwrap();
        assert_eq!((found.farmer, found.created_at, found.seen_at), (farmer, noon(), noon()));
        store.touch_session(one, noon() + 1.hour()).await.unwrap();
        assert_eq!(store.session(one).await.unwrap().unwrap().seen_at, noon() + 1.hour());
        let rotated = NewSession { replaces: Some(one), ..session("two") };
        store.sign_in(identity("meena"), rotated, Uuid::from_u128(2), noon()).await.unwrap();
        assert_eq!(store.session(one).await.unwrap(), None, "rotated at sign-in");
        store.end_session(two).await.unwrap();
        store.end_session(two).await.unwrap();
        assert_eq!(store.session(two).await.unwrap(), None);
    }

    async fn a_farmer_sees_their_own_sessions_and_ends_one_or_all_others(store) {
        let sign_in = async |token, device: Option<&str>, at| {
            let opened = NewSession { device: device.map(str::to_owned), ..session(token) };
            store.sign_in(identity("meena"), opened, Uuid::from_u128(1), at).await.unwrap()
        };
        let meena = sign_in("computer", None, noon() - 2.hours()).await;
        sign_in("phone", Some("Chrome on Android"), noon() - 1.hour()).await;
        sign_in("forgotten", None, noon() - 9.hours()).await;
        let murugan = farmer(&store, "murugan").await;
        store.touch_session(TokenHash::of("computer"), noon()).await.unwrap();

        let since = noon() - 8.hours();
        let seen = store.sessions(meena, since, since).await.unwrap();
        let told: Vec<_> = seen.iter().map(|one| (one.token, one.device.as_deref(), one.created_at, one.seen_at)).collect();
        assert_eq!(
            told,
            [
                (TokenHash::of("computer"), None, noon() - 2.hours(), noon()),
                (TokenHash::of("phone"), Some("Chrome on Android"), noon() - 1.hour(), noon() - 1.hour()),
            ],
            "the last used first, and neither one that has ended nor another farmer's"
        );
        let phone = seen[1].id;
        assert_eq!(store.end_own_session(murugan, phone).await.unwrap(), None, "another farmer's is not there");
        assert_eq!(store.end_own_session(meena, Uuid::nil()).await.unwrap(), None);
        assert_eq!(store.end_own_session(meena, phone).await.unwrap(), Some(TokenHash::of("phone")));
        assert_eq!(store.end_own_session(meena, phone).await.unwrap(), None, "it has ended");
        assert_eq!(store.session(TokenHash::of("phone")).await.unwrap(), None);

        let others = store.end_other_sessions(meena, TokenHash::of("computer")).await.unwrap();
        assert_eq!(others, [TokenHash::of("forgotten")]);
        assert!(store.session(TokenHash::of("computer")).await.unwrap().is_some());
        assert_eq!(store.sessions(murugan, since, since).await.unwrap().len(), 1);
    }

    async fn beyond_fifty_sessions_the_longest_unused_one_ends(store) {
        let mut meena = None;
        for minute in 0..51 {
            let token = format!("token {minute}");
            let at = noon() + minute.minutes();
            meena = Some(store.sign_in(identity("meena"), session(&token), Uuid::from_u128(1), at).await.unwrap());
            if minute == 1 {
                store.touch_session(TokenHash::of("token 0"), noon() + 2.hours()).await.unwrap();
            }
        }
        assert_eq!(store.sessions(meena.unwrap(), noon(), noon()).await.unwrap().len(), 50);
        assert!(store.session(TokenHash::of("token 0")).await.unwrap().is_some(), "used a moment ago");
        assert_eq!(store.session(TokenHash::of("token 1")).await.unwrap(), None);
        assert!(store.session(TokenHash::of("token 50")).await.unwrap().is_some());
    }
}
