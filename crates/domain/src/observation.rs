//! What the operator can tell of the season that is under way: areas sown so far, and estimates of production.
//!
//! A file is parsed whole or refused whole ([`parse`]). Of two observations of the same thing the newer holds
//! ([`compare`]). What a season is of a usual one follows from those that hold ([`reckon`]).

mod file;
mod reckoning;

pub use file::{Fault, HEADER, Refusal, parse};
pub use reckoning::{Reckoning, Step, Unknown, reckon};

use crate::keyed::keyed;
use crate::quantity::decimal;
use crate::{Crop, CropYear, Kilograms, Region, Season, SquareMetres};
use jiff::civil::{Date, date};
use std::fmt;

/// One figure of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// What it is about.
    pub subject: Subject,
    /// What was measured.
    pub measure: Measure,
    /// The day that it describes.
    pub as_of: Date,
    /// The figure.
    pub value: Amount,
    /// Months of the source's year.
    pub year_basis: YearBasis,
    /// Source.
    pub source: String,
}

/// A season of a crop in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// Crop year.
    pub crop_year: CropYear,
    /// Region.
    pub region: Region,
    /// Crop.
    pub crop: Crop,
    /// Season.
    pub season: Season,
}

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// Area sown up to the day.
    AreaSown,
    /// Area that was sown a year earlier, up to the same day of that year.
    AreaLastYear,
    /// Area of the whole season in a usual year.
    NormalOfSeason,
    /// Area of the whole season a year earlier.
    LastYearWhole,
    /// Production of the whole season in a usual year.
    ProductionNormal,
    /// Production of the season.
    Production(Estimate),
}

/// The official estimates of a year's production, in the order in which they appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Estimate {
    /// First advance estimate.
    First,
    /// Second advance estimate.
    Second,
    /// Third advance estimate.
    Third,
    /// Fourth advance estimate.
    Fourth,
    /// Final estimate.
    Final,
}

/// A figure by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Amount {
    /// Land.
    Area(SquareMetres),
    /// Harvest, in the form of the yield table: paddy unmilled, groundnut in shell, seed cotton.
    Weight(Kilograms),
}

/// The months of a source's year. A season has the same year in each of them, by the year in which they begin: kharif
/// 2025, rabi 2025-26 and summer 2026 are of 2025-26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum YearBasis {
    /// The statistics'.
    JulyToJune,
    /// `AgriStack`'s.
    JuneToMay,
    /// Grow's.
    MayToApril,
}

keyed!(
    Measure {
        AreaSown = "area_sown",
        AreaLastYear = "area_last_year",
        NormalOfSeason = "normal_of_season",
        LastYearWhole = "last_year_whole",
        ProductionNormal = "production_normal",
        Production(Estimate::First) = "production_estimate_1",
        Production(Estimate::Second) = "production_estimate_2",
        Production(Estimate::Third) = "production_estimate_3",
        Production(Estimate::Fourth) = "production_estimate_4",
        Production(Estimate::Final) = "production_estimate_final",
    },
    FromStr(UnknownMeasure)
);

impl Measure {
    /// An amount of this measure, in square metres or kilograms.
    pub fn amount(self, value: i64) -> Amount {
        match self {
            Self::AreaSown | Self::AreaLastYear | Self::NormalOfSeason | Self::LastYearWhole => {
                Amount::Area(SquareMetres(value))
            }
            Self::ProductionNormal | Self::Production(_) => Amount::Weight(Kilograms(value)),
        }
    }

    /// Whether it belongs to one day of the season under way.
    fn is_so_far(self) -> bool {
        matches!(self, Self::AreaSown | Self::AreaLastYear)
    }
}

/// The text names no measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This is no measure of a season.")]
pub struct UnknownMeasure;

keyed!(
    Estimate { First = "first", Second = "second", Third = "third", Fourth = "fourth", Final = "final" },
    FromStr(UnknownEstimate)
);

/// The text names no estimate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This is no estimate of production.")]
pub struct UnknownEstimate;

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if *self == Self::Final { "" } else { "advance " };
        write!(f, "{} {kind}estimate", self.key())
    }
}

impl Amount {
    /// Square metres or kilograms.
    pub fn value(self) -> i64 {
        match self {
            Self::Area(SquareMetres(value)) | Self::Weight(Kilograms(value)) => value,
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area(area) => write!(f, "{} ha", decimal(area.0, 4)),
            Self::Weight(weight) => write!(f, "{} t", decimal(weight.0, 3)),
        }
    }
}

keyed!(
    YearBasis { JulyToJune = "July-June", JuneToMay = "June-May", MayToApril = "May-April" },
    FromStr(UnknownYearBasis)
);

/// The text names no year of a source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("These are no months of a source's year.")]
pub struct UnknownYearBasis;

impl Subject {
    /// The first day of its season.
    pub fn begins(self) -> Date {
        let year = self.crop_year.first_year();
        match self.season {
            Season::Kharif | Season::Year => date(year, 5, 1),
            Season::Rabi => date(year, 10, 1),
            Season::Summer => date(year + 1, 2, 1),
        }
    }

    /// The same season a year earlier. `None` before the first crop year.
    fn a_year_earlier(self) -> Option<Self> {
        let crop_year = CropYear::from_first_year(i64::from(self.crop_year.first_year()) - 1)?;
        Some(Self { crop_year, ..self })
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { crop_year, region, crop, season } = self;
        let year = crop_year.first_year();
        write!(f, "{crop} in {season} {year}-{:02} in {region}", (year + 1) % 100)
    }
}

/// What an observation does to those that stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is the first of its kind.
    Added,
    /// It takes the place of this one: its day is later, or it is of the same day and says otherwise.
    Replaces(Observation),
    /// It stands already.
    Stands,
    /// This one is of a later day, so nothing changes.
    IsOlderThan(Observation),
}

/// What the newest observations of a file do to those that stand. Older ones of the same file are a record of how the
/// season went on, and left out here.
pub fn compare(standing: &[Observation], given: &[Observation]) -> Vec<(Observation, Effect)> {
    let is_newest =
        |it: &&Observation| newest(given, it.subject, it.measure).is_some_and(|newest| newest.as_of == it.as_of);
    let effect = |it: &Observation| match newest(standing, it.subject, it.measure) {
        None => Effect::Added,
        Some(old) if old.as_of > it.as_of => Effect::IsOlderThan(old.clone()),
        Some(old) if old == it => Effect::Stands,
        Some(old) => Effect::Replaces(old.clone()),
    };
    given.iter().filter(is_newest).map(|it| (it.clone(), effect(it))).collect()
}

/// The observations of a file that are to be kept: those that are not older than what stands, and say something else.
pub fn to_keep<'o>(standing: &[Observation], given: &'o [Observation]) -> Vec<&'o Observation> {
    let says_more = |it: &&Observation| {
        newest(standing, it.subject, it.measure).is_none_or(|old| old.as_of <= it.as_of && old != *it)
    };
    given.iter().filter(says_more).collect()
}

/// The observation that holds.
fn newest(observations: &[Observation], subject: Subject, measure: Measure) -> Option<&Observation> {
    let of_it = observations.iter().filter(|it| it.subject == subject && it.measure == measure);
    of_it.max_by_key(|it| it.as_of)
}

#[cfg(test)]
mod tests;
