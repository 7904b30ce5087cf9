//! `grow serve`.

use crate::database::{self, Database, Postgres};
use crate::land_file::LandFile;
use crate::telemetry;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{BoolishValueParser, RangedI64ValueParser};
use grow_domain::SquareMetres;
use grow_domain::bounds::Bounds;
use grow_domain::privacy::{GrievanceContact, NoContact};
use grow_domain::sowing::CountLimits;
use grow_server::{
    App, Clock, Config, DevelopmentSignIn, ExternalContentUrls, GOOGLE, Limits, MetricsServer, NoProviderName,
    NoSuchSite, OidcClient, OtherSite, ProviderName, Random, Server, SessionLimits, TraceExport, has_loopback_host,
    most_connections, raise_open_file_limit,
};
use grow_store::{DatabaseUrl, Store};
use jiff::{SignedDuration, Timestamp};
use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use url::Url;

/// Exit code of an interrupted process: 128 + SIGINT.
const ASKED_TWICE: i32 = 130;

#[derive(clap::Args)]
#[expect(clippy::doc_markdown, reason = "the command line shows these sentences as they stand")]
pub(crate) struct Options {
    /// The address to listen on; port 0 takes any free port
    #[arg(long, env = "GROW_LISTEN", default_value = "127.0.0.1:8080", value_parser = listen)]
    pub(crate) listen: SocketAddr,
    #[command(flatten)]
    pub(crate) database: Database,
    #[command(flatten)]
    postgres: Postgres,
    #[command(flatten)]
    pub(crate) land: LandFile,
    /// The address at which browsers reach the server [default: http://LISTEN]
    #[arg(long, env = "GROW_PUBLIC_URL", value_parser = public_url)]
    pub(crate) public_url: Option<Url>,
    /// The address of the slides that /ppt shows [default: the slides that Grow brings along]
    #[arg(long, env = "GROW_SLIDES_URL", value_parser = |text: &str| other_site("GROW_SLIDES_URL", text))]
    slides_url: Option<OtherSite>,
    /// The address of the logo in the header [default: the logo that Grow brings along]
    #[arg(long, env = "GROW_LOGO_URL", value_parser = |text: &str| other_site("GROW_LOGO_URL", text))]
    logo_url: Option<OtherSite>,
    /// Whom farmers may complain to about their data: an e-mail address, an https address or a phone number
    #[arg(long, env = "GROW_GRIEVANCE_CONTACT", value_parser = grievance_contact)]
    pub(crate) grievance_contact: Option<GrievanceContact>,
    /// The file that keeps erased farmers from coming back with a restored backup [default: erasures beside a SQLite
    /// database]
    #[arg(long, env = "GROW_ERASURES", value_parser = database::path)]
    pub(crate) erasures: Option<PathBuf>,
    /// The folder for hourly backups of a SQLite database, of which 24 hourly, 7 daily and 12 weekly ones are kept
    #[arg(long, env = "GROW_BACKUP_DIR", value_parser = database::path)]
    pub(crate) backup_dir: Option<PathBuf>,
    /// The address for /metrics alone; without it, the server answers them to programs on its own computer
    #[arg(long, env = "GROW_METRICS_LISTEN", value_parser = metrics_listen)]
    metrics_listen: Option<SocketAddr>,
    /// The address of an OpenTelemetry collector that traces are sent to, by OTLP over HTTP [default: they are not sent]
    #[arg(long, env = "GROW_TRACES", value_parser = collector)]
    traces: Option<Url>,
    /// The share of requests in the traces, from 0 to 1
    #[arg(long, env = "GROW_TRACES_SHARE", default_value = "0.01", value_parser = share)]
    traces_share: f64,
    /// What to log: error, warn, info, debug, trace, or a filter such as warn,grow_server=debug
    #[arg(long, env = "GROW_LOG", default_value = "info")]
    log: String,
    /// The identity provider; in use once a client id is set
    #[arg(long, env = "GROW_OIDC_ISSUER", default_value = GOOGLE)]
    pub(crate) oidc_issuer: String,
    /// What the sign-in button calls the identity provider [default: Google, or the issuer's host]
    #[arg(long, env = "GROW_OIDC_NAME", value_parser = provider_name)]
    oidc_name: Option<ProviderName>,
    /// Our client id at the identity provider. Without it, on a loopback address, the development sign-in is offered
    #[arg(long, env = "GROW_OIDC_CLIENT_ID", hide_env_values = true)]
    pub(crate) oidc_client_id: Option<String>,
    #[cfg_attr(feature = "dev-sign-in", command(flatten))]
    #[cfg_attr(not(feature = "dev-sign-in"), arg(skip))]
    development: Development,
    /// Our client secret at the identity provider
    #[arg(long, env = "GROW_OIDC_CLIENT_SECRET", hide_env_values = true, requires = "oidc_client_id")]
    pub(crate) oidc_client_secret: Option<String>,
    /// After how many days without use a session ends
    #[arg(long, env = "GROW_SESSION_IDLE_DAYS", default_value = "30", value_parser = days)]
    session_idle_days: SignedDuration,
    /// After how many days a session ends, however much it is used
    #[arg(long, env = "GROW_SESSION_ABSOLUTE_DAYS", default_value = "180", value_parser = days)]
    session_absolute_days: SignedDuration,
    /// How many proxies of ours stand before the server and add who asked them to X-Forwarded-For
    #[arg(long, env = "GROW_TRUSTED_PROXIES", default_value = "0")]
    trusted_proxies: u8,
    /// How many requests a minute a farmer may make, whatever sessions they have
    #[arg(long, env = "GROW_FARMER_REQUESTS", default_value = "1200", value_parser = at_least_one())]
    farmer_requests: u32,
    /// How many requests a minute may come without a session from one network address
    #[arg(long, env = "GROW_ADDRESS_REQUESTS", default_value = "30000", value_parser = at_least_one())]
    address_requests: u32,
    /// How many steps of sign-ins a minute may come from one network address; a sign-in has two
    #[arg(long, env = "GROW_SIGN_IN_REQUESTS", default_value = "3000", value_parser = at_least_one())]
    sign_in_requests: u32,
    /// How many sowings of a farmer count in a crop year before a further one waits for grow sowings review; none: no
    /// limit
    #[arg(long, env = "GROW_COUNTED_SOWINGS", default_value = "400", value_parser = number_or_none)]
    counted_sowings: u32,
    /// How many hectares of a farmer count in a crop year before a further sowing waits for grow sowings review; none:
    /// no limit
    #[arg(long, env = "GROW_COUNTED_HECTARES", default_value = "2000", value_parser = number_or_none)]
    counted_hectares: u32,
    /// How many sowings a farmer may record in a crop year, with those taken back; none: no limit
    #[arg(long, env = "GROW_SOWINGS", default_value = "5000", value_parser = number_or_none)]
    sowings: u32,
}

