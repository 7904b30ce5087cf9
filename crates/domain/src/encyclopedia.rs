//! The crop encyclopedia: one entry for each of the sixteen crops.
//!
//! Entries are embedded from `data/crops`, one file for each crop, and their texts in other languages from
//! `data/languages`. The types below validate a file while it is parsed: an entry has every section, ordered ranges and
//! at least two sources.

mod field;
mod values;

pub use field::{Basis, MaturityDays, Remedies, Remedy, SeedRate, Spacing};
pub use values::{Address, DoseRange, Month, Range};

use crate::content::{List, Text};
use crate::language::{ByLanguage, Folder, Language, or_fault};
use crate::{Crop, PerCrop};
use serde::Deserialize;

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
fn from_toml<'de, T>(file: &str, toml: T) -> Result<CropEntry, Fault>
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
    ($name:literal) => {
        (concat!("data/crops/", $name), include_str!(concat!("../../../data/crops/", $name)))
    };
}

/// Returns the English file of a crop, which its key names: its name and its text.
fn source(crop: Crop) -> (&'static str, &'static str) {
    match crop {
        Crop::Paddy => file!("paddy.toml"),
        Crop::Cholam => file!("cholam.toml"),
        Crop::Cumbu => file!("cumbo.toml"),
        Crop::Ragi => file!("ragi.toml"),
        Crop::Maize => file!("maize.toml"),
        Crop::RedGram => file!("redGram.toml"),
        Crop::BengalGram => file!("bengalGram.toml"),
        Crop::GreenGram => file!("greenGram.toml"),
        Crop::BlackGram => file!("blackGram.toml"),
        Crop::HorseGram => file!("horseGram.toml"),
        Crop::Groundnut => file!("groundnut.toml"),
        Crop::Gingelly => file!("gingelly.toml"),
        Crop::Potato => file!("potato.toml"),
        Crop::Onion => file!("onion.toml"),
        Crop::Sugarcane => file!("sugarcane.toml"),
        Crop::Cotton => file!("cotton.toml"),
    }
}

/// Returns the English entry of a crop.
pub fn entry(crop: Crop) -> &'static CropEntry {
    entry_in(Language::ENGLISH, crop)
}

/// Returns the entry of a crop in a language. The entries of a language are read when one is first asked for.
pub fn entry_in(language: Language, crop: Crop) -> &'static CropEntry {
    static ENTRIES: ByLanguage<PerCrop<CropEntry>> = ByLanguage::new();
    let read = || PerCrop::from_fn(|crop| or_fault(read(language.folder(), crop)));
    &ENTRIES.of(language, read)[crop]
}

/// Reads the entry of a crop from the folder of a language, or tells its faults, each with its field.
pub(crate) fn read(folder: &Folder, crop: Crop) -> Result<CropEntry, Vec<String>> {
    let (file, english) = source(crop);
    let entry = folder.translated(&path_of(crop), english)?;
    from_toml(file, entry).map_err(|fault| vec![format!("{}: {}", fault.field, fault.reason)])
}

/// The file of a crop in the folder of a language.
pub(crate) fn path_of(crop: Crop) -> String {
    format!("crops/{}.toml", crop.key())
}

#[cfg(test)]
mod tests;
