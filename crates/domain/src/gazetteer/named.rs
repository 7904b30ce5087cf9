//! Districts that a text names exactly.

use super::index::{INDEX, Kind};
use super::reading::Reading;
use super::script;
use super::spelling::{self, Part};
use super::subdistricts;
use crate::{District, State};
use std::collections::BTreeSet;
use std::sync::LazyLock;

#[derive(Default)]
pub(super) struct Named {
    /// Named as a district, or by a sub-district; the former first.
    pub(super) districts: Vec<District>,
    /// Whether a single one is certain: it is named itself, or its sub-district is named with the state.
    pub(super) is_certain: bool,
    /// Whether the last part names nothing known: a country, or the end of another name.
    pub(super) is_half: bool,
}

impl Named {
    /// The district that is certain.
    pub(super) fn decided(&self) -> Option<District> {
        match *self.districts {
            [district] if self.is_certain => Some(district),
            _ => None,
        }
    }
}

/// What a part names: the name of a district is often also that of a sub-district elsewhere.
struct NamedByPart {
    as_district: Vec<District>,
    by_subdistrict: Vec<District>,
    says_district: bool,
    says_subdistrict: bool,
}

impl NamedByPart {
    fn all(&self) -> Vec<District> {
        let is_district = self.says_district && !self.as_district.is_empty();
        let is_subdistrict = self.says_subdistrict && !self.by_subdistrict.is_empty();
        match (is_district, is_subdistrict) {
            (true, _) => self.as_district.clone(),
            (false, true) => self.by_subdistrict.clone(),
            (false, false) => union(&self.as_district, &self.by_subdistrict),
        }
    }

    fn is_something(&self) -> bool {
        !self.as_district.is_empty() || !self.by_subdistrict.is_empty()
    }
}

/// Districts named by the whole text or by its parts.
pub(super) fn in_text(text: &str, place: &Reading) -> Named {
    let whole = [spelling::key(text), place.key()].into_iter().find(|key| INDEX.exact(key).next().is_some());
    if let Some(key) = whole {
        let NamedByPart { as_district, mut by_subdistrict, .. } = by_key(&key, None);
        by_subdistrict.retain(|district| place.state.is_none_or(|state| district.state() == state));
        let says_district = place.parts.iter().any(|part| part.says_district);
        let districts = if says_district { as_district } else { union(&as_district, &by_subdistrict) };
        return Named { districts, is_certain: true, is_half: false };
    }
    let (named, is_half) = by_parts(place);
    if named.is_empty() {
        // The name of a state may be a part of another name: 'Delhi Cantonment'.
        let districts = subdistricts::districts_with(&place.key(), None);
        return Named { is_half: is_half && districts.is_empty(), districts, is_certain: false };
    }
    let districts = agreed(&named);
    let is_named = |district: &District| named.iter().any(|part| part.as_district.contains(district));
    // A district of a state that was formed out of the one that is typed may be another place of this name.
    let is_in_state = |district: &District| place.state.is_none_or(|state| district.state() == state);
    let is_certain =
        !is_half && districts.iter().all(is_in_state) && (place.state.is_some() || districts.iter().any(is_named));
    Named { districts, is_certain, is_half }
}

/// What the parts agree on: all, or the last ones, because the first is often a village, which may have any name. If
/// they disagree, what comes last outweighs a sub-district before, and everything else is a choice.
fn agreed(named: &[NamedByPart]) -> Vec<District> {
    let common_from = |from: usize| {
        let last = named.get(from..).filter(|last| from == 0 || last.len() > 1)?;
        let both = last.iter().map(NamedByPart::all).reduce(|one, other| common(&one, &other))?;
        // A village of the name of a sub-district does not tell which of several sub-districts it lies in.
        let (largest, before) = last.split_last()?;
        let called_so = before.iter().filter(|part| part.says_district);
        let is_told =
            |district: &District| called_so.clone().chain([largest]).any(|part| part.as_district.contains(district));
        (!both.is_empty() && (largest.all() == both || both.iter().any(is_told))).then_some(both)
    };
    if let Some(districts) = (0..named.len()).find_map(common_from) {
        return districts;
    }
    let called_so = named.iter().any(|part| part.says_district && !part.as_district.is_empty());
    let is_district = |part: &&NamedByPart| !part.as_district.is_empty() && (part.says_district || !called_so);
    let outweighing = named.iter().filter(is_district).map(|part| part.as_district.clone());
    let told = named.iter().filter(|part| part.says_subdistrict).map(|part| part.by_subdistrict.clone());
    let largest = named.iter().rev().take(1).filter(|_| !called_so).map(NamedByPart::all);
    outweighing.chain(told).chain(largest).fold(Vec::new(), |all, found| union(&all, &found))
}

/// What the parts of a text name, and whether the last one names nothing: 'Jalgaon (Jamodd)' is perhaps another name
/// than 'Jalgaon', and 'Salem, Oregon' another place than Salem. Parts that name something together are one.
fn by_parts(place: &Reading) -> (Vec<NamedByPart>, bool) {
    let (mut named, mut is_half) = (Vec::new(), false);
    let mut rest = place.rest.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let joint = [3, 2].into_iter().filter(|_| place.is_jointed).filter_map(|count| rest.split_at_checked(count));
        let mut joint = joint
            .map(|(parts, after)| (by_key(&parts.iter().map(Part::bare_key).collect::<String>(), place.state), after));
        let (found, after) =
            joint.find(|(found, _)| found.is_something()).unwrap_or_else(|| (by_part(first, place.state), after));
        let says_state = || place.state.is_some() && INDEX.state(&first.key()) == place.state;
        is_half = !found.is_something() && (is_half || !(first.is_ornament() || says_state()));
        named.extend(Some(found).filter(NamedByPart::is_something));
        rest = after;
    }
    // In Tamil and Hindi the district is often said first, by its word: 'ஈரோடு மாவட்டம், பெருந்துறை'.
    let says_district = named.iter().any(|part| part.says_district && !part.as_district.is_empty());
    let is_told = says_district && place.rest.last().is_some_and(|last| !last.key().is_ascii());
    (named, is_half && !is_told)
}

