//! Districts whose name a text only resembles, or that it only hints at: the farmer is asked.

use super::index::INDEX;
use super::named::{common, districts_called, or_by_pin, union, within};
use super::reading::Reading;
use super::resolution::{MOST_CHOICES, MOST_GUESSES, Resolution, choice};
use super::script::districts_sounding_like;
use super::spelling::{self, Part, Ruler};
use super::{pin, subdistricts};
use crate::{District, State};
use std::collections::BTreeMap;

/// Districts to ask about for a text that names none, the likeliest first.
pub(super) fn districts_like(place: &Reading) -> Vec<District> {
    let place = place.bare();
    let found = union(&alike(&place), &by_subdistrict_elsewhere(&place));
    let found = if found.is_empty() { districts_sounding_like(&place, false) } else { found };
    if found.is_empty() { in_its_state(&place) } else { found }
}

/// Districts that the last part alone resembles.
pub(super) fn districts_like_the_end(place: &Reading) -> Vec<District> {
    let place = place.bare();
    let last: Vec<_> = place.rest.last().cloned().into_iter().collect();
    alike(&Reading { parts: last.clone(), rest: last, ..place.into_owned() })
}

fn alike(place: &Reading) -> Vec<District> {
    let of_districts = like_a_district(place).map(Resolution::into_districts).unwrap_or_default();
    let of_latin = union(&of_districts, &like_a_subdistrict(place));
    union(&districts_sounding_like(place, true), &of_latin)
}

/// The districts of the state, the likeliest first, if they are few enough to choose from.
fn in_its_state(place: &Reading) -> Vec<District> {
    let of_state: Vec<_> = District::all().filter(|district| Some(district.state()) == place.state).collect();
    if of_state.len() > MOST_CHOICES {
        return Vec::new();
    }
    union(&by_state_alone(place).map(Resolution::into_districts).unwrap_or_default(), &of_state)
}

/// The district that releases before the sub-districts were known decided for a text, by likeness too. Records keep it.
pub(super) fn is_decided_before(text: &str, place: &Reading, district: District) -> bool {
    may_be_meant(text, place, district) && decided_before(text, place) == Some(district)
}

/// Whether a text has a PIN code of the district, or words like one of its names. Most texts of which a farmer chose
/// the district have none, and are told without a search of all names.
fn may_be_meant(text: &str, place: &Reading, district: District) -> bool {
    let names: Vec<_> = INDEX.names_of(district).collect();
    let mut ruler = Ruler::default();
    let mut is_like = |key: &str| {
        let letters: Vec<_> = key.chars().collect();
        let sound = spelling::sound(key);
        names.iter().any(|name| {
            ruler.between(&letters, &name.letters, MOST_TYPING_ERRORS).is_some()
                || (!sound.is_empty() && sound == spelling::sound(&name.key))
        })
    };
    place.parts.iter().flat_map(Part::ends).any(|key| is_like(&key))
        || is_like(&spelling::key(text))
        || is_like(&place.key())
        || pin::districts_in(text).contains(&district)
}

fn decided_before(text: &str, place: &Reading) -> Option<District> {
    let whole = [spelling::key(text), place.key()]
        .into_iter()
        .map(|key| districts_called(&key, None))
        .find(|it| !it.is_empty());
    let named = whole.unwrap_or_else(|| districts_in(&place.rest, place.state));
    let found = or_by_pin(&named, &pin::districts_in(text));
    let resolution =
        if found.is_empty() { like_a_district(place).or_else(|| by_state_alone(place))? } else { choice(found) };
    match resolution {
        Resolution::District(district) => Some(district),
        Resolution::Ambiguous(_) | Resolution::Unknown => None,
    }
}

