//! What a running server is made of.

use crate::auth::sessions::Sessions;
use crate::auth::{self, Auth, ProviderName};
use crate::erasures::{self, Erasures, ErasuresError};
use crate::http::{Readiness, privacy};
use crate::limits::{Gate, Limits};
use crate::live::{Live, States};
use crate::open_files::most_connections;
use crate::representation::Representation;
use crate::web::{Elsewhere, Web};
use crate::{Clock, Random};
use grow_domain::privacy::GrievanceContact;
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::CountLimits;
use grow_domain::{Region, figures};
use grow_store::Store;
use jiff::SignedDuration;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use url::Url;
use uuid::Uuid;

/// How long what is still being written may take once the server stops.
const LAST_WORK: Duration = Duration::from_secs(5);

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

/// Everything that a request may need. Cheap to clone.
#[derive(Clone)]
pub struct App(pub(crate) Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    /// Names this process where it takes a lease.
    pub(crate) process: Uuid,
    /// India's overview.
    pub(crate) live: Arc<Live>,
    /// Those of the states.
    pub(crate) states: States,
    pub(crate) auth: Auth,
    pub(crate) sessions: Sessions,
    pub(crate) gate: Gate,
    pub(crate) count_limits: CountLimits,
    pub(crate) readiness: Readiness,
    pub(crate) predictor: Predictor,
    pub(crate) public_url: Url,
    pub(crate) web: Web,
    pub(crate) notice: Representation,
    pub(crate) erasures: Erasures,
    /// Cancelled when the server stops.
    pub(crate) stopping: CancellationToken,
    /// Work that goes on beside the requests.
    pub(crate) tasks: TaskTracker,
}

impl App {
    /// Completes erasures, seeds a new database, reads the first overview and starts what runs beside the requests.
    pub async fn start(config: Config, store: Store, clock: Clock, random: Random) -> Result<Self, StartError> {
        let auth = Auth::new(&config, &clock, &random)?;
        if config.grievance_contact.is_none() && !auth::is_on_loopback(&config) {
            return Err(StartError::NoGrievanceContact(config.listen, config.public_url));
        }
        let erasures = Erasures::open(config.erasures.as_deref())?;
        erasures.agree(&store, clock.now()).await?;
        let is_new = store.figures().await?.is_empty();
        store.seed_figures(figures::reference().to_vec(), clock.now()).await?;
        if is_new && config.sample_record && config.oidc.is_none() {
            auth::seed_sample_record(&store, &config.public_url, &random, clock.now()).await?;
        }
        let web = Web::new(config.elsewhere, auth.sign_in());
        let live = Live::start(store.clone(), clock.clone()).await?;
        let app = Self(Arc::new(Parts {
            sessions: Sessions::new(store.clone(), config.sessions),
            gate: Gate::new(&config.limits, most_connections()),
            count_limits: config.counted,
            process: random.id(clock.now()),
            readiness: Readiness::default(),
            store,
            clock,
            random,
            live,
            states: States::default(),
            auth,
            predictor: config.predictor,
            public_url: config.public_url,
            web,
            notice: privacy::notice(config.grievance_contact.as_ref()),
            erasures,
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }));
        app.keep_doing(Arc::clone(&app.0.live).publish_changes());
        app.keep_doing(crate::reconcile::hourly(app.clone()));
        app.keep_doing(crate::housekeeping::hourly(app.clone()));
        app.keep_doing(erasures::hourly(app.clone()));
        Ok(app)
    }

    /// A region's overview, and what moves it.
    pub(crate) async fn live(&self, region: Region) -> grow_store::Result<Arc<Live>> {
        let india = &self.0.live;
        match region {
            Region::India => Ok(Arc::clone(india)),
            Region::State(state) => {
                let keep_it_moving = |live: &Arc<Live>| self.keep_doing(Arc::clone(live).publish_changes());
                self.0.states.live(state, india, keep_it_moving).await
            }
        }
    }

    /// Does something beside the requests until the server stops, whatever it is waiting for then.
    fn keep_doing(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.0.tasks.spawn(self.0.stopping.clone().run_until_cancelled_owned(work));
    }

    /// Ends the streams and the work beside the requests.
    pub async fn stop(&self) {
        self.0.stopping.cancel();
        self.0.tasks.close();
        if timeout(LAST_WORK, self.0.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = self.0.tasks.len(), "some work beside the requests did not end in time");
        }
    }
}
