//! What a field needs of a crop: seed, spacing, days to harvest, and what to do if the rain fails.

use super::values::Range;
use crate::Season;
use crate::calendar::{Confidence, Maturity};
use crate::content::Text;
use serde::Deserialize;

/// Seed for a hectare.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatSeedRate")]
pub struct SeedRate {
    /// Weight, kg/ha, in the form that [`Self::form`] names.
    pub kg_per_ha: Range<f64>,
    /// Number of pieces to the hectare, for a crop that is planted by number.
    pub pieces_per_ha: Option<Range<u32>>,
    /// What is counted, if it is not simply seed: `kernels`, `setts of two buds`.
    pub form: Option<Text>,
    /// When it is less, and when more.
    pub note: Option<Text>,
    /// What the figures rest on.
    pub basis: Basis,
}

/// Spacing of plants.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatSpacing")]
pub struct Spacing {
    /// From row to row, cm.
    pub rows_cm: Range<f64>,
    /// From plant to plant in a row, cm. `None` for setts that are laid end to end.
    pub plants_cm: Option<Range<f64>>,
    /// For which varieties it is less, and for which more.
    pub note: Option<Text>,
    /// What the figures rest on.
    pub basis: Basis,
}

/// Days from sowing to harvest, by how early a variety is.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatMaturityDays")]
pub struct MaturityDays {
    early: Option<Range<u16>>,
    medium: Option<Range<u16>>,
    late: Option<Range<u16>>,
    /// The day from which they are counted if it is not that of sowing, and seasons with other days.
    pub note: Option<Text>,
    /// What the figures rest on.
    pub basis: Basis,
}

/// What to do if the rain, or the water, fails after sowing: by season of sowing.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatRemedies")]
pub struct Remedies {
    kharif: Option<Remedy>,
    rabi: Option<Remedy>,
    summer: Option<Remedy>,
    year: Option<Remedy>,
}

/// What to do if the rain fails.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FlatRemedy")]
pub struct Remedy {
    /// One or two sentences.
    pub text: Text,
    /// What they rest on.
    pub basis: Basis,
}

/// What a figure or an advice rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// How far it is trusted.
    pub confidence: Confidence,
    /// Title of the entry's source that says it. `None` if it is general practice: its confidence is low.
    pub source: Option<Text>,
}

impl MaturityDays {
    /// Days of the varieties of a class. `None` if the crop has no such varieties.
    pub fn of(&self, maturity: Maturity) -> Option<Range<u16>> {
        match maturity {
            Maturity::Early => self.early,
            Maturity::Medium => self.medium,
            Maturity::Late => self.late,
        }
    }

    /// The classes that the crop has, and their days, the shortest first. Never empty.
    pub fn classes(&self) -> impl Iterator<Item = (Maturity, Range<u16>)> {
        Maturity::ALL.into_iter().filter_map(|maturity| Some((maturity, self.of(maturity)?)))
    }
}

impl Remedies {
    /// What to do if the crop was sown in this season. `None` if it has no land in it.
    pub fn of(&self, season: Season) -> Option<&Remedy> {
        let remedy = match season {
            Season::Kharif => &self.kharif,
            Season::Rabi => &self.rabi,
            Season::Summer => &self.summer,
            Season::Year => &self.year,
        };
        remedy.as_ref()
    }

    /// The seasons in which the crop has land, and what to do, in the order of the crop year. Never empty.
    pub fn seasons(&self) -> impl Iterator<Item = (Season, &Remedy)> {
        Season::ALL.into_iter().filter_map(|season| Some((season, self.of(season)?)))
    }
}

/// A confidence by its key.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Trust(Confidence);

impl TryFrom<String> for Trust {
    type Error = String;

    fn try_from(key: String) -> Result<Self, String> {
        let found = Confidence::from_key(&key);
        found.map(Self).ok_or_else(|| format!("`{}` is no confidence; write high, medium or low", key.escape_debug()))
    }
}

