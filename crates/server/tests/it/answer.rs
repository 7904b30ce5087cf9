//! A response, with the checks that hold for every response of the server.

use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    /// The files of the app that a page names; of its import map, those that it leads to.
    pub(crate) fn files(&self) -> Vec<&str> {
        let parts: Vec<_> = self.text().split('"').collect();
        let is_file = |pair: &&[&str]| pair[0].starts_with("/assets/") && pair[1] != ":";
        parts.windows(2).filter(is_file).map(|pair| pair[0]).collect()
    }

    pub(crate) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let answer = Self { status, headers, body: response.bytes().await.unwrap() };
        answer.is_hardened();
        answer
    }

    /// Returns a header, or an empty string if it is missing.
    pub(crate) fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Returns the target of a redirect.
    #[track_caller]
    pub(crate) fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{self:?}");
        self.header(header::LOCATION)
    }

    /// Asserts the status and returns the JSON body.
    #[track_caller]
    pub(crate) fn json(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        assert_eq!(self.header(header::CONTENT_TYPE), "application/json", "{self:?}");
        serde_json::from_slice(&self.body).unwrap()
    }

    #[track_caller]
    pub(crate) fn is_empty(&self, status: u16) {
        assert_eq!((self.status.as_u16(), self.text()), (status, ""), "{self:?}");
    }

    /// 'Every error is an RFC 9457 problem: `{type, title, status, detail, field?, limit?, record?, request?}`.' Asserts
    /// it and returns the problem.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, slug: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        assert_eq!(self.header(header::CONTENT_TYPE), "application/problem+json", "{self:?}");
        assert_eq!(self.header(header::CACHE_CONTROL), "no-store", "{self:?}");
        let problem: Value = serde_json::from_slice(&self.body).unwrap();
        assert_eq!(problem["type"], slug, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["title"], self.status.canonical_reason().unwrap(), "{problem}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(' ') && detail.starts_with(char::is_uppercase), "no sentence: {detail}");
        for member in problem.as_object().unwrap().keys() {
            let members = ["type", "title", "status", "detail", "field", "limit", "record"];
            let is_ours = member == "request" && status >= 500;
            assert!(is_ours || members.contains(&member.as_str()), "{problem}");
        }
        problem
    }

    /// Asserts the security headers: no content sniffing, no use by other sites, no referrer to other sites, no CORS.
    /// The page that opened the sign-in popup must be able to see when it closes.
    #[track_caller]
    fn is_hardened(&self) {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin-allow-popups"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(self.header(name), value, "{name} of {self:?}");
        }
        assert_ne!(self.header(header::CACHE_CONTROL), "", "{self:?}");
        assert_eq!(self.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "", "{self:?}");
        if self.header(header::CONTENT_TYPE).starts_with("text/html") {
            let policy = self.header(header::CONTENT_SECURITY_POLICY);
            assert!(policy.starts_with("default-src '") && policy.contains("frame-ancestors '"), "{policy}");
            for hole in ["unsafe-", "*", "data:", "http:"] {
                assert!(!policy.replace("http://127.0.0.1", "").contains(hole), "{hole} in {policy}");
            }
            assert!(self.header("permissions-policy").contains("geolocation=()"), "{self:?}");
        }
    }
}
