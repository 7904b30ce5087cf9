//! The endpoints of the sign-in: start, and callback from the identity provider.

use super::oidc::{self, IssuerWords, OidcError};
use super::{device, host, page};
use crate::App;
use crate::app::Parts;
use crate::auth::cookie::MaxAge;
use crate::language;
use crate::web::sentences::Sentence;
use axum::extract::{Query, State, rejection::QueryRejection};
use axum::response::{IntoResponse, Redirect, Response};
use grow_domain::Language;
use grow_store::{Identity, NewSession, PendingLogin, TokenHash, User};
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use jiff::SignedDuration;
use serde::Deserialize;
use url::{Url, form_urlencoded};

/// Time limit of a sign-in (section 9: the redirect's result expires after ten minutes).
pub(crate) const LOGIN_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// Default page after sign-in.
const HOME: &str = "/dashboard";
/// Prefix of the state of a sign-in in a popup. The callback can then close the popup even if the state is unknown.
const POPUP: &str = "popup.";

#[derive(Deserialize)]
pub(super) struct Start {
    #[serde(default)]
    mode: Mode,
    login_hint: Option<String>,
    next: Option<String>,
    lang: Option<String>,
    /// Set when the browser has already been redirected to the public address.
    moved: Option<String>,
}

/// Where the browser shows the provider's page.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// In a popup.
    Popup,
    /// In the tab of the app.
    #[default]
    Redirect,
}

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("its address cannot be read")]
    Address,
    #[error("it was not started in this browser, or too long ago")]
    Lost,
    #[error(transparent)]
    Provider(#[from] oidc::Failed),
    #[error(transparent)]
    Store(#[from] grow_store::Error),
}

impl Failure {
    /// The error code of section 8 of the specification, which the sign-in screen explains.
    fn code(&self) -> &'static str {
        match self {
            Self::Lost => OidcError::CodeRefused.code(),
            Self::Provider(failed) => failed.error.code(),
            Self::Address | Self::Store(_) => "auth/internal-error",
        }
    }
}

/// Redirects the browser to the identity provider.
pub(super) async fn start(
    State(App(app)): State<App>,
    headers: HeaderMap,
    uri: Uri,
    query: Result<Query<Start>, QueryRejection>,
) -> Response {
    let public_url = &app.public_url;
    if app.auth.is_only_here() && !host::is_this_computer(&headers) {
        return page::only_here(public_url);
    }
    let language = language::of_guest(&uri, &headers);
    let Ok(Query(asked)) = query else { return failed(Mode::Redirect, language, &Failure::Address) };
    if asked.moved.is_none() && !host::is_of(public_url, &headers) {
        // The cookies must be set on the host that the provider redirects to.
        let mut url = public_url.clone();
        url.set_path(uri.path());
        url.set_query(uri.query());
        // A proxy may send another host every time. Redirect only once.
        url.query_pairs_mut().append_pair("moved", "1");
        return Redirect::to(url.as_str()).into_response();
    }
    if is_from_another_site(&headers) {
        return page::started_elsewhere(language, app.auth.sign_in(), &start_again(&asked));
    }
    let mode = asked.mode;
    begin(&app, &headers, language, asked).await.unwrap_or_else(|failure| failed(mode, language, &failure))
}

/// Returns whether another site sent the browser here, which could sign a farmer in to another account unnoticed.
/// Browsers that do not send `Sec-Fetch-Site` are allowed.
fn is_from_another_site(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site" || site == "same-site")
}

/// Returns the address of the confirmation page's button: the same sign-in without the login hint, which the other site
/// may have chosen.
fn start_again(asked: &Start) -> String {
    let mode = if asked.mode == Mode::Popup { "popup" } else { "redirect" };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("mode", mode).extend_pairs(asked.next.iter().map(|next| ("next", next)));
    query.extend_pairs(asked.lang.iter().map(|language| ("lang", language)));
    format!("/auth/start?{}", query.finish())
}

async fn begin(app: &Parts, headers: &HeaderMap, language: Language, asked: Start) -> Result<Response, Failure> {
    let now = app.clock.now();
    let prefix = if asked.mode == Mode::Popup { POPUP } else { "" };
    let state = format!("{prefix}{}", app.random.token());
    let hint = asked.login_hint.as_deref().filter(|hint| !hint.is_empty());
    let started = app.auth.provider().authorize(state, language, hint, now, &app.random).await?;
    // A browser may have several pending sign-ins. They share its cookie.
    let cookie = app.auth.login_cookie();
    let browser = cookie.read(headers).map_or_else(|| app.random.token(), str::to_owned);
    let login = PendingLogin {
        nonce: started.nonce,
        pkce_verifier: started.pkce_verifier,
        next: asked.next.filter(|path| is_own_path(path)).unwrap_or_else(|| HOME.to_owned()),
        started_at: now,
    };
    app.store.begin_login(TokenHash::of(&started.state), TokenHash::of(&browser), login).await?;
    let mut response = Redirect::to(started.url.as_str()).into_response();
    set_cookie(&mut response, cookie.set(&browser, MaxAge(LOGIN_LIFE)));
    Ok(response)
}

