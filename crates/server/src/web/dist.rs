//! The built files of the app, embedded in the binary.

use crate::representation::{Encoding, Representation};
use bytes::Bytes;
use http::HeaderValue;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

/// The folder of the pages in the build.
pub(super) const FOLDER: &str = "pages/";

/// `web/dist`: every file, with its compressed forms `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub(super) struct Dist;

/// Returns a file of the app with its compressed forms and its `ETag`.
pub(super) fn file(path: &str) -> Option<(Representation, HeaderValue)> {
    let file = Dist::get(path)?;
    let (kind, tag) = (content_type(&file), etag(&file));
    let mut representation = Representation::new(kind, bytes(file), tag.clone());
    for (encoding, ending) in [(Encoding::Brotli, "br"), (Encoding::Gzip, "gz")] {
        if let Some(packed) = Dist::get(&format!("{path}.{ending}")) {
            representation = representation.with_packed(encoding, bytes(packed));
        }
    }
    // File names in assets/ contain a hash of the content, so they can be cached forever.
    if path.starts_with("assets/") {
        representation = representation.cached("public, max-age=31536000, immutable");
    } else if path.starts_with("crops/") {
        // Sixteen drawings that hardly ever change: a screen that shows all of them asks for none within a day.
        representation = representation.cached("public, max-age=86400, stale-while-revalidate=2592000");
    }
    Some((representation, tag))
}

/// Compressed forms share the `ETag`, so it is weak. A video has none, so its `ETag` is strong.
fn etag(file: &EmbeddedFile) -> HeaderValue {
    let weak = if file.metadata.mimetype().starts_with("video/") { "" } else { "W/" };
    let [a, b, c, d, ..] = file.metadata.sha256_hash();
    let tag = format!("{weak}\"{:08x}-{}\"", u32::from_be_bytes([a, b, c, d]), file.data.len());
    HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("W/\"0\""))
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

fn content_type(file: &EmbeddedFile) -> HeaderValue {
    let kind = file.metadata.mimetype();
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    HeaderValue::try_from(format!("{kind}{charset}")).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}
