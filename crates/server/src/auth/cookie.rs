//! The session cookie, and the cookie that binds a pending sign-in to its browser.

use http::{HeaderMap, HeaderValue, header};
use jiff::SignedDuration;

/// Returns the value of a cookie in a request.
pub(crate) fn value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(own, value)| *own == name && !value.is_empty())
        .map(|(_, value)| value)
}

/// A cookie that only this server reads.
#[derive(Clone, Debug)]
pub(crate) struct Cookie {
    name: String,
    attributes: String,
}

/// Lifetime of a cookie in the browser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaxAge(pub(crate) SignedDuration);

impl Cookie {
    /// On https, the `__Host-` prefix makes the browser accept the cookie from this host only.
    pub(crate) fn new(name: &str, https: bool) -> Self {
        if https {
            Self { name: format!("__Host-{name}"), attributes: "Path=/; HttpOnly; SameSite=Lax; Secure".to_owned() }
        } else {
            Self { name: name.to_owned(), attributes: "Path=/; HttpOnly; SameSite=Lax".to_owned() }
        }
    }

    /// Returns the value of the cookie in a request.
    pub(crate) fn read<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        value(headers, &self.name)
    }

    /// Returns the `Set-Cookie` header that stores the cookie. The value must be a token that this server made.
    pub(crate) fn set(&self, token: &str, MaxAge(life): MaxAge) -> Option<HeaderValue> {
        let Self { name, attributes } = self;
        HeaderValue::try_from(format!("{name}={token}; Max-Age={}; {attributes}", life.as_secs())).ok()
    }

    /// Returns the `Set-Cookie` header that deletes the cookie.
    pub(crate) fn clear(&self) -> Option<HeaderValue> {
        self.set("", MaxAge(SignedDuration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_found_among_other_cookies() {
        let cookie = Cookie::new("grow_session", false);
        let mut headers = HeaderMap::new();
        assert_eq!(cookie.read(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; xgrow_session=no; grow_session=yes; b=2"));
        assert_eq!(cookie.read(&headers), Some("yes"));
    }

    #[test]
    fn on_https_it_is_bound_to_the_host() {
        let set = Cookie::new("grow_session", true).set("token", MaxAge(SignedDuration::from_secs(60))).unwrap();
        assert_eq!(set, "__Host-grow_session=token; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure");
    }
}
