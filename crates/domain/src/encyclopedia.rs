//! The crop encyclopedia: what a farmer should know of each of the sixteen crops.
//!
//! Its content is data, one file for each crop in `data/crops`, and part of the program. Reading a file into the types below
//! is the only check: an entry that exists has every section, its ranges are in order, and it names where it comes from.

use crate::Crop;
use serde::Deserialize;
use serde::de::Error as _;
use std::ops::Deref;
use std::sync::LazyLock;

/// The fewest sources that an entry rests on.
pub const LEAST_SOURCES: usize = 2;

/// What is known of one crop. The sections are those of section 3 of the specification, in its words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CropEntry {
    /// In Latin: `Oryza sativa`.
    pub scientific_name: Text,
    /// In Tamil; the first is the one that is shown.
    pub tamil_names: List<Text>,
    /// In Hindi; the first is the one that is shown.
    pub hindi_names: List<Text>,
    /// What else people call it, in Latin letters; a search finds the crop by them.
    pub other_names: List<Text>,
    /// Why it matters, and where it grows.
    pub importance_in_india: Importance,
    /// Where it can be grown.
    pub climate_and_soil_requirements: Requirements,
    /// What it takes from the soil.
    pub nutrient_requirements: Nutrients,
    /// Varieties and hybrids, by name.
    pub varieties: List<Text>,
    /// Field, seed and sowing.
    pub cultivation_methods: List<Text>,
    /// When and how to water.
    pub irrigation_methods: List<Text>,
    /// Manure and fertiliser, and the care of the soil.
    pub fertilization_and_soil_management: List<Text>,
    /// Above all weeds; single pests are in [`Self::affection_and_its_control`].
    pub weed_and_pest_management: List<Text>,
    /// What attacks it, and what helps.
    pub affection_and_its_control: Affection,
    /// From ripeness to the store.
    pub harvesting_and_post_harvest_management: Harvest,
    /// What makes it hard to grow.
    pub challenges: List<Text>,
    /// What the state does for those who grow it.
    pub government_initiatives_and_policies: List<Initiative>,
    /// When it is sown.
    pub sowing_period: SowingPeriod,
    /// Where all this comes from.
    pub sources: List<Source, LEAST_SOURCES>,
}

/// Why a crop matters, and where it grows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Importance {
    /// In a few sentences.
    pub overview: Text,
    /// The states that grow most of it.
    pub key_states: List<Text>,
}

/// Where a crop can be grown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    /// The air.
    pub climate: Climate,
    /// The ground.
    pub soil: Soil,
}

/// The air that suits a crop.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatClimate")]
pub struct Climate {
    /// In words.
    pub kind: Text,
    /// What it grows best in, °C.
    pub temperature: Range<u8>,
    /// Relative humidity, %.
    pub humidity: Range<u8>,
    /// What the figures cannot say.
    pub note: Option<Text>,
}

/// The ground that suits a crop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Soil {
    /// In words.
    #[serde(rename = "type")]
    pub kind: Text,
    /// Acidity, drainage, and what it does not bear.
    pub properties: Text,
}

/// What is given to a crop, kg/ha of N, P2O5 and K2O, as India's recommendations and bags state them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nutrients {
    /// N.
    pub nitrogen: DoseRange,
    /// P, as P2O5.
    pub phosphorus: DoseRange,
    /// K, as K2O.
    pub potassium: DoseRange,
    /// What the lower and the upper end are for.
    pub note: Option<Text>,
}

/// What attacks a crop, and what helps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Affection {
    /// What keeps a field healthy.
    pub general_control_methods: List<Text>,
    /// Animals.
    pub pests: List<Attack>,
    /// Fungi, bacteria and viruses.
    pub diseases: List<Attack>,
}

/// A pest or a disease.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// What farmers call it.
    pub name: Text,
    /// What it looks like in the field.
    pub description: Text,
    /// What helps, the mildest first.
    pub control_measures: List<Text>,
}

/// From ripeness to the store.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harvest {
    /// When it is ripe, and how that shows.
    pub maturity: Text,
    /// How it is brought in.
    pub methods: List<Text>,
    /// How it is kept.
    pub storage: List<Text>,
}

/// What the state does for those who grow a crop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Initiative {
    /// Its own name.
    pub name: Text,
    /// What is in it for a farmer.
    pub description: Text,
}

/// When a crop is sown. The main season; a window may pass the turn of the year.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SowingPeriod {
    /// The first month.
    pub sowing_start_month: Month,
    /// The last month.
    pub sowing_end_month: Month,
    /// Its other seasons.
    pub note: Option<Text>,
}

/// A publication that an entry rests on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The publication's own title.
    pub title: Text,
    /// Who answers for it.
    pub publisher: Text,
    /// Where it can be read; none for what is known by its name.
    pub url: Option<Address>,
}

/// From the least to the most; both may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<T> {
    /// The least.
    pub min: T,
    /// The most.
    pub max: T,
}

impl<T: Copy + PartialOrd + std::fmt::Display> Range<T> {
    fn up_to(limit: T, min: T, max: T) -> Result<Self, String> {
        if min > max {
            Err(format!("{min} to {max} is no range; the lower end comes first"))
        } else if max > limit {
            Err(format!("{max} is more than {limit}"))
        } else {
            Ok(Self { min, max })
        }
    }
}

/// An amount of a nutrient, kg/ha.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "FlatDoseRange")]
pub struct DoseRange(pub Range<f64>);

