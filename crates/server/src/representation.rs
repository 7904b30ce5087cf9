//! Responses with an `ETag`, compressed as the client accepts, or 304.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use grow_domain::Language;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::sync::OnceLock;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Browsers cache the body and revalidate it at each use.
const CONFIRMED: HeaderValue = HeaderValue::from_static("no-cache");
/// The body is private.
const KEPT_NOWHERE: HeaderValue = HeaderValue::from_static("no-store");
const BY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");
/// Cookies name the language, or the farmer who chose one.
const BY_LANGUAGE: HeaderValue = HeaderValue::from_static("accept-encoding, accept-language, cookie");

/// Content encodings, in order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }
}

/// A response body with its headers.
pub(crate) struct Representation {
    content_type: HeaderValue,
    cache_control: HeaderValue,
    vary: HeaderValue,
    /// None for a body without sentences.
    language: Option<HeaderValue>,
    /// None for a private body.
    etag: Option<HeaderValue>,
    plain: Bytes,
    /// The compressed forms, each created on first use.
    packed: Vec<(Encoding, OnceLock<Bytes>)>,
}

impl Representation {
    /// A public body with an `ETag`. The tag must be weak if compressed forms share it.
    pub(crate) fn new(content_type: HeaderValue, plain: Bytes, etag: HeaderValue) -> Self {
        let (cache_control, vary) = (CONFIRMED, BY_ENCODING);
        Self { content_type, cache_control, vary, language: None, etag: Some(etag), plain, packed: Vec::new() }
    }

    /// A private body, which must not be stored.
    pub(crate) fn private(content_type: HeaderValue, plain: Bytes) -> Self {
        let (cache_control, vary) = (KEPT_NOWHERE, BY_ENCODING);
        Self { content_type, cache_control, vary, language: None, etag: None, plain, packed: Vec::new() }
    }

    /// JSON with an `ETag`, in every encoding.
    pub(crate) fn json(plain: Bytes, etag: HeaderValue) -> Self {
        Self::new(JSON, plain, etag).packed_as(Encoding::Brotli).packed_as(Encoding::Gzip)
    }

    /// A JSON response with an `ETag` from its content. It changes only with a release.
    pub(crate) fn of(answer: &impl Serialize) -> Self {
        let json = serde_json::to_vec(answer).unwrap_or_default();
        let tag = weak_tag(&format!("{:08x}-{}", hash(&json), json.len()));
        Self::json(json.into(), tag)
    }

    /// Adds an encoding.
    pub(crate) fn packed_as(mut self, encoding: Encoding) -> Self {
        self.packed.push((encoding, OnceLock::new()));
        self
    }

    /// Adds an encoding that is already compressed.
    pub(crate) fn with_packed(mut self, encoding: Encoding, packed: Bytes) -> Self {
        self.packed.push((encoding, packed.into()));
        self
    }

    /// Replaces `Cache-Control`.
    pub(crate) fn cached(self, cache_control: &'static str) -> Self {
        Self { cache_control: HeaderValue::from_static(cache_control), ..self }
    }

    /// Names the language of the body, which the request chose.
    pub(crate) fn in_language(self, language: Language) -> Self {
        let language = Some(HeaderValue::from_static(language.tag()));
        Self { language, vary: BY_LANGUAGE, ..self }
    }

    pub(crate) fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// Returns the response to a request: in the best encoding that the client accepts, or 304.
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response {
        // Capacity for these headers and those of every response, so that the map does not grow.
        let mut headers = HeaderMap::with_capacity(16);
        headers.insert(header::CACHE_CONTROL, self.cache_control.clone());
        headers.insert(header::VARY, self.vary.clone());
        self.language.clone().map(|language| headers.insert(header::CONTENT_LANGUAGE, language));
        self.etag.clone().map(|etag| headers.insert(header::ETAG, etag));
        let mut response = if self.etag.as_ref().is_some_and(|etag| is_known(request, etag)) {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            match self.packed.iter().find(|(encoding, _)| takes(request, *encoding)) {
                Some((encoding, packed)) => {
                    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
                    Response::new(Body::from(packed.get_or_init(|| pack(*encoding, &self.plain)).clone()))
                }
                None => Response::new(Body::from(self.plain.clone())),
            }
        };
        *response.headers_mut() = headers;
        response
    }
}

