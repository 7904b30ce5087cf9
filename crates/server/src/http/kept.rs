//! An answer that is the same for everyone until the next release.

use super::demand::packing;
use super::wishes;
use crate::live::{Encoding, brotli, gzip};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

/// A JSON answer, written once, and its packings, each made when it is first asked for.
pub(crate) struct Kept {
    json: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    /// Weak, since the packed forms are other bytes of the same thing.
    etag: HeaderValue,
}

impl Kept {
    pub(super) fn new(answer: &impl Serialize) -> Self {
        let json = serde_json::to_vec(answer).unwrap_or_default();
        let [a, b, c, d, ..]: [u8; 32] = Sha256::digest(&json).into();
        let etag = format!("W/\"{:08x}-{}\"", u32::from_be_bytes([a, b, c, d]), json.len());
        Self {
            json: json.into(),
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
            etag: HeaderValue::try_from(etag).unwrap_or(HeaderValue::from_static("W/\"0\"")),
        }
    }

    /// The answer as the client wants it: packed, or only confirmed. A browser keeps it, and asks each time whether it still
    /// holds, so that a new release is seen at once.
    pub(super) fn answer(&self, wishes: &HeaderMap) -> Response {
        let known = wishes::is_known(wishes, &self.etag);
        let (body, name) = match packing(wishes) {
            _ if known => (Bytes::new(), None),
            Encoding::Identity => (self.json.clone(), None),
            Encoding::Gzip => (self.gzip.get_or_init(|| gzip(&self.json)).clone(), Some("gzip")),
            Encoding::Brotli => (self.brotli.get_or_init(|| brotli(&self.json)).clone(), Some("br")),
        };
        let mut response = Response::new(Body::from(body));
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        name.map(|name| headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name)));
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        response
    }
}
