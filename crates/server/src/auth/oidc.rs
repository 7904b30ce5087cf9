//! A client of one `OpenID` Connect issuer: the authorization code flow with PKCE, state and nonce.
//!
//! [`Provider::authorize`] returns the address to redirect the browser to and the secrets to store in the login row.
//! [`Provider::finish`] turns the code from the callback into an [`Identity`]. Tokens exist only inside `finish`. Clock
//! and randomness are parameters.

mod config;
mod discovery;
mod error;
mod http;
mod identity;
#[cfg(test)]
mod tests;

pub(crate) use config::{Config, Timeouts};
pub use discovery::GOOGLE;
pub(crate) use error::{Failed, IssuerWords, OidcError, TokenFault};
pub(crate) use identity::Identity;

use crate::Random;
use discovery::{Discovery, Known};
use grow_domain::Language;
use http::{Http, HttpFault};
use jiff::Timestamp;
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreIdToken, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreTokenResponse,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AuthorizationCode, ClaimsVerificationError, CsrfToken, LanguageTag, LoginHint, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RequestTokenError, Scope,
    SignatureVerificationError, StandardErrorResponse, TokenResponse as _,
};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use url::Url;

/// Accepted signature algorithms. Both are asymmetric, so that neither the public key nor the client secret can forge a
/// signature.
const SIGNATURES: [CoreJwsSigningAlgorithm; 2] =
    [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256];

/// How far the issuer's clock may be ahead of ours.
const CLOCK_SKEW_SECONDS: i64 = 60;

/// Maximum time between a token's issue and its verification: the lifetime of a login row.
const TOKEN_AGE_SECONDS: i64 = 600;

/// A started sign-in. The browser is redirected to `url`; the login row stores the other fields.
pub(crate) struct Started {
    /// The authorization address.
    pub url: Url,
    /// Returned by the callback. Identifies the login row.
    pub state: String,
    /// Must be in the ID token.
    pub nonce: String,
    /// Proves to the issuer that the client that redeems the code started the sign-in.
    pub pkce_verifier: String,
}

/// Prints no fields, because each contains a secret.
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
    /// Creates a client without contacting the issuer. The issuer must be on https, or on http on a loopback address or
    /// this server.
    ///
    /// # Panics
    /// If the process has installed no TLS provider. The binary does this first in `main`.
    pub(crate) fn new(config: Config) -> Result<Self, OidcError> {
        let http = Http::new(&config.issuer, config.is_this_server, config.timeouts.request)?;
        let total = config.timeouts.total;
        Ok(Self { http, discovery: Discovery::new(config)?, total })
    }

    /// Asks the issuer what it offers.
    pub(crate) async fn reach(&self, now: Timestamp) -> Result<(), Failed> {
        self.in_time(async { Ok(self.discovery.known(&self.http, now).await.map(drop)?) }).await
    }

    /// Starts a sign-in with an unguessable state. With a login hint, the issuer may use that account without asking;
    /// without one, it is asked to show an account chooser if it supports that. It is asked for pages in the language.
    pub(crate) async fn authorize(
        &self,
        state: String,
        language: Language,
        login_hint: Option<&str>,
        now: Timestamp,
        random: &Random,
    ) -> Result<Started, Failed> {
        self.in_time(async {
            let known = self.discovery.known(&self.http, now).await?;
            Ok(start(&known, state, language, login_hint, random))
        })
        .await
    }

    /// Finishes a sign-in: redeems the code and verifies the ID token at `now`. The caller has found the login row by
    /// its state and deleted it.
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
                // The issuer may have rotated its keys.
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

fn start(known: &Known, state: String, language: Language, login_hint: Option<&str>, random: &Random) -> Started {
    let (state, nonce) = (CsrfToken::new(state), Nonce::new(random.token()));
    let pkce_verifier = PkceCodeVerifier::new(random.token());

    let request = known
        .client
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || state, || nonce)
        .add_ui_locale(LanguageTag::new(language.tag().to_owned()))
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

/// Performs all checks of the ID token that need no request.
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
    // `openidconnect` does not check this claim. It has already refused other audiences.
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

/// Converts an error. The library's errors quote the token, so only their kind is returned.
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
        // The library parses the ID token together with the rest of the response.
        RequestTokenError::Parse(_, body) if holds_id_token(&body) => {
            OidcError::InvalidToken(TokenFault::Malformed).into()
        }
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => unreadable.into(),
    }
}

fn holds_id_token(body: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(body).is_ok_and(|answer| answer.get("id_token").is_some())
}
