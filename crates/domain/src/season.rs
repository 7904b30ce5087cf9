//! Seasons of sowing, by the month in India.

use crate::Crop;
use crate::crop_year::in_india;
use crate::keyed::keyed;
use jiff::Timestamp;

/// Season in which a crop is sown, in the order of the crop year. Its three seasons follow each other without a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Season {
    /// Sown from May to September.
    Kharif,
    /// Sown from October to January.
    Rabi,
    /// Sown from February to April.
    Summer,
    /// Planted in any month: sugarcane, which stands for a year.
    Year,
}

impl Season {
    /// The season of a crop that is sown at this moment.
    pub fn of(crop: Crop, sown_at: Timestamp) -> Self {
        Self::of_month(crop, in_india(sown_at).month())
    }

    /// The season of a crop that is sown in this month, from 1.
    pub fn of_month(crop: Crop, month: i8) -> Self {
        if crop == Crop::Sugarcane {
            return Self::Year;
        }
        match month {
            5..=9 => Self::Kharif,
            10..=12 | 1 => Self::Rabi,
            _ => Self::Summer,
        }
    }
}

keyed!(
    Season { Kharif = "kharif", Rabi = "rabi", Summer = "summer", Year = "year" },
    Display,
    FromStr(UnknownSeason)
);

/// The text names no season.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This is no season.")]
pub struct UnknownSeason;

#[cfg(test)]
mod tests {
    use super::*;

    fn season(crop: Crop, at: &str) -> Season {
        Season::of(crop, at.parse().unwrap())
    }

    #[test]
    fn the_month_in_india_decides() {
        for (at, expected) in [
            ("2026-05-01T00:00:00+05:30", Season::Kharif),
            ("2026-09-30T23:59:59+05:30", Season::Kharif),
            ("2026-09-30T18:30:00Z", Season::Rabi),
            ("2027-01-31T23:59:59+05:30", Season::Rabi),
            ("2027-02-01T00:00:00+05:30", Season::Summer),
            ("2027-04-30T23:59:59+05:30", Season::Summer),
        ] {
            assert_eq!(season(Crop::Groundnut, at), expected, "{at}");
            assert_eq!(season(Crop::Sugarcane, at), Season::Year);
        }
    }

    #[test]
    fn a_key_leads_back_to_its_season() {
        for season in Season::ALL {
            assert_eq!(season.key().parse(), Ok(season));
        }
        assert_eq!("autumn".parse::<Season>(), Err(UnknownSeason));
    }
}
