//! Why a sign-in did not come about.

use grow_domain::text::is_hidden;
use std::fmt;

/// A sign-in that failed, and what the issuer said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    /// Why.
    pub(crate) error: OidcError,
    /// In the issuer's words, where it gave any.
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

/// The `error` and `error_description` of an issuer (RFC 6749, sections 4.1.2.1 and 5.2), made fit for one line of the log:
/// those that come by way of the browser anyone may have written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IssuerWords(String);

impl IssuerWords {
    pub(crate) fn new(error: &str, description: Option<&str>) -> Self {
        /// Of each of the two, in characters.
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

/// Why a sign-in failed. Holds and prints no token, no code and nothing about a person, so that it may be logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OidcError {
    /// The configuration cannot work; the text says which part.
    #[error("sign-in is configured wrongly: {0}")]
    Configuration(&'static str),
    /// The issuer cannot be reached, or broke the connection off.
    #[error("the issuer cannot be reached")]
    Unreachable,
    /// The issuer took longer than we wait.
    #[error("the issuer did not answer in time")]
    TimedOut,
    /// The issuer answered, but not as an issuer does; the text goes on after 'the issuer'.
    #[error("the issuer {0}")]
    Answer(&'static str),
    /// The issuer does not know our client id, secret or redirect address.
    #[error("the issuer does not accept this client")]
    ClientRefused,
    /// The farmer turned back at the issuer.
    #[error("sign-in was cancelled at the issuer")]
    Cancelled,
    /// The code was used before, has expired, or belongs to another sign-in.
    #[error("the issuer does not accept the code")]
    CodeRefused,
    /// The ID token does not prove who signed in.
    #[error("the ID token is refused: {0}")]
    InvalidToken(TokenFault),
    /// The issuer says that the e-mail is not confirmed.
    #[error("the issuer has not verified the e-mail")]
    EmailNotVerified,
    /// The issuer gives no usable e-mail, which every farmer record needs.
    #[error("the issuer gives no e-mail")]
    EmailMissing,
}

/// What is wrong with an ID token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TokenFault {
    /// The answer has none.
    #[error("missing")]
    Missing,
    /// It cannot be read.
    #[error("malformed")]
    Malformed,
    /// Unsigned, or signed otherwise than by RS256 or ES256.
    #[error("signature algorithm")]
    Algorithm,
    /// Signed with a key that the issuer does not publish, even when asked again.
    #[error("unknown key")]
    UnknownKey,
    /// The signature is wrong.
    #[error("signature")]
    Signature,
    /// `iss` names another issuer.
    #[error("issuer")]
    Issuer,
    /// `aud` does not name us, or names others too.
    #[error("audience")]
    Audience,
    /// `azp` names another client.
    #[error("authorized party")]
    AuthorizedParty,
    /// `exp` has passed.
    #[error("expired")]
    Expired,
    /// `iat` lies in the future or too far in the past.
    #[error("issue time")]
    IssuedAt,
    /// `nonce` is missing or belongs to another sign-in.
    #[error("nonce")]
    Nonce,
    /// `at_hash` belongs to another access token.
    #[error("access token hash")]
    AccessToken,
    /// `sub` is empty or longer than the 255 characters that the standard allows.
    #[error("subject")]
    Subject,
}

impl OidcError {
    /// Reads the `error` parameter with which an issuer sends the browser back instead of a code.
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

    /// The code of section 8 of the specification that the sign-in screen explains.
    ///
    /// An account that cannot be used as it is counts as 'user-not-found': the way on is another account, not another try.
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
