//! What the server said, and what every answer of it must be.

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
    pub(crate) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let answer = Self { status, headers, body: response.bytes().await.unwrap() };
        answer.is_hardened();
        answer
    }

    /// A header, or nothing where it is missing.
    pub(crate) fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Where a redirect leads.
    #[track_caller]
    pub(crate) fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{self:?}");
        self.header(header::LOCATION)
    }

    /// The JSON of an answer with this status.
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

    /// 'Every error is an RFC 9457 problem: `{type, title, status, detail, field?}`.' Gives it.
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
            assert!(["type", "title", "status", "detail", "field"].contains(&member.as_str()), "{problem}");
        }
        problem
    }

    /// No answer may be read as another type, be used by another site, or leak its address, and none invites another site. The
    /// page that opened the sign-in popup must see when it is closed.
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