/// Districts named by the parts of a text. A part marked as a district outweighs the others, which may be villages of
/// the same name. Without such a part, the result is what all parts agree on.
fn districts_in(parts: &[Part], state: Option<State>) -> Vec<District> {
    let found: Vec<_> = parts
        .iter()
        .map(|part| (part, districts_called(&part.key(), state)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    let called_so = found.iter().any(|(part, _)| part.says_district);
    let found = found.into_iter().filter(|(part, _)| part.says_district || !called_so).map(|(_, found)| found);
    found
        .reduce(|one, other| {
            let both = common(&one, &other);
            if both.is_empty() { within(None, one.into_iter().chain(other)) } else { both }
        })
        .unwrap_or_default()
}

/// Matches a sub-district outside the state named with it: 'Chandausi, Bihar'.
fn by_subdistrict_elsewhere(place: &Reading) -> Vec<District> {
    let together = place.rest.iter().map(Part::key).collect();
    let elsewhere = place.rest.iter().map(Part::key).chain([together]);
    elsewhere
        .filter(|_| place.state.is_some())
        .map(|key| subdistricts::districts_with(&key, None))
        .find(|found| (1..=MOST_CHOICES).contains(&found.len()))
        .unwrap_or_default()
}

/// Districts of the state that have a sub-district with such a name.
fn like_a_subdistrict(place: &Reading) -> Vec<District> {
    let Some(state) = place.state else { return Vec::new() };
    let alike = place.rest.iter().rev().map(|part| {
        let key = part.key();
        let letters: Vec<_> = key.chars().collect();
        let most = typing_errors(letters.len())?;
        let mut ruler = Ruler::default();
        let mut near = |row: &subdistricts::Subdistrict| {
            let name: Vec<_> = row.key().chars().collect();
            ruler.between(&letters, &name, most)
        };
        let mut found: Vec<_> =
            subdistricts::rows_like(&letters, most, state).filter_map(|row| Some((near(row)?, row))).collect();
        found.sort_by_key(|(distance, _)| *distance);
        let nearest = found.first()?.0;
        let nearest = found.into_iter().take_while(|(distance, _)| *distance == nearest);
        Some(nearest.flat_map(|(_, row)| row.districts()).fold(Vec::new(), |all, one| union(&all, &[one])))
    });
    let mut found = alike.flatten().next().unwrap_or_default();
    found.truncate(MOST_GUESSES);
    found
}

/// Most typing errors that a name may have.
const MOST_TYPING_ERRORS: usize = 2;

/// How many typing errors a name of so many letters may have. `None` if it is too short to resemble another.
fn typing_errors(letters: usize) -> Option<usize> {
    match letters {
        0..5 => None,
        5..9 => Some(1),
        _ => Some(MOST_TYPING_ERRORS),
    }
}

/// Matches a text that does not name a district by what is like one's name. [`Resolution::District`] is what releases
/// before the sub-districts were known took as certain.
fn like_a_district(place: &Reading) -> Option<Resolution> {
    against_the_state(place).or_else(|| by_last_words(place)).or_else(|| by_sound(place)).or_else(|| by_likeness(place))
}

/// Matches a district outside the state named with it: 'Erode, Kerala'.
fn against_the_state(place: &Reading) -> Option<Resolution> {
    let found = districts_in(&place.rest, None);
    (!found.is_empty()).then_some(Resolution::Ambiguous(found))
}

/// Matches a state that shares its name with a district ('Lawspet, Puducherry'), or that has few enough districts to
/// choose from.
fn by_state_alone(place: &Reading) -> Option<Resolution> {
    let state = place.state?;
    let mut found = districts_in(&place.parts, Some(state));
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
        let found =
            part.ends().skip(1).map(|key| districts_called(&key, place.state)).find(|found| !found.is_empty())?;
        let is_sure = place.state.is_some() || part.says_district;
        Some(unless_like_another(found, &part.key(), place.state, is_sure))
    })
}

/// Matches by sound: 'Tirrupur' is Tiruppur.
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
        let most = typing_errors(letters)?;
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
