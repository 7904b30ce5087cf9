//! Sub-districts (`data/subdistricts.csv`). The table is searched in place; in memory are 18 bytes a row.

use super::index::{LetterSet, beginning_with};
use crate::{District, State};
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../data/subdistricts.csv");

/// A row of the table: a name of a sub-district.
#[derive(Clone, Copy)]
pub(super) struct Subdistrict {
    set: LetterSet,
    /// Where the row begins in the table.
    at: u32,
    key_length: u8,
    state: State,
}

/// The rows, sorted by key. A test reads all of them.
static ROWS: LazyLock<Box<[Subdistrict]>> = LazyLock::new(|| {
    let header = TABLE.find("key,name,districts\n").unwrap_or(TABLE.len());
    let mut at = 0;
    let lines = TABLE.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line.trim_end())
    });
    lines.filter(|(at, _)| *at > header).filter_map(|(at, line)| Subdistrict::parse(at, line)).collect()
});

impl Subdistrict {
    fn parse(at: usize, row: &str) -> Option<Self> {
        let (key, rest) = row.split_once(',')?;
        let district = rest.rsplit([',', '|']).next().and_then(District::from_key)?;
        let letters: Vec<_> = key.chars().collect();
        let (at, key_length) = (u32::try_from(at).ok()?, u8::try_from(key.len()).ok()?);
        Some(Self { set: LetterSet::of(&letters), at, key_length, state: district.state() })
    }

    fn row(self) -> &'static str {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        TABLE.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default()
    }

    /// The name as it is compared.
    pub(super) fn key(&self) -> &'static str {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        TABLE.get(at..at.saturating_add(self.key_length.into())).unwrap_or_default()
    }

    /// The name as the directory writes it.
    pub(super) fn name(self) -> &'static str {
        self.row().split(',').nth(1).unwrap_or_default()
    }

    /// The districts that it lies in: one, or two where it was divided.
    pub(super) fn districts(self) -> impl Iterator<Item = District> {
        self.row().rsplit(',').next().unwrap_or_default().split('|').filter_map(District::from_key)
    }

    /// Whether its key has no other letters.
    pub(super) fn has_only(&self, letters: LetterSet) -> bool {
        self.set.lacking_in(letters) == 0
    }

    pub(super) fn state(self) -> State {
        self.state
    }
}

/// Districts that have a sub-district of exactly this name, in the state if one is given, without duplicates.
pub(super) fn districts_with(key: &str, state: Option<State>) -> Vec<District> {
    let inside = rows_called(key).filter(|row| state.is_none_or(|state| row.state == state));
    let mut districts: Vec<_> = inside.flat_map(|row| row.districts()).collect();
    districts.sort_unstable();
    districts.dedup();
    districts
}

pub(super) fn rows_called(key: &str) -> impl Iterator<Item = &'static Subdistrict> {
    rows_beginning_with(key).iter().take_while(move |row| row.key().len() == key.len())
}

pub(super) fn rows_beginning_with(key: &str) -> &'static [Subdistrict] {
    beginning_with(&ROWS, key, |row| row.key())
}

static BY_STATE: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let mut numbers: Box<[u16]> = (0..).take(ROWS.len()).collect();
    numbers.sort_by_key(|number| row(*number).map(|row| row.state));
    numbers
});

fn row(number: u16) -> Option<&'static Subdistrict> {
    ROWS.get(usize::from(number))
}

/// The rows of the state that lack at most `most` of the letters. No other name is within that many typing errors.
pub(super) fn rows_like(letters: &[char], most: usize, state: State) -> impl Iterator<Item = &'static Subdistrict> {
    let set = LetterSet::of(letters);
    let first = BY_STATE.partition_point(|number| row(*number).is_some_and(|row| row.state < state));
    let rows = BY_STATE.iter().skip(first).filter_map(|number| row(*number));
    rows.take_while(move |row| row.state == state).filter(move |row| set.lacking_in(row.set) <= most)
}

pub(super) fn rows() -> &'static [Subdistrict] {
    &ROWS
}
