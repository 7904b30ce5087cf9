//! Discovery of an issuer's endpoints and keys. Fetched on first use and cached for an hour.

use super::config::Config;
use super::error::OidcError;
use super::http::Http;
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClient, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{
    AdditionalProviderMetadata, AuthType, ClientId, ClientSecret, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    IssuerUrl, ProviderMetadata, RedirectUrl,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Mutex;

/// How long the discovery document and the keys are cached.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(1);

/// The issuer of Google accounts, as Google spells it.
pub const GOOGLE: &str = "https://accounts.google.com";

/// Members of the discovery document that the library does not parse.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Prompts {
    /// From 'Initiating User Registration via OpenID Connect'. Any JSON, so that an invalid value does not make the
    /// document unusable.
    #[serde(default)]
    prompt_values_supported: Value,
}

impl AdditionalProviderMetadata for Prompts {}

type Metadata = ProviderMetadata<
    Prompts,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

type DiscoveredClient =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// A discovered issuer.
pub(super) struct Known {
    pub(super) client: DiscoveredClient,
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

    async fn ask(&self, http: &Http, now: Timestamp) -> Result<Known, OidcError> {
        let metadata = Metadata::discover_async(self.issuer.clone(), http).await?;
        if !http.trusts(metadata.authorization_endpoint().url()) {
            return Err(OidcError::Answer("names an endpoint that is not on https"));
        }
        // The standard's default is basic authentication. Send the secret in the body only if the issuer supports
        // nothing else.
        let in_body = metadata.token_endpoint_auth_methods_supported().is_some_and(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let prompts = &metadata.additional_metadata().prompt_values_supported;
        let offers_accounts = offers_accounts(metadata.issuer(), prompts);
        let client = CoreClient::from_provider_metadata(metadata, self.client_id.clone(), self.client_secret.clone())
            .set_redirect_uri(self.redirect_uri.clone())
            .set_auth_type(if in_body { AuthType::RequestBody } else { AuthType::BasicAuth });
        Ok(Known { client, offers_accounts, since: now })
    }
}

/// Returns whether an issuer supports `prompt=select_account`. The standard allows an issuer to refuse unknown values.
/// Google supports it without listing it.
pub(super) fn offers_accounts(issuer: &str, prompt_values: &Value) -> bool {
    let named = prompt_values.as_array().is_some_and(|values| values.iter().any(|value| value == "select_account"));
    named || issuer == GOOGLE
}
