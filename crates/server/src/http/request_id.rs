//! The id of the request that is being answered: the log and the problem of a failure both have it.

use serde::{Serialize, Serializer};
use std::fmt;
use uuid::Uuid;

/// An id that no other request of this or another server has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestId {
    /// Of the server's process.
    process: u32,
    number: u64,
}

tokio::task_local! {
    static CURRENT: RequestId;
}

impl RequestId {
    pub(crate) fn new(process: Uuid, number: u64) -> Self {
        let [.., a, b, c, d] = *process.as_bytes();
        Self { process: u32::from_be_bytes([a, b, c, d]), number }
    }

    /// The request that is being answered. `None` outside of requests.
    pub(crate) fn current() -> Option<Self> {
        CURRENT.try_get().ok()
    }

    /// Does the work for this request.
    pub(crate) fn scope<F: Future>(self, work: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, work)
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}-{:x}", self.process, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_has_its_id_while_it_is_answered() {
        let first = RequestId::new(Uuid::from_u128(0x12_3456_789a), 255);
        assert_eq!(first.to_string(), "3456789a-ff");
        assert_eq!(first.scope(async { RequestId::current() }).await, Some(first));
        assert_eq!(RequestId::current(), None);
    }
}
