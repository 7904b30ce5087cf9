//! A running server: the real one on a free port, with a clock that the test sets.

use crate::browser::Browser;
use grow_domain::Kilograms;
use grow_domain::bounds::Bounds;
use grow_domain::land::LandTable;
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::CountLimits;
use grow_server::{
    App, Clock, Config, DevelopmentSignIn, ExternalContentUrls, Limits, OidcClient, Random, Server, SessionLimits,
};
use grow_store::testing::TestStore;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Timeout of every wait. A passing test never reaches it.
pub(crate) const TOO_LONG: Duration = Duration::from_mins(1);

/// Waits for a future.
pub(crate) async fn soon<T>(what: &str, happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(TOO_LONG, happens).await.unwrap_or_else(|_| panic!("waited in vain: {what}"))
}

/// Waits until a condition holds.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    soon(what, async {
        while !holds().await {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// A time in crop year 2026.
pub(crate) fn noon() -> Timestamp {
    "2026-06-15T12:00:00Z".parse().unwrap()
}

/// A clock that a test sets.
#[derive(Clone)]
pub(crate) struct TestClock {
    /// Microseconds since 1970.
    now: Arc<AtomicI64>,
    /// Elapsed microseconds.
    elapsed: Arc<AtomicI64>,
}

impl TestClock {
    fn at(moment: Timestamp) -> Self {
        Self { now: Arc::new(AtomicI64::new(moment.as_microsecond())), elapsed: Arc::default() }
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.now.load(Ordering::SeqCst)).unwrap()
    }

    /// Advances the clock to this time.
    pub(crate) fn set(&self, moment: &str) {
        let moment: Timestamp = moment.parse().unwrap();
        self.advance(moment.duration_since(self.now()));
    }

    /// Advances the clock.
    pub(crate) fn advance(&self, by: SignedDuration) {
        self.elapsed.fetch_add(i64::try_from(by.as_micros()).unwrap(), Ordering::SeqCst);
        self.run_wrong(by);
    }

    /// Changes the wall-clock time only, not the elapsed time.
    pub(crate) fn run_wrong(&self, by: SignedDuration) {
        self.now.store((self.now() + by).as_microsecond(), Ordering::SeqCst);
    }

    pub(crate) fn clock(&self) -> Clock {
        let (clock, elapsed) = (self.clone(), Arc::clone(&self.elapsed));
        let passed = move || Duration::from_micros(elapsed.load(Ordering::SeqCst).unsigned_abs());
        Clock::from_fns(move || clock.now(), passed)
    }
}

/// Returns a deterministic random source whose draws all differ.
pub(crate) fn random() -> Random {
    random_of("")
}

/// The same of one of several servers. No two draw the same.
pub(crate) fn random_of(server: &'static str) -> Random {
    let draws = AtomicU64::new(0);
    Random::from_fn(move |bytes| {
        for part in bytes.chunks_mut(32) {
            let number = draws.fetch_add(1, Ordering::SeqCst).to_le_bytes();
            let draw = Sha256::digest([&number, server.as_bytes()].concat());
            part.copy_from_slice(&draw[..part.len()]);
        }
    })
}

/// The land table that the product ships.
pub(crate) fn shipped() -> Predictor {
    Predictor::of(LandTable::shipped())
}

/// The grievance contact.
pub(crate) const CONTACT: &str = "privacy@grow.example";

/// A server for one test.
pub(crate) struct Grow {
    pub(crate) store: TestStore,
    pub(crate) clock: TestClock,
    pub(crate) address: SocketAddr,
    pub(crate) client: reqwest::Client,
    stopping: CancellationToken,
    serving: Mutex<Option<JoinHandle<()>>>,
}

impl Grow {
    /// Serves a store at [`noon`], with the development sign-in.
    pub(crate) async fn serve(store: TestStore) -> Self {
        Self::serve_as(store, None, |config| config).await
    }

    /// Serves a store like [`Grow::serve`], with a changed configuration.
    pub(crate) async fn serve_with(store: TestStore, configure: impl FnOnce(Config) -> Config) -> Self {
        Self::serve_as(store, None, configure).await
    }

    /// Serves a store at `public_url`, behind an https proxy, with an identity provider that does not answer.
    pub(crate) async fn serve_publicly(store: TestStore, public_url: &str) -> Self {
        Self::serve_as(store, Some(public_url), |config| config).await
    }

