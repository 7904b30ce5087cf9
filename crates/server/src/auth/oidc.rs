//! A client of one `OpenID` Connect issuer: the authorization code flow with PKCE, state and nonce.
//!
//! [`Provider::authorize`] gives the address to send the browser to and the secrets that the login row keeps;
//! [`Provider::finish`] turns the code that comes back into an [`Identity`]. Tokens live only inside `finish`. Time and
//! randomness are parameters; the network is asked only for what the issuer alone can know.

mod discovery;
mod error;
mod http;
mod identity;
#[cfg(test)]
mod tests;

pub use discovery::GOOGLE;
pub(crate) use error::{Failed, IssuerWords, OidcError, TokenFault};
pub(crate) use identity::Identity;

use crate::Random;
use discovery::{Discovery, Known};
use http::{Http, HttpFault};
use jiff::Timestamp;
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreIdToken, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreTokenResponse,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AuthorizationCode, ClaimsVerificationError, CsrfToken, LoginHint, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RequestTokenError, Scope,
    SignatureVerificationError, StandardErrorResponse, TokenResponse as _,
};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use url::Url;

/// What Grow accepts as a signature. Both are asymmetric: the public key or the client secret can forge nothing.
const SIGNATURES: [CoreJwsSigningAlgorithm; 2] =
    [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256];

/// How far the issuer's clock may run ahead of ours.
const CLOCK_SKEW_SECONDS: i64 = 60;

/// The longest that a token may lie between being issued and being read: as long as a login row lives.
const TOKEN_AGE_SECONDS: i64 = 600;

/// Where the issuer is and who we are to it.
#[derive(Clone)]
pub(crate) struct Config {
    /// The issuer, spelled exactly as it spells itself. A `Url` would not do: it adds a slash to
    /// `https://accounts.google.com`, and an issuer is compared as text.
    pub issuer: String,
    /// Our name at the issuer.
    pub client_id: String,
    /// Our password there; a public client has none.
    pub client_secret: Option<String>,
    /// Where the issuer sends the browser back to.
    pub redirect_uri: Url,
    /// Whether the issuer is this very server, which may be on plain http wherever it is.
    pub is_this_server: bool,
    /// How long to wait.
    pub timeouts: Timeouts,
}

/// How long to wait for the issuer (section 9: 'Network time-outs of 30 and 60 seconds').
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timeouts {
    /// For one request.
    pub request: Duration,
    /// For everything that one call of [`Provider`] asks.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { request: Duration::from_secs(30), total: Duration::from_mins(1) }
    }
}

/// A sign-in that has begun. The browser gets `url`; the login row keeps the rest.
pub(crate) struct Started {
    /// Where to send the browser.
    pub url: Url,
    /// Comes back with the browser and finds the login row.
    pub state: String,
    /// Must come back inside the ID token.
    pub nonce: String,
    /// Proves to the issuer that whoever redeems the code also began the sign-in.
    pub pkce_verifier: String,
}

/// Names nothing: each part is a secret or leads to one.
impl fmt::Debug for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Started").finish_non_exhaustive()
    }
}

/// A client of one issuer.
pub(crate) struct Provider {
    http: Http,
    discovery: Discovery,
    total: Duration,
}

impl Provider {
    /// A client that has not yet spoken with its issuer. The issuer must be on https, or on http on a loopback address or this
    /// server itself.
    ///
    /// # Panics
    /// When the process has installed no TLS provider, which the command line does first of all.
    pub(crate) fn new(config: Config) -> Result<Self, OidcError> {
        let http = Http::new(&config.issuer, config.is_this_server, config.timeouts.request)?;
        let total = config.timeouts.total;
        Ok(Self { http, discovery: Discovery::new(config)?, total })
    }

    /// Begins a sign-in under a state that nobody can guess. With a hint the issuer may go straight to that account; without
    /// one it is asked to offer a choice, if it knows how to.
    pub(crate) async fn authorize(
        &self,
        state: String,
        login_hint: Option<&str>,
        now: Timestamp,
        random: &Random,
    ) -> Result<Started, Failed> {
        self.in_time(async {
            let known = self.discovery.known(&self.http, now).await?;
            Ok(start(&known, state, login_hint, random))
        })
        .await
    }

    /// Ends a sign-in: redeems the code, and verifies who it stands for at `now`. The caller has found the login row by
    /// its state and has already used it up.
    pub(crate) async fn finish(
        &self,
        code: &str,
        pkce_verifier: &str,
        nonce: &str,
        now: Timestamp,
    ) -> Result<Identity, Failed> {
        self.in_time(async {
            let known = self.discovery.known(&self.http, now).await?;
            let tokens = self.redeem(&known, code, pkce_verifier).await?;
            let id_token = tokens.id_token().ok_or(OidcError::InvalidToken(TokenFault::Missing))?;
            let nonce = Nonce::new(nonce.to_owned());

            let verified = match verify(&known, id_token, tokens.access_token(), &nonce, now) {
                // The issuer may have changed its keys since we read them.
                Err(OidcError::InvalidToken(TokenFault::UnknownKey)) => {
                    let known = self.discovery.renewed(&self.http, &known, now).await?;
                    verify(&known, id_token, tokens.access_token(), &nonce, now)
                }
                verified => verified,
            };
            Ok(identity::read(&self.http, &known, verified?, tokens.access_token()).await?)
        })
        .await
    }

