//! Setup of the configured identity provider and of the sign-in cookies.

use super::cookie::Cookie;
#[cfg(feature = "dev-sign-in")]
use super::development;
use super::oidc::{self, GOOGLE, Provider, Timeouts};
use super::sign_in::{ProviderName, SignIn};
use crate::config::{Config, DevelopmentSignIn, OidcClient, StartError};
use crate::{Clock, Random};
use axum::Router;
use jiff::Timestamp;
use url::Url;

/// Asks an identity provider what it offers, as the first sign-in does. Says what is wrong.
///
/// # Panics
/// As [`Provider::new`].
pub async fn reach_provider(client: &OidcClient, public_url: &Url, now: Timestamp) -> Result<(), String> {
    let provider = Provider::new(oidc::Config {
        issuer: client.issuer.clone(),
        client_id: client.client_id.clone(),
        client_secret: client.client_secret.clone(),
        redirect_uri: public_url.clone(),
        is_this_server: false,
        timeouts: Timeouts::default(),
    })
    .map_err(|error| error.to_string())?;
    provider.reach(now).await.map_err(|error| error.to_string())
}

/// The state of sign-in.
pub(crate) struct Auth {
    provider: Provider,
    development_issuer: Option<Router>,
    only_here: bool,
    sign_in: SignIn,
    session_cookie: Cookie,
    login_cookie: Cookie,
}

impl Auth {
    /// Selects the provider: the configured one, or the development sign-in on a loopback address.
    pub(crate) fn new(config: &Config, clock: &Clock, random: &Random) -> Result<Self, StartError> {
        let https = config.public_url.scheme() == "https";
        let mut redirect_uri = config.public_url.clone();
        redirect_uri.set_path("/auth/callback");
        let for_everybody = config.development_sign_in == DevelopmentSignIn::ForEverybody;
        let (client, development_issuer) = if let Some(client) = &config.oidc {
            if for_everybody {
                return Err(StartError::TwoIdentityProviders);
            }
            (client.clone(), None)
        } else {
            let (client, routes) = development::issuer(config, &redirect_uri, clock, random)?;
            (client, Some(routes))
        };
        // The development sign-in stands in for Google.
        let is_google = development_issuer.is_some() || client.issuer == GOOGLE;
        let name = client.name.unwrap_or_else(|| ProviderName::of_issuer(&client.issuer));
        let sign_in = SignIn { provider: name, is_google };
        let provider = Provider::new(oidc::Config {
            issuer: client.issuer,
            client_id: client.client_id,
            client_secret: client.client_secret,
            redirect_uri,
            is_this_server: development_issuer.is_some(),
            timeouts: Timeouts::default(),
        })
        .map_err(|error| StartError::IdentityProvider(error.to_string()))?;
        Ok(Self {
            provider,
            only_here: development_issuer.is_some() && !for_everybody,
            development_issuer,
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

    pub(super) fn development_issuer(&self) -> Option<&Router> {
        self.development_issuer.as_ref()
    }

    /// Returns whether sign-in is restricted to this computer.
    pub(super) fn is_only_here(&self) -> bool {
        self.only_here
    }
}

/// A build without the development sign-in.
#[cfg(not(feature = "dev-sign-in"))]
mod development {
    use crate::config::{Config, OidcClient, StartError};
    use crate::{Clock, Random};
    use axum::Router;
    use url::Url;

    pub(super) fn issuer(_: &Config, _: &Url, _: &Clock, _: &Random) -> Result<(OidcClient, Router), StartError> {
        Err(StartError::NoDevelopmentSignIn)
    }
}
