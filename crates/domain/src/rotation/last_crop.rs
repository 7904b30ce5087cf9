//! What stood on a field last.

use crate::land::LandTable;
use crate::other_crops::OtherCrop;
use crate::{Crop, District, Language, Season};
use std::fmt;
use std::str::FromStr;

/// What stood on a field last. Not told is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LastCrop {
    /// One of the sixteen crops.
    Crop(Crop),
    /// Another crop.
    Other(OutsideCrop),
    /// Nothing.
    Fallow,
}

/// A crop outside the sixteen that may have stood on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutsideCrop {
    /// A field crop.
    Field(OtherCrop),
    /// Fodder or a vegetable, which the statistics leave out, by its English name within a sentence.
    Garden(&'static str),
}

/// They are grown everywhere.
const GARDEN: [&str; 6] = ["berseem", "brinjal", "fodder", "okra", "tomato", "vegetables"];

const FALLOW: &str = "fallow";

impl OutsideCrop {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        OtherCrop::ALL.into_iter().map(Self::Field).chain(GARDEN.map(Self::Garden))
    }

    /// Those that are grown in a district, the field crops first.
    pub fn grown_in(district: District) -> impl Iterator<Item = Self> {
        let land = LandTable::shipped().of_district(district);
        let is_grown = move |crop: &OtherCrop| {
            Season::ALL.into_iter().any(|season| land.all_land(season).others.iter().any(|(other, _)| other == crop))
        };
        OtherCrop::ALL.into_iter().filter(is_grown).map(Self::Field).chain(GARDEN.map(Self::Garden))
    }

    /// The key: `wheat`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Field(crop) => crop.key(),
            Self::Garden(key) => key,
        }
    }

    /// Its name in a language, as it stands within a sentence.
    pub fn name_in(self, language: Language) -> &'static str {
        language.phrase(self.key())
    }
}

impl LastCrop {
    /// All that can be said.
    pub fn all() -> impl Iterator<Item = Self> {
        let crops = Crop::all().map(Self::Crop);
        crops.chain(OutsideCrop::all().map(Self::Other)).chain([Self::Fallow])
    }

    /// The key: that of a crop, or `fallow`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Crop(crop) => crop.key(),
            Self::Other(crop) => crop.key(),
            Self::Fallow => FALLOW,
        }
    }
}

impl fmt::Display for LastCrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for LastCrop {
    type Err = UnknownLastCrop;

    fn from_str(key: &str) -> Result<Self, UnknownLastCrop> {
        let spelled = || key.parse().map(Self::Crop).ok();
        Self::all().find(|last| last.key() == key).or_else(spelled).ok_or(UnknownLastCrop)
    }
}

/// The text is no key of [`LastCrop`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Grow does not know this crop. Please choose from the list what stood here last, or leave it out.")]
pub struct UnknownLastCrop;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_leads_back_to_its_answer() {
        for last in LastCrop::all() {
            assert_eq!(last.key().parse(), Ok(last));
        }
        assert_eq!("RED GRAM".parse(), Ok(LastCrop::Crop(Crop::RedGram)), "as a crop is spelled anywhere");
        for text in ["", "Wheat", "roses", &"x".repeat(10_000)] {
            assert_eq!(text.parse::<LastCrop>(), Err(UnknownLastCrop), "{text:.20}");
        }
    }

    #[test]
    fn a_district_offers_what_is_grown_there() {
        let keys =
            |key| OutsideCrop::grown_in(District::from_key(key).unwrap()).map(OutsideCrop::key).collect::<Vec<_>>();
        let ludhiana = keys("pb-ludhiana");
        assert!(ludhiana.contains(&"wheat") && ludhiana.contains(&"tomato") && !ludhiana.contains(&"jute"));
        assert!(keys("wb-nadia").contains(&"jute"));
    }

    #[test]
    fn each_language_names_each_crop_and_none_is_one_of_the_sixteen() {
        for crop in OutsideCrop::all() {
            assert!(crop.key().parse::<Crop>().is_err(), "{crop:?}");
            for language in Language::all() {
                assert_eq!(
                    crop.name_in(language) == crop.key(),
                    language == Language::ENGLISH,
                    "{language:?}: {crop:?}"
                );
            }
        }
    }
}