/// A weak `ETag`, for a body with several encodings.
pub(crate) fn weak_tag(name: &str) -> HeaderValue {
    HeaderValue::try_from(format!("W/\"{name}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// A short hash of a content, for tags and ids.
pub(crate) fn hash(content: &[u8]) -> u32 {
    let [a, b, c, d, ..]: [u8; 32] = Sha256::digest(content).into();
    u32::from_be_bytes([a, b, c, d])
}

fn pack(encoding: Encoding, plain: &[u8]) -> Bytes {
    match encoding {
        Encoding::Brotli => brotli(plain),
        Encoding::Gzip => gzip(plain),
    }
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = packed.write_all(plain);
    packed.finish().unwrap_or_default().into()
}

fn brotli(plain: &[u8]) -> Bytes {
    /// Base-2 logarithm of the window size. For 16 and less the crate has no precomputed table and uses one of 32 MiB
    /// instead of 1 MiB.
    const WINDOW: u32 = 18;
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, 5, WINDOW);
    let _ = writer.write_all(plain);
    drop(writer);
    packed.into()
}

/// Returns whether the client has the version with this tag. Uses weak comparison, as `If-None-Match` does: `W/"1"`
/// equals `"1"`.
fn is_known(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = strong(tag.to_str().unwrap_or_default());
    items(request, header::IF_NONE_MATCH).any(|known| known == "*" || strong(known) == tag)
}

fn strong(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Returns whether the client accepts this encoding.
fn takes(request: &HeaderMap, encoding: Encoding) -> bool {
    items(request, header::ACCEPT_ENCODING).any(|offer| {
        let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
        name.trim().eq_ignore_ascii_case(encoding.name()) && !is_nothing(weight)
    })
}

/// Returns whether a weight is zero, with or without decimals: `q=0`.
fn is_nothing(weight: &str) -> bool {
    let number = weight.trim().strip_prefix(['q', 'Q']).and_then(|rest| rest.strip_prefix('='));
    number.and_then(|number| number.parse::<f32>().ok()) == Some(0.0)
}

/// Splits a list header into its elements.
fn items(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn every_packed_form_unpacks_to_the_same_bytes() {
        let plain = b"what is needed and what is met, crop by crop; ".repeat(50);
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&gzip(&plain)[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain);
        unpacked.clear();
        brotli::Decompressor::new(&brotli(&plain)[..], 4096).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain);
        assert!(brotli(&plain).len() < plain.len() / 3);
    }

    #[test]
    fn the_best_packing_that_is_there_and_taken_is_sent() {
        let both = || Representation::of(&"a body");
        let gzip_alone = || Representation::new(JSON, Bytes::new(), weak_tag("1")).packed_as(Encoding::Gzip);
        for (representation, offer, sent) in [
            (both(), "gzip, br", Some("br")),
            (both(), "gzip", Some("gzip")),
            (both(), "deflate", None),
            (gzip_alone(), "gzip, br", Some("gzip")),
            (gzip_alone(), "br", None),
            (Representation::private(JSON, Bytes::new()), "gzip, br", None),
        ] {
            let request = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(offer))]);
            let response = representation.answer(&request);
            assert_eq!(response.headers().get(header::CONTENT_ENCODING).map(|name| name.to_str().unwrap()), sent);
            assert_eq!(response.headers()[header::VARY], "accept-encoding");
        }
    }

    #[test]
    fn a_tag_is_known_whether_or_not_it_is_called_weak() {
        for (known, tag, same) in [
            (r#"W/"1""#, r#"W/"1""#, true),
            (r#""1""#, r#"W/"1""#, true),
            (r#"W/"1""#, r#""1""#, true),
            (r#""0" , W/"1""#, r#"W/"1""#, true),
            ("*", r#"W/"1""#, true),
            (r#"W/"11""#, r#"W/"1""#, false),
            ("1", r#"W/"1""#, false),
            ("", r#"W/"1""#, false),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(known))]);
            assert_eq!(is_known(&headers, &HeaderValue::from_static(tag)), same, "{known} {tag}");
        }
        assert!(!is_known(&HeaderMap::new(), &HeaderValue::from_static("\"1\"")));
    }

    #[test]
    fn a_packing_with_no_weight_is_refused() {
        for (offer, taken) in [
            ("br", true),
            ("gzip, deflate, BR", true),
            ("br;q=1", true),
            ("gzip;q=1.0, br; q=0.001", true),
            ("br;q=0", false),
            ("br;q=0.0", false),
            ("br ; Q=0.000", false),
            ("gzip", false),
            ("brotli", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(offer))]);
            assert_eq!(takes(&headers, Encoding::Brotli), taken, "{offer}");
        }
        assert!(!takes(&HeaderMap::new(), Encoding::Brotli));
    }
}
