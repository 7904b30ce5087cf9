//! Splits a place text into the state and the remaining parts.

use super::index::INDEX;
use super::spelling::{self, Part};
use crate::State;

/// A parsed place text.
pub(super) struct Reading {
    /// All parts, including the state.
    pub(super) parts: Vec<Part>,
    /// The parts without the state.
    pub(super) rest: Vec<Part>,
    pub(super) state: Option<State>,
}

impl Part {
    pub(super) fn key(&self) -> String {
        self.words.concat()
    }

    /// Keys of its trailing words, the longest first.
    pub(super) fn ends(&self) -> impl Iterator<Item = String> {
        (0..self.words.len()).filter_map(|from| Some(self.words.get(from..)?.concat()))
    }

    /// All ways to split the part between two words.
    fn cuts(&self) -> impl Iterator<Item = (&[String], &[String])> {
        (1..self.words.len()).filter_map(|at| self.words.split_at_checked(at))
    }
}

impl Reading {
    pub(super) fn of(text: &str) -> Self {
        let parts = spelling::parts(text);
        let mut rest = parts.clone();
        let state = take_state(&mut rest);
        Self { parts, rest, state }
    }

    /// The key of all parts together.
    pub(super) fn key(&self) -> String {
        self.parts.iter().map(Part::key).collect()
    }

    /// Keys that may name the district when the state follows it.
    pub(super) fn ends(&self) -> impl Iterator<Item = String> {
        self.rest.last().into_iter().flat_map(Part::ends)
    }

    /// Names before an incomplete state name, with the states that may follow: 'Erode, Ta'.
    pub(super) fn before_state(&self) -> Vec<(String, Vec<State>)> {
        let Some((last, before)) = self.parts.split_last() else { return Vec::new() };
        let whole = before.last().map(|name| (name.key(), last.key()));
        let within = last.cuts().map(|(name, state)| (name.concat(), state.concat()));
        whole.into_iter().chain(within).map(|(name, state)| (name, INDEX.states_beginning_with(&state))).collect()
    }
}

/// Finds and removes the state: at the end, as a part of its own, or at the beginning.
fn take_state(parts: &mut Vec<Part>) -> Option<State> {
    let found = at_the_end(parts).or_else(|| as_a_part(parts)).or_else(|| at_the_beginning(parts));
    parts.retain(|part| !part.words.is_empty());
    found
}

fn at_the_end(parts: &mut [Part]) -> Option<State> {
    let (last, before) = parts.split_last_mut()?;
    let (from, state) = (0..last.words.len()).find_map(|from| {
        let key = last.words.get(from..)?.concat();
        let stands_alone = from == 0 && before.is_empty();
        Some((from, INDEX.state(&key).filter(|_| !(stands_alone && is_code(&key)))?))
    })?;
    last.words.truncate(from);
    Some(state)
}

fn as_a_part(parts: &mut [Part]) -> Option<State> {
    let stands_alone = parts.len() == 1;
    parts.iter_mut().find_map(|part| {
        let key = part.key();
        let state = INDEX.state(&key).filter(|_| !(stands_alone && is_code(&key)))?;
        part.words.clear();
        Some(state)
    })
}

fn at_the_beginning(parts: &mut [Part]) -> Option<State> {
    let first = parts.first_mut()?;
    let (words, state) = first.cuts().find_map(|(state, _)| {
        let key = state.concat();
        Some((state.len(), INDEX.state(&key).filter(|_| !is_code(&key))?))
    })?;
    first.words.drain(..words);
    Some(state)
}

/// Whether a key is a state's code. A code alone is no state: `Ka` is rather the beginning of Karur.
fn is_code(key: &str) -> bool {
    key.is_ascii() && key.len() <= 2
}
