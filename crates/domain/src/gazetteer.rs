//! Resolves a place, as a farmer writes it, to a district.
//!
//! The text is compared with official names, other spellings, former names, and names in Tamil and Hindi. If the text
//! matches several districts or only resembles a name, the farmer is asked to choose. A PIN code names its districts;
//! it decides where the words do not, and where they contradict it, the farmer is asked.

mod index;
mod pin;
mod reading;
mod spelling;
#[cfg(test)]
mod tests;

use crate::{District, State};
use index::{INDEX, Kind, Name};
use reading::Reading;
use spelling::{Part, Ruler};
use std::collections::BTreeMap;

/// Result of resolving a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The text names this district.
    District(District),
    /// The text names several districts, such as `Aurangabad`, or resembles their names. The likeliest is first.
    Ambiguous(Vec<District>),
    /// The text names no known district.
    Unknown,
}

/// A district suggested for an incomplete text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The district.
    pub district: District,
    /// The name that matches the text, if it is not the official one: `Trichy`, `ஈரோடு`.
    pub matched_name: Option<&'static str>,
}

/// Maximum number of districts to choose from.
const MOST_CHOICES: usize = 12;
/// Maximum number of districts to choose from if the text only resembles their names.
const MOST_GUESSES: usize = 4;

/// Resolves a place to a district. The text may contain a village, a state and a postal code, in Latin, Tamil or
/// Devanagari script.
#[must_use]
pub fn resolve(text: &str) -> Resolution {
    let place = Reading::of(text);
    let found = or_by_pin(named_by(text, &place), pin::districts_in(text));
    if !found.is_empty() {
        return choice(found);
    }
    against_the_state(&place)
        .or_else(|| by_last_words(&place))
        .or_else(|| by_sound(&place))
        .or_else(|| by_likeness(&place))
        .or_else(|| by_state_alone(&place))
        .unwrap_or(Resolution::Unknown)
}

/// Suggests districts for a place while it is typed, the likeliest first.
///
/// Matches of the official name or its beginning come first, then matches of another name, then similar names.
#[must_use]
pub fn suggest(text: &str, limit: usize) -> Vec<Suggestion> {
    let place = Reading::of(text);
    let of_pin = pin::districts_in(text);
    if !of_pin.is_empty() {
        let found = or_by_pin(named_by(text, &place), of_pin).into_iter().take(limit);
        return found.map(|district| Suggestion { district, matched_name: None }).collect();
    }
    let mut suggestions = match place.state {
        Some(state) if place.rest.is_empty() => District::all()
            .filter(|d| d.state() == state)
            .map(|district| Suggestion { district, matched_name: None })
            .collect(),
        _ => agreeing(text, &place),
    };
    suggestions.truncate(limit);
    suggestions
}

/// Districts named by the whole text or by its parts.
fn named_by(text: &str, place: &Reading) -> Vec<District> {
    let whole =
        [spelling::key(text), place.key()].into_iter().map(|key| named(&key, None)).find(|found| !found.is_empty());
    whole.unwrap_or_else(|| named_in(&place.rest, place.state))
}

/// What was named, narrowed down to the PIN code's districts; these if nothing was named, and both if they differ.
fn or_by_pin(named: Vec<District>, of_pin: Vec<District>) -> Vec<District> {
    let both: Vec<_> = of_pin.iter().copied().filter(|district| named.contains(district)).collect();
    if both.is_empty() { named.into_iter().chain(of_pin).collect() } else { both }
}

/// One district is a result, a few are a choice, and more than [`MOST_CHOICES`] are unknown.
fn choice(found: Vec<District>) -> Resolution {
    match *found {
        [district] => Resolution::District(district),
        [_, _, ..] if found.len() <= MOST_CHOICES => Resolution::Ambiguous(found),
        _ => Resolution::Unknown,
    }
}

