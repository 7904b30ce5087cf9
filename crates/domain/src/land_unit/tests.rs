use super::table::ROWS;
use super::*;
use crate::sowing::FieldSize;
use crate::{SquareMetres, State};
use proptest::prelude::*;

fn square_metres(value: &str, unit: &str, size: Option<&str>) -> Result<i64, Invalid> {
    Measured::parse(value, unit, size, SizeOf::Field)
        .and_then(|measured| FieldSize::measured(measured, None))
        .map(|size| size.area().0)
}

#[test]
fn a_size_is_rounded_once_to_the_nearest_square_metre() {
    for (value, unit, size, area) in [
        // 5058.570528 m². The rounded parts, 4,047 and 1,012, have the same sum.
        ("1.25", "acre_and_cents", None, 5_059),
        ("1.25", "acre", None, 5_059),
        ("125", "cent", None, 5_059),
        ("125", "decimal", None, 5_059),
        ("2", "acre", None, 8_094),
        ("2.25", "acre_and_cents", None, 9_105),
        ("50", "guntha", None, 5_059),
        ("1", "ground", None, 223),
        ("8", "kanal", None, 4_047),
        ("160", "marla", None, 4_047),
        ("3", "bigha", Some("1337.803776"), 4_013),
        ("2.5", "katha", Some("126.4642632"), 316),
        ("10", "biswa", Some("126.4642632"), 1_265),
        ("100", "kuli", Some("13.37803776"), 1_338),
        ("1.25", "hectare", None, 12_500),
        ("0.02", "cent", None, 1),
    ] {
        assert_eq!(square_metres(value, unit, size), Ok(area), "{value} {unit}");
    }
}

#[test]
fn a_size_is_from_one_square_metre_to_ten_thousand_hectares() {
    for (value, unit, fault) in [
        ("0", "acre", Invalid::Size(SizeOf::Field)),
        ("-1", "acre", Invalid::Size(SizeOf::Field)),
        ("0.01", "cent", Invalid::Size(SizeOf::Field)),
        ("1.255", "acre", Invalid::Size(SizeOf::Field)),
        ("24710.54", "acre", Invalid::Size(SizeOf::Field)),
        ("99999999999999999999", "acre", Invalid::Size(SizeOf::Field)),
        ("9223372036854775", "acre", Invalid::Size(SizeOf::Field)),
        ("two", "acre", Invalid::SizeNotANumber),
        ("0.001", "hectare", Invalid::Size(SizeOf::Field)),
        ("1", "morgen", Invalid::UnknownUnit(SizeOf::Field)),
        ("1", "Acre", Invalid::UnknownUnit(SizeOf::Field)),
        ("1", "bigha", Invalid::UnitSizeMissing(SizeOf::Field)),
    ] {
        assert_eq!(square_metres(value, unit, None), Err(fault), "{value} {unit}");
    }
    assert_eq!(square_metres("24710.53", "acre", None), Ok(99_999_967));
}

#[test]
fn the_size_of_a_unit_is_one_that_is_believed() {
    for (unit, size, expected) in [
        ("bigha", "2529.285264", Ok(2_529)),
        ("bigha", "399.999999999", Err(Invalid::UnitSize(SizeOf::Field))),
        ("bigha", "7000.000000001", Err(Invalid::UnitSize(SizeOf::Field))),
        ("bigha", "2529.2852640001", Err(Invalid::UnitSize(SizeOf::Field))),
        ("bigha", "large", Err(Invalid::UnitSize(SizeOf::Field))),
        ("bigha", "-800", Err(Invalid::UnitSize(SizeOf::Field))),
        ("acre", "4047", Err(Invalid::UnitSizeFixed(SizeOf::Field))),
    ] {
        assert_eq!(square_metres("1", unit, Some(size)), expected, "{unit} {size}");
    }
}

#[test]
fn every_row_of_the_table_is_read_and_believed() {
    for row in &*ROWS {
        match row.unit.believed() {
            Some((least, most)) => assert!(least < row.size && row.size < most, "{:?} {}", row.unit, row.size),
            None => assert_eq!((row.is_asked, row.unit.size()), (false, Some(row.size)), "{:?}", row.unit),
        }
    }
    for state in State::all().map(Some).chain([None]) {
        for OfferedUnit { unit, size, choices } in offered(state) {
            assert_eq!(size.is_some(), choices.is_empty(), "{unit:?} {state:?}");
            assert!(!(1..choices.len()).any(|at| choices[..at].contains(&choices[at])), "{unit:?} {state:?}");
        }
    }
}