#[derive(Deserialize)]
pub(super) struct Callback {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
}

/// Handles the redirect from the identity provider and opens a session.
pub(super) async fn callback(
    State(App(app)): State<App>,
    headers: HeaderMap,
    uri: Uri,
    query: Result<Query<Callback>, QueryRejection>,
) -> Response {
    let language = language::of_guest(&uri, &headers);
    let Ok(Query(brought)) = query else { return failed(Mode::Redirect, language, &Failure::Address) };
    let is_popup = brought.state.as_deref().is_some_and(|state| state.starts_with(POPUP));
    let mode = if is_popup { Mode::Popup } else { Mode::Redirect };
    finish(&app, &headers, (mode, language), brought).await.unwrap_or_else(|failure| failed(mode, language, &failure))
}

async fn finish(
    app: &Parts,
    headers: &HeaderMap,
    (mode, language): (Mode, Language),
    brought: Callback,
) -> Result<Response, Failure> {
    let Callback { state, code, error, error_description } = brought;
    let now = app.clock.now();
    let (Some(state), Some(browser)) = (state, app.auth.login_cookie().read(headers)) else {
        return Err(Failure::Lost);
    };
    let login = app
        .store
        .take_login(TokenHash::of(&state), TokenHash::of(browser), app.clock.expiry_now() - LOGIN_LIFE)
        .await?;
    let login = login.ok_or(Failure::Lost)?;
    let identity = match (code, error) {
        (Some(code), None) => app.auth.provider().finish(&code, &login.pkce_verifier, &login.nonce, now).await?,
        (_, Some(error)) => {
            let said = Some(IssuerWords::new(&error, error_description.as_deref()));
            return Err(oidc::Failed { error: OidcError::from_callback(&error), said }.into());
        }
        (None, None) => return Err(oidc::Failed::from(OidcError::CodeRefused).into()),
    };
    let token = app.random.token();
    let session_cookie = app.auth.session_cookie();
    let oidc::Identity { issuer, subject, email, email_verified, display_name, photo_url } = identity;
    let identity = Identity { issuer, subject, user: User { display_name, photo_url, email }, email_verified };
    let session = NewSession {
        token: TokenHash::of(&token),
        id: app.random.id(now),
        device: headers.get(header::USER_AGENT).and_then(|agent| device::name(agent.to_str().ok()?)),
        replaces: session_cookie.read(headers).map(TokenHash::of),
    };
    let signed_in = app.sessions.open(identity, session, app.random.id(now), now).await?;
    tracing::info!(farmer = %signed_in.0, "signed in");
    let mut response = match mode {
        Mode::Redirect => Redirect::to(&login.next).into_response(),
        Mode::Popup => page::popup(language, "signed-in", Sentence::PopupSignedIn),
    };
    set_cookie(&mut response, session_cookie.set(&token, MaxAge(app.sessions.limits().age)));
    Ok(response)
}

/// Reports a failed sign-in to the app: by redirect, or from the popup.
fn failed(mode: Mode, language: Language, failure: &Failure) -> Response {
    tracing::warn!(error = %failure, "a sign-in failed");
    let code = failure.code();
    match mode {
        Mode::Redirect => Redirect::to(&format!("/login?error={code}")).into_response(),
        Mode::Popup => page::popup(language, code, Sentence::PopupFailed),
    }
}

/// Refuses HEAD requests: a sign-in must be started and finished by GET.
pub(super) async fn no_head() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET")]).into_response()
}

/// Returns whether a path is a screen of this app, however a browser or a script parses it.
fn is_own_path(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    path.starts_with('/') && path.len() <= 512 && path.bytes().all(plain) && is_own_screen(path)
}

/// Parses the path as a browser does: `/.//evil.example` is equivalent to `//evil.example`.
fn is_own_screen(path: &str) -> bool {
    let Ok(url) = Url::parse("https://grow.invalid").and_then(|own| own.join(path)) else { return false };
    let first = url.path_segments().and_then(|mut segments| segments.next()).unwrap_or_default();
    let leads_on = matches!(first, "api" | "auth" | "dev-idp");
    url.host_str() == Some("grow.invalid") && !url.path().starts_with("//") && !leads_on
}

fn set_cookie(response: &mut Response, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_the_app_are_accepted_as_return_addresses() {
        for path in ["/dashboard", "/crop-detail/redGram", "/my-sowing?x=1"] {
            assert!(is_own_path(path), "{path}");
        }
        for path in [
            "",
            "dashboard",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\nb",
            "/ä",
            "/\t/x",
            "/.//x",
            "/api/v1/session",
        ] {
            assert!(!is_own_path(path), "{path}");
        }
    }
}
