//! Sign-in: the OIDC code flow, its cookies, and the session that comes of it.

pub(crate) mod cookie;
mod dev_idp;
mod device;
mod flow;
mod host;
mod oidc;
mod page;
pub(crate) mod sessions;
mod sign_in;

pub use oidc::GOOGLE;
pub(crate) use sign_in::SignIn;
pub use sign_in::{NoProviderName, ProviderName};

pub(crate) use flow::LOGIN_LIFE;

use crate::app::{App, Config, DevelopmentSignIn, OidcClient, StartError};
use crate::{Clock, Random};
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cookie::Cookie;
pub(crate) use dev_idp::seed_sample_record;
use http::StatusCode;
use oidc::{Provider, Timeouts};
use url::Url;

/// Our id at the development provider.
const DEVELOPMENT_CLIENT: &str = "grow-development";

/// What sign-in needs.
pub(crate) struct Auth {
    provider: Provider,
    development_provider: Option<Router>,
    /// Whether sign-in is for this computer alone.
    only_here: bool,
    sign_in: SignIn,
    session_cookie: Cookie,
    login_cookie: Cookie,
}

impl Auth {
    /// Chooses the provider: the configured one, or on a loopback address the development provider.
    pub(crate) fn new(config: &Config, clock: &Clock, random: &Random) -> Result<Self, StartError> {
        let https = config.public_url.scheme() == "https";
        let redirect_uri = below(&config.public_url, "/auth/callback");
        let for_everybody = config.development_sign_in == DevelopmentSignIn::ForEverybody;
        let (client, development_provider) = if let Some(client) = &config.oidc {
            if for_everybody {
                return Err(StartError::TwoIdentityProviders);
            }
            (client.clone(), None)
        } else {
            let (client, router) = development_provider(config, &redirect_uri, clock, random)?;
            (client, Some(router))
        };
        // The development provider stands in for Google.
        let is_google = development_provider.is_some() || client.issuer == GOOGLE;
        let name = client.name.unwrap_or_else(|| ProviderName::of_issuer(&client.issuer));
        let sign_in = SignIn { provider: name, is_google };
        let provider = Provider::new(oidc::Config {
            issuer: client.issuer,
            client_id: client.client_id,
            client_secret: client.client_secret,
            redirect_uri,
            is_this_server: development_provider.is_some(),
            timeouts: Timeouts::default(),
        })
        .map_err(|error| StartError::IdentityProvider(error.to_string()))?;
        Ok(Self {
            provider,
            only_here: development_provider.is_some() && !for_everybody,
            development_provider,
            sign_in,
            session_cookie: Cookie::new("grow_session", https),
            login_cookie: Cookie::new("grow_login", https),
        })
    }

    pub(crate) fn sign_in(&self) -> &SignIn {
        &self.sign_in
    }

    pub(crate) fn session_cookie(&self) -> &Cookie {
        &self.session_cookie
    }
}

/// The provider that needs no account anywhere, and vouches for whoever asks: for a loopback address, unless the operator offers it
/// to everybody.
fn development_provider(
    config: &Config,
    redirect_uri: &Url,
    clock: &Clock,
    random: &Random,
) -> Result<(OidcClient, Router), StartError> {
    let Config { listen, public_url, .. } = config;
    match config.development_sign_in {
        DevelopmentSignIn::ForEverybody => {
            tracing::error!(
                "GROW_DEV_SIGN_IN=on: ANYONE WHO REACHES {public_url} CAN SIGN IN AS ANYONE; never use it for farmers"
            );
        }
        DevelopmentSignIn::OnThisComputer if is_on_loopback(config) => {
            tracing::warn!("the development sign-in is on: anyone at this computer can sign in as anyone");
        }
        DevelopmentSignIn::OnThisComputer => {
            return Err(StartError::NoIdentityProvider(*listen, public_url.clone()));
        }
    }
    let issuer = development_issuer(public_url);
    let router = dev_idp::router(dev_idp::DevIdpConfig {
        issuer: issuer.clone(),
        client_id: DEVELOPMENT_CLIENT.to_owned(),
        redirect_uri: redirect_uri.clone(),
        clock: clock.clone(),
        random: random.clone(),
    });
    let client_id = DEVELOPMENT_CLIENT.to_owned();
    let name = Some(ProviderName::google());
    Ok((OidcClient { issuer: issuer.into(), name, client_id, client_secret: None }, router))
}

fn development_issuer(public_url: &Url) -> Url {
    below(public_url, "/dev-idp")
}

/// Whether only this computer can reach the server, and by a name of its own.
pub(crate) fn is_on_loopback(Config { listen, public_url, .. }: &Config) -> bool {
    listen.ip().is_loopback() && is_loopback(public_url)
}

/// Whether an address is of this computer itself.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    url.host().is_some_and(|host| host::is_loopback(&host))
}

fn below(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url
}

/// The steps of a sign-in.
pub(crate) fn steps() -> Router<App> {
    Router::new()
        .route("/auth/start", get(flow::start).head(flow::no_head))
        .route("/auth/callback", get(flow::callback).head(flow::no_head))
}

/// What stands beside the steps: the files of their pages, and the development provider.
pub(crate) fn beside_the_steps(App(app): &App) -> Router<App> {
    let router =
        Router::new().route("/auth/callback.js", get(page::popup_script)).route("/auth/style.css", get(page::style));
    match &app.auth.development_provider {
        Some(provider) if app.auth.only_here => {
            let guard = from_fn_with_state(app.public_url.clone(), keep_here);
            router.nest("/dev-idp", provider.clone().layer(guard).with_state(()))
        }
        Some(provider) => router.nest("/dev-idp", provider.clone().with_state(())),
        None => router,
    }
}

/// Keeps the development provider to this computer: a proxy in front of it would let anyone sign in as anyone.
async fn keep_here(State(public_url): State<Url>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if host::is_this_computer(headers) && host::is_of(&public_url, headers) {
        next.run(request).await
    } else {
        only_here(&public_url)
    }
}

fn only_here(public_url: &Url) -> Response {
    let sentence = format!("The development sign-in works only on the computer that Grow runs on, at {public_url}\n");
    (StatusCode::FORBIDDEN, sentence).into_response()
}
