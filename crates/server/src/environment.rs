//! Time and chance, as parameters.

use jiff::Timestamp;
use std::sync::Arc;
use uuid::Uuid;

/// Tells the time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The clock of the machine.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one place where time comes in")]
    pub fn system() -> Self {
        Self::from_fn(Timestamp::now)
    }

    /// Any other clock.
    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// What time it is, to the microsecond, as it is stored.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let now = (self.0)();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }
}

/// Gives random bytes that nobody can guess.
#[derive(Clone)]
pub struct Random(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl Random {
    /// The random source of the operating system.
    ///
    /// # Panics
    /// Asking for bytes panics where the system has none to give: without them nothing can be kept secret.
    #[must_use]
    #[expect(clippy::expect_used, reason = "said above")]
    pub fn system() -> Self {
        Self::from_fn(|bytes| getrandom::fill(bytes).expect("the operating system gives random bytes"))
    }

    /// Any other source.
    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    /// Fills a buffer.
    pub fn fill(&self, bytes: &mut [u8]) {
        (self.0)(bytes);
    }

    /// 256 bits as text that a cookie or an address can carry.
    pub(crate) fn token(&self) -> String {
        use base64::Engine as _;
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A `UUIDv7`: its order is the order of time.
    pub(crate) fn id(&self, now: Timestamp) -> Uuid {
        let mut bytes = [0; 10];
        self.fill(&mut bytes);
        let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}
