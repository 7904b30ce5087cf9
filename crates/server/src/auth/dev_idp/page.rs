//! The pages of the provider: the account chooser, and the error page of a refused request. They run no script.

use super::DevIdp;
use super::accounts::{Refused, SAMPLES, Sample};
use super::authorize::Parameters;
use crate::html::{Escaped, PERMISSIONS};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Renders the account chooser, with the entered values and the error messages.
pub(super) fn chooser(provider: &DevIdp, request: &Parameters, email: &str, name: &str, refused: Refused) -> Response {
    let cancel = provider.way_back_with_error(request, "access_denied");
    // The first invalid field gets the focus, so that a screen reader reads its error first.
    let (email_focus, name_focus) = (refused.email.is_some(), refused.email.is_none() && refused.name.is_some());
    let wrong = refused != Refused::default();
    let body = format!(
        include_str!("chooser.html"),
        title = if wrong { "Please check: Choose an account" } else { "Choose an account" },
        samples = SAMPLES.each_ref().map(sample_button).concat(),
        request = hidden_fields(request),
        email_field =
            field("email", "E-mail", r#"type="email" autocomplete="email""#, email, refused.email, email_focus),
        name_field = field("name", "Name", r#"type="text" autocomplete="name""#, name, refused.name, name_focus),
        cancel = Escaped(cancel.as_str()),
    );
    // Chromium applies `form-action` to redirects too, so the policy must include the client's origin.
    let back = provider.config.redirect_uri.origin().ascii_serialization();
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page(status, &format!("form-action 'self' {back}"), body)
}

/// Renders the error page of a request that cannot be redirected to its client.
pub(super) fn refusal(sentence: &'static str) -> Response {
    page(
        StatusCode::BAD_REQUEST,
        "form-action 'none'",
        format!(include_str!("refusal.html"), sentence = Escaped(sentence)),
    )
}

fn page(status: StatusCode, form_action: &str, body: String) -> Response {
    let policy =
        format!("default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; {form_action}");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, [PERMISSIONS], body).into_response()
}

fn sample_button(sample: &Sample) -> String {
    let Sample { email, name, initials } = *sample;
    format!(
        r#"<li><button class="account" name="account" value="{email}"><span class="initials" aria-hidden="true">{initials}</span><span><span class="name">{name}</span> <span class="email">{email}</span></span></button></li>
"#,
        email = Escaped(email),
        name = Escaped(name),
        initials = Escaped(initials),
    )
}

/// Renders the authorization request as hidden fields, so that the provider stores no state for it.
fn hidden_fields(request: &Parameters) -> String {
    [
        ("client_id", &request.client_id),
        ("redirect_uri", &request.redirect_uri),
        ("response_type", &request.response_type),
        ("scope", &request.scope),
        ("state", &request.state),
        ("nonce", &request.nonce),
        ("code_challenge", &request.code_challenge),
        ("code_challenge_method", &request.code_challenge_method),
    ]
    .map(|(name, value)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">\n", Escaped(value)))
    .concat()
}

/// Renders a labelled input, with its error message if there is one.
fn field(id: &str, label: &str, kind: &str, value: &str, wrong: Option<&str>, focus: bool) -> String {
    let message = wrong
        .map_or(String::new(), |sentence| format!(r#"<p class="wrong" id="{id}-wrong">{}</p>"#, Escaped(sentence)));
    let marks =
        if wrong.is_some() { format!(r#" aria-invalid="true" aria-describedby="{id}-wrong""#) } else { String::new() };
    let focus = if focus { " autofocus" } else { "" };
    format!(
        r#"<div class="field"><label for="{id}">{label}</label><input id="{id}" name="{id}" {kind} value="{value}"{marks}{focus}>{message}</div>"#,
        value = Escaped(value),
    )
}
