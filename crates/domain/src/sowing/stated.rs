//! What a request to sow or to plan states, before it is judged.
//!
//! It follows from the request alone: neither from the day on which it arrives, nor from what the farmer has saved, nor
//! from any limit. So a request that is repeated states the same, whatever has changed meanwhile, and its [`Meaning`]
//! tells whether a key is used again for something else.

use super::{FieldSize, NewSowing, Sowing, SownOn};
use crate::calendar::Maturity;
use crate::crop::Crop;
use crate::intention::{Intention, NewIntention};
use crate::land_unit::{LandUnit, Measured, UnitSize};
use crate::quantity::{NotDecimal, SquareMetres};
use crate::validation::Invalid;
use jiff::Timestamp;
use jiff::civil::Date;
use sha2::{Digest, Sha256};
use std::fmt::{Display, Write};
use uuid::Uuid;

/// A hash of what a request states: the first 128 bits of the SHA-256 of a text with a line for each thing stated,
/// `name value`, in the order of [`StatedSowing::meaning`]. Sizes in hectares are square metres; other sizes are as in
/// `3 bigha` or `3 bigha 2529.285264`, numbers without needless zeros; crops, units and maturities are keys. What is not
/// stated has no line. All releases compute the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning(pub Uuid);

impl Meaning {
    fn of<const N: usize>(lines: [(&str, Option<&dyn Display>); N]) -> Self {
        let mut text = String::new();
        for (name, value) in lines {
            if let Some(value) = value {
                let _ = writeln!(text, "{name} {value}");
            }
        }
        let hash: [u8; 32] = Sha256::digest(text).into();
        let (half, _) = hash.as_chunks();
        Self(Uuid::from_bytes(half.first().copied().unwrap_or_default()))
    }
}

/// The size of a field as a request states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedSize {
    /// In hectares.
    Hectares(SquareMetres),
    /// In a unit.
    Measured(Measured),
}

impl FieldSize {
    /// Parses a size in hectares: `1.25`.
    pub fn from_hectares(text: &str) -> Result<Self, Invalid> {
        StatedSize::from_hectares(text)?.field_size(None)
    }
}

impl StatedSize {
    /// Parses hectares: `1.25`.
    pub fn from_hectares(text: &str) -> Result<Self, Invalid> {
        SquareMetres::from_hectares(text).map(Self::Hectares).map_err(|reason| match reason {
            NotDecimal::NotANumber => Invalid::FieldSizeNotANumber,
            NotDecimal::TooPrecise | NotDecimal::TooLarge => Invalid::FieldSize,
        })
    }

    /// The unit whose size is neither stated nor the same everywhere.
    pub fn unit_without_size(self) -> Option<LandUnit> {
        match self {
            Self::Hectares(_) => None,
            Self::Measured(measured) => measured.unit_without_size(),
        }
    }

    /// The size, if it is one of a field. `here` is the size of the unit where the farmer lives, for a unit without a
    /// size.
    pub fn field_size(self, here: Option<UnitSize>) -> Result<FieldSize, Invalid> {
        match self {
            Self::Hectares(area) => FieldSize::stored(area, None).ok_or(Invalid::FieldSize),
            Self::Measured(measured) => FieldSize::measured(measured, here),
        }
    }

    /// Whether a field was entered so.
    fn is_of(self, field_size: FieldSize) -> bool {
        match (self, field_size.entered) {
            (Self::Hectares(area), None) => area == field_size.area,
            (Self::Measured(measured), None) => measured.hectares() == Some(field_size.area),
            (Self::Measured(measured), Some(entered)) => measured.is(entered),
            (Self::Hectares(_), Some(_)) => false,
        }
    }
}

impl From<FieldSize> for StatedSize {
    fn from(FieldSize { area, entered }: FieldSize) -> Self {
        entered.map_or(Self::Hectares(area), |entered| Self::Measured(entered.into()))
    }
}

impl Display for StatedSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hectares = match self {
            Self::Hectares(area) => Ok(*area),
            Self::Measured(measured) => measured.hectares().ok_or(measured),
        };
        match hectares {
            Ok(SquareMetres(area)) => write!(f, "{area} m2"),
            Err(measured) => measured.fmt(f),
        }
    }
}

