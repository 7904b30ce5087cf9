//! The embedded React app: its files, and the page of each address.

mod dist;
pub(crate) mod external_content;
mod pages;
mod range;
pub(crate) mod sentences;
pub(crate) mod site;

use crate::App;
use crate::http::farmer::Visitor;
use crate::http::{admission, session};
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{Method, StatusCode, header};
use pages::Reader;

/// The fallback handler: serves a file of the app, or the page of an address.
pub(crate) async fn serve(State(app): State<App>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if parts.method != Method::GET && parts.method != Method::HEAD {
        let headers = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, headers, "This address can only be read.\n").into_response();
    }
    if parts.method == Method::HEAD {
        // Range requests are defined for GET only.
        parts.headers.remove(header::RANGE);
    }
    let path = parts.uri.path().trim_start_matches('/');
    let web = &app.0.web;
    if let Some(address) = web.external_content.instead_of(path) {
        return (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response();
    }
    if is_file_name(path) {
        return web
            .file(path, &parts.headers)
            .unwrap_or_else(|| (StatusCode::NOT_FOUND, "There is no such file.\n").into_response());
    }
    let Some(pages) = &web.pages else {
        let sentence =
            "This server was built without the web app. Build it with `make run`, or `npm run build` in web/.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, sentence).into_response();
    };
    if let Some(language) = path.strip_prefix("shell/") {
        return match pages.shell(language) {
            Some(shell) => pages.answer(shell, &parts.headers),
            None => (StatusCode::NOT_FOUND, "Grow does not know this language.\n").into_response(),
        };
    }
    let reader = reader(&app, &mut parts).await;
    pages.answer(&*pages.page(&app.0.live, &parts.uri, &parts.headers, &reader).await, &parts.headers)
}

/// Returns the visitor of a page. A page is never refused: if the lookup fails, the app asks the API itself and shows
/// the error.
async fn reader(app: &App, parts: &mut Parts) -> Reader {
    if app.0.auth.session_cookie().read(&parts.headers).is_none() {
        return Reader::Guest;
    }
    let admitted = admission::admit(app, &parts.headers, &mut parts.extensions).await;
    let Ok(_admitted) = admitted else { return Reader::Unknown };
    let Ok(visitor) = Visitor::from_request_parts(parts, app).await else { return Reader::Unknown };
    match session::of(app, visitor).await {
        Ok(session) if session.is_signed_in() => Reader::Farmer(session),
        Ok(_) => Reader::Guest,
        Err(_) => Reader::Unknown,
    }
}

/// Returns whether a path names a file. Files have an extension or are in `assets/`. Addresses of the app have no
/// extension.
fn is_file_name(path: &str) -> bool {
    path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_an_extension_are_files_and_others_are_screens() {
        for path in ["assets/x.js", "assets/x", "favicon.ico", "deck/index.html"] {
            assert!(is_file_name(path), "{path}");
        }
        for path in ["", "dashboard", "crop-detail/redGram", "deep/address/of/nothing"] {
            assert!(!is_file_name(path), "{path}");
        }
    }
}
