//! Resolves a place, as a farmer writes it, to a district.
//!
//! Only an exact name decides: of a district, or of a sub-district of the state that is named with it. The names are
//! official ones, other spellings, former names, and names in Tamil and Hindi. If the text names several districts, or
//! only resembles a name, the farmer is asked to choose. A PIN code names its districts; it decides where the words do
//! not, and where they contradict it, the farmer is asked.

mod index;
mod likeness;
mod named;
mod pin;
mod reading;
mod resolution;
mod spelling;
#[cfg(test)]
mod subdistrict_tests;
mod subdistricts;
#[cfg(test)]
mod tests;

pub use resolution::Resolution;

use crate::{District, State};
use index::{INDEX, Kind, Name};
use named::{Named, or_by_pin, union};
use reading::Reading;
use resolution::asked;
use spelling::{Part, Ruler};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A district suggested for an incomplete text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The district.
    pub district: District,
    /// The name that matches the text, if it is not the official one: `Trichy`, `ஈரோடு`.
    pub matched_name: Option<&'static str>,
    /// The sub-district of the district that matches the text, if no name of the district does: `Chandausi`.
    pub subdistrict: Option<&'static str>,
}

impl Suggestion {
    /// A district by its official name.
    #[must_use]
    pub fn of(district: District) -> Self {
        Self { district, matched_name: None, subdistrict: None }
    }
}

/// Number of letters from which sub-districts are suggested. Fewer are the beginning of hundreds.
const SUBDISTRICTS_FROM: usize = 3;

/// Resolves a place to a district. The text may contain a village, a state and a postal code, in Latin, Tamil or
/// Devanagari script.
#[must_use]
pub fn resolve(text: &str) -> Resolution {
    let place = Reading::of(text);
    let named = named(text, &place);
    match named.decided() {
        Some(district) => Resolution::District(district),
        None if named.districts.is_empty() => asked(likeness::districts_like(&place)),
        None => asked(named.districts),
    }
}

/// Whether a district that a record keeps with its place was decided by a release before the sub-districts were known,
/// and the text does not decide it: it names another district, or several, or is only like a name.
#[must_use]
pub fn was_decided_too_soon(text: &str, district: District) -> bool {
    // Most texts do, and a record is read often.
    if named::ends_with_its_own_name(text, district) {
        return false;
    }
    let place = Reading::of(text);
    named(text, &place).decided() != Some(district) && likeness::is_decided_before(text, &place, district)
}

/// What the words, the PIN code or the only district of the state name.
fn named(text: &str, place: &Reading) -> Named {
    let Named { districts, is_certain } = named::in_text(text, place);
    let of_pin = pin::districts_in(text);
    let is_certain = is_certain || !of_pin.is_empty();
    let districts = or_by_pin(&districts, &of_pin);
    match (districts.is_empty(), place.state.and_then(only_district_of)) {
        (true, Some(only)) => Named { districts: vec![only], is_certain: true },
        _ => Named { districts, is_certain },
    }
}

/// Suggests districts for a place while it is typed, the likeliest first.
///
/// Matches of the official name or its beginning come first, then matches of another name, then similar names.
#[must_use]
pub fn suggest(text: &str, limit: usize) -> Vec<Suggestion> {
    let place = Reading::of(text);
    let of_pin = pin::districts_in(text);
    if !of_pin.is_empty() {
        let likeliest = or_by_pin(&named::in_text(text, &place).districts, &of_pin);
        return union(&likeliest, &of_pin).into_iter().take(limit).map(Suggestion::of).collect();
    }
    let mut suggestions = match place.state {
        Some(state) if place.rest.is_empty() => {
            District::all().filter(|d| d.state() == state).map(Suggestion::of).collect()
        }
        _ => agreeing(text, &place),
    };
    suggestions.truncate(limit);
    suggestions
}

