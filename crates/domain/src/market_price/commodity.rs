//! The crops by the names of commodities (`data/market_commodities.csv`).

use crate::Crop;
use crate::table::embedded;
use csv::StringRecord;
use std::collections::HashMap;
use std::sync::LazyLock;

struct Commodity {
    crop: Crop,
    /// Words of a variety that is not the crop, in lower case.
    other_varieties: Vec<String>,
}

static COMMODITIES: LazyLock<HashMap<String, Commodity>> =
    LazyLock::new(|| embedded!("market_commodities.csv", commodity));

fn commodity(row: &StringRecord) -> Option<(String, Commodity)> {
    let crop = row.get(1)?.parse().ok()?;
    Some((folded(row.get(0)?), Commodity { crop, other_varieties: words(row.get(2)?) }))
}

/// The crop that a commodity is. `None`: another commodity, or a variety of it that is not the crop.
pub(super) fn crop_of(commodity: &str, variety: &str) -> Option<Crop> {
    let Commodity { crop, other_varieties } = COMMODITIES.get(&folded(commodity))?;
    let is_other = !variety.is_empty() && words(variety).iter().any(|word| other_varieties.contains(word));
    (!is_other).then_some(*crop)
}

/// A name without case, blanks, brackets and other signs.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crop_has_a_commodity_and_each_name_is_of_one_crop() {
        assert!(Crop::all().all(|crop| COMMODITIES.values().any(|commodity| commodity.crop == crop)));
        let rows =
            include_str!("../../../../data/market_commodities.csv").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(rows.count(), COMMODITIES.len() + 1, "no name stands twice");
    }

    #[test]
    fn names_are_compared_without_case_blanks_and_brackets() {
        for (name, crop) in [
            ("Paddy(Dhan)(Common)", Crop::Paddy),
            ("  paddy (dhan) ( COMMON ) ", Crop::Paddy),
            ("Paddy(Common)", Crop::Paddy),
            ("Jowar(Sorghum)", Crop::Cholam),
            ("Bajra(Pearl Millet/Cumbu)", Crop::Cumbu),
            ("Ragi(Finger Millet)", Crop::Ragi),
            ("MAIZE", Crop::Maize),
            ("Arhar (Tur/Red Gram)(Whole)", Crop::RedGram),
            ("Red gram/Arhar/Tur(whole)", Crop::RedGram),
            ("Bengal Gram (Gram) (Whole)", Crop::BengalGram),
            ("Green Gram(Moong)(Whole)", Crop::GreenGram),
            ("Black Gram (Urd Beans)(Whole)", Crop::BlackGram),
            ("Kulthi(Horse Gram)", Crop::HorseGram),
            ("Groundnut pods(raw)", Crop::Groundnut),
            ("Sesamum(Sesame,Gingelly,Til)", Crop::Gingelly),
            ("Potato", Crop::Potato),
            ("Onion", Crop::Onion),
            ("Sugarcane", Crop::Sugarcane),
            ("Cotton", Crop::Cotton),
        ] {
            assert_eq!(crop_of(name, "Other"), Some(crop), "{name}");
        }
    }

    #[test]
    fn what_is_made_of_a_crop_and_what_is_like_one_is_not_the_crop() {
        for name in [
            "",
            "Paddy(Dhan)(Basmati)",
            "Paddy(Basmati)",
            "Rice",
            "Arhar Dal(Tur Dal)",
            "Red gram split/Arhar dal/Tur dal",
            "Pegeon Pea (Arhar Fali)",
            "Bengal Gram Dal (Chana Dal)",
            "Gram Raw(Chholia)",
            "Gramflour",
            "Kabuli Chana(Chickpeas-White)",
            "Green Gram Dal (Moong Dal)",
            "Black Gram Dal (Urd Dal)",
            "Ground Nut Seed",
            "Groundnut (Split)",
            "Gingelly Oil",
            "Sweet Potato",
            "Onion Green",
            "Gur(Jaggery)",
            "Cotton Seed",
            "Lint",
            "Wheat",
        ] {
            assert_eq!(crop_of(name, ""), None, "{name}");
        }
        for (name, variety, is_crop) in [
            ("Paddy(Common)", "Pusa Basmati 1121", false),
            ("Paddy(Common)", "MTU-1010", true),
            ("Groundnut", "Bold Kernel", false),
            ("Groundnut", "Big (with shell)", true),
            ("Cotton", "DCH-32 (Ginned)", false),
            ("Cotton", "DCH-32(Unginned)", true),
            ("Bengal Gram(Gram)(Whole)", "Kabul Small", false),
        ] {
            assert_eq!(crop_of(name, variety).is_some(), is_crop, "{name}, {variety}");
        }
    }
}
