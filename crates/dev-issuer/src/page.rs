//! The pages of the issuer: the account chooser, and the error page of a refused request. They run no script.

use crate::Sentence;
use crate::accounts::{EMAIL_MAX, NAME_MAX, Refused, SAMPLES, Sample};
use crate::issuer::Issuer;
use crate::parameters::Parameters;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grow_domain::Language;
use html_escape::encode_double_quoted_attribute as escaped;

/// Renders the account chooser, with the entered values and the error messages.
pub(crate) fn chooser(issuer: &Issuer, request: &Parameters, email: &str, name: &str, refused: Refused) -> Response {
    let cancel = issuer.way_back_with_error(request, "access_denied");
    // The first invalid field gets the focus, so that a screen reader reads its error first.
    let (email_focus, name_focus) = (refused.email.is_some(), refused.email.is_none() && refused.name.is_some());
    let wrong = refused != Refused::default();
    let language = request.language();
    let say = |sentence: Sentence| escaped(issuer.say(sentence, language));
    let email_field = Field {
        id: "email",
        label: Sentence::CHOOSER_EMAIL,
        kind: r#"type="email" autocomplete="email""#,
        value: email,
        wrong: refused.email,
        has_focus: email_focus,
    };
    let name_field = Field {
        id: "name",
        label: Sentence::CHOOSER_NAME,
        kind: r#"type="text" autocomplete="name""#,
        value: name,
        wrong: refused.name,
        has_focus: name_focus,
    };
    let body = format!(
        include_str!("chooser.html"),
        language = language.tag(),
        title = say(if wrong { Sentence::CHOOSER_TITLE_WRONG } else { Sentence::CHOOSER_TITLE }),
        heading = say(Sentence::CHOOSER_TITLE),
        note = say(Sentence::CHOOSER_NOTE),
        other = say(Sentence::CHOOSER_OTHER),
        go_on = say(Sentence::CHOOSER_CONTINUE),
        cancel = say(Sentence::CHOOSER_CANCEL),
        samples = SAMPLES.each_ref().map(|sample| sample_button(issuer, sample, language)).concat(),
        request = hidden_fields(request),
        email_field = email_field.render(issuer, language),
        name_field = name_field.render(issuer, language),
        way_back = escaped(cancel.as_str()),
    );
    // Chromium applies `form-action` to redirects too, so the policy must include the client's origin.
    let back = issuer.client.redirect_uri.origin().ascii_serialization();
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page(status, language, &format!("form-action 'self' {back}"), body)
}

/// Renders the error page of a request that cannot be redirected to its client.
pub(crate) fn refusal(issuer: &Issuer, language: Language, sentence: Sentence) -> Response {
    let say = |sentence: Sentence| escaped(issuer.say(sentence, language));
    let body = format!(
        include_str!("refusal.html"),
        language = language.tag(),
        title = say(Sentence::REFUSAL_TITLE),
        sentence = say(sentence),
        note = say(Sentence::REFUSAL_NOTE),
    );
    page(StatusCode::BAD_REQUEST, language, "form-action 'none'", body)
}

fn page(status: StatusCode, language: Language, form_action: &str, body: String) -> Response {
    let policy =
        format!("default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; {form_action}");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_LANGUAGE, language.tag()),
        (header::VARY, "accept-language, cookie"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, body).into_response()
}

fn sample_button(issuer: &Issuer, sample: &Sample, language: Language) -> String {
    let name = sample.name_in(&*issuer.host, language);
    let initials: String = name.split(' ').filter_map(|word| word.chars().next()).collect();
    format!(
        r#"<li><button class="account" name="account" value="{email}"><span class="initials" aria-hidden="true">{initials}</span><span><span class="name">{name}</span> <span class="email">{email}</span></span></button></li>
"#,
        email = escaped(sample.email),
        name = escaped(name),
        initials = escaped(&initials),
    )
}

/// Renders the authorization request as hidden fields, so that the issuer stores no state for it.
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
    .map(|(name, value)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">\n", escaped(value)))
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
    fn render(self, issuer: &Issuer, language: Language) -> String {
        let Self { id, label, kind, value, wrong, has_focus } = self;
        let (message, marks) = wrong.map_or_else(Default::default, |sentence| {
            let most = if sentence == Sentence::EMAIL_LONG { EMAIL_MAX } else { NAME_MAX };
            let sentence = issuer.say(sentence, language).replace("{most}", &most.to_string());
            let message = format!(r#"<p class="wrong" id="{id}-wrong">{}</p>"#, escaped(&sentence));
            (message, format!(r#" aria-invalid="true" aria-describedby="{id}-wrong""#))
        });
        let focus = if has_focus { " autofocus" } else { "" };
        format!(
            r#"<div class="field"><label for="{id}">{label}</label><input id="{id}" name="{id}" {kind} value="{value}"{marks}{focus}>{message}</div>"#,
            label = escaped(issuer.say(label, language)),
            value = escaped(value),
        )
    }
}