/// Districts with exactly this name, restricted to the state if one is given.
fn named(key: &str, state: Option<State>) -> Vec<District> {
    within(state, INDEX.exact(key).map(|name| name.district))
}

/// Keeps the districts of the state, without duplicates. If there is none, keeps those of the states formed out of it,
/// because people still write the former state.
fn within(state: Option<State>, districts: impl Iterator<Item = District>) -> Vec<District> {
    let mut districts: Vec<_> = districts.collect();
    districts.sort_unstable();
    districts.dedup();
    let Some(state) = state else { return districts };
    let those_in = |state| districts.iter().copied().filter(|district| district.state() == state).collect::<Vec<_>>();
    let own = those_in(state);
    match formed_out_of(state) {
        Some(younger) if own.is_empty() => those_in(younger),
        _ => own,
    }
}

fn formed_out_of(state: State) -> Option<State> {
    match state {
        State::AndhraPradesh => Some(State::Telangana),
        State::Bihar => Some(State::Jharkhand),
        State::JammuAndKashmir => Some(State::Ladakh),
        State::MadhyaPradesh => Some(State::Chhattisgarh),
        State::UttarPradesh => Some(State::Uttarakhand),
        _ => None,
    }
}

/// Districts named by the parts of a text. A part marked as a district outweighs the others, which may be villages of
/// the same name. Without such a part, the result is what all parts agree on.
fn named_in(parts: &[Part], state: Option<State>) -> Vec<District> {
    let found: Vec<_> =
        parts.iter().map(|part| (part, named(&part.key(), state))).filter(|(_, found)| !found.is_empty()).collect();
    let called_so = found.iter().any(|(part, _)| part.says_district);
    let found = found.into_iter().filter(|(part, _)| part.says_district || !called_so).map(|(_, found)| found);
    found
        .reduce(|one, other| {
            let both: Vec<_> = one.iter().copied().filter(|district| other.contains(district)).collect();
            if both.is_empty() { within(None, one.into_iter().chain(other)) } else { both }
        })
        .unwrap_or_default()
}

/// Matches a district outside the state named with it: 'Erode, Kerala'.
fn against_the_state(place: &Reading) -> Option<Resolution> {
    let found = named_in(&place.rest, None);
    (!found.is_empty()).then_some(Resolution::Ambiguous(found))
}

/// Matches a state that shares its name with a district ('Lawspet, Puducherry'), or that has few enough districts to
/// choose from.
fn by_state_alone(place: &Reading) -> Option<Resolution> {
    let state = place.state?;
    let mut found = named_in(&place.parts, Some(state));
    if found.is_empty() {
        found = District::all().filter(|district| district.state() == state).collect();
    }
    let alike = place.rest.iter().flat_map(|part| like(&part.key(), 1, Some(state))).map(|(_, district)| district);
    Some(choice(within(None, found.into_iter().chain(alike))))
}

/// Matches a district's name in the last words: 'Bhavani Erode'. Without a state, they may be part of the village's
/// name.
fn by_last_words(place: &Reading) -> Option<Resolution> {
    place.rest.iter().rev().find_map(|part| {
        let found = part.ends().skip(1).map(|key| named(&key, place.state)).find(|found| !found.is_empty())?;
        let is_sure = place.state.is_some() || part.says_district;
        Some(unless_like_another(found, &part.key(), place.state, is_sure))
    })
}

/// Matches by sound: 'Thirupur' is Tiruppur.
fn by_sound(place: &Reading) -> Option<Resolution> {
    /// Minimum length of a sound key. Shorter keys match too many names.
    const SURE: usize = 5;
    place.rest.iter().rev().find_map(|part| {
        let key = part.key();
        let sound = spelling::sound(&key);
        let found = within(place.state, INDEX.sounding(&sound).iter().copied());
        (!found.is_empty()).then(|| unless_like_another(found, &key, place.state, sound.len() >= SURE))
    })
}

