//! Errors of a sign-in.

use grow_domain::text::is_hidden;
use std::fmt;

/// A failed sign-in, with the issuer's explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    /// The cause.
    pub(crate) error: OidcError,
    /// The issuer's own words, if it sent any.
    pub(crate) said: Option<IssuerWords>,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.said {
            Some(said) => write!(f, "{}; it says: {said}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for Failed {}

impl From<OidcError> for Failed {
    fn from(error: OidcError) -> Self {
        Self { error, said: None }
    }
}

/// The `error` and `error_description` of an issuer (RFC 6749, sections 4.1.2.1 and 5.2), sanitised for one log line.
/// Those that the browser delivers may come from anyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IssuerWords(String);

impl IssuerWords {
    pub(crate) fn new(error: &str, description: Option<&str>) -> Self {
        /// Maximum length of each, in characters.
        const MOST: usize = 200;
        let plain = |text: &str| -> String {
            text.chars().filter(|letter| !letter.is_control() && !is_hidden(*letter)).take(MOST).collect()
        };
        let description = description.map_or(String::new(), |text| format!(" ({})", plain(text)));
        Self(plain(error) + &description)
    }
}

impl fmt::Display for IssuerWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a sign-in failed. Contains no token, no code and nothing personal, so that it can be logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OidcError {
    /// The configuration is invalid. The text names the part.
    #[error("sign-in is configured wrongly: {0}")]
    Configuration(&'static str),
    /// The issuer cannot be reached, or closed the connection.
    #[error("the issuer cannot be reached")]
    Unreachable,
    /// The issuer did not answer within the timeout.
    #[error("the issuer did not answer in time")]
    TimedOut,
    /// The issuer's answer is invalid. The text continues 'the issuer'.
    #[error("the issuer {0}")]
    Answer(&'static str),
    /// The issuer does not accept our client id, secret or redirect address.
    #[error("the issuer does not accept this client")]
    ClientRefused,
    /// The farmer cancelled at the issuer.
    #[error("sign-in was cancelled at the issuer")]
    Cancelled,
    /// The code was already used, has expired, or belongs to another sign-in.
    #[error("the issuer does not accept the code")]
    CodeRefused,
    /// The ID token is invalid.
    #[error("the ID token is refused: {0}")]
    InvalidToken(#[from] TokenFault),
    /// The issuer says that the e-mail address is not verified.
    #[error("the issuer has not verified the e-mail (email_verified)")]
    EmailNotVerified,
    /// The issuer gives no valid e-mail address, which every farmer record needs.
    #[error("the issuer gives no e-mail")]
    EmailMissing,
}

/// Why an ID token is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TokenFault {
    /// The answer has no ID token.
    #[error("missing")]
    Missing,
    /// It is no signed token.
    #[error("malformed")]
    Malformed,
    /// A member of the header says that the token is of another kind, or needs an extension to be understood.
    #[error("{0} in its header is not that of a plain ID token")]
    Header(&'static str),
    /// Unsigned, or signed with another algorithm than RS256 or ES256.
    #[error("signature algorithm")]
    Algorithm,
    /// Signed with a key that the issuer does not publish, even after the keys were fetched again.
    #[error("unknown key")]
    UnknownKey,
    /// The signature is invalid.
    #[error("signature")]
    Signature,
    /// A claim that decides is missing, or cannot be read.
    #[error("{0} is missing or has another type")]
    Type(&'static str),
    /// Another issuer.
    #[error("iss names another issuer")]
    Issuer,
    /// The token is not for our client, or for others as well without `azp`.
    #[error("aud does not name this client alone")]
    Audience,
    /// Issued to another client.
    #[error("azp names another client")]
    AuthorizedParty,
    /// The token has ended this many seconds ago, longer than clocks may differ.
    #[error("exp was {0} s ago by this server's clock")]
    Expired(i64),
    /// Issued this many seconds from now.
    #[error("iat is {0} s ahead of this server's clock")]
    IssuedAhead(i64),
    /// Issued this many seconds ago.
    #[error("iat was {0} s ago by this server's clock")]
    IssuedLongAgo(i64),
    /// Valid from this many seconds from now.
    #[error("nbf is {0} s ahead of this server's clock")]
    NotYetValid(i64),
    /// The token does not belong to this sign-in.
    #[error("nonce is missing or of another sign-in")]
    Nonce,
    /// The access token is not the one that the ID token was issued with.
    #[error("at_hash does not match the access token")]
    AccessToken,
    /// The account has no id of the 1 to 255 characters that the standard allows, or the user information is about
    /// another one.
    #[error("sub is empty, too long, or of another account")]
    Subject,
}

impl OidcError {
    /// Parses the `error` parameter of a callback.
    #[must_use]
    pub(crate) fn from_callback(error: &str) -> Self {
        match error {
            "access_denied"
            | "login_required"
            | "interaction_required"
            | "consent_required"
            | "account_selection_required" => Self::Cancelled,
            "unauthorized_client" | "invalid_client" | "redirect_uri_mismatch" => Self::ClientRefused,
            "temporarily_unavailable" => Self::Unreachable,
            _ => Self::Answer("refuses our authorization request"),
        }
    }

    /// The error code of section 8 of the specification, which the sign-in screen explains.
    ///
    /// An account that cannot be used is 'user-not-found', because the farmer should choose another account, not try
    /// again.
    #[must_use]
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Unreachable | Self::TimedOut => "auth/network-request-failed",
            Self::Cancelled => "auth/user-cancelled",
            Self::ClientRefused => "auth/unauthorized-domain",
            Self::CodeRefused | Self::InvalidToken(_) => "auth/invalid-user-token",
            Self::EmailNotVerified | Self::EmailMissing => "auth/user-not-found",
            Self::Configuration(_) | Self::Answer(_) => "auth/internal-error",
        }
    }
}
