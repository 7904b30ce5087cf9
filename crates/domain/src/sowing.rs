//! Sowings: a crop put into a field.

mod closing;
mod own_land;
mod sown_on;
mod stated;

pub use closing::{Closing, Outcome, harvested, most_harvested};
pub use own_land::{OwnLand, StandingSowing};
pub use sown_on::{SownOn, parse_day};
pub use stated::{Meaning, StatedIntention, StatedSize, StatedSowing};

use crate::calendar::{self, Harvest, Maturity};
use crate::crop::Crop;
use crate::crop_year::in_india;
use crate::land_unit::{Entered, Measured, UnitSize};
use crate::quantity::{Kilograms, SquareMetres};
use crate::{CropYear, Invalid, Region};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// The size of a field: from 1 m² to 10,000 ha. In hectares it is entered in hundredths, from 0.01 ha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldSize {
    area: SquareMetres,
    entered: Option<Entered>,
}

impl FieldSize {
    /// The smallest field, 1 m².
    pub const MIN: Self = Self { area: SquareMetres(1), entered: None };
    /// The largest field, 10,000 ha.
    pub const MAX: Self = Self { area: SquareMetres(100_000_000), entered: None };

    /// A size in a unit. `here` is the size of the unit where the farmer lives, for a unit without a size.
    pub fn measured(measured: Measured, here: Option<UnitSize>) -> Result<Self, Invalid> {
        let (area, entered) = measured.area(here)?;
        Self::stored(area, entered).ok_or(Invalid::Size(measured.of()))
    }

    /// A size as it is stored. `None` outside the limits.
    pub fn stored(area: SquareMetres, entered: Option<Entered>) -> Option<Self> {
        (Self::MIN.area..=Self::MAX.area).contains(&area).then_some(Self { area, entered })
    }

    /// The size as an area.
    pub fn area(self) -> SquareMetres {
        self.area
    }

    /// The size as it was entered; `None` in hectares.
    pub fn entered(self) -> Option<Entered> {
        self.entered
    }
}

/// Time in which the end of a sowing can be undone: a day.
const UNDO: SignedDuration = SignedDuration::from_hours(24);

/// Until when the end of a sowing can be undone.
pub fn undo_until(ended_at: Timestamp) -> Timestamp {
    ended_at.saturating_add(UNDO).unwrap_or(Timestamp::MAX)
}

/// A sowing that a farmer asks to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NewSowing {
    /// The crop.
    pub crop: Crop,
    /// Size of the field.
    pub field_size: FieldSize,
    /// Day of the sowing; `None` is today.
    pub sown_on: Option<SownOn>,
    /// How long the variety stands, if the farmer says so.
    pub maturity: Option<Maturity>,
}

impl NewSowing {
    /// A sowing of today.
    pub fn new(crop: Crop, field_size: FieldSize) -> Self {
        Self { crop, field_size, sown_on: None, maturity: None }
    }

    /// Moment of the sowing, if it is recorded now.
    pub fn sown_at(self, now: Timestamp) -> Timestamp {
        self.sown_on.map_or(now, |day| day.at(now))
    }

    /// Expected yield of the field.
    pub fn expected_yield(self) -> Kilograms {
        self.crop.expected_yield(self.field_size.area())
    }
}

/// A recorded sowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sowing {
    /// Id, ordered by time.
    pub id: Uuid,
    /// The crop.
    pub crop: Crop,
    /// Size of the field.
    pub field_size: FieldSize,
    /// Expected yield, computed when the sowing was recorded.
    pub expected_yield: Kilograms,
    /// Moment of the sowing: the time of recording, on the day of the sowing.
    pub sown_at: Timestamp,
    /// Whether its yield is included in the supply. A sowing beyond the [`CountLimits`] waits for the operator's
    /// review.
    pub counted: bool,
    /// Region that it counts to, in addition to India.
    pub region: Region,
    /// How long the variety stands, if the farmer has said so.
    pub maturity: Option<Maturity>,
    /// How it ended. `None` while it stands.
    pub closing: Option<Closing>,
}

/// Limits of the sowings of a farmer and crop year that count without review. A further sowing waits until the operator
/// counts it, so that no single account moves a national figure unnoticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountLimits {
    /// Maximum number of counted sowings that stand.
    pub sowings: u32,
    /// Maximum total area of their fields.
    pub area: SquareMetres,
}

impl Default for CountLimits {
    /// 400 sowings and 2,000 ha.
    fn default() -> Self {
        Self { sowings: 400, area: SquareMetres(20_000_000) }
    }
}

impl CountLimits {
    /// No limits.
    pub const NONE: Self = Self { sowings: u32::MAX, area: SquareMetres(i64::MAX) };

    /// Returns whether a further field counts without review, given the number and total area of the counted sowings of
    /// the same farmer and crop year.
    pub fn admit(&self, sowings: u32, area: SquareMetres, further: FieldSize) -> bool {
        sowings < self.sowings && area.0.saturating_add(further.area().0) <= self.area.0
    }
}

impl Sowing {
    /// The crop year whose supply includes the sowing.
    pub fn crop_year(&self) -> CropYear {
        CropYear::of(self.sown_at)
    }

