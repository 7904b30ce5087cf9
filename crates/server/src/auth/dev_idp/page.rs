//! The pages of the provider: the account chooser, and the error page of a refused request. They run no script.

use super::accounts::{EMAIL_MAX, NAME_MAX, Refused, SAMPLES, Sample};
use super::parameters::Parameters;
use super::provider::DevIdp;
use crate::html::{Escaped, PERMISSIONS};
use crate::language;
use crate::web::sentences::Sentence;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grow_domain::Language;

/// Renders the account chooser, with the entered values and the error messages.
pub(super) fn chooser(provider: &DevIdp, request: &Parameters, email: &str, name: &str, refused: Refused) -> Response {
    let cancel = provider.way_back_with_error(request, "access_denied");
    // The first invalid field gets the focus, so that a screen reader reads its error first.
    let (email_focus, name_focus) = (refused.email.is_some(), refused.email.is_none() && refused.name.is_some());
    let wrong = refused != Refused::default();
    let language = request.language();
    let say = |sentence: Sentence| Escaped(sentence.in_language(language));
    let email_field = Field {
        id: "email",
        label: Sentence::ChooserEmail,
        kind: r#"type="email" autocomplete="email""#,
        value: email,
        wrong: refused.email,
        has_focus: email_focus,
    };
    let name_field = Field {
        id: "name",
        label: Sentence::ChooserName,
        kind: r#"type="text" autocomplete="name""#,
        value: name,
        wrong: refused.name,
        has_focus: name_focus,
    };
    let body = format!(
        include_str!("chooser.html"),
        language = language.tag(),
        title = say(if wrong { Sentence::ChooserTitleWrong } else { Sentence::ChooserTitle }),
        heading = say(Sentence::ChooserTitle),
        note = say(Sentence::ChooserNote),
        other = say(Sentence::ChooserOther),
        go_on = say(Sentence::ChooserContinue),
        cancel = say(Sentence::ChooserCancel),
        samples = SAMPLES.each_ref().map(|sample| sample_button(sample, language)).concat(),
        request = hidden_fields(request),
        email_field = email_field.render(language),
        name_field = name_field.render(language),
        way_back = Escaped(cancel.as_str()),
    );
    // Chromium applies `form-action` to redirects too, so the policy must include the client's origin.
    let back = provider.config.redirect_uri.origin().ascii_serialization();
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page(status, language, &format!("form-action 'self' {back}"), body)
}

/// Renders the error page of a request that cannot be redirected to its client.
pub(super) fn refusal(language: Language, sentence: Sentence) -> Response {
    let say = |sentence: Sentence| Escaped(sentence.in_language(language));
    let body = format!(
        include_str!("refusal.html"),
        language = language.tag(),
        title = say(Sentence::RefusalTitle),
        sentence = say(sentence),
        note = say(Sentence::RefusalNote),
    );
    page(StatusCode::BAD_REQUEST, language, "form-action 'none'", body)
}

fn page(status: StatusCode, language: Language, form_action: &str, body: String) -> Response {
    let policy =
        format!("default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; {form_action}");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_LANGUAGE, language.tag()),
        (header::VARY, language::VARY),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, [PERMISSIONS], body).into_response()
}

fn sample_button(sample: &Sample, language: Language) -> String {
    let name = sample.name_in(language);
    let initials: String = name.split(' ').filter_map(|word| word.chars().next()).collect();
    format!(
        r#"<li><button class="account" name="account" value="{email}"><span class="initials" aria-hidden="true">{initials}</span><span><span class="name">{name}</span> <span class="email">{email}</span></span></button></li>
"#,
        email = Escaped(sample.email),
        name = Escaped(name),
        initials = Escaped(&initials),
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
        ("ui_locales", &request.ui_locales),
    ]
    .map(|(name, value)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">\n", Escaped(value)))
    .concat()
}

/// A labelled input.
struct Field<'a> {
    id: &'static str,
    label: Sentence,
    kind: &'static str,
    value: &'a str,
    /// The error message, if the value is refused.
    wrong: Option<Sentence>,
    has_focus: bool,
}

impl Field<'_> {
    fn render(self, language: Language) -> String {
        let Self { id, label, kind, value, wrong, has_focus } = self;
        let (message, marks) = wrong.map_or_else(Default::default, |sentence| {
            let most = if sentence == Sentence::EmailLong { EMAIL_MAX } else { NAME_MAX };
            let sentence = sentence.with(language, "most", &most.to_string());
            let message = format!(r#"<p class="wrong" id="{id}-wrong">{}</p>"#, Escaped(&sentence));
            (message, format!(r#" aria-invalid="true" aria-describedby="{id}-wrong""#))
        });
        let focus = if has_focus { " autofocus" } else { "" };
        format!(
            r#"<div class="field"><label for="{id}">{label}</label><input id="{id}" name="{id}" {kind} value="{value}"{marks}{focus}>{message}</div>"#,
            label = Escaped(label.in_language(language)),
            value = Escaped(value),
        )
    }
}
