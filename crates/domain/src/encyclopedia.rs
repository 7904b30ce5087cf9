//! The crop encyclopedia: one entry for each of the sixteen crops.
//!
//! Entries are embedded from `data/crops`, one file for each crop, and their texts in other languages from
//! `data/languages`. The types below validate a file while it is parsed: an entry has every section, ordered ranges and
//! at least two sources.

mod field;

pub use field::{Basis, MaturityDays, Remedies, Remedy, SeedRate, Spacing};

use crate::Crop;
use crate::language::Language;
use serde::Deserialize;
use serde::de::Error as _;
use std::ops::Deref;

/// Minimum number of sources of an entry.
pub const LEAST_SOURCES: usize = 2;

/// The entry of one crop. Section names follow section 3 of the specification.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CropEntry {
    /// Scientific name: `Oryza sativa`.
    pub scientific_name: Text,
    /// Tamil names; the first one is displayed.
    pub tamil_names: List<Text>,
    /// Hindi names; the first one is displayed.
    pub hindi_names: List<Text>,
    /// Other names in Latin script, used by search.
    pub other_names: List<Text>,
    /// Importance of the crop and the states that grow it.
    pub importance_in_india: Importance,
    /// Climate and soil that the crop requires.
    pub climate_and_soil_requirements: Requirements,
    /// Nutrient doses.
    pub nutrient_requirements: Nutrients,
    /// Varieties and hybrids, by name.
    pub varieties: List<Text>,
    /// Field, seed and sowing.
    pub cultivation_methods: List<Text>,
    /// Irrigation schedule and methods.
    pub irrigation_methods: List<Text>,
    /// Manure, fertiliser and soil management.
    pub fertilization_and_soil_management: List<Text>,
    /// Mainly weeds; individual pests are in [`Self::affection_and_its_control`].
    pub weed_and_pest_management: List<Text>,
    /// Pests, diseases and their control.
    pub affection_and_its_control: Affection,
    /// Harvest, from maturity to storage.
    pub harvesting_and_post_harvest_management: Harvest,
    /// Difficulties in growing the crop.
    pub challenges: List<Text>,
    /// Government schemes for its growers.
    pub government_initiatives_and_policies: List<Initiative>,
    /// Sowing window.
    pub sowing_period: SowingPeriod,
    /// Seed for a hectare.
    pub seed_rate: SeedRate,
    /// Spacing of rows and plants.
    pub spacing: Spacing,
    /// Days from sowing to harvest.
    pub maturity_days: MaturityDays,
    /// What to do if the rain fails after sowing.
    pub if_rain_fails: Remedies,
    /// Sources of the entry.
    pub sources: List<Source, LEAST_SOURCES>,
}

/// Importance of a crop, and the states that grow it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Importance {
    /// A short summary.
    pub overview: Text,
    /// The states that grow most of it.
    pub key_states: List<Text>,
}

/// Climate and soil that a crop requires.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    /// Climate.
    pub climate: Climate,
    /// Soil.
    pub soil: Soil,
}

/// Climate that suits a crop.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatClimate")]
pub struct Climate {
    /// Short description.
    pub kind: Text,
    /// Optimum temperature, °C.
    pub temperature: Range<u8>,
    /// Relative humidity, %.
    pub humidity: Range<u8>,
    /// Remarks on the figures.
    pub note: Option<Text>,
}

/// Soil that suits a crop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Soil {
    /// Short description.
    #[serde(rename = "type")]
    pub kind: Text,
    /// Acidity, drainage, and conditions that the crop does not tolerate.
    pub properties: Text,
}

/// Recommended doses, kg/ha of N, P2O5 and K2O, the units of Indian recommendations and fertiliser bags.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nutrients {
    /// N.
    pub nitrogen: DoseRange,
    /// P, as P2O5.
    pub phosphorus: DoseRange,
    /// K, as K2O.
    pub potassium: DoseRange,
    /// Conditions for the lower and the upper end of the ranges.
    pub note: Option<Text>,
}

/// Pests and diseases of a crop, and their control.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Affection {
    /// Preventive measures.
    pub general_control_methods: List<Text>,
    /// Animal pests.
    pub pests: List<Attack>,
    /// Diseases caused by fungi, bacteria and viruses.
    pub diseases: List<Attack>,
}

/// A pest or a disease.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Common name.
    pub name: Text,
    /// Symptoms in the field.
    pub description: Text,
    /// Control measures, the mildest first.
    pub control_measures: List<Text>,
}

