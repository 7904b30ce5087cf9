//! The identity of the person who signed in.

use super::discovery::Known;
use super::http::Http;
use super::id_token::is_for_us;
use super::members::Members;
use super::signature::Signed;
use super::{OidcError, TokenFault};
use grow_domain::Email;
use grow_domain::text::visible;
use openidconnect::AccessToken;
use std::fmt;
use url::Url;

/// Maximum length of a stored name, in characters.
const NAME_MAX: usize = 200;

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
    /// The name, or else the user name or the local part of the e-mail address. Never empty.
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

/// What a token or the userinfo endpoint says about a person.
struct Person {
    /// The e-mail address, and whether the same source says that it is verified.
    email: Option<(String, bool)>,
    name: Option<String>,
    user_name: Option<String>,
    photo_url: Option<String>,
}

/// Returns the identity from verified claims. Calls the userinfo endpoint only if the token lacks the e-mail address or
/// the name.
pub(super) async fn read(
    http: &Http,
    known: &Known,
    claims: &Members,
    access_token: Option<&AccessToken>,
) -> Result<Identity, OidcError> {
    let subject = claims.claim("sub")?.ok_or(TokenFault::Type("sub"))?;
    if subject.is_empty() || subject.chars().count() > 255 {
        return Err(TokenFault::Subject.into());
    }
    let mut person = Person::of(claims)?;
    if person.email.is_none() || person.name.is_none() {
        match user_info(http, known, subject, access_token).await {
            Ok(Some(more)) => person = person.or(Person::of(&more)?),
            // The name is optional, the e-mail address is not.
            Err(error) if person.email.is_none() => return Err(error),
            Ok(None) | Err(_) => {}
        }
    }
    let (email, email_verified) = person.email.ok_or(OidcError::EmailMissing)?;
    let local_part = || email.split('@').next().unwrap_or_default().to_owned();
    let display_name = person.name.or(person.user_name).unwrap_or_else(local_part);
    Ok(Identity {
        issuer: known.issuer.to_string(),
        subject: subject.to_owned(),
        email,
        email_verified,
        display_name,
        photo_url: person.photo_url,
    })
}

/// Returns the claims of the userinfo endpoint, or `None` if the issuer has none or hands out no access token. An
/// issuer may sign them.
async fn user_info(
    http: &Http,
    known: &Known,
    subject: &str,
    access_token: Option<&AccessToken>,
) -> Result<Option<Members>, OidcError> {
    let Some((url, access_token)) = known.user_info.as_ref().zip(access_token) else { return Ok(None) };
    let answer = http.get(url.clone(), Some(access_token)).await?.unwrap_or_default();
    let claims = if let Some(claims) = Members::parse(&answer) {
        claims
    } else {
        let unreadable = OidcError::Answer("sends no user information that can be read");
        let token = str::from_utf8(&answer).ok().filter(|token| token.contains('.')).ok_or(unreadable)?;
        let signed = Signed::verify(token.trim(), &known.keys)?;
        is_for_us(&signed.claims, known)?;
        signed.claims
    };
    if claims.claim("sub")? == Some(subject) { Ok(Some(claims)) } else { Err(TokenFault::Subject.into()) }
}

impl Person {
    /// Fails only if the issuer says that the e-mail address is not verified. A missing claim is accepted.
    fn of(claims: &Members) -> Result<Self, OidcError> {
        let verified = claims.flag("email_verified");
        if verified == Some(false) {
            return Err(OidcError::EmailNotVerified);
        }
        let email = claims.text("email").and_then(usable_email);
        Ok(Self {
            email: email.map(|email| (email, verified.is_some())),
            name: full_name(claims),
            user_name: claims.text("preferred_username").and_then(usable_name),
            photo_url: claims.text_in_any_language("picture").and_then(usable_photo_url),
        })
    }

    fn or(self, other: Self) -> Self {
        Self {
            email: match (self.email, other.email) {
                (Some((own, verified)), Some((others, is_verified))) => {
                    let verified = verified || (own == others && is_verified);
                    Some((own, verified))
                }
                (own, others) => own.or(others),
            },
            name: self.name.or(other.name),
            user_name: self.user_name.or(other.user_name),
            photo_url: self.photo_url.or(other.photo_url),
        }
    }
}

/// The name, or else its parts.
fn full_name(claims: &Members) -> Option<String> {
    let text = |claim: &str| claims.text_in_any_language(claim).and_then(usable_name);
    let parts = || [text("given_name"), text("family_name")].into_iter().flatten().collect::<Vec<_>>().join(" ");
    text("name").or_else(|| usable_name(&parts()))
}

/// Keeps the issuer's spelling. Other spaces than those of ASCII belong to the address, which then is none.
fn usable_email(text: &str) -> Option<String> {
    let text = text.trim_ascii();
    Email::parse(text).map(|_| text.to_owned())
}

fn usable_name(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let text: String = visible(&text).chars().take(NAME_MAX).collect();
    (!text.is_empty()).then_some(text)
}

fn usable_photo_url(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    (url.scheme() == "https" && url.as_str().len() <= PHOTO_URL_MAX).then(|| url.into())
}