#[test]
fn a_state_offers_its_own_units() {
    let of = |state| {
        let keys: Vec<_> = offered(state).iter().map(|offer| offer.unit.key()).collect();
        keys.join(" ")
    };
    assert_eq!(of(None), "hectare acre acre_and_cents cent");
    assert_eq!(of(Some(State::TamilNadu)), "hectare acre acre_and_cents cent ground kuli ma");
    assert_eq!(of(Some(State::Punjab)), "hectare acre kanal marla bigha");
    assert_eq!(of(Some(State::Bihar)), "hectare acre decimal bigha katha");
    assert_eq!(of(Some(State::UttarPradesh)), "hectare acre bigha biswa");
    assert_eq!(of(Some(State::Maharashtra)), "hectare acre guntha");
    assert_eq!(of(Some(State::Odisha)), "hectare acre decimal");
    let bigha = |state| offered(Some(state)).iter().find(|offer| offer.unit == LandUnit::Bigha).unwrap();
    assert_eq!(bigha(State::WestBengal).size.unwrap().to_string(), "1337.803776");
    assert_eq!(bigha(State::UttarPradesh).choices.len(), 4);
}

#[test]
fn the_usual_unit_follows_the_state() {
    for (state, unit) in [
        (None, LandUnit::Acre),
        (Some(State::TamilNadu), LandUnit::Acre),
        (Some(State::Maharashtra), LandUnit::Acre),
        (Some(State::UttarPradesh), LandUnit::Bigha),
        (Some(State::WestBengal), LandUnit::Bigha),
        (Some(State::JammuAndKashmir), LandUnit::Kanal),
    ] {
        assert_eq!(usual(state), unit, "{state:?}");
    }
    for state in State::all() {
        assert!(offered(Some(state)).iter().any(|offer| offer.unit == usual(Some(state))), "{state:?}");
    }
}

#[test]
fn twenty_biswa_make_the_bigha_that_the_farmer_has_chosen() {
    let mut sizes = UnitSizes::default();
    sizes.set(LandUnit::Bigha, UnitSize::parse("843.095088").unwrap());
    assert_eq!(sizes.of(LandUnit::Biswa), UnitSize::parse("42.1547544"));
    sizes.set(LandUnit::Biswa, UnitSize::parse("126.4642632").unwrap());
    assert_eq!(sizes.to_string(), "bigha 2529.285264");
    for state in State::all() {
        let choices = |unit| offered(Some(state)).iter().find(|offer| offer.unit == unit).map(|offer| &offer.choices);
        let Some(biswa) = choices(LandUnit::Biswa) else { continue };
        let of_bigha: Vec<_> = choices(LandUnit::Bigha).unwrap().iter().map(|size| size.biswa()).collect();
        assert_eq!(*biswa, of_bigha, "{state:?}");
    }
}

#[test]
fn parts_of_an_acre_add_up_to_it() {
    let size = |unit: LandUnit| unit.size().unwrap().0;
    let acre = size(LandUnit::Acre);
    assert_eq!([100 * size(LandUnit::Cent), 40 * size(LandUnit::Guntha), 8 * size(LandUnit::Kanal)], [acre; 3]);
    assert_eq!(160 * size(LandUnit::Marla), acre);
}

#[test]
fn a_stored_size_parses_to_itself() {
    for text in ["1.25 acre_and_cents", "0.5 cent", "3 bigha 2529.285264"] {
        assert_eq!(text.parse::<Entered>().unwrap().to_string(), text);
    }
    for text in ["", "1.25", "acre", "1 hectare", "1 morgen", "1 bigha", "1 acre 4047", "1 bigha 2529.285264 x"] {
        assert_eq!(text.parse::<Entered>(), Err(NotStored), "{text}");
    }
    let sizes = "bigha 2529.285264, kuli 13.37803776";
    assert_eq!(sizes.parse::<UnitSizes>().unwrap().to_string(), sizes);
    assert_eq!("".parse::<UnitSizes>(), Err(NotStored));
}

proptest! {
    #[test]
    fn the_area_is_the_nearest_whole_number(hundredths in 1_i64..250_000_000, index in 1_usize..14, size in 30_i64..700) {
        let unit = LandUnit::ALL[index];
        let size = unit.believed().map(|(least, most)| UnitSize((least.0 + size * PARTS / 3).min(most.0)));
        let value = decimal(hundredths, 2);
        let text = size.map(|size| size.to_string());
        let measured = Measured::parse(&value, unit.key(), text.as_deref(), SizeOf::Field).unwrap();
        let (SquareMetres(area), entered) = measured.area(None).unwrap();
        let UnitSize(parts) = unit.size().or(size).unwrap();
        let exact = i128::from(hundredths) * i128::from(parts);
        let one = 100 * i128::from(PARTS);
        let distance = 2 * (i128::from(area) * one - exact);
        prop_assert!(-one < distance && distance <= one, "half goes up");
        let entered = entered.unwrap();
        prop_assert_eq!(entered.to_string().parse::<Entered>(), Ok(entered), "and is shown as entered");
        prop_assert_eq!(fixed_point(&entered.value().to_string(), 2), Ok(hundredths));
    }

    #[test]
    fn no_text_is_read_as_a_size_outside_the_limits(value in "[-0-9.eE, ]{0,24}", index in 0_usize..14) {
        let unit = LandUnit::ALL[index];
        if let Ok(area) = square_metres(&value, unit.key(), unit.believed().map(|_| "600").filter(|_| unit == LandUnit::Bigha)) {
            prop_assert!((1..=100_000_000).contains(&area));
        }
    }
}