/// Harvest, from maturity to storage.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harvest {
    /// Time and signs of maturity.
    pub maturity: Text,
    /// Harvest methods.
    pub methods: List<Text>,
    /// Storage methods.
    pub storage: List<Text>,
}

/// A government scheme or policy for growers of a crop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Initiative {
    /// Official name.
    pub name: Text,
    /// Benefit to a farmer.
    pub description: Text,
}

/// Sowing window of the main season. It may cross the end of the year.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SowingPeriod {
    /// The first month.
    pub sowing_start_month: Month,
    /// The last month.
    pub sowing_end_month: Month,
    /// Other seasons.
    pub note: Option<Text>,
}

/// A publication that an entry cites.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Title.
    pub title: Text,
    /// Publisher.
    pub publisher: Text,
    /// Web address, if the publication has one.
    pub url: Option<Address>,
}

/// An inclusive range. `min` and `max` may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<T> {
    /// Lower bound.
    pub min: T,
    /// Upper bound.
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

/// A non-empty, trimmed, single-line text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Text(String);

/// An `http` or `https` address.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Address(String);

/// A month of the year, 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
pub struct Month(u8);

/// A list of at least `LEAST` items.
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

/// Climate with the field names of the specification and of the files.
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

/// Why an encyclopedia file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {field}: {reason}")]
pub struct Fault {
    /// The file.
    pub file: String,
    /// Path of the field: `sowing_period.sowing_end_month`. `entry` if the fault has no field.
    pub field: String,
    /// Description of the fault.
    pub reason: String,
}

/// Parses an entry. `file` is the name reported in a [`Fault`].
pub fn parse(file: &str, text: &str) -> Result<CropEntry, Fault> {
    let table = toml::Deserializer::parse(text).map_err(|error| Fault::new(file, "syntax", error.message()))?;
    from_toml(file, table)
}

/// Reads an entry from parsed TOML.
pub(crate) fn from_toml<'de, T>(file: &str, toml: T) -> Result<CropEntry, Fault>
where
    T: serde::Deserializer<'de, Error = toml::de::Error>,
{
    let path = |path: &serde_path_to_error::Path| match path.iter().len() {
        0 => "entry".to_owned(),
        _ => path.to_string(),
    };
    let entry: CropEntry = serde_path_to_error::deserialize(toml)
        .map_err(|error| Fault::new(file, &path(error.path()), error.inner().message()))?;
    for (field, basis) in entry.bases() {
        let is_listed = |title: &Text| entry.sources.iter().any(|source| source.title == *title);
        if let Some(title) = basis.source.as_ref().filter(|title| !is_listed(title)) {
            return Err(Fault::new(
                file,
                &format!("{field}.source"),
                &format!("`{}` is no title in sources", &**title),
            ));
        }
    }
    Ok(entry)
}

impl CropEntry {
    /// What the figures for a field and the advice rest on, each with the path of its field.
    fn bases(&self) -> impl Iterator<Item = (String, &Basis)> {
        let figures = [
            ("seed_rate", &self.seed_rate.basis),
            ("spacing", &self.spacing.basis),
            ("maturity_days", &self.maturity_days.basis),
        ];
        let remedies = self.if_rain_fails.seasons();
        let remedies = remedies.map(|(season, remedy)| (format!("if_rain_fails.{season}"), &remedy.basis));
        figures.into_iter().map(|(field, basis)| (field.to_owned(), basis)).chain(remedies)
    }
}

impl Fault {
    fn new(file: &str, field: &str, reason: &str) -> Self {
        Self { file: file.to_owned(), field: field.to_owned(), reason: reason.to_owned() }
    }
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

/// Returns the English file of a crop: its name and its text.
#[expect(clippy::indexing_slicing, reason = "one file for each variant, in order; a test holds it")]
pub(crate) fn source(crop: Crop) -> (&'static str, &'static str) {
    let (_, file, text) = FILES[crop as usize];
    (file, text)
}

/// Returns the English entry of a crop.
#[must_use]
pub fn entry(crop: Crop) -> &'static CropEntry {
    entry_in(Language::ENGLISH, crop)
}

/// Returns the entry of a crop in a language.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "every language has an entry for each crop, in order; a test holds it")]
pub fn entry_in(language: Language, crop: Crop) -> &'static CropEntry {
    &language.entries()[crop as usize]
}

#[cfg(test)]
mod tests;
