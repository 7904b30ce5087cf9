//! The checks of an ID token.

use super::discovery::Known;
use super::error::{OidcError, TokenFault};
use super::members::Members;
use super::signature::Signed;
use super::tokens::Tokens;
use jiff::Timestamp;
use openidconnect::{AccessTokenHash, Nonce, NonceVerifier as _};

/// How far the issuer's clock may be off ours.
const CLOCK_SKEW_SECONDS: i64 = 60;

/// Maximum time between a token's issue and its verification: the lifetime of a login row.
const TOKEN_AGE_SECONDS: i64 = 600;

/// Verifies the ID token at `now`, and returns its claims. Only what the claims say about the person is left to check.
pub(super) fn verify(known: &Known, tokens: &Tokens, nonce: &Nonce, now: Timestamp) -> Result<Members, OidcError> {
    let id_token = tokens.id_token.as_deref().ok_or(TokenFault::Missing)?;
    let signed = Signed::verify(id_token, &known.keys)?;
    is_for_us(&signed.claims, known)?;
    is_of_now(&signed.claims, now.as_second())?;
    let stated = signed.claims.claim("nonce")?.map(|nonce| Nonce::new(nonce.to_owned()));
    nonce.verify(stated.as_ref()).map_err(|_| TokenFault::Nonce)?;
    if let Some((hash, access_token)) = signed.claims.text("at_hash").zip(tokens.handed_out()) {
        let own = AccessTokenHash::from_token(access_token, &signed.algorithm, signed.key);
        if !own.is_ok_and(|own| *own == hash) {
            return Err(TokenFault::AccessToken.into());
        }
    }
    Ok(signed.claims)
}

/// Checks who issued a token and for whom. It may name other clients only if it says that it was issued to this one.
pub(super) fn is_for_us(claims: &Members, known: &Known) -> Result<(), TokenFault> {
    let client = known.client.client_id().as_str();
    if claims.claim("iss")?.ok_or(TokenFault::Type("iss"))? != known.issuer.as_str() {
        return Err(TokenFault::Issuer);
    }
    let party = claims.claim("azp")?;
    if party.is_some_and(|party| party != client) {
        return Err(TokenFault::AuthorizedParty);
    }
    let audiences = claims.texts("aud")?;
    let is_alone = party.is_some() || audiences.iter().all(|audience| *audience == client);
    if audiences.contains(&client) && is_alone { Ok(()) } else { Err(TokenFault::Audience) }
}

/// Checks the times of a token.
fn is_of_now(claims: &Members, now: i64) -> Result<(), TokenFault> {
    let ended = now.saturating_sub(claims.seconds("exp")?.ok_or(TokenFault::Type("exp"))?);
    if ended > CLOCK_SKEW_SECONDS {
        return Err(TokenFault::Expired(ended));
    }
    let age = now.saturating_sub(claims.seconds("iat")?.ok_or(TokenFault::Type("iat"))?);
    if age > TOKEN_AGE_SECONDS {
        return Err(TokenFault::IssuedLongAgo(age));
    }
    let ahead = age.saturating_neg();
    if ahead > CLOCK_SKEW_SECONDS {
        return Err(TokenFault::IssuedAhead(ahead));
    }
    let early = claims.seconds("nbf")?.map_or(0, |from| from.saturating_sub(now));
    if early > CLOCK_SKEW_SECONDS { Err(TokenFault::NotYetValid(early)) } else { Ok(()) }
}
