//! Discovery of an issuer's endpoints and keys. Fetched on first use and cached for an hour.

use super::config::Config;
use super::error::OidcError;
use super::http::Http;
use super::members::Members;
use super::tokens::Tokens;
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey, CoreJsonWebKeySet,
    CoreJweContentEncryptionAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse,
};
use openidconnect::{
    AuthType, AuthUrl, Client, ClientId, ClientSecret, EmptyAdditionalClaims, EndpointNotSet, EndpointSet, IssuerUrl,
    JsonWebKeySet, RedirectUrl, StandardErrorResponse, TokenUrl,
};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Mutex;
use url::Url;

/// How long the discovery document and the keys are cached.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(1);

/// The address of the discovery document, behind the issuer's.
const DOCUMENT: &str = ".well-known/openid-configuration";

/// The issuer of Google accounts, as Google spells it.
pub const GOOGLE: &str = "https://accounts.google.com";

type DiscoveredClient = Client<
    EmptyAdditionalClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
    EndpointNotSet,
>;

/// A discovered issuer.
pub(super) struct Known {
    pub(super) issuer: IssuerUrl,
    pub(super) client: DiscoveredClient,
    pub(super) keys: CoreJsonWebKeySet,
    /// Where it tells about a person.
    pub(super) user_info: Option<Url>,
    /// Whether it supports `prompt=select_account`.
    pub(super) offers_accounts: bool,
    since: Timestamp,
}

/// Cache of one issuer's metadata. Concurrent callers share one request.
pub(super) struct Discovery {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    redirect_uri: RedirectUrl,
    last: Mutex<Option<Result<Arc<Known>, OidcError>>>,
    /// Number of finished requests. A waiter compares it to know whether `last` is newer than its call.
    answered: AtomicU64,
}

impl Discovery {
    pub(super) fn new(config: Config) -> Result<Self, OidcError> {
        Ok(Self {
            issuer: IssuerUrl::new(config.issuer).map_err(|_| OidcError::Configuration("the issuer is not a URL"))?,
            client_id: ClientId::new(config.client_id),
            client_secret: config.client_secret.map(ClientSecret::new),
            redirect_uri: RedirectUrl::from_url(config.redirect_uri),
            last: Mutex::new(None),
            answered: AtomicU64::new(0),
        })
    }

    /// Returns the cached metadata, or fetches it.
    pub(super) async fn known(&self, http: &Http, now: Timestamp) -> Result<Arc<Known>, OidcError> {
        self.ask_unless(http, now, |known| now.duration_since(known.since).abs() < REMEMBERED).await
    }

    /// Fetches the metadata again because `old` lacks a key, unless another caller has done so.
    pub(super) async fn renewed(&self, http: &Http, old: &Arc<Known>, now: Timestamp) -> Result<Arc<Known>, OidcError> {
        self.ask_unless(http, now, |known| !Arc::ptr_eq(known, old)).await
    }

    async fn ask_unless(
        &self,
        http: &Http,
        now: Timestamp,
        good: impl Fn(&Arc<Known>) -> bool,
    ) -> Result<Arc<Known>, OidcError> {
        let answered = self.answered.load(Ordering::Acquire);
        let mut last = self.last.lock().await;
        match &*last {
            Some(Ok(known)) if good(known) => return Ok(Arc::clone(known)),
            // The request that this call waited for has just failed. Do not repeat it for every waiter.
            Some(Err(error)) if self.answered.load(Ordering::Acquire) != answered => return Err(*error),
            _ => {}
        }
        let answer = self.ask(http, now).await.map(Arc::new);
        *last = Some(answer.clone());
        self.answered.fetch_add(1, Ordering::Release);
        answer
    }

    /// Reads the members of the discovery document that a sign-in needs, and the keys that can be used. All others may
    /// be missing or have any type.
    async fn ask(&self, http: &Http, now: Timestamp) -> Result<Known, OidcError> {
        let unreadable = OidcError::Answer("has no discovery document that can be read");
        let document = self.issuer.join(DOCUMENT).map_err(|_| OidcError::Configuration("the issuer is not a URL"))?;
        let document = http.get(document, None).await?.and_then(|json| Members::parse(&json)).ok_or(unreadable)?;
        self.is_own_name(document.text("issuer").unwrap_or_default())?;
        let address = |name| document.text(name).and_then(|text| Url::parse(text).ok());
        let authorize =
            address("authorization_endpoint").ok_or(OidcError::Answer("names no authorization_endpoint"))?;
        if !http.trusts(&authorize) {
            return Err(OidcError::Answer("names an endpoint that is not on https"));
        }
        let token = address("token_endpoint").ok_or(OidcError::Answer("names no token_endpoint"))?;
        let keys = address("jwks_uri").ok_or(OidcError::Answer("names no jwks_uri"))?;
        let keys = http.get(keys, None).await?.and_then(|json| serde_json::from_slice(&json).ok());
        // The standard's default is basic authentication. Send the secret in the body only if the issuer supports
        // nothing else.
        let in_body = document.get("token_endpoint_auth_methods_supported").is_some_and(|methods| {
            has_word(methods, "client_secret_post") && !has_word(methods, "client_secret_basic")
        });
        let client = Client::new(self.client_id.clone(), self.issuer.clone(), JsonWebKeySet::default())
            .set_auth_uri(AuthUrl::from_url(authorize))
            .set_token_uri(TokenUrl::from_url(token))
            .set_redirect_uri(self.redirect_uri.clone())
            .set_auth_type(if in_body { AuthType::RequestBody } else { AuthType::BasicAuth });
        Ok(Known {
            issuer: self.issuer.clone(),
            client: match &self.client_secret {
                Some(secret) => client.set_client_secret(secret.clone()),
                None => client,
            },
            keys: keys.ok_or(OidcError::Answer("has no keys that can be read"))?,
            user_info: address("userinfo_endpoint"),
            offers_accounts: offers_accounts(&self.issuer, document.get("prompt_values_supported")),
            since: now,
        })
    }

    /// Names are compared as text, because that is how the tokens of an issuer name it.
    fn is_own_name(&self, name: &str) -> Result<(), OidcError> {
        if name == self.issuer.as_str() {
            return Ok(());
        }
        let is_slash = name.trim_end_matches('/') == self.issuer.trim_end_matches('/');
        Err(OidcError::Answer(if is_slash {
            "calls itself by another name: with a slash at the end, or without"
        } else {
            "calls itself by another name"
        }))
    }
}

/// Returns whether an issuer supports `prompt=select_account`. The standard allows an issuer to refuse unknown values.
/// Google supports it without listing it.
pub(super) fn offers_accounts(issuer: &str, prompt_values: Option<&Value>) -> bool {
    issuer == GOOGLE || prompt_values.is_some_and(|values| has_word(values, "select_account"))
}

fn has_word(list: &Value, word: &str) -> bool {
    list.as_array().is_some_and(|words| words.iter().any(|one| one == word))
}
