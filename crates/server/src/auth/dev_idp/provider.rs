//! The provider's settings, key and grants.

use super::accounts::Account;
use super::keys::TokenKey;
use super::tickets::Tickets;
use crate::{Clock, Random};
use jiff::{SignedDuration, Timestamp};
use url::Url;

/// Lifetime of a code.
const CODE_LIFETIME: SignedDuration = SignedDuration::from_mins(1);

/// Lifetime of an access token and of an ID token.
pub(super) const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// Maximum number of codes, and of access tokens. The oldest are evicted.
const TICKETS_MAX: usize = 1024;

/// The provider's address, and its one client: a public client without a secret, which uses PKCE.
pub(crate) struct DevIdpConfig {
    /// The address that the router is mounted at, without a trailing slash: `{GROW_PUBLIC_URL}/dev-idp`.
    pub issuer: Url,
    /// The id of the client.
    pub client_id: String,
    /// The only redirect address.
    pub redirect_uri: Url,
    /// The clock.
    pub clock: Clock,
    /// The source of the key, the codes and the tokens.
    pub random: Random,
}

/// What a code or an access token grants.
#[derive(Clone)]
pub(super) struct Grant {
    pub(super) account: Account,
    pub(super) nonce: String,
    pub(super) code_challenge: String,
    /// Whether the client asked for the e-mail address.
    pub(super) email: bool,
    /// Whether the client asked for the name.
    pub(super) profile: bool,
    pub(super) signed_in_at: Timestamp,
}

/// The provider: its key, and what it has granted.
pub(super) struct DevIdp {
    pub(super) config: DevIdpConfig,
    pub(super) key: TokenKey,
    pub(super) codes: Tickets<Grant>,
    pub(super) access_tokens: Tickets<Grant>,
}

impl DevIdp {
    /// Generates the key, which lives as long as the provider.
    pub(super) fn new(config: DevIdpConfig) -> Self {
        Self {
            key: TokenKey::generate(&config.random),
            codes: Tickets::new(CODE_LIFETIME, TICKETS_MAX),
            access_tokens: Tickets::new(TOKEN_LIFETIME, TICKETS_MAX),
            config,
        }
    }

    /// The issuer as text, as in `iss`.
    pub(super) fn issuer(&self) -> &str {
        self.config.issuer.as_str().trim_end_matches('/')
    }

    pub(super) fn now(&self) -> Timestamp {
        self.config.clock.now()
    }

    pub(super) fn random(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.config.random.fill(&mut bytes);
        bytes
    }
}
