//! 'Anywhere else, a start without a client is refused with a message that says what to set.'

use crate::grow::{CONTACT, noon, random, shipped};
use grow_domain::bounds::Bounds;
use grow_domain::sowing::CountLimits;
use grow_server::{
    App, Clock, Config, DevelopmentSignIn, ExternalContentUrls, Limits, OidcClient, Server, SessionLimits,
};
use grow_store::both_stores;
use grow_store::testing::TestStore;

/// Tries to start the server and returns the error message.
async fn start(store: &TestStore, listen: &str, public_url: &str, oidc: Option<OidcClient>) -> Option<String> {
    start_with(store, listen, public_url, oidc, |config| config).await
}

/// Like `start`, with a changed configuration.
pub(crate) async fn start_with(
    store: &TestStore,
    listen: &str,
    public_url: &str,
    oidc: Option<OidcClient>,
    configure: impl FnOnce(Config) -> Config,
) -> Option<String> {
    match App::start(configure(config(listen, public_url, oidc)), (**store).clone(), Clock::from_fn(noon), random())
        .await
    {
        Ok(app) => {
            app.stop().await;
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

/// The configuration of a server on an address.
pub(crate) fn config(listen: &str, public_url: &str, oidc: Option<OidcClient>) -> Config {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (public_url, listen) = (public_url.parse().unwrap(), listen.parse().unwrap());
    let (sessions, limits) = (SessionLimits::default(), Limits::default());
    Config {
        public_url,
        listen,
        oidc,
        development_sign_in: DevelopmentSignIn::default(),
        sessions,
        limits,
        predictor: shipped(),
        external_content: ExternalContentUrls::default(),
        grievance_contact: Some(CONTACT.parse().unwrap()),
        erasures: None,
        backups: None,
        metrics_listen: None,
        traces: None,
        counted: CountLimits::default(),
        bounds: Bounds::default(),
        sample_record: false,
    }
}

both_stores! {
    async fn the_development_sign_in_is_offered_on_a_loopback_address_only(store) {
        for (listen, public_url) in [
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            ("192.168.1.2:8080", "http://192.168.1.2:8080"),
            ("[::]:8080", "http://localhost:8080"),
            ("127.0.0.1:8080", "https://grow.example"),
            ("127.0.0.1:8080", "http://localhost.example"),
            ("127.0.0.1:8080", "http://10.0.0.1:8080"),
        ] {
            let sentence = start(&store, listen, public_url, None).await.expect("refused");
            assert!(sentence.contains("GROW_OIDC_CLIENT_ID"), "{sentence}");
            assert!(sentence.contains(listen), "{sentence}");
        }
        assert_eq!(store.number("SELECT COUNT(*) FROM demand_figures").await, 0, "nothing was begun");
        for (listen, public_url) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("127.0.0.1:8080", "http://localhost:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(start(&store, listen, public_url, None).await, None, "{listen} {public_url}");
        }
    }

    async fn the_development_sign_in_is_offered_elsewhere_only_when_the_operator_says_so(store) {
        let on = |config| Config { development_sign_in: DevelopmentSignIn::ForEverybody, ..config };
        for (listen, public_url) in [
            ("0.0.0.0:8080", "http://192.168.1.2:8080"),
            ("127.0.0.1:8080", "https://grow.example"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] {
            assert_eq!(start_with(&store, listen, public_url, None, on).await, None, "{listen} {public_url}");
        }
        let client = OidcClient {
            issuer: "https://accounts.google.com".to_owned(),
            name: None,
            client_id: "grow".to_owned(),
            client_secret: None,
        };
        let sentence = start_with(&store, "127.0.0.1:8080", "http://127.0.0.1:8080", Some(client), on).await;
        let expected = "GROW_DEV_SIGN_IN=on and GROW_OIDC_CLIENT_ID exclude each other. Unset one of them.";
        assert_eq!(sentence.as_deref(), Some(expected));
    }

    async fn with_a_client_it_may_listen_anywhere(store) {
        let client = |issuer: &str| {
            Some(OidcClient { issuer: issuer.to_owned(), name: None, client_id: "grow".to_owned(), client_secret: None })
        };
        let public_url = "https://grow.example";
        assert_eq!(start(&store, "0.0.0.0:8080", public_url, client("https://accounts.google.com")).await, None);
        for issuer in ["http://issuer.example", "accounts.google.com"] {
            let sentence = start(&store, "0.0.0.0:8080", public_url, client(issuer)).await.expect("refused");
            assert!(sentence.starts_with("The identity provider cannot be used: "), "{sentence}");
        }
    }

    async fn a_public_server_must_name_a_grievance_contact(store) {
        let nobody = |config| Config { grievance_contact: None, ..config };
        for (listen, public_url) in
            [("0.0.0.0:8080", "https://grow.example"), ("127.0.0.1:8080", "https://grow.example")]
        {
            let client = OidcClient {
                issuer: "https://accounts.google.com".to_owned(),
                name: None,
                client_id: "grow".to_owned(),
                client_secret: None,
            };
            let sentence = start_with(&store, listen, public_url, Some(client), nobody).await.expect("refused");
            assert!(sentence.contains("GROW_GRIEVANCE_CONTACT") && sentence.contains(listen), "{sentence}");
        }
        assert_eq!(store.number("SELECT COUNT(*) FROM demand_figures").await, 0, "nothing was begun");
        assert_eq!(start_with(&store, "127.0.0.1:8080", "http://127.0.0.1:8080", None, nobody).await, None);
    }

    async fn a_damaged_list_of_erased_farmers_never_stops_the_start(store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        std::fs::write(&path, "damaged\n").unwrap();
        let listed = |config| Config { erasures: Some(path.clone()), ..config };
        assert_eq!(start_with(&store, "127.0.0.1:8080", "http://127.0.0.1:8080", None, listed).await, None);
    }

    async fn only_a_new_database_is_filled_with_the_reference_figures(store) {
        for _ in 0..2 {
            assert_eq!(start(&store, "127.0.0.1:8080", "http://127.0.0.1:8080", None).await, None);
            assert_eq!(store.number("SELECT COUNT(*) FROM demand_figures").await, 16);
            assert_eq!(store.number("SELECT MAX(revision) FROM demand_figures").await, 1);
        }
    }
}

#[tokio::test]
async fn an_address_that_is_taken_is_told_with_the_way_out() {
    let first = Server::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let Err(error) = Server::bind(first.address()).await else { panic!("two servers on one address") };
    let sentence = error.to_string();
    assert!(sentence.contains(&first.address().to_string()) && sentence.contains("GROW_LISTEN"), "{sentence}");
}
