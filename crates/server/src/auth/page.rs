//! The sign-in pages that are not part of the app.

use super::sign_in::SignIn;
use crate::language;
use crate::permissions::PERMISSIONS;
use crate::web::sentences::Sentence;
use axum::response::{Html, IntoResponse, Response};
use grow_domain::Language;
use html_escape::encode_double_quoted_attribute as escaped;
use http::{StatusCode, header};
use url::Url;

/// Renders the last page of a popup: its script sends the outcome to the app over a `BroadcastChannel` and closes the
/// window.
pub(super) fn popup(language: Language, outcome: &str, sentence: Sentence) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"{tag}\"><meta charset=\"utf-8\"><title>Grow</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <body data-outcome=\"{outcome}\"><p>{sentence}</p><script src=\"/auth/callback.js\"></script>",
        tag = language.tag(),
        sentence = escaped(sentence.in_language(language)),
    );
    answer(StatusCode::OK, language, "script-src 'self'", page)
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
pub(super) fn started_elsewhere(language: Language, sign_in: &SignIn, button: &str) -> Response {
    let say = |sentence: Sentence| escaped(sentence.in_language(language));
    let page = format!(
        include_str!("started_elsewhere.html"),
        language = language.tag(),
        title = say(Sentence::ElsewhereTitle),
        explanation = say(Sentence::ElsewhereExplanation),
        cancel = say(Sentence::ElsewhereCancel),
        button = escaped(button),
        label = escaped(&Sentence::SignInWith.with(language, "provider", sign_in.provider.as_str())),
    );
    answer(StatusCode::FORBIDDEN, language, "style-src 'self'", page)
}

/// The style sheet of the confirmation page and of the development sign-in.
pub(super) async fn style() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, include_str!("style.css")).into_response()
}

/// Refuses the development sign-in to another computer.
pub(super) fn only_here(public_url: &Url) -> Response {
    let sentence = format!("The development sign-in works only on the computer that Grow runs on, at {public_url}\n");
    (StatusCode::FORBIDDEN, sentence).into_response()
}

fn answer(status: StatusCode, language: Language, lets_in: &str, page: String) -> Response {
    let policy = format!(
        "default-src 'none'; {lets_in}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::CONTENT_LANGUAGE, language.tag()),
        (header::VARY, language::VARY),
    ];
    (status, headers, [PERMISSIONS], Html(page)).into_response()
}