/// Accepts what was found if the match is sure and no other name is one typing error away.
fn unless_like_another(found: Vec<District>, key: &str, state: Option<State>, is_sure: bool) -> Resolution {
    let others = like(key, 1, state).into_iter().map(|(_, district)| district);
    let all = within(None, found.iter().copied().chain(others));
    if is_sure && all == found { choice(found) } else { Resolution::Ambiguous(all) }
}

/// Matches a name with a typing error. Without the state this is only a guess: Sirsi is a town in Karnataka, and Sirsa
/// a district of Haryana.
fn by_likeness(place: &Reading) -> Option<Resolution> {
    /// Minimum length of a sure match. In shorter names a typing error often gives another place of the same state.
    const SURE: usize = 7;
    place.rest.iter().rev().find_map(|part| {
        let key = part.key();
        let letters = key.chars().count();
        let most = match letters {
            0..5 => return None,
            5..9 => 1,
            _ => 2,
        };
        let found = like(&key, most, place.state);
        let (nearest, _) = found.first()?;
        let found: Vec<_> =
            found.iter().filter(|(distance, _)| *distance <= nearest + 1).map(|(_, district)| *district).collect();
        let sure = place.state.is_some() && letters >= SURE;
        Some(match found.as_slice() {
            [district] if sure => Resolution::District(*district),
            _ => Resolution::Ambiguous(found.into_iter().take(MOST_GUESSES).collect()),
        })
    })
}

/// Districts with a name within `most` typing errors of the key, with their distance, the nearest first.
fn like(key: &str, most: usize, state: Option<State>) -> Vec<(usize, District)> {
    let letters: Vec<_> = key.chars().collect();
    let mut ruler = Ruler::default();
    let mut nearest = BTreeMap::new();
    for name in INDEX.names_like(&letters, most) {
        if let Some(distance) = ruler.between(&letters, &name.letters, most) {
            let least = nearest.entry(name.district).or_insert(distance);
            *least = distance.min(*least);
        }
    }
    let inside = within(state, nearest.keys().copied());
    let mut found: Vec<_> = nearest.into_iter().map(|(district, distance)| (distance, district)).collect();
    found.retain(|(_, district)| inside.contains(district));
    found.sort_unstable();
    found
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

fn beginning_with(key: &str) -> Vec<(Rank, &'static Name)> {
    let at_first =
        INDEX.beginning_with(key).iter().map(|name| ((0, name.kind, usize::from(name.key.len() != key.len())), name));
    at_first.chain(INDEX.with_word(key).map(|name| ((1, name.kind, 0), name))).collect()
}

fn beginning_like(key: &str) -> Vec<(Rank, &'static Name)> {
    let letters: Vec<_> = key.chars().collect();
    let most = match letters.len() {
        0..4 => return Vec::new(),
        4..7 => 1,
        _ => 2,
    };
    let mut ruler = Ruler::default();
    let rank = |name: &'static Name| {
        let distance = ruler.with_beginning(&letters, &name.letters, most)?;
        Some(((distance, name.kind, 0), name))
    };
    INDEX.names_like(&letters, most).filter_map(rank).collect()
}

/// Ranks each district once by its best name, restricted to the states if any are given.
fn ranked(found: Vec<(Rank, &'static Name)>, states: &[State]) -> Vec<Suggestion> {
    let mut best = BTreeMap::<_, (Rank, &Name)>::new();
    for (rank, name) in found {
        if states.is_empty() || states.contains(&name.district.state()) {
            let known = best.entry(name.district).or_insert((rank, name));
            if rank < known.0 {
                *known = (rank, name);
            }
        }
    }
    let mut best: Vec<_> = best.into_iter().collect();
    best.sort_by_key(|(district, (rank, _))| (*rank, district.name(), *district));
    let suggestion = |(district, (_, name)): (District, (Rank, &'static Name))| Suggestion {
        district,
        matched_name: (name.kind != Kind::Official).then_some(name.text.as_str()),
    };
    best.into_iter().map(suggestion).collect()
}
