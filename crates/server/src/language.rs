//! The language of a request: `?lang=`, else the cookie, else the farmer's choice, else `Accept-Language`, else
//! English. An unknown language falls through to the next.

use crate::auth::cookie;
use grow_domain::Language;
use http::{HeaderMap, Uri, header};
use url::form_urlencoded;

/// `Vary` of a response in the language of the request: cookies name the language, or the farmer who chose one.
pub(crate) const VARY: &str = "accept-language, cookie";

/// The cookie in which the app keeps the visitor's choice.
const COOKIE: &str = "grow_language";

/// The language of a request, and of the farmer who chose one, in this order.
pub(crate) fn of(uri: &Uri, headers: &HeaderMap, chosen: impl FnOnce() -> Option<Language>) -> Language {
    asked_for(uri, headers).or_else(chosen).or_else(|| accepted(headers)).unwrap_or_default()
}

/// The language that the address or the cookie names.
pub(crate) fn asked_for(uri: &Uri, headers: &HeaderMap) -> Option<Language> {
    let mut query = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let in_address = query.find_map(|(name, range)| (name == "lang").then(|| Language::of_range(&range)).flatten());
    in_address.or_else(|| Language::of_range(cookie::value(headers, COOKIE)?))
}

/// The known language that the browser prefers.
fn accepted(headers: &HeaderMap) -> Option<Language> {
    let values = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    Language::preferred(values.filter_map(|value| value.to_str().ok()))
}

/// The language of a request without a farmer.
pub(crate) fn of_guest(uri: &Uri, headers: &HeaderMap) -> Language {
    of(uri, headers, || None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn the_address_then_the_cookie_then_the_browser_chooses() {
        let last = Language::all().last().unwrap();
        let english = Language::ENGLISH;
        let tag = last.tag();
        for (address, cookie, accept, expected) in [
            (format!("/demand?lang={tag}"), "en", "en", last),
            ("/demand?lang=en".to_owned(), tag, tag, english),
            (format!("/demand?lang=tlh&lang={tag}"), "en", "en", last),
            ("/demand?lang=tlh".to_owned(), tag, "en", last),
            ("/demand?x=lang".to_owned(), "tlh", tag, last),
            ("/demand".to_owned(), "", "tlh", english),
            ("/demand?lang=%00".to_owned(), "", "", english),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::try_from(format!("a=1; grow_language={cookie}")).unwrap());
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(accept).unwrap());
            assert_eq!(of_guest(&address.parse().unwrap(), &headers), expected, "{address} {cookie} {accept}");
        }
    }
}