/// A sowing as a request states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedSowing {
    /// The crop.
    pub crop: Crop,
    /// Size of the field.
    pub size: StatedSize,
    /// Day of the sowing in India.
    pub sown_on: Option<Date>,
    /// How long the variety stands.
    pub maturity: Option<Maturity>,
}

impl StatedSowing {
    /// What it means.
    pub fn meaning(&self) -> Meaning {
        Meaning::of([
            ("sow", Some(&self.crop.key())),
            ("size", Some(&self.size)),
            ("on", self.sown_on.as_ref().map(|day| day as _)),
            ("maturity", self.maturity.as_ref().map(|maturity| maturity as _)),
        ])
    }

    /// Whether a sowing was recorded for such a request, by what the sowing itself says: of a release that did not store
    /// the meaning.
    pub fn is_of(&self, sowing: &Sowing) -> bool {
        let same_day = self.sown_on.is_none_or(|day| day == sowing.sown_on());
        same_day && self.crop == sowing.crop && self.size.is_of(sowing.field_size)
    }

    /// Judges it: the sowing to record if it is new now. `here` is the size of the unit where the farmer lives;
    /// `seconds_ago`, when a phone saved it.
    pub fn judge(self, here: Option<UnitSize>, seconds_ago: Option<i64>, now: Timestamp) -> Result<NewSowing, Invalid> {
        let field_size = self.size.field_size(here)?;
        let sown_on = SownOn::of(self.sown_on, seconds_ago, now)?;
        Ok(NewSowing { crop: self.crop, field_size, sown_on, maturity: self.maturity })
    }
}

/// The request that states all of a sowing.
impl From<NewSowing> for StatedSowing {
    fn from(NewSowing { crop, field_size, sown_on, maturity }: NewSowing) -> Self {
        Self { crop, size: field_size.into(), sown_on: sown_on.and_then(SownOn::said), maturity }
    }
}

/// A plan as a request states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedIntention {
    /// The crop.
    pub crop: Crop,
    /// Size of the field.
    pub size: StatedSize,
}

impl StatedIntention {
    /// What it means.
    pub fn meaning(&self) -> Meaning {
        Meaning::of([("plan", Some(&self.crop.key())), ("size", Some(&self.size))])
    }

    /// Whether a plan was recorded for such a request, by what the plan itself says: of a release that did not store the
    /// meaning.
    pub fn is_of(&self, plan: &Intention) -> bool {
        self.crop == plan.crop && self.size.is_of(plan.field_size)
    }

    /// Judges it: the plan to record if it is new.
    pub fn judge(self, here: Option<UnitSize>) -> Result<NewIntention, Invalid> {
        Ok(NewIntention { crop: self.crop, field_size: self.size.field_size(here)? })
    }
}

