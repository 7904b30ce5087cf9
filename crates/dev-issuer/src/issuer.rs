//! The issuer's client, key and grants.

use crate::accounts::Account;
use crate::keys::TokenKey;
use crate::tickets::Tickets;
use crate::{Host, Sentence};
use grow_domain::Language;
use jiff::{SignedDuration, Timestamp};
use url::Url;

/// Lifetime of a code.
const CODE_LIFETIME: SignedDuration = SignedDuration::from_mins(1);

/// Lifetime of an access token and of an ID token.
pub(crate) const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// Maximum number of codes, and of access tokens. The oldest are evicted.
const TICKETS_MAX: usize = 1024;

/// The issuer's one client: a public client without a secret, which uses PKCE.
pub struct Client {
    /// The issuer's address that the client knows and the router is mounted at, without a trailing slash.
    pub issuer: Url,
    /// The id of the client.
    pub id: String,
    /// The only redirect address.
    pub redirect_uri: Url,
}

/// What a code or an access token grants.
#[derive(Clone)]
pub(crate) struct Grant {
    pub(crate) account: Account,
    pub(crate) nonce: String,
    pub(crate) code_challenge: String,
    /// Whether the client asked for the e-mail address.
    pub(crate) email: bool,
    /// Whether the client asked for the name.
    pub(crate) profile: bool,
    pub(crate) signed_in_at: Timestamp,
}

/// The issuer: its key, and what it has granted.
pub(crate) struct Issuer {
    pub(crate) client: Client,
    pub(crate) host: Box<dyn Host>,
    pub(crate) key: TokenKey,
    pub(crate) codes: Tickets<Grant>,
    pub(crate) access_tokens: Tickets<Grant>,
}

impl Issuer {
    /// Generates the key, which lives as long as the issuer.
    pub(crate) fn new(client: Client, host: impl Host) -> Self {
        Self {
            key: TokenKey::generate(random(&host)),
            codes: Tickets::new(CODE_LIFETIME, TICKETS_MAX),
            access_tokens: Tickets::new(TOKEN_LIFETIME, TICKETS_MAX),
            client,
            host: Box::new(host),
        }
    }

    /// The address as text, as in `iss`.
    pub(crate) fn address(&self) -> &str {
        self.client.issuer.as_str().trim_end_matches('/')
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.host.now()
    }

    pub(crate) fn random(&self) -> [u8; 32] {
        random(&*self.host)
    }

    pub(crate) fn say(&self, sentence: Sentence, language: Language) -> &'static str {
        self.host.say(sentence, language)
    }
}

fn random(host: &dyn Host) -> [u8; 32] {
    let mut bytes = [0; 32];
    host.fill_random(&mut bytes);
    bytes
}
