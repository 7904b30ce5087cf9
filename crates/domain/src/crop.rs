//! The sixteen crops: one enum, one table of facts, one parser for every spelling.

use crate::quantity::{Kilograms, SquareMetres, divide_half_up};
use std::fmt;
use std::str::FromStr;

/// One of the sixteen crops that Grow compares, in the order of the specification's crop choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the table of facts below describes each")]
pub enum Crop {
    Paddy,
    Cholam,
    Cumbu,
    Ragi,
    Maize,
    RedGram,
    BengalGram,
    GreenGram,
    BlackGram,
    HorseGram,
    Groundnut,
    Gingelly,
    Potato,
    Onion,
    Sugarcane,
    Cotton,
}

/// Names and yield range of a crop.
#[derive(Debug)]
pub struct Facts {
    /// The crop these facts are about.
    pub crop: Crop,
    /// The known-crop key of the specification, used in addresses and answers: `redGram`.
    pub key: &'static str,
    /// The uppercase name of the specification's tables: `RED GRAM`.
    pub table_name: &'static str,
    /// The display name: `Red Gram`. For [`Crop::Cholam`] and [`Crop::Potato`] it differs from the key.
    pub display_name: &'static str,
    /// The name of the crop's encyclopedia entry.
    pub slug: &'static str,
    /// Shown on the crop's card.
    pub emoji: &'static str,
    /// Average yield, kg/ha (section 3 of the specification).
    pub yield_range: YieldRange,
}

/// Average yield of a crop, kg/ha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YieldRange {
    /// Lower end, kg/ha.
    pub min: u32,
    /// Upper end, kg/ha.
    pub max: u32,
}

const fn facts(
    crop: Crop,
    [key, table_name, display_name, slug, emoji]: [&'static str; 5],
    (min, max): (u32, u32),
) -> Facts {
    Facts { crop, key, table_name, display_name, slug, emoji, yield_range: YieldRange { min, max } }
}

#[rustfmt::skip]
static FACTS: [Facts; 16] = [
    //                       key           table name     display name   slug          emoji    yield, kg/ha
    facts(Crop::Paddy,      ["paddy",      "PADDY",       "Paddy",       "paddy",      "🌾"], (3_000, 4_800)),
    facts(Crop::Cholam,     ["cholam",     "CHOLAM",      "Sorghum",     "sorghum",    "🌿"], (1_100, 2_900)),
    facts(Crop::Cumbu,      ["cumbo",      "CUMBU",       "Cumbu",       "cumbo",      "🍃"], (1_100, 2_400)),
    facts(Crop::Ragi,       ["ragi",       "RAGI",        "Ragi",        "ragi",       "🥣"], (900, 2_400)),
    facts(Crop::Maize,      ["maize",      "MAIZE",       "Maize",       "maize",      "🌽"], (2_800, 7_700)),
    facts(Crop::RedGram,    ["redGram",    "RED GRAM",    "Red Gram",    "redGram",    "🫘"], (700, 1_900)),
    facts(Crop::BengalGram, ["bengalGram", "BENGAL GRAM", "Bengal Gram", "bengalGram", "🧆"], (900, 2_400)),
    facts(Crop::GreenGram,  ["greenGram",  "GREEN GRAM",  "Green Gram",  "greenGram",  "🫛"], (450, 1_400)),
    facts(Crop::BlackGram,  ["blackGram",  "BLACK GRAM",  "Black Gram",  "blackGram",  "🌰"], (450, 1_400)),
    facts(Crop::HorseGram,  ["horseGram",  "HORSE GRAM",  "Horse Gram",  "horseGram",  "🌱"], (450, 1_400)),
    facts(Crop::Groundnut,  ["groundnut",  "GROUNDNUT",   "Groundnut",   "groundnut",  "🥜"], (1_400, 3_400)),
    facts(Crop::Gingelly,   ["gingelly",   "GINGELLY",    "Gingelly",    "gingelly",   "🌼"], (800, 1_600)),
    facts(Crop::Potato,     ["potato",     "POTATO",      "Potatoes",    "potatoes",   "🥔"], (14_000, 29_000)),
    facts(Crop::Onion,      ["onion",      "ONION",       "Onion",       "onion",      "🧅"], (14_000, 29_000)),
    facts(Crop::Sugarcane,  ["sugarcane",  "SUGARCANE",   "Sugarcane",   "sugarcane",  "🎋"], (29_000, 78_000)),
    facts(Crop::Cotton,     ["cotton",     "COTTON",      "Cotton",      "cotton",     "☁️"], (600, 2_400)),
];

/// The name is not one of the sixteen crops.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Select a valid crop.")]
pub struct UnknownCrop;

impl Crop {
    /// All sixteen, in the specification's order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        FACTS.iter().map(|facts| facts.crop)
    }

    /// All sixteen as an array.
    pub(crate) fn each() -> [Self; 16] {
        FACTS.each_ref().map(|facts| facts.crop)
    }

    /// The crop's row in the table of facts.
    #[expect(clippy::indexing_slicing, reason = "one row for each variant, in order; a test holds it")]
    pub fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The known-crop key: `redGram`.
    pub fn key(self) -> &'static str {
        self.facts().key
    }

    /// The table name: `RED GRAM`.
    pub fn table_name(self) -> &'static str {
        self.facts().table_name
    }

    /// What this area is expected to bring: area times the middle of the yield range, rounded half up to the kilogram.
    pub fn expected_yield(self, area: SquareMetres) -> Kilograms {
        let YieldRange { min, max } = self.facts().yield_range;
        let twice_the_middle = i64::from(min) + i64::from(max);
        Kilograms(divide_half_up(area.0 * twice_the_middle, 2 * 10_000))
    }
}

