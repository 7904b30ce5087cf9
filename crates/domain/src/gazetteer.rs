//! Resolves a place, as a farmer writes it, to a district.
//!
//! Only an exact name decides: of a district, or of a sub-district of the state that is named with it. The names are
//! official ones, other spellings, former names, and names in Tamil and Hindi. If the text names several districts, or
//! only resembles a name, the farmer is asked to choose. A PIN code names its districts; it decides where the words do
//! not, and where they contradict it, the farmer is asked. The farmer is asked too if the last part is no place that is
//! known: 'Salem, Oregon'.

mod index;
mod likeness;
mod named;
mod pin;
mod reading;
mod resolution;
mod script;
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
use resolution::{MOST_GUESSES, asked};
use spelling::{Part, Ruler};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use subdistricts::Subdistrict;

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
    pub fn of(district: District) -> Self {
        Self { district, matched_name: None, subdistrict: None }
    }
}

/// Number of letters from which sub-districts are suggested. Fewer are the beginning of hundreds.
const SUBDISTRICTS_FROM: usize = 3;

/// Resolves a place to a district. The text may contain a village, a state and a postal code, in Latin, Tamil or
/// Devanagari script.
pub fn resolve(text: &str) -> Resolution {
    let place = Reading::of(text);
    let named = named(text, &place, &pin::districts_in(text));
    if let Some(district) = named.decided() {
        return Resolution::District(district);
    }
    let proposed = proposed(&place, &named);
    asked(if proposed.is_empty() { begun(text, &place) } else { proposed })
}

/// The districts that a text may mean, the likeliest first: those that it names, with those that its last part
/// resembles if that names none; or those that the text resembles.
fn proposed(place: &Reading, named: &Named) -> Vec<District> {
    match *named.districts {
        [] => likeness::districts_like(place),
        ref districts if named.is_half => union(districts, &likeness::districts_like_the_end(place)),
        ref districts => districts.to_vec(),
    }
}

/// The districts with a name of which the text is the beginning, if they are few.
fn begun(text: &str, place: &Reading) -> Vec<District> {
    let found = if place.rest.is_empty() { Vec::new() } else { agreeing(&readings(text, place).0) };
    if found.len() > MOST_GUESSES { Vec::new() } else { found.iter().map(|it| it.district).collect() }
}

/// Whether a district that a record keeps with its place was decided by a release before the sub-districts were known,
/// and the text does not decide it: it names another district, or several, or is only like a name.
pub fn was_decided_too_soon(text: &str, district: District) -> bool {
    // Most texts do, and a record is read often.
    if named::ends_with_its_own_name(text, district) {
        return false;
    }
    let place = Reading::of(text);
    named(text, &place, &pin::districts_in(text)).decided() != Some(district)
        && likeness::is_decided_before(text, &place, district)
}

/// The state that a table calls so: by its name, another spelling, or its code.
pub fn state_called(name: &str) -> Option<State> {
    INDEX.state(&spelling::key(name)).or_else(|| name.parse().ok())
}

/// The district of a state that a table calls so, in a column of its own: by its name, by one of several names
/// (`Karwar(Uttar Kannad)`), or as [`resolve`] decides. `None` if the text does not decide.
pub fn district_in(state: State, name: &str) -> Option<District> {
    let called = |key: &str| {
        let mut districts = named::districts_called(key, Some(state));
        districts.retain(|district| district.state() == state);
        districts
    };
    let mut found = called(&spelling::key(name));
    if found.is_empty() {
        found = spelling::parts(name).iter().fold(found, |all, part| union(&all, &called(&part.key())));
    }
    match *found {
        [district] => Some(district),
        [_, _, ..] => None,
        [] => match resolve(&format!("{name}, {}", state.name())) {
            Resolution::District(district) if district.state() == state => Some(district),
            _ => None,
        },
    }
}

/// What the words, the PIN code or the only district of the state name.
fn named(text: &str, place: &Reading, of_pin: &[District]) -> Named {
    let words = named::in_text(text, place);
    if !of_pin.is_empty() {
        let districts = or_by_pin(&words.districts, of_pin);
        let is_agreed = words.districts.iter().any(|district| of_pin.contains(district));
        let is_in_state = districts.iter().all(|district| place.state.is_none_or(|state| district.state() == state));
        let is_certain = is_agreed || is_in_state || words.decided().is_some();
        return Named { districts, is_certain, is_half: false };
    }
    match place.state.and_then(only_district_of) {
        Some(only) if words.districts.is_empty() => {
            Named { districts: vec![only], is_certain: place.ends_with_state || place.rest.is_empty(), is_half: false }
        }
        _ => words,
    }
}

/// What is shown for a place while it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Districts that the text may mean, the likeliest first.
    pub suggestions: Vec<Suggestion>,
    /// The district that [`resolve`] decides.
    pub decided: Option<District>,
}

