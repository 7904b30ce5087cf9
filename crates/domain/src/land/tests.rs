use super::*;
use crate::{Crop, State};
use proptest::prelude::*;

const FILE: &[u8] = include_bytes!("../../../../data/land.grow");

fn read(file: &[u8]) -> Result<LandTable, LandFileError> {
    LandTable::from_bytes(file.to_vec())
}

/// The same with a checksum that fits.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let digest: [u8; 32] = Sha256::digest(&file[42..]).into();
    file[10..42].copy_from_slice(&digest);
    file
}

#[test]
fn the_shipped_table_is_sound_and_small() {
    assert_eq!(read(FILE).unwrap().version(), LandTable::shipped().version());
    assert_eq!(LandTable::shipped().version().len(), 12);
    assert!(FILE.len() <= 700_000, "{}", FILE.len());
}

#[test]
fn a_table_comes_back_from_its_file_as_it_was() {
    let table = LandTable::shipped();
    assert_eq!(file_of(District::all().map(|district| table.of_district(district))), FILE);
}

#[test]
fn the_table_has_observed_shares_of_602_districts_in_32_states() {
    let table = LandTable::shipped();
    let observed: Vec<_> =
        District::all().filter_map(|district| Some((district, table.of_district(district).observed?))).collect();
    assert_eq!(observed.len(), 602);
    let states: std::collections::BTreeSet<State> = observed.iter().map(|(district, _)| district.state()).collect();
    assert_eq!(states.len(), 32);
    let anantapur = table.of_district(District::from_key("ap-anantapur").unwrap()).observed.unwrap();
    assert!((anantapur.shares.of(Crop::Groundnut) - 0.683_326).abs() < 1e-5);
}

#[test]
fn an_expected_share_rests_on_observed_districts_and_on_the_own_one_first() {
    let table = LandTable::shipped();
    for district in District::all() {
        let land = table.of_district(district);
        let Some(expected) = land.expected else { continue };
        assert_eq!(expected.sources.len(), 3, "{district}");
        assert!(expected.sources.iter().all(|source| table.of_district(source.district).observed.is_some()));
        if land.observed.is_some() {
            assert_eq!(expected.sources[0].district, district);
        }
    }
}

#[test]
fn another_file_an_older_and_a_newer_format_and_other_districts_are_told_apart() {
    assert_eq!(read(b"state,district").unwrap_err(), LandFileError::NotALandTable);
    assert_eq!(read(b"").unwrap_err(), LandFileError::NotALandTable);
    let format = u16::from_le_bytes([FILE[8], FILE[9]]);
    for (other, error) in
        [(format - 1, LandFileError::Older(format - 1)), (format + 1, LandFileError::Newer(format + 1))]
    {
        let mut file = FILE.to_vec();
        file[8..10].copy_from_slice(&other.to_le_bytes());
        assert_eq!(read(&file).unwrap_err(), error);
    }
    let mut file = FILE.to_vec();
    file[42] ^= 1;
    assert_eq!(read(&sealed(file)).unwrap_err(), LandFileError::OtherDistricts);
    let mut longer = FILE.to_vec();
    longer.push(0);
    assert_eq!(read(&sealed(longer)).unwrap_err(), LandFileError::OtherDistricts);
}

#[test]
fn a_file_that_is_cut_short_is_damaged() {
    for length in (8..60).chain([FILE.len() - 1]) {
        assert_eq!(read(&FILE[..length]).unwrap_err(), LandFileError::Damaged, "{length}");
    }
}

#[test]
fn a_record_that_no_lab_writes_is_refused_though_its_checksum_fits() {
    let first = District::from_index(0).unwrap();
    let mut unknown_soil = FILE.to_vec();
    unknown_soil[50] = 0xff;
    let mut unknown_source = FILE.to_vec();
    unknown_source[57..59].copy_from_slice(&734_u16.to_le_bytes());
    for broken in [unknown_soil, unknown_source] {
        let error = read(&sealed(broken)).unwrap_err();
        assert_eq!(error, LandFileError::Implausible(first));
        assert!(error.to_string().contains(first.key()), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_flipped_bit_is_refused(at in any::<prop::sample::Index>(), bit in 0_u8..8) {
        let mut file = FILE.to_vec();
        let at = at.index(file.len());
        file[at] ^= 1 << bit;
        prop_assert!(read(&file).is_err());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(record in prop::collection::vec(any::<u8>(), DistrictLand::LENGTH)) {
        let _ = DistrictLand::read(&record);
    }
}
