//! The identity provider as the sign-in button shows it.

use super::oidc::GOOGLE;
use grow_domain::text::visible;
use serde::Serialize;
use std::str::FromStr;
use url::Url;
use utoipa::ToSchema;

/// The identity provider that the sign-in button leads to.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct SignIn {
    /// What farmers call it: 'Sign in with Google'.
    #[schema(value_type = String, example = "Google")]
    pub(crate) provider: ProviderName,
    /// Whether the button carries Google's mark.
    pub(crate) is_google: bool,
}

/// The display name of an identity provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProviderName(String);

/// An invalid display name.
#[derive(Debug, thiserror::Error)]
#[error("must be one line of 1 to 40 characters, such as Google")]
pub struct NoProviderName;

impl FromStr for ProviderName {
    type Err = NoProviderName;

    fn from_str(text: &str) -> Result<Self, NoProviderName> {
        let name = visible(text);
        let is_plain = (1..=40).contains(&name.chars().count()) && !name.chars().any(char::is_control);
        if is_plain { Ok(Self(name)) } else { Err(NoProviderName) }
    }
}

impl ProviderName {
    /// Google's name.
    pub(super) fn google() -> Self {
        Self("Google".to_owned())
    }

    /// Returns the default name of an issuer: 'Google', or the issuer's host.
    pub(super) fn of_issuer(issuer: &str) -> Self {
        if issuer == GOOGLE {
            return Self::google();
        }
        let host = Url::parse(issuer).ok().and_then(|url| url.host_str().map(str::to_owned));
        Self(host.unwrap_or_else(|| issuer.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_called_by_its_host_and_google_by_its_name() {
        for (issuer, name) in [
            ("https://accounts.google.com", "Google"),
            ("https://login.kisan.example:8443/realms/farmers", "login.kisan.example"),
            ("http://127.0.0.1:9", "127.0.0.1"),
        ] {
            assert_eq!(ProviderName::of_issuer(issuer).as_str(), name);
        }
    }

    #[test]
    fn a_name_fits_a_button() {
        assert_eq!("  Kisan\u{202e} ID ".parse::<ProviderName>().unwrap().as_str(), "Kisan ID");
        for text in ["", " ", "\u{200b}", "two\nlines", &"x".repeat(41)] {
            assert!(text.parse::<ProviderName>().is_err(), "{text}");
        }
    }
}
