//! What the operator decides, and why a server does not start with it.

use crate::auth::sign_in::ProviderName;
use crate::erasures::ErasuresError;
use crate::limits::Limits;
use crate::web::elsewhere::Elsewhere;
use grow_domain::privacy::GrievanceContact;
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::CountLimits;
use jiff::SignedDuration;
use std::net::SocketAddr;
use std::path::PathBuf;
use url::Url;

/// What the operator decides.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address at which browsers reach the server.
    pub public_url: Url,
    /// The address that the server listens on.
    pub listen: SocketAddr,
    /// The client of an identity provider. None: the development provider, on a loopback address only.
    pub oidc: Option<OidcClient>,
    /// Who may use the development provider.
    pub development_sign_in: DevelopmentSignIn,
    /// How long a farmer stays signed in.
    pub sessions: SessionLimits,
    /// How much anyone may ask for.
    pub limits: Limits,
    /// The model that tells what suits a soil and climate.
    pub predictor: Predictor,
    /// What is shown from other hosts.
    pub elsewhere: Elsewhere,
    /// Whom farmers may complain to. None: on a loopback address only.
    pub grievance_contact: Option<GrievanceContact>,
    /// The file in which erasures are written down outside the database. None: they stand in the database alone.
    pub erasures: Option<PathBuf>,
    /// How much a farmer sows in a crop year before a further sowing waits for the operator to count it.
    pub counted: CountLimits,
    /// Whether a sample farmer of the development sign-in has a full record in a new database.
    pub sample_record: bool,
}

/// When a session ends by itself: whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    /// When it has not been used for this long.
    pub idle: SignedDuration,
    /// At this age.
    pub age: SignedDuration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self { idle: SignedDuration::from_hours(30 * 24), age: SignedDuration::from_hours(180 * 24) }
    }
}

/// Who may use the development provider, which vouches for anyone who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DevelopmentSignIn {
    /// Whoever sits at this computer.
    #[default]
    OnThisComputer,
    /// Everybody who reaches the server.
    ForEverybody,
}

/// How Grow is known at an identity provider.
#[derive(Clone)]
pub struct OidcClient {
    /// The provider, spelled exactly as it spells itself.
    pub issuer: String,
    /// What farmers call it. None: 'Google', or the issuer's host.
    pub name: Option<ProviderName>,
    /// Our id there.
    pub client_id: String,
    /// Our secret there; a public client has none.
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
    /// Sign-in without a provider, where strangers could reach it.
    #[error(
        "The development sign-in works on a loopback address only, and the server would listen on {0} as {1}. Set \
         GROW_OIDC_CLIENT_ID and GROW_OIDC_CLIENT_SECRET (and GROW_OIDC_ISSUER, if it is not Google), or listen on 127.0.0.1."
    )]
    NoIdentityProvider(SocketAddr, Url),
    /// The development provider beside another one.
    #[error("GROW_DEV_SIGN_IN=on and GROW_OIDC_CLIENT_ID exclude each other. Unset one of them.")]
    TwoIdentityProviders,
    /// The identity provider's settings cannot be used.
    #[error("The identity provider cannot be used: {0}.")]
    IdentityProvider(String),
    /// Nobody to complain to, where strangers could sign in.
    #[error(
        "Farmers must know whom to complain to, and the server would listen on {0} as {1}. Set GROW_GRIEVANCE_CONTACT to an e-mail \
         address, an https address or a phone number, or listen on 127.0.0.1."
    )]
    NoGrievanceContact(SocketAddr, Url),
    /// The list of erased farmers cannot be used.
    #[error(transparent)]
    Erasures(#[from] ErasuresError),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] grow_store::Error),
}
