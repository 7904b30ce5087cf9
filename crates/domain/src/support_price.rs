//! Support prices (`data/support_prices.csv`).

use crate::other_crops::OtherCrop;
use crate::table::embedded;
use crate::{Crop, CropYear};
use csv::StringRecord;
use std::sync::LazyLock;

/// A price that the government supports, rupees per quintal (100 kg).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportPrice {
    /// What it is paid for.
    pub of: Supported,
    /// The crop year of the sowing that it is for.
    pub crop_year: CropYear,
    /// Kind of price.
    pub kind: Kind,
    /// Marketing season: `2026-27 KMS`.
    pub season: String,
    /// Variety or quality; may be empty.
    pub variety: String,
    /// Rupees per quintal.
    pub rupees_per_quintal: u32,
    /// Published cost of production (A2 + FL), all-India average, rupees per quintal. `None` if it is not known.
    pub cost_rupees_per_quintal: Option<u32>,
}

/// A crop that may have a support price: one of the sixteen, or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supported {
    /// One of the sixteen.
    Crop(Crop),
    /// A crop that Grow does not reckon.
    Other(OtherCrop),
}

impl From<Crop> for Supported {
    fn from(crop: Crop) -> Self {
        Self::Crop(crop)
    }
}

impl From<OtherCrop> for Supported {
    fn from(crop: OtherCrop) -> Self {
        Self::Other(crop)
    }
}

/// Kind of a support price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Minimum support price.
    Minimum,
    /// Fair and remunerative price of cane.
    FairAndRemunerative,
}

/// The price for a crop that is sown in a crop year: that year's, or the latest before it. `None` for horse gram,
/// potato and onion, and for some of the other crops.
pub fn support_price(crop: impl Into<Supported>, crop_year: CropYear) -> Option<&'static SupportPrice> {
    let of = crop.into();
    let until_then = PRICES.iter().filter(|price| price.of == of && price.crop_year <= crop_year);
    until_then.max_by_key(|price| price.crop_year)
}

static PRICES: LazyLock<Vec<SupportPrice>> = LazyLock::new(|| embedded!("support_prices.csv", price));

fn price(row: &StringRecord) -> Option<SupportPrice> {
    let text = |column: usize| row.get(column).map(str::to_owned);
    let (key, cost) = (row.get(0)?, row.get(6)?);
    let other = || OtherCrop::from_key(key).map(Supported::Other);
    Some(SupportPrice {
        of: key.parse().ok().map(Supported::Crop).or_else(other)?,
        crop_year: CropYear::from_first_year(row.get(1)?.parse().ok()?)?,
        kind: match row.get(2)? {
            "msp" => Kind::Minimum,
            "frp" => Kind::FairAndRemunerative,
            _ => return None,
        },
        season: text(3)?,
        variety: text(4)?,
        rupees_per_quintal: row.get(5)?.parse().ok()?,
        cost_rupees_per_quintal: if cost.is_empty() { None } else { Some(cost.parse().ok()?) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sowing_has_the_price_of_the_season_that_it_is_sold_in() {
        for (crop, year, rupees, season) in [
            (Crop::BlackGram, 2026, 8_200, "2026-27 KMS"),
            (Crop::BengalGram, 2026, 5_958, "2027-28 RMS"),
            (Crop::Sugarcane, 2025, 355, "2025-26 sugar season"),
            (Crop::Paddy, 2030, 2_441, "2026-27 KMS"),
        ] {
            let price = support_price(crop, CropYear::from_first_year(year).unwrap()).unwrap();
            assert_eq!((price.rupees_per_quintal, price.season.as_str()), (rupees, season), "{crop}");
        }
    }

    #[test]
    fn horse_gram_potato_and_onion_have_none_and_no_cost_is_above_its_price() {
        let without: Vec<_> = Crop::all()
            .filter(|crop| support_price(*crop, CropYear::from_first_year(2026).unwrap()).is_none())
            .collect();
        assert_eq!(without, [Crop::HorseGram, Crop::Potato, Crop::Onion]);
        let wheat = support_price(OtherCrop::Wheat, CropYear::from_first_year(2026).unwrap()).unwrap();
        assert_eq!((wheat.rupees_per_quintal, wheat.season.as_str()), (2_610, "2027-28 RMS"));
        assert!(
            PRICES.iter().all(|price| price.cost_rupees_per_quintal.is_none_or(|cost| cost < price.rupees_per_quintal))
        );
    }
}
