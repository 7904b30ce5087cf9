//! Configuration, and the errors of a start.

use crate::auth::host::has_loopback_host;
use crate::auth::sign_in::ProviderName;
use crate::erasures::ErasuresError;
use crate::limits::Limits;
use crate::web::external_content::ExternalContentUrls;
use grow_domain::bounds::Bounds;
use grow_domain::privacy::GrievanceContact;
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::CountLimits;
use jiff::SignedDuration;
use std::net::SocketAddr;
use std::path::PathBuf;
use url::Url;

/// Configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address that browsers use.
    pub public_url: Url,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The client at the identity provider. None: the development sign-in, on a loopback address only.
    pub oidc: Option<OidcClient>,
    /// Who may use the development sign-in.
    pub development_sign_in: DevelopmentSignIn,
    /// Lifetime of sessions.
    pub sessions: SessionLimits,
    /// Rate limits and concurrency limits.
    pub limits: Limits,
    /// Looks predictions up in the land table.
    pub predictor: Predictor,
    /// Content from other hosts.
    pub external_content: ExternalContentUrls,
    /// The grievance contact for farmers. None: allowed on a loopback address only.
    pub grievance_contact: Option<GrievanceContact>,
    /// The file that lists erasures outside the database. None: they are listed in the database only.
    pub erasures: Option<PathBuf>,
    /// The folder for hourly backups of a SQLite database. None: there are none.
    pub backups: Option<PathBuf>,
    /// The address of a listener for the metrics alone. None: the server answers them to programs on its own computer.
    pub metrics_listen: Option<SocketAddr>,
    /// Where spans are sent. None: there are none.
    pub traces: Option<TraceExport>,
    /// A farmer's limits of a crop year. Sowings beyond them wait until the operator counts them.
    pub counted: CountLimits,
    /// How much a farmer may store.
    pub bounds: Bounds,
    /// Whether a sample farmer of the development sign-in has a full record in a new database.
    pub sample_record: bool,
}

impl Config {
    /// Returns whether the server listens on a loopback address and its public address is one.
    pub(crate) fn is_on_loopback(&self) -> bool {
        self.listen.ip().is_loopback() && has_loopback_host(&self.public_url)
    }
}

/// Where spans are sent, and how many.
#[derive(Clone, Debug)]
pub struct TraceExport {
    /// The address of an OpenTelemetry collector, which takes OTLP over HTTP at `v1/traces` below it.
    pub collector: Url,
    /// The share of requests that is recorded, from 0 to 1. A request that a trusted proxy has decided about keeps that
    /// decision.
    pub share: f64,
}

/// Lifetime of a session. The earlier limit applies.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    /// Maximum time without use.
    pub idle: SignedDuration,
    /// Maximum age.
    pub age: SignedDuration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self { idle: SignedDuration::from_hours(30 * 24), age: SignedDuration::from_hours(180 * 24) }
    }
}

/// Who may use the development sign-in, where anyone can sign in as anyone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DevelopmentSignIn {
    /// Users of this computer.
    #[default]
    OnThisComputer,
    /// Everybody who can reach the server.
    ForEverybody,
}

/// Grow's registration at an identity provider.
#[derive(Clone)]
pub struct OidcClient {
    /// The issuer, exactly as it spells itself.
    pub issuer: String,
    /// The provider's display name. None: 'Google', or the issuer's host.
    pub name: Option<ProviderName>,
    /// The client id.
    pub client_id: String,
    /// The client secret. A public client has none.
    pub client_secret: Option<String>,
}

impl std::fmt::Debug for OidcClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OidcClient").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No identity provider is configured, and the server is not on a loopback address.
    #[error(
        "The development sign-in works on a loopback address only, and the server would listen on {0} as {1}. Set \
         GROW_OIDC_CLIENT_ID and GROW_OIDC_CLIENT_SECRET (and GROW_OIDC_ISSUER, if it is not Google), or listen on 127.0.0.1."
    )]
    NoIdentityProvider(SocketAddr, Url),
    /// No identity provider is configured, and this build has no development sign-in.
    #[error(
        "This build has no development sign-in. Set GROW_OIDC_CLIENT_ID and GROW_OIDC_CLIENT_SECRET (and GROW_OIDC_ISSUER, \
         if it is not Google)."
    )]
    NoDevelopmentSignIn,
    /// Both an identity provider and the development sign-in are configured.
    #[error("GROW_DEV_SIGN_IN=on and GROW_OIDC_CLIENT_ID exclude each other. Unset one of them.")]
    TwoIdentityProviders,
    /// The identity provider's settings are invalid.
    #[error("The identity provider cannot be used: {0}.")]
    IdentityProvider(String),
    /// No grievance contact is configured, and the server is not on a loopback address.
    #[error(
        "Farmers must know whom to complain to, and the server would listen on {0} as {1}. Set GROW_GRIEVANCE_CONTACT to an e-mail \
         address, an https address or a phone number, or listen on 127.0.0.1."
    )]
    NoGrievanceContact(SocketAddr, Url),
    /// The folder for backups cannot be made.
    #[error("The folder {0} of GROW_BACKUP_DIR cannot be made: {1}.")]
    BackupFolder(PathBuf, std::io::Error),
    /// Spans cannot be sent.
    #[error("GROW_TRACES cannot be used: {0}.")]
    Traces(String),
    /// The list of erased farmers cannot be used.
    #[error(transparent)]
    Erasures(#[from] ErasuresError),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] grow_store::Error),
}
