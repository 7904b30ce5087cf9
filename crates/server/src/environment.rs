//! Time and chance, as parameters.

use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Tells the time: what a calendar says, which may be set ahead and back, and how much has passed, which only grows.
#[derive(Clone)]
pub struct Clock {
    now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    elapsed: Arc<dyn Fn() -> Duration + Send + Sync>,
    /// When nothing had passed.
    start: Timestamp,
}

impl Clock {
    /// The clocks of the machine.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one place where time comes in")]
    pub fn system() -> Self {
        let start = Instant::now();
        Self::from_fns(Timestamp::now, move || start.elapsed())
    }

    /// A clock that nobody sets: what has passed is told by its time.
    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + Clone + 'static) -> Self {
        let (start, told) = (now(), now.clone());
        Self::from_fns(now, move || Duration::try_from(told().duration_since(start)).unwrap_or_default())
    }

    /// Any other clock: its time, and how much has passed since it was made.
    pub fn from_fns(
        now: impl Fn() -> Timestamp + Send + Sync + 'static,
        elapsed: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> Self {
        Self { start: now(), now: Arc::new(now), elapsed: Arc::new(elapsed) }
    }

    /// What time it is, to the microsecond, as it is stored.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        whole_micros((self.now)())
    }

    /// How much has passed since the clock was made. Nobody can set it.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// The time by which things end: never ahead of what has passed since the clock was made. So nothing ends early because
    /// the calendar was set ahead; where it was set right, things end late until the next start.
    #[must_use]
    pub fn expiry_now(&self) -> Timestamp {
        let passed = SignedDuration::try_from(self.elapsed()).unwrap_or(SignedDuration::MAX);
        let steady = self.start.checked_add(passed).unwrap_or(Timestamp::MAX);
        whole_micros(steady).min(self.now())
    }
}

fn whole_micros(time: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(time.as_microsecond()).unwrap_or(time)
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
