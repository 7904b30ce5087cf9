//! What stood on a field last.

use crate::other_crops;
use crate::{Crop, Language, State};
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

/// A crop outside the sixteen that may have stood on a field, by its English name within a sentence, which is its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutsideCrop(&'static str);

/// All of them, each with a part of the name that the other crops of a state have it by. Vegetables, which the statistics
/// leave out, are grown everywhere.
const OUTSIDE: [(&str, &str); 33] = [
    ("barley", "barley"),
    ("berseem", "berseem"),
    ("brinjal", ""),
    ("castor", "castor"),
    ("chillies", "chillies"),
    ("coriander", "coriander"),
    ("cowpea", "cowpea"),
    ("fodder", "fodder"),
    ("garlic", "garlic"),
    ("ginger", "ginger"),
    ("grass pea", "grass pea"),
    ("guar", "guar"),
    ("jute", "jute"),
    ("lentil", "lentil"),
    ("linseed", "linseed"),
    ("mesta", "mesta"),
    ("moth bean", "moth bean"),
    ("niger", "niger"),
    ("okra", ""),
    ("pea", "field pea"),
    ("rapeseed and mustard", "mustard"),
    ("safflower", "safflower"),
    ("small millets", "small millets"),
    ("soybean", "soybean"),
    ("sunflower", "sunflower"),
    ("sunn hemp", "sunn hemp"),
    ("sweet potato", "sweet potato"),
    ("tapioca", "tapioca"),
    ("tobacco", "tobacco"),
    ("tomato", ""),
    ("turmeric", "turmeric"),
    ("vegetables", ""),
    ("wheat", "wheat"),
];

const FALLOW: &str = "fallow";

impl OutsideCrop {
    /// All of them, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        OUTSIDE.iter().map(|(key, _)| Self(key))
    }

    /// Those that are grown in a state.
    pub fn grown_in(state: State) -> impl Iterator<Item = Self> {
        let grown =
            move |name: &str| name.is_empty() || other_crops::of(state).iter().any(|crop| crop.name.contains(name));
        OUTSIDE.iter().filter(move |(_, name)| grown(name)).map(|(key, _)| Self(key))
    }

    /// The key: `wheat`.
    pub fn key(self) -> &'static str {
        self.0
    }

    /// Its name in a language, as it stands within a sentence.
    pub fn name_in(self, language: Language) -> &'static str {
        language.phrase(self.0)
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
        Self::all().find(|last| last.key() == key).ok_or(UnknownLastCrop)
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
        for text in ["", "Wheat", "GROUNDNUT", "roses", &"x".repeat(10_000)] {
            assert_eq!(text.parse::<LastCrop>(), Err(UnknownLastCrop), "{text:.20}");
        }
    }

    #[test]
    fn a_state_offers_what_is_grown_there() {
        let keys = |state| OutsideCrop::grown_in(state).map(OutsideCrop::key).collect::<Vec<_>>();
        let punjab = keys(State::Punjab);
        for key in ["wheat", "rapeseed and mustard", "tomato"] {
            assert!(punjab.contains(&key), "{key}: {punjab:?}");
        }
        assert!(!punjab.contains(&"jute") && keys(State::WestBengal).contains(&"jute"));
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