/// The settings of the development sign-in. A build without it has none of them.
#[derive(Default, clap::Args)]
struct Development {
    /// Offer the development sign-in, at which anyone signs in as anyone, to everybody who reaches the server: on
    #[arg(long, env = "GROW_DEV_SIGN_IN", value_parser = development_sign_in)]
    dev_sign_in: Option<DevelopmentSignIn>,
    /// The time that the server starts at, with the development sign-in: 2026-07-01T09:00:00+05:30 shows what is sown
    /// in July
    #[arg(long, env = "GROW_DEV_CLOCK", value_parser = moment, conflicts_with = "oidc_client_id")]
    dev_clock: Option<Timestamp>,
    /// Gives one sample farmer of the development sign-in a full record in a new database: on, or off
    #[arg(long, env = "GROW_SAMPLE_RECORD", value_parser = BoolishValueParser::new())]
    sample_record: bool,
}

fn listen(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "GROW_LISTEN must be an address and a port, such as 127.0.0.1:8080.")
}

fn metrics_listen(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "GROW_METRICS_LISTEN must be an address and a port, such as 127.0.0.1:9464.")
}

fn public_url(text: &str) -> Result<Url, &'static str> {
    let is_root = |url: &Url| url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    text.parse()
        .ok()
        .filter(|url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host() && is_root(url))
        .ok_or("GROW_PUBLIC_URL must be scheme, host and port only, such as https://grow.example.")
}