    async fn redeem(&self, known: &Known, code: &str, pkce_verifier: &str) -> Result<CoreTokenResponse, Failed> {
        known
            .client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|_| OidcError::Answer("names no token endpoint"))?
            .set_pkce_verifier(PkceCodeVerifier::new(pkce_verifier.to_owned()))
            .request_async(&self.http)
            .await
            .map_err(refused_code)
    }

    async fn in_time<T>(&self, work: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
        tokio::time::timeout(self.total, work).await.unwrap_or(Err(OidcError::TimedOut.into()))
    }
}

fn start(known: &Known, state: String, login_hint: Option<&str>, random: &Random) -> Started {
    let (state, nonce) = (CsrfToken::new(state), Nonce::new(random.token()));
    let pkce_verifier = PkceCodeVerifier::new(random.token());

    let request = known
        .client
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || state, || nonce)
        .add_scopes(["profile", "email"].map(|scope| Scope::new(scope.to_owned())))
        .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&pkce_verifier));
    let request = match login_hint {
        Some(hint) => request.set_login_hint(LoginHint::new(hint.to_owned())),
        None if known.offers_accounts => request.add_prompt(CoreAuthPrompt::SelectAccount),
        None => request,
    };
    let (url, state, nonce) = request.url();
    Started {
        url,
        state: state.into_secret(),
        nonce: nonce.secret().clone(),
        pkce_verifier: pkce_verifier.into_secret(),
    }
}

/// Everything that can be said about the ID token without asking anybody.
fn verify(
    known: &Arc<Known>,
    id_token: &CoreIdToken,
    access_token: &AccessToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<CoreIdTokenClaims, OidcError> {
    let verifier =
        known.client.id_token_verifier().set_allowed_algs(SIGNATURES).set_time_fn(move || SystemTime::from(now).into());
    let claims = id_token.claims(&verifier, nonce).map_err(|error| OidcError::InvalidToken(fault(&error)))?;

    let age = now.as_second().saturating_sub(claims.issue_time().timestamp());
    if !(-CLOCK_SKEW_SECONDS..=TOKEN_AGE_SECONDS).contains(&age) {
        return Err(OidcError::InvalidToken(TokenFault::IssuedAt));
    }
    // `openidconnect` leaves this claim to its caller. Other audiences than ours it has refused already.
    if claims.authorized_party().is_some_and(|party| party != known.client.client_id()) {
        return Err(OidcError::InvalidToken(TokenFault::AuthorizedParty));
    }
    if let Some(expected) = claims.access_token_hash() {
        let hash = id_token
            .signing_alg()
            .and_then(|algorithm| Ok((algorithm, id_token.signing_key(&verifier)?)))
            .map_err(|_| OidcError::InvalidToken(TokenFault::Signature))
            .and_then(|(algorithm, key)| {
                AccessTokenHash::from_token(access_token, algorithm, key)
                    .map_err(|_| OidcError::InvalidToken(TokenFault::AccessToken))
            })?;
        if hash != *expected {
            return Err(OidcError::InvalidToken(TokenFault::AccessToken));
        }
    }
    Ok(claims.clone())
}

/// The library's errors quote the token; only their kind may leave this module.
fn fault(error: &ClaimsVerificationError) -> TokenFault {
    match error {
        ClaimsVerificationError::Expired(_) => TokenFault::Expired,
        ClaimsVerificationError::InvalidAudience(_) => TokenFault::Audience,
        ClaimsVerificationError::InvalidIssuer(_) => TokenFault::Issuer,
        ClaimsVerificationError::InvalidNonce(_) => TokenFault::Nonce,
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey) => {
            TokenFault::UnknownKey
        }
        ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::DisallowedAlg(_)
            | SignatureVerificationError::UnsupportedAlg(_)
            | SignatureVerificationError::NoSignature,
        ) => TokenFault::Algorithm,
        ClaimsVerificationError::SignatureVerification(_) => TokenFault::Signature,
        _ => TokenFault::Malformed,
    }
}

fn refused_code(error: RequestTokenError<HttpFault, StandardErrorResponse<CoreErrorResponseType>>) -> Failed {
    let unreadable = OidcError::Answer("sends no token answer that can be read");
    match error {
        RequestTokenError::Request(fault) => OidcError::from(fault).into(),
        RequestTokenError::ServerResponse(answer) => {
            let error = match answer.error() {
                CoreErrorResponseType::InvalidGrant => OidcError::CodeRefused,
                CoreErrorResponseType::InvalidClient | CoreErrorResponseType::UnauthorizedClient => {
                    OidcError::ClientRefused
                }
                _ => OidcError::Answer("refuses our token request"),
            };
            let said = IssuerWords::new(answer.error().as_ref(), answer.error_description().map(String::as_str));
            Failed { error, said: Some(said) }
        }
        // The library reads the ID token together with the answer around it.
        RequestTokenError::Parse(_, body) if holds_id_token(&body) => {
            OidcError::InvalidToken(TokenFault::Malformed).into()
        }
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => unreadable.into(),
    }
}

fn holds_id_token(body: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(body).is_ok_and(|answer| answer.get("id_token").is_some())
}
