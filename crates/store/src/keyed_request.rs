//! Idempotency: a request with a key is recorded once, however often and at whichever server it arrives.

use grow_domain::Invalid;
use grow_domain::sowing::Meaning;
use uuid::Uuid;

/// A request with an idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedRequest<S, N> {
    /// What it states. A repeat states the same.
    pub stated: S,
    /// What is recorded if the key is new, or why it is refused then.
    pub judged: Result<N, Invalid>,
}

/// The request that states all of a value.
impl<S: From<N>, N: Copy> From<N> for KeyedRequest<S, N> {
    fn from(new: N) -> Self {
        Self { stated: new.into(), judged: Ok(new) }
    }
}

/// Whether a request means what the first one of its key did. A row of a release that did not store the meaning is
/// compared by what the row itself says.
pub(crate) fn is_repeat(first: Option<Uuid>, meaning: Meaning, by_row: impl FnOnce() -> bool) -> bool {
    first.map_or_else(by_row, |first| first == meaning.0)
}
