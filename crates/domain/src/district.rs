//! The districts of India and their climate.

use crate::State;
use crate::language::{ByLanguage, Folder, Language, or_fault};
use crate::table;
use crate::terrain::{self, Terrain};
use csv::StringRecord;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// One of the 734 districts of `data/district_climate.csv` (boundaries of 2019), ordered by state, then by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct District(u16);

/// Monthly climate normals of a district. Index 0 is January.
#[derive(Clone, Debug, PartialEq)]
pub struct Climate {
    /// Latitude of the district's centre, degrees north.
    pub latitude: f64,
    /// Longitude of the district's centre, degrees east.
    pub longitude: f64,
    /// Elevation.
    pub terrain: Terrain,
    /// Rain of each month, mm.
    pub rain_mm: [f64; 12],
    /// Mean daily minimum temperature of each month, degrees Celsius.
    pub tmin_c: [f64; 12],
    /// Mean daily maximum temperature of each month, degrees Celsius.
    pub tmax_c: [f64; 12],
    /// Source of the rain figures; the header of the table explains the values.
    pub rain_source: String,
    /// Source of the temperature figures; the header of the table explains the values.
    pub temperature_source: String,
}

struct Known {
    state: State,
    name: String,
    key: String,
    climate: Climate,
}

/// The embedded table, parsed on first use. A test parses every row.
static DISTRICTS: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let mut reader = table::reader(include_bytes!("../../../data/district_climate.csv"));
    #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
    reader
        .records()
        .zip(terrain::rows())
        .map(|(row, terrain)| known(&row.ok()?, terrain))
        .collect::<Option<_>>()
        .expect("data/district_climate.csv and district_terrain.csv are well-formed and in one order")
});

/// Index by key: every sowing looks up its district.
static BY_KEY: LazyLock<HashMap<&str, District>> =
    LazyLock::new(|| District::all().map(|district| (district.key(), district)).collect());

/// Parses a row: state, district, latitude, longitude, two sources, grid points, then twelve months each of rain, tmin
/// and tmax.
fn known(row: &StringRecord, terrain: Option<terrain::Row>) -> Option<Known> {
    let number = |column: usize| row.get(column)?.parse::<f64>().ok().filter(|number| number.is_finite());
    let months = |first: usize| -> Option<[f64; 12]> {
        (first..first + 12).map(number).collect::<Option<Vec<_>>>()?.try_into().ok()
    };
    let (state, name) = (row.get(0)?.parse::<State>().ok()?, row.get(1)?.to_owned());
    let terrain = terrain.filter(|row| row.state == state && row.district == name)?.terrain;
    Some(Known {
        state,
        key: key(state, &name),
        name,
        climate: Climate {
            latitude: number(2)?,
            longitude: number(3)?,
            terrain,
            rain_source: row.get(4)?.to_owned(),
            temperature_source: row.get(5)?.to_owned(),
            rain_mm: months(7)?,
            tmin_c: months(19)?,
            tmax_c: months(31)?,
        },
    })
}

