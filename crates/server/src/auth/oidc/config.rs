//! The settings of the client of an issuer.

use std::time::Duration;
use url::Url;

/// The issuer, and this server's registration as its client.
#[derive(Clone)]
pub(crate) struct Config {
    /// The issuer, exactly as it spells itself. Not a `Url`, which would add a slash to `https://accounts.google.com`:
    /// issuers are compared as text.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// The client secret. A public client has none.
    pub client_secret: Option<String>,
    /// The address that the issuer redirects to.
    pub redirect_uri: Url,
    /// Whether the issuer is this server, which may be on plain http on any address.
    pub is_this_server: bool,
    /// Time limits.
    pub timeouts: Timeouts,
}

/// Time limits of requests to the issuer (section 9: 'Network time-outs of 30 and 60 seconds').
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timeouts {
    /// Of one request.
    pub request: Duration,
    /// Of all requests of one call of [`Provider`].
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { request: Duration::from_secs(30), total: Duration::from_mins(1) }
    }
}
