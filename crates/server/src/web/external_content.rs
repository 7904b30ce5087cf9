//! The operator's own slides and logo.

use http::HeaderValue;
use std::str::FromStr;
use url::Url;

/// Addresses that replace content that Grow ships. None: Grow's own.
#[derive(Clone, Debug, Default)]
pub struct ExternalContentUrls {
    /// The presentation shown in `/ppt`.
    pub slides: Option<OtherSite>,
    /// The logo in the header.
    pub logo: Option<OtherSite>,
}

/// An http or https address, possibly on another host.
#[derive(Clone, Debug)]
pub struct OtherSite {
    address: HeaderValue,
    /// Inserted into a content security policy unchanged.
    origin: String,
}

/// An invalid address.
#[derive(Debug, thiserror::Error)]
#[error("must be an http or https address, such as https://slides.example/deck")]
pub struct NoSuchSite;

impl FromStr for OtherSite {
    type Err = NoSuchSite;

    fn from_str(text: &str) -> Result<Self, NoSuchSite> {
        let url = Url::parse(text).map_err(|_| NoSuchSite)?;
        // Characters that separate the sources of a policy must not occur in the host.
        let is_plain = |host: &str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
        let is_web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(is_plain);
        let is_open = url.username().is_empty() && url.password().is_none();
        let address = HeaderValue::from_str(url.as_str()).ok().filter(|_| is_web && is_open).ok_or(NoSuchSite)?;
        Ok(Self { address, origin: url.origin().ascii_serialization() })
    }
}

impl ExternalContentUrls {
    /// Returns the address that replaces a file, if there is one.
    pub(super) fn instead_of(&self, path: &str) -> Option<HeaderValue> {
        let site = match path {
            _ if is_deck(path) => &self.slides,
            "logo.svg" => &self.logo,
            _ => &None,
        };
        site.as_ref().map(|site| site.address.clone())
    }

    /// The content security policy of the app's pages: content from this server, https pictures of users, and the
    /// operator's addresses. Inline scripts are not allowed, so there is no nonce. Trusted Types prevent text from
    /// becoming markup or code. Only the registration of the service worker
    /// (`web/src/app/offline/service-worker.ts`) may create the address of a script.
    pub(super) fn policy(&self) -> HeaderValue {
        let [slides, logo] = [&self.slides, &self.logo].map(|site| site.as_ref().map_or("", |site| &site.origin));
        let policy = format!(
            "default-src 'self'; img-src 'self' https: {logo}; frame-src 'self' {slides}; media-src 'self'; \
             object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; \
             require-trusted-types-for 'script'; trusted-types grow-service-worker"
        );
        HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
    }
}

/// Returns true for the slides in any language: `deck/index.html`, `deck/ta/index.html`.
fn is_deck(path: &str) -> bool {
    path.strip_prefix("deck/").and_then(|rest| rest.strip_suffix("index.html")).is_some_and(|language| {
        language.is_empty() || language.strip_suffix('/').is_some_and(|code| !code.contains('/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_a_plain_web_address() {
        for address in ["https://slides.example/deck?id=1#2", "http://127.0.0.1:8081/", "https://உழவர்.example/"]
        {
            assert!(OtherSite::from_str(address).is_ok(), "{address}");
        }
        for address in [
            "",
            "slides.example/deck",
            "/deck/index.html",
            "ftp://slides.example/",
            "javascript:alert(1)",
            "data:text/html,deck",
            "https://",
            "https://user:word@slides.example/",
            "https://a;script-src.example/",
            "https://a'b.example/",
            "https://*.example/",
            "https://a,b.example/",
        ] {
            assert!(OtherSite::from_str(address).is_err(), "{address}");
        }
    }

    #[test]
    fn the_policy_names_what_the_operator_shows() {
        let site = |address: &str| Some(OtherSite::from_str(address).unwrap());
        let own = ExternalContentUrls::default().policy();
        let external_content =
            ExternalContentUrls { slides: site("https://slides.example/a/b"), logo: site("http://127.0.0.1:81/l.png") };
        let policy = external_content.policy();
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("frame-src 'self' https://slides.example; "), "{policy}");
        assert!(policy.contains("img-src 'self' https: http://127.0.0.1:81; "), "{policy}");
        assert!(own.to_str().unwrap().contains("frame-src 'self' ; "), "{own:?}");
    }
}
