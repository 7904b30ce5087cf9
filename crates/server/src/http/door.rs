//! What every request passes on its way in, and every answer on its way out.
//!
//! It stands before the list of routes, as plain function calls, since it is on the path of each request. The overview, which is
//! the same for everyone and asked for most, is handed out right here.

use super::demand;
use super::problem::Problem;
use crate::App;
use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::routing::future::RouteFuture;
use futures_util::FutureExt;
use futures_util::future::{Either, Map};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use hyper::body::Incoming;
use hyper::service::Service;
use std::convert::Infallible;
use std::future::{Ready, ready};
use tower::Service as _;

/// The service of every connection.
#[derive(Clone)]
pub(crate) struct Door {
    app: App,
    own_origin: String,
    router: Router,
}

type Outcome = Result<Response, Infallible>;

impl Door {
    pub(crate) fn new(app: App) -> Self {
        Self { own_origin: app.0.public_url.origin().ascii_serialization(), router: super::router(&app), app }
    }

    /// The answer to a request that needs no route: the overview, or a refusal.
    fn answer(&self, request: &Request<Incoming>) -> Option<Response> {
        let (method, uri) = (request.method(), request.uri());
        if method == Method::GET && uri.path() == demand::PATH && uri.query().is_none() {
            return Some(demand::answer(&self.app.0.live.overview(), request.headers()));
        }
        let may_change =
            method.is_safe() || !uri.path().starts_with("/api/") || is_same_origin(request.headers(), &self.own_origin);
        (!may_change).then(|| Problem::foreign_origin().into_response())
    }
}

impl Service<Request<Incoming>> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = Map<Either<Ready<Outcome>, RouteFuture<Infallible>>, fn(Outcome) -> Outcome>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let answer = match self.answer(&request) {
            Some(response) => Either::Left(ready(Ok(response))),
            None => Either::Right(self.router.clone().call(request.map(Body::new))),
        };
        answer.map(|outcome| outcome.map(harden))
    }
}

/// Whether a change was sent by our own pages. Browsers say where a request comes from; whoever says nothing is no browser, and
/// carries no cookie that it was not given on purpose.
fn is_same_origin(headers: &HeaderMap, own_origin: &str) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    headers.get(header::ORIGIN).is_none_or(|origin| origin == own_origin)
}

/// Answers cannot be read as another type, used by another site, or leak their address; and are kept only where that is said.
fn harden(mut response: Response) -> Response {
    const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
    const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
    const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, SAME_ORIGIN);
    // The sign-in popup leads to another site and back, and the page that opened it must see when it is closed.
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
