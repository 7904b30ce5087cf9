//! The languages that Grow speaks: English, and each folder of `data/languages`, which translates all of its content.
//!
//! A language is content, not code: the build finds its folder. English comes from `data/crops` and `data/privacy`. The
//! other languages translate the texts of these files and share their facts.

mod folder;
mod translation;

pub(crate) use folder::Folder;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

/// A language with complete content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(u8);

impl Language {
    /// English, the source of the translations.
    pub const ENGLISH: Self = Self(0);

    /// All languages: English, then the others by tag.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 256 languages")]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..folder::count()).map(|index| Self(index as u8))
    }

    /// The primary subtag of BCP 47: `ta`.
    pub fn tag(self) -> &'static str {
        self.folder().language
    }

    /// The language with exactly this tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::all().find(|language| language.tag() == tag)
    }

    /// The language of a range such as `ta`, `ta-IN` or `TA-Taml-IN`, by its primary subtag.
    pub fn of_range(range: &str) -> Option<Self> {
        let primary = range.split(['-', '_']).next().unwrap_or_default();
        Self::all().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Chooses from the values of `Accept-Language`: the known language with the highest quality, the first of equals.
    pub fn preferred<'v>(values: impl IntoIterator<Item = &'v str>) -> Option<Self> {
        let mut best = None;
        for item in values.into_iter().flat_map(|value| value.split(',')) {
            let (range, parameters) = item.split_once(';').unwrap_or((item, ""));
            let quality = quality(parameters);
            let is_better = best.is_none_or(|(_, highest)| quality > highest);
            if quality > 0.0 && is_better {
                best = Self::of_range(range.trim()).map(|language| (language, quality)).or(best);
            }
        }
        best.map(|(language, _)| language)
    }

    /// Where its texts come from.
    #[expect(clippy::expect_used, reason = "a language is only made from an index")]
    pub(crate) fn folder(self) -> &'static Folder {
        folder::folders().nth(usize::from(self.0)).expect("there is a folder for each language")
    }

    /// A free text of a table in `data` in this language. A text that is not of these tables, such as the source of an
    /// operator's figure, stays as it is.
    pub fn phrase(self, english: &str) -> &str {
        static PHRASES: ByLanguage<BTreeMap<String, String>> = ByLanguage::new();
        let read = || or_fault(self.folder().phrases());
        PHRASES.of(self, read).get(english).map_or(english, String::as_str)
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// The weight of a range, 0 to 1. A malformed one is 0.
fn quality(parameters: &str) -> f32 {
    let mut parameters = parameters.split(';').filter_map(|parameter| parameter.trim().split_once('='));
    let quality = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    quality.map_or(1.0, |(_, number)| {
        number.trim().parse().ok().filter(|quality| (0.0..=1.0).contains(quality)).unwrap_or(0.0)
    })
}

/// What was read from the folder of a language.
#[expect(clippy::panic, reason = "the files are part of the program; a test reads each")]
pub(crate) fn or_fault<T>(read: Result<T, Vec<String>>) -> T {
    read.unwrap_or_else(|faults| panic!("the folder of a language has faults: {faults:?}"))
}

/// A value for each language, made when it is first asked for.
#[derive(Debug)]
pub struct ByLanguage<T>(OnceLock<Vec<OnceLock<T>>>);

impl<T> ByLanguage<T> {
    /// Without values.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The value of a language, which `make` makes if there is none yet.
    #[expect(clippy::indexing_slicing, reason = "there is a place for each language")]
    pub fn of(&self, language: Language, make: impl FnOnce() -> T) -> &T {
        let values = self.0.get_or_init(|| Language::all().map(|_| OnceLock::new()).collect());
        values[usize::from(language.0)].get_or_init(make)
    }
}

impl<T> Default for ByLanguage<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