/// Suggests districts for a place while it is typed, at most `limit`.
///
/// Districts that the text names come first, then matches of the beginning of an official name, then of another name,
/// then the districts that [`resolve`] asks about. Similar beginnings are used only if there are none of these.
pub fn complete(text: &str, limit: usize) -> Completion {
    let place = Reading::of(text);
    let of_pin = pin::districts_in(text);
    let named = named(text, &place, &of_pin);
    let completing: Vec<_> = match place.state {
        _ if !of_pin.is_empty() => of_pin.into_iter().map(Suggestion::of).collect(),
        Some(state) if place.rest.is_empty() => {
            District::all().filter(|d| d.state() == state).map(Suggestion::of).collect()
        }
        _ => completing(text, &place, &named),
    };
    let exact = called_in(text, &place, &named.districts);
    // A last part that names nothing may be the beginning of a name.
    let (first, last) = if named.is_half { (completing, exact) } else { (exact, completing) };
    let mut known = BTreeSet::new();
    let suggestions = first.into_iter().chain(last).filter(|it| known.insert(it.district)).take(limit).collect();
    Completion { suggestions, decided: named.decided() }
}

/// Districts with the names by which the text calls them.
fn called_in(text: &str, place: &Reading, districts: &[District]) -> Vec<Suggestion> {
    if districts.is_empty() {
        return Vec::new();
    }
    let parts = place.rest.iter().flat_map(|part| [Some(part.key()), part.bare().map(|bare| bare.key())]);
    let keys = [spelling::key(text), place.key()].into_iter().chain(parts.flatten());
    let exact: Vec<_> = keys.flat_map(|key| exactly(&key).collect::<Vec<_>>()).collect();
    let called = |district: &District| {
        let best = exact.iter().filter(|found| found.district == *district).min_by_key(|found| found.rank);
        best.map_or(Suggestion::of(*district), Match::suggestion)
    };
    districts.iter().map(called).collect()
}

/// The district of a state that has no other: 'Sector 22, Chandigarh'.
fn only_district_of(state: State) -> Option<District> {
    let mut districts = District::all().filter(|district| district.state() == state);
    let only = districts.next()?;
    districts.next().is_none().then_some(only)
}

/// What may match an incomplete text: its keys, with the states that a match must lie in, if any are named.
type Readings = Vec<(String, Vec<State>)>;

/// A text as a whole, before the state, before the beginning of a state's name, or its last part; and the last words of
/// this part, after a village.
fn readings(text: &str, place: &Reading) -> (Readings, Readings) {
    let wholes = [spelling::key(text), place.key()].into_iter().map(|key| (key, Vec::new()));
    let of_state = place.ends().filter_map(|key| Some((key, vec![place.state?])));
    let before_state = place.before_state().into_iter().filter(|(_, states)| !states.is_empty());
    let mut ends = place.parts.last().into_iter().flat_map(Part::ends).take_while(|key| INDEX.state(key).is_none());
    let last = ends.next().map(|key| (key, Vec::new()));
    // A single letter before a state is rather a number or an abbreviation: 'Kaliachak - I, West Bengal'.
    let is_long = |(key, states): &(String, Vec<State>)| key.chars().nth(usize::from(!states.is_empty())).is_some();
    let all = wholes.chain(of_state).chain(before_state).chain(last).filter(is_long).collect();
    (all, ends.map(|key| (key, Vec::new())).collect())
}

/// Districts with a name that begins as the first of the readings does for which there are any.
fn agreeing(readings: &Readings) -> Vec<Suggestion> {
    let found = readings.iter().map(|(key, states)| ranked(beginning_with(key), states));
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

fn alike(readings: &Readings) -> Vec<Suggestion> {
    let found = readings.iter().map(|(key, states)| ranked(beginning_like(key), states));
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Districts that an incomplete text may mean: by the beginning of a name, with those that a complete text would be
/// asked about. If there are none, by a similar beginning, or by the last words after the village.
fn completing(text: &str, place: &Reading, named: &Named) -> Vec<Suggestion> {
    let (readings, ends) = readings(text, place);
    let mut found = agreeing(&readings);
    if named.districts.is_empty() || named.is_half {
        found.extend(called_in(text, place, &proposed(place, named)));
    }
    let others = [(alike as fn(&Readings) -> _, &readings), (agreeing, &ends), (alike, &ends)];
    let others = others.into_iter().map(|(search, readings)| search(readings));
    std::iter::once(found).chain(others).find(|found| !found.is_empty()).unwrap_or_default()
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

fn exactly(key: &str) -> impl Iterator<Item = Match> {
    let names = INDEX.exact(key).map(|name| Match::of(name, 0, 0));
    let rows = subdistricts::rows_called(key);
    names.chain(rows.flat_map(|row| matches_of(*row, 0)))
}

fn matches_of(row: Subdistrict, extent: usize) -> impl Iterator<Item = Match> {
    row.districts().map(move |district| Match { rank: (0, Kind::Subdistrict, extent), district, name: row.name() })
}

fn beginning_with(key: &str) -> Vec<Match> {
    let extent = |name: &str| usize::from(name.len() != key.len());
    let at_first = INDEX.beginning_with(key).iter().map(|name| Match::of(name, 0, extent(&name.key)));
    let inside = INDEX.with_word(key).map(|name| Match::of(name, 1, 0));
    let rows = subdistricts::rows_beginning_with(key).iter().filter(|_| key.len() >= SUBDISTRICTS_FROM);
    let subdistricts = rows.flat_map(|row| matches_of(*row, extent(row.key())));
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
