//! Setup of the configured identity provider and of the sign-in cookies.

use super::cookie::Cookie;
use super::dev_idp::{self, DevIdpConfig};
use super::host;
use super::oidc::{self, GOOGLE, Provider, Timeouts};
use super::sign_in::{ProviderName, SignIn};
use crate::config::{Config, DevelopmentSignIn, OidcClient, StartError};
use crate::{Clock, Random};
use axum::Router;
use url::Url;

/// The client id at the development provider.
const DEVELOPMENT_CLIENT: &str = "grow-development";

/// The state of sign-in.
pub(crate) struct Auth {
    provider: Provider,
    development_provider: Option<Router>,
    only_here: bool,
    sign_in: SignIn,
    session_cookie: Cookie,
    login_cookie: Cookie,
}

impl Auth {
    /// Selects the provider: the configured one, or the development provider on a loopback address.
    pub(crate) fn new(config: &Config, clock: &Clock, random: &Random) -> Result<Self, StartError> {
        let https = config.public_url.scheme() == "https";
        let mut redirect_uri = config.public_url.clone();
        redirect_uri.set_path("/auth/callback");
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

    pub(super) fn login_cookie(&self) -> &Cookie {
        &self.login_cookie
    }

    pub(super) fn provider(&self) -> &Provider {
        &self.provider
    }

    pub(super) fn development_provider(&self) -> Option<&Router> {
        self.development_provider.as_ref()
    }

    /// Returns whether sign-in is restricted to this computer.
    pub(super) fn is_only_here(&self) -> bool {
        self.only_here
    }
}

/// Sets up the development provider, where anyone can sign in as anyone: on a loopback address only, unless the
/// operator offers it to everybody.
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
    let issuer = dev_idp::issuer(public_url);
    let router = dev_idp::router(DevIdpConfig {
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

/// Returns whether the server listens on a loopback address and its public address is one.
pub(crate) fn is_on_loopback(Config { listen, public_url, .. }: &Config) -> bool {
    listen.ip().is_loopback() && is_loopback(public_url)
}

/// Returns whether the host of an address is a loopback name or address.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    url.host().is_some_and(|host| host::is_loopback(&host))
}
