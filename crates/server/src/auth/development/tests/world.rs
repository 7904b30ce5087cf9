//! The development sign-in over HTTP, with a client and a browser.

use crate::auth::development::ThisServer;
use crate::auth::oidc::{self, Identity, OidcError, Provider, Started, Timeouts};
use crate::{Clock, Random};
use axum::Router;
use axum::http::{StatusCode, header};
use grow_dev_issuer::{Client, router};
use grow_domain::Language;
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};
use url::Url;

/// A running provider, its client, a browser, and a clock that the test sets.
pub(super) struct World {
    pub(super) issuer: String,
    pub(super) redirect_uri: Url,
    pub(super) client: Provider,
    pub(super) browser: reqwest::Client,
    pub(super) clock: Arc<AtomicI64>,
}

/// Returns a deterministic random source that never repeats itself and depends on the seed.
pub(super) fn random(seed: u8) -> Random {
    let drawn = AtomicU8::new(0);
    Random::from_fn(move |bytes| {
        bytes.fill(seed);
        if let Some(first) = bytes.first_mut() {
            *first = drawn.fetch_add(1, Ordering::SeqCst);
        }
    })
}

impl World {
    pub(super) async fn start() -> Self {
        Self::with_seed(0).await
    }

    pub(super) async fn with_seed(seed: u8) -> Self {
        // The binary does this in `main`.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let clock = Arc::new(AtomicI64::new(1_790_000_000));
        let told = Arc::clone(&clock);
        let issuer = format!("{origin}/dev-idp");
        let redirect_uri: Url = format!("{origin}/auth/callback").parse().unwrap();
        let client = Client { issuer: issuer.parse().unwrap(), id: "grow".into(), redirect_uri: redirect_uri.clone() };
        let clock_told = Clock::from_fn(move || Timestamp::from_second(told.load(Ordering::SeqCst)).unwrap());
        let provider = router(client, ThisServer { clock: clock_told, random: random(seed) });
        let app = Router::new().nest("/dev-idp", provider);
        tokio::spawn(async move { axum::serve(listener, app).await });
        let browser = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
        let client = client_of(&issuer, "grow", &redirect_uri);
        Self { issuer, redirect_uri, client, browser: browser.unwrap(), clock }
    }

    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_second(self.clock.load(Ordering::SeqCst)).unwrap()
    }

    pub(super) fn later(&self, seconds: i64) {
        self.clock.fetch_add(seconds, Ordering::SeqCst);
    }

    pub(super) async fn authorize(&self, hint: Option<&str>) -> Started {
        self.authorize_in(Language::ENGLISH, hint).await
    }

    pub(super) async fn authorize_in(&self, language: Language, hint: Option<&str>) -> Started {
        self.client.authorize("the state".to_owned(), language, hint, self.now(), &random(9)).await.unwrap()
    }

    /// Starts a sign-in with a hint and follows the browser to the code.
    pub(super) async fn code_for(&self, hint: &str) -> (Started, String) {
        let started = self.authorize(Some(hint)).await;
        let back = self.get(&started.url).await.way_back();
        assert_eq!(back.get("state"), Some(&started.state));
        (started, back["code"].clone())
    }

    pub(super) async fn finish(&self, started: &Started, code: &str) -> Result<Identity, OidcError> {
        let finished = self.client.finish(code, &started.pkce_verifier, &started.nonce, self.now()).await;
        finished.map_err(|failed| failed.error)
    }

    pub(super) async fn get(&self, url: &Url) -> Page {
        Page::read(self.browser.get(url.clone()).send().await.unwrap()).await
    }

    pub(super) async fn submit(&self, fields: &[(String, String)]) -> Page {
        let request = self.browser.post(format!("{}/authorize", self.issuer)).form(fields);
        Page::read(request.send().await.unwrap()).await
    }

    /// Opens the account chooser for a new request.
    pub(super) async fn chooser(&self) -> (Started, Page) {
        let started = self.authorize(None).await;
        let page = self.get(&started.url).await;
        assert_eq!(page.status, StatusCode::OK);
        (started, page)
    }
}

pub(super) fn client_of(issuer: &str, client_id: &str, redirect_uri: &Url) -> Provider {
    let config = oidc::Config {
        issuer: issuer.into(),
        client_id: client_id.into(),
        client_secret: None,
        redirect_uri: redirect_uri.clone(),
        is_this_server: false,
        timeouts: Timeouts::default(),
    };
    Provider::new(config).unwrap()
}

/// A response as the browser sees it.
pub(super) struct Page {
    pub(super) status: StatusCode,
    pub(super) headers: axum::http::HeaderMap,
    pub(super) html: String,
}

impl Page {
    pub(super) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        Self { status, headers, html: response.text().await.unwrap() }
    }

    pub(super) fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(super) fn location(&self) -> Url {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.html);
        self.header(header::LOCATION).parse().unwrap()
    }

    /// Returns the query parameters of the redirect to the client.
    pub(super) fn way_back(&self) -> HashMap<String, String> {
        self.location().query_pairs().into_owned().collect()
    }

    /// Returns the hidden fields of the first form.
    pub(super) fn hidden(&self) -> Vec<(String, String)> {
        let form = self.html.split("</form>").next().unwrap();
        let inputs = form.split(r#"<input type="hidden" name=""#).skip(1);
        inputs
            .map(|input| {
                let (name, rest) = input.split_once(r#"" value=""#).unwrap();
                (name.into(), unescape(rest.split_once(r#"">"#).unwrap().0))
            })
            .collect()
    }
}

pub(super) fn unescape(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

pub(super) fn plus(mut fields: Vec<(String, String)>, more: &[(&str, &str)]) -> Vec<(String, String)> {
    fields.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    fields
}

/// Returns the authorization request with one parameter replaced or removed.
pub(super) fn changed(url: &Url, name: &str, value: Option<&str>) -> Url {
    let mut pairs: Vec<(String, String)> = url.query_pairs().into_owned().filter(|(key, _)| key != name).collect();
    pairs.extend(value.map(|value| (name.into(), value.into())));
    let mut url = url.clone();
    url.query_pairs_mut().clear().extend_pairs(pairs);
    url
}
