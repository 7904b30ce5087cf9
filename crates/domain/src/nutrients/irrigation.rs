//! Irrigated share of a crop's land in a district (`data/irrigated_share.csv`).

use crate::table::embedded;
use crate::{Crop, District};
use csv::StringRecord;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The irrigated part of the crop's area in the district, per cent. `None` where it is not known.
pub(super) fn irrigated_percent(crop: Crop, district: District) -> Option<u8> {
    let column = match crop {
        Crop::Paddy => 0,
        Crop::Cholam => 1,
        Crop::Cumbu => 2,
        Crop::Ragi => 3,
        Crop::Maize => 4,
        Crop::RedGram => 5,
        Crop::BengalGram => 6,
        Crop::GreenGram | Crop::BlackGram => 7,
        Crop::Groundnut => 8,
        Crop::Cotton => 9,
        Crop::HorseGram | Crop::Gingelly | Crop::Potato | Crop::Onion | Crop::Sugarcane => return None,
    };
    SHARES.get(&district)?.get(column).copied().flatten()
}

static SHARES: LazyLock<HashMap<District, [Option<u8>; 10]>> =
    LazyLock::new(|| embedded!("irrigated_share.csv", shares));

/// Parses a district's key and the percentages of ten crops.
fn shares(record: &StringRecord) -> Option<(District, [Option<u8>; 10])> {
    let percent = |cell: &str| match cell {
        "" => Some(None),
        percent => percent.parse().ok().filter(|percent| *percent <= 100).map(Some),
    };
    let district = District::from_key(record.get(0)?)?;
    let percents: Vec<_> = record.iter().skip(1).map(percent).collect::<Option<_>>()?;
    Some((district, percents.try_into().ok()?))
}
