//! Clock and randomness, as parameters.

use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// A clock: the wall-clock time, which can be set forwards and backwards, and the monotonic elapsed time.
#[derive(Clone)]
pub struct Clock {
    now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    elapsed: Arc<dyn Fn() -> Duration + Send + Sync>,
    /// The time at which nothing had elapsed.
    start: Timestamp,
}

impl Clock {
    /// The system clocks.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the only access to the system clocks")]
    pub fn system() -> Self {
        let start = Instant::now();
        Self::from_fns(Timestamp::now, move || start.elapsed())
    }

    /// The system clocks, with the wall clock set to this moment now. For development, to see another season.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the only access to the system clocks")]
    pub fn system_set_to(now: Timestamp) -> Self {
        let (start, ahead) = (Instant::now(), now.duration_since(Timestamp::now()));
        let wall = move || Timestamp::now().checked_add(ahead).unwrap_or(now);
        Self::from_fns(wall, move || start.elapsed())
    }

    /// Creates a clock whose elapsed time follows from its wall-clock time, for sources that never jump.
    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + Clone + 'static) -> Self {
        let (start, told) = (now(), now.clone());
        Self::from_fns(now, move || Duration::try_from(told().duration_since(start)).unwrap_or_default())
    }

    /// Creates a clock from a wall clock and an elapsed time.
    pub fn from_fns(
        now: impl Fn() -> Timestamp + Send + Sync + 'static,
        elapsed: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> Self {
        Self { start: now(), now: Arc::new(now), elapsed: Arc::new(elapsed) }
    }

    /// The wall-clock time in whole microseconds, as it is stored.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        whole_micros((self.now)())
    }

    /// The time since the clock was created. Monotonic.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// The time for expiry checks: the wall-clock time, but never later than start plus elapsed time. A wall clock set
    /// forwards expires nothing early. If it was corrected forwards, expiry is late until the next start.
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

/// A cryptographically secure random source.
#[derive(Clone)]
pub struct Random(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl Random {
    /// The random source of the operating system.
    ///
    /// # Panics
    /// [`Random::fill`] panics if the system has no random bytes. Without them, no secret is safe.
    #[must_use]
    #[expect(clippy::expect_used, reason = "documented under Panics")]
    pub fn system() -> Self {
        Self::from_fn(|bytes| getrandom::fill(bytes).expect("the operating system gives random bytes"))
    }

    /// Creates a random source from a function.
    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    /// Fills a buffer.
    pub fn fill(&self, bytes: &mut [u8]) {
        (self.0)(bytes);
    }

    /// Returns 256 random bits as text for cookies and addresses.
    pub(crate) fn token(&self) -> String {
        use base64::Engine as _;
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns a `UUIDv7`. Ids are ordered by time.
    #[must_use]
    pub fn id(&self, now: Timestamp) -> Uuid {
        let mut bytes = [0; 10];
        self.fill(&mut bytes);
        let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}