    async fn serve_as(store: TestStore, public_url: Option<&str>, configure: impl FnOnce(Config) -> Config) -> Self {
        // The binary does this in `main`.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let server = Server::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let address = server.address();
        let own_url = format!("http://{address}");
        let oidc = public_url.map(|_| OidcClient {
            issuer: "http://127.0.0.1:9".to_owned(),
            name: None,
            client_id: "grow".to_owned(),
            client_secret: None,
        });
        let public_url = public_url.unwrap_or(&own_url).parse().unwrap();
        let (sessions, limits) = (SessionLimits::default(), Limits::default());
        let (predictor, external_content) = (shipped(), ExternalContentUrls::default());
        let grievance_contact = Some(CONTACT.parse().unwrap());
        let config = configure(Config {
            public_url,
            listen: address,
            oidc,
            development_sign_in: DevelopmentSignIn::default(),
            sessions,
            limits,
            predictor,
            external_content,
            grievance_contact,
            erasures: None,
            backups: None,
            metrics_listen: None,
            traces: None,
            counted: CountLimits::default(),
            bounds: Bounds::default(),
            sample_record: false,
        });
        let clock = TestClock::at(noon());
        let app = App::start(config, (*store).clone(), clock.clock(), random()).await.unwrap();
        let stopping = CancellationToken::new();
        let serving = tokio::spawn(server.run(app, stopping.clone()));
        // No redirects, cookies or decompression: a test sees the response as sent.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .tls_certs_only([])
            .build()
            .unwrap();
        Self { store, clock, address, client, stopping, serving: Mutex::new(Some(serving)) }
    }

    /// Stops the server, and starts another one on its store.
    pub(crate) async fn started_again(self) -> Self {
        self.stop().await;
        Self::serve(self.store).await
    }

    /// The browser of a farmer who was signed in before the server started again.
    pub(crate) fn again(&self, browser: &Browser) -> Browser {
        let here = self.guest();
        here.put_cookie("grow_session", &browser.cookie("grow_session").unwrap());
        here
    }

    /// Returns a new browser.
    pub(crate) fn guest(&self) -> Browser {
        Browser::new(self.client.clone(), format!("http://{}", self.address))
    }

    /// Returns the browser of a farmer who has signed in as `{name}@example.in` and agreed to the notice.
    pub(crate) async fn farmer(&self, name: &str) -> Browser {
        let browser = self.newcomer(name).await;
        browser.agree().await;
        browser
    }

    /// Returns the browser of a farmer who has only signed in as `{name}@example.in`.
    pub(crate) async fn newcomer(&self, name: &str) -> Browser {
        let browser = self.guest();
        browser.sign_in(&format!("{name}@example.in")).await;
        browser
    }

    /// Returns the public demand overview.
    pub(crate) async fn demand(&self) -> Value {
        self.guest().get("/api/v1/demand").await.json(200)
    }

    /// Returns the public met amount of a crop.
    pub(crate) async fn met(&self, crop: &str) -> Kilograms {
        met(&self.demand().await, crop)
    }

    /// Starts the shutdown.
    pub(crate) fn ask_to_stop(&self) {
        self.stopping.cancel();
    }

    /// Stops the server and waits for the end of its shutdown.
    pub(crate) async fn stop(&self) {
        self.ask_to_stop();
        let serving = self.serving.lock().unwrap().take();
        if let Some(serving) = serving {
            soon("the server's end", serving).await.unwrap();
        }
    }
}

/// Returns the met amount of a crop in an overview or an event.
pub(crate) fn met(overview: &Value, crop: &str) -> Kilograms {
    tonnes(&row(overview, crop)["met_tonnes"])
}

/// Returns the row of a crop in an overview or an event.
pub(crate) fn row<'v>(overview: &'v Value, crop: &str) -> &'v Value {
    let rows = overview["crops"].as_array().unwrap();
    rows.iter().find(|row| row["crop"] == crop).unwrap_or_else(|| panic!("no row of {crop} in {overview}"))
}

/// Parses a weight in tonnes exactly.
pub(crate) fn tonnes(number: &Value) -> Kilograms {
    assert!(number.is_number(), "{number}");
    Kilograms::from_tonnes(&number.to_string()).unwrap()
}
