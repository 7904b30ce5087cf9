//! Clock and randomness, as parameters.

use jiff::{SignedDuration, Timestamp};
use rustix::time::{ClockId, clock_gettime};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use uuid::Uuid;

/// The clock that goes on while the machine sleeps.
#[cfg(target_os = "linux")]
const SINCE_BOOT: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const SINCE_BOOT: ClockId = ClockId::Monotonic;

/// A clock: the wall-clock time, which can be set forwards and backwards, and the elapsed time, which goes on while the
/// machine sleeps.
#[derive(Clone)]
pub struct Clock {
    now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    elapsed: Arc<dyn Fn() -> Duration + Send + Sync>,
    expiry: Arc<Mutex<ExpiryClock>>,
}

impl Clock {
    /// The system clocks.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the only access to the system clocks")]
    pub fn system() -> Self {
        Self::from_fns(Timestamp::now, since_now())
    }

    /// The system clocks, with the wall clock set to this moment now. For development, to see another season.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the only access to the system clocks")]
    pub fn system_set_to(now: Timestamp) -> Self {
        let ahead = now.duration_since(Timestamp::now());
        let wall = move || Timestamp::now().checked_add(ahead).unwrap_or(now);
        Self::from_fns(wall, since_now())
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
        let expiry = ExpiryClock::beginning(now(), elapsed());
        Self { now: Arc::new(now), elapsed: Arc::new(elapsed), expiry: Arc::new(Mutex::new(expiry)) }
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

    /// The time for expiry checks: the wall-clock time, but a step of it forwards counts only once it has stood for a day.
    /// So a clock that is set wrong for a while expires nothing early, and one that was wrong at the start nothing late
    /// for long.
    #[must_use]
    pub fn expiry_now(&self) -> Timestamp {
        let mut expiry = self.expiry.lock().unwrap_or_else(PoisonError::into_inner);
        whole_micros(expiry.at((self.now)(), (self.elapsed)()))
    }
}

/// The time since now.
fn since_now() -> impl Fn() -> Duration {
    let since_boot = || Duration::try_from(clock_gettime(SINCE_BOOT)).unwrap_or_default();
    let start = since_boot();
    move || since_boot().saturating_sub(start)
}

/// How far two looks at the wall clock may differ from the elapsed time between them without a step of the clock.
const SLEWED: SignedDuration = SignedDuration::from_mins(1);
/// How long a step of the wall clock has to stand.
const STANDS: Duration = Duration::from_hours(24);

/// The time for expiry checks. A reading of the wall clock is compared by its zero: the time at which nothing had
/// elapsed, which only steps of the clock change.
struct ExpiryClock {
    /// The zero that has stood.
    believed: Timestamp,
    /// The zero at the last look.
    seen: Timestamp,
    /// Elapsed time since which there was no step.
    since: Duration,
}

impl ExpiryClock {
    fn beginning(wall: Timestamp, elapsed: Duration) -> Self {
        let zero = minus(wall, elapsed);
        Self { believed: zero, seen: zero, since: elapsed }
    }

    fn at(&mut self, wall: Timestamp, elapsed: Duration) -> Timestamp {
        let zero = minus(wall, elapsed);
        if zero.duration_since(self.seen).abs() > SLEWED {
            self.since = elapsed;
        }
        self.seen = zero;
        if elapsed.saturating_sub(self.since) >= STANDS {
            self.believed = zero;
        }
        self.believed.min(zero).saturating_add(elapsed).unwrap_or(Timestamp::MAX)
    }
}

fn minus(time: Timestamp, elapsed: Duration) -> Timestamp {
    time.saturating_sub(elapsed).unwrap_or(Timestamp::MIN)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOUR: i64 = 3_600;
    const START: i64 = 1_781_524_800;

    /// A machine: hours pass, in which it may sleep, and its wall clock is set by some hours.
    #[derive(Clone, Debug)]
    enum Step {
        Pass(i64),
        Set(i64),
    }

    struct Machine {
        truth: i64,
        wrong_by: i64,
        expiry: ExpiryClock,
    }

    impl Machine {
        fn started(wrong_by: i64) -> Self {
            let wall = Timestamp::from_second(START + wrong_by * HOUR).unwrap();
            Self { truth: START, wrong_by, expiry: ExpiryClock::beginning(wall, Duration::ZERO) }
        }

        /// Hours by which the time for expiry checks is ahead of the truth.
        fn take(&mut self, step: &Step) -> i64 {
            match *step {
                Step::Pass(hours) => self.truth += hours * HOUR,
                Step::Set(wrong_by) => self.wrong_by = wrong_by,
            }
            let wall = Timestamp::from_second(self.truth + self.wrong_by * HOUR).unwrap();
            let elapsed = Duration::from_secs((self.truth - START).unsigned_abs());
            (self.expiry.at(wall, elapsed).as_second() - self.truth) / HOUR
        }
    }

    fn wrong() -> impl Strategy<Value = i64> {
        prop_oneof![Just(0), -500_000..500_000_i64]
    }

    proptest! {
        #[test]
        fn a_clock_that_was_wrong_for_less_than_a_day_expires_nothing_early(
            steps in prop::collection::vec((wrong(), 0..24_i64, 0..200_i64), 1..8),
        ) {
            let mut machine = Machine::started(0);
            for (wrong_by, hours, right_hours) in steps {
                for step in [Step::Set(wrong_by), Step::Pass(hours)] {
                    prop_assert!(machine.take(&step) <= 0);
                }
                for step in [Step::Set(0), Step::Pass(right_hours)] {
                    prop_assert_eq!(machine.take(&step), 0);
                }
            }
        }

        #[test]
        fn a_clock_that_has_been_right_for_a_day_expires_nothing_late_whatever_it_was(
            at_start in wrong(),
            steps in prop::collection::vec(
                prop_oneof![(0..500_i64).prop_map(Step::Pass), wrong().prop_map(Step::Set)], 0..8,
            ),
            sleep in 24..10_000_i64,
        ) {
            let mut machine = Machine::started(at_start);
            for step in &steps {
                machine.take(step);
                prop_assert!(machine.take(step) <= machine.wrong_by, "never ahead of the wall clock");
            }
            machine.take(&Step::Set(0));
            prop_assert_eq!(machine.take(&Step::Pass(sleep)), 0);
        }
    }

    #[test]
    fn the_elapsed_time_of_the_system_goes_on() {
        let clock = Clock::system();
        let first = clock.elapsed();
        assert!(clock.elapsed() >= first && first < Duration::from_mins(1));
    }
}
