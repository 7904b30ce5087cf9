//! Codes and access tokens: random texts that stand for a grant for a limited time.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The valid tickets. Their number is bounded, so that visitors cannot exhaust the memory.
pub(crate) struct Tickets<T> {
    lifetime: SignedDuration,
    most: usize,
    /// Oldest first.
    out: Mutex<VecDeque<Ticket<T>>>,
}

struct Ticket<T> {
    text: String,
    since: Timestamp,
    stands_for: T,
}

impl<T: Clone> Tickets<T> {
    pub(crate) fn new(lifetime: SignedDuration, most: usize) -> Self {
        Self { lifetime, most, out: Mutex::new(VecDeque::new()) }
    }

    /// Issues a ticket. Evicts the oldest one if there are too many.
    pub(crate) fn issue(&self, random: [u8; 32], now: Timestamp, stands_for: T) -> String {
        let text = URL_SAFE_NO_PAD.encode(random);
        let mut out = self.valid(now);
        if out.len() >= self.most {
            out.pop_front();
        }
        out.push_back(Ticket { text: text.clone(), since: now, stands_for });
        text
    }

    /// Returns the grant of a valid ticket.
    pub(crate) fn read(&self, text: &str, now: Timestamp) -> Option<T> {
        self.valid(now).iter().find(|ticket| ticket.text == text).map(|ticket| ticket.stands_for.clone())
    }

    /// Returns the grant of a valid ticket and invalidates the ticket.
    pub(crate) fn take(&self, text: &str, now: Timestamp) -> Option<T> {
        let mut out = self.valid(now);
        let place = out.iter().position(|ticket| ticket.text == text)?;
        out.remove(place).map(|ticket| ticket.stands_for)
    }

    fn valid(&self, now: Timestamp) -> MutexGuard<'_, VecDeque<Ticket<T>>> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.retain(|ticket| now.duration_since(ticket.since) < self.lifetime);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_ticket_is_redeemed_once_and_only_while_it_is_valid() {
        let tickets = Tickets::new(SignedDuration::from_secs(60), 10);
        let (first, late) = (tickets.issue([1; 32], second(0), 'a'), tickets.issue([2; 32], second(0), 'b'));
        assert_eq!(tickets.read(&first, second(59)), Some('a'));
        assert_eq!(tickets.take(&first, second(59)), Some('a'));
        assert_eq!(tickets.take(&first, second(59)), None);
        assert_eq!(tickets.take(&late, second(60)), None);
        assert_eq!(tickets.take("", second(0)), None);
    }

    #[test]
    fn the_oldest_ticket_is_evicted() {
        let tickets = Tickets::new(SignedDuration::from_secs(60), 3);
        let texts: Vec<String> = (0..5).map(|n| tickets.issue([n; 32], second(0), n)).collect();
        let left: Vec<Option<u8>> = texts.iter().map(|text| tickets.read(text, second(1))).collect();
        assert_eq!(left, [None, None, Some(2), Some(3), Some(4)]);
    }
}
