//! What the issuer needs from the server that it runs in.

use crate::Sentence;
use axum::http::HeaderMap;
use grow_domain::Language;
use jiff::Timestamp;

/// The server that the issuer runs in.
pub trait Host: Send + Sync + 'static {
    /// The time.
    fn now(&self) -> Timestamp;

    /// Fills a buffer with bytes that nobody can guess.
    fn fill_random(&self, bytes: &mut [u8]);

    /// The language that a browser asks for.
    fn language(&self, headers: &HeaderMap) -> Language;

    /// A sentence in a language.
    fn say(&self, sentence: Sentence, language: Language) -> &'static str;
}
