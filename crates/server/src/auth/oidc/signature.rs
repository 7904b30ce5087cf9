//! Signed tokens (JSON Web Signature, RFC 7515). What they say is parsed only after the signature has been verified, by
//! the library and with a key that the issuer publishes.

use super::error::TokenFault;
use super::members::Members;
use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::NO_PAD;
use openidconnect::core::{CoreJsonWebKey, CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKey as _, SignatureVerificationError};

/// Encoding of the parts of a token. Some issuers leave bits behind the last byte.
const BASE64: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));

/// A token whose signature is valid.
pub(super) struct Signed<'k> {
    pub(super) claims: Members,
    pub(super) algorithm: CoreJwsSigningAlgorithm,
    pub(super) key: &'k CoreJsonWebKey,
}

impl<'k> Signed<'k> {
    /// Verifies the signature of a token.
    pub(super) fn verify(token: &str, keys: &'k CoreJsonWebKeySet) -> Result<Self, TokenFault> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenFault::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenFault::Malformed)?;
        let decoded = |part: &str| BASE64.decode(part).map_err(|_| TokenFault::Malformed);
        let (header, signature) =
            (Members::parse(&decoded(header)?).ok_or(TokenFault::Malformed)?, decoded(signature)?);
        let algorithm = algorithm(&header)?;
        if let Some(member) = odd_member(&header) {
            return Err(TokenFault::Header(member));
        }
        let key = signing_key(keys, header.text("kid"), &algorithm, signed.as_bytes(), &signature)?;
        let claims = Members::parse(&decoded(claims)?).ok_or(TokenFault::Malformed)?;
        Ok(Self { claims, algorithm, key })
    }
}

/// Accepted signature algorithms. Both are asymmetric, so that neither the public key nor the client secret can forge a
/// signature.
fn algorithm(header: &Members) -> Result<CoreJwsSigningAlgorithm, TokenFault> {
    match header.text("alg") {
        Some("RS256") => Ok(CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256),
        Some("ES256") => Ok(CoreJwsSigningAlgorithm::EcdsaP256Sha256),
        _ => Err(TokenFault::Algorithm),
    }
}

/// Returns the member of a header by which a token is of another kind, such as an access token, contains another token
/// and no claims, or needs an extension to be understood.
fn odd_member(header: &Members) -> Option<&'static str> {
    let is_jwt = header.get("typ").is_none_or(|typ| {
        let typ = typ.as_str().unwrap_or_default().to_ascii_lowercase();
        matches!(typ.trim_start_matches("application/"), "jwt" | "jose")
    });
    if is_jwt { ["cty", "crit"].into_iter().find(|name| header.get(name).is_some()) } else { Some("typ") }
}

/// Returns the key that a token was signed with. Any of the issuer's keys for the algorithm may be it, unless both the
/// token and the key have an id.
fn signing_key<'k>(
    keys: &'k CoreJsonWebKeySet,
    id: Option<&str>,
    algorithm: &CoreJwsSigningAlgorithm,
    signed: &[u8],
    signature: &[u8],
) -> Result<&'k CoreJsonWebKey, TokenFault> {
    let mut fault = TokenFault::UnknownKey;
    for key in keys.keys() {
        let key_id = key.key_id().map(|id| id.as_str());
        if id.is_some() && key_id.is_some() && id != key_id {
            continue;
        }
        match key.verify_signature(algorithm, signed, signature) {
            Ok(()) => return Ok(key),
            // It is a key for something else.
            Err(SignatureVerificationError::InvalidKey(_)) => {}
            Err(_) if id.is_some() && id == key_id => fault = TokenFault::Signature,
            Err(_) => {}
        }
    }
    Err(fault)
}
