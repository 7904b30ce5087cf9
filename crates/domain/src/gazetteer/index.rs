//! Index of all district names.

use super::spelling::{key, sound, words};
use crate::{District, Language, State};
use csv::StringRecord;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Origin of a name, in the order of suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Official name, from `data/district_climate.csv`.
    Official,
    /// Alternative name, from `data/district_spellings.csv`.
    Alias,
    /// Name in another script, from `data/languages` and `data/district_local_names.csv`.
    Local,
    /// Name of a sub-district, from `data/subdistricts.csv`.
    Subdistrict,
}

pub(super) struct Name {
    pub(super) key: String,
    pub(super) letters: Vec<char>,
    set: LetterSet,
    pub(super) text: String,
    pub(super) kind: Kind,
    pub(super) district: District,
}

pub(super) struct Index {
    /// Sorted by key.
    names: Vec<Name>,
    /// Keys of each name from its second and later words on, sorted, with the index of the name.
    inner: Vec<(String, usize)>,
    /// Districts by the sound of their names.
    sounds: HashMap<String, Vec<District>>,
    states: HashMap<String, State>,
}

/// The index, built on first use from embedded tables. A test reads every table.
pub(super) static INDEX: LazyLock<Index> = LazyLock::new(Index::build);

/// Other spellings, abbreviations and former names of states, and names in Hindi and Tamil: code, name.
const STATE_NAMES: &str = include_str!("../../../../data/state_names.csv");

pub(super) fn further_states() -> impl Iterator<Item = (&'static str, State)> {
    let lines = STATE_NAMES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(',')).filter_map(|(code, name)| Some((name, State::from_code(code)?)))
}

impl Index {
    #[expect(clippy::expect_used, reason = "the tables are part of the program; a test reads all of them")]
    fn build() -> Self {
        let official = District::all().map(|district| Name::new(district.name(), Kind::Official, district));
        let aliases = table(include_bytes!("../../../../data/district_spellings.csv"), Kind::Alias, 1);
        let local = table(include_bytes!("../../../../data/district_local_names.csv"), Kind::Local, 2);
        let listed = aliases.chain(local).map(|name| name.expect("every line names a district and its name"));
        let mut names: Vec<_> = official.chain(listed).chain(translated()).collect();
        names.sort_by(|a, b| (&a.key, a.district, a.kind).cmp(&(&b.key, b.district, b.kind)));
        names.dedup_by(|a, b| (&a.key, a.district) == (&b.key, b.district));
        names.sort_by(|a, b| (&a.key, a.kind, a.district).cmp(&(&b.key, b.kind, b.district)));

        let mut inner = Vec::new();
        let mut sounds = HashMap::<_, Vec<_>>::new();
        for (place, name) in names.iter().enumerate() {
            let words = words(&name.text);
            inner.extend((1..words.len()).filter_map(|from| Some((words.get(from..)?.concat(), place))));
            let sounding = sounds.entry(sound(&name.key)).or_default();
            if !sounding.contains(&name.district) {
                sounding.push(name.district);
            }
        }
        inner.sort();
        sounds.remove("");

        let own = State::all().flat_map(|state| [(state.name(), state), (code(state), state)]);
        let states = own.chain(further_states()).map(|(name, state)| (key(name), state)).collect();
        Self { names, inner, sounds, states }
    }

    #[cfg(test)]
    pub(super) fn names(&self) -> &[Name] {
        &self.names
    }

    /// Names that lack at most `most` of the letters. No other name is within that many typing errors.
    pub(super) fn names_like(&self, letters: &[char], most: usize) -> impl Iterator<Item = &Name> {
        let set = LetterSet::of(letters);
        self.names.iter().filter(move |name| set.lacking_in(name.set) <= most)
    }

    pub(super) fn names_of(&self, district: District) -> impl Iterator<Item = &Name> {
        self.names.iter().filter(move |name| name.district == district)
    }

    pub(super) fn exact(&self, key: &str) -> impl Iterator<Item = &Name> {
        self.beginning_with(key).iter().take_while(move |name| name.key.len() == key.len())
    }

    pub(super) fn beginning_with(&self, key: &str) -> &[Name] {
        beginning_with(&self.names, key, |name| &name.key)
    }

    /// The names of which a later word starts with `key`.
    pub(super) fn with_word(&self, key: &str) -> impl Iterator<Item = &Name> {
        let those = beginning_with(&self.inner, key, |(words, _)| words);
        those.iter().filter_map(|(_, place)| self.names.get(*place))
    }

    /// The districts with a name of this sound.
    pub(super) fn sounding(&self, sound: &str) -> &[District] {
        self.sounds.get(sound).map_or(&[], Vec::as_slice)
    }

    /// The state with this name or code.
    pub(super) fn state(&self, key: &str) -> Option<State> {
        self.states.get(key).copied()
    }

    pub(super) fn states_beginning_with(&self, key: &str) -> Vec<State> {
        let those = self.states.iter().filter(|(name, _)| name.starts_with(key)).map(|(_, state)| *state);
        those.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The slice of a sorted list whose keys start with `key`.
pub(super) fn beginning_with<'l, T>(list: &'l [T], key: &str, key_of: impl Fn(&T) -> &str) -> &'l [T] {
    let first = list.partition_point(|item| key_of(item) < key);
    let from_there = list.get(first..).unwrap_or_default();
    let count = from_there.partition_point(|item| key_of(item).starts_with(key));
    from_there.get(..count).unwrap_or_default()
}

fn code(state: State) -> &'static str {
    state.code().trim_start_matches("IN-")
}

impl Name {
    fn new(text: &str, kind: Kind, district: District) -> Self {
        let key = key(text);
        let letters: Vec<_> = key.chars().collect();
        Self { set: LetterSet::of(&letters), letters, key, text: text.to_owned(), kind, district }
    }
}

/// A bit set of letters. Some letters share a bit, so it can miss a difference but never reports a false one.
#[derive(Clone, Copy)]
pub(super) struct LetterSet(u64);

impl LetterSet {
    pub(super) fn of(letters: &[char]) -> Self {
        Self(letters.iter().fold(0, |set, letter| set | 1 << (u32::from(*letter) % u64::BITS)))
    }

    pub(super) fn lacking_in(self, other: Self) -> usize {
        (self.0 & !other.0).count_ones() as usize
    }
}

/// The names of the districts in every language but English. A name in brackets is another name.
fn translated() -> impl Iterator<Item = Name> {
    let names = |language: Language| {
        District::all().flat_map(move |district| district.names_in(language).iter().map(move |name| (district, name)))
    };
    let parts = |(district, name): (District, &'static String)| {
        let parts = name.split(['(', ')']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(move |part| Name::new(part, Kind::Local, district))
    };
    Language::all().flat_map(names).flat_map(parts)
}

/// Reads a table whose first column is a district's key and whose given column is a name.
fn table(bytes: &'static [u8], kind: Kind, column: usize) -> impl Iterator<Item = Option<Name>> {
    crate::table::reader(bytes).into_records().map(move |row| {
        let row: StringRecord = row.ok()?;
        Some(Name::new(row.get(column)?, kind, District::from_key(row.get(0)?)?))
    })
}