/// The request that states all of a plan.
impl From<NewIntention> for StatedIntention {
    fn from(NewIntention { crop, field_size }: NewIntention) -> Self {
        Self { crop, size: field_size.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_day;
    use super::*;
    use crate::validation::SizeOf;
    use proptest::prelude::*;

    fn measured(value: &str, unit: &str, unit_size: Option<&str>) -> StatedSize {
        StatedSize::Measured(Measured::parse(value, unit, unit_size, SizeOf::Field).unwrap())
    }

    fn hectares(text: &str) -> StatedSize {
        StatedSize::from_hectares(text).unwrap()
    }

    fn sowing(crop: Crop, size: StatedSize, day: Option<&str>, maturity: Option<Maturity>) -> StatedSowing {
        StatedSowing { crop, size, sown_on: day.map(|day| parse_day(day).unwrap()), maturity }
    }

    /// Phones repeat what earlier releases recorded: a release that computes another one refuses them.
    #[test]
    fn every_release_computes_the_same_meaning() {
        let (day, late) = (Some("2026-07-01"), Some(Maturity::Late));
        let acre = StatedIntention { crop: Crop::Cumbu, size: measured("1.25", "acre_and_cents", None) };
        for (meaning, text, hash) in [
            (
                sowing(Crop::Groundnut, hectares("1.25"), None, None).meaning(),
                "sow groundnut\nsize 12500 m2\n",
                "2f0b5d1f06d3fda8930d069f6e80d550",
            ),
            (
                sowing(Crop::Groundnut, measured("1.250", "hectare", None), None, None).meaning(),
                "sow groundnut\nsize 12500 m2\n",
                "2f0b5d1f06d3fda8930d069f6e80d550",
            ),
            (
                sowing(Crop::RedGram, measured("3.0", "bigha", None), day, late).meaning(),
                "sow redGram\nsize 3 bigha\non 2026-07-01\nmaturity late\n",
                "fa256f7d46a12fe751f607dc193c1423",
            ),
            (
                sowing(Crop::RedGram, measured("3", "bigha", Some("2529.2852640")), None, late).meaning(),
                "sow redGram\nsize 3 bigha 2529.285264\nmaturity late\n",
                "afa54485219c23d0b2acd811668bfd42",
            ),
            (acre.meaning(), "plan cumbo\nsize 1.25 acre_and_cents\n", "1780fa9405560bb9198093ff49529578"),
        ] {
            assert_eq!(meaning.0.simple().to_string(), hash, "{text}");
            assert!(format!("{:x}", Sha256::digest(text)).starts_with(hash), "{text}");
        }
    }

    fn stated() -> impl Strategy<Value = StatedSowing> {
        let size = prop_oneof![
            (1_i64..5).prop_map(|hundredths| StatedSize::Hectares(SquareMetres(hundredths * 100))),
            (1..4_u32, 0..3_usize, prop::option::of(500..503_u32)).prop_map(|(value, unit, size)| {
                let unit = ["hectare", "acre", "bigha"][unit];
                let size = size.filter(|_| unit == "bigha").map(|size| size.to_string());
                measured(&value.to_string(), unit, size.as_deref())
            }),
        ];
        let day = prop::option::of(1..4_u32);
        let maturity = prop::option::of(0..3_usize);
        (0..3_usize, size, day, maturity).prop_map(|(crop, size, day, maturity)| {
            let day = day.map(|day| format!("2026-07-0{day}"));
            let maturity = maturity.map(|at| Maturity::ALL[at]);
            sowing(Crop::all().nth(crop).unwrap(), size, day.as_deref(), maturity)
        })
    }

    proptest! {
        #[test]
        fn two_requests_mean_the_same_if_they_state_the_same(one in stated(), other in stated()) {
            let states_the_same = StatedSowing { size: other.size, ..one } == other
                && one.size.to_string() == other.size.to_string();
            prop_assert_eq!(one.meaning() == other.meaning(), states_the_same);
        }

        /// The record's bigha, the day of arrival and the phone's measure of time decide what is recorded, and not what
        /// was asked.
        #[test]
        fn a_sowing_of_an_earlier_release_is_known_by_what_it_says(
            stated in stated(), bigha in 400..7_000_u32, days in 0..100_i64, seconds_ago in prop::option::of(0..86_400_i64),
        ) {
            let now: Timestamp = "2026-07-03T20:00:00Z".parse().unwrap();
            let now = now + jiff::SignedDuration::from_hours(24 * days);
            let here = LandUnit::Bigha.size_here(&bigha.to_string(), SizeOf::Unit).ok();
            let new = stated.judge(here, seconds_ago, now).unwrap();
            let recorded = Sowing {
                id: Uuid::nil(),
                crop: new.crop,
                field_size: new.field_size,
                expected_yield: new.expected_yield(),
                sown_at: new.sown_at(now),
                counted: true,
                region: crate::Region::India,
                maturity: None,
                closing: None,
            };
            prop_assert!(stated.is_of(&recorded));
            let elsewhere = StatedSowing { size: hectares("7.77"), ..stated };
            prop_assert!(!elsewhere.is_of(&recorded));
            let of_another_crop = StatedSowing { crop: Crop::Sugarcane, ..stated };
            prop_assert!(!of_another_crop.is_of(&recorded));
        }
    }
}
