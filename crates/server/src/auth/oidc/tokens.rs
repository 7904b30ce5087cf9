//! The answer of the token endpoint.

use openidconnect::core::{
    CoreGenderClaim, CoreIdToken, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreTokenType,
};
use openidconnect::{AccessToken, EmptyAdditionalClaims, OAuth2TokenResponse, RefreshToken, Scope, TokenResponse};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The answer of the token endpoint, as far as a sign-in needs it.
#[derive(Deserialize, Serialize)]
pub(super) struct Tokens {
    access_token: AccessToken,
    pub(super) id_token: Option<String>,
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
