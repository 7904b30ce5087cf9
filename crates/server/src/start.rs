//! Startup: creates the state of the server and starts the background tasks.

use crate::advising::{Advising, keep_counting, keep_solved};
use crate::app::{App, Parts};
#[cfg(feature = "dev-sign-in")]
use crate::auth::seed_sample_record;
use crate::auth::sessions::Sessions;
use crate::auth::setup::Auth;
use crate::background::Background;
use crate::backups::Backups;
use crate::config::{Config, StartError};
use crate::erasures::{self, Erasures};
use crate::generation::StoreGeneration;
use crate::http::notices::Notices;
use crate::limits::Gate;
use crate::live::{Live, States};
use crate::metrics::Requests;
use crate::open_files::most_connections;
use crate::readiness::Readiness;
use crate::snapshots::Details;
use crate::traces::Traces;
use crate::web::site::Web;
use crate::{Clock, Random, housekeeping, reconcile, restate};
use grow_domain::figures::{self, DemandFigure, Origin};
use grow_domain::{Crop, CropYear, Region};
use grow_store::Store;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::Duration;

const HOUR: Duration = Duration::from_hours(1);
const MINUTE: Duration = Duration::from_mins(1);

impl App {
    /// Closes accounts that are listed as erased, fills a new database, reads the first overview and starts the
    /// background tasks.
    pub async fn start(config: Config, store: Store, clock: Clock, random: Random) -> Result<Self, StartError> {
        let auth = Auth::new(&config, &clock, &random)?;
        if config.grievance_contact.is_none() && !config.is_on_loopback() {
            return Err(StartError::NoGrievanceContact(config.listen, config.public_url));
        }
        let process = random.id(clock.now());
        let is_https = config.public_url.scheme() == "https";
        let traces = match &config.traces {
            Some(to) => Some(
                Traces::start(to, process, is_https, config.limits.trusted_proxies)
                    .map_err(|error| StartError::Traces(error.to_string()))?,
            ),
            None => None,
        };
        let store = store.bounded(config.bounds);
        let store = match &traces {
            Some(traces) => store.observed(traces.of_the_store()),
            None => store,
        };
        let erasures = Erasures::open(config.erasures.as_deref())?;
        erasures.sync_lists(&store, clock.now()).await?;
        let beside = config.erasures.as_deref().map(|file| file.with_file_name("newest-change"));
        let backups = match config.backups {
            Some(folder) => {
                Some(Backups::in_folder(folder.clone()).map_err(|error| StartError::BackupFolder(folder, error))?)
            }
            None => None,
        };
        warn_of_clock(&store, clock.now()).await?;
        let generation = StoreGeneration::open(&store, beside, random.id(clock.now())).await?;
        let stored = store.figures().await?;
        warn_of_earlier_figures(&stored, clock.now());
        store.seed_figures(figures::reference().to_vec(), clock.now()).await?;
        #[cfg(feature = "dev-sign-in")]
        if stored.is_empty() && config.sample_record && config.oidc.is_none() {
            seed_sample_record(&store, &config.public_url, &random, clock.now()).await?;
        }
        let web = Web::new(config.external_content, auth.sign_in(), &config.public_url);
        let live = Live::start(store.clone(), clock.clone()).await?;
        let app = Self(Arc::new(Parts {
            sessions: Sessions::new(store.clone(), config.sessions),
            gate: Gate::new(&config.limits, most_connections()),
            count_limits: config.counted,
            process,
            readiness: Readiness::default(),
            advising: Arc::new(Advising::new(
                store.clone(),
                clock.clone(),
                Arc::clone(&live),
                config.predictor.table().clone(),
            )),
            store,
            generation,
            clock,
            random,
            live,
            states: States::default(),
            details: Details::default(),
            auth,
            predictor: config.predictor,
            public_url: config.public_url,
            web,
            notices: Notices::new(config.grievance_contact),
            erasures,
            backups,
            requests: Requests::of(process),
            has_metrics_listener: config.metrics_listen.is_some(),
            background: Background::traced(traces.clone()),
            traces,
        }));
        app.begin_background_tasks();
        Ok(app)
    }

    fn begin_background_tasks(&self) {
        let background = &self.0.background;
        let app = || self.clone();
        let (reconciled, kept, synchronised, refreshed, backed_up) = (app(), app(), app(), app(), app());
        background.every("reconciler", HOUR, move || reconcile::check_sums(reconciled.clone()));
        background.every("housekeeping", HOUR, move || housekeeping::delete_expired(kept.clone()));
        background.again_every("erasure lists", HOUR, move || agree(synchronised.clone()));
        background.every("backup", HOUR, move || renew_backups(backed_up.clone()));
        background.again_every("generation", MINUTE, move || refresh_generation(refreshed.clone()));
        let live = Arc::clone(&self.0.live);
        let [advising, counted] = [(); 2].map(|()| Arc::clone(&self.0.advising));
        let (restated, erased) = (app(), app());
        background.keep_doing("publisher", move || Arc::clone(&live).publish_changes());
        background.keep_doing("restatement", move || restate::daily(restated.clone()));
        background.keep_doing("advice", move || keep_solved(Arc::clone(&advising)));
        background.keep_doing("count of farmers", move || keep_counting(Arc::clone(&counted)));
        background.keep_doing("erasures", move || erasures::keep_erasing(erased.clone()));
    }
}

/// A release never changes figures by itself: the operator is told that newer ones have come with it.
fn warn_of_earlier_figures(stored: &[DemandFigure], now: Timestamp) {
    let in_force = |crop| figures::in_force(stored, Region::India, crop, CropYear::of(now));
    let crops = Crop::all().filter_map(in_force).filter(|figure| Origin::of(figure) == Origin::Earlier).count();
    if crops > 0 {
        tracing::warn!(
            crops,
            "demand figures of an earlier release are in force; \
             see what newer ones change: grow demand import --reference --dry-run"
        );
    }
}

async fn refresh_generation(App(app): App) {
    app.generation.refresh_or_log(&app.store).await;
}

async fn renew_backups(App(app): App) {
    if let Some(backups) = &app.backups {
        backups.renew_or_log(&app.store, app.clock.now()).await;
    }
}

/// Synchronises the two lists of erased farmers.
async fn agree(App(app): App) {
    if let Err(error) = app.erasures.sync_lists(&app.store, app.clock.now()).await {
        tracing::error!(%error, "the lists of erased farmers could not be synchronised");
    }
}

/// Says that the database has entries of the future. Days of sowing, advice and sessions depend on the clock.
async fn warn_of_clock(store: &Store, now: Timestamp) -> grow_store::Result<()> {
    let newest = store.newest_time().await?;
    if let Some(newest) = newest.filter(|newest| newest.duration_since(now) > SignedDuration::from_mins(1)) {
        tracing::error!(
            %now, %newest,
            "the database has entries of the future: the clock is behind, or was ahead then; set it by NTP before anybody sows"
        );
    }
    Ok(())
}