/// The district of a state that has no other: 'Sector 22, Chandigarh'.
fn only_district_of(state: State) -> Option<District> {
    let mut districts = District::all().filter(|district| district.state() == state);
    let only = districts.next()?;
    districts.next().is_none().then_some(only)
}

/// Districts that match an incomplete text: as a whole, before the state, before the beginning of a state's name, or by
/// its last words after the village. Similar names are used only if nothing matches.
fn agreeing(text: &str, place: &Reading) -> Vec<Suggestion> {
    let wholes = [spelling::key(text), place.key()].into_iter().map(|key| (key, Vec::new()));
    let of_state = place.state.into_iter().flat_map(|state| place.ends().map(move |key| (key, vec![state])));
    let before_state = place.before_state().into_iter().filter(|(_, states)| !states.is_empty());
    let last = place.parts.last().into_iter().flat_map(Part::ends).map(|key| (key, Vec::new()));
    let readings: Vec<_> =
        wholes.chain(of_state).chain(before_state).chain(last).filter(|(key, _)| !key.is_empty()).collect();
    let agree = readings.iter().map(|(key, states)| ranked(beginning_with(key), states));
    let alike = readings.iter().map(|(key, states)| ranked(beginning_like(key), states));
    agree.chain(alike).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Quality of a match; smaller is better.
type Rank = (usize, Kind, usize);

/// A name that matches a text.
struct Match {
    rank: Rank,
    district: District,
    name: &'static str,
}

impl Match {
    fn of(name: &'static Name, agreement: usize, extent: usize) -> Self {
        Self { rank: (agreement, name.kind, extent), district: name.district, name: &name.text }
    }

    fn suggestion(&self) -> Suggestion {
        let Self { rank: (_, kind, _), district, name } = *self;
        Suggestion {
            district,
            matched_name: matches!(kind, Kind::Alias | Kind::Local).then_some(name),
            subdistrict: (kind == Kind::Subdistrict).then_some(name),
        }
    }
}

fn beginning_with(key: &str) -> Vec<Match> {
    let extent = |name: &str| usize::from(name.len() != key.len());
    let at_first = INDEX.beginning_with(key).iter().map(|name| Match::of(name, 0, extent(&name.key)));
    let inside = INDEX.with_word(key).map(|name| Match::of(name, 1, 0));
    let rows = subdistricts::rows_beginning_with(key).iter().filter(|_| key.len() >= SUBDISTRICTS_FROM);
    let subdistricts = rows.flat_map(|row| {
        let rank = (0, Kind::Subdistrict, extent(row.key()));
        row.districts().map(move |district| Match { rank, district, name: row.name() })
    });
    at_first.chain(inside).chain(subdistricts).collect()
}

fn beginning_like(key: &str) -> Vec<Match> {
    let letters: Vec<_> = key.chars().collect();
    let most = match letters.len() {
        0..4 => return Vec::new(),
        4..7 => 1,
        _ => 2,
    };
    let mut ruler = Ruler::default();
    let near = |name: &'static Name| Some(Match::of(name, ruler.with_beginning(&letters, &name.letters, most)?, 0));
    INDEX.names_like(&letters, most).filter_map(near).collect()
}

/// Ranks each district once by its best name, restricted to the states if any are given.
fn ranked(found: Vec<Match>, states: &[State]) -> Vec<Suggestion> {
    let mut best = BTreeMap::<_, Match>::new();
    for found in found {
        if states.is_empty() || states.contains(&found.district.state()) {
            match best.entry(found.district) {
                Entry::Vacant(entry) => drop(entry.insert(found)),
                Entry::Occupied(mut known) if found.rank < known.get().rank => drop(known.insert(found)),
                Entry::Occupied(_) => {}
            }
        }
    }
    let mut best: Vec<_> = best.into_values().collect();
    best.sort_by_key(|Match { rank, district, .. }| (*rank, district.name(), *district));
    best.iter().map(Match::suggestion).collect()
}
