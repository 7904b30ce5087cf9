//! The HTTP client of sign-in: no redirects, bounded responses, timeouts, https only.

use super::OidcError;
use crate::auth::host::is_loopback;
use http::{StatusCode, header};
use openidconnect::{AccessToken, AsyncHttpClient, HttpRequest, HttpResponse};
use std::pin::Pin;
use std::time::Duration;
use url::{Origin, Url};

/// Maximum size of a response. Google's discovery document and keys are 3 kB together.
const ANSWER_MAX_BYTES: usize = 256 * 1024;

/// An HTTP client for one issuer.
pub(super) struct Http {
    client: reqwest::Client,
    /// The origin of an issuer on http: on a loopback address, or this server. Its endpoints may be on http, too.
    plain: Option<Origin>,
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum HttpFault {
    #[error("unreachable")]
    Unreachable,
    #[error("timed out")]
    TimedOut,
    #[error("answer too large")]
    TooLarge,
    #[error("address not on https")]
    InTheClear,
}

impl Http {
    pub(super) fn new(issuer: &str, is_this_server: bool, request_timeout: Duration) -> Result<Self, OidcError> {
        let issuer = Url::parse(issuer).map_err(|_| OidcError::Configuration("the issuer is not a URL"))?;
        let is_plain = is_plain_loopback(&issuer) || (is_this_server && issuer.scheme() == "http");
        if issuer.scheme() != "https" && !is_plain {
            return Err(OidcError::Configuration("the issuer must be on https"));
        }
        let client = reqwest::Client::builder()
            .user_agent(concat!("grow/", env!("CARGO_PKG_VERSION")))
            // A redirect would send the code and the client secret to another address.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(request_timeout)
            .https_only(!is_plain);
        // No proxy can reach such an issuer, and without TLS no certificates are needed.
        let client = if is_plain { client.no_proxy().tls_certs_only([]) } else { client };
        let client = client.build().map_err(|_| {
            OidcError::Configuration("this computer has no certificates of authorities; install ca-certificates")
        })?;
        Ok(Self { client, plain: is_plain.then(|| issuer.origin()) })
    }

    /// Returns whether an address is as secure as the issuer's own.
    pub(super) fn trusts(&self, url: &Url) -> bool {
        let is_as_the_issuer = |origin: &Origin| is_plain_loopback(url) || url.origin() == *origin;
        url.scheme() == "https" || self.plain.as_ref().is_some_and(is_as_the_issuer)
    }

    /// Returns what an address answers, or `None` if it answers with another status than 200.
    pub(super) async fn get(&self, url: Url, access_token: Option<&AccessToken>) -> Result<Option<Vec<u8>>, OidcError> {
        let request = self.client.get(url).header(header::ACCEPT, "application/json");
        let request = match access_token {
            Some(token) => request.bearer_auth(token.secret()),
            None => request,
        };
        let request =
            request.build().map_err(|_| OidcError::Answer("sends an access token that is no header value"))?;
        let answer = self.send(request).await?;
        Ok((answer.status() == StatusCode::OK).then(|| answer.into_body()))
    }

    /// The answer has no headers: whatever an issuer calls its JSON, it is read as JSON.
    async fn send(&self, request: reqwest::Request) -> Result<HttpResponse, HttpFault> {
        if !self.trusts(request.url()) {
            return Err(HttpFault::InTheClear);
        }
        let mut response = self.client.execute(request).await.map_err(|error| fault(&error))?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| fault(&error))? {
            if body.len() + chunk.len() > ANSWER_MAX_BYTES {
                return Err(HttpFault::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = HttpResponse::new(body);
        *answer.status_mut() = response.status();
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpFault;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpFault>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(
            async move { self.send(reqwest::Request::try_from(request).map_err(|_| HttpFault::Unreachable)?).await },
        )
    }
}

impl From<HttpFault> for OidcError {
    fn from(fault: HttpFault) -> Self {
        match fault {
            HttpFault::Unreachable => Self::Unreachable,
            HttpFault::TimedOut => Self::TimedOut,
            HttpFault::TooLarge => Self::Answer("sends more than we read"),
            HttpFault::InTheClear => Self::Answer("names an endpoint that is not on https"),
        }
    }
}

fn fault(error: &reqwest::Error) -> HttpFault {
    if error.is_timeout() { HttpFault::TimedOut } else { HttpFault::Unreachable }
}

fn is_plain_loopback(url: &Url) -> bool {
    url.scheme() == "http" && url.host().is_some_and(|host| is_loopback(&host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_of_an_issuer_use_https_or_the_scheme_of_the_issuer() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let trusts = |issuer: &str, is_this_server, url: &str| {
            let http = Http::new(issuer, is_this_server, Duration::from_secs(1)).unwrap();
            http.trusts(&Url::parse(url).unwrap())
        };
        for (issuer, is_this_server, url, trusted) in [
            ("https://issuer.example", false, "https://keys.example/", true),
            ("https://issuer.example", false, "http://issuer.example/", false),
            ("http://127.0.0.1:9/", false, "http://127.0.0.1:10/", true),
            ("http://127.0.0.1:9/", false, "http://10.0.0.1/", false),
            ("http://10.0.0.1:8080/dev-idp", true, "http://10.0.0.1:8080/dev-idp/token", true),
            ("http://10.0.0.1:8080/dev-idp", true, "http://10.0.0.1:8081/", false),
            ("http://10.0.0.1:8080/dev-idp", true, "http://10.0.0.2:8080/", false),
        ] {
            assert_eq!(trusts(issuer, is_this_server, url), trusted, "{issuer} {url}");
        }
    }

    #[test]
    fn an_issuer_is_on_https_or_on_this_computer() {
        for (url, good) in [
            ("http://127.0.0.1:8080/dev-idp", true),
            ("http://127.9.9.9/", true),
            ("http://[::1]:8080/", true),
            ("http://localhost:8080", true),
            ("http://grow.localhost:8080", true),
            ("https://127.0.0.1/", false),
            ("http://10.0.0.1/", false),
            ("http://localhost.example.in/", false),
            ("http://127.0.0.1.example.in/", false),
            ("ftp://localhost/", false),
            ("data:text/plain,x", false),
        ] {
            assert_eq!(is_plain_loopback(&Url::parse(url).unwrap()), good, "{url}");
        }
    }
}