fn key(state: State, name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let code = state.code().trim_start_matches("IN-");
    [code].into_iter().chain(words).collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// The file of names in the folder of a language.
pub(crate) const NAMES_PATH: &str = "districts.csv";

/// Reads the lines of `district,name`: the names of each district. Every district has one; further lines are other
/// spellings. Empty in English.
pub(crate) fn names(folder: &Folder) -> Result<Vec<Vec<String>>, Vec<String>> {
    if folder.is_english() {
        return Ok(Vec::new());
    }
    let table = folder.text(NAMES_PATH)?;
    let mut names = vec![Vec::new(); District::all().len()];
    let mut faults = Vec::new();
    for row in table::reader(table.as_bytes()).records() {
        let row = row.map_err(|error| vec![error.to_string()])?;
        let (key, name) = (row.get(0).unwrap_or_default(), row.get(1).unwrap_or_default());
        match District::from_key(key).and_then(|district| names.get_mut(district.index())) {
            Some(names) if !name.is_empty() && name.trim() == name => names.push(name.to_owned()),
            Some(_) => faults.push(format!("{key}: `{name}` is no name")),
            None => faults.push(format!("{key}: is no district")),
        }
    }
    let lacking = District::all().zip(&names).filter(|(_, names)| names.is_empty());
    faults.extend(lacking.map(|(district, _)| format!("{}: is missing", district.key())));
    if faults.is_empty() { Ok(names) } else { Err(faults) }
}

impl District {
    /// All 734 districts.
    #[expect(clippy::cast_possible_truncation, reason = "there are 734 districts")]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..DISTRICTS.len()).map(|index| Self(index as u16))
    }

    /// Index in [`District::all`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The district with this index in [`District::all`].
    pub fn from_index(index: u16) -> Option<Self> {
        (usize::from(index) < DISTRICTS.len()).then_some(Self(index))
    }

    #[expect(clippy::indexing_slicing, reason = "a district is only made from a row of the table")]
    fn known(self) -> &'static Known {
        &DISTRICTS[self.index()]
    }

    /// The name: `Erode`. Six names are shared by districts of two states.
    pub fn name(self) -> &'static str {
        &self.known().name
    }

    /// The name in a language.
    pub fn name_in(self, language: Language) -> &'static str {
        self.names_in(language).first().map_or(self.name(), String::as_str)
    }

    /// All names in a language; the first one is shown. Empty in English.
    pub(crate) fn names_in(self, language: Language) -> &'static [String] {
        static NAMES: ByLanguage<Vec<Vec<String>>> = ByLanguage::new();
        NAMES.of(language, || or_fault(names(language.folder()))).get(self.index()).map_or(&[], Vec::as_slice)
    }

    /// The district's state or union territory.
    pub fn state(self) -> State {
        self.known().state
    }

    /// The key used in storage and in the API: `tn-erode`.
    pub fn key(self) -> &'static str {
        &self.known().key
    }

    /// Finds a district by its key.
    pub fn from_key(key: &str) -> Option<Self> {
        BY_KEY.get(key).copied()
    }

    /// The district's climate normals.
    pub fn climate(self) -> &'static Climate {
        &self.known().climate
    }
}

impl fmt::Display for District {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name(), self.state().name())
    }
}

impl fmt::Debug for District {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn there_are_734_districts_in_36_states_each_with_a_key_of_its_own() {
        assert_eq!(District::all().len(), 734);
        assert_eq!(District::all().map(District::state).collect::<BTreeSet<_>>().len(), 36);
        assert_eq!(District::all().map(District::key).collect::<BTreeSet<_>>().len(), 734);
        for district in District::all() {
            assert_eq!(District::from_key(district.key()), Some(district));
        }
        assert_eq!(District::from_key("tn-atlantis"), None);
    }

    #[test]
    fn six_names_belong_to_two_districts() {
        let mut states = BTreeMap::<_, BTreeSet<_>>::new();
        for district in District::all() {
            states.entry(district.name()).or_default().insert(district.state());
        }
        let shared: Vec<_> = states.iter().filter(|(_, states)| states.len() > 1).map(|(name, _)| *name).collect();
        assert_eq!(shared, ["Aurangabad", "Balrampur", "Bilaspur", "Hamirpur", "Pratapgarh", "Raigarh"]);
    }

    #[test]
    fn every_climate_is_one_that_india_can_have() {
        for district in District::all() {
            let Climate { latitude, longitude, rain_mm, tmin_c, tmax_c, .. } = district.climate();
            assert!((6.0..38.0).contains(latitude) && (68.0..98.0).contains(longitude), "{district}");
            assert!(rain_mm.iter().all(|mm| (0.0..3_000.0).contains(mm)), "{district}");
            assert!(tmin_c.iter().zip(tmax_c).all(|(min, max)| -40.0 < *min && min < max && *max < 50.0), "{district}");
        }
        let erode = District::from_key("tn-erode").unwrap();
        assert_eq!(erode.to_string(), "Erode, Tamil Nadu");
        assert!(erode.climate().rain_mm.iter().sum::<f64>() > 500.0);
    }
}
