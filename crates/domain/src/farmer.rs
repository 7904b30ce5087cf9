//! A farmer's record, and validation of its fields.

use crate::gazetteer::{self, Resolution};
use crate::land_unit::{self, Entered, LandUnit, Measured, OwnUnits, UnitSize};
use crate::quantity::{SquareMetres, fixed_point};
use crate::rotation::LastCrop;
use crate::sowing::FieldSize;
use crate::text::visible;
use crate::validation::{Invalid, Nutrient, ProfileField};
use crate::{Crop, District, PhoneNumber, Soil, Water};
use std::collections::BTreeSet;

/// A farmer's saved record. It is the default until the farmer saves something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FarmerRecord {
    /// Phone number, as the farmer wrote it. Numbers saved before validation existed may be any text.
    pub number: String,
    /// Place, as the farmer wrote it.
    pub place: String,
    /// District of the place, if known.
    pub district: Option<District>,
    /// Soil nutrients; 0 means 'not tested'.
    pub npk: Npk,
    /// The crops that the farmer knows how to grow.
    pub known_crops: BTreeSet<Crop>,
    /// All the land that the farmer has, as they say.
    pub land: Option<Land>,
    /// The units that the farmer measures land in.
    pub units: OwnUnits,
    /// Whether the field can be watered, as the farmer says.
    pub water: Option<Water>,
    /// The kind of soil of the field, as the farmer says.
    pub soil: Option<Soil>,
    /// What stood on the field last: what the farmer says, or the crop of their sowing that has ended since.
    pub last_crop: Option<LastCrop>,
    /// Whether the farmer has saved `npk`. If it is 0, 0, 0, they have said that there is no test.
    pub soil_test_told: bool,
}

impl FarmerRecord {
    /// Returns whether both number and place are given.
    pub fn is_complete(&self) -> bool {
        !self.number.is_empty() && !self.place.is_empty()
    }

    /// Whether the soil is tested, as far as the farmer has said.
    pub fn soil_test(&self) -> Option<SoilTest> {
        if self.npk == Npk::default() {
            self.soil_test_told.then_some(SoilTest::NotTested)
        } else {
            Some(SoilTest::Tested)
        }
    }

    /// The size of a unit where the farmer lives: the one that they have chosen, or the only one in their state.
    pub fn unit_size(&self, unit: LandUnit) -> Option<UnitSize> {
        let in_state = || land_unit::offered(self.district.map(District::state)).iter();
        self.units.sizes.of(unit).or_else(|| in_state().find(|offer| offer.unit == unit)?.size)
    }

    /// Returns what is known of the district.
    ///
    /// If no district is stored but the text now names one, the result is [`PlaceStatus::Ambiguous`]: only the farmer
    /// changes the state that their sowings count to.
    pub fn place_status(&self) -> PlaceStatus {
        if let Some(district) = self.district {
            return PlaceStatus::Resolved(district);
        }
        if self.place.is_empty() {
            return PlaceStatus::Missing;
        }
        match gazetteer::resolve(&self.place) {
            Resolution::District(district) => PlaceStatus::Ambiguous(vec![district]),
            Resolution::Ambiguous(candidates) => PlaceStatus::Ambiguous(candidates),
            Resolution::Unknown => PlaceStatus::Unknown,
        }
    }
}

/// Whether the soil of a field is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoilTest {
    /// At least one nutrient is known.
    Tested,
    /// The farmer has said that there is no test.
    NotTested,
}

/// What is known of the district of a farmer's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceStatus {
    /// No place is given.
    Missing,
    /// The place lies in this district.
    Resolved(District),
    /// The place may lie in one of these districts; the farmer is asked to choose.
    Ambiguous(Vec<District>),
    /// The text names no district.
    Unknown,
}

/// Number and place, which are saved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Phone number.
    pub number: PhoneNumber,
    /// Place.
    pub place: Place,
}

