//! The outermost service: checks every request before routing, and adds headers to every response.
//!
//! It is made of plain function calls instead of middleware, because every request passes it. It answers requests for
//! the overview itself, which is the same for everyone and the most frequent request.

use crate::App;
use crate::auth::host::is_this_computer;
use crate::http::arrival::Arrived;
use crate::http::demand;
use crate::http::problem::Problem;
use crate::listen::heads::BodyAhead;
use crate::metrics::{self, Asked, Routes};
use crate::router::router;
use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::routing::future::RouteFuture;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use hyper::body::{Body as _, Incoming};
use hyper::service::Service;
use pin_project_lite::pin_project;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower::Service as _;
use url::Url;

/// The service of all connections.
#[derive(Clone)]
pub(crate) struct Door {
    app: App,
    own_origin: Arc<str>,
    router: Router,
    routes: Arc<Routes>,
    /// The peer address of the connection.
    peer: IpAddr,
    /// The body that follows the last head of the connection.
    body: BodyAhead,
    is_https: bool,
}

type Outcome = Result<Response, Infallible>;

impl Door {
    pub(crate) fn new(app: App) -> Self {
        let (router, paths) = router(&app);
        Self {
            own_origin: app.0.public_url.origin().ascii_serialization().into(),
            router,
            routes: Arc::new(Routes::of(paths)),
            peer: Ipv4Addr::UNSPECIFIED.into(),
            body: BodyAhead::default(),
            is_https: app.0.public_url.scheme() == "https",
            app,
        }
    }

    /// Returns the service of a connection from this address, which states the bodies of its requests.
    pub(crate) fn to(&self, peer: IpAddr, body: BodyAhead) -> Self {
        Self { peer, body, ..self.clone() }
    }

    /// States the body of a request. Returns whether its length is unknown.
    fn announce_body(&self, body: &Incoming) -> bool {
        if body.is_end_stream() {
            return false;
        }
        let length = body.size_hint().exact();
        self.body.expect(length);
        length.is_none()
    }

    /// Returns whether a request says exactly once which host it is for, and means this one if its target is a whole
    /// address.
    fn names_one_host(&self, request: &Request<Incoming>) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let uri = request.uri();
        let Some(authority) = uri.authority() else { return true };
        let is_own = Url::parse(&uri.to_string()).is_ok_and(|url| url.origin() == self.app.0.public_url.origin());
        is_own && host.as_bytes().eq_ignore_ascii_case(authority.as_str().as_bytes())
    }

    /// Answers a request for the overview: at once if the cached overview is current, or else after reading it.
    fn overview(&self, request: &Request<Incoming>) -> Option<Either<Ready<Outcome>, BoxFuture<'static, Outcome>>> {
        let uri = request.uri();
        if request.method() != Method::GET || uri.path() != demand::PATH || uri.query().is_some() {
            return None;
        }
        let live = &self.app.0.live;
        Some(if let Some(overview) = live.current() {
            Either::Left(ready(Ok(demand::answer(&overview, request.headers()))))
        } else {
            let (live, headers) = (Arc::clone(live), request.headers().clone());
            Either::Right(async move { Ok(demand::answer(&*live.newest().await, &headers)) }.boxed())
        })
    }

    /// Answers the metrics to programs on this computer, unless they have a listener of their own.
    fn metrics(&self, request: &Request<Incoming>) -> Response {
        let is_here = self.peer.is_loopback() && is_this_computer(request.headers());
        if is_here && !self.app.0.has_metrics_listener {
            metrics::answer(&self.app)
        } else {
            Problem::not_found().into_response()
        }
    }

    /// Returns whether the request is a write from another site.
    fn is_foreign(&self, request: &Request<Incoming>) -> bool {
        let may_change = !request.method().is_safe() && request.uri().path().starts_with("/api/");
        may_change && !is_same_origin(request.headers(), &self.own_origin)
    }
}

/// A response from the door itself, or from the router.
type Answering = Either<Either<Ready<Outcome>, BoxFuture<'static, Outcome>>, RouteFuture<Infallible>>;