impl Basis {
    fn new(Trust(confidence): Trust, source: Option<Text>) -> Result<Self, String> {
        match (confidence, source.is_some()) {
            (Confidence::Low, true) => Err("confidence: general practice is low, and has no source".to_owned()),
            (Confidence::Low, false) | (_, true) => Ok(Self { confidence, source }),
            (_, false) => Err("source: only general practice, which is low, has none".to_owned()),
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatRange<T> {
    min: T,
    max: T,
}

impl<T: Copy + PartialOrd + std::fmt::Display> FlatRange<T> {
    /// The range, if it lies within the limits. A reason names the field.
    fn within(self, least: T, most: T, field: &str) -> Result<Range<T>, String> {
        let Self { min, max } = self;
        let range = if min.partial_cmp(&max).is_none() {
            Err(format!("{min} to {max} is no range"))
        } else if min < least {
            Err(format!("{min} is less than {least}"))
        } else {
            Range::up_to(most, min, max)
        };
        range.map_err(|reason| format!("{field}: {reason}"))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatSeedRate {
    kg_per_ha: FlatRange<f64>,
    pieces_per_ha: Option<FlatRange<u32>>,
    form: Option<Text>,
    note: Option<Text>,
    confidence: Trust,
    source: Option<Text>,
}

impl TryFrom<FlatSeedRate> for SeedRate {
    type Error = String;

    fn try_from(flat: FlatSeedRate) -> Result<Self, String> {
        let pieces = flat.pieces_per_ha.map(|pieces| pieces.within(1_000, 200_000, "pieces_per_ha"));
        Ok(Self {
            kg_per_ha: flat.kg_per_ha.within(1.0, 12_000.0, "kg_per_ha")?,
            pieces_per_ha: pieces.transpose()?,
            form: flat.form,
            note: flat.note,
            basis: Basis::new(flat.confidence, flat.source)?,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatSpacing {
    rows_cm: FlatRange<f64>,
    plants_cm: Option<FlatRange<f64>>,
    note: Option<Text>,
    confidence: Trust,
    source: Option<Text>,
}

impl TryFrom<FlatSpacing> for Spacing {
    type Error = String;

    fn try_from(flat: FlatSpacing) -> Result<Self, String> {
        Ok(Self {
            rows_cm: flat.rows_cm.within(5.0, 300.0, "rows_cm")?,
            plants_cm: flat.plants_cm.map(|plants| plants.within(2.0, 300.0, "plants_cm")).transpose()?,
            note: flat.note,
            basis: Basis::new(flat.confidence, flat.source)?,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatMaturityDays {
    early: Option<FlatRange<u16>>,
    medium: Option<FlatRange<u16>>,
    late: Option<FlatRange<u16>>,
    note: Option<Text>,
    confidence: Trust,
    source: Option<Text>,
}

impl TryFrom<FlatMaturityDays> for MaturityDays {
    type Error = String;

    fn try_from(flat: FlatMaturityDays) -> Result<Self, String> {
        let range = |days: Option<FlatRange<u16>>, field| days.map(|days| days.within(30, 600, field)).transpose();
        let days = Self {
            early: range(flat.early, "early")?,
            medium: range(flat.medium, "medium")?,
            late: range(flat.late, "late")?,
            note: flat.note,
            basis: Basis::new(flat.confidence, flat.source)?,
        };
        if days.classes().next().is_none() {
            return Err("no class of varieties has days".to_owned());
        }
        for ((former, earlier), (class, later)) in days.classes().zip(days.classes().skip(1)) {
            if later.min < earlier.max {
                return Err(format!("{class}: {} days are fewer than the {} of {former}", later.min, earlier.max));
            }
        }
        Ok(days)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatRemedies {
    kharif: Option<Remedy>,
    rabi: Option<Remedy>,
    summer: Option<Remedy>,
    year: Option<Remedy>,
}

impl TryFrom<FlatRemedies> for Remedies {
    type Error = String;

    fn try_from(FlatRemedies { kharif, rabi, summer, year }: FlatRemedies) -> Result<Self, String> {
        let remedies = Self { kharif, rabi, summer, year };
        if remedies.seasons().next().is_none() { Err("no season has a text".to_owned()) } else { Ok(remedies) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatRemedy {
    text: Text,
    confidence: Trust,
    source: Option<Text>,
}

impl TryFrom<FlatRemedy> for Remedy {
    type Error = String;

    fn try_from(FlatRemedy { text, confidence, source }: FlatRemedy) -> Result<Self, String> {
        Ok(Self { text, basis: Basis::new(confidence, source)? })
    }
}

#[cfg(test)]
mod tests;
