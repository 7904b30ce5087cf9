//! The state shared by all requests.

use crate::advising::Advising;
use crate::auth::sessions::Sessions;
use crate::auth::setup::Auth;
use crate::background::Background;
use crate::backups::Backups;
use crate::erasures::Erasures;
use crate::generation::StoreGeneration;
use crate::http::notices::Notices;
use crate::limits::Gate;
use crate::live::{Live, States};
use crate::metrics::Requests;
use crate::readiness::Readiness;
use crate::snapshots::Details;
use crate::traces::Traces;
use crate::web::site::Web;
use crate::{Clock, Random};
use grow_domain::Region;
use grow_domain::soil_climate::Predictor;
use grow_domain::sowing::CountLimits;
use grow_store::Store;
use std::sync::Arc;
use url::Url;
use uuid::Uuid;

/// The state shared by all requests. Cheap to clone.
#[derive(Clone)]
pub struct App(pub(crate) Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) generation: StoreGeneration,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    /// The id of this process, as the owner of its leases.
    pub(crate) process: Uuid,
    /// The overview of India.
    pub(crate) live: Arc<Live>,
    /// The overviews of the states.
    pub(crate) states: States,
    pub(crate) details: Details,
    /// The advice of the day.
    pub(crate) advising: Arc<Advising>,
    pub(crate) auth: Auth,
    pub(crate) sessions: Sessions,
    pub(crate) gate: Gate,
    pub(crate) count_limits: CountLimits,
    pub(crate) readiness: Readiness,
    pub(crate) predictor: Predictor,
    pub(crate) public_url: Url,
    pub(crate) web: Web,
    pub(crate) notices: Notices,
    pub(crate) erasures: Erasures,
    pub(crate) backups: Option<Backups>,
    pub(crate) requests: Requests,
    /// Whether the metrics have a listener of their own.
    pub(crate) has_metrics_listener: bool,
    pub(crate) background: Background,
    pub(crate) traces: Option<Traces>,
}

impl App {
    /// Returns the overview of a region and starts its publisher if needed.
    pub(crate) async fn live(&self, region: Region) -> grow_store::Result<Arc<Live>> {
        let india = &self.0.live;
        match region {
            Region::India => Ok(Arc::clone(india)),
            Region::State(state) => {
                let keep_it_moving = |live: &Arc<Live>| {
                    let live = Arc::clone(live);
                    self.0.background.keep_doing("publisher", move || Arc::clone(&live).publish_changes());
                };
                self.0.states.live(state, india, keep_it_moving).await
            }
        }
    }

    /// Ends the streams and the background tasks, and sends the last spans.
    pub async fn stop(&self) {
        self.0.generation.note_last(&self.0.store).await;
        self.0.background.stop().await;
        if let Some(traces) = &self.0.traces {
            traces.stop().await;
        }
    }
}
