//! A client of one `OpenID` Connect issuer: the authorization code flow with PKCE, state and nonce.
//!
//! [`Provider::authorize`] returns the address to redirect the browser to and the secrets to store in the login row.
//! [`Provider::finish`] turns the code from the callback into an [`Identity`]. Tokens exist only inside `finish`. Clock
//! and randomness are parameters.

mod config;
mod discovery;
mod error;
mod http;
mod id_token;
mod identity;
mod members;
mod signature;
#[cfg(test)]
mod tests;
mod tokens;

pub(crate) use config::{Config, Timeouts};
pub use discovery::GOOGLE;
pub(crate) use error::{Failed, IssuerWords, OidcError, TokenFault};
pub(crate) use identity::Identity;

use crate::Random;
use discovery::{Discovery, Known};
use grow_domain::Language;
use http::{Http, HttpFault};
use jiff::Timestamp;
use members::Members;
use openidconnect::core::{CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType};
use openidconnect::{
    AuthorizationCode, CsrfToken, LanguageTag, LoginHint, Nonce, PkceCodeChallenge, PkceCodeVerifier,
    RequestTokenError, Scope, StandardErrorResponse,
};
use std::fmt;
use std::time::Duration;
use tokens::Tokens;
use url::Url;

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
            let nonce = Nonce::new(nonce.to_owned());
            let (known, claims) = match id_token::verify(&known, &tokens, &nonce, now) {
                // The issuer may have rotated its keys.
                Err(OidcError::InvalidToken(TokenFault::UnknownKey)) => {
                    let known = self.discovery.renewed(&self.http, &known, now).await?;
                    let claims = id_token::verify(&known, &tokens, &nonce, now)?;
                    (known, claims)
                }
                claims => (known, claims?),
            };
            Ok(identity::read(&self.http, &known, &claims, tokens.handed_out()).await?)
        })
        .await
    }

    async fn redeem(&self, known: &Known, code: &str, pkce_verifier: &str) -> Result<Tokens, Failed> {
        known
            .client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
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

fn refused_code(error: RequestTokenError<HttpFault, StandardErrorResponse<CoreErrorResponseType>>) -> Failed {
    let unreadable = OidcError::Answer("sends no token answer that can be read");
    match error {
        RequestTokenError::Request(fault) => OidcError::from(fault).into(),
        RequestTokenError::ServerResponse(answer) => {
            refused(answer.error().as_ref(), answer.error_description().map(String::as_str))
        }
        // An error with further members that the library cannot read, or with the status 200.
        RequestTokenError::Parse(_, answer) => match Members::parse(&answer) {
            Some(answer) => match answer.text("error") {
                Some(error) => refused(error, answer.text("error_description")),
                None => unreadable.into(),
            },
            None => unreadable.into(),
        },
        RequestTokenError::Other(_) => unreadable.into(),
    }
}

/// The error for a code that the issuer refuses, by the words of the standard (RFC 6749, section 5.2).
fn refused(error: &str, description: Option<&str>) -> Failed {
    let said = Some(IssuerWords::new(error, description));
    let error = match error {
        "invalid_grant" => OidcError::CodeRefused,
        "invalid_client" | "unauthorized_client" => OidcError::ClientRefused,
        _ => OidcError::Answer("refuses our token request"),
    };
    Failed { error, said }
}
