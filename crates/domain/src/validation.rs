//! Validation errors, with the messages of section 5 of the specification.

use crate::rotation::UnknownLastCrop;
use crate::water::{UnknownSoil, UnknownWater};

/// Why a farmer's input is rejected. The text is the specification's message, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// A sowing without a valid crop.
    #[error("Please select a crop and enter a valid field size (positive number).")]
    SowingCrop,
    /// A field size that is not above 0, above 10,000 ha, or has more than two decimals.
    #[error("Please select a crop and enter a valid field size (positive number).")]
    FieldSize,
    /// A field size that is not a number.
    #[error("Please enter a valid number for the field size.")]
    FieldSizeNotANumber,
    /// A day of sowing that is not written as `2026-07-01`.
    #[error("Please enter the day of sowing as year, month and day, such as 2026-07-01.")]
    SownOn,
    /// A day of sowing after today in India.
    #[error("The day of sowing lies in the future. Please plan the sowing, and record it when it is done.")]
    SownOnFuture,
    /// A day of sowing more than 180 days ago.
    #[error("The day of sowing is more than 180 days ago. Grow records sowings of the last 180 days.")]
    SownOnTooOld,
    /// An entry that a phone cannot have kept: from the future, or of longer ago than a year.
    #[error("The clock of this phone is wrong. Please set its date and time, then save again.")]
    WrongClock,
    /// A maturity class that does not exist.
    #[error("Please choose an early, a medium or a late variety.")]
    Maturity,
    /// An end of a sowing that is neither a harvest nor a failure.
    #[error("Please say whether the sowing was harvested or failed.")]
    Outcome,
    /// A change of a sowing that changes nothing.
    #[error("Please say what is to change: the end of the sowing, or its maturity.")]
    NoChange,
    /// A harvest that is not a whole number of kilograms, or that goes with no harvested sowing.
    #[error("Please enter the harvest in whole kilograms, or leave it out.")]
    HarvestedKg,
    /// An area of all land outside 0.01 to 10,000 ha, or with more than two decimals.
    #[error("Please enter your land in hectares, from 0.01 to 10,000 with at most two decimals.")]
    Land,
    /// A unit that does not exist.
    #[error("Please choose a unit of land from the list.")]
    UnknownUnit(SizeOf),
    /// A size in a unit whose own size is not known.
    #[error("Please say how large this unit is where you live: its size differs from place to place.")]
    UnitSizeMissing(SizeOf),
    /// A size of a unit that no place has.
    #[error("Please check the size of the unit in square metres: this unit is that large or that small nowhere.")]
    UnitSize(SizeOf),
    /// A size of a unit that is the same everywhere.
    #[error("This unit has the same size everywhere. Please leave its size out.")]
    UnitSizeFixed(SizeOf),
    /// A field size in a unit that is not a number.
    #[error("Please enter a valid number for the field size.")]
    SizeNotANumber,
    /// A size in a unit outside 1 m² to 10,000 ha, or with more than two decimals.
    #[error("Please enter a size from 1 square metre to 10,000 hectares, with at most two decimals.")]
    Size(SizeOf),
    /// A size both in hectares and in a unit.
    #[error("Please give the size once: in hectares, or in another unit.")]
    TwoSizes(SizeOf),
    /// A profile without its number or its place.
    #[error("Please fill in both fields")]
    ProfileIncomplete(ProfileField),
    /// A text that is not a phone number.
    #[error("Please enter a phone number, such as 98765 43210 or +91 98765 43210.")]
    Number,
    /// A place that is too long or contains control characters.
    #[error("Please enter a place of at most 200 characters.")]
    Place,
    /// An unknown district key.
    #[error("Please choose a district from the list, or write the place in your own words.")]
    District,
    /// A soil value outside 0 to 2000 kg/ha.
    #[error("Please enter a value from 0 to 2000 kg/ha, with at most three decimals.")]
    Nutrient(Nutrient),
    /// An answer to the question of water that does not exist.
    #[error(transparent)]
    Water(#[from] UnknownWater),
    /// A kind of soil that does not exist.
    #[error(transparent)]
    Soil(#[from] UnknownSoil),
    /// A last crop that does not exist.
    #[error(transparent)]
    LastCrop(#[from] UnknownLastCrop),
}

/// What a size of land is the size of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeOf {
    /// A field.
    Field,
    /// All the land of a farmer.
    Land,
    /// A unit.
    Unit,
}

impl SizeOf {
    /// The name of a member of the request: of the whole, of the unit, of its size, of the number.
    fn member(self, part: Part) -> &'static str {
        match (self, part) {
            (Self::Field, Part::Whole) => "field_size",
            (Self::Field, Part::Value) => "field_size.value",
            (Self::Field, Part::Unit) => "field_size.unit",
            (Self::Field, Part::UnitSize) => "field_size.unit_square_metres",
            (Self::Land, Part::Whole) => "land",
            (Self::Land, Part::Value) => "land.value",
            (Self::Land, Part::Unit) => "land.unit",
            (Self::Land, Part::UnitSize) => "land.unit_square_metres",
            (Self::Unit, Part::UnitSize | Part::Value) => "square_metres",
            (Self::Unit, Part::Whole | Part::Unit) => "unit",
        }
    }
}

enum Part {
    Whole,
    Value,
    Unit,
    UnitSize,
}

/// The two fields that make a profile complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfileField {
    /// The phone number.
    Number,
    /// The place.
    Place,
}

/// The three nutrients of a soil test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nutrient {
    /// N.
    Nitrogen,
    /// P.
    Phosphorus,
    /// K.
    Potassium,
}

impl Invalid {
    /// Name of the invalid member of the request.
    pub fn field(self) -> &'static str {
        match self {
            Self::SowingCrop => "crop",
            Self::FieldSize | Self::FieldSizeNotANumber => "field_size_ha",
            Self::SownOn | Self::SownOnFuture | Self::SownOnTooOld => "sown_on",
            Self::WrongClock => "entered_seconds_ago",
            Self::Maturity => "maturity",
            Self::Outcome | Self::NoChange => "outcome",
            Self::HarvestedKg => "harvested_kg",
            Self::Land => "land_ha",
            Self::UnknownUnit(of) => of.member(Part::Unit),
            Self::UnitSizeMissing(of) | Self::UnitSize(of) | Self::UnitSizeFixed(of) => of.member(Part::UnitSize),
            Self::SizeNotANumber => SizeOf::Field.member(Part::Value),
            Self::Size(of) => of.member(Part::Value),
            Self::TwoSizes(of) => of.member(Part::Whole),
            Self::ProfileIncomplete(ProfileField::Number) | Self::Number => "number",
            Self::ProfileIncomplete(ProfileField::Place) | Self::Place => "place",
            Self::District => "district",
            Self::Nutrient(Nutrient::Nitrogen) => "n",
            Self::Nutrient(Nutrient::Phosphorus) => "p",
            Self::Nutrient(Nutrient::Potassium) => "k",
            Self::Water(_) => "water",
            Self::Soil(_) => "soil",
            Self::LastCrop(_) => "last_crop",
        }
    }
}