/// A text of a person's own words: not empty, on one line, without spaces around it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Text(String);

/// An address on the web.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Address(String);

/// A month of the year, 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
pub struct Month(u8);

/// Several things of a kind, and never fewer than `LEAST`.
#[derive(Debug)]
pub struct List<T, const LEAST: usize = 1>(Vec<T>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Deref for Address {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<T, const LEAST: usize> Deref for List<T, LEAST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl Month {
    /// 1 for January.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<String> for Text {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() {
            Err("there is no text".to_owned())
        } else if text.trim() != text || text.chars().any(char::is_control) {
            Err(format!("`{}` must be one line without spaces around it", text.escape_debug()))
        } else {
            Ok(Self(text))
        }
    }
}

impl TryFrom<String> for Address {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_address = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
        if is_address && text.chars().all(|c| c.is_ascii_graphic()) {
            Ok(Self(text))
        } else {
            Err(format!("`{}` is no address on the web", text.escape_debug()))
        }
    }
}

impl TryFrom<u8> for Month {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if (1..=12).contains(&number) { Ok(Self(number)) } else { Err(format!("{number} is no month; write 1 to 12")) }
    }
}

impl<'de, T: Deserialize<'de>, const LEAST: usize> Deserialize<'de> for List<T, LEAST> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::deserialize(deserializer)?;
        if items.len() < LEAST {
            return Err(D::Error::custom(format!("at least {LEAST} expected, and there are {}", items.len())));
        }
        Ok(Self(items))
    }
}

/// The climate as the specification and the files name its figures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatClimate {
    #[serde(rename = "type")]
    kind: Text,
    temperature_min: u8,
    temperature_max: u8,
    humidity_min: u8,
    humidity_max: u8,
    note: Option<Text>,
}

impl TryFrom<FlatClimate> for Climate {
    type Error = String;

    fn try_from(flat: FlatClimate) -> Result<Self, String> {
        let in_field = |field: &'static str| move |reason: String| format!("{field}: {reason}");
        Ok(Self {
            kind: flat.kind,
            temperature: Range::up_to(50, flat.temperature_min, flat.temperature_max)
                .map_err(in_field("temperature"))?,
            humidity: Range::up_to(100, flat.humidity_min, flat.humidity_max).map_err(in_field("humidity"))?,
            note: flat.note,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatDoseRange {
    min: f64,
    max: f64,
}

impl TryFrom<FlatDoseRange> for DoseRange {
    type Error = String;

    fn try_from(FlatDoseRange { min, max }: FlatDoseRange) -> Result<Self, String> {
        if !min.is_finite() || min < 0.0 || !max.is_finite() {
            return Err(format!("{min} to {max} is no amount"));
        }
        Range::up_to(1_000.0, min, max).map(Self)
    }
}

/// Why a file of the encyclopedia cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {field}: {reason}")]
pub struct Fault {
    /// The file.
    pub file: String,
    /// Where in it: `sowing_period.sowing_end_month`; `entry` for what is nowhere in it.
    pub field: String,
    /// What is wrong there.
    pub reason: String,
}

/// Reads the entry in a file; `file` is what a fault calls it.
pub fn parse(file: &str, text: &str) -> Result<CropEntry, Fault> {
    let fault =
        |field: &str, reason: &str| Fault { file: file.to_owned(), field: field.to_owned(), reason: reason.to_owned() };
    let path = |path: &serde_path_to_error::Path| match path.iter().len() {
        0 => "entry".to_owned(),
        _ => path.to_string(),
    };
    let table = toml::Deserializer::parse(text).map_err(|error| fault("syntax", error.message()))?;
    serde_path_to_error::deserialize(table).map_err(|error| fault(&path(error.path()), error.inner().message()))
}

macro_rules! file {
    ($crop:ident, $name:literal) => {
        (Crop::$crop, concat!("data/crops/", $name), include_str!(concat!("../../../data/crops/", $name)))
    };
}

/// The file of each crop, named by its key, in the order of [`Crop::all`].
const FILES: [(Crop, &str, &str); 16] = [
    file!(Paddy, "paddy.toml"),
    file!(Cholam, "cholam.toml"),
    file!(Cumbu, "cumbo.toml"),
    file!(Ragi, "ragi.toml"),
    file!(Maize, "maize.toml"),
    file!(RedGram, "redGram.toml"),
    file!(BengalGram, "bengalGram.toml"),
    file!(GreenGram, "greenGram.toml"),
    file!(BlackGram, "blackGram.toml"),
    file!(HorseGram, "horseGram.toml"),
    file!(Groundnut, "groundnut.toml"),
    file!(Gingelly, "gingelly.toml"),
    file!(Potato, "potato.toml"),
    file!(Onion, "onion.toml"),
    file!(Sugarcane, "sugarcane.toml"),
    file!(Cotton, "cotton.toml"),
];

/// The entry of a crop.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "one file for each variant, in order; a test holds it")]
pub fn entry(crop: Crop) -> &'static CropEntry {
    #[expect(clippy::expect_used, reason = "the files are part of the program; a test reads each")]
    static ENTRIES: LazyLock<Vec<CropEntry>> = LazyLock::new(|| {
        let entries = FILES.iter().map(|(_, file, text)| parse(file, text));
        entries.collect::<Result<_, _>>().expect("data/crops is well-formed")
    });
    &ENTRIES[crop as usize]
}

#[cfg(test)]
mod tests;
