//! The React app, built into the binary: hashed files that never change, and the page that an address of the app begins with.

mod elsewhere;
mod pages;
mod range;

pub use elsewhere::{Elsewhere, NoSuchSite, OtherSite};

use crate::App;
use crate::auth::SignIn;
use crate::http::{PERMISSIONS, Session, Visitor, admission};
use crate::representation::{Encoding, Representation};
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use pages::{Pages, Reader};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

/// `web/dist`: each file, and beside it its packed forms `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// What an operator decides about the app, and what follows from it for every page.
pub(crate) struct Web {
    elsewhere: Elsewhere,
    policy: HeaderValue,
    /// None: built without the app.
    pages: Option<Pages>,
}

impl Web {
    pub(crate) fn new(elsewhere: Elsewhere, sign_in: &SignIn) -> Self {
        let policy = elsewhere.policy();
        Self { pages: Pages::embedded(&policy, sign_in), policy, elsewhere }
    }
}

/// Answers whatever is no route of the server: a file of the app, or the page that an address of the app begins with.
pub(crate) async fn serve(State(app): State<App>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if parts.method != Method::GET && parts.method != Method::HEAD {
        let headers = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, headers, "This address can only be read.\n").into_response();
    }
    if parts.method == Method::HEAD {
        // A part can only be asked for with GET.
        parts.headers.remove(header::RANGE);
    }
    let path = parts.uri.path().trim_start_matches('/');
    let web = &app.0.web;
    if let Some(address) = web.elsewhere.instead_of(path) {
        return (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response();
    }
    if is_file_name(path) {
        return file(web, path, &parts.headers)
            .unwrap_or_else(|| (StatusCode::NOT_FOUND, "There is no such file.\n").into_response());
    }
    let Some(pages) = &web.pages else {
        let sentence =
            "This server was built without the web app. Build it with `make run`, or `npm run build` in web/.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, sentence).into_response();
    };
    let reader = reader(&app, &mut parts).await;
    pages.answer(&*pages.page(&app, &parts.uri, &reader).await, &parts.headers)
}

/// Who asks for a page. A page is never refused: whom the server cannot look up now, the app asks for itself, and says what comes.
async fn reader(app: &App, parts: &mut Parts) -> Reader {
    if app.0.auth.session_cookie().read(&parts.headers).is_none() {
        return Reader::Guest;
    }
    let Ok(_admitted) = admission::admit(app, &parts.headers, &parts.extensions).await else { return Reader::Unknown };
    let Ok(visitor) = Visitor::from_request_parts(parts, app).await else { return Reader::Unknown };
    match Session::of(app, visitor).await {
        Ok(session) if session.is_signed_in() => Reader::Farmer(session),
        Ok(_) => Reader::Guest,
        Err(_) => Reader::Unknown,
    }
}

/// Files have an ending; addresses of the app have none. What lies in `assets/` is always a file.
fn is_file_name(path: &str) -> bool {
    path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

fn file(web: &Web, path: &str, request: &HeaderMap) -> Option<Response> {
    if path.starts_with(pages::FOLDER) {
        return None;
    }
    let file = Dist::get(path)?;
    let (kind, tag) = (content_type(&file), etag(&file));
    let mut representation = Representation::new(kind, bytes(file), tag.clone());
    for (encoding, ending) in [(Encoding::Brotli, "br"), (Encoding::Gzip, "gz")] {
        if let Some(packed) = Dist::get(&format!("{path}.{ending}")) {
            representation = representation.with_packed(encoding, bytes(packed));
        }
    }
    // A name in assets/ holds a hash of the content, so that it can be kept for ever.
    if path.starts_with("assets/") {
        representation = representation.cached("public, max-age=31536000, immutable");
    }
    let mut response = representation.answer(request);
    if response.status() == StatusCode::OK && !response.headers().contains_key(header::CONTENT_ENCODING) {
        range::cut(&mut response, request, &tag, representation.plain());
    }
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, web.policy.clone());
    response.headers_mut().extend([PERMISSIONS]);
    Some(response)
}

/// A packed file shares its tag with the plain one, so the tag is weak; a video is never packed.
fn etag(file: &EmbeddedFile) -> HeaderValue {
    let weak = if file.metadata.mimetype().starts_with("video/") { "" } else { "W/" };
    let [a, b, c, d, ..] = file.metadata.sha256_hash();
    let tag = format!("{weak}\"{:08x}-{}\"", u32::from_be_bytes([a, b, c, d]), file.data.len());
    HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("W/\"0\""))
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

fn content_type(file: &EmbeddedFile) -> HeaderValue {
    let kind = file.metadata.mimetype();
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    HeaderValue::try_from(format!("{kind}{charset}")).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_an_ending_is_a_file_and_the_rest_is_the_app() {
        for path in ["assets/x.js", "assets/x", "favicon.ico", "deck/index.html"] {
            assert!(is_file_name(path), "{path}");
        }
        for path in ["", "dashboard", "crop-detail/redGram", "deep/address/of/nothing"] {
            assert!(!is_file_name(path), "{path}");
        }
    }
}
