//! The sign-in pages that are not part of the app.

use super::sign_in::SignIn;
use crate::html::{Escaped, PERMISSIONS};
use axum::response::{Html, IntoResponse, Response};
use http::{StatusCode, header};

/// Renders the last page of a popup: its script sends the outcome to the app over a `BroadcastChannel` and closes the
/// window.
pub(super) fn popup(outcome: &str, sentence: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Grow</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <body data-outcome=\"{outcome}\"><p>{sentence}</p><script src=\"/auth/callback.js\"></script>"
    );
    answer(StatusCode::OK, "script-src 'self'", page)
}

/// The script of the popup page.
pub(super) async fn popup_script() -> Response {
    let script = "const outcome = document.body.dataset.outcome;\n\
                  const message = outcome === 'signed-in' ? { type: outcome } : { type: 'error', code: outcome };\n\
                  const channel = new BroadcastChannel('grow-auth');\n\
                  channel.postMessage(message);\n\
                  channel.close();\n\
                  window.close();\n";
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response()
}

/// Renders the page that asks the visitor to confirm a sign-in that another site started.
pub(super) fn started_elsewhere(sign_in: &SignIn, button: &str) -> Response {
    let page = format!(
        include_str!("started_elsewhere.html"),
        button = Escaped(button),
        provider = Escaped(sign_in.provider.as_str())
    );
    answer(StatusCode::FORBIDDEN, "style-src 'self'", page)
}

/// The style sheet of the confirmation page and of the development provider.
pub(super) async fn style() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, include_str!("style.css")).into_response()
}

fn answer(status: StatusCode, lets_in: &str, page: String) -> Response {
    let policy = format!(
        "default-src 'none'; {lets_in}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    );
    (status, [(header::CONTENT_SECURITY_POLICY, policy)], [PERMISSIONS], Html(page)).into_response()
}