    /// Day of the sowing in India.
    pub fn sown_on(&self) -> Date {
        in_india(self.sown_at).date()
    }

    /// Days in which it is harvested.
    pub fn harvest(&self) -> Harvest {
        calendar::harvest(self.crop, self.region, self.sown_on(), self.maturity)
    }

    /// Whole days from the sowing to `now`; 0 if `now` is earlier.
    pub fn days_since(&self, now: Timestamp) -> i64 {
        let elapsed = now.as_millisecond() - self.sown_at.as_millisecond();
        (elapsed / 86_400_000).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sowing(crop: Crop, hectares: &str) -> NewSowing {
        NewSowing::new(crop, FieldSize::from_hectares(hectares).unwrap())
    }

    #[test]
    fn a_hectare_and_a_quarter_of_groundnut_is_expected_to_bring_3000_kg() {
        assert_eq!(sowing(Crop::Groundnut, "1.25").expected_yield(), Kilograms(3_000));
    }

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!(sowing(Crop::RedGram, "0.05").expected_yield(), Kilograms(65));
        assert_eq!(sowing(Crop::GreenGram, "0.02").expected_yield(), Kilograms(19), "18.5 kg");
    }

    #[test]
    fn the_field_size_must_be_a_number_greater_than_0() {
        for text in ["0", "-1", "0.001", "1.255", "10000.01", "99999999999999999999"] {
            assert_eq!(FieldSize::from_hectares(text), Err(Invalid::FieldSize), "{text}");
        }
        assert_eq!(
            Invalid::FieldSize.to_string(),
            "Please select a crop and enter a valid field size (positive number)."
        );
    }

    #[test]
    fn a_non_numeric_field_size_has_its_own_message() {
        assert_eq!(FieldSize::from_hectares("two"), Err(Invalid::FieldSizeNotANumber));
        assert_eq!(Invalid::FieldSizeNotANumber.to_string(), "Please enter a valid number for the field size.");
    }

    #[test]
    fn days_since_sowing_is_the_floor_of_elapsed_milliseconds_by_86400000() {
        let sown = Sowing {
            id: Uuid::nil(),
            crop: Crop::Ragi,
            field_size: FieldSize::from_hectares("0.01").unwrap(),
            expected_yield: Kilograms(17),
            sown_at: Timestamp::from_millisecond(1_000).unwrap(),
            counted: true,
            region: Region::India,
            maturity: None,
            closing: None,
        };
        let days = |after: i64| sown.days_since(Timestamp::from_millisecond(1_000 + after).unwrap());
        assert_eq!(days(0), 0);
        assert_eq!(days(86_399_999), 0);
        assert_eq!(days(86_400_000), 1);
        assert_eq!(days(10 * 86_400_000 - 1), 9);
        assert_eq!(days(-5_000), 0, "a clock that was set back");
    }

    #[test]
    fn a_farmers_sowings_count_up_to_their_number_and_their_area() {
        let limits = CountLimits { sowings: 3, area: SquareMetres(50_000) };
        let hectare = FieldSize::from_hectares("1").unwrap();
        assert!(limits.admit(0, SquareMetres(0), hectare));
        assert!(limits.admit(2, SquareMetres(40_000), hectare), "5 ha exactly");
        assert!(!limits.admit(2, SquareMetres(40_100), hectare), "a hundredth of a hectare too much");
        assert!(!limits.admit(3, SquareMetres(300), hectare), "the fourth");
        let default = CountLimits::default();
        assert_eq!((default.sowings, SquareMetres::hectares(default.area)), (400, 2_000.0));
    }

    proptest! {
        #[test]
        fn counted_sowings_stay_within_the_limits(
            sizes in prop::collection::vec(1_i64..=1_000_000, 0..60), sowings in 0..40_u32, hectares in 0..20_000_i64,
        ) {
            let limits = CountLimits { sowings, area: SquareMetres(hectares * 10_000) };
            let (mut count, mut area) = (0, SquareMetres(0));
            for hundredths in sizes {
                let field = FieldSize::stored(SquareMetres(hundredths * 100), None).unwrap();
                if limits.admit(count, area, field) {
                    count += 1;
                    area.0 += field.area().0;
                }
            }
            prop_assert!(count <= limits.sowings && area <= limits.area);
        }

        #[test]
        fn the_expected_yield_lies_within_the_range_of_the_crop(index in 0..16_usize, hundredths in 1_i64..=1_000_000) {
            let crop = Crop::all().nth(index).unwrap();
            let field_size = FieldSize::stored(SquareMetres(hundredths * 100), None).unwrap();
            let Kilograms(kg) = NewSowing::new(crop, field_size).expected_yield();
            let range = crop.facts().yield_range;
            prop_assert!(kg * 100 >= i64::from(range.min) * hundredths - 50);
            prop_assert!(kg * 100 <= i64::from(range.max) * hundredths + 50);
        }

        #[test]
        fn no_text_is_read_as_a_field_outside_the_limits(text in "[-0-9.eE,+ ]{0,24}") {
            if let Ok(size) = FieldSize::from_hectares(&text) {
                prop_assert!(FieldSize::MIN <= size && size <= FieldSize::MAX);
            }
        }
    }
}