fn by_key(key: &str, state: Option<State>) -> NamedByPart {
    let mut as_district = districts_called(key, state);
    let mut by_subdistrict = subdistricts::districts_with(key, state);
    if let Some(state) = state.filter(|_| !by_subdistrict.is_empty()) {
        // Outside the state, only an official name stands against a sub-district within.
        as_district.retain(|district| district.state() == state || spelling::key(district.name()) == key);
    }
    for latin in in_latin(key, &as_district) {
        as_district = union(&as_district, &districts_called(latin, state));
        by_subdistrict = union(&by_subdistrict, &subdistricts::districts_with(latin, state));
    }
    NamedByPart { as_district, by_subdistrict, says_district: false, says_subdistrict: false }
}

/// The Latin spellings of a district's name in another script, which other places may have too: those that sound like
/// it, or the official name.
pub(super) fn in_latin(key: &str, districts: &[District]) -> Vec<&'static str> {
    let names = |district: &District| {
        let (mut spoken, mut official) = (Vec::new(), None);
        for name in INDEX.names_of(*district) {
            spoken.extend(Some(name.key.as_str()).filter(|latin| script::is_spoken_as(key, latin)));
            official = official.or((name.kind == Kind::Official).then_some(name.key.as_str()));
        }
        if spoken.is_empty() { Vec::from_iter(official) } else { spoken }
    };
    districts.iter().filter(|_| !key.is_ascii()).flat_map(names).collect()
}

/// What a part names as a whole, without its word for 'sub-district', or as a sub-district before its district.
fn by_part(part: &Part, state: Option<State>) -> NamedByPart {
    let mut named = by_key(&part.key(), state);
    if let Some(bare) = part.bare() {
        let bare = by_key(&bare.key(), state);
        named.as_district = union(&named.as_district, &bare.as_district);
        named.by_subdistrict = union(&named.by_subdistrict, &bare.by_subdistrict);
    }
    if let [name @ .., last] = part.words.as_slice()
        && !named.is_something()
        && spelling::is_town(last)
    {
        // 'Agra Cantt' lies in Agra.
        named = by_key(&name.concat(), state);
    }
    if named.as_district.is_empty() {
        named.as_district =
            part.cuts().find_map(|(before, last)| in_its_district(before, last, state)).unwrap_or_default();
    }
    if !named.is_something() && part.says_district {
        // The word is a part of some names: 'East District' of Sikkim.
        named.as_district = districts_called(&(part.key() + "district"), state);
    }
    NamedByPart { says_district: part.says_district, says_subdistrict: part.says_subdistrict(), ..named }
}

/// The district named by the last words, if those before name it too, or a sub-district in it: 'SAS Nagar Mohali',
/// 'Bhavani taluk Erode'.
fn in_its_district(before: &[String], last: &[String], state: Option<State>) -> Option<Vec<District>> {
    let districts = districts_called(&last.concat(), state);
    let before = Part { words: before.to_vec(), says_district: false };
    let before = by_key(&before.bare_key(), state);
    let both = common(&districts, &before.all());
    (!both.is_empty()).then_some(both)
}

/// Districts with exactly this name, restricted to the state if one is given.
pub(super) fn districts_called(key: &str, state: Option<State>) -> Vec<District> {
    within(state, INDEX.exact(key).map(|name| name.district))
}

/// Keeps the districts of the state, without duplicates. If there is none, keeps those of the states formed out of it,
/// because people still write the former state.
pub(super) fn within(state: Option<State>, districts: impl Iterator<Item = District>) -> Vec<District> {
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

/// The districts of both lists, in the order of the first.
pub(super) fn common(one: &[District], other: &[District]) -> Vec<District> {
    one.iter().copied().filter(|district| other.contains(district)).collect()
}

/// The districts of either list, those of the first first.
pub(super) fn union(one: &[District], other: &[District]) -> Vec<District> {
    one.iter().copied().chain(other.iter().copied().filter(|district| !one.contains(district))).collect()
}

/// What was named, narrowed down to the PIN code's districts; these if nothing was named, and both if they differ.
pub(super) fn or_by_pin(named: &[District], of_pin: &[District]) -> Vec<District> {
    let both = common(of_pin, named);
    if both.is_empty() { union(named, of_pin) } else { both }
}

/// Whether a text ends with the official name of a district, or with it and its state, as the app writes them
/// ('Perundurai, Erode, Tamil Nadu'), and no other place that Grow knows has that name.
pub(super) fn ends_with_its_own_name(text: &str, district: District) -> bool {
    /// Districts whose name is that of their state, of another district, or of a sub-district of another one.
    static SHARED: LazyLock<BTreeSet<District>> = LazyLock::new(|| {
        let is_shared = |district: &District| {
            let key = spelling::key(district.name());
            let called = union(&districts_called(&key, None), &subdistricts::districts_with(&key, None));
            district.name() == district.state().name() || called.iter().any(|other| other != district)
        };
        District::all().filter(is_shared).collect()
    });
    let without_state = text.strip_suffix(district.state().name()).and_then(|text| text.strip_suffix(", "));
    let before = without_state.unwrap_or(text).strip_suffix(district.name());
    before.is_some_and(|before| before.is_empty() || before.ends_with(", ")) && !SHARED.contains(&district)
}