impl Profile {
    /// Validates both fields. A missing field is reported before an invalid one.
    pub fn parse(number: &str, place: &str) -> Result<Self, Invalid> {
        for (field, text) in [(ProfileField::Number, number), (ProfileField::Place, place)] {
            if visible(text).is_empty() {
                return Err(Invalid::ProfileIncomplete(field));
            }
        }
        Ok(Self { number: PhoneNumber::parse(number)?, place: Place::parse(place)? })
    }

    /// Sets the district that the farmer has chosen.
    #[must_use]
    pub fn in_district(self, district: District) -> Self {
        Self { place: self.place.in_district(district), ..self }
    }
}

/// Location of a farmer's land in their own words, and its district if known. The text may be empty, because the
/// specification allows saving an empty place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    text: String,
    district: Option<District>,
    is_chosen: bool,
}

impl Place {
    /// Parses a place of at most 200 visible characters, and resolves its district if the text names one.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = Self::checked(text)?;
        let district = match gazetteer::resolve(&text) {
            Resolution::District(district) => Some(district),
            Resolution::Ambiguous(_) | Resolution::Unknown => None,
        };
        Ok(Self { text, district, is_chosen: false })
    }

    /// Returns the visible text of a place if it is valid.
    pub fn checked(text: &str) -> Result<String, Invalid> {
        let text = visible(text);
        let is_plain = text.chars().count() <= 200 && !text.chars().any(char::is_control);
        if is_plain { Ok(text) } else { Err(Invalid::Place) }
    }

    /// Sets the district that the farmer has chosen.
    #[must_use]
    pub fn in_district(self, district: District) -> Self {
        Self { district: Some(district), is_chosen: true, ..self }
    }

    /// Whether the farmer has chosen the district. Otherwise its text has decided it.
    pub fn is_chosen(&self) -> bool {
        self.is_chosen
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The district, if known.
    pub fn district(&self) -> Option<District> {
        self.district
    }
}

/// All the land that a farmer has: from 1 m² to 10,000 ha. In hectares it is entered in hundredths, from 0.01 ha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(FieldSize);

impl Land {
    /// Parses an area in hectares: `2.5`.
    pub fn from_hectares(text: &str) -> Result<Self, Invalid> {
        FieldSize::from_hectares(text).map(Self).map_err(|_| Invalid::Land)
    }

    /// An area in a unit. `here` is the size of the unit where the farmer lives, for a unit without a size.
    pub fn measured(measured: Measured, here: Option<UnitSize>) -> Result<Self, Invalid> {
        FieldSize::measured(measured, here).map(Self)
    }

    /// An area as it is stored. `None` outside the limits.
    pub fn stored(area: SquareMetres, entered: Option<Entered>) -> Option<Self> {
        FieldSize::stored(area, entered).map(Self)
    }

    /// The area.
    pub fn area(self) -> SquareMetres {
        self.0.area()
    }

    /// The area as it was entered; `None` in hectares.
    pub fn entered(self) -> Option<Entered> {
        self.0.entered()
    }
}

/// Nitrogen, phosphorus and potassium in the soil, each in whole grams per hectare, from 0 to 2000 kg/ha. 0 means that
/// the nutrient was not tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Npk {
    /// N, g/ha.
    pub nitrogen_g_per_ha: i64,
    /// P, g/ha.
    pub phosphorus_g_per_ha: i64,
    /// K, g/ha.
    pub potassium_g_per_ha: i64,
}

/// Largest valid value of a nutrient, 2000 kg/ha.
const NUTRIENT_MAX_G_PER_HA: i64 = 2_000_000;

impl Npk {
    /// Parses three values in kg/ha with up to three decimals. The error names the first invalid one.
    pub fn from_kg_per_ha(nitrogen: &str, phosphorus: &str, potassium: &str) -> Result<Self, Invalid> {
        let grams = |nutrient, text| {
            fixed_point(text, 3)
                .ok()
                .filter(|grams| (0..=NUTRIENT_MAX_G_PER_HA).contains(grams))
                .ok_or(Invalid::Nutrient(nutrient))
        };
        Ok(Self {
            nitrogen_g_per_ha: grams(Nutrient::Nitrogen, nitrogen)?,
            phosphorus_g_per_ha: grams(Nutrient::Phosphorus, phosphorus)?,
            potassium_g_per_ha: grams(Nutrient::Potassium, potassium)?,
        })
    }

