//! Checks of the host that a request was sent to.

use http::uri::Authority;
use http::{HeaderMap, HeaderName, header};
use url::{Host, Url};

/// Returns whether a request was sent to the host of this address.
pub(super) fn is_of(url: &Url, headers: &HeaderMap) -> bool {
    asked_for(headers).is_some_and(|host| {
        url.host_str().is_some_and(|own| own.eq_ignore_ascii_case(host.host()))
            && url.port_or_known_default() == host.port_u16().or_else(|| default_port(url))
    })
}

/// Returns whether a request came from this computer directly: its host is a loopback name, and it has none of the
/// headers that proxies add.
pub(crate) fn is_this_computer(headers: &HeaderMap) -> bool {
    let is_of_proxy = |name: &HeaderName| {
        [header::FORWARDED, header::VIA].contains(name)
            || name == "x-real-ip"
            || name.as_str().starts_with("x-forwarded-")
    };
    let by_proxy = headers.keys().any(is_of_proxy);
    let host = asked_for(headers).and_then(|host| Host::parse(host.host()).ok());
    !by_proxy && host.is_some_and(|host| is_loopback(&host))
}

/// Returns whether a host is a loopback name or address.
pub(super) fn is_loopback<S: AsRef<str>>(host: &Host<S>) -> bool {
    match host {
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
        Host::Domain(name) => name.as_ref() == "localhost" || name.as_ref().ends_with(".localhost"),
    }
}

/// Returns whether the host of an address is a loopback name or address.
#[must_use]
pub fn has_loopback_host(url: &Url) -> bool {
    url.host().is_some_and(|host| is_loopback(&host))
}

fn asked_for(headers: &HeaderMap) -> Option<Authority> {
    headers.get(header::HOST)?.to_str().ok()?.parse().ok()
}

fn default_port(url: &Url) -> Option<u16> {
    match url.scheme() {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn headers(host: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))])
    }

    #[test]
    fn a_host_is_compared_with_its_port() {
        for (url, host, own) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", true),
            ("http://127.0.0.1:8080", "localhost:8080", false),
            ("http://127.0.0.1:8080", "127.0.0.1:5173", false),
            ("http://127.0.0.1:8080", "127.0.0.1", false),
            ("http://[::1]:8080", "[::1]:8080", true),
            ("https://grow.example", "grow.example", true),
            ("https://grow.example", "Grow.Example:443", true),
            ("https://grow.example", "grow.example:80", false),
            ("http://grow.example", "grow.example:80", true),
            ("https://grow.example", "grow.example.evil.example", false),
            ("https://grow.example", "", false),
        ] {
            assert_eq!(is_of(&url.parse().unwrap(), &headers(host)), own, "{url} {host}");
        }
    }

    #[test]
    fn this_computer_is_asked_by_a_loopback_name_and_through_no_proxy() {
        for (host, here) in [
            ("127.0.0.1:8080", true),
            ("127.9.9.9", true),
            ("[::1]:8080", true),
            ("localhost:8080", true),
            ("grow.localhost", true),
            ("10.0.0.1", false),
            ("localhost.example.in", false),
            ("127.0.0.1.example.in", false),
            ("grow.example", false),
            ("", false),
        ] {
            assert_eq!(is_this_computer(&headers(host)), here, "{host}");
        }
        for name in ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"] {
            let mut headers = headers("127.0.0.1:8080");
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static("x"));
            assert!(!is_this_computer(&headers), "{name}");
        }
    }
}
