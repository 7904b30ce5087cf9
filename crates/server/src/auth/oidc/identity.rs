//! The identity of the person who signed in.

use super::discovery::Known;
use super::http::Http;
use super::{OidcError, TokenFault};
use grow_domain::text::{is_hidden, visible};
use openidconnect::core::{CoreIdTokenClaims, CoreUserInfoClaims};
use openidconnect::{AccessToken, EndUserEmail, EndUserName, EndUserPictureUrl, LocalizedClaim};
use std::fmt;
use std::ops::Deref;
use url::Url;

/// Maximum length of a stored name, in characters.
const NAME_MAX: usize = 200;

/// Maximum length of an e-mail address, in bytes (RFC 5321).
const EMAIL_MAX: usize = 254;

/// Maximum length of a stored picture address.
const PHOTO_URL_MAX: usize = 2048;

/// An identity that the issuer has verified. `issuer` and `subject` together identify the account; an e-mail address
/// may be reassigned.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The issuer, as configured.
    pub issuer: String,
    /// The issuer's permanent id of the account: 1 to 255 characters.
    pub subject: String,
    /// The e-mail address, as the issuer spells it. The issuer has not marked it as unverified.
    pub email: String,
    /// Whether the issuer states that it has verified the e-mail.
    pub email_verified: bool,
    /// The name, or the local part of the e-mail address. Never empty.
    pub display_name: String,
    /// An https address of a picture, if the issuer has one.
    pub photo_url: Option<String>,
}

/// Prints no fields, because a log must not show who signed in.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

/// Claims about a person, from a token or the userinfo endpoint.
struct PersonClaims {
    email: Option<String>,
    email_verified: Option<bool>,
    name: Option<String>,
    picture: Option<String>,
}

/// Returns the identity from verified claims. Calls the userinfo endpoint only if the token lacks the e-mail address or
/// the name.
pub(super) async fn read(
    http: &Http,
    known: &Known,
    claims: CoreIdTokenClaims,
    access_token: &AccessToken,
) -> Result<Identity, OidcError> {
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.chars().count() > 255 {
        return Err(OidcError::InvalidToken(TokenFault::Subject));
    }
    let mut person = PersonClaims::new(claims.email(), claims.email_verified(), claims.name(), claims.picture());
    person.check_verified()?;
    if person.email.is_none() || person.name.is_none() {
        match user_info(http, known, &claims, access_token).await {
            Ok(Some(more)) => {
                more.check_verified()?;
                person = person.or(more);
            }
            // The name is optional, the e-mail address is not.
            Err(error) if person.email.is_none() => return Err(error),
            Ok(None) | Err(_) => {}
        }
    }
    let email = person.email.ok_or(OidcError::EmailMissing)?;
    let email_verified = person.email_verified == Some(true);
    let display_name = person.name.unwrap_or_else(|| email.split('@').next().unwrap_or_default().to_owned());
    Ok(Identity {
        issuer: claims.issuer().to_string(),
        subject: subject.to_owned(),
        email,
        email_verified,
        display_name,
        photo_url: person.picture,
    })
}

async fn user_info(
    http: &Http,
    known: &Known,
    claims: &CoreIdTokenClaims,
    access_token: &AccessToken,
) -> Result<Option<PersonClaims>, OidcError> {
    // The library puts the token into a header and would panic on an invalid value.
    if !access_token.secret().bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(OidcError::Answer("sends an access token that is no header value"));
    }
    let Ok(request) = known.client.user_info(access_token.clone(), Some(claims.subject().clone())) else {
        return Ok(None);
    };
    let person: CoreUserInfoClaims = request.request_async(http).await.map_err(|error| match error {
        openidconnect::UserInfoError::Request(fault) => fault.into(),
        openidconnect::UserInfoError::ClaimsVerification(_) => OidcError::InvalidToken(TokenFault::Subject),
        _ => OidcError::Answer("sends no user information that can be read"),
    })?;
    Ok(Some(PersonClaims::new(person.email(), person.email_verified(), person.name(), person.picture())))
}

impl PersonClaims {
    fn new(
        email: Option<&EndUserEmail>,
        email_verified: Option<bool>,
        name: Option<&LocalizedClaim<EndUserName>>,
        picture: Option<&LocalizedClaim<EndUserPictureUrl>>,
    ) -> Self {
        Self {
            email: email.and_then(|email| usable_email(email)),
            email_verified,
            name: any_language(name).and_then(|name| usable_name(name)),
            picture: any_language(picture).and_then(|url| usable_photo_url(url)),
        }
    }

    /// Fails only if the issuer says that the e-mail address is not verified. A missing claim is accepted.
    fn check_verified(&self) -> Result<(), OidcError> {
        if self.email_verified == Some(false) { Err(OidcError::EmailNotVerified) } else { Ok(()) }
    }

    fn or(self, other: Self) -> Self {
        Self {
            email: self.email.or(other.email),
            email_verified: self.email_verified.or(other.email_verified),
            name: self.name.or(other.name),
            picture: self.picture.or(other.picture),
        }
    }
}

/// Returns the claim without a language, or else in any language.
fn any_language<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<&String> {
    claim?.iter().next().map(|(_, text)| &**text)
}

/// Other spaces than those of ASCII belong to the address, which then is another one.
fn usable_email(text: &str) -> Option<String> {
    let text = text.trim_ascii();
    let usable = text.len() <= EMAIL_MAX && text.find('@').is_some_and(|at| at > 0) && !text.chars().any(is_unfit);
    usable.then(|| text.to_owned())
}

fn usable_name(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let text: String = visible(&text).chars().take(NAME_MAX).collect();
    (!text.is_empty()).then_some(text)
}

fn is_unfit(character: char) -> bool {
    character.is_control() || is_hidden(character)
}

fn usable_photo_url(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    (url.scheme() == "https" && url.as_str().len() <= PHOTO_URL_MAX).then(|| url.into())
}