fn collector(text: &str) -> Result<Url, &'static str> {
    let is_place = |url: &Url| url.query().is_none() && url.fragment().is_none();
    text.parse()
        .ok()
        .filter(|url: &Url| matches!(url.scheme(), "http" | "https") && is_place(url))
        .ok_or("GROW_TRACES must be the http or https address of a collector, such as http://127.0.0.1:4318.")
}

fn share(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("It must be a share from 0 to 1, such as 0.01.")
}

fn other_site(setting: &str, text: &str) -> Result<OtherSite, String> {
    text.parse().map_err(|error: NoSuchSite| format!("{setting} {error}."))
}

fn provider_name(text: &str) -> Result<ProviderName, String> {
    text.parse().map_err(|error: NoProviderName| format!("GROW_OIDC_NAME {error}."))
}

fn development_sign_in(text: &str) -> Result<DevelopmentSignIn, &'static str> {
    if text == "on" { Ok(DevelopmentSignIn::ForEverybody) } else { Err("GROW_DEV_SIGN_IN must be on, or not set.") }
}

fn moment(text: &str) -> Result<Timestamp, &'static str> {
    text.parse().map_err(|_| "GROW_DEV_CLOCK must be a time with its offset, such as 2026-07-01T09:00:00+05:30.")
}

fn grievance_contact(text: &str) -> Result<GrievanceContact, String> {
    text.parse().map_err(|error: NoContact| format!("GROW_GRIEVANCE_CONTACT {error}."))
}

/// Path of the erasure list: the configured one, or beside a SQLite database.
pub(crate) fn erasures(asked: Option<PathBuf>, database: &DatabaseUrl) -> Option<PathBuf> {
    asked.or_else(|| match database {
        DatabaseUrl::Sqlite(file) => Some(file.with_file_name("erasures")),
        DatabaseUrl::Postgres(_) => None,
    })
}

/// Parses days, at most 400, the longest lifetime of a cookie in browsers.
fn days(text: &str) -> Result<SignedDuration, &'static str> {
    let days = text.parse().ok().filter(|days| (1..=400).contains(days));
    days.map(|days: i64| SignedDuration::from_hours(days * 24))
        .ok_or("A session lasts 1 to 400 whole days, such as 30.")
}

/// Parses a limit. `none` is the largest number.
fn number_or_none(text: &str) -> Result<u32, &'static str> {
    if text == "none" { Some(u32::MAX) } else { text.parse().ok() }
        .ok_or("It must be a whole number, or none for no limit.")
}

fn at_least_one() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(1..)
}

/// Serves until SIGINT or SIGTERM.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("the runtime cannot be started")?;
    let outcome = runtime.block_on(serve(options));
    // Blocking threads that are still running can be aborted safely.
    runtime.shutdown_background();
    outcome
}

