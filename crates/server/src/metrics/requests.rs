//! Requests by route, method and status, with their time.

use crate::http::request_id::RequestId;
use http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use uuid::Uuid;

/// Upper bounds in seconds.
const BOUNDS: [f64; 11] = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 10.0];
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    route: String,
    method: &'static str,
    status: u32,
}

/// What is measured of requests.
pub(crate) struct Requests {
    registry: Registry,
    seconds: Family<Labels, Histogram>,
    process: Uuid,
    begun: AtomicU64,
}

/// A request that is being answered.
pub(crate) struct RequestTimer {
    /// The pattern of its path, or a word for the pages.
    pub(crate) route: String,
    pub(crate) method: &'static str,
    start: Instant,
    pub(crate) id: RequestId,
}

impl Requests {
    /// Measures the requests of this process, which their ids name.
    pub(crate) fn of(process: Uuid) -> Self {
        let seconds: Family<Labels, Histogram> = Family::new_with_constructor(|| Histogram::new(BOUNDS));
        let mut registry = Registry::with_prefix("grow");
        let help = "Time until the head of the response is ready";
        registry.register_with_unit("http_request_duration", help, Unit::Seconds, seconds.clone());
        Self { registry, seconds, process, begun: AtomicU64::new(0) }
    }

    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Begins to measure a request of a route.
    pub(crate) fn begin(&self, route: &str, method: &Method) -> RequestTimer {
        let id = RequestId::new(self.process, self.begun.fetch_add(1, Ordering::Relaxed));
        RequestTimer { route: route.to_owned(), method: label_of(method), start: Instant::now(), id }
    }

    pub(crate) fn end(&self, RequestTimer { route, method, start, .. }: RequestTimer, status: StatusCode) {
        let labels = Labels { route, method, status: status.as_u16().into() };
        self.seconds.get_or_create(&labels).observe(start.elapsed().as_secs_f64());
    }
}

/// Clients may send any method: those that Grow does not know share a label.
fn label_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