impl Service<Request<Incoming>> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = Answered;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let asked = self.app.0.requests.ask(self.routes.of_path(request.uri().path()), request.method());
        let trace = self.app.0.traces.as_ref().and_then(|traces| traces.request(&asked, request.headers()));
        let is_last = self.announce_body(request.body());
        let mut answer = if !self.names_one_host(&request) {
            Either::Left(Either::Left(ready(Ok(Problem::no_one_host().into_response()))))
        } else if is_encoded(request.headers()) {
            Either::Left(Either::Left(ready(Ok(Problem::unknown_transfer_coding().into_response()))))
        } else if let Some(overview) = self.overview(&request) {
            Either::Left(overview)
        } else if request.uri().path() == metrics::PATH {
            Either::Left(Either::Left(ready(Ok(self.metrics(&request)))))
        } else if self.is_foreign(&request) {
            Either::Left(Either::Left(ready(Ok(Problem::foreign_origin().into_response()))))
        } else {
            let client = self.app.0.gate.client(self.peer, request.headers());
            request.extensions_mut().insert(client);
            request.extensions_mut().insert(Arrived(self.app.0.clock.now()));
            Either::Right(self.router.clone().call(request.map(Body::new)))
        };
        if let Some(trace) = trace {
            answer = Either::Left(Either::Right(trace.answer(answer).boxed()));
        }
        let finish = match (self.is_https, is_last) {
            (false, false) => finish,
            (false, true) => finish_the_last,
            (true, false) => finish_on_https,
            (true, true) => finish_the_last_on_https,
        };
        Answered { answering: answer, app: self.app.clone(), asked, finish }
    }
}

pin_project! {
    /// A response on its way, which is measured.
    pub(crate) struct Answered {
        #[pin]
        answering: Answering,
        app: App,
        asked: Asked,
        finish: fn(Outcome) -> Outcome,
    }
}

impl Future for Answered {
    type Output = Outcome;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        let this = self.project();
        let answered = this.asked.id.during(|| this.answering.poll(context));
        let outcome = (this.finish)(std::task::ready!(answered));
        if let Ok(response) = &outcome {
            this.app.0.requests.answered(this.asked, response.status());
        }
        Poll::Ready(outcome)
    }
}

/// Returns whether a body has another transfer coding than `chunked`. The parser undoes that one, and ignores others.
fn is_encoded(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_chunked = codings.next().is_none_or(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"));
    !is_chunked || codings.next().is_some()
}

/// Returns whether a write comes from our own pages. Browsers send `Sec-Fetch-Site` or `Origin`. A request without both
/// comes from a program, which does not send a user's cookies by accident.
fn is_same_origin(headers: &HeaderMap, own_origin: &str) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    headers.get(header::ORIGIN).is_none_or(|origin| origin == own_origin)
}

fn finish(outcome: Outcome) -> Outcome {
    outcome.map(harden)
}

/// HSTS: browsers use https only for a year after their last visit.
fn finish_on_https(outcome: Outcome) -> Outcome {
    outcome.map(|response| {
        let mut response = harden(response);
        let promise = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, promise);
        response
    })
}

/// Ends the connection: behind a body of unknown length, no further head is checked.
fn finish_the_last(outcome: Outcome) -> Outcome {
    finish(outcome).map(ending)
}

fn finish_the_last_on_https(outcome: Outcome) -> Outcome {
    finish_on_https(outcome).map(ending)
}

fn ending(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Security headers: no content sniffing, no use by other sites, no referrer to other sites. Responses are not cached
/// unless they say otherwise.
fn harden(mut response: Response) -> Response {
    const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
    const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
    const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, SAME_ORIGIN);
    // The sign-in popup leaves the site and returns. The page that opened it must be able to see when it closes.
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(RESOURCE_POLICY, SAME_ORIGIN);
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_and_programs_may_write() {
        let own = "http://127.0.0.1:8080";
        for (site, origin, allowed) in [
            (Some("same-origin"), Some(own), true),
            (Some("none"), None, true),
            (Some("same-site"), Some(own), false),
            (Some("cross-site"), Some(own), false),
            (None, Some(own), true),
            (None, Some("http://evil.example"), false),
            (None, Some("null"), false),
            (None, None, true),
        ] {
            let mut headers = HeaderMap::new();
            site.map(|site| headers.insert("sec-fetch-site", HeaderValue::from_static(site)));
            origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
            assert_eq!(is_same_origin(&headers, own), allowed, "{site:?} {origin:?}");
        }
    }
}