    /// Nutrients as they are stored, g/ha. `None` outside the limits.
    pub fn stored(nitrogen_g_per_ha: i64, phosphorus_g_per_ha: i64, potassium_g_per_ha: i64) -> Option<Self> {
        let is_valid = |grams| (0..=NUTRIENT_MAX_G_PER_HA).contains(grams);
        let all = [nitrogen_g_per_ha, phosphorus_g_per_ha, potassium_g_per_ha];
        all.iter().all(is_valid).then_some(Self { nitrogen_g_per_ha, phosphorus_g_per_ha, potassium_g_per_ha })
    }

    /// The value of a nutrient, g/ha.
    pub fn g_per_ha(self, nutrient: Nutrient) -> i64 {
        match nutrient {
            Nutrient::Nitrogen => self.nitrogen_g_per_ha,
            Nutrient::Phosphorus => self.phosphorus_g_per_ha,
            Nutrient::Potassium => self.potassium_g_per_ha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::SizeOf;
    use proptest::prelude::*;

    #[test]
    fn land_is_from_a_hundredth_of_a_hectare_to_ten_thousand_hectares() {
        for (text, area) in [("0.01", 100), ("2.5", 25_000), ("10000", 100_000_000)] {
            assert_eq!(Land::from_hectares(text).map(Land::area), Ok(SquareMetres(area)), "{text}");
        }
        for text in ["0", "-1", "0.001", "10000.01", "two", ""] {
            assert_eq!(Land::from_hectares(text), Err(Invalid::Land), "{text}");
        }
    }

    #[test]
    fn a_bigha_has_the_size_that_the_farmer_chose_or_the_one_of_their_state() {
        let measured = |record: &FarmerRecord| {
            let asked = Measured::parse("2", "bigha", None, SizeOf::Land).unwrap();
            Land::measured(asked, record.unit_size(LandUnit::Bigha)).map(|land| land.area().0)
        };
        let of = |key| FarmerRecord { district: District::from_key(key), ..FarmerRecord::default() };
        assert_eq!(measured(&FarmerRecord::default()), Err(Invalid::UnitSizeMissing(SizeOf::Land)));
        assert_eq!(measured(&of("up-sitapur")), Err(Invalid::UnitSizeMissing(SizeOf::Land)));
        assert_eq!(measured(&of("wb-birbhum")), Ok(2_676));
        let mut chosen = of("up-sitapur");
        chosen.units.sizes = "bigha 843.095088".parse().unwrap();
        assert_eq!(measured(&chosen), Ok(1_686));
    }

    #[test]
    fn number_and_place_are_both_required() {
        for (number, place, field) in
            [("", "Theni", "number"), ("98", "  ", "place"), ("", "", "number"), (" \t", "x", "number")]
        {
            let refusal = Profile::parse(number, place).unwrap_err();
            assert_eq!(refusal.to_string(), "Please fill in both fields");
            assert_eq!(refusal.field(), field);
        }
        let profile = Profile::parse(" 98765 43210 ", " Theni ").unwrap();
        assert_eq!((profile.number.as_str(), profile.place.as_str()), ("+91 98765 43210", "Theni"));
    }

    #[test]
    fn the_number_is_a_phone_number() {
        let refusal = Profile::parse("hello", "Theni").unwrap_err();
        assert_eq!((refusal, refusal.field()), (Invalid::Number, "number"));
        assert_eq!(Profile::parse("hello", " ").unwrap_err().field(), "place", "a missing field is reported first");
    }

    #[test]
    fn an_empty_place_alone_may_be_saved() {
        assert_eq!(Place::parse("").unwrap().as_str(), "");
        assert_eq!(Place::parse(&"x".repeat(201)), Err(Invalid::Place));
        assert_eq!(Place::parse("Theni\u{0}"), Err(Invalid::Place));
        assert_eq!(Place::parse(&"தே".repeat(100)).unwrap().as_str().chars().count(), 200);
    }

    #[test]
    fn invisible_characters_are_removed() {
        let profile = Profile::parse("\u{202e}98765\u{2069} 43210", "\u{feff}The\u{200b}ni\u{200f}").unwrap();
        assert_eq!((profile.number.as_str(), profile.place.as_str()), ("+91 98765 43210", "Theni"));
        assert_eq!(Profile::parse("\u{200b}", "Theni").unwrap_err().field(), "number");
        assert_eq!(Profile::parse("98765", "\u{2066}\u{200d}").unwrap_err().field(), "place");
    }

    #[test]
    fn a_place_is_resolved_where_its_text_names_one_district() {
        let erode = District::from_key("tn-erode").unwrap();
        assert_eq!(Place::parse("Bhavani, Erode").unwrap().district(), Some(erode));
        assert_eq!(Place::parse("Aurangabad").unwrap().district(), None);
        assert_eq!(Place::parse("Bhavani, Tamil Nadu").unwrap().district(), Some(erode));
        assert_eq!(Place::parse("Coimbatre, Tamil Nadu").unwrap().district(), None, "likeness decides nothing");
        let chosen = Place::parse("Bhavani").unwrap().in_district(erode);
        assert_eq!((chosen.district(), chosen.is_chosen()), (Some(erode), true));
    }

    #[test]
    fn a_place_is_missing_resolved_ambiguous_or_unknown() {
        let record =
            |place: &str, district| FarmerRecord { place: place.to_owned(), district, ..FarmerRecord::default() };
        let district = |key| District::from_key(key).unwrap();
        let erode = district("tn-erode");
        for (place, stored, status) in [
            ("", None, PlaceStatus::Missing),
            ("Bhavani", Some(erode), PlaceStatus::Resolved(erode)),
            ("Thenurpatti", None, PlaceStatus::Unknown),
            ("Bhavani", None, PlaceStatus::Ambiguous(vec![erode])),
            ("Aurangabad", None, PlaceStatus::Ambiguous(vec![district("br-aurangabad"), district("mh-aurangabad")])),
            ("Erode", None, PlaceStatus::Ambiguous(vec![erode])),
        ] {
            assert_eq!(record(place, stored).place_status(), status, "{place}");
        }
    }

    #[test]
    fn a_soil_test_is_told_by_its_values_or_by_saying_that_there_is_none() {
        let of = |npk, soil_test_told| FarmerRecord { npk, soil_test_told, ..FarmerRecord::default() }.soil_test();
        let tested = Npk { nitrogen_g_per_ha: 1, ..Npk::default() };
        assert_eq!([of(Npk::default(), false), of(Npk::default(), true)], [None, Some(SoilTest::NotTested)]);
        assert_eq!([of(tested, false), of(tested, true)], [Some(SoilTest::Tested); 2]);
    }

    #[test]
    fn npk_bounds_are_0_to_2000_kg_per_ha() {
        assert_eq!(Npk::from_kg_per_ha("0", "0", "0"), Ok(Npk::default()));
        assert_eq!(Npk::from_kg_per_ha("2000", "12.5", "0.001").unwrap().phosphorus_g_per_ha, 12_500);
        for (n, p, k, field) in
            [("-1", "0", "0", "n"), ("0", "2000.001", "0", "p"), ("0", "0", "NaN", "k"), ("", "0", "0", "n")]
        {
            assert_eq!(Npk::from_kg_per_ha(n, p, k).unwrap_err().field(), field);
        }
    }

    proptest! {
        #[test]
        fn a_parsed_place_is_its_own_parse(text in ".{0,220}") {
            if let Ok(place) = Place::parse(&text) {
                prop_assert_eq!(Place::parse(place.as_str()), Ok(place));
            }
        }
    }
}
