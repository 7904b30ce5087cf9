//! What an issuer says about itself: its endpoints and its keys. Asked for at the first use, then remembered for an hour.

use super::http::Http;
use super::{Config, OidcError};
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

/// How long an issuer's word is remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(1);

/// The issuer of Google accounts, spelled as it spells itself.
pub const GOOGLE: &str = "https://accounts.google.com";

/// What the document says beyond the members that the library knows.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Prompts {
    /// Of the standard for registration by way of a sign-in. Read as it stands: a document that gets it wrong is good for
    /// everything else.
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

/// An issuer that has been asked.
pub(super) struct Known {
    pub(super) client: DiscoveredClient,
    /// Whether it lets a farmer choose an account when it is asked to.
    pub(super) offers_accounts: bool,
    since: Timestamp,
}

/// The memory of one issuer. Whoever asks while a question is under way waits for its answer instead of asking again.
pub(super) struct Discovery {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    redirect_uri: RedirectUrl,
    last: Mutex<Option<Result<Arc<Known>, OidcError>>>,
    /// How many questions have been answered; tells a waiter that the answer in `last` is younger than its wish.
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

    /// The issuer as remembered, or as it answers now.
    pub(super) async fn known(&self, http: &Http, now: Timestamp) -> Result<Arc<Known>, OidcError> {
        self.ask_unless(http, now, |known| now.duration_since(known.since).abs() < REMEMBERED).await
    }

    /// The issuer as it answers now, because `old` lacks a key; somebody may have asked in the meantime.
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
            // The question that we waited for has just failed. Asking again at once would make a queue of failures.
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
        // The standard's default is basic authentication; the secret goes into the body only where nothing else is taken.
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

/// Whether an issuer knows `prompt=select_account`. The standard lets it refuse a value that it does not know. Google knows it
/// and does not say so.
pub(super) fn offers_accounts(issuer: &str, prompt_values: &Value) -> bool {
    let named = prompt_values.as_array().is_some_and(|values| values.iter().any(|value| value == "select_account"));
    named || issuer == GOOGLE
}
