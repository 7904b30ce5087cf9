//! What every request passes on its way to its handler: it is measured, checked, answered, and its answer is hardened.

use crate::App;
use crate::http::arrival::Arrived;
use crate::http::demand;
use crate::http::problem::Problem;
use crate::metrics::RequestTimer;
use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use hyper::body::Incoming;
use std::net::IpAddr;
use tower::ServiceExt as _;
use url::Url;

/// The peer address of a connection.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Answers a request of a connection, and notes for its handler who asks and when. The overview is the most frequent
/// request and the same for everyone: past the router it costs a fifth less.
pub(crate) async fn answer(app: App, routes: Router, peer: IpAddr, request: Request<Incoming>) -> Response {
    let uri = request.uri();
    if request.method() == Method::GET && uri.path() == demand::PATH && uri.query().is_none() {
        let timer = app.0.requests.begin(demand::PATH, request.method());
        return pass(&app, timer, request, async |request| demand::read_india(&app, request.headers()).await).await;
    }
    let mut request = request.map(Body::new);
    let address = app.0.gate.address(peer, request.headers());
    let extensions = request.extensions_mut();
    extensions.insert(Peer(peer));
    extensions.insert(address);
    extensions.insert(Arrived(app.0.clock.now()));
    let Ok(response) = routes.oneshot(request).await;
    response
}

/// Puts what every request passes around all routes. It is one layer, because each would box the request and its answer
/// again.
pub(crate) fn around(routes: Router, app: &App) -> Router {
    routes.layer(from_fn_with_state(
        app.clone(),
        async |State(app): State<App>, request: axum::extract::Request, next: Next| {
            let route = request.extensions().get().map_or("page", MatchedPath::as_str);
            let timer = app.0.requests.begin(route, request.method());
            pass(&app, timer, request, |request| next.run(request)).await
        },
    ))
}

/// Measures and traces a request by its route, gives it an id, and checks it before it is answered.
async fn pass<B>(
    app: &App,
    timer: RequestTimer,
    request: Request<B>,
    answer: impl AsyncFnOnce(Request<B>) -> Response,
) -> Response {
    let trace = app.0.traces.as_ref().and_then(|traces| traces.request(&timer, request.headers()));
    let answer = timer.id.scope(async {
        match check(app, &request) {
            Ok(()) => answer(request).await,
            Err(problem) => problem.into_response(),
        }
    });
    let mut response = match trace {
        Some(trace) => trace.answer(answer).await,
        None => answer.await,
    };
    harden(app, response.headers_mut());
    app.0.requests.end(timer, response.status());
    response
}

/// Refuses what is not meant for this server.
fn check<B>(App(app): &App, request: &Request<B>) -> Result<(), Problem> {
    if !names_one_host(request, &app.public_url) {
        return Err(Problem::no_one_host());
    }
    if is_encoded(request.headers()) {
        return Err(Problem::unknown_transfer_coding());
    }
    let may_change = !request.method().is_safe() && request.uri().path().starts_with("/api/");
    if may_change && !is_same_origin(request.headers(), &app.public_url.origin().ascii_serialization()) {
        return Err(Problem::foreign_origin());
    }
    Ok(())
}

/// Adds the security headers: no content sniffing, no use by other sites, no referrer to other sites. Responses are not
/// cached unless they say otherwise.
fn harden(App(app): &App, headers: &mut HeaderMap) {
    const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
    const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
    const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, SAME_ORIGIN);
    // The sign-in popup leaves the site and returns. The page that opened it must be able to see when it closes.
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(RESOURCE_POLICY, SAME_ORIGIN);
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if app.public_url.scheme() == "https" {
        // Browsers use https only for a year after their last visit.
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

/// Returns whether a request says exactly once which host it is for, and means this one if its target is a whole
/// address.
fn names_one_host<B>(request: &Request<B>, own: &Url) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let uri = request.uri();
    let Some(authority) = uri.authority() else { return true };
    let is_own = Url::parse(&uri.to_string()).is_ok_and(|url| url.origin() == own.origin());
    is_own && host.as_bytes().eq_ignore_ascii_case(authority.as_str().as_bytes())
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
