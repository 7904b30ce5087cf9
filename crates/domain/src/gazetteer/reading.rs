//! Splits a place text into the state and the remaining parts.

use super::index::INDEX;
use super::spelling::{self, Part};
use crate::State;
use std::borrow::Cow;

#[derive(Clone)]
pub(super) struct Reading {
    /// All parts, including the state.
    pub(super) parts: Vec<Part>,
    /// The parts without the state.
    pub(super) rest: Vec<Part>,
    pub(super) state: Option<State>,
    /// Whether brackets, slashes or dashes divide it, which are also part of some names: `Jalgaon (Jamod)`.
    pub(super) is_jointed: bool,
    pub(super) ends_with_state: bool,
}

impl Part {
    pub(super) fn key(&self) -> String {
        self.words.concat()
    }

    /// Whether it contains a word for 'sub-district' beside a name.
    pub(super) fn says_subdistrict(&self) -> bool {
        self.words.len() > 1 && self.words.iter().any(|word| spelling::is_subdistrict(word))
    }

    /// Whether it tells nothing about the district after whose name it stands: a village, or no more than the word for
    /// a post office or a sub-district.
    pub(super) fn is_ornament(&self) -> bool {
        let is_kind = |word: &String| spelling::is_subdistrict(word) || spelling::is_post_office(word);
        self.words.iter().any(|word| spelling::is_village(word)) || self.words.iter().all(is_kind)
    }

    /// The key without words for 'sub-district'.
    pub(super) fn bare_key(&self) -> String {
        self.bare().map_or_else(|| self.key(), |bare| bare.key())
    }

    /// The part without words for 'sub-district', if there are such words; the first one stays if all are.
    pub(super) fn bare(&self) -> Option<Self> {
        let is_name = |word: &&String| !spelling::is_subdistrict(word);
        if self.words.len() < 2 || self.words.iter().all(|word| is_name(&word)) {
            return None;
        }
        let names: Vec<_> = self.words.iter().filter(is_name).cloned().collect();
        let words = if names.is_empty() { self.words.iter().take(1).cloned().collect() } else { names };
        Some(Self { words, ..*self })
    }

    /// Keys of its trailing words, the longest first.
    pub(super) fn ends(&self) -> impl Iterator<Item = String> {
        (0..self.words.len()).filter_map(|from| Some(self.words.get(from..)?.concat()))
    }

    /// All ways to split the part between two words.
    pub(super) fn cuts(&self) -> impl Iterator<Item = (&[String], &[String])> {
        (1..self.words.len()).filter_map(|at| self.words.split_at_checked(at))
    }
}

impl Reading {
    pub(super) fn of(text: &str) -> Self {
        let parts = without_country_code(spelling::parts(text));
        let mut rest = parts.clone();
        let state = take_state(&mut rest);
        let ends_with_state = state.is_some() && parts.last() != rest.last();
        Self { parts, rest, state, is_jointed: text.contains(['(', '/', '-', '–']), ends_with_state }
    }

    /// The reading without words for 'sub-district'.
    pub(super) fn bare(&self) -> Cow<'_, Self> {
        if self.parts.iter().all(|part| part.bare().is_none()) {
            return Cow::Borrowed(self);
        }
        let bare = |parts: &[Part]| parts.iter().map(|part| part.bare().unwrap_or_else(|| part.clone())).collect();
        Cow::Owned(Self { parts: bare(&self.parts), rest: bare(&self.rest), ..*self })
    }

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
        // 'West Bengal' is no district before 'Bengal'.
        let cuts = last.cuts().filter(|_| INDEX.state(&last.key()).is_none());
        let within = cuts.map(|(name, state)| (name.concat(), state.concat()));
        whole.into_iter().chain(within).map(|(name, state)| (name, INDEX.states_beginning_with(&state))).collect()
    }
}

/// Leaves out the `IN` of India after a state: 'Erode, TN, IN'. Elsewhere it may be the beginning of Indore.
fn without_country_code(parts: Vec<Part>) -> Vec<Part> {
    let mut shorter = parts.clone();
    if shorter.last_mut().and_then(|last| last.words.pop()).is_none_or(|word| word != "in") {
        return parts;
    }
    shorter.retain(|part| !part.words.is_empty());
    if at_the_end(&mut shorter.clone()).is_some() { shorter } else { parts }
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

/// Whether a key is a state's code, or begins other names too. Alone it is no state: `Ka` is rather the beginning of
/// Karur, and `Raj` of Rajkot.
fn is_code(key: &str) -> bool {
    (key.is_ascii() && key.len() <= 2) || matches!(key, "guj" | "maha" | "raj" | "महा" | "राज")
}