impl fmt::Display for Crop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Crop {
    type Err = UnknownCrop;

    /// Parses a key, table name, display name or encyclopedia slug. Case, spaces and hyphens are ignored.
    fn from_str(spelling: &str) -> Result<Self, UnknownCrop> {
        // Fast path: stored sowings use the key.
        let by_key = FACTS.iter().find(|facts| facts.key == spelling);
        by_key
            .or_else(|| {
                let spelling = spelling.trim();
                FACTS.iter().find(|Facts { table_name, display_name, slug, key, .. }| {
                    [key, table_name, display_name, slug].iter().any(|name| same_word(name, spelling))
                })
            })
            .map(|facts| facts.crop)
            .ok_or(UnknownCrop)
    }
}

fn same_word(name: &str, spelling: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().filter(|byte| !matches!(byte, b' ' | b'-' | b'_')).map(|byte| byte.to_ascii_lowercase())
    }
    letters(name).eq(letters(spelling))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sixteen_crops_each_with_its_own_row() {
        assert_eq!(Crop::all().len(), 16);
        for (index, crop) in Crop::all().enumerate() {
            assert_eq!(crop as usize, index);
            assert_eq!(crop.facts().crop, crop);
        }
    }

    #[test]
    fn the_choices_of_the_add_form_in_their_order() {
        let names: Vec<_> = Crop::all().map(Crop::table_name).collect();
        assert_eq!(
            names.join(", "),
            "PADDY, CHOLAM, CUMBU, RAGI, MAIZE, RED GRAM, BENGAL GRAM, GREEN GRAM, BLACK GRAM, HORSE GRAM, GROUNDNUT, \
             GINGELLY, POTATO, ONION, SUGARCANE, COTTON"
        );
    }

    #[test]
    fn the_known_crop_keys_in_their_order() {
        let keys: Vec<_> = Crop::all().map(Crop::key).collect();
        assert_eq!(
            keys.join(", "),
            "paddy, cholam, cumbo, ragi, maize, redGram, bengalGram, greenGram, blackGram, horseGram, groundnut, \
             gingelly, potato, onion, sugarcane, cotton"
        );
    }

    #[test]
    fn every_spelling_of_the_specification_is_read() {
        for (spelling, crop) in [
            ("cumbo", Crop::Cumbu),
            ("CUMBU", Crop::Cumbu),
            ("redGram", Crop::RedGram),
            ("RED GRAM", Crop::RedGram),
            ("Red Gram", Crop::RedGram),
            ("red-gram", Crop::RedGram),
            ("Sorghum", Crop::Cholam),
            ("cholam", Crop::Cholam),
            ("Potatoes", Crop::Potato),
            ("potato", Crop::Potato),
            (" Groundnut ", Crop::Groundnut),
        ] {
            assert_eq!(spelling.parse(), Ok(crop), "{spelling}");
        }
    }

    #[test]
    fn the_average_yield_table_of_section_3() {
        let table = "PADDY 3000-4800 CHOLAM 1100-2900 CUMBU 1100-2400 RAGI 900-2400 MAIZE 2800-7700 RED GRAM 700-1900 \
             BENGAL GRAM 900-2400 GREEN GRAM 450-1400 BLACK GRAM 450-1400 HORSE GRAM 450-1400 GROUNDNUT 1400-3400 \
             GINGELLY 800-1600 POTATO 14000-29000 ONION 14000-29000 SUGARCANE 29000-78000 COTTON 600-2400";
        let ours: Vec<_> = Crop::all()
            .map(|crop| {
                let YieldRange { min, max } = crop.facts().yield_range;
                format!("{} {min}-{max}", crop.table_name())
            })
            .collect();
        assert_eq!(ours.join(" "), table);
    }

    proptest! {
        #[test]
        fn case_never_matters(index in 0..16_usize, mask in any::<u64>()) {
            let crop = Crop::all().nth(index).unwrap();
            let facts = crop.facts();
            for name in [facts.key, facts.table_name, facts.display_name, facts.slug] {
                let mixed: String = name
                    .chars()
                    .enumerate()
                    .map(|(i, c)| if mask >> (i % 64) & 1 == 1 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
                    .collect();
                prop_assert_eq!(mixed.parse(), Ok(crop));
            }
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in ".*") {
            if let Ok(crop) = text.parse::<Crop>() {
                prop_assert!(Crop::all().any(|known| known == crop));
            }
        }
    }
}
