//! The answer of the token endpoint.

use super::members::Members;
use openidconnect::core::{
    CoreGenderClaim, CoreIdToken, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreTokenType,
};
use openidconnect::{AccessToken, EmptyAdditionalClaims, OAuth2TokenResponse, RefreshToken, Scope, TokenResponse};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The answer of the token endpoint, as far as a sign-in needs it.
#[derive(Deserialize, Serialize)]
#[serde(try_from = "Members")]
pub(super) struct Tokens {
    /// Empty if there is none.
    access_token: AccessToken,
    pub(super) id_token: Option<String>,
}

impl Tokens {
    /// The access token, without which a sign-in can do if the ID token says everything.
    pub(super) fn handed_out(&self) -> Option<&AccessToken> {
        Some(&self.access_token).filter(|token| !token.secret().is_empty())
    }
}

/// An answer without any token may be an error that is sent with the status 200.
impl TryFrom<Members> for Tokens {
    type Error = &'static str;

    fn try_from(answer: Members) -> Result<Self, Self::Error> {
        let [access_token, id_token] = ["access_token", "id_token"].map(|name| answer.text(name).map(str::to_owned));
        if access_token.is_none() && id_token.is_none() {
            return Err("there is no token");
        }
        Ok(Self { access_token: AccessToken::new(access_token.unwrap_or_default()), id_token })
    }
}

/// Prints no fields, because each is a secret.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").finish_non_exhaustive()
    }
}

/// For the library's request. A sign-in uses the access token at once, so nothing else of the answer counts.
impl OAuth2TokenResponse for Tokens {
    type TokenType = CoreTokenType;

    fn access_token(&self) -> &AccessToken {
        &self.access_token
    }

    fn token_type(&self) -> &CoreTokenType {
        &CoreTokenType::Bearer
    }

    fn expires_in(&self) -> Option<Duration> {
        None
    }

    fn refresh_token(&self) -> Option<&RefreshToken> {
        None
    }

    fn scopes(&self) -> Option<&Vec<Scope>> {
        None
    }
}

/// The library parses all claims of an ID token, also those that nobody needs; [`super::id_token`] reads it instead.
impl TokenResponse<EmptyAdditionalClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>
    for Tokens
{
    fn id_token(&self) -> Option<&CoreIdToken> {
        None
    }
}