async fn serve(options: &Options) -> anyhow::Result<()> {
    if let Some(name) = quoted_setting() {
        bail!("{name} has quotes around its value, which would be a part of it. Write the value without them.");
    }
    let database = options.database.url()?;
    let predictor = options.land.predictor()?;
    telemetry::start(&options.log)?;
    for name in unknown_settings() {
        tracing::warn!("{name} is set, and is no setting of this release: it changes nothing");
    }
    // Fails only if a provider is already installed, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    raise_open_file_limit();
    let server = Server::bind(options.listen).await?;
    let address = server.address();
    let metrics = match options.metrics_listen {
        Some(address) => Some(MetricsServer::bind(address).await?),
        None => None,
    };
    let public_url = match &options.public_url {
        Some(url) => url.clone(),
        None => Url::parse(&format!("http://{address}"))?,
    };
    let oidc = options.oidc_client_id.clone().map(|client_id| OidcClient {
        issuer: options.oidc_issuer.clone(),
        name: options.oidc_name.clone(),
        client_id,
        client_secret: options.oidc_client_secret.clone(),
    });
    let store = Store::open_with(&database, options.postgres.limits()).await?;
    let sessions = SessionLimits { idle: options.session_idle_days, age: options.session_absolute_days };
    let limits = Limits {
        trusted_proxies: options.trusted_proxies,
        farmer_per_minute: options.farmer_requests,
        address_per_minute: options.address_requests,
        sign_in_per_minute: options.sign_in_requests,
        ..Limits::default()
    };
    for risk in risks(Some(&public_url)) {
        tracing::warn!("{risk}");
    }
    if options.backup_dir.is_some() && matches!(database, DatabaseUrl::Postgres(_)) {
        bail!("GROW_BACKUP_DIR is for a SQLite database. PostgreSQL has its own tools: see docs/OPERATIONS.md.");
    }
    let erasures = erasures(options.erasures.clone(), &database);
    if erasures.is_none() {
        tracing::warn!("GROW_ERASURES is not set: a restored backup of the database would bring erased farmers back");
    }
    let external_content = ExternalContentUrls { slides: options.slides_url.clone(), logo: options.logo_url.clone() };
    let public = public_url.clone();
    let config = Config {
        public_url: public,
        listen: address,
        oidc,
        development_sign_in: options.development.dev_sign_in.unwrap_or_default(),
        sessions,
        limits,
        predictor,
        external_content,
        grievance_contact: options.grievance_contact.clone(),
        erasures,
        backups: options.backup_dir.clone(),
        metrics_listen: options.metrics_listen,
        traces: options.traces.clone().map(|collector| TraceExport { collector, share: options.traces_share }),
        counted: CountLimits {
            sowings: options.counted_sowings,
            area: match options.counted_hectares {
                u32::MAX => CountLimits::NONE.area,
                hectares => SquareMetres(i64::from(hectares) * 10_000),
            },
        },
        bounds: Bounds { sowings: options.sowings, ..Bounds::default() },
        sample_record: options.development.sample_record,
    };
    let clock = options.development.dev_clock.map_or_else(Clock::system, Clock::system_set_to);
    if let Some(now) = options.development.dev_clock {
        tracing::warn!(%now, "GROW_DEV_CLOCK is set: the server lives at another time");
    }
    let app = match App::start(config, store.clone(), clock, Random::system()).await {
        Ok(app) => app,
        Err(error) => {
            store.close().await;
            return Err(error.into());
        }
    };
    let stop = CancellationToken::new();
    tokio::spawn(cancel_on_signal(stop.clone())?);
    tracing::info!(%address, %database, connections = most_connections(), "Grow is at {public_url}");
    if let Some(metrics) = metrics {
        tracing::info!(
            address = metrics.address().map(tracing::field::display),
            "the metrics have a listener of their own"
        );
        tokio::spawn(metrics.run(app.clone(), stop.clone()));
    }
    server.run(app, stop).await;
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The name of a setting whose value is in quotes. Docker passes on those of an `--env-file`, as a part of the value.
fn quoted_setting() -> Option<String> {
    let is_quoted = |value: &[u8]| matches!(value, [b'"', .., b'"'] | [b'\'', .., b'\'']);
    let settings = std::env::vars_os().filter(|(_, value)| is_quoted(value.as_encoded_bytes()));
    settings.filter_map(|(name, _)| name.into_string().ok()).find(|name| name.starts_with("GROW_"))
}

/// The variables of the environment that are named like a setting of Grow, and are none.
fn unknown_settings() -> impl Iterator<Item = String> {
    let known = Options::augment_args(clap::Command::new("serve"));
    std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).filter(move |name| {
        name.starts_with("GROW_") && known.get_arguments().all(|arg| arg.get_env() != Some(OsStr::new(name)))
    })
}

/// Settings that weaken the security of the whole server.
pub(crate) fn risks(public_url: Option<&Url>) -> Vec<String> {
    let mut risks = Vec::new();
    if let Some(url) = public_url.filter(|url| url.scheme() == "http" && !has_loopback_host(url)) {
        risks.push(format!(
            "{url} is plain http: whoever sits on the way reads and plants cookies. Put TLS before Grow, and set \
             GROW_PUBLIC_URL to the https address."
        ));
    }
    if rustix::process::geteuid().is_root() {
        risks.push("Grow runs as root, which it never needs. Run it as a user of its own.".to_owned());
    }
    risks
}

/// Cancels the token at the first signal, and exits at once at the second.
fn cancel_on_signal(stop: CancellationToken) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate()).context("signals cannot be received")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("signals cannot be received")?;
    let mut asked = async move || {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    Ok(async move {
        asked().await;
        stop.cancel();
        asked().await;
        tracing::warn!("asked twice to end; what was in flight is not answered");
        std::process::exit(ASKED_TWICE)
    })
}
